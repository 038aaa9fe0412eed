/* Sets as decision diagrams: every operation against truth tables, references, limits. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "logic/bdd.h"

enum { VARS = 6, ROWS = 1 << VARS };

static uint64_t seed = 1;

static uint64_t next_random(void)
{
  seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return seed >> 20;
}

/* A function as a table of 64 rows, and as a diagram. Variable i is bit i of the row. */
typedef struct {
  uint64_t table;
  hd_bdd set;
} both;

static bool row_of(uint64_t table, unsigned row)
{
  return table >> row & 1;
}

static uint64_t table_of(hd_bdd set)
{
  static const uint32_t vars[VARS] = {0, 1, 2, 3, 4, 5};
  uint64_t table = 0;
  for (unsigned row = 0; row < ROWS; row++) {
    bool values[VARS];
    for (unsigned i = 0; i < VARS; i++) values[i] = row >> i & 1;
    if (hd_bdd_contains(set, vars, values, VARS)) table |= UINT64_C(1) << row;
  }
  return table;
}

static uint64_t variable_table(unsigned i)
{
  uint64_t table = 0;
  for (unsigned row = 0; row < ROWS; row++)
    if (row >> i & 1) table |= UINT64_C(1) << row;
  return table;
}

static both random_function(unsigned depth)
{
  unsigned i = (unsigned)(next_random() % VARS);
  if (depth == 0) return (both){variable_table(i), hd_bdd_var(i)};
  both a = random_function(depth - 1), b = random_function(depth - 1), c = random_function(depth - 1);
  switch (next_random() % 8) {
  case 0: return (both){a.table & b.table, hd_bdd_and(a.set, b.set)};
  case 1: return (both){a.table | b.table, hd_bdd_or(a.set, b.set)};
  case 2: return (both){a.table ^ b.table, hd_bdd_xor(a.set, b.set)};
  case 3: return (both){~a.table, hd_bdd_not(a.set)};
  case 4: return (both){(a.table & b.table) | (~a.table & c.table), hd_bdd_ite(a.set, b.set, c.set)};
  case 5: return (both){a.table & ~b.table, hd_bdd_minus(a.set, b.set)};
  case 6: return (both){~a.table | b.table, hd_bdd_implies(a.set, b.set)};
  default: return (both){~(a.table ^ b.table), hd_bdd_iff(a.set, b.set)};
  }
}

static uint64_t cofactor(uint64_t table, unsigned var, bool value)
{
  uint64_t result = 0;
  for (unsigned row = 0; row < ROWS; row++) {
    unsigned other = value ? row | 1u << var : row & ~(1u << var);
    if (row_of(table, other)) result |= UINT64_C(1) << row;
  }
  return result;
}

static void start(void)
{
  hd_bdd_start(NULL);
  assert_int_equal(hd_bdd_vars_new(VARS), 0);
}

static void operations_agree_with_truth_tables(void **state)
{
  (void)state;
  start();
  for (unsigned round = 0; round < 500; round++) {
    hd_bdd_scope s = hd_bdd_open();
    both f = random_function(4);
    assert_true(table_of(f.set) == f.table);
    hd_bdd_close(s);
  }
  hd_bdd_stop();
}

static uint64_t quantify(uint64_t table, const uint32_t *vars, unsigned n, bool exists)
{
  for (unsigned i = 0; i < n; i++) {
    uint64_t low = cofactor(table, vars[i], false), high = cofactor(table, vars[i], true);
    table = exists ? low | high : low & high;
  }
  return table;
}

static void quantifiers_and_cofactors_agree_with_truth_tables(void **state)
{
  (void)state;
  start();
  for (unsigned round = 0; round < 500; round++) {
    hd_bdd_scope s = hd_bdd_open();
    both f = random_function(3), g = random_function(3);
    uint32_t vars[2] = {(uint32_t)(next_random() % 3), 3 + (uint32_t)(next_random() % 3)};
    hd_bdd cube = hd_bdd_cube(vars, 2);
    assert_true(table_of(hd_bdd_exists(f.set, cube)) == quantify(f.table, vars, 2, true));
    assert_true(table_of(hd_bdd_forall(f.set, cube)) == quantify(f.table, vars, 2, false));
    assert_true(table_of(hd_bdd_and_exists(f.set, g.set, cube)) == quantify(f.table & g.table, vars, 2, true));
    bool values[2] = {next_random() & 1, next_random() & 1};
    uint64_t expected = cofactor(cofactor(f.table, vars[0], values[0]), vars[1], values[1]);
    assert_true(table_of(hd_bdd_restrict(f.set, hd_bdd_literals(vars, values, 2))) == expected);
    uint64_t simple = table_of(hd_bdd_simplify(f.set, g.set));
    assert_true(((simple ^ f.table) & g.table) == 0);
    hd_bdd_close(s);
  }
  hd_bdd_stop();
}

