/* paths.c - what is computed about paths, against runs of random programs. For the steps of a run, the
 * postcondition holds at its end, the precondition of what holds there holds at its start and leads on from other
 * states (projection), and inputs are found that take the same steps again. Usage: fuzz_paths FIRST COUNT */
#include <stdio.h>

#include "generate.h"
#include "logic/execution.h"
#include "logic/path.h"
#include "program/expand.h"
#include "trace/interp.h"

typedef struct {
  hd_program *p;
  hd_trace *run;
  HD_VEC(hd_path_step) steps;
  hd_state *first, *last;
  bool inside; /* it writes into arrays at places that they have */
} sample;

static uint64_t read_state(void *context, uint32_t symbol, bool array, uint64_t index)
{
  (void)array;
  return hd_state_read(context, (hd_var){symbol}, 0, index);
}

static bool holds(const sample *s, hd_state *state, hd_term formula)
{
  return hd_term_eval(s->p->terms, formula, &(hd_env){read_state, state}) != 0;
}

static bool keep_all(void *context, hd_var v)
{
  (void)context, (void)v;
  return true;
}

/* The values of the scalars in the last state, as a formula. */
static hd_term last_values(const sample *s)
{
  hd_term all = hd_term_true(s->p->terms);
  for (uint32_t v = 0; v < s->p->vars.len; v++) {
    if (s->p->vars.data[v].count) continue;
    hd_term value = hd_term_const(s->p->terms, s->p->vars.data[v].sort, hd_state_read(s->last, (hd_var){v}, 0, 0));
    hd_term equal = hd_term_2(s->p->terms, HD_OP_EQ, hd_program_var_term(s->p, (hd_var){v}), value);
    all = hd_term_2(s->p->terms, HD_OP_AND, all, equal);
  }
  return all;
}

/* What holds in the last state and leaves room around it. */
static hd_term about_last(const sample *s)
{
  hd_terms *T = s->p->terms;
  hd_term all = hd_term_true(T);
  for (uint32_t v = 0; v < s->p->vars.len; v++) {
    const hd_var_info *info = &s->p->vars.data[v];
    if (info->count || info->sort.kind != HD_SORT_BV) continue;
    uint64_t value = hd_state_read(s->last, (hd_var){v}, 0, 0);
    hd_term x = hd_program_var_term(s->p, (hd_var){v}), k = hd_term_const(T, info->sort, value);
    hd_term way[4] = {hd_term_2(T, HD_OP_EQ, x, k), hd_term_2(T, HD_OP_SLE, x, k),
                      hd_term_ne(T, x, hd_term_const(T, info->sort, value + 1)), hd_term_true(T)};
    all = hd_term_2(T, HD_OP_AND, all, way[(v + s->run->steps.len) % 4]);
  }
  return all;
}

static bool has_array(const hd_program *p)
{
  for (uint32_t v = 0; v < p->vars.len; v++)
    if (p->vars.data[v].count) return true;
  return false;
}

/* Preconditions by projection hold where the run begins, and lead on from other states, too. */
static const char *check_projection(const sample *s)
{
  hd_budget budget = {.jobs = 1};
  hd_terms *T = s->p->terms;
  hd_smt *smt = hd_smt_new(T, HD_ARITH_BV, NULL, &budget);
  hd_solver *solver = hd_solver_new(smt);
  hd_arena arena;
  hd_arena_init(&arena);
  hd_env first = {read_state, s->first};
  hd_term after = about_last(s);
  hd_path_how how = {.linear = s->run->steps.len % 2, .smt = smt, .before = &first};
  hd_term pre = hd_path_pre(s->p, s->steps.data, s->steps.len, after, &how);
  const char *what = holds(s, s->first, pre) ? NULL : "the projected precondition does not hold";
  hd_path_step *steps = hd_arena_alloc(&arena, (s->steps.len + 1) * sizeof *steps);
  for (uint32_t i = 0; i < s->steps.len; i++) steps[i] = s->steps.data[i];
  hd_solver_assert(solver, pre);
  for (int i = 0; i < 4 && !what && !has_array(s->p) && hd_solver_check(solver, NULL, 0) == HD_SAT; i++) {
    hd_term other = hd_term_false(T);
    for (uint32_t v = 0; v < s->p->vars.len; v++) {
      hd_term self = hd_program_var_term(s->p, (hd_var){v});
      hd_term value = hd_term_const(T, s->p->vars.data[v].sort, hd_solver_value(solver, self));
      other = hd_term_2(T, HD_OP_OR, other, hd_formula_not(T, hd_term_2(T, HD_OP_EQ, self, value)));
    }
    hd_env model = hd_solver_model(solver);
    hd_path_how from = {.smt = smt, .before = &model};
    if (hd_path_inputs(s->p, steps, s->steps.len, after, &from, &arena) == HD_UNSAT)
      what = "the steps cannot be taken from the projected precondition";
    hd_solver_assert(solver, other);
  }
  hd_solver_free(solver);
  hd_smt_free(smt);
  hd_arena_clear(&arena);
  return what;
}

