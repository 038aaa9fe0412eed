/* interpolate.c - shrinks a chain of steps to its core, tries the ways of interpolate_ways.c and keeps the smallest. */
#include "logic/interpolate.h"

#include "logic/eliminate.h"
#include "logic/interpolate_ways.h"

static hd_term or_true(hd_terms *T, hd_term t)
{
  return hd_term_is(t) ? t : hd_term_true(T);
}

/* --- the core -------------------------------------------------------------------------------------- */

/* Where an assumption comes from: step HD_NONE is `before`, step n is `after`. */
typedef struct {
  uint32_t step;
  uint32_t update;  /* HD_NONE: a conjunct of the guard */
  hd_term original; /* the conjunct over the state's own symbols */
} origin;

typedef struct {
  hd_terms *T;
  HD_VEC(hd_term) facts;
  HD_VEC(origin) origins;
} facts;

static void add_conjuncts(facts *f, hd_versions *v, uint32_t step, hd_term t)
{
  hd_term_list conjuncts = {0};
  hd_formula_conjuncts(f->T, t, &conjuncts);
  for (uint32_t i = 0; i < conjuncts.len; i++) {
    hd_vec_push(&f->facts, hd_versions_now(v, conjuncts.data[i]));
    hd_vec_push(&f->origins, (origin){step, HD_NONE, conjuncts.data[i]});
  }
  hd_vec_clear(&conjuncts);
}

static void add_step(facts *f, hd_versions *v, uint32_t i, const hd_transition *step)
{
  add_conjuncts(f, v, i, or_true(f->T, step->guard));
  hd_term *equations = hd_alloc(step->n + 1, sizeof *equations);
  hd_versions_take(v, step, equations);
  for (uint32_t j = 0; j < step->n; j++) {
    if (hd_term_is_true(f->T, equations[j])) continue;
    hd_vec_push(&f->facts, equations[j]);
    hd_vec_push(&f->origins, (origin){i, j, HD_NO_TERM});
  }
  free(equations);
}

static void add_chain(facts *f, const hd_chain *chain)
{
  hd_versions v;
  hd_versions_init(&v, f->T);
  add_conjuncts(f, &v, HD_NONE, or_true(f->T, chain->before));
  for (uint32_t i = 0; i < chain->n; i++) add_step(f, &v, i, &chain->steps[i]);
  add_conjuncts(f, &v, chain->n, or_true(f->T, chain->after));
  hd_versions_clear(&v);
}

enum { MOST_DELETIONS = 40 };

/* Keeps only what the solver's core names. */
static void shrink_to_core(facts *f, hd_solver *solver)
{
  uint32_t n;
  const uint32_t *core = hd_solver_core(solver, &n);
  for (uint32_t i = 0; i < n; i++) {
    f->facts.data[i] = f->facts.data[core[i]];
    f->origins.data[i] = f->origins.data[core[i]];
  }
  f->facts.len = f->origins.len = n;
}

/* Tries to do without each fact once. The assumption that is left out stands at the end meanwhile. */
static void minimize(facts *f, hd_solver *solver)
{
  for (uint32_t tries = 0, i = 0; i < f->facts.len && tries < MOST_DELETIONS; tries++) {
    hd_term left_out = f->facts.data[i];
    origin from = f->origins.data[i];
    f->facts.data[i] = hd_vec_last(&f->facts);
    f->facts.len--;
    hd_answer answer = hd_solver_check(solver, f->facts.data, f->facts.len);
    f->facts.len++;
    if (answer == HD_UNSAT) {
      f->origins.data[i] = hd_vec_last(&f->origins);
      f->facts.len--;
      f->origins.len--;
      continue;
    }
    f->facts.data[i] = left_out;
    f->origins.data[i] = from;
    i++;
  }
}

static hd_answer find_core(hd_smt *s, facts *f)
{
  hd_solver *solver = hd_solver_new(s);
  hd_answer answer = hd_solver_check(solver, f->facts.data, f->facts.len);
  if (answer == HD_UNSAT) {
    shrink_to_core(f, solver);
    minimize(f, solver);
  }
  hd_solver_free(solver);
  return answer;
}

/* --- the chain without what is not in the core ------------------------------------------------------ */

static void keep_in_core(hd_terms *T, const facts *f, const hd_chain *chain, hd_chain *core, hd_arena *arena)
{
  hd_transition *steps = hd_arena_alloc(arena, (chain->n + 1) * sizeof *steps);
  *core = (hd_chain){hd_term_true(T), hd_term_true(T), steps, chain->n};
  for (uint32_t i = 0; i < chain->n; i++) {
    const hd_transition *step = &chain->steps[i];
    hd_update *updates = hd_arena_copy(arena, step->updates, step->n * sizeof *updates);
    for (uint32_t j = 0; j < step->n; j++)
      if (!hd_term_is(updates[j].index)) updates[j].value = HD_NO_TERM;
    steps[i] = (hd_transition){hd_term_true(T), updates, step->n};
  }
  for (uint32_t i = 0; i < f->origins.len; i++) {
    origin o = f->origins.data[i];
    hd_term *where = o.step == HD_NONE ? &core->before : o.step == chain->n ? &core->after : &steps[o.step].guard;
    if (o.update == HD_NONE)
      *where = hd_term_2(T, HD_OP_AND, *where, o.original);
    else
      ((hd_update *)steps[o.step].updates)[o.update].value = chain->steps[o.step].updates[o.update].value;
  }
}

