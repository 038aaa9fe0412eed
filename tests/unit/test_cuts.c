/* test_cuts.c - where context switches are considered, and where they need not be. */
#include "analysis/cuts.h"
#include "trace_programs.h"

static hd_cuts *cuts_of(hd_program *p, hd_reduction reduction, hd_property property)
{
  hd_sharing *s = hd_sharing_new(p);
  hd_cuts *c = hd_cuts_new(p, s, reduction, property);
  hd_sharing_free(s);
  return c;
}

/* The cut-points of the program, as a string of digits by location. */
static void expect_cuts(const char *text, hd_reduction reduction, hd_property property, const char *expected)
{
  hd_program *p = parse_program(text);
  hd_cuts *c = cuts_of(p, reduction, property);
  char got[64] = {0};
  for (uint32_t l = 0; l < p->locs.len; l++) got[l] = (char)('0' + c->cut[l]);
  assert_string_equal(got, expected);
  hd_cuts_free(c);
  hd_program_free(p);
}

#define TWO HEAD "thread main entry L0\nthread w entry L1\nvar x : bv8\nvar l : bv8 local w\nloc L0 main\n"

static void every_location_without_a_reduction(void **state)
{
  (void)state;
  expect_cuts(TWO "loc L1 w\nloc L2 w atomic\nloc L3 w end\nedge L0 -> L0 do x := 1:8\n"
                  "edge L1 -> L2 do l := x\nedge L2 -> L3 do x := l\n",
              HD_REDUCTION_NONE, HD_PROP_UNREACH_CALL, "1101");
}

static void local_steps_join_what_comes_before_them(void **state)
{
  (void)state;
  expect_cuts(TWO "loc L1 w\nloc L2 w\nloc L3 w\nloc L4 w end\nedge L0 -> L0 do x := 1:8\n"
                  "edge L1 -> L2 do l := x\nedge L2 -> L3 do l := (add l 1:8)\nedge L3 -> L4 do x := l\n",
              HD_REDUCTION_LOCAL, HD_PROP_UNREACH_CALL, "11011");
}

static void a_local_cycle_has_a_cut(void **state)
{
  (void)state;
  expect_cuts(TWO "loc L1 w\nloc L2 w\nloc L3 w\nedge L0 -> L0 do x := 1:8\n"
                  "edge L1 -> L2 do l := x\nedge L2 -> L3 do l := (add l 1:8)\nedge L3 -> L2\n",
              HD_REDUCTION_LOCAL, HD_PROP_UNREACH_CALL, "1110");
}

static void waiting_and_ending_are_stops(void **state)
{
  (void)state;
  expect_cuts(TWO "loc L1 w\nloc L2 w\nloc L3 w\nloc L4 w exit\nedge L0 -> L0 do x := 1:8\n"
                  "edge L1 -> L2 do l := x\nedge L2 -> L3 when (= l 0:8)\nedge L3 -> L4\n",
              HD_REDUCTION_LOCAL, HD_PROP_UNREACH_CALL, "11221");
}

static void branches_that_exclude_each_other_are_no_place_to_wait(void **state)
{
  (void)state;
  expect_cuts(TWO "loc L1 w\nloc L2 w\nloc L3 w end\nedge L0 -> L0 do x := 1:8\nedge L1 -> L2 do l := x\n"
                  "edge L2 -> L3 when (slt l 3:8)\nedge L2 -> L3 when (slt 2:8 l)\n",
              HD_REDUCTION_LOCAL, HD_PROP_UNREACH_CALL, "1101");
}

static void a_switch_comes_before_an_atomic_section_that_others_can_see(void **state)
{
  (void)state;
  expect_cuts(TWO "loc L1 w\nloc L2 w\nloc L3 w atomic\nloc L4 w end\nedge L0 -> L0 do x := 1:8\n"
                  "edge L1 -> L2 do l := x\nedge L2 -> L3\nedge L3 -> L4 do x := l\n",
              HD_REDUCTION_LOCAL, HD_PROP_UNREACH_CALL, "11101");
}

static void a_switch_comes_before_a_section_that_may_never_end(void **state)
{
  (void)state;
  expect_cuts(TWO "loc L1 w\nloc L2 w\nloc L3 w atomic\nloc L4 w end\nedge L0 -> L0 do x := 1:8\n"
                  "edge L1 -> L2 do l := x\nedge L2 -> L3\nedge L3 -> L3 when (= l 0:8)\n"
                  "edge L3 -> L4 when (not (= l 0:8))\n",
              HD_REDUCTION_LOCAL, HD_PROP_UNREACH_CALL, "11111");
}

static void accesses_that_may_race_are_cuts_even_inside_sections(void **state)
{
  (void)state;
  expect_cuts(TWO "loc L1 w\nloc L2 w atomic\nloc L3 w end\nedge L0 -> L0 do x := 1:8\n"
                  "edge L1 -> L2\nedge L2 -> L3 do x := l\n",
              HD_REDUCTION_LOCAL, HD_PROP_NO_DATA_RACE, "1111");
}

