/* test_interp.c - every rule of the model, as the reference interpreter executes it. */
#include "trace_programs.h"

static hd_step_result step(hd_state *s, uint32_t thread, uint32_t instance, uint32_t edge)
{
  return hd_state_step(s, &(hd_step){.thread = {thread}, .instance = instance, .edge = {edge}}, NULL);
}

static uint64_t value(const hd_state *s, const hd_program *p, const char *name, uint32_t instance, uint64_t index)
{
  hd_var v = hd_program_find_var(p, name);
  assert_int_not_equal(v.id, HD_NONE);
  return hd_state_read(s, v, instance, index);
}

static hd_end replay(const hd_program *p, hd_property property, const planned *steps)
{
  hd_trace *t = make_trace(steps);
  hd_replay r = hd_trace_replay(p, t, property);
  hd_trace_free(t);
  return r.end;
}

/* --- states ---------------------------------------------------------------------------------- */

static void variables_start_with_their_initial_values(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(HEAD "thread main entry L0\nthread w entry L1 instances 3 self me\n"
                                     "var x : bv16 = 7\nvar a : bv8[3] = 1 2\nvar b : bool = 1\n"
                                     "var me : bv32 local w self\nvar l : bv8 = 9 local w\n"
                                     "loc L0 main end\nloc L1 w end\n");
  hd_state *s = hd_state_new(p, NULL);
  assert_int_equal(value(s, p, "x", 0, 0), 7);
  assert_int_equal(value(s, p, "a", 0, 0), 1);
  assert_int_equal(value(s, p, "a", 0, 1), 2);
  assert_int_equal(value(s, p, "a", 0, 2), 0);
  assert_int_equal(value(s, p, "b", 0, 0), 1);
  for (uint32_t i = 0; i < 3; i++) {
    assert_int_equal(value(s, p, "me", i, 0), i);
    assert_int_equal(value(s, p, "l", i, 0), 9);
  }
  hd_state_free(s);
  hd_program_free(p);
}

static void a_trace_sets_variables_that_start_with_any_value(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(HEAD "thread main entry L0\nvar x : bv8 any\nvar y : bv8 = 3\nvar a : bv8[2] any\n"
                                     "loc L0 main end\n");
  hd_trace *t = hd_trace_new();
  hd_vec_push(&t->initial, (hd_initial){.var = {0}, .value = 0x1ff});
  hd_vec_push(&t->initial, (hd_initial){.var = {1}, .value = 9});
  hd_vec_push(&t->initial, (hd_initial){.var = {2}, .index = 1, .value = 5});
  hd_state *s = hd_state_new(p, t);
  assert_int_equal(value(s, p, "x", 0, 0), 0xff);
  assert_int_equal(value(s, p, "y", 0, 0), 3);
  assert_int_equal(value(s, p, "a", 0, 0), 0);
  assert_int_equal(value(s, p, "a", 0, 1), 5);
  hd_state_free(s);
  hd_trace_free(t);
  hd_program_free(p);
}

static void copies_are_equal_until_one_moves(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(HEAD "thread main entry L0\nvar x : bv8\nloc L0 main\nloc L1 main end\n"
                                     "edge L0 -> L1\nedge L0 -> L0 do x := (add x 1:8)\n");
  hd_state *a = hd_state_new(p, NULL), *b = hd_state_copy(a);
  assert_true(hd_state_same(a, b));
  assert_int_equal(step(b, 0, 0, 1), HD_STEP_OK);
  assert_false(hd_state_same(a, b));
  hd_state *c = hd_state_copy(a);
  assert_int_equal(step(c, 0, 0, 0), HD_STEP_OK);
  assert_false(hd_state_same(a, c));
  hd_state_free(a);
  hd_state_free(b);
  hd_state_free(c);
  hd_program_free(p);
}

/* --- steps ----------------------------------------------------------------------------------- */

