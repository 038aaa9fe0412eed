/* test_explicit.c - the engine that visits every state: verdicts, traces, bounds, reductions. */
#include "cause_text.h"
#include "engine/explicit/search.h"
#include "engine/explicit/visit.h"
#include "trace_programs.h"

/* A bound of 0 is none. */
static hd_task without_zeros(hd_task t)
{
  if (!t.contexts) t.contexts = HD_NONE;
  if (!t.depth) t.depth = HD_NONE;
  return t;
}
#define TASK(...) without_zeros((hd_task){.unwind = HD_NONE, __VA_ARGS__})
#define PLAIN TASK(.por = false)

static hd_result visit_with(const char *text, hd_task task, uint32_t jobs, const hd_visit_pause *pause)
{
  hd_program *p = parse_program(text);
  hd_budget budget = {.jobs = jobs, .divides_early = true};
  hd_result r;
  hd_result_init(&r);
  hd_program_select(p, task.property);
  hd_program_index(p);
  hd_explicit_visit(p, &task, &budget, pause, &r);
  if (r.verdict == HD_UNSAFE) {
    hd_end end = hd_trace_replay(p, r.trace, task.property).end;
    assert_true(end == HD_END_VIOLATION || end == HD_END_RACE || end == HD_END_DEADLOCK);
  }
  hd_program_free(p);
  return r;
}

static hd_result visit(const char *text, hd_task task, uint32_t jobs)
{
  return visit_with(text, task, jobs, NULL);
}

static double stat_of(const hd_result *r, const char *name)
{
  for (uint32_t i = 0; i < r->stats.len; i++)
    if (strcmp(r->stats.data[i].name, name) == 0) return r->stats.data[i].value;
  fail_msg("no statistic %s", name);
  return 0;
}

static void expect(const char *text, hd_task task, hd_verdict verdict)
{
  hd_result r = visit(text, task, 1);
  assert_int_equal(r.verdict, verdict);
  hd_result_clear(&r);
}

static void expect_reason(const char *text, hd_task task, const char *reason)
{
  hd_result r = visit(text, task, 1);
  assert_int_equal(r.verdict, HD_UNKNOWN);
  assert_string_equal(cause_text(&r.cause), reason);
  hd_result_clear(&r);
}

static double states_of(const char *text, hd_task task, uint32_t jobs)
{
  hd_result r = visit(text, task, jobs);
  double n = stat_of(&r, "states");
  assert_int_equal(r.verdict, HD_SAFE);
  hd_result_clear(&r);
  return n;
}

static void a_lost_update_is_found_and_traced(void **state)
{
  (void)state;
  for (unsigned i = 0; i < 12; i++)
    expect(LOST_UPDATE,
           TASK(.reduction = (hd_reduction)(i % 3), .search = i / 3 % 2 ? HD_SEARCH_DFS : HD_SEARCH_BFS, .por = i > 5),
           HD_UNSAFE);
}

static void breadth_first_gives_a_shortest_trace(void **state)
{
  (void)state;
  hd_result r = visit(LOST_UPDATE, TASK(.reduction = HD_REDUCTION_NONE), 1);
  assert_int_equal(r.trace->steps.len, 13); /* 2 creations, 4 steps of each worker, 2 joins, the check */
  hd_result_clear(&r);
}

static void locks_in_opposite_orders_deadlock(void **state)
{
  (void)state;
  expect(LOCK_ORDER, TASK(.property = HD_PROP_NO_DEADLOCK), HD_UNSAFE);
  expect(LOCK_ORDER, TASK(.property = HD_PROP_NO_DEADLOCK, .reduction = HD_REDUCTION_LIPTON, .por = true), HD_UNSAFE);
  expect(LOCK_ORDER, TASK(.property = HD_PROP_UNREACH_CALL), HD_SAFE);
}

static void unprotected_increments_race(void **state)
{
  (void)state;
  expect(LOST_UPDATE, TASK(.property = HD_PROP_NO_DATA_RACE, .reduction = HD_REDUCTION_LIPTON), HD_UNSAFE);
}

static void a_bound_on_contexts_is_exact_and_never_a_proof(void **state)
{
  (void)state;
  /* main, worker 0, worker 1, worker 0, main: four switches. */
  expect_reason(LOST_UPDATE, TASK(.contexts = 3), "bounded: 3 context switches");
  expect(LOST_UPDATE, TASK(.contexts = 4), HD_UNSAFE);
}

static void a_bound_on_depth_is_never_a_proof(void **state)
{
  (void)state;
  expect_reason(LOST_UPDATE, TASK(.depth = 3), "bounded: depth 3");
}

