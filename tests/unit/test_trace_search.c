/* test_trace_search.c - all schedules by brute force, shorter traces, and the steps that matter. */
#include "random_model.h"
#include "trace/minimize.h"
#include "trace/shortest.h"
#include "oracle/systematic.h"
#include "trace_programs.h"

static const hd_property properties[] = {HD_PROP_UNREACH_CALL, HD_PROP_NO_DATA_RACE, HD_PROP_NO_DEADLOCK};

static hd_exploration explore(const hd_program *p, hd_property property)
{
  return hd_explore_all(p, property, &(hd_explore_options){.max_states = 100000});
}

static bool is_violation(hd_end end)
{
  return end == HD_END_VIOLATION || end == HD_END_RACE || end == HD_END_DEADLOCK;
}

static void assert_violates(const hd_program *p, const hd_trace *t, hd_property property)
{
  hd_replay r = hd_trace_replay(p, t, property);
  assert_true(is_violation(r.end));
  assert_int_equal(r.at + (r.end == HD_END_VIOLATION), t->steps.len);
}

/* --- all schedules ------------------------------------------------------------------------------ */

static void known_bugs_are_found_with_their_trace(void **unused)
{
  (void)unused;
  static const struct {
    const char *text;
    hd_property property;
    hd_explored verdict;
  } rows[] = {
      {LOST_UPDATE, HD_PROP_UNREACH_CALL, HD_EXPLORED_UNSAFE}, {LOST_UPDATE, HD_PROP_NO_DATA_RACE, HD_EXPLORED_UNSAFE},
      {LOST_UPDATE, HD_PROP_NO_DEADLOCK, HD_EXPLORED_SAFE},    {LOCK_ORDER, HD_PROP_NO_DEADLOCK, HD_EXPLORED_UNSAFE},
      {LOCK_ORDER, HD_PROP_NO_DATA_RACE, HD_EXPLORED_SAFE},    {LOCK_ORDER, HD_PROP_UNREACH_CALL, HD_EXPLORED_SAFE},
  };
  for (unsigned i = 0; i < HD_COUNT(rows); i++) {
    hd_program *p = program_of(rows[i].text);
    hd_program_select(p, rows[i].property);
    hd_program_index(p);
    hd_exploration x = explore(p, rows[i].property);
    assert_int_equal(x.verdict, rows[i].verdict);
    if (x.trace) assert_violates(p, x.trace, rows[i].property);
    hd_trace_free(x.trace);
    hd_program_free(p);
  }
}

static void every_interleaving_is_a_state(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(HEAD "thread main entry L0\nthread w entry L3\nloc L0 main\nloc L1 main\n"
                                     "loc L2 main end\nloc L3 w\nloc L4 w\nloc L5 w\nloc L6 w end\n"
                                     "edge L0 -> L1\nedge L1 -> L2\nedge L3 -> L4\nedge L4 -> L5\nedge L5 -> L6\n");
  hd_exploration x = explore(p, HD_PROP_UNREACH_CALL);
  assert_int_equal(x.verdict, HD_EXPLORED_SAFE);
  assert_int_equal(x.states, 3 * 4);
  assert_int_equal(x.steps, 2 * 4 + 3 * 3);
  hd_program_free(p);
}

#define ONE_INPUT(width, bad)                                                                   \
  HEAD "thread main entry L0\nvar x : bv" width "\nloc L0 main\nloc L1 main\nloc L2 main end\n" \
       "edge L0 -> L1 do x := any\nedge L1 -> L2 assert assertion (not (= x " bad ":" width "))\n"