static void assignments_happen_at_once(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(HEAD "thread main entry L0\nvar x : bv8 = 1\nvar y : bv8 = 2\nvar a : bv8[4]\n"
                                     "loc L0 main\nloc L1 main end\n"
                                     "edge L0 -> L1 do x := y, y := x, a[(zext 32 x)] := (add x y)\n");
  hd_state *s = hd_state_new(p, NULL);
  assert_int_equal(step(s, 0, 0, 0), HD_STEP_OK);
  assert_int_equal(value(s, p, "x", 0, 0), 2);
  assert_int_equal(value(s, p, "y", 0, 0), 1);
  assert_int_equal(value(s, p, "a", 0, 1), 3);
  assert_int_equal(value(s, p, "a", 0, 2), 0);
  hd_state_free(s);
  hd_program_free(p);
}

static void a_guard_decides(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(HEAD "thread main entry L0\nvar x : bv8 = 4\nloc L0 main\nloc L1 main end\n"
                                     "edge L0 -> L1 when (ult x 4:8)\nedge L0 -> L1 when (ule x 4:8)\n");
  hd_state *s = hd_state_new(p, NULL);
  assert_false(hd_state_enabled(s, HD_MAIN, 0, (hd_edge){0}));
  assert_true(hd_state_enabled(s, HD_MAIN, 0, (hd_edge){1}));
  assert_int_equal(step(s, 0, 0, 0), HD_STEP_DISABLED);
  assert_int_equal(hd_state_loc(s, HD_MAIN, 0).id, 0);
  assert_int_equal(step(s, 0, 0, 1), HD_STEP_OK);
  assert_int_equal(hd_state_loc(s, HD_MAIN, 0).id, 1);
  assert_int_equal(step(s, 0, 0, 1), HD_STEP_DISABLED); /* it does not stand there any more */
  hd_state_free(s);
  hd_program_free(p);
}

static void writes_outside_an_array_have_no_effect(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(HEAD "thread main entry L0\nvar a : bv8[2]\nvar x : bv8 = 6\nloc L0 main\n"
                                     "loc L1 main end\nedge L0 -> L1 do a[2:32] := 9:8, x := (select a 7:32)\n");
  hd_state *s = hd_state_new(p, NULL);
  assert_int_equal(step(s, 0, 0, 0), HD_STEP_OK);
  assert_int_equal(value(s, p, "a", 0, 0), 0);
  assert_int_equal(value(s, p, "a", 0, 1), 0);
  assert_int_equal(value(s, p, "x", 0, 0), 0);
  hd_state_free(s);
  hd_program_free(p);
}

static void instances_have_locals_of_their_own(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(HEAD "thread main entry L0\nthread w entry L1 instances 2 self me\n"
                                     "var me : bv32 local w self\nvar l : bv32 local w\nloc L0 main end\n"
                                     "loc L1 w\nloc L2 w end\nedge L1 -> L2 do l := (add me 5:32)\n");
  hd_state *s = hd_state_new(p, NULL);
  assert_int_equal(step(s, 1, 1, 0), HD_STEP_OK);
  assert_int_equal(value(s, p, "l", 0, 0), 0);
  assert_int_equal(value(s, p, "l", 1, 0), 6);
  assert_int_equal(hd_state_loc(s, (hd_thread){1}, 0).id, 1);
  assert_int_equal(hd_state_loc(s, (hd_thread){1}, 1).id, 2);
  assert_int_equal(step(s, 1, 2, 0), HD_STEP_DISABLED); /* there is no such instance */
  assert_int_equal(step(s, 2, 0, 0), HD_STEP_DISABLED);
  assert_int_equal(step(s, 0, 0, 0), HD_STEP_DISABLED); /* nor does another thread's edge fit */
  hd_state_free(s);
  hd_program_free(p);
}

static void inputs_come_from_the_step(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(HEAD "thread main entry L0\nvar x : bv4\nvar y : bv8\nvar z : bv8\nloc L0 main\n"
                                     "loc L1 main end\nedge L0 -> L1 do x := any, y := 7:8, z := any\n");
  hd_state *s = hd_state_new(p, NULL);
  hd_step taken = {.thread = HD_MAIN, .edge = {0}, .inputs = (uint64_t[]){0x1f, 0x42}, .n_inputs = 2};
  assert_int_equal(hd_state_step(s, &taken, NULL), HD_STEP_OK);
  assert_int_equal(value(s, p, "x", 0, 0), 0xf);
  assert_int_equal(value(s, p, "y", 0, 0), 7);
  assert_int_equal(value(s, p, "z", 0, 0), 0x42);
  hd_state_free(s);
  hd_program_free(p);
}

