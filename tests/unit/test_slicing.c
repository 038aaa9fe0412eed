/* Abstraction, reconstruction and refinement on the motivating example; the comparison is
 * tests/fuzz/slicing.c. */
#include "program_text.h"

#include "engine/slicing/choose.h"
#include "engine/slicing/jump.h"
#include "engine/slicing/observe.h"
#include "engine/slicing/reconstruct.h"
#include "engine/slicing/slicing.h"
#include "program/validate.h"
#include "oracle/systematic.h"

/* The motivating example, an instruction an edge; values of two bits. */
static const char *const example = "program pointer 64 little\n"
                                   "thread main entry L0 instances 1\n"
                                   "thread p entry L6 instances 1 status sp\n"
                                   "thread q entry L13 instances 1 status sq\n"
                                   "var x : bv2 shared user signed = 0\n"
                                   "var y : bv2 shared user signed = 0\n"
                                   "var z : bv2 shared user signed = 0\n"
                                   "var t1 : bv2 shared user signed = 0\n"
                                   "var t2 : bv2 shared user signed = 0\n"
                                   "var sp : bv8 shared status unsigned = 0\n"
                                   "var sq : bv8 shared status unsigned = 0\n"
                                   "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main\nloc L4 main\nloc L5 main exit\n"
                                   "loc L6 p\nloc L7 p\nloc L8 p\nloc L9 p\nloc L10 p\nloc L11 p\nloc L12 p end\n"
                                   "loc L13 q\nloc L14 q\nloc L15 q\nloc L16 q\nloc L17 q\nloc L18 q\nloc L19 q end\n"
                                   "edge L0 -> L1 do sp := 1:8 access sync\n"
                                   "edge L1 -> L2 do sq := 1:8 access sync\n"
                                   "edge L2 -> L3 when (= sp 2:8) access sync\n"
                                   "edge L3 -> L4 when (= sq 2:8) access sync\n"
                                   "edge L4 -> L5 assert assertion (not (= (add t1 t2) 1:2))\n"
                                   "edge L6 -> L7 when (= sp 1:8) access sync\n"
                                   "edge L7 -> L8 do x := (ite (= y 0:2) 1:2 (ite (= z 0:2) 1:2 0:2))\n"
                                   "edge L8 -> L9 do y := z\n"
                                   "edge L9 -> L10 do z := 0:2\n"
                                   "edge L10 -> L11 do t1 := x\n"
                                   "edge L11 -> L12 do sp := 2:8 access sync\n"
                                   "edge L13 -> L14 when (= sq 1:8) access sync\n"
                                   "edge L14 -> L15 do x := (ite (= y 0:2) (ite (= z 0:2) 1:2 0:2) 0:2)\n"
                                   "edge L15 -> L16 do y := 1:2\n"
                                   "edge L16 -> L17 do z := 1:2\n"
                                   "edge L17 -> L18 do t2 := x\n"
                                   "edge L18 -> L19 do sq := 2:8 access sync\n";

static hd_program *parse(const char *text)
{
  hd_program *p = program_of(text);
  hd_program_index(p);
  return p;
}

static uint8_t *keep(hd_program *p, const char *names)
{
  char unknown[32];
  hd_slice_choice *c = hd_slice_choice_new(p);
  uint8_t *kept = hd_slice_choice_keep(c, names, unknown, sizeof unknown);
  assert_non_null(kept);
  hd_slice_choice_free(c);
  return kept;
}

static hd_exploration explore(const hd_program *p)
{
  return hd_explore_all(p, HD_PROP_UNREACH_CALL, &(hd_explore_options){0});
}

static uint32_t id(const hd_program *p, const char *name)
{
  return hd_program_find_var(p, name).id;
}

static void levels_count_shared_variables_from_the_checks(void **state)
{
  (void)state;
  hd_program *p = parse(example);
  hd_slice_choice *c = hd_slice_choice_new(p);
  const uint32_t *levels = hd_slice_choice_levels(c);
  assert_int_equal(levels[id(p, "t1")], 1);
  assert_int_equal(levels[id(p, "t2")], 1);
  assert_int_equal(levels[id(p, "x")], 2);
  assert_int_equal(levels[id(p, "y")], 3);
  assert_int_equal(levels[id(p, "z")], 3);
  uint8_t *kept = hd_slice_choice_by_level(c, 2);
  assert_true(kept[id(p, "x")] && kept[id(p, "sp")]);
  assert_false(kept[id(p, "y")] || kept[id(p, "z")]);
  assert_int_equal(hd_slice_choice_sliced(c, kept), 2);
  free(kept);
  hd_slice_choice_free(c);
  hd_program_free(p);
}