static void narrow_inputs_are_enumerated_and_wide_ones_never_safe(void **unused)
{
  (void)unused;
  static const struct {
    const char *text;
    uint32_t wide;
    hd_explored verdict;
  } rows[] = {
      {ONE_INPUT("4", "15"), 0, HD_EXPLORED_UNSAFE},
      {ONE_INPUT("8", "3"), 0, HD_EXPLORED_INCOMPLETE},
      {ONE_INPUT("8", "3"), 4, HD_EXPLORED_UNSAFE},
      {ONE_INPUT("8", "200"), 4, HD_EXPLORED_INCOMPLETE},
  };
  for (unsigned i = 0; i < HD_COUNT(rows); i++) {
    hd_program *p = parse_program(rows[i].text);
    hd_explore_options o = {.wide_values = rows[i].wide};
    hd_exploration x = hd_explore_all(p, HD_PROP_UNREACH_CALL, &o);
    assert_int_equal(x.verdict, rows[i].verdict);
    hd_trace_free(x.trace);
    hd_program_free(p);
  }
}

static void initial_values_are_enumerated(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(HEAD "thread main entry L0\nvar x : bv2[2] any\nloc L0 main\nloc L1 main end\n"
                                     "edge L0 -> L1 assert assertion (not (= (add (select x 0:32) (select x 1:32)) "
                                     "2:2))\n");
  hd_exploration x = explore(p, HD_PROP_UNREACH_CALL);
  assert_int_equal(x.verdict, HD_EXPLORED_UNSAFE);
  assert_violates(p, x.trace, HD_PROP_UNREACH_CALL);
  hd_trace_free(x.trace);
  hd_program_free(p);
}

static void limits_make_it_incomplete(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(LOCK_ORDER);
  hd_exploration x = hd_explore_all(p, HD_PROP_UNREACH_CALL, &(hd_explore_options){.max_states = 5});
  assert_int_equal(x.verdict, HD_EXPLORED_INCOMPLETE);
  x = hd_explore_all(p, HD_PROP_UNREACH_CALL, &(hd_explore_options){.max_steps = 3});
  assert_int_equal(x.verdict, HD_EXPLORED_INCOMPLETE);
  x = hd_explore_all(p, HD_PROP_UNREACH_CALL, &(hd_explore_options){.max_steps = 30});
  assert_int_equal(x.verdict, HD_EXPLORED_SAFE);
  hd_program_free(p);
}

static void unsupported_constructs_make_it_incomplete(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(HEAD "thread main entry L0\nloc L0 main\nloc L1 main unsupported \"asm\"\n"
                                     "edge L0 -> L1\n");
  assert_int_equal(explore(p, HD_PROP_NO_DEADLOCK).verdict, HD_EXPLORED_INCOMPLETE);
  hd_program_free(p);
}

static void random_runs_agree_with_all_schedules(void **unused)
{
  (void)unused;
  unsigned verdicts[3] = {0}, hits = 0;
  for (uint64_t seed = 0; seed < 300; seed++) {
    hd_property property = properties[seed % 3];
    hd_program *p = random_model(seed);
    hd_program_select(p, property);
    hd_program_index(p);
    hd_exploration x = explore(p, property);
    verdicts[x.verdict]++;
    if (x.trace) assert_violates(p, x.trace, property);
    for (uint64_t run = 0; run < 20; run++) {
      hd_replay how;
      hd_trace *t = hd_random_run(p, property, run, 60, &how);
      if (is_violation(how.end)) {
        assert_int_equal(x.verdict, HD_EXPLORED_UNSAFE);
        assert_true(t->steps.len >= x.trace->steps.len); /* that one is a shortest */
        hits++;
      }
      hd_trace_free(t);
    }
    hd_trace_free(x.trace);
    hd_program_free(p);
  }
  assert_true(verdicts[HD_EXPLORED_SAFE] > 20 && verdicts[HD_EXPLORED_UNSAFE] > 20 && hits > 100);
}

/* --- shorter traces -------------------------------------------------------------------------------- */

static const hd_budget no_limit = {.jobs = 1};

