/* test_cause.c - why there is no answer, and the words that are made of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cause_text.h"

static void the_words_follow_from_kind_and_measures(void **state)
{
  (void)state;
  hd_cause c = HD_NO_CAUSE;
  assert_string_equal(cause_text(&c), "no answer");
  c.kind = HD_CAUSE_TIME;
  assert_string_equal(cause_text(&c), "time limit");
  hd_cover(&c.covered, HD_MEASURE_FRAMES, 7);
  hd_cover(&c.covered, HD_MEASURE_UNWIND, 12);
  assert_string_equal(cause_text(&c), "time limit: unwind 12, frames 7");
  c.what = "bmc";
  assert_string_equal(cause_text(&c), "bmc: time limit: unwind 12, frames 7");
  c = (hd_cause){.kind = HD_CAUSE_BOUND, .pos = HD_NO_POS};
  hd_cover(&c.covered, HD_MEASURE_CONTEXTS, 0);
  assert_string_equal(cause_text(&c), "bounded: 0 context switches");
  c = (hd_cause){.kind = HD_CAUSE_BOUND, .what = "no more", .pos = HD_NO_POS};
  assert_string_equal(cause_text(&c), "bounded: no more");
  c = (hd_cause){.kind = HD_CAUSE_REFUSED, .by = "bmc", .what = "too large", .pos = HD_NO_POS};
  assert_string_equal(cause_text(&c), "too large");
}

static void what_two_have_covered_is_the_larger_of_both(void **state)
{
  (void)state;
  hd_covered a = {0}, b = {0};
  hd_cover(&a, HD_MEASURE_UNWIND, 3);
  hd_cover(&a, HD_MEASURE_STATES, 10);
  hd_cover(&b, HD_MEASURE_UNWIND, 5);
  hd_cover(&b, HD_MEASURE_STATES, 4);
  hd_cover(&b, HD_MEASURE_FRAMES, 0);
  hd_cover_all(&a, &b);
  assert_int_equal(a.amount[HD_MEASURE_UNWIND], 5);
  assert_int_equal(a.amount[HD_MEASURE_STATES], 10);
  assert_true(a.known >> HD_MEASURE_FRAMES & 1);
  assert_false(a.known >> HD_MEASURE_DEPTH & 1);
}

static void a_budget_that_has_not_ended_was_given_up(void **state)
{
  (void)state;
  hd_budget b = {.deadline = hd_now() - 1};
  hd_cause c = hd_cause_spent(&b, "too hard");
  assert_int_equal(c.kind, HD_CAUSE_TIME);
  assert_null(c.what);
  b.deadline = 0;
  c = hd_cause_spent(&b, "too hard");
  assert_int_equal(c.kind, HD_CAUSE_REFUSED);
  assert_string_equal(c.what, "too hard");
}

static void a_part_is_told_within_the_whole(void **state)
{
  (void)state;
  hd_arena arena;
  hd_arena_init(&arena);
  hd_cause part = {.kind = HD_CAUSE_MEMORY, .pos = HD_NO_POS};
  hd_cause whole = hd_cause_within(&part, "the recheck", &arena);
  assert_string_equal(cause_text(&whole), "the recheck: memory limit");
  part = (hd_cause){.kind = HD_CAUSE_REFUSED, .what = "Z3 does not know", .pos = HD_NO_POS};
  whole = hd_cause_within(&part, "the recheck", &arena);
  assert_string_equal(cause_text(&whole), "the recheck: Z3 does not know");
  hd_arena_clear(&arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_words_follow_from_kind_and_measures),
      cmocka_unit_test(what_two_have_covered_is_the_larger_of_both),
      cmocka_unit_test(a_budget_that_has_not_ended_was_given_up),
      cmocka_unit_test(a_part_is_told_within_the_whole),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