static void what_is_sliced_away_becomes_any_value(void **state)
{
  (void)state;
  hd_program *p = parse(example);
  uint8_t *kept = keep(p, "x,t1,t2");
  hd_abstraction *a = hd_abstract(p, kept);
  assert_well_formed(a->program);
  assert_int_equal(a->program->edges.data[7].n_assigns, 0);             /* y := z */
  assert_false(hd_term_is(a->program->edges.data[6].assigns[0].value)); /* x := any */
  assert_true(hd_term_is(a->program->edges.data[9].assigns[0].value));  /* t1 := x */
  hd_program *tidy = hd_abstract_tidy(p, kept);
  assert_well_formed(tidy);
  assert_int_equal(hd_program_find_var(tidy, "y").id, HD_NONE);
  assert_int_equal(tidy->edges.len, p->edges.len - 4);
  hd_program_free(tidy);
  hd_abstraction_free(a);
  free(kept);
  hd_program_free(p);
}

static void a_check_of_a_sliced_variable_may_fail_and_pass(void **state)
{
  (void)state;
  hd_program *p = parse(example);
  uint8_t *kept = keep(p, "x,t1");
  hd_abstraction *a = hd_abstract(p, kept);
  assert_well_formed(a->program);
  assert_int_equal(a->program->edges.len, p->edges.len + 1);
  assert_int_equal(a->origin.data[p->edges.len], 4);
  assert_int_equal(a->program->edges.data[p->edges.len].kind, HD_EDGE_STEP);
  assert_true(hd_term_is_false(a->program->terms, a->program->edges.data[4].cond));
  hd_abstraction_free(a);
  free(kept);
  hd_program_free(p);
}

/* Of the two counterexamples of the abstraction, which one does a trace show? p first is the spurious one. */
static bool begins_with_p(const hd_trace *t)
{
  for (uint32_t i = 0; i < t->steps.len; i++) {
    if (t->steps.data[i].edge.id == 6) return true;
    if (t->steps.data[i].edge.id == 12) return false;
  }
  return false;
}

static bool same_path(const hd_path *a, const hd_path *b)
{
  if (a->steps.len != b->steps.len) return false;
  for (uint32_t i = 0; i < a->steps.len; i++)
    if (a->steps.data[i].edge != b->steps.data[i].edge) return false;
  return memcmp(a->values.data, b->values.data, a->values.len * sizeof *a->values.data) == 0;
}

/* Refutes what is spurious and finds what is not: how many counterexamples that took, if not more than
 * `most`. */
static uint32_t go_through(bool values, uint32_t most)
{
  hd_program *p = parse(example);
  uint8_t *kept = keep(p, "x,t1,t2");
  hd_abstraction *a = hd_abstract(p, kept);
  hd_path last = {0};
  uint32_t n = 0;
  for (bool found = false; !found && n < most; n++) {
    hd_path path;
    hd_exploration e = explore(a->program);
    assert_int_equal(e.verdict, HD_EXPLORED_UNSAFE);
    hd_path_read(&path, a, kept, p->vars.len, false, e.trace);
    assert_false(n && same_path(&path, &last));
    hd_abstraction *r = hd_reconstruct(p, a, &path, values);
    assert_well_formed(r->program);
    hd_exploration real = explore(r->program);
    found = real.verdict == HD_EXPLORED_UNSAFE;
    if (begins_with_p(e.trace)) assert_false(found);
    if (found) {
      hd_trace *mapped = hd_reconstruct_map(r, p, a, &path, values, real.trace);
      assert_int_equal(hd_trace_replay(p, mapped, HD_PROP_UNREACH_CALL).end, HD_END_VIOLATION);
      hd_trace_free(mapped);
    } else {
      hd_observe(a, &path, values);
      assert_well_formed(a->program);
    }
    hd_trace_free(real.trace);
    hd_trace_free(e.trace);
    hd_path_clear(&last);
    last = path;
    hd_abstraction_free(r);
  }
  hd_path_clear(&last);
  hd_abstraction_free(a);
  free(kept);
  hd_program_free(p);
  return n;
}

