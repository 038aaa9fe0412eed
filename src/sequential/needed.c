/* needed.c - a flag for each supposed variable; those outside the core are not needed. */
#include "sequential/needed.h"

enum { EFFORT = 3000000 }; /* resources of a query */

typedef struct {
  hd_cutgraph *g;
  hd_terms *T;
  const hd_term *invariants;
  hd_solver *solver;
  hd_term *flags;  /* by supposed variable */
  uint8_t *needed; /* by supposed variable */
  bool safety;
} finding;

/* The state with other values for the supposed variables: the flags, or (flags NULL) true. */
static hd_term *with_flags(const finding *x, const hd_term *state, const hd_term *flags)
{
  const hd_cutgraph *g = x->g;
  hd_term *copy = hd_alloc(g->cells->list.len + 1, sizeof *copy);
  memcpy(copy, state, g->cells->list.len * sizeof *copy);
  for (uint32_t i = 0; i < g->task.n_supposed; i++)
    copy[g->cells->first[g->task.supposed[i].id]] = flags ? flags[i] : hd_term_true(x->T);
  return copy;
}

static hd_term invariant_in(const finding *x, uint32_t cut, const hd_term *state)
{
  if (cut == HD_CUT_START) return x->g->initially;
  hd_term *plain = with_flags(x, state, NULL);
  hd_term t = hd_cutgraph_apply(x->g, plain, x->invariants[cut]);
  free(plain);
  return t;
}

/* Notes what excludes it. */
static bool exclude_bad(finding *x, hd_term bad)
{
  uint32_t n_flags = x->g->task.n_supposed, n = 0;
  if (hd_term_is_false(x->T, bad)) return true;
  hd_term *assumptions = hd_alloc(n_flags + 1, sizeof *assumptions);
  assumptions[0] = bad;
  memcpy(assumptions + 1, x->flags, n_flags * sizeof *assumptions);
  bool excluded = hd_solver_check(x->solver, assumptions, n_flags + 1) == HD_UNSAT;
  const uint32_t *core = excluded ? hd_solver_core(x->solver, &n) : NULL;
  for (uint32_t i = 0; i < n; i++)
    if (core[i] > 0) x->needed[core[i] - 1] = true;
  free(assumptions);
  return excluded;
}

/* The target is not reached, or what is to hold there does. */
static bool exclude_target(finding *x, hd_term before, const hd_block_target *t)
{
  hd_term bad = hd_term_2(x->T, HD_OP_AND, before, t->cond);
  if (t->kind != HD_TO_CUT && !x->safety) return true;
  if (t->kind == HD_TO_CUT) {
    uint32_t to = x->g->number[t->loc.id];
    if (to == HD_NONE) return true;
    bad = hd_term_2(x->T, HD_OP_AND, bad, hd_term_1(x->T, HD_OP_NOT, invariant_in(x, to, t->post)));
  }
  return exclude_bad(x, bad);
}

static bool exclude_from(finding *x, uint32_t cut)
{
  hd_cutgraph *g = x->g;
  if (hd_loc_get(g->p, g->cuts.data[cut])->kind != HD_LOC_NORMAL) return true;
  hd_term *pre = with_flags(x, cut == HD_CUT_START ? g->initial : g->state, x->flags);
  hd_term before = invariant_in(x, cut, g->state);
  hd_block *b = hd_block_new(g->cells, &g->symbols, g->live, g->is_cut, g->cuts.data[cut], pre);
  bool good = true;
  for (uint32_t i = 0; i < b->targets.len && good; i++) good = exclude_target(x, before, &b->targets.data[i]);
  hd_block_free(b);
  free(pre);
  return good;
}

bool hd_seq_find_needed(hd_cutgraph *g, const hd_term *invariants, bool safety, uint8_t *needed)
{
  uint32_t n = g->task.n_supposed;
  finding x = {g, g->p->terms, invariants, hd_solver_new(g->smt), NULL, needed, safety};
  hd_solver_limit(x.solver, EFFORT);
  x.flags = hd_alloc(n + 1, sizeof *x.flags);
  for (uint32_t i = 0; i < n; i++) x.flags[i] = hd_symbols_fresh(&g->symbols, HD_BOOL, g->task.supposed[i]);
  bool good = true;
  for (uint32_t i = 0; i < g->cuts.len && good; i++) good = exclude_from(&x, i);
  hd_solver_free(x.solver);
  free(x.flags);
  return good;
}

void hd_seq_say_needed(const hd_seq_task *task, const uint8_t *needed, hd_seq_result *out)
{
  out->has_needed = true;
  for (uint32_t i = 0; i < task->n_supposed; i++)
    if (needed[i]) hd_vec_push(&out->needed, task->supposed[i]);
}
