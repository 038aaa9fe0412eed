/* The containers and messages that everything stands on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/budget.h"
#include "base/child.h"
#include "base/diag.h"
#include "base/map.h"

static void a_vector_keeps_what_was_pushed(void **state)
{
  (void)state;
  HD_VEC(int) v = {0};
  for (int i = 0; i < 10000; i++) hd_vec_push(&v, i * 3);
  assert_int_equal(v.len, 10000);
  for (int i = 0; i < 10000; i++) assert_int_equal(v.data[i], i * 3);
  assert_int_equal(hd_vec_pop(&v), 9999 * 3);
  assert_int_equal(hd_vec_last(&v), 9998 * 3);
  hd_vec_clear(&v);
  assert_int_equal(v.len, 0);
}

static void an_arena_gives_zeroed_memory_that_does_not_overlap(void **state)
{
  (void)state;
  hd_arena a;
  hd_arena_init(&a);
  unsigned char *blocks[300];
  for (size_t i = 0; i < 300; i++) {
    size_t size = 1 + i * i; /* the last ones exceed a block */
    blocks[i] = hd_arena_alloc(&a, size);
    assert_int_equal((uintptr_t)blocks[i] % _Alignof(max_align_t), 0);
    for (size_t k = 0; k < size; k++) assert_int_equal(blocks[i][k], 0);
    memset(blocks[i], (int)(i & 0xff), size);
  }
  for (size_t i = 0; i < 300; i++) assert_int_equal(blocks[i][i * i], i & 0xff);
  assert_string_equal(hd_arena_printf(&a, "%d-%s", 7, "x"), "7-x");
  assert_string_equal(hd_arena_strndup(&a, "abcdef", 3), "abc");
  hd_arena_clear(&a);
}

static void a_map_finds_what_was_put_and_nothing_else(void **state)
{
  (void)state;
  hd_map m = {0};
  assert_null(hd_map_find(&m, 0));
  for (uint64_t i = 0; i < 20000; i++) hd_map_put(&m, i * 4096, i);
  hd_map_put(&m, 4096, 99);
  assert_int_equal(m.len, 20000);
  for (uint64_t i = 2; i < 20000; i++) assert_int_equal(*hd_map_find(&m, i * 4096), i);
  assert_int_equal(hd_map_get_or(&m, 4096, 0), 99);
  assert_int_equal(hd_map_get_or(&m, 4097, 5), 5);
  hd_map_clear(&m);
}

static void equal_strings_get_equal_numbers(void **state)
{
  (void)state;
  hd_strings s;
  hd_strings_init(&s);
  char text[16];
  for (uint32_t i = 0; i < 5000; i++) {
    snprintf(text, sizeof text, "v%u", i);
    assert_int_equal(hd_strings_add(&s, text), i);
  }
  assert_int_equal(hd_strings_add(&s, "v17"), 17);
  assert_int_equal(hd_strings_find(&s, "v4999"), 4999);
  assert_int_equal(hd_strings_find(&s, "v5000"), HD_NONE);
  assert_string_equal(hd_strings_get(&s, 42), "v42");
  hd_strings_clear(&s);
}

static void a_message_is_kept_once_with_its_own_copy_of_the_place(void **state)
{
  (void)state;
  hd_diags d;
  hd_diags_init(&d);
  char file[] = "a.c";
  hd_place place = {file, 3, 4};
  hd_diags_add(&d, HD_WARNING, place, "no body for `%s`", "f");
  file[0] = 'b';
  hd_diags_add(&d, HD_WARNING, (hd_place){"a.c", 3, 4}, "no body for `f`");
  assert_int_equal(d.list.len, 1);
  assert_string_equal(d.list.data[0].place.file, "a.c");
  assert_false(hd_diags_has_error(&d));
  hd_diags_add(&d, HD_ERROR, (hd_place){0}, "no body for `f`");
  assert_int_equal(d.list.len, 2);
  assert_true(hd_diags_has_error(&d));
  hd_diags_clear(&d);
}

static void a_budget_says_why_it_is_spent(void **state)
{
  (void)state;
  bool cancel = false;
  hd_budget b = {.cancel = &cancel};
  assert_false(hd_budget_spent(&b));
  b.deadline = hd_now() + 1000;
  assert_int_equal(hd_budget_cause(&b), HD_CAUSE_NONE);
  b.deadline = hd_now() - 1;
  assert_int_equal(hd_budget_cause(&b), HD_CAUSE_TIME);
  b.deadline = 0;
  b.memory = 1;
  assert_int_equal(hd_budget_cause(&b), HD_CAUSE_MEMORY);
  cancel = true;
  assert_int_equal(hd_budget_cause(&b), HD_CAUSE_CANCELLED);
}