static void without_values_there_are_two_counterexamples(void **state)
{
  (void)state;
  assert_int_equal(go_through(false, 10), 2);
}

static void with_values_each_run_is_one_of_its_own(void **state)
{
  (void)state;
  assert_int_equal(go_through(true, 6), 6);
}

/* All refuted counterexamples taken out, the abstraction of the program without the other is safe. */
static void a_refined_abstraction_can_be_safe(void **state)
{
  (void)state;
  char text[4096], *at;
  snprintf(text, sizeof text, "%s", example);
  at = strstr(text, "do z := 1:2");
  assert_non_null(at);
  memcpy(at, "do z := 0:2", 11);
  hd_program *p = parse(text);
  uint8_t *kept = keep(p, "x,t1,t2");
  hd_abstraction *a = hd_abstract(p, kept);
  uint32_t n = 0;
  hd_exploration e;
  assert_int_equal(explore(p).verdict, HD_EXPLORED_SAFE);
  while ((e = explore(a->program)).verdict == HD_EXPLORED_UNSAFE && n++ < 10) {
    hd_path path;
    hd_path_read(&path, a, kept, p->vars.len, false, e.trace);
    hd_abstraction *r = hd_reconstruct(p, a, &path, false);
    assert_int_equal(explore(r->program).verdict, HD_EXPLORED_SAFE);
    hd_observe(a, &path, false);
    hd_path_clear(&path);
    hd_abstraction_free(r);
    hd_trace_free(e.trace);
  }
  assert_int_equal(n, 2);
  assert_int_equal(e.verdict, HD_EXPLORED_SAFE);
  hd_abstraction_free(a);
  free(kept);
  hd_program_free(p);
}

/* Two threads write and a third reads; y is sliced away. Takes out one failing run after the other, whether spurious or not,
 * until there is none: how many there are. */
static uint32_t count_runs(bool jump)
{
  hd_program *p = parse("program pointer 64 little\n"
                        "thread main entry L0 instances 1\nthread a entry L4 instances 1\n"
                        "var x : bv1 shared user signed = 0\nvar y : bv1 shared user signed = 0\n"
                        "var r : bv1 local main user signed = 0\n"
                        "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main end\n"
                        "loc L4 a\nloc L5 a\nloc L6 a\nloc L7 a end\n"
                        "edge L0 -> L1 do r := x\nedge L1 -> L2 do x := 0:1\n"
                        "edge L2 -> L3 assert assertion (= r x)\n"
                        "edge L4 -> L5 do y := 1:1\nedge L5 -> L6 do x := y\nedge L6 -> L7 do x := (bnot x)\n");
  uint8_t *kept = keep(p, "x");
  hd_abstraction *a = hd_abstract(p, kept);
  hd_jump *j = jump ? hd_jump_new(a->program) : NULL;
  uint32_t n = 0;
  assert_true(hd_jump_treats(a->program));
  for (;; n++) {
    hd_abstraction *refined = jump && n ? hd_jump_program(j) : NULL;
    assert_well_formed(refined ? refined->program : a->program);
    hd_exploration e = explore(refined ? refined->program : a->program);
    hd_trace *t = e.trace;
    if (refined && t) t = hd_jump_map(j, refined, e.trace);
    bool found = e.verdict == HD_EXPLORED_UNSAFE;
    if (found) assert_int_equal(hd_trace_replay(a->program, t, HD_PROP_UNREACH_CALL).end, HD_END_VIOLATION);
    hd_path path = {0};
    if (found) hd_path_read(&path, a, kept, p->vars.len, false, t);
    if (found) jump ? hd_jump_exclude(j, t) : hd_observe(a, &path, true);
    hd_path_clear(&path);
    if (t != e.trace) hd_trace_free(t);
    hd_trace_free(e.trace);
    hd_abstraction_free(refined);
    if (!found || n > 100) break;
  }
  hd_jump_free(j);
  hd_abstraction_free(a);
  free(kept);
  hd_program_free(p);
  return n;
}

