/* test_calls.c - components of call graphs, against a closure of the calls. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/map.h"
#include "program/calls.h"

static hd_calls *graph(uint32_t n, const uint32_t (*pairs)[2], uint32_t n_pairs)
{
  hd_calls *c = hd_calls_new(n);
  for (uint32_t i = 0; i < n_pairs; i++) hd_calls_add(c, pairs[i][0], pairs[i][1]);
  hd_calls_finish(c);
  assert_true(hd_calls_check(c));
  return c;
}

static void a_chain_of_calls_is_no_recursion(void **state)
{
  (void)state;
  static const uint32_t pairs[][2] = {{0, 1}, {1, 2}, {0, 2}, {0, 2}};
  hd_calls *c = graph(3, pairs, 4);
  for (uint32_t f = 0; f < 3; f++) assert_false(hd_calls_is_recursive(c, f));
  assert_true(hd_calls_component(c, 2) < hd_calls_component(c, 1));
  assert_true(hd_calls_component(c, 1) < hd_calls_component(c, 0));
  hd_calls_free(c);
}

static void a_function_that_calls_itself_is_recursive_and_its_caller_is_not(void **state)
{
  (void)state;
  static const uint32_t pairs[][2] = {{0, 1}, {1, 1}};
  hd_calls *c = graph(2, pairs, 2);
  assert_false(hd_calls_is_recursive(c, 0));
  assert_true(hd_calls_is_recursive(c, 1));
  hd_calls_free(c);
}

static void functions_that_call_each_other_are_one_component(void **state)
{
  (void)state;
  static const uint32_t pairs[][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 1}, {2, 4}};
  hd_calls *c = graph(5, pairs, 5);
  assert_int_equal(hd_calls_component(c, 1), hd_calls_component(c, 2));
  assert_int_equal(hd_calls_component(c, 1), hd_calls_component(c, 3));
  assert_int_not_equal(hd_calls_component(c, 1), hd_calls_component(c, 0));
  assert_int_not_equal(hd_calls_component(c, 1), hd_calls_component(c, 4));
  assert_true(hd_calls_is_recursive(c, 3));
  assert_false(hd_calls_is_recursive(c, 0));
  assert_false(hd_calls_is_recursive(c, 4));
  hd_calls_free(c);
}

static void a_long_chain_takes_no_stack(void **state)
{
  (void)state;
  enum { LENGTH = 1000000 };
  hd_calls *c = hd_calls_new(LENGTH);
  for (uint32_t f = 0; f + 1 < LENGTH; f++) hd_calls_add(c, f, f + 1);
  hd_calls_finish(c);
  assert_int_equal(hd_calls_component(c, LENGTH - 1), 0);
  assert_int_equal(hd_calls_component(c, 0), LENGTH - 1);
  hd_calls_free(c);
}

enum { FUNCTIONS = 12 };

/* Along one or more calls. */
static void close_calls(uint8_t leads[FUNCTIONS][FUNCTIONS])
{
  for (uint32_t k = 0; k < FUNCTIONS; k++)
    for (uint32_t f = 0; f < FUNCTIONS; f++)
      for (uint32_t g = 0; g < FUNCTIONS; g++) leads[f][g] |= leads[f][k] & leads[k][g];
}

/* Two functions are in one component when each leads to the other. */
static void components_are_what_a_closure_finds(void **state)
{
  (void)state;
  enum { GRAPHS = 300 };
  uint64_t random = 7;
  for (unsigned round = 0; round < GRAPHS; round++) {
    uint32_t pairs[24][2], n = (uint32_t)(hd_roll(&random) % 24);
    for (uint32_t i = 0; i < n; i++)
      for (unsigned k = 0; k < 2; k++) pairs[i][k] = (uint32_t)(hd_roll(&random) % FUNCTIONS);
    hd_calls *c = graph(FUNCTIONS, (const uint32_t(*)[2])pairs, n);
    uint8_t leads[FUNCTIONS][FUNCTIONS] = {{0}};
    for (uint32_t i = 0; i < n; i++) leads[pairs[i][0]][pairs[i][1]] = 1;
    close_calls(leads);
    for (uint32_t f = 0; f < FUNCTIONS; f++) {
      assert_int_equal(hd_calls_is_recursive(c, f), leads[f][f]);
      for (uint32_t g = 0; g < FUNCTIONS; g++)
        assert_int_equal(hd_calls_component(c, f) == hd_calls_component(c, g), f == g || (leads[f][g] && leads[g][f]));
    }
    hd_calls_free(c);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_chain_of_calls_is_no_recursion),
      cmocka_unit_test(a_function_that_calls_itself_is_recursive_and_its_caller_is_not),
      cmocka_unit_test(functions_that_call_each_other_are_one_component),
      cmocka_unit_test(a_long_chain_takes_no_stack),
      cmocka_unit_test(components_are_what_a_closure_finds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
