/* unroll.c - fronts of states, one for each cut-point and step, on one solver. */
#include "sequential/unroll.h"

static bool is_whole(const hd_cutgraph *g, uint32_t cell)
{
  return hd_term_sort(g->p->terms, g->state[cell]).kind == HD_SORT_ARRAY;
}

hd_unrolling *hd_unrolling_new(hd_cutgraph *g)
{
  hd_unrolling *u = hd_alloc(1, sizeof *u);
  u->g = g;
  u->T = g->p->terms;
  u->solver = hd_solver_new(g->smt);
  u->arrays = hd_alloc(g->cells->list.len + 1, sizeof *u->arrays);
  u->now = hd_alloc(g->cuts.len, sizeof *u->now);
  u->next = hd_alloc(g->cuts.len, sizeof *u->next);
  u->needed = hd_alloc(g->task.n_supposed + 1, 1);
  u->pruned = hd_alloc(g->task.n_supposed + 1, 1);
  u->fail = u->beyond = hd_term_false(u->T);
  return u;
}

static void clear_fronts(const hd_cutgraph *g, hd_front *fronts)
{
  for (uint32_t i = 0; i < g->cuts.len; i++) {
    free(fronts[i].state);
    fronts[i] = (hd_front){0};
  }
}

void hd_unrolling_free(hd_unrolling *u)
{
  if (!u) return;
  for (uint32_t i = 0; i < u->blocks.len; i++) hd_block_free(u->blocks.data[i]);
  hd_vec_clear(&u->blocks);
  hd_vec_clear(&u->ends);
  hd_vec_clear(&u->supposed);
  free(u->needed);
  free(u->pruned);
  clear_fronts(u->g, u->now);
  clear_fronts(u->g, u->next);
  free(u->now);
  free(u->next);
  free(u->arrays);
  hd_solver_free(u->solver);
  free(u);
}

static hd_term *copy_state(const hd_cutgraph *g, const hd_term *state)
{
  hd_term *copy = hd_alloc(g->cells->list.len + 1, sizeof *copy);
  memcpy(copy, state, g->cells->list.len * sizeof *copy);
  return copy;
}

static void arrive_at_cut(hd_unrolling *u, uint32_t cut, hd_term cond, const hd_term *state)
{
  hd_front *f = &u->next[cut];
  hd_loc loc = u->g->cuts.data[cut];
  if (!f->state) {
    *f = (hd_front){cond, copy_state(u->g, state)};
    return;
  }
  for (uint32_t i = 0; i < u->g->cells->list.len; i++) {
    if (is_whole(u->g, i) || !hd_is_live(u->g->live, loc, u->g->cells->list.data[i].var)) continue;
    f->state[i] = hd_term_3(u->T, HD_OP_ITE, cond, state[i], f->state[i]);
  }
  f->cond = hd_term_2(u->T, HD_OP_OR, f->cond, cond);
}

/* A name for a term, unless it is a leaf. */
static hd_term name(hd_unrolling *u, hd_term t, hd_var origin)
{
  if (hd_term_arity(u->T, t) == 0) return t;
  hd_term v = hd_symbols_fresh(&u->g->symbols, hd_term_sort(u->T, t), origin);
  hd_solver_assert(u->solver, hd_term_2(u->T, HD_OP_EQ, v, t));
  return v;
}

static void name_front(hd_unrolling *u, uint32_t cut)
{
  hd_front *f = &u->next[cut];
  f->cond = name(u, f->cond, HD_NO_VAR);
  for (uint32_t i = 0; i < u->g->cells->list.len; i++)
    if (!is_whole(u->g, i) && hd_is_live(u->g->live, u->g->cuts.data[cut], u->g->cells->list.data[i].var))
      f->state[i] = name(u, f->state[i], u->g->cells->list.data[i].var);
}

