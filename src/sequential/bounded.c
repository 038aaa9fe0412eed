/* bounded.c - bounded search and k-induction, on two solvers that are kept.
 *
 * The graph is unrolled move by move (unroll.h). The search from the start finds violations, and knows when nothing is
 * left to go on from; the same unrolling from any cut with any values (that the facts allow) shows that after k
 * moves without a violation there is none in the next: then, no violation having been found in the first k
 * moves, there is none at all. */
#include "sequential/needed.h"
#include "sequential/session.h"
#include "sequential/unroll.h"

/* Seconds that induction may cost more than the search. */
static const double HEAD_START = 0.1;

typedef struct {
  hd_seq_session *session;
  hd_unrolling *base, *step;
  hd_loc beyond; /* a place that can be reached and where nothing is known */
  bool step_useful;
  double searching, proving;     /* seconds spent on either */
  bool pending;                  /* base->fail is not known to be impossible */
  HD_VEC(hd_seq_change) changes; /* not in the unrollings yet */
  bool constrained;              /* guards got stronger */
  bool exhausted;                /* base knows all ways */
  bool expecting;                /* assertions did, and `expected` is not known to be impossible */
  bool outdated;                 /* the unrollings cannot be changed like that */
  bool step_changed;             /* the last move of step has to be asked about once more */
  hd_term_list expected;         /* violations that changes have made of moves before */
  bool violated;                 /* base->fail is possible; others: what else is, beside what was told */
  bool listed;
  hd_term_list others;
} bounded;

/* --- changes ----------------------------------------------------------------------------- */

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
static bool is_told(const hd_cutgraph *g, hd_seq_change c)
{
  const hd_edge_info *e = hd_edge_get(g->p, c.edge);
  liveness l = {g, e->from, true};
  hd_term_visit_leaves(g->p->terms, hd_term_is(c.fact) ? c.fact : e->cond, note_live, &l);
  return l.all;
}

/* In an unrolling, ways go on behind a violation that a change has made, to where a constraint would make them, and
 * the violation, impossible. So there can be either, not both. */
static void changed_bounded(void *state, hd_edge e, hd_term fact)
{
  bounded *x = state;
  hd_seq_change c = {e, fact};
  x->violated = false;
  if (!x->base) return;
  bool both = hd_term_is(fact) ? x->expecting : x->constrained;
  if (both || x->beyond.id != HD_NONE || !is_told(x->base->g, c)) x->outdated = true;
  *(hd_term_is(fact) ? &x->constrained : &x->expecting) = true;
  x->exhausted = false;
  hd_vec_push(&x->changes, c);
}

static void drop_step(bounded *x)
{
  hd_unrolling_free(x->step);
  x->step = NULL;
  x->step_changed = false;
}

static void begin_anew(bounded *x)
{
  hd_unrolling_free(x->base);
  x->base = NULL;
  drop_step(x);
  x->expected.len = 0;
  x->beyond = HD_NO_LOC;
  x->step_useful = true;
  x->pending = x->outdated = x->constrained = x->expecting = false;
  x->searching = x->proving = 0;
}

/* Induction supposes that assertions held before: with stronger ones it begins anew. */
static void apply_changes(bounded *x)
{
  if (x->outdated) begin_anew(x);
  for (uint32_t i = 0; i < x->changes.len && x->base; i++) {
    hd_seq_change c = x->changes.data[i];
    uint32_t first = x->expected.len;
    hd_unrolling_change(x->base, c, &x->expected);
    for (uint32_t k = first; k < x->expected.len; k++) {
      x->base->fail = hd_term_2(x->base->T, HD_OP_OR, x->base->fail, x->expected.data[k]);
      x->pending = true;
    }
    if (x->step && hd_term_is(c.fact)) hd_unrolling_change(x->step, c, NULL);
    x->step_changed = x->step && x->step->length;
    if (!hd_term_is(c.fact)) drop_step(x);
  }
  x->changes.len = 0;
}

/* --- the checker ------------------------------------------------------------------------- */

static void *open_bounded(hd_seq_session *s)
{
  bounded *x = hd_alloc(1, sizeof *x);
  x->session = s;
  x->beyond = HD_NO_LOC;
  x->step_useful = true;
  return x;
}

static void close_bounded(void *state)
{
  bounded *x = state;
  hd_unrolling_free(x->base);
  hd_unrolling_free(x->step);
  hd_vec_clear(&x->changes);
  hd_vec_clear(&x->expected);
  hd_vec_clear(&x->others);
  free(x);
}

static void note_beyond(bounded *x)
{
  const hd_unrolling *u = x->base;
  for (uint32_t i = 0; i < u->ends.len && x->beyond.id == HD_NONE; i++)
    if (hd_unrolling_check(x->base, u->ends.data[i].cond) != HD_UNSAT) x->beyond = u->ends.data[i].loc;
}

