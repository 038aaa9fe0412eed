/* shrink.c - drops conjuncts that no move needs. */
#include "sequential/shrink.h"

#include "logic/formula.h"

enum { EFFORT = 3000000 }; /* resources of a query */

typedef struct {
  uint32_t cut, conjunct;
} item;

typedef struct {
  hd_cutgraph *g;
  hd_terms *T;
  hd_term_list *all; /* by cut: conjuncts */
  uint8_t **needed;  /* by cut and conjunct */
  HD_VEC(item) work;
} shrinking;

static void need_conjunct(shrinking *x, uint32_t cut, uint32_t conjunct)
{
  if (x->needed[cut][conjunct]) return;
  x->needed[cut][conjunct] = 1;
  hd_vec_push(&x->work, (item){cut, conjunct});
}

/* Notes what excludes the move into `bad` (about the state after; HD_NO_TERM: the move itself). What is
 * needed already is tried first. */
static bool exclude_after_move(shrinking *x, const hd_move *m, hd_solver *s, hd_term bad)
{
  const hd_term_list *all = &x->all[m->from];
  hd_u32s which = {0};
  HD_VEC(hd_term) assumptions = {0};
  hd_answer a = HD_SAT;
  hd_solver_push(s);
  if (hd_term_is(bad)) hd_solver_assert(s, bad);
  for (unsigned round = 0; round < 2 && a != HD_UNSAT; round++) {
    assumptions.len = which.len = 0;
    for (uint32_t i = 0; i < all->len; i++) {
      if (round == 0 && !x->needed[m->from][i]) continue;
      hd_vec_push(&assumptions, all->data[i]);
      hd_vec_push(&which, i);
    }
    a = hd_solver_check(s, assumptions.data, assumptions.len);
  }
  uint32_t n = 0;
  const uint32_t *core = a == HD_UNSAT ? hd_solver_core(s, &n) : NULL;
  for (uint32_t i = 0; i < n; i++) need_conjunct(x, m->from, which.data[core[i]]);
  hd_solver_pop(s, 1);
  hd_vec_clear(&assumptions);
  hd_vec_clear(&which);
  return a == HD_UNSAT;
}

static hd_solver *solver_for(hd_cutgraph *g, const hd_move *m)
{
  hd_solver *s = hd_solver_new(g->smt);
  hd_solver_limit(s, EFFORT);
  if (m->from == HD_CUT_START) hd_solver_assert(s, g->initially);
  hd_solver_assert(s, m->cond);
  return s;
}

static bool close_under_moves(shrinking *x, hd_solver **solvers)
{
  hd_cutgraph *g = x->g;
  for (uint32_t i = 0; i < g->moves.len; i++)
    if (g->moves.data[i].kind != HD_TO_CUT && !exclude_after_move(x, &g->moves.data[i], solvers[i], HD_NO_TERM))
      return false;
  while (x->work.len) {
    item now = hd_vec_pop(&x->work);
    for (uint32_t i = 0; i < g->moves.len; i++) {
      const hd_move *m = &g->moves.data[i];
      if (m->kind != HD_TO_CUT || m->to != now.cut) continue;
      hd_term after = hd_cutgraph_apply(g, m->post, x->all[now.cut].data[now.conjunct]);
      if (!exclude_after_move(x, m, solvers[i], hd_term_1(x->T, HD_OP_NOT, after))) return false;
    }
  }
  return true;
}

static void take_needed(shrinking *x, hd_term *invariants)
{
  for (uint32_t i = 1; i < x->g->cuts.len; i++) {
    invariants[i] = hd_term_true(x->T);
    for (uint32_t k = 0; k < x->all[i].len; k++)
      if (x->needed[i][k]) invariants[i] = hd_term_2(x->T, HD_OP_AND, x->all[i].data[k], invariants[i]);
  }
}

bool hd_seq_shrink(hd_cutgraph *g, hd_term *invariants)
{
  shrinking x = {.g = g, .T = g->p->terms};
  uint32_t n = g->cuts.len;
  hd_solver **solvers = hd_alloc(g->moves.len + 1, sizeof *solvers);
  x.all = hd_alloc(n, sizeof *x.all);
  x.needed = hd_alloc(n, sizeof *x.needed);
  for (uint32_t i = 0; i < n; i++) {
    if (i != HD_CUT_START) hd_formula_conjuncts(x.T, invariants[i], &x.all[i]);
    x.needed[i] = hd_alloc(x.all[i].len + 1, 1);
  }
  for (uint32_t i = 0; i < g->moves.len; i++) solvers[i] = solver_for(g, &g->moves.data[i]);
  bool done = close_under_moves(&x, solvers);
  if (done) take_needed(&x, invariants);
  for (uint32_t i = 0; i < g->moves.len; i++) hd_solver_free(solvers[i]);
  for (uint32_t i = 0; i < n; i++) {
    hd_vec_clear(&x.all[i]);
    free(x.needed[i]);
  }
  free(x.all);
  free(x.needed);
  free(solvers);
  hd_vec_clear(&x.work);
  return done;
}