static void leave_cut(hd_unrolling *u, uint32_t cut)
{
  hd_cutgraph *g = u->g;
  hd_front *f = &u->now[cut];
  for (uint32_t i = 0; i < g->cells->list.len; i++)
    if (is_whole(g, i)) f->state[i] = u->arrays[i];
  hd_block *b = hd_block_new_if(g->cells, &g->symbols, g->live, g->is_cut, g->cuts.data[cut], f->state, f->cond);
  hd_vec_push(&u->blocks, b);
  for (uint32_t i = 0; i < b->targets.len; i++) {
    const hd_block_target *t = &b->targets.data[i];
    if (t->kind == HD_TO_FAIL) {
      u->fail = hd_term_2(u->T, HD_OP_OR, u->fail, t->cond);
    } else if (t->kind == HD_TO_BEYOND) {
      u->beyond = hd_term_2(u->T, HD_OP_OR, u->beyond, t->cond);
      hd_vec_push(&u->ends, *t);
    } else if (g->number[t->loc.id] != HD_NONE) {
      arrive_at_cut(u, g->number[t->loc.id], t->cond, t->post);
    }
  }
  for (uint32_t k = 0; b->targets.len && k < g->cells->list.len; k++)
    if (is_whole(g, k) && b->targets.data[0].post) u->arrays[k] = b->targets.data[0].post[k];
}

void hd_unroll(hd_unrolling *u)
{
  u->fail = u->beyond = hd_term_false(u->T);
  u->ends.len = 0;
  u->last = u->blocks.len;
  for (uint32_t i = 0; i < u->g->cuts.len; i++)
    if (u->now[i].state) leave_cut(u, i);
  clear_fronts(u->g, u->now);
  for (uint32_t i = 0; i < u->g->cuts.len; i++)
    if (u->next[i].state) name_front(u, i);
  hd_front *now = u->now;
  u->now = u->next;
  u->next = now;
  u->length++;
}

void hd_unrolling_suppose(hd_unrolling *u, const hd_term *facts)
{
  for (uint32_t i = 1; i < u->g->cuts.len; i++) {
    hd_front *f = &u->now[i];
    if (!f->state || hd_term_is_true(u->T, facts[i])) continue;
    hd_term holds = hd_cutgraph_apply(u->g, f->state, facts[i]);
    hd_solver_assert(u->solver, hd_term_2(u->T, HD_OP_OR, hd_term_1(u->T, HD_OP_NOT, f->cond), holds));
  }
}

/* The supposed variables' values in a state that something starts with: assumptions of every query. */
static void suppose_variables(hd_unrolling *u, const hd_term *state)
{
  for (uint32_t i = 0; i < u->g->task.n_supposed; i++)
    hd_vec_push(&u->supposed, state[u->g->cells->first[u->g->task.supposed[i].id]]);
}

void hd_unrolling_from_start(hd_unrolling *u)
{
  hd_cutgraph *g = u->g;
  hd_solver_assert(u->solver, g->initially);
  memcpy(u->arrays, g->initial, g->cells->list.len * sizeof *u->arrays);
  hd_term *state = copy_state(g, g->initial);
  for (uint32_t i = 0; i < g->task.n_supposed; i++)
    state[g->cells->first[g->task.supposed[i].id]] = hd_symbols_fresh(&g->symbols, HD_BOOL, g->task.supposed[i]);
  suppose_variables(u, state);
  u->now[HD_CUT_START] = (hd_front){hd_term_true(u->T), state};
}

static hd_term begins_at(const hd_unrolling *u, uint32_t cut)
{
  return hd_term_eq_bv(u->T, u->where, cut);
}

void hd_unrolling_suppose_first(hd_unrolling *u, const hd_term *facts)
{
  for (uint32_t i = 1; i < u->g->cuts.len; i++)
    if (u->g->blocks.data[i] && !hd_term_is_true(u->T, facts[i]))
      hd_solver_assert(u->solver, hd_term_2(u->T, HD_OP_OR, hd_term_1(u->T, HD_OP_NOT, begins_at(u, i)), facts[i]));
}