static hd_trace *trace_of(hd_unrolling *u)
{
  return hd_cutgraph_trace(u->g, u->blocks.data, u->blocks.len, u->solver);
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
static bool search_one_more(bounded *x, hd_seq_result *out)
{
  hd_unrolling *u = x->base;
  if (!x->pending) {
    hd_unroll(u);
    x->expected.len = 0;
  }
  hd_answer fails = hd_unrolling_check(u, u->fail);
  x->pending = fails != HD_UNSAT; /* to be asked again: nothing is known about longer paths before that */
  x->violated = fails == HD_SAT;
  x->expecting = x->expecting && x->pending;
  x->listed = false;
  if (fails == HD_SAT) {
    hd_seq_set_unsafe(out, trace_of(u));
    return true;
  }
  if (fails == HD_DONT_KNOW) {
    hd_seq_give_up(out, hd_cause_spent(hd_smt_budget(u->g->smt), "the solver did not answer"));
    return true;
  }
  note_beyond(x);
  if (hd_unrolling_prune(u) || hd_budget_spent(hd_smt_budget(u->g->smt))) return false;
  if (x->beyond.id != HD_NONE)
    hd_cutgraph_beyond(u->g, x->beyond, out);
  else {
    x->exhausted = true;
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
    x->step = hd_unrolling_new(x->base->g);
    hd_unrolling_from_any(x->step, facts);
  }
  hd_unrolling *u = x->step;
  if (x->step_changed)
    hd_unrolling_suppose_first(u, facts);
  else
    hd_unroll(u);
  x->step_changed = false;
  hd_answer fails = hd_unrolling_check(u, hd_term_2(u->T, HD_OP_OR, u->fail, u->beyond));
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
  hd_unrolling_suppose(u, facts);
  x->step_useful = fails == HD_SAT;
  return false;
}

static void run_bounded(void *state, const hd_budget *b, hd_seq_result *out)
{
  bounded *x = state;
  hd_cutgraph *g = hd_seq_graph(x->session, b);
  apply_changes(x);
  if (!x->base) {
    x->base = hd_unrolling_new(g);
    hd_unrolling_from_start(x->base);
  }
  double from = hd_work_now(), between;
  bool done = false;
  while (!done && !hd_budget_spent(b)) {
    if (x->base->length > g->task.unwind) {
      hd_cause c = {.kind = HD_CAUSE_BOUND, .pos = HD_NO_POS};
      hd_cover(&c.covered, HD_MEASURE_MOVES, g->task.unwind);
      hd_seq_give_up(out, c);
      break;
    }
    done = search_one_more(x, out);
    between = hd_work_now();
    x->searching += between - from;
    if (!done && x->proving <= x->searching + HEAD_START) done = induction(x, hd_seq_facts(x->session, b), out);
    from = hd_work_now();
    x->proving += from - between;
  }
  hd_seq_stat_set(out, "unwind", x->base->length);
}

/* --- attempts ---------------------------------------------------------------------------- */

/* A constraint behind it may hide the violation of an edge that asserts more. */
static bool attempt_bounded(void *state, const hd_seq_attempt *a, const hd_budget *b, hd_seq_result *out)
{
  bounded *x = state;
  if (!x->base || !x->exhausted || x->constrained) return false;
  for (uint32_t i = 0; i < a->n_edges; i++)
    for (uint32_t k = 0; k < a->n_parts; k++)
      if (!is_told(x->base->g, (hd_seq_change){a->edges[i], a->parts[k]})) return false;
  hd_cutgraph *g = hd_seq_graph(x->session, b);
  uint8_t *needed = hd_alloc(g->task.n_supposed + 1, 1);
  hd_answer fails = hd_unrolling_attempt(x->base, a, needed);
  if (fails == HD_UNSAT) {
    hd_seq_set_searched(out, "all paths, none of which passes more than %u loop heads", x->base->length);
    hd_seq_say_needed(&g->task, needed, out);
  } else if (fails == HD_SAT) {
    hd_seq_set_unsafe(out, trace_of(x->base));
  }
  free(needed);
  return fails != HD_DONT_KNOW;
}

/* --- several violations ------------------------------------------------------------------ */

/* Those that the model does not show: of the last move, and those that changes have made. */
static void list_others(bounded *x)
{
  hd_unrolling *u = x->base;
  x->others.len = 0;
  x->listed = true;
  for (uint32_t i = 0; i < x->expected.len; i++) hd_vec_push(&x->others, x->expected.data[i]);
  for (uint32_t i = u->last; i < u->blocks.len; i++)
    for (uint32_t k = 0; k < u->blocks.data[i]->edges.len; k++)
      if (hd_edge_get(u->g->p, u->blocks.data[i]->edges.data[k].edge)->kind == HD_EDGE_ASSERT)
        hd_vec_push(&x->others, hd_unrolling_violation(u, &u->blocks.data[i]->edges.data[k]));
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
  hd_unrolling *u = x->base;
  hd_seq_graph(x->session, b);
  if (!x->listed) {
    list_others(x);
    leave_told(x);
  }
  hd_term any = hd_term_false(u->T);
  for (uint32_t i = 0; i < x->others.len; i++) any = hd_term_2(u->T, HD_OP_OR, any, x->others.data[i]);
  x->violated = hd_unrolling_ask(u, any) == HD_SAT;
  if (!x->violated) return NULL;
  leave_told(x);
  return trace_of(u);
}

const hd_seq_checker hd_seq_bounded = {
    .name = "bounded",
    .summary = "bounded search and k-induction: shallow violations, simple proofs",
    .covers = HD_MEASURE_UNWIND,
    .open = open_bounded,
    .run = run_bounded,
    .changed = changed_bounded,
    .more = more,
    .attempt = attempt_bounded,
    .close = close_bounded,
};
