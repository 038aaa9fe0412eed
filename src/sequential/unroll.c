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

static void arrive(hd_unrolling *u, uint32_t cut, hd_term cond, const hd_term *state)
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

static void leave(hd_unrolling *u, uint32_t cut)
{
  hd_cutgraph *g = u->g;
  hd_front *f = &u->now[cut];
  for (uint32_t i = 0; i < g->cells->list.len; i++)
    if (is_whole(g, i)) f->state[i] = u->arrays[i];
  hd_block *b = hd_block_new_if(g->cells, &g->symbols, g->live, g->is_cut, g->cuts.data[cut], f->state, f->cond);
  hd_vec_push(&u->blocks, b);
  for (uint32_t i = 0; i < b->targets.len; i++) {
    const hd_target *t = &b->targets.data[i];
    if (t->kind == HD_TO_FAIL) {
      u->fail = hd_term_2(u->T, HD_OP_OR, u->fail, t->cond);
    } else if (t->kind == HD_TO_BEYOND) {
      u->beyond = hd_term_2(u->T, HD_OP_OR, u->beyond, t->cond);
      hd_vec_push(&u->ends, *t);
    } else if (g->number[t->loc.id] != HD_NONE) {
      arrive(u, g->number[t->loc.id], t->cond, t->post);
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
    if (u->now[i].state) leave(u, i);
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

hd_answer hd_unrolling_ask(hd_unrolling *u, hd_term t)
{
  if (hd_term_is_false(u->T, t)) return HD_UNSAT;
  HD_VEC(hd_term) assumptions = {0};
  hd_vec_push(&assumptions, t);
  for (uint32_t i = 0; i < u->supposed.len; i++) hd_vec_push(&assumptions, u->supposed.data[i]);
  hd_answer answer = hd_solver_check(u->solver, assumptions.data, assumptions.len);
  hd_vec_clear(&assumptions);
  return answer;
}

hd_answer hd_unrolling_check(hd_unrolling *u, hd_term t)
{
  hd_answer answer = hd_unrolling_ask(u, t);
  uint32_t n = 0;
  bool asked = answer == HD_UNSAT && u->supposed.len && !hd_term_is_false(u->T, t);
  const uint32_t *core = asked ? hd_solver_core(u->solver, &n) : NULL;
  for (uint32_t i = 0; i < n; i++)
    if (core[i] > 0) u->needed[core[i] - 1] = true;
  return answer;
}

bool hd_unrolling_prune(hd_unrolling *u)
{
  bool left = false;
  for (uint32_t i = 0; i < u->g->cuts.len; i++) {
    hd_front *f = &u->now[i];
    if (!f->state) continue;
    if (hd_unrolling_check(u, f->cond) != HD_UNSAT) {
      left = true;
      continue;
    }
    free(f->state);
    *f = (hd_front){0};
  }
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