static void a_lost_update_takes_four_switches(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(LOST_UPDATE);
  unsigned found = 0;
  for (uint64_t seed = 0; seed < 60; seed++) {
    hd_replay how;
    hd_trace *t = hd_random_run(p, HD_PROP_UNREACH_CALL, seed, 100, &how);
    if (how.end == HD_END_VIOLATION) {
      hd_trace *best = hd_trace_minimize(p, t, HD_PROP_UNREACH_CALL, &no_limit);
      assert_violates(p, best, HD_PROP_UNREACH_CALL);
      assert_int_equal(hd_trace_switches(best), 4);
      hd_trace_free(best);
      found++;
    }
    hd_trace_free(t);
  }
  assert_true(found > 5);
  hd_program_free(p);
}

static void rounds_of_loops_that_do_not_matter_are_dropped(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(HEAD "thread main entry L0\nthread w entry L3\nvar go : bool\nvar n : bv8\n"
                                     "loc L0 main\nloc L1 main\nloc L2 main end\nloc L3 w\nloc L4 w end\n"
                                     "edge L0 -> L0 when (not go)\nedge L0 -> L1 when go\n"
                                     "edge L1 -> L2 assert assertion false\nedge L3 -> L3 do n := (add n 1:8)\n"
                                     "edge L3 -> L4 do go := true\n");
  const planned steps[] = {{1, 0, 3}, {0, 0, 0}, {0, 0, 0}, {1, 0, 3}, {0, 0, 0}, {1, 0, 3},
                           {0, 0, 0}, {1, 0, 4}, {0, 0, 1}, {0, 0, 2}, STOP};
  hd_trace *t = make_trace(steps), *best = hd_trace_minimize(p, t, HD_PROP_UNREACH_CALL, &no_limit);
  assert_violates(p, best, HD_PROP_UNREACH_CALL);
  assert_int_equal(hd_trace_switches(best), 1);
  assert_int_equal(best->steps.len, 3);
  hd_trace_free(best);
  hd_trace_free(t);
  hd_program_free(p);
}

/* An input says how many rounds a loop has. No dropping of steps makes it smaller: the input is tested by each round. */
static void inputs_are_made_small_though_the_way_changes(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(HEAD "file 0 \"rounds.c\"\nthread main entry L0\nvar n : bv8\nvar i : bv8\n"
                                     "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main end\n"
                                     "edge L0 -> L1 do n := any @0:1:1\n"
                                     "edge L1 -> L2 when (ult i n) @0:2:1\n"
                                     "edge L2 -> L1 do i := (add i 1:8) @0:3:1\n"
                                     "edge L1 -> L3 when (= i n) assert assertion false @0:4:1\n");
  hd_trace *t = hd_trace_new();
  hd_trace_push(t, HD_MAIN, 0, (hd_edge){0}, (uint64_t[]){5}, 1);
  for (unsigned i = 0; i < 10; i++) hd_trace_push(t, HD_MAIN, 0, (hd_edge){1 + i % 2}, NULL, 0);
  hd_trace_push(t, HD_MAIN, 0, (hd_edge){3}, NULL, 0);
  assert_violates(p, t, HD_PROP_UNREACH_CALL);
  hd_trace *best = hd_trace_minimize(p, t, HD_PROP_UNREACH_CALL, &no_limit);
  assert_violates(p, best, HD_PROP_UNREACH_CALL);
  assert_int_equal(best->steps.len, 2);
  assert_int_equal(best->steps.data[0].inputs[0], 0);
  hd_trace_free(best);
  hd_trace_free(t);
  hd_program_free(p);
}

/* The value that only the assertion looks at becomes the least that fails it. */
static void values_become_small_along_the_same_steps(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(HEAD "thread main entry L0\nvar n : bv8\nloc L0 main\nloc L1 main\nloc L2 main end\n"
                                     "edge L0 -> L1 do n := any\n"
                                     "edge L1 -> L2 assert assertion (ult n 77:8)\n");
  hd_trace *t = hd_trace_new();
  hd_trace_push(t, HD_MAIN, 0, (hd_edge){0}, (uint64_t[]){201}, 1);
  hd_trace_push(t, HD_MAIN, 0, (hd_edge){1}, NULL, 0);
  hd_trace *best = hd_trace_minimize(p, t, HD_PROP_UNREACH_CALL, &no_limit);
  assert_violates(p, best, HD_PROP_UNREACH_CALL);
  assert_int_equal(best->steps.data[0].inputs[0], 77);
  hd_trace_free(best);
  hd_trace_free(t);
  hd_program_free(p);
}