/* A counter that grows far beyond what its first guess of bits holds, up and down. */
#define COUNTER                                                                       \
  HEAD "thread main entry L0\nvar x : bv32\nvar y : bv32\n"                           \
       "loc L0 main\nloc L1 main\nloc L2 main end\n"                                  \
       "edge L0 -> L0 when (ult x 1000:32) do x := (add x 1:32), y := (sub y 3:32)\n" \
       "edge L0 -> L1 when (not (ult x 1000:32))\n"                                   \
       "edge L1 -> L2 assert assertion (and (= x 1000:32) (= y -3000:32))\n"

static void values_that_outgrow_their_bits_are_not_cut_off(void **state)
{
  (void)state;
  hd_result r = visit(COUNTER, TASK(.reduction = HD_REDUCTION_NONE), 1);
  assert_int_equal(r.verdict, HD_SAFE);
  assert_true(stat_of(&r, "states") == 1003);
  assert_true(stat_of(&r, "searches") > 1);
  hd_result_clear(&r);
}

#define INPUT(use)                                                                             \
  HEAD "file 0 \"in.c\"\nthread main entry L0\nvar x : bv32 local main @0:3:5\nvar y : bv32\n" \
       "loc L0 main\nloc L1 main\nloc L2 main end\n"                                           \
       "edge L0 -> L1 do x := any @0:7:3\n"                                                    \
       "edge L1 -> L2 " use "\n"

static void an_input_that_is_only_compared_is_tried_with_a_value_of_each_class(void **state)
{
  (void)state;
  expect(INPUT("assert assertion (not (= x 123456789:32))"), PLAIN, HD_UNSAFE);
  expect(INPUT("assert assertion (or (slt x 5:32) (not (slt x 5:32)))"), PLAIN, HD_SAFE);
  expect(INPUT("assert assertion (or (slt x 5:32) (slt 4:32 x))"), PLAIN, HD_SAFE);
  expect(INPUT("assert assertion (or (slt x 5:32) (slt 5:32 x))"), PLAIN, HD_UNSAFE);
}

static void an_input_with_too_many_values_is_unknown_where_it_stands(void **state)
{
  (void)state;
  hd_result r = visit(INPUT("do y := (mul x x)"), PLAIN, 1);
  assert_int_equal(r.verdict, HD_UNKNOWN);
  assert_true(r.cause.pos.line == 7 || r.cause.pos.line == 3); /* the input, or what holds it */
  hd_result_clear(&r);
}

#define OPEN(use)                                                             \
  HEAD "thread main entry L0\nvar a : bv32[2] any\nvar t : bv32 local main\n" \
       "loc L0 main\nloc L1 main\nloc L2 main end\n"                          \
       "edge L0 -> L1 do " use "\n"                                           \
       "edge L1 -> L2 assert assertion (= (select a 1:32) 77:32)\n"

static void memory_that_is_written_first_has_no_unknown_value(void **state)
{
  (void)state;
  expect(OPEN("a[1:32] := 77:32"), PLAIN, HD_SAFE);
  expect(OPEN("a[0:32] := 77:32"), PLAIN, HD_UNSAFE);
}

static void what_cannot_be_followed_is_said_with_its_reason(void **state)
{
  (void)state;
  expect_reason(HEAD "thread main entry L0\nvar x : bv8\nloc L0 main\nloc L1 main unsupported \"inline assembly\"\n"
                     "edge L0 -> L1\n",
                PLAIN, "inline assembly");
}

static void a_violation_beside_something_unsupported_counts(void **state)
{
  (void)state;
  expect(HEAD "thread main entry L0\nvar x : bv8\nloc L0 main\nloc L1 main unsupported \"asm\"\nloc L2 main end\n"
              "edge L0 -> L1\nedge L0 -> L2 assert assertion false\n",
         PLAIN, HD_UNSAFE);
}

/* Others go on while the exit that main is about to take has not been taken. */
static void the_end_of_main_does_not_hide_what_others_do_before(void **state)
{
  (void)state;
  expect(HEAD "thread main entry L0\nthread w entry L3\nvar x : bv8\n"
              "loc L0 main\nloc L1 main\nloc L2 main exit\nloc L3 w\nloc L4 w end\n"
              "edge L0 -> L1 do x := 1:8\nedge L1 -> L2\nedge L3 -> L4 when (= x 1:8) assert assertion false\n",
         TASK(.reduction = HD_REDUCTION_LIPTON, .por = true), HD_UNSAFE);
}