static uint64_t permuted(uint64_t table, const uint32_t *to)
{
  uint64_t result = 0;
  for (unsigned row = 0; row < ROWS; row++) {
    unsigned old = 0;
    for (unsigned i = 0; i < VARS; i++) old |= (row >> to[i] & 1) << i;
    if (row_of(table, old)) result |= UINT64_C(1) << row;
  }
  return result;
}

static void renaming_is_simultaneous(void **state)
{
  (void)state;
  start();
  for (unsigned round = 0; round < 300; round++) {
    hd_bdd_scope s = hd_bdd_open();
    both f = random_function(4), g = random_function(2);
    uint32_t from[VARS], to[VARS];
    for (uint32_t i = 0; i < VARS; i++) from[i] = to[i] = i;
    for (uint32_t i = VARS; i-- > 1;) {
      uint32_t k = (uint32_t)(next_random() % (i + 1)), keep = to[i];
      to[i] = to[k];
      to[k] = keep;
    }
    hd_bdd_map *m = hd_bdd_map_new(from, to, VARS);
    assert_true(table_of(hd_bdd_rename(f.set, m)) == permuted(f.table, to));
    hd_bdd_map_free(m);
    uint32_t var = (uint32_t)(next_random() % VARS);
    uint64_t high = cofactor(f.table, var, true), low = cofactor(f.table, var, false);
    assert_true(table_of(hd_bdd_substitute(f.set, &var, &g.set, 1)) == ((g.table & high) | (~g.table & low)));
    hd_bdd_close(s);
  }
  hd_bdd_stop();
}

static void a_set_is_counted_and_walked_in_ascending_order(void **state)
{
  (void)state;
  start();
  static const uint32_t orders[2][VARS] = {{0, 1, 2, 3, 4, 5}, {4, 1, 5, 0, 3, 2}};
  for (unsigned round = 0; round < 200; round++) {
    hd_bdd_scope s = hd_bdd_open();
    both f = random_function(3);
    const uint32_t *order = orders[round & 1];
    unsigned count = (unsigned)__builtin_popcountll(f.table);
    assert_true(hd_bdd_count(f.set, order, VARS) == count);
    unsigned seen = 0, last = 0;
    for (hd_bdd_walk w = hd_bdd_walk_begin(f.set, order, VARS); hd_bdd_walk_next(&w); seen++) {
      unsigned number = 0, row = 0;
      for (unsigned i = 0; i < VARS; i++) {
        number = number << 1 | w.values[i];
        row |= (unsigned)w.values[i] << order[i];
      }
      assert_true(row_of(f.table, row));
      assert_true(seen == 0 || number > last);
      last = number;
    }
    assert_int_equal(seen, count);
    hd_bdd one = hd_bdd_pick_cube(f.set, order, VARS);
    assert_true(hd_bdd_count(one, order, VARS) == (count ? 1 : 0));
    assert_true(hd_bdd_is_false(hd_bdd_minus(one, f.set)));
    hd_bdd_close(s);
  }
  hd_bdd_stop();
}

static void support_and_size_are_those_of_the_function(void **state)
{
  (void)state;
  start();
  hd_bdd f = hd_bdd_xor(hd_bdd_var(4), hd_bdd_var(1));
  hd_u32s vars = {0};
  hd_bdd_support(f, &vars);
  assert_int_equal(vars.len, 2);
  assert_int_equal(vars.data[0], 1);
  assert_int_equal(vars.data[1], 4);
  assert_int_equal(hd_bdd_nodes(f), 3);
  assert_int_equal(hd_bdd_nodes_of((hd_bdd[]){f, f, hd_bdd_var(4)}, 3), 3);
  hd_vec_clear(&vars);
  hd_bdd_stop();
}

/* Pairs (a_i, b_i): linear when the partners lie side by side, exponential with all a before all b. */
static hd_bdd pairs_function(uint32_t n)
{
  hd_bdd f = HD_BDD_FALSE;
  for (uint32_t i = 0; i < n; i++) f = hd_bdd_or(f, hd_bdd_and(hd_bdd_var(i), hd_bdd_var(n + i)));
  return f;
}

static void sifting_finds_a_small_order_and_keeps_the_sets(void **state)
{
  (void)state;
  hd_bdd_start(NULL);
  hd_bdd_vars_new(24);
  hd_bdd_scope s = hd_bdd_open();
  hd_bdd f = hd_bdd_close_with(s, pairs_function(12));
  uint64_t before = hd_bdd_nodes(f);
  uint32_t all[24];
  for (uint32_t i = 0; i < 24; i++) all[i] = i;
  double count = hd_bdd_count(f, all, 24);
  assert_true(hd_bdd_reorder_if_grown(1000));
  assert_true(hd_bdd_nodes(f) < before / 20);
  assert_true(hd_bdd_count(f, all, 24) == count);
  assert_true(hd_bdd_same(pairs_function(12), f));
  assert_false(hd_bdd_reorder_if_grown(1000));
  hd_bdd_stop();
}