static void an_observer_that_jumps_leaves_out_the_same_runs_as_one_that_watches(void **state)
{
  (void)state;
  assert_int_equal(count_runs(true), count_runs(false));
  assert_int_equal(count_runs(true), 8);
}

static double stat_of(const hd_result *r, const char *name)
{
  for (uint32_t i = 0; i < r->stats.len; i++)
    if (strcmp(r->stats.data[i].name, name) == 0) return r->stats.data[i].value;
  return -1;
}

static hd_result run_without(const char *text, const char *kept, const char *backend, const char *without)
{
  hd_program *p = parse(text);
  hd_task task = hd_task_unbounded(HD_PROP_UNREACH_CALL);
  task.keep = kept;
  task.backend = backend;
  task.without = without;
  hd_budget budget = {.jobs = 1};
  hd_result r;
  const char *why_not;
  hd_result_init(&r);
  assert_true(hd_engine_accepts(&hd_engine_slicing, p, &task, &why_not));
  hd_engine_slicing.run(p, &task, &budget, &r);
  if (r.verdict == HD_UNSAFE) assert_int_equal(hd_trace_replay(p, r.trace, HD_PROP_UNREACH_CALL).end, HD_END_VIOLATION);
  hd_program_free(p);
  return r;
}

static hd_result run(const char *text, const char *kept, const char *backend)
{
  return run_without(text, kept, backend, NULL);
}

/* Each optimization can be left out, and the answer stays. */
static void the_optimizations_can_be_switched_off(void **state)
{
  (void)state;
  static const struct {
    const char *without, *backend;
    double refinements; /* at least */
  } ways[] = {{"combining", NULL, 1},           {"cores", NULL, 1},
              {"execution", NULL, 1},           {"orders", NULL, 1},
              {"orders,independence", NULL, 1}, {"independence", "explicit", 1},
              {"combining", "explicit", 2},     {"watching", "explicit", 2},
              {"watching", "bmc", 2},           {"combining,orders", "bmc", 2}};
  for (uint32_t i = 0; i < HD_COUNT(ways); i++) {
    hd_result r = run_without(example, "x,t1,t2", ways[i].backend, ways[i].without);
    assert_int_equal(r.verdict, HD_UNSAFE);
    assert_true(stat_of(&r, "refinements") >= ways[i].refinements);
    hd_result_clear(&r);
  }
  const char *unknown;
  hd_slicing_ways all = {0};
  assert_false(hd_slicing_ways_read("cores,nothing", &all, &unknown));
  assert_string_equal(unknown, "nothing");
}

static void the_engine_excludes_orders_without_changing_the_program(void **state)
{
  (void)state;
  hd_result r = run(example, "x,t1,t2", NULL);
  assert_int_equal(r.verdict, HD_UNSAFE);
  assert_true(stat_of(&r, "refinements") <= 1);
  hd_result_clear(&r);
}

static void an_end_of_time_is_not_an_answer(void **state)
{
  (void)state;
  hd_program *p = parse(example);
  hd_task task = hd_task_unbounded(HD_PROP_UNREACH_CALL);
  task.keep = "x";
  for (uint32_t i = 0; i < 2; i++) {
    hd_budget budget = {.jobs = 1, .deadline = 1e-9};
    hd_result r;
    hd_result_init(&r);
    task.backend = i ? "explicit" : NULL;
    hd_engine_slicing.run(p, &task, &budget, &r);
    assert_int_equal(r.verdict, HD_UNKNOWN);
    assert_int_equal(r.cause.kind, HD_CAUSE_TIME);
    hd_result_clear(&r);
  }
  hd_program_free(p);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(levels_count_shared_variables_from_the_checks),
      cmocka_unit_test(what_is_sliced_away_becomes_any_value),
      cmocka_unit_test(a_check_of_a_sliced_variable_may_fail_and_pass),
      cmocka_unit_test(without_values_there_are_two_counterexamples),
      cmocka_unit_test(with_values_each_run_is_one_of_its_own),
      cmocka_unit_test(a_refined_abstraction_can_be_safe),
      cmocka_unit_test(an_observer_that_jumps_leaves_out_the_same_runs_as_one_that_watches),
      cmocka_unit_test(the_optimizations_can_be_switched_off),
      cmocka_unit_test(the_engine_excludes_orders_without_changing_the_program),
      cmocka_unit_test(an_end_of_time_is_not_an_answer),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
