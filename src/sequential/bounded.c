/* bounded.c - bounded search and k-induction, on two solvers that are kept.
 *
 * The graph is unrolled move by move. All paths of one length are one formula: where they meet at a
 * cut, values are merged under the conditions of the ways there, and get names, so that formulas
 * stay flat. The search from the start finds violations, and knows when nothing is left to go
 * on from; the same unrolling from any cut with any values (that the facts allow) shows that
 * after k moves without a violation there is none in the next: then, no violation having been found
 * in the first k moves, there is none at all.
 *
 * A stronger guard or assertion leaves the unrollings as they are: the one is a constraint on each occurrence of
 * its edge, the other a violation that each may be. So what the solvers have learned stays. */
#include "logic/formula.h"
#include "sequential/needed.h"
#include "sequential/session.h"

/* Where control can be after so many moves, and with what; by cut. */
typedef struct {
  hd_term cond;
  hd_term *state; /* NULL: not there */
} front;

typedef struct {
  hd_cutgraph *g;
  hd_terms *T;
  hd_solver *solver;
  hd_term *arrays; /* by cell: whole arrays are never merged (blocks.h), there is one of each */
  front *now, *next;
  HD_VEC(hd_block *) blocks;
  HD_VEC(hd_term) supposed; /* true at the start, to be asked about; needed: those that an answer rested on */
  uint8_t *needed;
  hd_term fail;           /* the last move violated an assertion */
  hd_term beyond;         /* ... or came to where nothing is known */
  HD_VEC(hd_target) ends; /* those places, with their conditions */
  uint32_t length;        /* moves made */
  uint32_t last;          /* the first block of the last move */
  hd_term where;          /* from any cut: which one it is */
} unrolling;

/* An edge's guard got stronger by the fact, or (HD_NO_TERM) its assertion did. */
typedef struct {
  hd_edge edge;
  hd_term fact;
} change;

/* Seconds that induction may cost more than the search. */
static const double HEAD_START = 0.1;

typedef struct {
  hd_seq_session *session;
  unrolling *base, *step;
  hd_loc beyond; /* a place that can be reached and where nothing is known */
  bool step_useful;
  double searching, proving; /* seconds spent on either */
  bool pending;              /* base->fail is not known to be impossible */
  HD_VEC(change) changes;    /* not in the unrollings yet */
  bool outdated;             /* the unrollings do not know what a change is about */
  bool step_changed;         /* the last move of step has to be asked about once more */
  hd_term_list expected;     /* violations that changes have made of moves before */
  bool violated;             /* base->fail is possible; others: what else is, beside what was told */
  bool listed;
  hd_term_list others;
} bounded;

/* --- unrolling --------------------------------------------------------------------------- */

static bool is_whole(const hd_cutgraph *g, uint32_t cell)
{
  return hd_term_sort(g->p->terms, g->state[cell]).kind == HD_SORT_ARRAY;
}