/* Four instances, each three steps of its own and then one in common. */
#define CROWD                                                                                           \
  HEAD "thread main entry L0\nthread w entry L1 instances 4 self self\nvar x : bv8\nvar own : bv8[4]\n" \
       "var self : bv32 local w self\nloc L0 main end\nloc L1 w\nloc L2 w\nloc L3 w\nloc L4 w end\n"    \
       "edge L1 -> L2 do own[self] := 1:8\nedge L2 -> L3 do own[self] := 2:8\n"                         \
       "edge L3 -> L4 do x := (add x (select own self))\n"

static void reductions_visit_fewer_states(void **state)
{
  (void)state;
  double all = states_of(CROWD, PLAIN, 1);
  assert_true(all == 256);
  assert_true(states_of(CROWD, TASK(.por = true), 1) < all / 4);
  assert_true(states_of(CROWD, TASK(.symmetry = true), 1) == 35); /* multisets of 4 over 4 places */
}

/* main creates three threads in a loop, and waits for them; each sets a flag and ends. */
#define CREATED(tail)                                                                                     \
  HEAD "thread main entry L0\nthread w entry L6 instances 3 self self status s\nvar s : bv8[3] shared "   \
       "status\n"                                                                                         \
       "var i : bv32 local main\nvar self : bv32 local w self\nvar x : bv8\nvar y : bv8\n"                \
       "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main\nloc L4 main\nloc L5 main end\n"               \
       "loc L6 w\nloc L7 w\nloc L8 w\nloc L9 w end\n"                                                     \
       "edge L0 -> L1 do i := 0:32\n"                                                                     \
       "edge L1 -> L2 when (ult i 3:32)\nedge L1 -> L3 when (not (ult i 3:32))\n"                         \
       "edge L2 -> L1 when (= (select s i) 0:8) do s[i] := 1:8, i := (add i 1:32)\n"                      \
       "edge L3 -> L4 when (= (select s 0:32) 2:8)\nedge L4 -> L5 when (= (select s 1:32) 2:8)" tail "\n" \
       "edge L6 -> L7 when (= (select s self) 1:8)\nedge L7 -> L8 do x := 1:8\n"                          \
       "edge L8 -> L9 do s[self] := 2:8\n"

static void creating_and_awaiting_threads_is_no_conflict(void **state)
{
  (void)state;
  hd_task por = TASK(.por = true), race = TASK(.por = true, .property = HD_PROP_NO_DATA_RACE);
  double all = states_of(CREATED(""), PLAIN, 1), reduced = states_of(CREATED(""), por, 1);
  assert_true(all > 150);
  assert_true(reduced < 25); /* one way through, more or less */
  expect(CREATED(" assert assertion (= x 0:8)"), por, HD_UNSAFE);
  expect(CREATED(" assert assertion (= x 1:8)"), por, HD_SAFE);
  expect(CREATED(""), race, HD_UNSAFE); /* writes of one constant race */
}

/* main looks at what two threads have written after it has waited for both. */
#define JOINED(check)                                                                                \
  HEAD "thread main entry L0\nthread a entry L5 status s\nthread b entry L9 status t\n"              \
       "var s : bv8 shared status\nvar t : bv8 shared status\nvar x : bv8\nvar y : bv8\n"            \
       "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main\nloc L4 main end\n"                       \
       "loc L5 a\nloc L6 a\nloc L7 a\nloc L8 a end\nloc L9 b\nloc L10 b\nloc L11 b\nloc L12 b end\n" \
       "edge L0 -> L1 do s := 1:8\nedge L1 -> L2 do t := 1:8\n"                                      \
       "edge L2 -> L3 when (= s 2:8)\nedge L3 -> L4 when (= t 2:8) assert assertion " check "\n"     \
       "edge L5 -> L6 when (= s 1:8)\nedge L6 -> L7 do x := (add x 1:8)\n"                           \
       "edge L7 -> L8 do x := (add x 2:8), s := 2:8\n"                                               \
       "edge L9 -> L10 when (= t 1:8)\nedge L10 -> L11 do y := (add y 1:8)\n"                        \
       "edge L11 -> L12 do y := (add y 2:8), t := 2:8\n"

static void what_comes_after_waiting_is_no_conflict_before(void **state)
{
  (void)state;
  hd_task por = TASK(.por = true);
  assert_true(states_of(JOINED("(= x y)"), PLAIN, 1) > 25);
  assert_true(states_of(JOINED("(= x y)"), por, 1) < 15);
  expect(JOINED("(= x 1:8)"), por, HD_UNSAFE);
}