static uint64_t total_size(const hd_terms *T, const hd_term *out, uint32_t n)
{
  uint64_t size = 0;
  for (uint32_t i = 0; i < n; i++) size += hd_term_size(T, out[i]);
  return size;
}

static bool writes_arrays(const hd_chain *chain)
{
  for (uint32_t i = 0; i < chain->n; i++) {
    for (uint32_t j = 0; j < chain->steps[i].n; j++)
      if (hd_term_is(chain->steps[i].updates[j].index)) return true;
  }
  return false;
}

/* Backward, and forward where elimination is cheap or backward failed: the smaller result. (Measured:
 * docs/logic.md.) */
static hd_answer best(hd_smt *s, const hd_chain *core, hd_term *out)
{
  hd_terms *T = hd_smt_terms(s);
  bool backward = hd_interpolate_backward(s, core, out);
  if (backward && (hd_smt_arith(s) == HD_ARITH_BV || writes_arrays(core))) return HD_UNSAT;
  hd_term *other = hd_alloc(core->n + 1, sizeof *other);
  bool forward = hd_interpolate_forward(s, core, other);
  bool smaller = forward && (!backward || total_size(T, other, core->n + 1) < total_size(T, out, core->n + 1));
  if (smaller) memcpy(out, other, (core->n + 1) * sizeof *out);
  free(other);
  return backward || forward ? HD_UNSAT : HD_DONT_KNOW;
}

static hd_answer interpolate_core(hd_smt *s, const hd_chain *core, hd_interpolation how, hd_term *out)
{
  bool found = false;
  switch (how) {
  case HD_INTERPOLATE_BACKWARD: found = hd_interpolate_backward(s, core, out); break;
  case HD_INTERPOLATE_FORWARD: found = hd_interpolate_forward(s, core, out); break;
  case HD_INTERPOLATE_HORN: return hd_interpolate_horn(s, core, out);
  default:
    found = best(s, core, out) == HD_UNSAT;
    if (!found) return hd_interpolate_horn(s, core, out);
  }
  return found ? HD_UNSAT : HD_DONT_KNOW;
}

hd_answer hd_interpolate(hd_smt *s, const hd_chain *chain, hd_interpolation how, hd_term *out)
{
  facts f = {.T = hd_smt_terms(s)};
  add_chain(&f, chain);
  hd_answer answer = find_core(s, &f);
  if (answer == HD_UNSAT) {
    hd_arena arena;
    hd_chain core;
    hd_arena_init(&arena);
    keep_in_core(f.T, &f, chain, &core, &arena);
    answer = interpolate_core(s, &core, how, out);
    hd_arena_clear(&arena);
#if defined(HD_DEBUG)
    HD_CHECK(answer != HD_UNSAT || hd_interpolants_check(s, chain, out) != HD_SAT);
#endif
  }
  hd_vec_clear(&f.facts);
  hd_vec_clear(&f.origins);
  return answer;
}

/* --- checking -------------------------------------------------------------------------------------- */

static hd_answer check_step(hd_smt *s, const hd_transition *step, hd_term from, hd_term to)
{
  hd_terms *T = hd_smt_terms(s);
  hd_versions v;
  hd_versions_init(&v, T);
  hd_term *known = hd_alloc(step->n + 2, sizeof *known);
  hd_versions_take(&v, step, known);
  known[step->n] = or_true(T, step->guard);
  known[step->n + 1] = from;
  hd_answer answer = hd_smt_refutes(s, known, step->n + 2, hd_versions_now(&v, to));
  free(known);
  hd_versions_clear(&v);
  return answer;
}

hd_answer hd_interpolants_check(hd_smt *s, const hd_chain *chain, const hd_term *out)
{
  hd_terms *T = hd_smt_terms(s);
  hd_term before = or_true(T, chain->before), after = or_true(T, chain->after);
  hd_answer worst = hd_smt_refutes(s, &before, 1, out[0]);
  for (uint32_t i = 0; i < chain->n && worst == HD_UNSAT; i++)
    worst = check_step(s, &chain->steps[i], out[i], out[i + 1]);
  if (worst != HD_UNSAT) return worst;
  hd_term end[2] = {out[chain->n], after};
  return hd_smt_satisfiable(s, end, 2);
}