static unrolling *unrolling_new(hd_cutgraph *g)
{
  unrolling *u = hd_alloc(1, sizeof *u);
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

static void clear_fronts(const hd_cutgraph *g, front *fronts)
{
  for (uint32_t i = 0; i < g->cuts.len; i++) {
    free(fronts[i].state);
    fronts[i] = (front){0};
  }
}

static void unrolling_free(unrolling *u)
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

static void arrive(unrolling *u, uint32_t cut, hd_term cond, const hd_term *state)
{
  front *f = &u->next[cut];
  hd_loc loc = u->g->cuts.data[cut];
  if (!f->state) {
    *f = (front){cond, copy_state(u->g, state)};
    return;
  }
  for (uint32_t i = 0; i < u->g->cells->list.len; i++) {
    if (is_whole(u->g, i) || !hd_is_live(u->g->live, loc, u->g->cells->list.data[i].var)) continue;
    f->state[i] = hd_term_3(u->T, HD_OP_ITE, cond, state[i], f->state[i]);
  }
  f->cond = hd_term_2(u->T, HD_OP_OR, f->cond, cond);
}

/* A name for a term, unless it is a leaf. */
static hd_term name(unrolling *u, hd_term t, hd_var origin)
{
  if (hd_term_arity(u->T, t) == 0) return t;
  hd_term v = hd_symbols_fresh(&u->g->symbols, hd_term_sort(u->T, t), origin);
  hd_solver_assert(u->solver, hd_term_2(u->T, HD_OP_EQ, v, t));
  return v;
}

static void name_front(unrolling *u, uint32_t cut)
{
  front *f = &u->next[cut];
  f->cond = name(u, f->cond, HD_NO_VAR);
  for (uint32_t i = 0; i < u->g->cells->list.len; i++)
    if (!is_whole(u->g, i) && hd_is_live(u->g->live, u->g->cuts.data[cut], u->g->cells->list.data[i].var))
      f->state[i] = name(u, f->state[i], u->g->cells->list.data[i].var);
}

static void leave(unrolling *u, uint32_t cut)
{
  hd_cutgraph *g = u->g;
  front *f = &u->now[cut];
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

/* One more move on every way. Afterwards fail and beyond are about this move. */
static void unroll(unrolling *u)
{
  u->fail = u->beyond = hd_term_false(u->T);
  u->ends.len = 0;
  u->last = u->blocks.len;
  for (uint32_t i = 0; i < u->g->cuts.len; i++)
    if (u->now[i].state) leave(u, i);
  clear_fronts(u->g, u->now);
  for (uint32_t i = 0; i < u->g->cuts.len; i++)
    if (u->next[i].state) name_front(u, i);
  front *now = u->now;
  u->now = u->next;
  u->next = now;
  u->length++;
}

/* The facts hold wherever ways have come to. */
static void suppose(unrolling *u, const hd_term *facts)
{
  for (uint32_t i = 1; i < u->g->cuts.len; i++) {
    front *f = &u->now[i];
    if (!f->state || hd_term_is_true(u->T, facts[i])) continue;
    hd_term holds = hd_cutgraph_apply(u->g, f->state, facts[i]);
    hd_solver_assert(u->solver, hd_term_2(u->T, HD_OP_OR, hd_term_1(u->T, HD_OP_NOT, f->cond), holds));
  }
}

/* The supposed variables' values in a state that something starts with: assumptions of every query. */
static void suppose_variables(unrolling *u, const hd_term *state)
{
  for (uint32_t i = 0; i < u->g->task.n_supposed; i++)
    hd_vec_push(&u->supposed, state[u->g->cells->first[u->g->task.supposed[i].id]]);
}

static void start_base(unrolling *u)
{
  hd_cutgraph *g = u->g;
  hd_solver_assert(u->solver, g->initially);
  memcpy(u->arrays, g->initial, g->cells->list.len * sizeof *u->arrays);
  hd_term *state = copy_state(g, g->initial);
  for (uint32_t i = 0; i < g->task.n_supposed; i++)
    state[g->cells->first[g->task.supposed[i].id]] = hd_symbols_fresh(&g->symbols, HD_BOOL, g->task.supposed[i]);
  suppose_variables(u, state);
  u->now[HD_CUT_START] = (front){hd_term_true(u->T), state};
}

static hd_term begins_at(const unrolling *u, uint32_t cut)
{
  return hd_term_eq_bv(u->T, u->where, cut);
}

/* The facts hold where the ways from any cut begin. */
static void suppose_first(unrolling *u, const hd_term *facts)
{
  for (uint32_t i = 1; i < u->g->cuts.len; i++)
    if (u->g->blocks.data[i] && !hd_term_is_true(u->T, facts[i]))
      hd_solver_assert(u->solver, hd_term_2(u->T, HD_OP_OR, hd_term_1(u->T, HD_OP_NOT, begins_at(u, i)), facts[i]));
}

/* At any one cut, with any values. */
static void start_step(unrolling *u, const hd_term *facts)
{
  hd_cutgraph *g = u->g;
  u->where = hd_symbols_fresh(&g->symbols, HD_BV(32), HD_NO_VAR);
  memcpy(u->arrays, g->state, g->cells->list.len * sizeof *u->arrays);
  suppose_variables(u, g->state);
  for (uint32_t i = 1; i < g->cuts.len; i++)
    if (g->blocks.data[i]) u->now[i] = (front){begins_at(u, i), copy_state(g, g->state)};
  suppose_first(u, facts);
}

/* Is it possible, with what is supposed? */
static hd_answer ask(unrolling *u, hd_term t)
{
  if (hd_term_is_false(u->T, t)) return HD_UNSAT;
  HD_VEC(hd_term) assumptions = {0};
  hd_vec_push(&assumptions, t);
  for (uint32_t i = 0; i < u->supposed.len; i++) hd_vec_push(&assumptions, u->supposed.data[i]);
  hd_answer answer = hd_solver_check(u->solver, assumptions.data, assumptions.len);
  hd_vec_clear(&assumptions);
  return answer;
}

/* The same; if not, notes which of that it took. */
static hd_answer check(unrolling *u, hd_term t)
{
  hd_answer answer = ask(u, t);
  uint32_t n = 0;
  bool asked = answer == HD_UNSAT && u->supposed.len && !hd_term_is_false(u->T, t);
  const uint32_t *core = asked ? hd_solver_core(u->solver, &n) : NULL;
  for (uint32_t i = 0; i < n; i++)
    if (core[i] > 0) u->needed[core[i] - 1] = true;
  return answer;
}

/* Ways that are impossible are not followed; true when some way is left, or may be. */
static bool prune(unrolling *u)
{
  bool left = false;
  for (uint32_t i = 0; i < u->g->cuts.len; i++) {
    front *f = &u->now[i];
    if (!f->state) continue;
    if (check(u, f->cond) != HD_UNSAT) {
      left = true;
      continue;
    }
    free(f->state);
    *f = (front){0};
  }
  return left;
}

/* --- changes ----------------------------------------------------------------------------- */

/* When the occurrence of an ASSERT edge is violated. */
static hd_term violation_of(unrolling *u, const hd_block_edge *e)
{
  hd_term cond = hd_cells_apply(u->g->cells, e->before, hd_edge_get(u->g->p, e->edge)->cond);
  return hd_term_2(u->T, HD_OP_AND, e->taken, hd_term_1(u->T, HD_OP_NOT, cond));
}

static void constrain(unrolling *u, const hd_block_edge *e, hd_term fact)
{
  hd_term holds = hd_cells_apply(u->g->cells, e->before, fact);
  hd_solver_assert(u->solver, hd_term_2(u->T, HD_OP_OR, hd_term_1(u->T, HD_OP_NOT, e->taken), holds));
}

/* violations: those that a stronger assertion makes. */
static void apply(unrolling *u, change c, hd_term_list *violations)
{
  for (uint32_t i = 0; i < u->blocks.len; i++) {
    for (uint32_t k = 0; k < u->blocks.data[i]->edges.len; k++) {
      const hd_block_edge *e = &u->blocks.data[i]->edges.data[k];
      if (e->edge.id != c.edge.id) continue;
      if (hd_term_is(c.fact))
        constrain(u, e, c.fact);
      else
        hd_vec_push(violations, violation_of(u, e));
    }
  }
}

typedef struct {
  const hd_cutgraph *g;
  hd_loc at;
  bool all;
} liveness;

static void note_live(void *context, hd_term leaf)
{
  liveness *l = context;
  uint32_t v = hd_term_symbol(l->g->p->terms, leaf);
  l->all = l->all && v < l->g->p->vars.len && hd_is_live(l->g->live, l->at, (hd_var){v});
}

/* Do the unrollings have the values that the change is about? What was dead at its edge is not merged on the way. */
static bool is_told(const hd_cutgraph *g, change c)
{
  const hd_edge_info *e = hd_edge_get(g->p, c.edge);
  liveness l = {g, e->from, true};
  hd_term_visit_leaves(g->p->terms, hd_term_is(c.fact) ? c.fact : e->cond, note_live, &l);
  return l.all;
}

static void changed(void *state, hd_edge e, hd_term fact)
{
  bounded *x = state;
  change c = {e, fact};
  x->violated = false;
  if (!x->base) return;
  if (x->beyond.id != HD_NONE || !is_told(x->base->g, c)) x->outdated = true;
  hd_vec_push(&x->changes, c);
}

static void drop_step(bounded *x)
{
  unrolling_free(x->step);
  x->step = NULL;
  x->step_changed = false;
}

static void begin_anew(bounded *x)
{
  unrolling_free(x->base);
  x->base = NULL;
  drop_step(x);
  x->expected.len = 0;
  x->beyond = HD_NO_LOC;
  x->step_useful = true;
  x->pending = x->outdated = false;
  x->searching = x->proving = 0;
}

/* Induction supposes that assertions held before: with stronger ones it begins anew. */
static void apply_changes(bounded *x)
{
  if (x->outdated) begin_anew(x);
  for (uint32_t i = 0; i < x->changes.len && x->base; i++) {
    change c = x->changes.data[i];
    uint32_t first = x->expected.len;
    apply(x->base, c, &x->expected);
    for (uint32_t k = first; k < x->expected.len; k++) {
      x->base->fail = hd_term_2(x->base->T, HD_OP_OR, x->base->fail, x->expected.data[k]);
      x->pending = true;
    }
    if (x->step && hd_term_is(c.fact)) apply(x->step, c, NULL);
    x->step_changed = x->step && x->step->length;
    if (!hd_term_is(c.fact)) drop_step(x);
  }
  x->changes.len = 0;
}

/* --- the checker ------------------------------------------------------------------------- */

static void *open(hd_seq_session *s)
{
  bounded *x = hd_alloc(1, sizeof *x);
  x->session = s;
  x->beyond = HD_NO_LOC;
  x->step_useful = true;
  return x;
}

static void close(void *state)
{
  bounded *x = state;
  unrolling_free(x->base);
  unrolling_free(x->step);
  hd_vec_clear(&x->changes);
  hd_vec_clear(&x->expected);
  hd_vec_clear(&x->others);
  free(x);
}

static void note_beyond(bounded *x)
{
  const unrolling *u = x->base;
  for (uint32_t i = 0; i < u->ends.len && x->beyond.id == HD_NONE; i++)
    if (check(x->base, u->ends.data[i].cond) != HD_UNSAT) x->beyond = u->ends.data[i].loc;
}

static void found_violation(bounded *x, hd_seq_result *out)
{
  unrolling *u = x->base;
  hd_seq_set_unsafe(out, hd_cutgraph_trace(u->g, u->blocks.data, u->blocks.len, u->solver));
}

/* What induction rests on: the search for the first moves, the step, and what the facts rest on. */
static void say_needed(const bounded *x, const hd_term *facts, hd_seq_result *out)
{
  hd_cutgraph *g = x->base->g;
  uint8_t *needed = hd_alloc(g->task.n_supposed + 1, 1);
  for (uint32_t i = 0; i < g->task.n_supposed; i++) needed[i] = x->base->needed[i] || x->step->needed[i];
  if (g->task.n_supposed && hd_seq_find_needed(g, facts, false, needed)) hd_seq_say_needed(&g->task, needed, out);
  free(needed);
}

/* One move more from the start; true when that decides. */
static bool search(bounded *x, hd_seq_result *out)
{
  unrolling *u = x->base;
  if (!x->pending) {
    unroll(u);
    x->expected.len = 0;
  }
  hd_answer fails = check(u, u->fail);
  x->pending = fails != HD_UNSAT; /* to be asked again: nothing is known about longer paths before that */
  x->violated = fails == HD_SAT;
  x->listed = false;
  if (fails == HD_SAT) {
    found_violation(x, out);
    return true;
  }
  if (fails == HD_DONT_KNOW) {
    const char *spent = hd_budget_reason(hd_smt_budget(u->g->smt));
    hd_seq_unknown(out, HD_NO_POS, "%s", spent ? spent : "the solver did not answer");
    return true;
  }
  note_beyond(x);
  if (prune(u) || hd_budget_spent(hd_smt_budget(u->g->smt))) return false;
  if (x->beyond.id != HD_NONE)
    hd_cutgraph_beyond(u->g, x->beyond, out);
  else {
    hd_seq_set_searched(out, "all paths, none of which passes more than %u loop heads", u->length);
    hd_seq_say_needed(&u->g->task, u->needed, out);
  }
  return true;
}

/* Is a violation after `length` moves without one impossible, wherever they begin? */
static bool induction(bounded *x, const hd_term *facts, hd_seq_result *out)
{
  if (!x->step_useful || x->beyond.id != HD_NONE) return false;
  if (!x->step) { /* a program without loops has been searched by now */
    x->step = unrolling_new(x->base->g);
    start_step(x->step, facts);
  }
  unrolling *u = x->step;
  if (x->step_changed)
    suppose_first(u, facts);
  else
    unroll(u);
  x->step_changed = false;
  hd_answer fails = check(u, hd_term_2(u->T, HD_OP_OR, u->fail, u->beyond));
  if (fails == HD_UNSAT && u->length > 1 && u->g->task.wants_proof) {
    x->step_useful = false;
    return false;
  }
  if (fails == HD_UNSAT) {
    if (u->length == 1)
      hd_seq_set_safe(x->session, facts, out);
    else {
      hd_seq_set_searched(out, "induction over %u moves from loop head to loop head", u->length);
      say_needed(x, facts, out);
    }
    return true;
  }
  suppose(u, facts);
  x->step_useful = fails == HD_SAT;
  return false;
}

static void run(void *state, const hd_budget *b, hd_seq_result *out)
{
  bounded *x = state;
  hd_cutgraph *g = hd_seq_graph(x->session, b);
  apply_changes(x);
  if (!x->base) {
    x->base = unrolling_new(g);
    start_base(x->base);
  }
  double from = hd_now(), between;
  bool done = false;
  while (!done && !hd_budget_spent(b)) {
    if (x->base->length > g->task.unwind) {
      hd_seq_unknown(out, HD_NO_POS, "bounded: %u moves", g->task.unwind);
      break;
    }
    done = search(x, out);
    between = hd_now();
    x->searching += between - from;
    if (!done && x->proving <= x->searching + HEAD_START) done = induction(x, hd_seq_facts(x->session, b), out);
    from = hd_now();
    x->proving += from - between;
  }
  hd_seq_stat_set(out, "unwind", x->base->length);
}

/* --- several violations ------------------------------------------------------------------ */

/* Those that the model does not show: of the last move, and those that changes have made. */
static void list_others(bounded *x)
{
  unrolling *u = x->base;
  x->others.len = 0;
  x->listed = true;
  for (uint32_t i = 0; i < x->expected.len; i++) hd_vec_push(&x->others, x->expected.data[i]);
  for (uint32_t i = u->last; i < u->blocks.len; i++)
    for (uint32_t k = 0; k < u->blocks.data[i]->edges.len; k++)
      if (hd_edge_get(u->g->p, u->blocks.data[i]->edges.data[k].edge)->kind == HD_EDGE_ASSERT)
        hd_vec_push(&x->others, violation_of(u, &u->blocks.data[i]->edges.data[k]));
}

static void leave_told(bounded *x)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < x->others.len; i++)
    if (!hd_solver_value(x->base->solver, x->others.data[i])) x->others.data[kept++] = x->others.data[i];
  x->others.len = kept;
}

static hd_trace *more(void *state, const hd_budget *b)
{
  bounded *x = state;
  if (!x->violated) return NULL;
  unrolling *u = x->base;
  hd_seq_graph(x->session, b);
  if (!x->listed) {
    list_others(x);
    leave_told(x);
  }
  hd_term any = hd_term_false(u->T);
  for (uint32_t i = 0; i < x->others.len; i++) any = hd_term_2(u->T, HD_OP_OR, any, x->others.data[i]);
  x->violated = ask(u, any) == HD_SAT;
  if (!x->violated) return NULL;
  leave_told(x);
  return hd_cutgraph_trace(u->g, u->blocks.data, u->blocks.len, u->solver);
}

const hd_seq_checker hd_seq_bounded = {
    .name = "bounded",
    .summary = "bounded search and k-induction: shallow violations, simple proofs",
    .covers = "unwind",
    .open = open,
    .run = run,
    .changed = changed,
    .more = more,
    .close = close,
};