static void two_cores_visit_the_same_states(void **state)
{
  (void)state;
  for (unsigned i = 0; i < 2; i++)
    assert_true(states_of(CROWD, TASK(.search = i ? HD_SEARCH_DFS : HD_SEARCH_BFS), 2) == 256);
  hd_result r = visit(LOST_UPDATE, TASK(.reduction = HD_REDUCTION_NONE), 2);
  assert_int_equal(r.verdict, HD_UNSAFE);
  assert_int_equal(r.trace->steps.len, 13);
  hd_result_clear(&r);
}

static bool count_pauses(void *context, hd_result *out)
{
  assert_int_equal(out->verdict, HD_UNKNOWN);
  ++*(unsigned *)context;
  return true;
}

/* Wherever it pauses: in the middle of a level, before it is divided, and when values outgrow their bits. */
static void a_search_goes_on_after_a_pause_where_it_was(void **state)
{
  (void)state;
  unsigned pauses = 0, jobs_of[] = {1, 2};
  hd_visit_pause pause = {1, count_pauses, &pauses};
  for (; pause.after < 400; pause.after += 7)
    for (unsigned i = 0; i < 4; i++) {
      hd_task task = TASK(.search = i % 2 ? HD_SEARCH_DFS : HD_SEARCH_BFS);
      hd_result r = visit_with(CROWD, task, jobs_of[i / 2], &pause);
      assert_int_equal(r.verdict, HD_SAFE);
      assert_true(stat_of(&r, "states") == 256);
      hd_result_clear(&r);
      r = visit_with(LOST_UPDATE, task, 1, &pause);
      assert_int_equal(r.verdict, HD_UNSAFE);
      hd_result_clear(&r);
    }
  assert_true(pauses > 200);
}

static bool find_it_safe(void *context, hd_result *out)
{
  (void)context;
  out->verdict = HD_SAFE;
  return false;
}

static void what_is_found_in_a_pause_is_the_answer(void **state)
{
  (void)state;
  hd_visit_pause pause = {20, find_it_safe, NULL};
  hd_result r = visit_with(CROWD, PLAIN, 1, &pause);
  assert_int_equal(r.verdict, HD_SAFE);
  assert_null(r.certificate);
  assert_true(stat_of(&r, "transitions") < 40);
  hd_result_clear(&r);
}

static void a_spent_budget_says_how_far_it_came(void **state)
{
  (void)state;
  hd_program *p = parse_program(HEAD "thread main entry L0\nvar x : bv64\nloc L0 main\n"
                                     "edge L0 -> L0 do x := (add x 1:64)\n");
  hd_budget budget = {.jobs = 1, .deadline = hd_now() + 0.05};
  hd_result r;
  hd_result_init(&r);
  hd_task task = PLAIN;
  hd_explicit_visit(p, &task, &budget, NULL, &r);
  assert_int_equal(r.verdict, HD_UNKNOWN);
  assert_int_equal(r.cause.kind, HD_CAUSE_TIME);
  assert_true(r.cause.covered.amount[HD_MEASURE_STATES] > 0);
  hd_result_clear(&r);
  hd_program_free(p);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_lost_update_is_found_and_traced),
      cmocka_unit_test(breadth_first_gives_a_shortest_trace),
      cmocka_unit_test(locks_in_opposite_orders_deadlock),
      cmocka_unit_test(unprotected_increments_race),
      cmocka_unit_test(a_bound_on_contexts_is_exact_and_never_a_proof),
      cmocka_unit_test(a_bound_on_depth_is_never_a_proof),
      cmocka_unit_test(values_that_outgrow_their_bits_are_not_cut_off),
      cmocka_unit_test(an_input_that_is_only_compared_is_tried_with_a_value_of_each_class),
      cmocka_unit_test(an_input_with_too_many_values_is_unknown_where_it_stands),
      cmocka_unit_test(memory_that_is_written_first_has_no_unknown_value),
      cmocka_unit_test(what_cannot_be_followed_is_said_with_its_reason),
      cmocka_unit_test(a_violation_beside_something_unsupported_counts),
      cmocka_unit_test(the_end_of_main_does_not_hide_what_others_do_before),
      cmocka_unit_test(reductions_visit_fewer_states),
      cmocka_unit_test(creating_and_awaiting_threads_is_no_conflict),
      cmocka_unit_test(what_comes_after_waiting_is_no_conflict_before),
      cmocka_unit_test(two_cores_visit_the_same_states),
      cmocka_unit_test(a_search_goes_on_after_a_pause_where_it_was),
      cmocka_unit_test(what_is_found_in_a_pause_is_the_answer),
      cmocka_unit_test(a_spent_budget_says_how_far_it_came),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