static void a_watch_stays_spent_and_says_why(void **state)
{
  (void)state;
  bool cancel = false;
  hd_budget b = {.cancel = &cancel};
  hd_watch w = {.budget = &b};
  assert_false(hd_watch_begin(&w, "working"));
  for (unsigned i = 0; i < 1000; i++) assert_false(hd_watch_spent(&w));
  cancel = true;
  unsigned asked = 0;
  while (!hd_watch_spent(&w)) assert_true(++asked < 1000);
  cancel = false;
  assert_true(hd_watch_spent(&w));
  assert_true(hd_watch_begin(&w, "more work"));
  assert_string_equal(w.phase, "working");
  assert_int_equal(w.spent, HD_CAUSE_CANCELLED);
  assert_false(hd_watch_spent(NULL));
}

static void work_for(double seconds)
{
  double until = hd_work_now() + seconds;
  while (hd_work_now() < until) continue;
}

static void a_share_is_of_work_and_not_of_time(void **state)
{
  (void)state;
  hd_budget all = {.jobs = 1}, share = hd_budget_share(&all, 0.05);
  usleep(80 * 1000);
  assert_false(hd_budget_spent(&share));
  work_for(0.06);
  assert_int_equal(hd_budget_cause(&share), HD_CAUSE_TIME);
  assert_false(hd_budget_spent(&all));
}

static void a_share_is_never_more_than_the_whole(void **state)
{
  (void)state;
  hd_budget all = {.jobs = 1}, small = hd_budget_share(&all, 1), large = hd_budget_share(&small, 100);
  assert_true(large.work == small.work);
  assert_true(hd_budget_left(&all, 7) == 7);
  assert_true(hd_budget_left(&large, 7) <= 1);
  assert_false(hd_budget_is_limited(&all));
  hd_budget part = hd_budget_part(&all, 0.5, 0);
  assert_false(hd_budget_is_limited(&part));
  part = hd_budget_part(&all, 0.5, 3);
  assert_true(hd_budget_left(&part, 7) <= 3 && hd_budget_left(&part, 7) > 2);
  part = hd_budget_part(&small, 0.5, 3);
  assert_true(hd_budget_left(&part, 7) <= 0.5);
}

typedef struct {
  double clock, work; /* what the parent's clock said; seconds to work */
  hd_budget budget;
} labour;

static unsigned char *labour_for(void *context, size_t *size)
{
  const labour *l = context;
  unsigned char *said = hd_alloc(2, 1);
  said[0] = hd_work_now() >= l->clock;
  work_for(l->work);
  said[1] = hd_budget_spent(&l->budget);
  *size = 2;
  return said;
}

static void a_child_goes_on_with_the_clock_of_its_parent(void **state)
{
  (void)state;
  hd_budget all = {.jobs = 1};
  hd_child_result r;
  work_for(0.02);
  labour l = {hd_work_now(), 0.05, hd_budget_share(&all, 0.04)};
  hd_child_run(labour_for, &l, &all, &r);
  assert_int_equal(r.end, HD_CHILD_DONE);
  assert_int_equal(r.data[0], 1);
  assert_int_equal(r.data[1], 1);
  assert_true(r.seconds >= 0.05);
  assert_true(hd_work_now() >= l.clock + 0.05);
  free(r.data);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_vector_keeps_what_was_pushed),
      cmocka_unit_test(an_arena_gives_zeroed_memory_that_does_not_overlap),
      cmocka_unit_test(a_map_finds_what_was_put_and_nothing_else),
      cmocka_unit_test(equal_strings_get_equal_numbers),
      cmocka_unit_test(a_message_is_kept_once_with_its_own_copy_of_the_place),
      cmocka_unit_test(a_budget_says_why_it_is_spent),
      cmocka_unit_test(a_watch_stays_spent_and_says_why),
      cmocka_unit_test(a_share_is_of_work_and_not_of_time),
      cmocka_unit_test(a_share_is_never_more_than_the_whole),
      cmocka_unit_test(a_child_goes_on_with_the_clock_of_its_parent),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
