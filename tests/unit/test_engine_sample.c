/* test_engine_sample.c - executions by chance: what they find is executed, and beside other engines they come to an end. */
#include "engine/sample/sample.h"
#include "trace/sample.h"
#include "trace_programs.h"

static const hd_budget no_limit = {.jobs = 1};

static hd_result sample(const char *text, hd_property property)
{
  hd_program *p = program_of(text);
  hd_task task = hd_task_unbounded(property);
  hd_result r;
  task.alone = false;
  hd_result_init(&r);
  hd_program_select(p, property);
  hd_program_index(p);
  hd_engine_sample.run(p, &task, &no_limit, &r);
  if (r.trace) assert_int_equal(hd_trace_replay(p, r.trace, property).end, hd_violating_end(property));
  hd_program_free(p);
  return r;
}

static void violations_of_every_way_are_found(void **unused)
{
  (void)unused;
  static const struct {
    const char *text;
    hd_property property;
  } rows[] = {{LOST_UPDATE, HD_PROP_UNREACH_CALL},
              {LOST_UPDATE, HD_PROP_NO_DATA_RACE},
              {LOCK_ORDER, HD_PROP_NO_DEADLOCK}};
  for (unsigned i = 0; i < HD_COUNT(rows); i++) {
    hd_result r = sample(rows[i].text, rows[i].property);
    assert_int_equal(r.verdict, HD_UNSAFE);
    assert_non_null(r.trace);
    hd_result_clear(&r);
  }
}

/* Without any limit of time, and each time after the same number of executions. */
static void beside_others_it_ends_by_itself(void **unused)
{
  (void)unused;
  hd_result first = sample(LOCK_ORDER, HD_PROP_UNREACH_CALL), second = sample(LOCK_ORDER, HD_PROP_UNREACH_CALL);
  assert_int_equal(first.verdict, HD_UNKNOWN);
  assert_int_equal(first.cause.kind, HD_CAUSE_REFUSED);
  assert_true(first.cause.covered.amount[HD_MEASURE_SAMPLES] > 1000);
  assert_int_equal(first.cause.covered.amount[HD_MEASURE_SAMPLES], second.cause.covered.amount[HD_MEASURE_SAMPLES]);
  hd_result_clear(&first);
  hd_result_clear(&second);
}

static void so_many_executions_are_enough(void **unused)
{
  (void)unused;
  hd_program *p = program_of(LOCK_ORDER);
  uint32_t runs;
  hd_program_index(p);
  assert_null(hd_sample(p, HD_PROP_UNREACH_CALL, (hd_sample_size){.runs = 7}, &no_limit, &runs));
  assert_int_equal(runs, 7);
  hd_program_free(p);
}

static void bounds_are_not_for_chance(void **unused)
{
  (void)unused;
  hd_program *p = program_of(LOCK_ORDER);
  hd_task task = hd_task_unbounded(HD_PROP_UNREACH_CALL);
  const char *why_not = NULL;
  assert_true(hd_engine_accepts(&hd_engine_sample, p, &task, &why_not));
  task.depth = 3;
  assert_false(hd_engine_accepts(&hd_engine_sample, p, &task, &why_not));
  assert_non_null(why_not);
  hd_program_free(p);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(violations_of_every_way_are_found),
      cmocka_unit_test(beside_others_it_ends_by_itself),
      cmocka_unit_test(so_many_executions_are_enough),
      cmocka_unit_test(bounds_are_not_for_chance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