/* At any one cut, with any values. */
void hd_unrolling_from_any(hd_unrolling *u, const hd_term *facts)
{
  hd_cutgraph *g = u->g;
  u->where = hd_symbols_fresh(&g->symbols, HD_BV(32), HD_NO_VAR);
  memcpy(u->arrays, g->state, g->cells->list.len * sizeof *u->arrays);
  suppose_variables(u, g->state);
  for (uint32_t i = 1; i < g->cuts.len; i++)
    if (g->blocks.data[i]) u->now[i] = (hd_front){begins_at(u, i), copy_state(g, g->state)};
  hd_unrolling_suppose_first(u, facts);
}

/* What a question supposes: the place of each assumption among the caller's, for the core. */
typedef struct {
  hd_term_list terms;
  HD_VEC(uint8_t *) marks; /* to be set when a no rests on it; NULL: not asked for */
} assumptions;

static void assume_term(assumptions *a, hd_term t, uint8_t *mark)
{
  hd_vec_push(&a->terms, t);
  hd_vec_push(&a->marks, mark);
}

static hd_answer decide_assumptions(hd_unrolling *u, assumptions *a)
{
  hd_answer answer = hd_solver_check(u->solver, a->terms.data, a->terms.len);
  uint32_t n = 0;
  const uint32_t *core = answer == HD_UNSAT && a->terms.len > 1 ? hd_solver_core(u->solver, &n) : NULL;
  for (uint32_t i = 0; i < n; i++)
    if (a->marks.data[core[i]]) *a->marks.data[core[i]] = true;
  hd_vec_clear(&a->terms);
  hd_vec_clear(&a->marks);
  return answer;
}

/* needed: is marked with the supposed variables that a no rests on, or NULL. */
static hd_answer ask_unrolling(hd_unrolling *u, hd_term t, uint8_t *needed)
{
  if (hd_term_is_false(u->T, t)) return HD_UNSAT;
  assumptions a = {0};
  assume_term(&a, t, NULL);
  for (uint32_t i = 0; i < u->supposed.len; i++) assume_term(&a, u->supposed.data[i], needed ? &needed[i] : NULL);
  return decide_assumptions(u, &a);
}

hd_answer hd_unrolling_ask(hd_unrolling *u, hd_term t)
{
  return ask_unrolling(u, t, NULL);
}

hd_answer hd_unrolling_check(hd_unrolling *u, hd_term t)
{
  return ask_unrolling(u, t, u->needed);
}

static void note_pruned(hd_unrolling *u, const uint8_t *core)
{
  for (uint32_t i = 0; i < u->supposed.len; i++) {
    u->pruned[i] |= core[i];
    u->needed[i] |= core[i];
  }
}

bool hd_unrolling_prune(hd_unrolling *u)
{
  bool left = false;
  uint8_t *core = hd_alloc(u->supposed.len + 1, 1);
  for (uint32_t i = 0; i < u->g->cuts.len; i++) {
    hd_front *f = &u->now[i];
    if (!f->state) continue;
    if (u->g->blocks.data[i] && ask_unrolling(u, f->cond, core) != HD_UNSAT) {
      left = true;
      continue;
    }
    free(f->state);
    *f = (hd_front){0};
  }
  note_pruned(u, core);
  free(core);
  return left;
}

/* --- changes ----------------------------------------------------------------------------- */

hd_term hd_unrolling_violation(hd_unrolling *u, const hd_block_edge *e)
{
  hd_term cond = hd_cells_apply(u->g->cells, e->before, hd_edge_get(u->g->p, e->edge)->cond);
  return hd_term_2(u->T, HD_OP_AND, e->taken, hd_term_1(u->T, HD_OP_NOT, cond));
}