static void others_may_move_before_an_atomic_section_is_entered(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(HEAD "thread main entry L0\nthread w entry L4\nvar x : bv8\nvar y : bv8\n"
                                     "loc L0 main\nloc L1 main\nloc L2 main atomic\nloc L3 main end\n"
                                     "loc L4 w\nloc L5 w end\n"
                                     "edge L0 -> L1 do y := 1:8\nedge L1 -> L2\n"
                                     "edge L2 -> L3 assert assertion (= x 0:8)\n"
                                     "edge L4 -> L5 when (= y 1:8) do x := 1:8\n");
  hd_trace *t = make_trace((planned[]){{0, 0, 0}, {1, 0, 3}, {0, 0, 1}, {0, 0, 2}, STOP});
  hd_trace *best = hd_trace_shortest(p, t, HD_PROP_UNREACH_CALL, 1000, &no_limit);
  assert_non_null(best);
  assert_int_equal(hd_trace_switches(best), 2);
  hd_trace_free(best);
  hd_trace_free(t);
  hd_program_free(p);
}

static void what_is_no_violation_is_copied(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(LOCK_ORDER);
  hd_trace *t = make_trace((planned[]){{0, 0, 0}, {0, 0, 1}, {1, 0, 4}, STOP});
  hd_trace *best = hd_trace_minimize(p, t, HD_PROP_NO_DEADLOCK, &no_limit);
  assert_int_equal(best->steps.len, 3);
  hd_trace_free(best);
  hd_trace_free(t);
  hd_program_free(p);
}

static void a_spent_budget_still_gives_a_violation(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(LOCK_ORDER);
  hd_trace *t = make_trace((planned[]){{0, 0, 0}, {1, 0, 4}, {0, 0, 1}, {1, 0, 5}, STOP});
  hd_budget spent = {.deadline = hd_now() - 1, .jobs = 1};
  hd_trace *best = hd_trace_minimize(p, t, HD_PROP_NO_DEADLOCK, &spent);
  assert_violates(p, best, HD_PROP_NO_DEADLOCK);
  hd_trace_free(best);
  hd_trace_free(t);
  hd_program_free(p);
}

/* The fewest switches over all orders of the trace's steps, by trying every order. */
typedef struct {
  const hd_program *p;
  hd_property property;
  const hd_trace *t;
  uint32_t best;
} orders;

static void try_orders(orders *o, hd_trace *so_far, uint64_t used)
{
  if (hd_trace_switches(so_far) >= o->best) return;
  hd_replay r = hd_trace_replay(o->p, so_far, o->property);
  if (is_violation(r.end)) o->best = hd_trace_switches(so_far);
  if (r.end != HD_END_NOWHERE) return;
  for (uint32_t i = 0; i < o->t->steps.len; i++) {
    bool is_next = !(used >> i & 1);
    const hd_step *s = &o->t->steps.data[i];
    for (uint32_t k = 0; k < i; k++) {
      const hd_step *other = &o->t->steps.data[k];
      bool same = other->thread.id == s->thread.id && other->instance == s->instance;
      if (same && !(used >> k & 1)) is_next = false;
    }
    if (!is_next) continue;
    hd_trace_push(so_far, s->thread, s->instance, s->edge, s->inputs, s->n_inputs);
    try_orders(o, so_far, used | UINT64_C(1) << i);
    so_far->steps.len--;
  }
}

