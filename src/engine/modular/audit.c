/* audit.c - executes paths and promises once more and compares. */
#include "engine/modular/audit.h"

#ifdef HD_AUDIT

#include "logic/path.h"
#include "trace/interp.h"

enum { RUNS = 12, STEPS = 300 };

/* --- executions ------------------------------------------------------------------------------------------ */

/* Two states of the whole program: before and after. */
typedef struct {
  const hd_modular_run *u;
  const hd_state *before, *after;
} window;

static uint64_t look_into_window(void *context, uint32_t symbol, bool array, uint64_t index)
{
  const window *w = context;
  (void)array;
  const hd_state *s = w->after;
  if (symbol >= w->u->start.id) return 1; /* start, and what is supposed */
  if (symbol >= w->u->first_copy) {
    s = w->before;
    symbol -= w->u->first_copy;
  }
  for (uint32_t t = 0; t < w->u->p->threads.len; t++)
    if (w->u->pc[t].id == symbol) return hd_state_loc(s, (hd_thread){t}, 0).id;
  return hd_state_read(s, (hd_var){symbol}, 0, index);
}

static bool holds_in_window(const window *w, hd_term t)
{
  window copy = *w;
  return hd_term_eval(w->u->p->terms, t, &(hd_env){look_into_window, &copy}) != 0;
}

static bool at_cuts(const hd_modular_run *u, const hd_state *s)
{
  for (uint32_t t = 0; t < u->p->threads.len; t++) {
    hd_loc l = hd_state_loc(s, (hd_thread){t}, 0);
    if (hd_loc_get(u->p, l)->kind == HD_LOC_NORMAL && !u->cut[l.id]) return false;
  }
  return !hd_state_exited(s);
}

static bool is_below(const hd_hierarchy *h, const hd_level *l, hd_thread t)
{
  for (uint32_t i = l->index + 1; i < h->n; i++)
    if (h->order[i].id == t.id) return true;
  return false;
}

static void check_state(const hd_hierarchy *h, const hd_state *s)
{
  window w = {h->u, s, s};
  for (uint32_t i = 0; i < h->invariants.len; i++) HD_CHECK(holds_in_window(&w, h->invariants.data[i]));
  for (uint32_t t = 0; h->u->known && t < h->u->p->threads.len; t++) {
    hd_loc at = hd_state_loc(s, (hd_thread){t}, 0);
    if (hd_loc_get(h->u->p, at)->kind == HD_LOC_NORMAL)
      HD_CHECK(holds_in_window(&w, hd_properties_at(h->u->known, at)));
  }
}

/* The run, seen from a level: what the threads below do between two of the others' moves. */
static void check_run(const hd_hierarchy *h, const hd_level *l, const hd_trace *t)
{
  hd_state *s = hd_state_new(h->u->p, t), *before = NULL;
  for (uint32_t i = 0; i <= t->steps.len; i++) {
    if (at_cuts(h->u, s)) {
      check_state(h, s);
      window w = {h->u, before, s};
      for (uint32_t k = 0; before && k < l->facts.len; k++) HD_CHECK(holds_in_window(&w, l->facts.data[k]));
      if (!before) before = hd_state_copy(s);
    }
    if (i == t->steps.len) break;
    if (!is_below(h, l, t->steps.data[i].thread) && before) {
      hd_state_free(before);
      before = NULL;
    }
    if (hd_state_step(s, &t->steps.data[i], NULL) != HD_STEP_OK) break;
  }
  if (before) hd_state_free(before);
  hd_state_free(s);
}

static void check_environment(const hd_hierarchy *h)
{
  for (uint64_t seed = 1; seed <= RUNS; seed++) {
    hd_replay how;
    hd_trace *t = hd_random_run(h->u->p, HD_PROP_UNREACH_CALL, seed, STEPS, &how);
    for (uint32_t i = 0; i < h->n; i++) check_run(h, &h->levels[i], t);
    hd_trace_free(t);
  }
}

/* --- promises -------------------------------------------------------------------------------------------- */

static bool takes_inputs(const hd_edge_info *e)
{
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (!hd_term_is(e->assigns[i].value) || hd_term_is(e->assigns[i].index)) return true;
  return false;
}