static void events_tell_reads_and_writes_with_old_values(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(HEAD "thread main entry L0\nvar x : bv8 = 3\nvar a : bv8[2] = 0 8\nloc L0 main\n"
                                     "loc L1 main end\n"
                                     "edge L0 -> L1 when (= x 3:8) do x := (add x (select a 1:32))\n");
  hd_state *s = hd_state_new(p, NULL);
  hd_events events = {0};
  assert_int_equal(hd_state_step(s, &(hd_step){.thread = HD_MAIN, .edge = {0}}, &events), HD_STEP_OK);
  assert_int_equal(events.len, 3); /* x is read twice and told once */
  assert_int_equal(events.data[0].var.id, 0);
  assert_false(events.data[0].write);
  assert_int_equal(events.data[0].value, 3);
  assert_int_equal(events.data[1].var.id, 1);
  assert_int_equal(events.data[1].index, 1);
  assert_true(events.data[2].write);
  assert_int_equal(events.data[2].before, 3);
  assert_int_equal(events.data[2].value, 11);
  hd_vec_clear(&events);
  hd_state_free(s);
  hd_program_free(p);
}

static void a_violated_assertion_stays_where_it_is(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(HEAD "thread main entry L0\nvar x : bv8\nloc L0 main\nloc L1 main end\n"
                                     "edge L0 -> L1 assert assertion (= x 1:8) do x := 5:8\n"
                                     "edge L0 -> L0 do x := 1:8\n");
  hd_state *s = hd_state_new(p, NULL);
  assert_int_equal(step(s, 0, 0, 0), HD_STEP_VIOLATED);
  assert_int_equal(hd_state_loc(s, HD_MAIN, 0).id, 0);
  assert_int_equal(value(s, p, "x", 0, 0), 0);
  assert_int_equal(step(s, 0, 0, 1), HD_STEP_OK);
  assert_int_equal(step(s, 0, 0, 0), HD_STEP_OK);
  assert_int_equal(value(s, p, "x", 0, 0), 5);
  hd_state_free(s);
  hd_program_free(p);
}

static void an_assertion_whose_guard_fails_is_not_taken(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(HEAD "thread main entry L0\nvar x : bv8\nloc L0 main\nloc L1 main end\n"
                                     "edge L0 -> L1 when (= x 1:8) assert assertion false\n");
  hd_state *s = hd_state_new(p, NULL);
  assert_int_equal(step(s, 0, 0, 0), HD_STEP_DISABLED);
  hd_state_free(s);
  hd_program_free(p);
}

/* --- who may move ------------------------------------------------------------------------------ */

#define ATOMIC_SECTION                                                                        \
  HEAD "thread main entry L0\nthread w entry L4\nvar x : bv8\n"                               \
       "loc L0 main\nloc L1 main atomic\nloc L2 main atomic\nloc L3 main end atomic\n"        \
       "loc L4 w\nloc L5 w end\n"                                                             \
       "edge L0 -> L1\nedge L1 -> L2 do x := 1:8\nedge L2 -> L3 when (= x 1:8) do x := 2:8\n" \
       "edge L4 -> L5 do x := 7:8\n"

static void an_atomic_location_excludes_the_others(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(ATOMIC_SECTION);
  hd_state *s = hd_state_new(p, NULL);
  assert_true(hd_state_may_run(s, (hd_thread){1}, 0));
  assert_int_equal(step(s, 0, 0, 0), HD_STEP_OK);
  assert_false(hd_state_may_run(s, (hd_thread){1}, 0));
  assert_true(hd_state_may_run(s, HD_MAIN, 0));
  assert_false(hd_state_enabled(s, (hd_thread){1}, 0, (hd_edge){3}));
  assert_int_equal(step(s, 1, 0, 3), HD_STEP_DISABLED);
  assert_int_equal(step(s, 0, 0, 1), HD_STEP_OK);
  assert_int_equal(step(s, 1, 0, 3), HD_STEP_DISABLED);
  assert_int_equal(step(s, 0, 0, 2), HD_STEP_OK);
  assert_int_equal(step(s, 1, 0, 3), HD_STEP_OK); /* main has ended: it excludes no thread */
  hd_state_free(s);
  hd_program_free(p);
}