static uint32_t fewest_switches(const hd_program *p, const hd_trace *t, hd_property property)
{
  hd_trace *so_far = hd_trace_copy(t);
  so_far->steps.len = 0;
  orders o = {.p = p, .property = property, .t = t, .best = HD_NONE};
  try_orders(&o, so_far, 0);
  hd_trace_free(so_far);
  return o.best;
}

static void the_best_schedule_is_the_best_of_all_orders(void **unused)
{
  (void)unused;
  unsigned compared = 0, shorter = 0;
  for (uint64_t seed = 0; seed < 400; seed++) {
    hd_property property = properties[seed % 3];
    hd_program *p = random_model(seed);
    hd_program_select(p, property);
    hd_program_index(p);
    hd_replay how;
    hd_trace *t = hd_random_run(p, property, seed, 12, &how);
    if (is_violation(how.end) && t->steps.len <= 9) {
      hd_trace *best = hd_trace_shortest(p, t, property, 100000, &no_limit);
      assert_non_null(best);
      assert_violates(p, best, property);
      assert_int_equal(hd_trace_switches(best), fewest_switches(p, t, property));
      shorter += hd_trace_switches(best) < hd_trace_switches(t);
      hd_trace_free(best);
      compared++;
    }
    hd_trace_free(t);
    hd_program_free(p);
  }
  assert_true(compared > 60 && shorter > 20);
}

static void minimizing_never_makes_it_longer(void **unused)
{
  (void)unused;
  unsigned count = 0;
  for (uint64_t seed = 0; seed < 400; seed++) {
    hd_property property = properties[seed % 3];
    hd_program *p = random_model(seed);
    hd_program_select(p, property);
    hd_program_index(p);
    hd_replay how;
    hd_trace *t = hd_random_run(p, property, seed * 3, 80, &how);
    if (is_violation(how.end)) {
      hd_trace *best = hd_trace_minimize(p, t, property, &no_limit);
      assert_violates(p, best, property);
      assert_true(best->steps.len <= t->steps.len && hd_trace_switches(best) <= hd_trace_switches(t));
      hd_trace_free(best);
      count++;
    }
    hd_trace_free(t);
    hd_program_free(p);
  }
  assert_true(count > 80);
}

/* --- the steps that matter --------------------------------------------------------------------------- */

static void the_slice_follows_data_and_control(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(HEAD "thread main entry L0\nvar a : bv8\nvar b : bv8\nvar c : bv8\nvar d : bv8\n"
                                     "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main\nloc L4 main\nloc L5 main\n"
                                     "loc L6 main\nloc L7 main end\n"
                                     "edge L0 -> L1 do a := 1:8\n"    /* 0: overwritten */
                                     "edge L1 -> L2 do b := 2:8\n"    /* 1: decides the branch */
                                     "edge L2 -> L3 do d := 9:8\n"    /* 2: never read */
                                     "edge L3 -> L4 when (= b 2:8)\n" /* 3: the branch */
                                     "edge L3 -> L5 when (not (= b 2:8))\n"
                                     "edge L4 -> L5 do a := 3:8\n" /* 5: what is asserted */
                                     "edge L5 -> L6 do c := a\n"   /* 6 */
                                     "edge L6 -> L7 assert assertion (= c 0:8)\n");
  hd_trace *t =
      make_trace((planned[]){{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 3}, {0, 0, 5}, {0, 0, 6}, {0, 0, 7}, STOP});
  bool *relevant = hd_trace_relevant(p, t, HD_PROP_UNREACH_CALL);
  const bool expected[] = {true, true, false, true, true, true, true}; /* the first: an instance's first step */
  for (unsigned i = 0; i < HD_COUNT(expected); i++) assert_int_equal(relevant[i], expected[i]);
  free(relevant);
  hd_trace_free(t);
  hd_program_free(p);
}