/* From some states with psi: with which inputs do the steps lead on? */
static bool leads_on(hd_modular_run *u, hd_term psi, hd_path_step *steps, uint32_t n, hd_term after)
{
  hd_solver *v = hd_solver_new(u->smt);
  hd_arena arena;
  hd_arena_init(&arena);
  hd_solver_assert(v, psi);
  hd_env model = hd_solver_model(v);
  hd_path_how how = {.skip_asserts = true, .smt = u->smt, .before = &model};
  bool good = hd_solver_check(v, NULL, 0) != HD_SAT || hd_path_inputs(u->p, steps, n, after, &how, &arena) != HD_UNSAT;
  hd_solver_free(v);
  hd_arena_clear(&arena);
  return good;
}

void hd_audit_promise(const hd_hierarchy *h, const hd_level *l, const hd_promise *promise)
{
  hd_modular_run *u = h->u;
  hd_terms *T = u->p->terms;
  HD_VEC(hd_path_step) steps = {0};
  bool exact = true;
  if (l->index || promise->beyond || !promise->moves.len) return;
  for (uint32_t i = 0; i < promise->moves.len; i++) {
    hd_vec_push(&steps, (hd_path_step){promise->moves.data[i].edge, NULL, 0});
    exact &= !takes_inputs(hd_edge_get(u->p, promise->moves.data[i].edge));
  }
  const hd_edge_info *last = hd_edge_get(u->p, hd_vec_last(&steps).edge);
  hd_term fails = hd_formula_not(T, last->cond);
  if (hd_term_is(last->guard)) fails = hd_term_2(T, HD_OP_AND, last->guard, fails);
  if (exact) {
    hd_term pre = hd_path_pre(u->p, steps.data, steps.len - 1, fails, &(hd_path_how){.skip_asserts = true});
    HD_CHECK(hd_smt_refutes(u->smt, &promise->psi, 1, pre) != HD_SAT);
  } else {
    HD_CHECK(leads_on(u, promise->psi, steps.data, steps.len - 1, fails));
  }
  hd_vec_clear(&steps);
}

/* --- progress -------------------------------------------------------------------------------------------- */

hd_audit_move hd_audit_begin(const hd_level *l, const hd_trace *t, uint32_t steps)
{
  const hd_program *p = l->u->p;
  hd_audit_move m = {hd_alloc(p->vars.len, sizeof *m.values), hd_alloc(l->u->first_copy, 1)};
  hd_state *s = hd_state_new(l->q, t);
  for (uint32_t i = 0; i < steps; i++) HD_CHECK(hd_state_step(s, &t->steps.data[i], NULL) == HD_STEP_OK);
  for (uint32_t v = 0; v < p->vars.len; v++)
    if (!p->vars.data[v].count) m.values[v] = hd_state_read(s, (hd_var){v}, 0, 0);
  memcpy(m.vars, l->vars, l->u->first_copy);
  hd_state_free(s);
  return m;
}

static uint64_t read_noted(void *context, uint32_t symbol, bool array, uint64_t index)
{
  (void)array, (void)index;
  return ((const hd_audit_move *)context)->values[symbol];
}

/* Is it about arrays, or about variables that were not there? Then nothing can be said. */
static bool is_noted(const hd_level *l, const hd_audit_move *m, hd_term t)
{
  bool all = true;
  uint8_t *about = hd_alloc(l->u->first_copy, 1);
  hd_modular_run_mark(l->u, t, about);
  for (uint32_t v = 0; v < l->u->first_copy && all; v++)
    all = !about[v] || (m->vars[v] && !l->u->p->vars.data[v].count);
  free(about);
  return all;
}

static bool is_excluded(const hd_hierarchy *h, const hd_level *l, hd_audit_move *m)
{
  hd_terms *T = l->u->p->terms;
  hd_env env = {read_noted, m};
  for (uint32_t i = 0; i < l->facts.len; i++)
    if (!is_noted(l, m, l->facts.data[i]) || !hd_term_eval(T, l->facts.data[i], &env)) return true;
  for (uint32_t i = 0; i < h->invariants.len; i++)
    if (!is_noted(l, m, h->invariants.data[i]) || !hd_term_eval(T, h->invariants.data[i], &env)) return true;
  return false;
}

void hd_audit_end(const hd_hierarchy *h, const hd_level *l, hd_audit_move move_take, bool possible)
{
  if (!possible && !h->cause.kind) {
    HD_CHECK(is_excluded(h, l, &move_take));
    check_environment(h);
  }
  free(move_take.values);
  free(move_take.vars);
}

#else
typedef int hd_audit_is_off; /* an empty file is none */
#endif