static void an_exit_ends_the_execution_for_all(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(HEAD "thread main entry L0\nthread w entry L2\nloc L0 main\nloc L1 main exit\n"
                                     "loc L2 w\nloc L3 w end\nedge L0 -> L1\nedge L2 -> L3\n");
  hd_state *s = hd_state_new(p, NULL);
  assert_false(hd_state_exited(s));
  assert_int_equal(step(s, 0, 0, 0), HD_STEP_OK);
  assert_true(hd_state_exited(s));
  assert_int_equal(step(s, 1, 0, 1), HD_STEP_DISABLED);
  assert_false(hd_state_deadlocked(s));
  hd_state_free(s);
  hd_program_free(p);
}

/* --- deadlock ------------------------------------------------------------------------------------ */

static void opposite_lock_orders_deadlock(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(LOCK_ORDER);
  assert_int_equal(replay(p, HD_PROP_NO_DEADLOCK, (planned[]){{0, 0, 0}, {0, 0, 1}, {1, 0, 4}, {1, 0, 5}, STOP}),
                   HD_END_DEADLOCK);
  assert_int_equal(replay(p, HD_PROP_NO_DEADLOCK, (planned[]){{0, 0, 0}, {0, 0, 1}, {1, 0, 4}, STOP}), HD_END_NOWHERE);
  /* Another property does not ask. */
  assert_int_equal(replay(p, HD_PROP_UNREACH_CALL, (planned[]){{0, 0, 0}, {0, 0, 1}, {1, 0, 4}, {1, 0, 5}, STOP}),
                   HD_END_NOWHERE);
  hd_program_free(p);
}

static void threads_that_have_ended_or_never_started_do_not_deadlock(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(HEAD "thread main entry L0\nthread w entry L2 status st\nvar st : bv8 status\n"
                                     "loc L0 main\nloc L1 main end\nloc L2 w\nloc L3 w end\nedge L0 -> L1\n"
                                     "edge L2 -> L3 when (= st 1:8)\n");
  hd_state *s = hd_state_new(p, NULL);
  assert_false(hd_state_deadlocked(s));
  assert_int_equal(step(s, 0, 0, 0), HD_STEP_OK);
  assert_false(hd_state_deadlocked(s)); /* main is done, w was never started */
  hd_state_free(s);
  hd_program_free(p);
}

static void a_started_thread_that_waits_for_ever_deadlocks(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(HEAD "thread main entry L0\nthread w entry L2 status st\nvar st : bv8 status\n"
                                     "var go : bool\nloc L0 main\nloc L1 main end\nloc L2 w\nloc L3 w\nloc L4 w end\n"
                                     "edge L0 -> L1 do st := 1:8\nedge L2 -> L3 when (= st 1:8)\n"
                                     "edge L3 -> L4 when go\n");
  hd_state *s = hd_state_new(p, NULL);
  assert_int_equal(step(s, 0, 0, 0), HD_STEP_OK);
  assert_false(hd_state_deadlocked(s));
  assert_int_equal(step(s, 1, 0, 1), HD_STEP_OK);
  assert_true(hd_state_deadlocked(s));
  hd_state_free(s);
  hd_program_free(p);
}

static void a_wait_in_an_atomic_section_blocks_everybody(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(HEAD "thread main entry L0\nthread w entry L3\nvar go : bool\nloc L0 main\n"
                                     "loc L1 main atomic\nloc L2 main end\nloc L3 w\nloc L4 w end\nedge L0 -> L1\n"
                                     "edge L1 -> L2 when go\nedge L3 -> L4 do go := true\n");
  assert_int_equal(replay(p, HD_PROP_NO_DEADLOCK, (planned[]){{0, 0, 0}, STOP}), HD_END_DEADLOCK);
  hd_program_free(p);
}