static void the_slice_follows_the_rounds_of_a_loop(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(HEAD "thread main entry L0\nvar i : bv8\nvar x : bv8\nloc L0 main\nloc L1 main\n"
                                     "loc L2 main\nloc L3 main end\n"
                                     "edge L0 -> L1 when (ult i 2:8) do i := (add i 1:8)\n"
                                     "edge L0 -> L2 when (not (ult i 2:8))\n"
                                     "edge L1 -> L0 do x := (add x 1:8)\n"
                                     "edge L2 -> L3 assert assertion (= x 0:8)\n");
  const planned steps[] = {{0, 0, 0}, {0, 0, 2}, {0, 0, 0}, {0, 0, 2}, {0, 0, 1}, {0, 0, 3}, STOP};
  hd_trace *t = make_trace(steps);
  bool *relevant = hd_trace_relevant(p, t, HD_PROP_UNREACH_CALL);
  const bool expected[] = {true, true, true, true, false, true}; /* the loop is left in any case */
  for (unsigned i = 0; i < HD_COUNT(expected); i++) assert_int_equal(relevant[i], expected[i]);
  free(relevant);
  hd_trace_free(t);
  hd_program_free(p);
}

static void the_slice_leads_to_the_creation_of_threads(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(LOST_UPDATE);
  const planned lost[] = {{0, 0, 0}, {0, 0, 1}, {1, 0, 6}, {1, 1, 6}, {1, 0, 7}, {1, 1, 7}, {1, 0, 8},
                          {1, 1, 8}, {1, 0, 9}, {1, 1, 9}, {0, 0, 2}, {0, 0, 3}, {0, 0, 4}, STOP};
  hd_trace *t = make_trace(lost);
  bool *relevant = hd_trace_relevant(p, t, HD_PROP_UNREACH_CALL);
  /* The second worker's write is what is asserted; the first one's was overwritten. */
  const bool expected[] = {true, true, false, true, false, true, false, true, false, false, false, false, true};
  for (unsigned i = 0; i < HD_COUNT(expected); i++) assert_int_equal(relevant[i], expected[i]);
  free(relevant);
  hd_trace_free(t);
  hd_program_free(p);
}

static void a_deadlock_depends_on_who_took_the_locks(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(LOCK_ORDER);
  hd_trace *t = make_trace((planned[]){{0, 0, 0}, {0, 0, 1}, {1, 0, 4}, {1, 0, 5}, STOP});
  bool *relevant = hd_trace_relevant(p, t, HD_PROP_NO_DEADLOCK);
  for (unsigned i = 0; i < 4; i++) assert_true(relevant[i]);
  free(relevant);
  hd_trace_free(t);
  hd_program_free(p);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_bugs_are_found_with_their_trace),
      cmocka_unit_test(every_interleaving_is_a_state),
      cmocka_unit_test(narrow_inputs_are_enumerated_and_wide_ones_never_safe),
      cmocka_unit_test(initial_values_are_enumerated),
      cmocka_unit_test(limits_make_it_incomplete),
      cmocka_unit_test(unsupported_constructs_make_it_incomplete),
      cmocka_unit_test(random_runs_agree_with_all_schedules),
      cmocka_unit_test(a_lost_update_takes_four_switches),
      cmocka_unit_test(rounds_of_loops_that_do_not_matter_are_dropped),
      cmocka_unit_test(inputs_are_made_small_though_the_way_changes),
      cmocka_unit_test(values_become_small_along_the_same_steps),
      cmocka_unit_test(others_may_move_before_an_atomic_section_is_entered),
      cmocka_unit_test(what_is_no_violation_is_copied),
      cmocka_unit_test(a_spent_budget_still_gives_a_violation),
      cmocka_unit_test(the_best_schedule_is_the_best_of_all_orders),
      cmocka_unit_test(minimizing_never_makes_it_longer),
      cmocka_unit_test(the_slice_follows_data_and_control),
      cmocka_unit_test(the_slice_follows_the_rounds_of_a_loop),
      cmocka_unit_test(the_slice_leads_to_the_creation_of_threads),
      cmocka_unit_test(a_deadlock_depends_on_who_took_the_locks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
