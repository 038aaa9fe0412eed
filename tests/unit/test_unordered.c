/* test_unordered.c - races of accesses that are far from each other, and none where something orders them. */
#include "trace/unordered.h"

#include "trace_programs.h"

/* main starts two workers that add to x, one after the other, under a lock or not, and in an atomic section or not. */
#define WORKERS(BEFORE, AFTER, SECTION)                                                              \
  HEAD "file 0 \"workers.c\"\n"                                                                      \
       "thread main entry L0\n"                                                                      \
       "thread worker entry L3 instances 2 self w.self status w.status\n"                            \
       "var x : bv32\nvar m : bv32 sync\nvar w.status : bv8[2] status\n"                             \
       "var w.self : bv32 local worker self\nvar worker::seen : bv32 local worker\n"                 \
       "loc L0 main\nloc L1 main\nloc L2 main end\n"                                                 \
       "loc L3 worker\nloc L4 worker\nloc L5 worker" SECTION "\nloc L6 worker" SECTION "\n"          \
       "loc L7 worker" SECTION "\nloc L8 worker\nloc L9 worker end\n"                                \
       "edge L0 -> L1 do w.status[0:32] := 1:8 access sync @0:1:1\n"                                 \
       "edge L1 -> L2 do w.status[1:32] := 1:8 access sync @0:2:1\n"                                 \
       "edge L3 -> L4 when (= (select w.status w.self) 1:8) access sync @0:3:1\n" BEFORE             \
       "edge L5 -> L6 do worker::seen := x @0:5:1\n"                                                 \
       "edge L6 -> L7 do x := (add worker::seen 1:32) @0:6:1\n" AFTER                                \
       "edge L8 -> L9 do w.status[w.self] := 2:8 access sync @0:8:1\n"
#define LOCK "edge L4 -> L5 when (= m 0:32) do m := 1:32 access sync @0:4:1\n"
#define UNLOCK "edge L7 -> L8 do m := 0:32 access sync @0:7:1\n"
#define PASS(FROM, TO) "edge " FROM " -> " TO " @0:4:1\n"

/* Both creations, then all of the first worker, then all of the second one. */
static hd_trace *one_after_the_other(const hd_program *p)
{
  hd_trace *t = hd_trace_new();
  for (uint32_t e = 0; e < 2; e++) hd_trace_push(t, (hd_thread){0}, 0, (hd_edge){e}, NULL, 0);
  for (uint32_t i = 0; i < 2; i++)
    for (uint32_t e = 2; e < p->edges.len; e++) hd_trace_push(t, (hd_thread){1}, i, (hd_edge){e}, NULL, 0);
  assert_int_equal(hd_trace_replay(p, t, HD_PROP_NO_DATA_RACE).end, HD_END_NOWHERE);
  return t;
}

static bool shows_a_race(const char *text, hd_property property)
{
  hd_program *p = parse_program(text);
  hd_trace *t = one_after_the_other(p), *race = hd_trace_unordered(p, t, property);
  if (race) {
    assert_int_equal(hd_trace_replay(p, race, HD_PROP_NO_DATA_RACE).end, HD_END_RACE);
    assert_true(race->steps.len < t->steps.len);
  }
  bool found = race;
  hd_trace_free(t);
  hd_trace_free(race);
  hd_program_free(p);
  return found;
}

static void accesses_that_nothing_orders_race(void **unused)
{
  (void)unused;
  assert_true(shows_a_race(WORKERS(PASS("L4", "L5"), PASS("L7", "L8"), ""), HD_PROP_NO_DATA_RACE));
}

static void a_lock_orders_them(void **unused)
{
  (void)unused;
  assert_false(shows_a_race(WORKERS(LOCK, UNLOCK, ""), HD_PROP_NO_DATA_RACE));
}

/* Sections make no order, and one that has begun is not left out of the way to the race. */
static void atomic_sections_are_kept_whole(void **unused)
{
  (void)unused;
  assert_false(shows_a_race(WORKERS(LOCK, UNLOCK, " atomic"), HD_PROP_NO_DATA_RACE));
}

static void other_properties_know_no_races(void **unused)
{
  (void)unused;
  assert_false(shows_a_race(WORKERS(PASS("L4", "L5"), PASS("L7", "L8"), ""), HD_PROP_NO_DEADLOCK));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(accesses_that_nothing_orders_race),
      cmocka_unit_test(a_lock_orders_them),
      cmocka_unit_test(atomic_sections_are_kept_whole),
      cmocka_unit_test(other_properties_know_no_races),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