static void nothing_is_said_beyond_what_is_supported(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(HEAD "thread main entry L0\nthread w entry L2\nvar x : bv8\nloc L0 main\n"
                                     "loc L1 main unsupported \"asm\"\nloc L2 w\nloc L3 w bound heap \"heap\"\n"
                                     "edge L0 -> L1 do x := 1:8\nedge L2 -> L3\n");
  assert_int_equal(replay(p, HD_PROP_NO_DEADLOCK, (planned[]){{0, 0, 0}, STOP}), HD_END_UNSUPPORTED);
  assert_int_equal(replay(p, HD_PROP_UNREACH_CALL, (planned[]){{1, 0, 1}, STOP}), HD_END_UNSUPPORTED);
  hd_state *s = hd_state_new(p, NULL);
  assert_int_equal(step(s, 0, 0, 0), HD_STEP_OK);
  assert_int_equal(step(s, 1, 0, 1), HD_STEP_OK);
  assert_false(hd_state_deadlocked(s));
  hd_state_free(s);
  hd_program_free(p);
}

/* --- races --------------------------------------------------------------------------------------- */

/* Two threads at once before an access each. */
#define TWO_ACCESSES(sort, first, second)                                                              \
  HEAD "thread main entry L0\nthread w entry L2\nvar x : " sort "\nvar y : bv8\nvar l : bv8 local w\n" \
       "var i : bv32 = 1\nloc L0 main\nloc L1 main end\nloc L2 w\nloc L3 w end\n"                      \
       "edge L0 -> L1 " first "\nedge L2 -> L3 " second "\n"

static bool races(const char *text)
{
  hd_race race;
  hd_program *p = parse_program(text);
  hd_state *s = hd_state_new(p, NULL);
  bool found = hd_state_find_race(s, &race);
  hd_state_free(s);
  hd_program_free(p);
  return found;
}

static void conflicting_accesses_race(void **unused)
{
  (void)unused;
  assert_true(races(TWO_ACCESSES("bv8", "do x := 1:8", "do x := 2:8")));
  assert_true(races(TWO_ACCESSES("bv8", "do x := 1:8", "do l := x")));
  assert_true(races(TWO_ACCESSES("bv8", "do x := 1:8", "when (= x 0:8)")));
  assert_true(races(TWO_ACCESSES("bv8", "do x := 1:8", "assert assertion (= x 1:8)")));
  assert_true(races(TWO_ACCESSES("bv8", "do x := 1:8 access atomic", "do l := x")));
}

static void accesses_that_do_not_conflict_do_not_race(void **unused)
{
  (void)unused;
  assert_false(races(TWO_ACCESSES("bv8", "do y := x", "do l := x")));   /* reads */
  assert_false(races(TWO_ACCESSES("bv8", "do y := 1:8", "do l := x"))); /* other variable */
  assert_false(races(TWO_ACCESSES("bv8", "do x := 1:8 access atomic", "do l := x access atomic")));
  assert_false(races(TWO_ACCESSES("bv8", "do x := 1:8 access sync", "do l := x")));
  assert_false(races(TWO_ACCESSES("bv8", "do x := 1:8", "when (= y 3:8) do x := 1:8"))); /* not enabled */
  assert_false(races(TWO_ACCESSES("bv8 sync", "do x := 1:8", "do x := 2:8")));           /* not the user's */
}

static void elements_race_one_by_one(void **unused)
{
  (void)unused;
  assert_true(races(TWO_ACCESSES("bv8[4]", "do x[1:32] := 1:8", "do l := (select x i)")));
  assert_false(races(TWO_ACCESSES("bv8[4]", "do x[2:32] := 1:8", "do l := (select x i)")));
}

static void an_atomic_section_races_with_what_is_outside(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(ATOMIC_SECTION);
  assert_int_equal(replay(p, HD_PROP_NO_DATA_RACE, (planned[]){STOP}), HD_END_NOWHERE);
  assert_int_equal(replay(p, HD_PROP_NO_DATA_RACE, (planned[]){{0, 0, 0}, STOP}), HD_END_RACE);
  assert_int_equal(replay(p, HD_PROP_UNREACH_CALL, (planned[]){{0, 0, 0}, STOP}), HD_END_NOWHERE);
  hd_program_free(p);
}