/* A critical section is one transaction: what it protects needs no switch inside. */
#define REGION                                                                                       \
  HEAD "thread main entry L0\nthread w entry L1 instances 2 self s\nvar x : bv8\nvar m : bv8 sync\n" \
       "var l : bv8 local w\nvar s : bv32 local w self\nloc L0 main end\n"                           \
       "loc L1 w\nloc L2 w\nloc L3 w\nloc L4 w\nloc L5 w end\n"                                      \
       "edge L1 -> L2 when (= m 0:8) do m := (extract 0 8 (add s 1:32)) access sync\n"               \
       "edge L2 -> L3 do l := x\nedge L3 -> L4 do x := (add l 1:8)\nedge L4 -> L5 do m := 0:8 access sync\n"

static void a_protected_region_is_one_transaction(void **state)
{
  (void)state;
  expect_cuts(REGION, HD_REDUCTION_LOCAL, HD_PROP_UNREACH_CALL, "111111");
  expect_cuts(REGION, HD_REDUCTION_LIPTON, HD_PROP_UNREACH_CALL, "110001");
}

/* w counts x under the lock; main looks at x without it, or writes it without it. */
#define LOOKED_AT(main)                                                                                 \
  HEAD "thread main entry L0\nthread w entry L1\nvar x : bv8\nvar m : bv8 sync\nvar l : bv8 local w\n"  \
       "var k : bv8 local main\nloc L0 main\nloc L1 w\nloc L2 w\nloc L3 w\nloc L4 w\nloc L5 w end\n"    \
       "loc L6 main\nedge L0 -> L6 do " main "\nedge L6 -> L6 when (= m 0:8) do m := 2:8 access sync\n" \
       "edge L1 -> L2 when (= m 0:8) do m := 1:8 access sync\n"                                         \
       "edge L2 -> L3 do l := x\nedge L3 -> L4 do x := (add l 1:8)\nedge L4 -> L5 do m := 0:8 access sync\n"

static void who_only_looks_does_not_part_look_and_write(void **state)
{
  (void)state;
  expect_cuts(LOOKED_AT("k := x"), HD_REDUCTION_LIPTON, HD_PROP_UNREACH_CALL, "1100011");
  expect_cuts(LOOKED_AT("x := 0:8"), HD_REDUCTION_LIPTON, HD_PROP_UNREACH_CALL, "1101011");
}

/* An element in a section, which may be out of range: that is a place to stop at, not to switch at. */
static void an_index_in_a_region_is_a_stop(void **state)
{
  (void)state;
  expect_cuts(HEAD
              "thread main entry L0\nthread w entry L1 instances 2 self s\nvar x : bv8[3]\nvar m : bv8 sync\n"
              "var s : bv32 local w self\nloc L0 main end\nloc L1 w\nloc L2 w\nloc L3 w\nloc L4 w end\n"
              "loc L5 w exit\nedge L1 -> L2 when (= m 0:8) do m := (extract 0 8 (add s 1:32)) access sync\n"
              "edge L2 -> L3 when (ult s 3:32) do x[s] := (add (select x s) 1:8)\nedge L2 -> L5 when (ule 3:32 s)\n"
              "edge L3 -> L4 do m := 0:8 access sync\n",
              HD_REDUCTION_LIPTON, HD_PROP_UNREACH_CALL, "112011");
}

/* Instances of w count elements of x, each element under the lock with its index; `middle` and `last` differ. */
#define ELEMENT(locks, middle, last)                                                                           \
  HEAD "thread main entry L0\nthread w entry L1 instances 2 self s\nvar x : bv8[3]\nvar m : bv8[" locks "] sync\n" \
       "var s : bv32 local w self\nvar l : bv8 local w\nvar i : bv32 local w\nloc L0 main end\n"                 \
       "loc L1 w\nloc L2 w\nloc L3 w\nloc L4 w\nloc L5 w end\n"                                                 \
       "edge L1 -> L2 when (= (select m i) 0:8) do m[i] := (extract 0 8 (add s 1:32)) access sync\n"             \
       "edge L2 -> L3 do l := (select x " middle ")\nedge L3 -> L4 do x[i] := (add l 1:8)\n"                     \
       "edge L4 -> L5 do m[" last "] := 0:8 access sync\n"

static void an_element_is_protected_by_the_lock_with_its_index(void **state)
{
  (void)state;
  expect_cuts(ELEMENT("3", "i", "i"), HD_REDUCTION_LIPTON, HD_PROP_UNREACH_CALL, "110001");
  expect_cuts(ELEMENT("3", "s", "i"), HD_REDUCTION_LIPTON, HD_PROP_UNREACH_CALL, "110101");
  expect_cuts(ELEMENT("2", "i", "i"), HD_REDUCTION_LIPTON, HD_PROP_UNREACH_CALL, "110101");
  expect_cuts(ELEMENT("3", "i", "s"), HD_REDUCTION_LIPTON, HD_PROP_UNREACH_CALL, "111111");
}

