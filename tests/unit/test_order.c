/* The clauses of an order against all permutations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/map.h"
#include "logic/order.h"

enum { EVENTS = 5, MOST_OPEN = EVENTS * EVENTS };

static uint64_t state;
static uint32_t draw(uint32_t n)
{
  state = hd_hash_u64(state + 0x9e3779b97f4a7c15u);
  return (uint32_t)(state >> 20) % n;
}

/* Is there a permutation that agrees with the known arrows and, bit by bit, with `says` on the open pairs? */
static bool permutation_exists(uint8_t known[EVENTS][EVENTS], const hd_order_pair *open, uint32_t n, uint32_t says)
{
  uint32_t place[EVENTS];
  for (uint32_t code = 0; code < 3125; code++) { /* all maps of events to places; those that are one-to-one count */
    bool fits = true;
    for (uint32_t i = 0, rest = code; i < EVENTS; i++, rest /= EVENTS) place[i] = rest % EVENTS;
    for (uint32_t a = 0; a < EVENTS; a++)
      for (uint32_t b = 0; b < EVENTS; b++)
        fits = fits && (a == b || place[a] != place[b]) && (!known[a][b] || place[a] < place[b]);
    for (uint32_t i = 0; i < n; i++) fits = fits && (place[open[i].a] < place[open[i].b]) == (says >> i & 1);
    if (fits) return true;
  }
  return false;
}

static void compare(uint64_t seed)
{
  hd_budget budget = {.jobs = 1};
  uint8_t known[EVENTS][EVENTS] = {0};
  hd_order_pair open[MOST_OPEN];
  uint32_t n = 0;
  state = seed;
  hd_order *o = hd_order_new(EVENTS);
  hd_sat *s = hd_sat_new(&budget);
  for (uint32_t i = draw(5); i-- > 0;) {
    uint32_t a = draw(EVENTS), b = draw(EVENTS);
    if (hd_order_add(o, a, b)) known[a][b] = 1;
  }
  for (uint32_t a = 0; a < EVENTS; a++)
    for (uint32_t b = a + 1; b < EVENTS; b++)
      if (!hd_order_known(o, a, b) && !hd_order_known(o, b, a) && draw(3) && n < 7)
        open[n++] = (hd_order_pair){a, b, hd_sat_new_lit(s)};
  assert_true(hd_order_encode(o, s, open, n, 1000));
  for (uint32_t says = 0; says < 1u << n; says++) {
    hd_lit assumptions[MOST_OPEN];
    for (uint32_t i = 0; i < n; i++) assumptions[i] = says >> i & 1 ? open[i].lit : -open[i].lit;
    bool found = hd_sat_solve(s, assumptions, n) == HD_SAT_MODEL;
    assert_int_equal(found, permutation_exists(known, open, n, says));
  }
  hd_sat_free(s);
  hd_order_free(o);
}

static void clauses_allow_total_orders_and_nothing_else(void **unused)
{
  (void)unused;
  for (uint64_t seed = 0; seed < 60; seed++) compare(seed);
}

static void what_is_known_is_closed_and_has_no_cycles(void **unused)
{
  (void)unused;
  hd_order *o = hd_order_new(4);
  uint32_t n;
  assert_true(hd_order_add(o, 0, 1));
  assert_true(hd_order_add(o, 2, 3));
  assert_true(hd_order_add(o, 1, 2));
  assert_true(hd_order_known(o, 0, 3));
  assert_false(hd_order_known(o, 3, 0));
  assert_false(hd_order_add(o, 3, 0));
  assert_false(hd_order_add(o, 2, 2));
  assert_true(hd_order_add(o, 0, 3)); /* follows: nothing new */
  hd_order_arrows(o, &n);
  assert_int_equal(n, 3);
  hd_order_free(o);
}

static void an_order_that_takes_too_many_clauses_is_given_up(void **unused)
{
  (void)unused;
  hd_budget budget = {.jobs = 1};
  hd_order *o = hd_order_new(12);
  hd_sat *s = hd_sat_new(&budget);
  hd_order_pair open[66];
  uint32_t n = 0;
  for (uint32_t a = 0; a < 12; a++)
    for (uint32_t b = a + 1; b < 12; b++) open[n++] = (hd_order_pair){a, b, hd_sat_new_lit(s)};
  assert_false(hd_order_encode(o, s, open, n, 100));
  hd_sat_free(s);
  hd_order_free(o);
}

int main(void)
{
  const struct CMUnitTest all[] = {
      cmocka_unit_test(clauses_allow_total_orders_and_nothing_else),
      cmocka_unit_test(what_is_known_is_closed_and_has_no_cycles),
      cmocka_unit_test(an_order_that_takes_too_many_clauses_is_given_up),
  };
  return cmocka_run_group_tests(all, NULL, NULL);
}
