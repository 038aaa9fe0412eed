/* test_options.c - options on their way from the library's caller to the engines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above */
#include <cmocka.h>

#include "api/options.h"
#include "engine/esst/esst.h"

static hd_task task_of(const heddle_options *o)
{
  heddle_input *in = hd_input_new();
  hd_task t;
  assert_true(hd_options_task(in, o, &t));
  heddle_input_free(in);
  return t;
}

static void assert_refused(const heddle_options *o, const char *message)
{
  heddle_input *in = hd_input_new();
  hd_task t;
  assert_false(hd_options_task(in, o, &t));
  assert_true(heddle_input_bad_usage(in));
  assert_int_equal(heddle_message_count(in), 1);
  assert_string_equal(heddle_message_get(in, 0).message, message);
  heddle_input_free(in);
}

static void options_that_are_not_given_have_their_defaults(void **state)
{
  (void)state;
  heddle_options o;
  heddle_options_init(&o);
  assert_null(o.engine);
  assert_int_equal(o.contexts, UINT32_MAX);
  assert_int_equal(o.rounds, UINT32_MAX);
  assert_int_equal(o.threads, 0);
  hd_task t = task_of(&o);
  assert_int_equal(t.reduction, HD_REDUCTION_LIPTON);
  assert_int_equal(t.por, HD_POR_BOTH);
  assert_int_equal(t.arith, HD_ARITH_AUTO);
  assert_int_equal(t.unwind, HD_NONE);
  assert_true(t.symmetry);
  assert_null(t.order);
  assert_false(t.no_recheck || t.alone);
}

static void options_reach_the_engines(void **state)
{
  (void)state;
  heddle_options o;
  heddle_options_init(&o);
  o.engine = "esst";
  o.reduction = "local";
  o.por = "persistent";
  o.search = "dfs";
  o.labels = "interpolants";
  o.symmetry = "off";
  o.backend = "horn";
  o.order = "t,u";
  o.no_recheck = true;
  o.contexts = 0;
  hd_task t = task_of(&o);
  assert_true(t.alone && t.no_recheck && !t.symmetry);
  assert_int_equal(t.reduction, HD_REDUCTION_LOCAL);
  assert_int_equal(t.por, HD_POR_PERSISTENT);
  assert_int_equal(t.search, HD_SEARCH_DFS);
  assert_int_equal(t.labels, HD_LABELS_INTERPOLANTS);
  assert_string_equal(t.backend, "horn");
  assert_string_equal(t.order, "t,u");
  assert_int_equal(t.contexts, 0);
}

/* Positions in options.def are the values of an enum elsewhere. */
static void every_arithmetic_has_the_place_of_its_name(void **state)
{
  (void)state;
  for (hd_arith arith = HD_ARITH_AUTO; arith <= HD_ARITH_UNBOUNDED; arith++) {
    heddle_options o;
    heddle_options_init(&o);
    o.arith = hd_arith_name(arith);
    assert_int_equal(task_of(&o).arith, arith);
  }
}

static void every_property_can_be_asked_for_by_its_name(void **state)
{
  (void)state;
  const char *names = NULL;
#define HEDDLE_LIBRARY(kind, field, letter, word, argument, values, ...) \
  if (strcmp(#field, "property") == 0) names = values;
#include <heddle/options.def>
  unsigned at;
  for (unsigned i = 0; i < HD_PROP_COUNT; i++)
    assert_true(hd_task_choose(names, hd_property_name((hd_property)i), &at) && at == i);
  for (at = 0; (names = strchr(names, '|')); names++) at++;
  assert_int_equal(at + 1, HD_PROP_COUNT);
}

static void a_value_that_is_none_is_refused(void **state)
{
  (void)state;
  heddle_options o;
  heddle_options_init(&o);
  o.reduction = "lip";
  assert_refused(&o, "--reduction has no value 'lip'; it is one of none|local|lipton");
  heddle_options_init(&o);
  o.data_model = "none|local";
  assert_refused(&o, "--data-model has no value 'none|local'; it is one of ILP32|LP64");
}

static void an_engine_refuses_what_it_does_not_understand(void **state)
{
  (void)state;
  heddle_options o;
  heddle_options_init(&o);
  o.sequential = "nosuch";
  heddle_input *in = hd_input_new();
  hd_task t;
  assert_false(hd_options_task(in, &o, &t));
  assert_true(heddle_input_bad_usage(in));
  heddle_input_free(in);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(options_that_are_not_given_have_their_defaults),
      cmocka_unit_test(options_reach_the_engines),
      cmocka_unit_test(every_arithmetic_has_the_place_of_its_name),
      cmocka_unit_test(every_property_can_be_asked_for_by_its_name),
      cmocka_unit_test(a_value_that_is_none_is_refused),
      cmocka_unit_test(an_engine_refuses_what_it_does_not_understand),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