static void those_who_wait_for_an_atomic_section_do_not_race(void **unused)
{
  (void)unused;
  const char *text = HEAD "thread main entry L0\nthread w entry L3 instances 2\nvar x : bv8\nvar open : bool\n"
                          "loc L0 main\nloc L1 main atomic\nloc L2 main end\nloc L3 w\nloc L4 w end\n"
                          "edge L0 -> L1 do open := true\nedge L1 -> L2 do open := false\n"
                          "edge L3 -> L4 when open do x := 1:8\n";
  hd_program *p = parse_program(text);
  hd_state *s = hd_state_new(p, NULL);
  hd_race race;
  assert_int_equal(step(s, 0, 0, 0), HD_STEP_OK);
  assert_true(hd_state_find_race(s, &race));
  assert_int_equal(race.var.id, 1); /* main writes `open` while they read it; x is written by neither yet */
  hd_state_free(s);
  hd_program_free(p);
}

static void unstarted_instances_do_not_race(void **unused)
{
  (void)unused;
  assert_false(races(HEAD "thread main entry L0\nthread w entry L2 status st\nvar st : bv8 status\nvar x : bv8\n"
                          "loc L0 main\nloc L1 main end\nloc L2 w\nloc L3 w end\n"
                          "edge L0 -> L1 do x := 1:8\nedge L2 -> L3 do x := 2:8\n"));
}

static void instances_of_one_thread_race(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(LOST_UPDATE);
  hd_trace *t = make_trace((planned[]){{0, 0, 0}, {0, 0, 1}, {1, 0, 6}, {1, 1, 6}, {1, 0, 7}, STOP});
  hd_replay r = hd_trace_replay(p, t, HD_PROP_NO_DATA_RACE);
  assert_int_equal(r.end, HD_END_RACE);
  assert_int_equal(r.at, 5);
  assert_int_equal(r.race.var.id, hd_program_find_var(p, "x").id);
  assert_int_equal(r.race.instance[0] + r.race.instance[1], 1);
  t->steps.len = 4;
  assert_int_equal(hd_trace_replay(p, t, HD_PROP_NO_DATA_RACE).end, HD_END_NOWHERE); /* two reads */
  hd_trace_free(t);
  hd_program_free(p);
}

/* --- replay and random runs ------------------------------------------------------------------------ */

static void a_replay_ends_in_the_violation(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(LOST_UPDATE);
  const planned lost[] = {{0, 0, 0}, {0, 0, 1}, {1, 0, 6}, {1, 1, 6}, {1, 0, 7}, {1, 1, 7}, {1, 0, 8},
                          {1, 1, 8}, {1, 0, 9}, {1, 1, 9}, {0, 0, 2}, {0, 0, 3}, {0, 0, 4}, STOP};
  const planned kept[] = {{0, 0, 0}, {0, 0, 1}, {1, 0, 6}, {1, 1, 6}, {1, 0, 7}, {1, 0, 8}, {1, 1, 7},
                          {1, 1, 8}, {1, 0, 9}, {1, 1, 9}, {0, 0, 2}, {0, 0, 3}, {0, 0, 4}, STOP};
  const planned stuck[] = {{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 3}, STOP};
  assert_int_equal(replay(p, HD_PROP_UNREACH_CALL, lost), HD_END_VIOLATION);
  assert_int_equal(replay(p, HD_PROP_UNREACH_CALL, kept), HD_END_NOWHERE);
  assert_int_equal(replay(p, HD_PROP_UNREACH_CALL, stuck), HD_END_STUCK);
  assert_int_equal(replay(p, HD_PROP_NO_OVERFLOW, lost), HD_END_STUCK); /* not what the property asks for */
  hd_program_free(p);
}