/* The index changes while the lock is held: the release is of another one, or may be. */
static void a_lock_by_an_index_that_changes_is_none(void **state)
{
  (void)state;
  expect_cuts(HEAD "thread main entry L0\nthread w entry L1 instances 2 self s\nvar x : bv8[3]\nvar m : bv8[3] sync\n"
                   "var s : bv32 local w self\nvar i : bv32 local w\nloc L0 main end\n"
                   "loc L1 w\nloc L2 w\nloc L3 w\nloc L4 w\nloc L5 w end\n"
                   "edge L1 -> L2 when (= (select m i) 0:8) do m[i] := (extract 0 8 (add s 1:32)) access sync\n"
                   "edge L2 -> L3 do i := (add i 1:32)\nedge L3 -> L4 do x[i] := 1:8\n"
                   "edge L4 -> L5 do m[i] := 0:8 access sync\n",
              HD_REDUCTION_LIPTON, HD_PROP_UNREACH_CALL, "110111");
}

/* The lock starts with any value; main may set it (or something else) before the thread starts. */
#define SET_UP(before)                                                                                 \
  HEAD "thread main entry L0\nthread w entry L3 status s\nvar m : bv8 any\nvar x : bv8\nvar o : bv8\n" \
       "var s : bv8 status\nvar l : bv8 local w\nloc L0 main\nloc L1 main\nloc L2 main\n"              \
       "loc L3 w\nloc L4 w\nloc L5 w\nloc L6 w\nloc L7 w end\n"                                        \
       "edge L0 -> L1 do " before "\nedge L1 -> L2 do s := 1:8\n"                                      \
       "edge L2 -> L2 when (= m 0:8) do m := 1:8 access sync\n"                                        \
       "edge L3 -> L4 when (= s 1:8)\nedge L4 -> L5 when (= m 0:8) do m := 2:8 access sync\n"          \
       "edge L5 -> L6 do x := (add x 1:8)\nedge L6 -> L7 do m := 0:8 access sync\n"

static void a_lock_may_be_set_up_before_threads_start(void **state)
{
  (void)state;
  expect_cuts(SET_UP("m := 0:8"), HD_REDUCTION_LIPTON, HD_PROP_UNREACH_CALL, "11111001");
  expect_cuts(SET_UP("o := 0:8"), HD_REDUCTION_LIPTON, HD_PROP_UNREACH_CALL, "10111011");
}

static void a_variable_that_is_only_set_before_threads_start_is_not_shared(void **state)
{
  (void)state;
  hd_program *p = parse_program(HEAD "thread main entry L0\nthread w entry L2 status s\nvar n : bv8\nvar k : bv8\n"
                                     "var s : bv8 status\nvar l : bv8 local w\n"
                                     "loc L0 main\nloc L1 main\nloc L2 w\nloc L3 w\nloc L4 w end\nloc L5 main end\n"
                                     "edge L0 -> L1 do n := 3:8\nedge L1 -> L5 do s := 1:8, k := 1:8\n"
                                     "edge L2 -> L3 when (= s 1:8)\nedge L3 -> L4 do l := (add n k)\n");
  hd_sharing *s = hd_sharing_new(p);
  assert_false(s->shared[hd_program_find_var(p, "n").id]);
  assert_true(s->shared[hd_program_find_var(p, "k").id]);
  hd_sharing_free(s);
  hd_program_free(p);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_location_without_a_reduction),
      cmocka_unit_test(local_steps_join_what_comes_before_them),
      cmocka_unit_test(a_local_cycle_has_a_cut),
      cmocka_unit_test(waiting_and_ending_are_stops),
      cmocka_unit_test(branches_that_exclude_each_other_are_no_place_to_wait),
      cmocka_unit_test(a_switch_comes_before_an_atomic_section_that_others_can_see),
      cmocka_unit_test(a_switch_comes_before_a_section_that_may_never_end),
      cmocka_unit_test(accesses_that_may_race_are_cuts_even_inside_sections),
      cmocka_unit_test(a_protected_region_is_one_transaction),
      cmocka_unit_test(who_only_looks_does_not_part_look_and_write),
      cmocka_unit_test(an_index_in_a_region_is_a_stop),
      cmocka_unit_test(an_element_is_protected_by_the_lock_with_its_index),
      cmocka_unit_test(a_lock_by_an_index_that_changes_is_none),
      cmocka_unit_test(a_lock_may_be_set_up_before_threads_start),
      cmocka_unit_test(a_variable_that_is_only_set_before_threads_start_is_not_shared),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