static const char *check_inputs(const sample *s)
{
  hd_budget budget = {.jobs = 1};
  hd_smt *smt = hd_smt_new(s->p->terms, HD_ARITH_BV, NULL, &budget);
  HD_VEC(hd_edge) edges = {0};
  for (uint32_t i = 0; i < s->steps.len; i++) hd_vec_push(&edges, s->steps.data[i].edge);
  hd_path_values values;
  const char *what = NULL;
  hd_answer answer = hd_path_solve(smt, s->p, edges.data, edges.len, false, &values);
  if (answer == HD_UNSAT) what = "no inputs take the run's steps";
  if (answer == HD_SAT) {
    hd_trace *again = hd_trace_new();
    for (uint32_t i = 0; i < values.steps.len; i++)
      hd_trace_push(again, s->run->steps.data[i].thread, 0, values.steps.data[i].edge, values.steps.data[i].inputs,
                    values.steps.data[i].n_inputs);
    for (uint32_t i = 0; i < values.starts.len; i++)
      hd_vec_push(&again->initial,
                  (hd_initial){values.starts.data[i].var, 0, values.starts.data[i].index, values.starts.data[i].value});
    if (hd_trace_replay(s->p, again, HD_PROP_UNREACH_CALL).end == HD_END_STUCK)
      what = "the inputs found take other steps";
    hd_trace_free(again);
  }
  hd_path_values_clear(&values);
  hd_vec_clear(&edges);
  hd_smt_free(smt);
  return what;
}

static const char *check(const sample *s)
{
  hd_path_frame all = {keep_all, NULL};
  hd_term initial = hd_path_initial(s->p, &all);
  if (!holds(s, s->first, initial)) return "the initial formula does not hold initially";
  if (!holds(s, s->last, hd_path_post(s->p, s->steps.data, s->steps.len, initial, &all, false)))
    return "the postcondition does not hold";
  if (!s->inside) return NULL;
  hd_term pre = hd_path_pre(s->p, s->steps.data, s->steps.len, last_values(s), &(hd_path_how){0});
  if (!holds(s, s->first, pre)) return "the precondition does not hold";
  const char *what = check_projection(s);
  if (what) return what;
  return check_inputs(s);
}

/* A run that ends before any violation, so that all its steps are taken. */
static const char *check_run(hd_program *p, uint64_t seed)
{
  hd_replay how;
  sample s = {.p = p, .run = hd_random_run(p, HD_PROP_UNREACH_CALL, seed, 12, &how)};
  if (how.end == HD_END_VIOLATION) s.run->steps.len = how.at;
  s.first = hd_state_new(p, s.run);
  s.last = hd_state_copy(s.first);
  s.inside = true;
  for (uint32_t i = 0; i < s.run->steps.len; i++) {
    const hd_step *step = &s.run->steps.data[i];
    hd_vec_push(&s.steps, (hd_path_step){step->edge, step->inputs, step->n_inputs});
    s.inside &= holds(&s, s.last, hd_execution_inside(p, hd_edge_get(p, step->edge)));
    HD_CHECK(hd_state_step(s.last, step, NULL) == HD_STEP_OK);
  }
  const char *what = check(&s);
  hd_state_free(s.first);
  hd_state_free(s.last);
  hd_trace_free(s.run);
  hd_vec_clear(&s.steps);
  return what;
}

int main(int argc, char **argv)
{
  uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 10) : 100;
  int failures = 0;
  for (uint64_t seed = first; seed < first + count; seed++) {
    hd_program *p = generate_program(seed, HD_PROP_UNREACH_CALL);
    hd_expanded *x = hd_expand(p);
    const char *what = check_run(x->program, seed);
    if (what) {
      printf("seed %llu: %s\n", (unsigned long long)seed, what);
      failures++;
    }
    hd_expanded_free(x);
    hd_program_free(p);
  }
  printf("%llu runs, %d failures\n", (unsigned long long)count, failures);
  return failures != 0;
}