static void grouped_variables_stay_together(void **state)
{
  (void)state;
  hd_bdd_start(NULL);
  hd_bdd_vars_new(24);
  for (uint32_t i = 0; i < 24; i += 2) hd_bdd_group(i, 2);
  hd_bdd f = pairs_function(12);
  hd_bdd_reorder();
  for (uint32_t i = 0; i < 24; i += 2) assert_int_equal(hd_bdd_level(i + 1), hd_bdd_level(i) + 1);
  assert_true(hd_bdd_same(pairs_function(12), f));
  hd_bdd_stop();
}

/* What is kept or in an open scope survives collections; what is not may be collected. */
static void kept_sets_survive_collections(void **state)
{
  (void)state;
  hd_bdd_start(NULL);
  hd_bdd_vars_new(40);
  hd_bdd kept = HD_BDD_FALSE;
  hd_bdd_set(&kept, hd_bdd_xor(hd_bdd_var(3), hd_bdd_and(hd_bdd_var(30), hd_bdd_var(7))));
  for (uint32_t round = 0; round < 40; round++) {
    hd_bdd_scope s = hd_bdd_open();
    hd_bdd local = hd_bdd_iff(hd_bdd_var(5), hd_bdd_var(6));
    hd_bdd f = pairs_function(14);
    f = hd_bdd_xor(f, hd_bdd_var(30 + round % 10));
    hd_bdd g = hd_bdd_iff(hd_bdd_var(5), hd_bdd_var(6));
    assert_true(hd_bdd_same(local, g) && hd_bdd_ok(f));
    hd_bdd_close(s);
  }
  assert_true(hd_bdd_get_stats().collections > 0);
  hd_bdd again = hd_bdd_xor(hd_bdd_var(3), hd_bdd_and(hd_bdd_var(30), hd_bdd_var(7)));
  assert_true(hd_bdd_same(kept, again));
  assert_int_equal(hd_bdd_nodes(kept), 5);
  hd_bdd_set(&kept, HD_BDD_FALSE);
  hd_bdd_stop();
}

static void a_full_table_gives_none_and_work_can_go_on(void **state)
{
  (void)state;
  hd_budget budget = {.memory = 1, .jobs = 1};
  hd_bdd_start(&budget);
  hd_bdd_vars_new(60);
  hd_bdd kept = hd_bdd_keep(pairs_function(8));
  hd_bdd_scope s = hd_bdd_open();
  hd_bdd f = pairs_function(30);
  assert_false(hd_bdd_ok(f));
  assert_false(hd_bdd_is_false(f) || hd_bdd_is_true(f));
  assert_int_equal(hd_bdd_exhausted(), HD_CAUSE_MEMORY);
  assert_false(hd_bdd_ok(hd_bdd_and(f, HD_BDD_FALSE)));
  assert_false(hd_bdd_ok(hd_bdd_exists(HD_BDD_NONE, hd_bdd_var(0))));
  assert_true(isnan(hd_bdd_count(f, NULL, 0)));
  hd_bdd_close(s);
  hd_bdd_forgive();
  assert_int_equal(hd_bdd_exhausted(), HD_CAUSE_NONE);
  assert_true(hd_bdd_same(pairs_function(8), kept));
  hd_bdd_drop(kept);
  hd_bdd_stop();
}

static void the_clock_interrupts_an_operation(void **state)
{
  (void)state;
  hd_budget budget = {.deadline = hd_now() - 1, .jobs = 1};
  hd_bdd_start(&budget);
  hd_bdd_vars_new(60);
  assert_false(hd_bdd_ok(pairs_function(28)));
  assert_int_equal(hd_bdd_exhausted(), HD_CAUSE_TIME);
  hd_bdd_stop();
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(operations_agree_with_truth_tables),
      cmocka_unit_test(quantifiers_and_cofactors_agree_with_truth_tables),
      cmocka_unit_test(renaming_is_simultaneous),
      cmocka_unit_test(a_set_is_counted_and_walked_in_ascending_order),
      cmocka_unit_test(support_and_size_are_those_of_the_function),
      cmocka_unit_test(sifting_finds_a_small_order_and_keeps_the_sets),
      cmocka_unit_test(grouped_variables_stay_together),
      cmocka_unit_test(kept_sets_survive_collections),
      cmocka_unit_test(a_full_table_gives_none_and_work_can_go_on),
      cmocka_unit_test(the_clock_interrupts_an_operation),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