static void constrain(hd_unrolling *u, const hd_block_edge *e, hd_term fact)
{
  hd_term holds = hd_cells_apply(u->g->cells, e->before, fact);
  hd_solver_assert(u->solver, hd_term_2(u->T, HD_OP_OR, hd_term_1(u->T, HD_OP_NOT, e->taken), holds));
}

void hd_unrolling_change(hd_unrolling *u, hd_seq_change c, hd_term_list *violations)
{
  for (uint32_t i = 0; i < u->blocks.len; i++) {
    for (uint32_t k = 0; k < u->blocks.data[i]->edges.len; k++) {
      const hd_block_edge *e = &u->blocks.data[i]->edges.data[k];
      if (e->edge.id != c.edge.id) continue;
      if (hd_term_is(c.fact))
        constrain(u, e, c.fact);
      else
        hd_vec_push(violations, hd_unrolling_violation(u, e));
    }
  }
}

/* --- attempts ---------------------------------------------------------------------------- */

static bool is_among(const hd_seq_attempt *a, hd_edge e)
{
  for (uint32_t i = 0; i < a->n_edges; i++)
    if (a->edges[i].id == e.id) return true;
  return false;
}

/* When the occurrence violates what its edge asserts now; flags: by part, whether it counts. */
static hd_term attempted(hd_unrolling *u, const hd_seq_attempt *a, const hd_term *flags, const hd_block_edge *e)
{
  hd_term bad = hd_term_2(u->T, HD_OP_AND, e->taken, hd_cells_apply(u->g->cells, e->before, a->when));
  for (uint32_t i = 0; i < a->n_parts; i++) {
    hd_term part = hd_cells_apply(u->g->cells, e->before, a->parts[i]);
    bad = hd_term_2(u->T, HD_OP_AND, bad, hd_term_2(u->T, HD_OP_OR, hd_term_1(u->T, HD_OP_NOT, flags[i]), part));
  }
  return bad;
}

static hd_term some_violation(hd_unrolling *u, const hd_seq_attempt *a, const hd_term *flags)
{
  hd_term any = hd_term_false(u->T);
  for (uint32_t i = 0; i < u->blocks.len; i++) {
    for (uint32_t k = 0; k < u->blocks.data[i]->edges.len; k++) {
      const hd_block_edge *e = &u->blocks.data[i]->edges.data[k];
      if (is_among(a, e->edge))
        any = hd_term_2(u->T, HD_OP_OR, any, attempted(u, a, flags, e));
      else if (hd_edge_get(u->g->p, e->edge)->kind == HD_EDGE_ASSERT)
        any = hd_term_2(u->T, HD_OP_OR, any, hd_unrolling_violation(u, e));
    }
  }
  return any;
}

/* What was given up for a variable that is not supposed any more is not known. */
hd_answer hd_unrolling_attempt(hd_unrolling *u, const hd_seq_attempt *a, uint8_t *needed)
{
  for (uint32_t i = 0; i < u->supposed.len; i++)
    if (u->pruned[i] && !a->kept[i]) return HD_DONT_KNOW;
  hd_term *flags = hd_alloc(a->n_parts + 1, sizeof *flags);
  for (uint32_t i = 0; i < a->n_parts; i++) flags[i] = hd_symbols_fresh(&u->g->symbols, HD_BOOL, HD_NO_VAR);
  assumptions with = {0};
  assume_term(&with, some_violation(u, a, flags), NULL);
  for (uint32_t i = 0; i < u->supposed.len; i++)
    if (a->kept[i]) assume_term(&with, u->supposed.data[i], &needed[i]);
  for (uint32_t i = 0; i < a->n_parts; i++) assume_term(&with, flags[i], &a->needed[i]);
  hd_answer answer = decide_assumptions(u, &with);
  for (uint32_t i = 0; i < u->supposed.len; i++) needed[i] |= u->pruned[i];
  free(flags);
  return answer;
}
