/* locally.c - weakest preconditions over a thread's own variables. */
#include "engine/static/locally.h"

#include "logic/smt.h"

enum {
  MOST_DEMANDS = 60,   /* places on the ways to one check */
  MOST_SUBTERMS = 600, /* of a formula */
  EFFORT = 400000      /* of the solver, in its units */
};

typedef struct {
  uint32_t loc;
  hd_term before; /* what was known there until then */
} demand;

struct hd_locally {
  const hd_program *p;
  const hd_edge_info *edges;
  hd_terms *T;
  hd_smt *smt;
  hd_solver *solver;
  hd_term *at;   /* by location */
  uint8_t *seen; /* by edge: how its check was judged */
  HD_VEC(demand) demands;
  hd_u32s todo;
};

enum { NOT_SEEN, HOLDS, OPEN };

hd_locally *hd_locally_new(const hd_program *p, const hd_edge_info *edges, const hd_budget *b)
{
  hd_locally *x = hd_alloc(1, sizeof *x);
  *x = (hd_locally){.p = p, .edges = edges, .T = p->terms};
  x->smt = hd_smt_new(p->terms, HD_ARITH_INT, NULL, b);
  x->solver = hd_solver_new(x->smt);
  x->at = hd_alloc(p->locs.len + 1, sizeof *x->at);
  x->seen = hd_alloc(p->edges.len + 1, 1);
  for (uint32_t l = 0; l < p->locs.len; l++) x->at[l] = HD_NO_TERM;
  return x;
}

void hd_locally_free(hd_locally *x)
{
  if (!x) return;
  hd_solver_free(x->solver);
  hd_smt_free(x->smt);
  hd_vec_clear(&x->demands);
  hd_vec_clear(&x->todo);
  free(x->at);
  free(x->seen);
  free(x);
}

hd_term hd_locally_at(const hd_locally *x, hd_loc l)
{
  return x->at[l.id];
}

static void note_foreign(void *context, hd_term leaf)
{
  hd_locally **x = context;
  if (!*x || hd_term_op((*x)->T, leaf) != HD_OP_VAR) return;
  const hd_var_info *v = &(*x)->p->vars.data[hd_term_symbol((*x)->T, leaf)];
  if (v->thread.id == HD_NONE || v->count) *x = NULL;
}

/* Is the formula about the thread's own scalars alone? */
static bool is_local(hd_locally *x, hd_term t)
{
  hd_locally *still = x;
  hd_term_visit_leaves(x->T, t, note_foreign, &still);
  return still != NULL;
}

static bool is_valid(hd_locally *x, hd_term t)
{
  if (hd_term_is_true(x->T, t)) return true;
  hd_solver_limit(x->solver, EFFORT);
  hd_solver_push(x->solver);
  hd_solver_assert(x->solver, hd_term_1(x->T, HD_OP_NOT, t));
  hd_answer answer = hd_solver_check(x->solver, NULL, 0);
  hd_solver_pop(x->solver, 1);
  return answer == HD_UNSAT;
}

static hd_term implies(hd_locally *x, hd_term a, hd_term b)
{
  return hd_term_is(a) ? hd_term_2(x->T, HD_OP_OR, hd_term_1(x->T, HD_OP_NOT, a), b) : b;
}

static bool is_entry(const hd_locally *x, hd_loc l)
{
  return hd_thread_get(x->p, hd_loc_get(x->p, l)->thread)->entry.id == l.id;
}

/* The formula must hold whenever an instance stands there. False: that cannot be shown. */
static bool demand_at(hd_locally *x, hd_loc l, hd_term t)
{
  hd_term known = x->at[l.id];
  if (hd_term_size(x->T, t) > MOST_SUBTERMS) return false;
  if (is_valid(x, hd_term_is(known) ? implies(x, known, t) : t)) return true;
  if (!is_local(x, t) || is_entry(x, l) || x->demands.len >= MOST_DEMANDS) return false;
  hd_vec_push(&x->demands, (demand){l.id, known});
  x->at[l.id] = hd_term_is(known) ? hd_term_2(x->T, HD_OP_AND, known, t) : t;
  hd_vec_push(&x->todo, l.id);
  return true;
}

typedef struct {
  const hd_edge_info *e;
  const hd_terms *T;
  bool any; /* an input was asked for */
} step;

static hd_term assigned(void *context, hd_term leaf)
{
  step *s = context;
  if (hd_term_op(s->T, leaf) != HD_OP_VAR) return HD_NO_TERM;
  for (uint32_t i = 0; i < s->e->n_assigns; i++) {
    const hd_assign *a = &s->e->assigns[i];
    if (a->var.id != hd_term_symbol(s->T, leaf)) continue;
    s->any |= !hd_term_is(a->value);
    return a->value;
  }
  return HD_NO_TERM;
}

/* Before the edge. Of an input, the formula must be valid: it may have any value. A guard about shared variables says
 * nothing that lasts, and is left out: the more is demanded. */
static bool demand_before(hd_locally *x, const hd_edge_info *e, hd_term t)
{
  step s = {e, x->T, false};
  hd_term then = hd_term_substitute(x->T, t, &(hd_rewrite){assigned, &s});
  if (s.any) return is_valid(x, t);
  if (e->kind == HD_EDGE_ASSERT && is_local(x, e->cond)) then = implies(x, e->cond, then);
  if (hd_term_is(e->guard) && is_local(x, e->guard)) then = implies(x, e->guard, then);
  return demand_at(x, e->from, then);
}

static bool follow_back(hd_locally *x)
{
  bool held = true;
  while (x->todo.len && held) {
    uint32_t l = hd_vec_pop(&x->todo);
    for (uint32_t i = 0; i < x->p->edges.len && held; i++)
      if (x->edges[i].to.id == l) held = demand_before(x, &x->edges[i], x->at[l]);
  }
  x->todo.len = 0;
  return held;
}

/* What was demanded in vain is not known. */
static void take_back(hd_locally *x)
{
  while (x->demands.len) {
    demand d = hd_vec_pop(&x->demands);
    x->at[d.loc] = d.before;
  }
}

bool hd_locally_holds(hd_locally *x, hd_edge check)
{
  const hd_edge_info *e = &x->edges[check.id];
  HD_CHECK(e->kind == HD_EDGE_ASSERT);
  if (x->seen[check.id] != NOT_SEEN) return x->seen[check.id] == HOLDS;
  x->demands.len = 0;
  bool holds = is_local(x, e->cond);
  hd_term t = hd_term_is(e->guard) && is_local(x, e->guard) ? implies(x, e->guard, e->cond) : e->cond;
  holds = holds && demand_at(x, e->from, t) && follow_back(x);
  if (!holds) take_back(x);
  x->seen[check.id] = holds ? HOLDS : OPEN;
  return holds;
}