static void random_runs_find_what_they_replay(void **unused)
{
  (void)unused;
  static const hd_property properties[] = {HD_PROP_UNREACH_CALL, HD_PROP_NO_DATA_RACE, HD_PROP_NO_DEADLOCK};
  static const char *const texts[] = {LOST_UPDATE, LOCK_ORDER, ATOMIC_SECTION};
  unsigned ends[8] = {0};
  for (unsigned k = 0; k < HD_COUNT(texts) * HD_COUNT(properties); k++) {
    hd_property property = properties[k % HD_COUNT(properties)];
    hd_program *p = program_of(texts[k / HD_COUNT(properties)]);
    hd_program_select(p, property);
    hd_program_index(p);
    for (uint64_t seed = 0; seed < 50; seed++) {
      hd_replay how;
      hd_trace *t = hd_random_run(p, property, seed, 100, &how);
      hd_replay again = hd_trace_replay(p, t, property);
      assert_int_equal(how.end, again.end);
      assert_int_equal(how.at, again.at);
      ends[how.end]++;
      hd_trace_free(t);
    }
    hd_program_free(p);
  }
  assert_int_not_equal(ends[HD_END_VIOLATION], 0);
  assert_int_not_equal(ends[HD_END_RACE], 0);
  assert_int_not_equal(ends[HD_END_DEADLOCK], 0);
  assert_int_not_equal(ends[HD_END_NOWHERE], 0);
  assert_int_equal(ends[HD_END_STUCK], 0);
}

static void random_inputs_reach_every_small_value(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(HEAD "thread main entry L0\nvar x : bv2\nvar y : bv64 any\nloc L0 main\n"
                                     "loc L1 main\nloc L2 main end\nedge L0 -> L1 do x := any\n"
                                     "edge L1 -> L2 assert assertion (not (= y 2:64))\n");
  unsigned seen = 0;
  bool violated = false;
  for (uint64_t seed = 0; seed < 100; seed++) {
    hd_replay how;
    hd_trace *t = hd_random_run(p, HD_PROP_UNREACH_CALL, seed, 10, &how);
    seen |= 1u << t->steps.data[0].inputs[0];
    violated |= how.end == HD_END_VIOLATION;
    hd_trace_free(t);
  }
  assert_int_equal(seen, 15);
  assert_true(violated);
  hd_program_free(p);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(variables_start_with_their_initial_values),
      cmocka_unit_test(a_trace_sets_variables_that_start_with_any_value),
      cmocka_unit_test(copies_are_equal_until_one_moves),
      cmocka_unit_test(assignments_happen_at_once),
      cmocka_unit_test(a_guard_decides),
      cmocka_unit_test(writes_outside_an_array_have_no_effect),
      cmocka_unit_test(instances_have_locals_of_their_own),
      cmocka_unit_test(inputs_come_from_the_step),
      cmocka_unit_test(events_tell_reads_and_writes_with_old_values),
      cmocka_unit_test(a_violated_assertion_stays_where_it_is),
      cmocka_unit_test(an_assertion_whose_guard_fails_is_not_taken),
      cmocka_unit_test(an_atomic_location_excludes_the_others),
      cmocka_unit_test(an_exit_ends_the_execution_for_all),
      cmocka_unit_test(opposite_lock_orders_deadlock),
      cmocka_unit_test(threads_that_have_ended_or_never_started_do_not_deadlock),
      cmocka_unit_test(a_started_thread_that_waits_for_ever_deadlocks),
      cmocka_unit_test(a_wait_in_an_atomic_section_blocks_everybody),
      cmocka_unit_test(nothing_is_said_beyond_what_is_supported),
      cmocka_unit_test(conflicting_accesses_race),
      cmocka_unit_test(accesses_that_do_not_conflict_do_not_race),
      cmocka_unit_test(elements_race_one_by_one),
      cmocka_unit_test(an_atomic_section_races_with_what_is_outside),
      cmocka_unit_test(those_who_wait_for_an_atomic_section_do_not_race),
      cmocka_unit_test(unstarted_instances_do_not_race),
      cmocka_unit_test(instances_of_one_thread_race),
      cmocka_unit_test(a_replay_ends_in_the_violation),
      cmocka_unit_test(random_runs_find_what_they_replay),
      cmocka_unit_test(random_inputs_reach_every_small_value),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
