/* test_engine_small.c - small scopes: what they find is executed, what they cover is told, and they come to an end. */
#include "engine/small/scope.h"
#include "engine/small/small.h"
#include "trace_programs.h"

static const hd_budget no_limit = {.jobs = 1};

static hd_result search_small(const char *text, hd_property property)
{
  hd_program *p = program_of(text);
  hd_task task = hd_task_unbounded(property);
  hd_result r;
  task.alone = false;
  hd_result_init(&r);
  hd_program_select(p, property);
  hd_program_index(p);
  hd_engine_small.run(p, &task, &no_limit, &r);
  if (r.trace) assert_int_equal(hd_trace_replay(p, r.trace, property).end, hd_violating_end(property));
  hd_program_free(p);
  return r;
}

static void assert_found(const char *text, hd_property property)
{
  hd_result r = search_small(text, property);
  assert_int_equal(r.verdict, HD_UNSAFE);
  assert_non_null(r.trace);
  hd_result_clear(&r);
}

static void violations_of_every_way_are_found(void **unused)
{
  (void)unused;
  assert_found(LOST_UPDATE, HD_PROP_UNREACH_CALL);
  assert_found(LOST_UPDATE, HD_PROP_NO_DATA_RACE);
  assert_found(LOCK_ORDER, HD_PROP_NO_DEADLOCK);
}

/* main adds to x for ever, the other thread finds an initial value and an input that are wrong together. */
#define LONG_LOOP                                                                 \
  HEAD "file 0 \"long.c\"\n"                                                      \
       "thread main entry L0\n"                                                   \
       "thread other entry L2 status o.status\n"                                  \
       "var x : bv32\nvar first : bv32 any\nvar o.status : bv8 status\n"          \
       "var input : bv32 local other\n"                                           \
       "loc L0 main\nloc L1 main\n"                                               \
       "loc L2 other\nloc L3 other\nloc L4 other\nloc L5 other end\n"             \
       "edge L0 -> L1 do o.status := 1:8 access sync label \"create\" @0:1:1\n"   \
       "edge L1 -> L1 do x := (add x 1:32) access atomic @0:2:1\n"                \
       "edge L2 -> L3 when (= o.status 1:8) access sync label \"start\" @0:3:1\n" \
       "edge L3 -> L4 do input := any @0:4:1\n"                                   \
       "edge L4 -> L5 assert assertion (not (and (= input 2:32) (= first 3:32))) @0:5:1\n"

static void inputs_and_initial_values_are_small_ones(void **unused)
{
  (void)unused;
  assert_found(LONG_LOOP, HD_PROP_UNREACH_CALL);
}

/* All schedules with this property were tried: no scope has more, and it is no proof all the same. */
static void nothing_found_is_no_proof(void **unused)
{
  (void)unused;
  hd_result r = search_small(LOCK_ORDER, HD_PROP_UNREACH_CALL);
  assert_int_equal(r.verdict, HD_UNKNOWN);
  assert_int_equal(r.cause.kind, HD_CAUSE_REFUSED);
  assert_true(r.cause.covered.amount[HD_MEASURE_SCOPE_THREADS] >= 2);
  assert_true(r.cause.covered.amount[HD_MEASURE_SCOPE_DEPARTURES] >= 1);
  hd_result_clear(&r);
}

/* The second scope has more than the first one tries: a deadlock takes a switch. */
static void a_scope_without_switches_is_limited(void **unused)
{
  (void)unused;
  hd_program *p = program_of(LOCK_ORDER);
  hd_program_select(p, HD_PROP_NO_DEADLOCK);
  hd_program_index(p);
  hd_facts *facts = hd_facts_new(p);
  hd_small_input in = {p, HD_PROP_NO_DEADLOCK, hd_facts_cuts(facts, HD_REDUCTION_LIPTON, HD_PROP_NO_DEADLOCK),
                       hd_facts_sharing(facts), hd_facts_loops(facts), NULL};
  hd_small_work work = {.budget = &no_limit};
  hd_small_starts *starts = hd_small_starts_new(&in, &work);
  in.starts = starts;
  hd_small_outcome none = hd_small_search(&in, (hd_small_scope){2, 1, 0, 100}, &work);
  assert_true(none.complete && none.limited && !none.trace);
  work.most = work.steps + 1;
  hd_small_outcome cut_short = hd_small_search(&in, (hd_small_scope){2, 1, 1, 100}, &work);
  assert_true(!cut_short.complete && !cut_short.trace);
  hd_small_starts_free(starts);
  hd_facts_free(facts);
  hd_program_free(p);
}

/* main comes to a call that is not followed; until it makes that call, the other thread can fail. */
#define BESIDE_UNSUPPORTED(CONDITION)                                                           \
  HEAD "file 0 \"beside.c\"\n"                                                                 \
       "thread main entry L0\nthread other entry L3 status o.status\n"                          \
       "var x : bv32\nvar o.status : bv8 status\n"                                              \
       "loc L0 main\nloc L1 main\nloc L2 main unsupported \"fork\" @0:2:1\n"                   \
       "loc L3 other\nloc L4 other\nloc L5 other end\n"                                         \
       "edge L0 -> L1 do o.status := 1:8 access sync label \"create\" @0:1:1\n"                \
       "edge L1 -> L2 @0:2:1\n"                                                                 \
       "edge L3 -> L4 when (= o.status 1:8) access sync label \"start\" @0:3:1\n"              \
       "edge L4 -> L5 assert assertion (= x " CONDITION ") do x := 1:32 access atomic @0:5:1\n"

static void threads_go_on_beside_one_that_is_not_followed(void **unused)
{
  (void)unused;
  assert_found(BESIDE_UNSUPPORTED("1:32"), HD_PROP_UNREACH_CALL);
}

static void a_scope_with_a_place_that_is_not_followed_is_not_covered(void **unused)
{
  (void)unused;
  hd_result r = search_small(BESIDE_UNSUPPORTED("0:32"), HD_PROP_UNREACH_CALL);
  assert_int_equal(r.verdict, HD_UNKNOWN);
  assert_int_equal(r.cause.kind, HD_CAUSE_UNSUPPORTED);
  assert_false(r.cause.covered.known >> HD_MEASURE_SCOPE_THREADS & 1);
  hd_result_clear(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(violations_of_every_way_are_found),
      cmocka_unit_test(inputs_and_initial_values_are_small_ones),
      cmocka_unit_test(nothing_found_is_no_proof),
      cmocka_unit_test(a_scope_without_switches_is_limited),
      cmocka_unit_test(threads_go_on_beside_one_that_is_not_followed),
      cmocka_unit_test(a_scope_with_a_place_that_is_not_followed_is_not_covered),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
