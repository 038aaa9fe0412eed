/* The bounded engine on small programs; the large comparison is tests/fuzz/bmc.c. */
#include "program_text.h"

#include "cause_text.h"
#include "engine/bmc/bmc.h"
#include "engine/bmc/memory.h"
#include "trace/interp.h"

/* Two threads add to a counter n times; load and store are steps of their own. */
static const char counter[] = "program pointer 64 little\n"
                              "thread main entry L0 instances 1\n"
                              "thread worker entry L6 instances 2 self self status s\n"
                              "var count : bv32 shared user signed = 0\n"
                              "var s : bv8[2] shared status unsigned = 0\n"
                              "var self : bv32 local worker self unsigned = 0\n"
                              "var i : bv32 local worker user signed = 0\n"
                              "var t : bv32 local worker temp signed = 0\n"
                              "var r : bv32 local main temp signed = 0\n"
                              "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main\nloc L4 main\nloc L5 main end\n"
                              "loc L6 worker\nloc L7 worker\nloc L8 worker\nloc L9 worker\nloc L10 worker end\n"
                              "edge L0 -> L1 do s[0:32] := 1:8, s[1:32] := 1:8 access sync\n"
                              "edge L1 -> L2 when (= (select s 0:32) 2:8) access sync\n"
                              "edge L2 -> L3 when (= (select s 1:32) 2:8) access sync\n"
                              "edge L3 -> L4 do r := count\n"
                              "edge L4 -> L5 assert assertion (%s)\n"
                              "edge L6 -> L7 when (= (select s self) 1:8) access sync\n"
                              "edge L7 -> L8 when (slt i %s) do t := count\n"
                              "edge L8 -> L7 do count := (add t 1:32), i := (add i 1:32)\n"
                              "edge L7 -> L9 when (not (slt i %s))\n"
                              "edge L9 -> L10 do s[self] := 2:8 access sync\n";

static hd_program *counter_program(const char *check, const char *rounds)
{
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  /* The text is a format of three strings. */
  for (const char *c = counter, *arg[] = {check, rounds, rounds}, **next = arg; *c; c++)
    c[0] == '%' && c[1] == 's' ? (void)(c++, fputs(*next++, out)) : (void)fputc(*c, out);
  fclose(out);
  hd_program *p = program_of(text);
  hd_program_index(p);
  free(text);
  return p;
}

static hd_result decide(const hd_program *p, hd_bmc_way way, uint32_t unwind, uint32_t contexts)
{
  hd_budget budget = {.jobs = 1};
  hd_task task = hd_task_unbounded(HD_PROP_UNREACH_CALL);
  task.contexts = contexts;
  task.unwind = unwind;
  hd_result r;
  hd_result_init(&r);
  task.arith = way >= HD_BMC_TERMS ? HD_ARITH_INT : HD_ARITH_AUTO;
  hd_bmc_run(p, &task, way, &budget, &r);
  return r;
}

static void expect(const char *check, hd_bmc_way way, uint32_t unwind, uint32_t contexts, hd_verdict verdict,
                   const char *reason)
{
  hd_program *p = counter_program(check, "2:32");
  hd_result r = decide(p, way, unwind, contexts);
  assert_int_equal(r.verdict, verdict);
  if (reason) assert_string_equal(cause_text(&r.cause), reason);
  if (verdict == HD_UNSAFE) assert_int_equal(hd_trace_replay(p, r.trace, HD_PROP_UNREACH_CALL).end, HD_END_VIOLATION);
  if (verdict == HD_SAFE) assert_int_equal(r.certificate->kind, HD_PROOF_EXHAUSTIVE);
  hd_result_clear(&r);
  hd_program_free(p);
}

static void a_lost_update_is_found_and_its_bound_proved(void **unused)
{
  (void)unused;
  for (hd_bmc_way way = HD_BMC_CIRCUITS; way <= HD_BMC_CLOCKS; way++) {
    expect("slt 1:32 r", way, HD_NONE, HD_NONE, HD_SAFE, NULL); /* at least 2 */
    expect("slt 2:32 r", way, HD_NONE, HD_NONE, HD_UNSAFE, NULL);
    expect("slt r 5:32", way, HD_NONE, HD_NONE, HD_SAFE, NULL);
    expect("slt r 4:32", way, HD_NONE, HD_NONE, HD_UNSAFE, NULL);
  }
}

static void an_incomplete_unwinding_is_no_proof(void **unused)
{
  (void)unused;
  expect("slt r 5:32", HD_BMC_CIRCUITS, 1, HD_NONE, HD_UNKNOWN, "bounded: unwind 1");
  expect("slt r 4:32", HD_BMC_CIRCUITS, 1, HD_NONE, HD_UNKNOWN, "bounded: unwind 1");
  expect("slt r 5:32", HD_BMC_CIRCUITS, 2, HD_NONE, HD_SAFE, NULL);
}

static void context_switches_are_counted(void **unused)
{
  (void)unused;
  /* main, one worker, the other, main: four contexts. */
  expect("slt r 4:32", HD_BMC_CIRCUITS, HD_NONE, 3, HD_UNSAFE, NULL);
  expect("slt r 4:32", HD_BMC_CIRCUITS, HD_NONE, 2, HD_UNKNOWN, "bounded: 2 context switches");
  expect("slt 1:32 r", HD_BMC_CIRCUITS, HD_NONE, 3, HD_UNKNOWN, "bounded: 3 context switches");
}

/* The narrow circuits of a counter that grows beyond any constant of the program. */
static void values_get_more_room_when_they_need_it(void **unused)
{
  (void)unused;
  static const char text[] = "program pointer 64 little\n"
                             "thread main entry L0 instances 1\n"
                             "thread worker entry L4 instances 1\n"
                             "var x : bv32 shared user signed = 1\n"
                             "var y : bv32 shared user signed = 0\n"
                             "var r : bv32 local main temp signed = 0\n"
                             "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main end\n"
                             "loc L4 worker\nloc L5 worker\nloc L6 worker\nloc L7 worker\nloc L8 worker end\n"
                             "edge L0 -> L1 do r := x\n"
                             "edge L1 -> L2 do r := (mul r r)\n"
                             "edge L2 -> L3 assert assertion (slt r y)\n"
                             "edge L4 -> L5 do x := (mul 7:32 (add x x))\n"
                             "edge L5 -> L6 do x := (mul 7:32 (add x x))\n"
                             "edge L6 -> L7 do x := (mul 7:32 (add x x))\n"
                             "edge L7 -> L8 do y := 7:32\n";
  hd_program *p = program_of(text);
  hd_program_index(p);
  p->edges.data[2].cond = hd_term_ne(p->terms, hd_program_var_term(p, hd_program_find_var(p, "r")),
                                     hd_term_bv(p->terms, 32, UINT64_C(2744 * 2744)));
  hd_result r = decide(p, HD_BMC_CIRCUITS, HD_NONE, HD_NONE);
  assert_int_equal(r.verdict, HD_UNSAFE);
  hd_result_clear(&r);
  p->edges.data[2].cond =
      hd_term_ne(p->terms, hd_program_var_term(p, hd_program_find_var(p, "r")), hd_term_bv(p->terms, 32, 5));
  r = decide(p, HD_BMC_CIRCUITS, HD_NONE, HD_NONE);
  assert_int_equal(r.verdict, HD_SAFE);
  hd_result_clear(&r);
  hd_program_free(p);
}

/* Creation comes before the thread, joining after it: nothing of that is left to the solver. */
/* The reader spins (in one block, or in two) until the writer has written; then it must see both writes. */
static const char spinning[] = "program pointer 64 little\n"
                               "thread main entry L0 instances 1\n"
                               "thread other entry L5 instances 1\n"
                               "var data : bv32 shared user signed = 0\n"
                               "var flag : bv32 shared user signed = 0\n"
                               "var m : bv32 shared sync signed = 0\n"
                               "var a : bv32 local main temp signed = 0\n"
                               "var b : bv32 local main temp signed = 0\n"
                               "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main\nloc L4 main end\n"
                               "loc L5 other\nloc L6 other\nloc L7 other end\n"
                               "edge L5 -> L6 do %s\n"
                               "edge L6 -> L7 do %s\n"
                               "edge L0 -> L1 %s\n"
                               "edge L1 -> L2 do a := flag\n"
                               "edge L2 -> L0 when (= a 0:32) do %s\n"
                               "edge L2 -> L3 when (not (= a 0:32)) do b := data\n"
                               "edge L3 -> L4 assert assertion (= b 1:32)\n";

static void expect_spinning(const char *first, const char *second, const char *begin, const char *end,
                            hd_verdict verdict)
{
  char text[2000];
  snprintf(text, sizeof text, spinning, first, second, begin, end);
  hd_program *p = program_of(text);
  hd_program_index(p);
  hd_result r = decide(p, HD_BMC_CIRCUITS, verdict == HD_SAFE ? 1 : HD_NONE, HD_NONE);
  assert_int_equal(r.verdict, verdict);
  hd_result_clear(&r);
  hd_program_free(p);
}

static void an_iteration_that_changes_nothing_is_left_out(void **unused)
{
  (void)unused;
  const char *take = "when (= m 0:32) do m := 1:32", *give = "m := 0:32";
  expect_spinning("data := 1:32", "flag := 1:32", "do b := b", "a := a", HD_SAFE);
  expect_spinning("flag := 1:32", "data := 1:32", "do b := b", "a := a", HD_UNSAFE);
  expect_spinning("data := 1:32", "flag := 1:32", take, give, HD_SAFE);
  expect_spinning("flag := 1:32", "data := 1:32", take, give, HD_UNSAFE);
}

/* The reader counts its iterations in what the writer waits for: they are not idle. */
static void an_iteration_that_others_notice_is_executed(void **unused)
{
  (void)unused;
  hd_program *p = program_of("program pointer 64 little\n"
                             "thread main entry L0 instances 1\n"
                             "thread other entry L2 instances 1\n"
                             "var n : bv32 shared user signed = 0\n"
                             "var a : bv32 local main temp signed = 0\n"
                             "loc L0 main\nloc L1 main\nloc L2 other\nloc L3 other\nloc L4 other end\n"
                             "edge L0 -> L1 do a := n\n"
                             "edge L1 -> L0 when (slt a 9:32) do n := (add a 1:32)\n"
                             "edge L2 -> L3 when (= n 3:32)\n"
                             "edge L3 -> L4 assert assertion false\n");
  hd_program_index(p);
  hd_result r = decide(p, HD_BMC_CIRCUITS, HD_NONE, HD_NONE);
  assert_int_equal(r.verdict, HD_UNSAFE);
  hd_result_clear(&r);
  r = decide(p, HD_BMC_CIRCUITS, 2, HD_NONE);
  assert_int_equal(r.verdict, HD_UNKNOWN);
  hd_result_clear(&r);
  hd_program_free(p);
}

/* What is written to `log` is never asked for: its reads and writes are no events. But it is for `y`. */
static void what_nothing_depends_on_is_left_out(void **unused)
{
  (void)unused;
  static const char *const texts[] = {"log := (add log n)", "y := (add y n)"};
  double events[2];
  for (unsigned i = 0; i < 2; i++) {
    char text[1200];
    snprintf(text, sizeof text,
             "program pointer 64 little\nthread main entry L0 instances 1\nthread other entry L4 instances 1\n"
             "var n : bv32 shared user signed = 0\nvar y : bv32 shared user signed = 0\n"
             "var log : bv32 shared user signed = 0\n"
             "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main end\nloc L4 other\nloc L5 other\nloc L6 other end\n"
             "edge L0 -> L1 do %s\nedge L1 -> L2 do log := n\nedge L2 -> L3 assert assertion (slt y 3:32)\n"
             "edge L4 -> L5 do n := 2:32\nedge L5 -> L6 do %s\n",
             texts[i], texts[i]);
    hd_program *p = program_of(text);
    hd_program_index(p);
    hd_result r = decide(p, HD_BMC_CIRCUITS, HD_NONE, HD_NONE);
    assert_int_equal(r.verdict, i ? HD_UNSAFE : HD_SAFE);
    for (uint32_t k = 0; k < r.stats.len; k++)
      if (!strcmp(r.stats.data[k].name, "events")) events[i] = r.stats.data[k].value;
    hd_result_clear(&r);
    hd_program_free(p);
  }
  assert_true(events[0] < events[1]);
}

/* Main creates the first of two copies that is unborn, twice; only it creates, so that there is no choice. */
static void a_creator_knows_whom_it_has_created(void **unused)
{
  (void)unused;
  hd_program *p = program_of(
      "program pointer 64 little\n"
      "thread main entry L0 instances 1\nthread copy entry L4 instances 2 self self status s\n"
      "var i : bv32 local main user signed = 0\nvar s : bv8[2] shared status unsigned = 0\n"
      "var self : bv32 local copy self unsigned = 0\nvar x : bv32 shared user signed = 0\n"
      "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main end\n"
      "loc L4 copy\nloc L5 copy\nloc L6 copy\nloc L7 copy end\nloc L8 main unsupported \"no copy is left\"\n"
      "edge L0 -> L1 when (slt i 2:32)\n"
      "edge L1 -> L2 when (= (select s 0:32) 0:8) do s[0:32] := 1:8 access sync\n"
      "edge L1 -> L2 when (and (not (= (select s 0:32) 0:8)) (= (select s 1:32) 0:8)) do s[1:32] := 1:8 access sync\n"
      "edge L1 -> L8 when (and (not (= (select s 0:32) 0:8)) (not (= (select s 1:32) 0:8))) access sync\n"
      "edge L2 -> L0 do i := (add i 1:32)\n"
      "edge L0 -> L3 when (not (slt i 2:32))\n"
      "edge L4 -> L5 when (= (select s self) 1:8) access sync\n"
      "edge L5 -> L6 assert assertion (slt x 2:32)\n"
      "edge L6 -> L7 do x := (add x 1:32), s[self] := 2:8\n");
  hd_program_index(p);
  hd_result r = decide(p, HD_BMC_CIRCUITS, HD_NONE, HD_NONE);
  double steps = 0;
  for (uint32_t k = 0; k < r.stats.len; k++)
    if (!strcmp(r.stats.data[k].name, "steps")) steps = r.stats.data[k].value;
  assert_int_equal(r.verdict, HD_SAFE);
  assert_true(steps <= 14); /* seven of main, three of each copy */
  hd_result_clear(&r);
  hd_program_free(p);
}

/* Any number of copies, in loops without end, keep each other out: no unwinding is complete. */
static void a_loop_without_end_is_proved_by_an_invariant(void **unused)
{
  (void)unused;
  hd_program *p = program_of("program pointer 64 little\n"
                             "thread main entry L0 instances 1\n"
                             "thread copy entry L1 instances 2 self self\n"
                             "var m : bv8 shared user unsigned = 0\n"
                             "var x : bv8 shared user unsigned = 0\n"
                             "var n : bv8 shared user unsigned = 0\n"
                             "var self : bv32 local copy self unsigned = 0\n"
                             "loc L0 main end\nloc L1 copy\nloc L2 copy\nloc L3 copy\nloc L4 copy\nloc L5 copy\n"
                             "edge L1 -> L2 when (= m 0:8) do m := 1:8\n"
                             "edge L2 -> L3 do x := (add x 1:8)\n"
                             "edge L3 -> L4 assert assertion (or (= x 1:8) (= n 77:8))\n"
                             "edge L4 -> L5 do x := 0:8, n := (add n 1:8)\n"
                             "edge L5 -> L1 do m := 0:8\n");
  hd_program_index(p);
  hd_result r = decide(p, HD_BMC_AUTO, HD_NONE, HD_NONE);
  assert_int_equal(r.verdict, HD_SAFE);
  assert_int_equal(r.certificate->kind, HD_PROOF_MODULAR);
  hd_result_clear(&r);
  r = decide(p, HD_BMC_AUTO, 4, HD_NONE); /* a bound stays a bound */
  assert_int_equal(r.verdict, HD_UNKNOWN);
  hd_result_clear(&r);
  hd_program_free(p);
}

/* Three values go round: that none is 0 follows from two rounds before, and from no single one. */
static void a_loop_of_one_thread_is_given_to_the_sequential_checkers(void **unused)
{
  (void)unused;
  hd_program *p = program_of("program pointer 64 little\n"
                             "thread main entry L0 instances 1\n"
                             "var a : bv32 shared user signed = 1\n"
                             "var b : bv32 shared user signed = 5\n"
                             "var c : bv32 shared user signed = 9\n"
                             "loc L0 main\nloc L1 main\n"
                             "edge L0 -> L1 do a := b, b := c, c := a\n"
                             "edge L1 -> L0 assert assertion (not (= a 0:32))\n");
  hd_program_index(p);
  hd_result r = decide(p, HD_BMC_AUTO, HD_NONE, HD_NONE);
  assert_int_equal(r.verdict, HD_SAFE);
  hd_result_clear(&r);
  r = decide(p, HD_BMC_AUTO, 4, HD_NONE);
  assert_int_equal(r.verdict, HD_UNKNOWN);
  assert_string_equal(cause_text(&r.cause), "bounded: unwind 4");
  hd_result_clear(&r);
  hd_program_free(p);
}

/* The second thread undoes what it then waits for: it stays there, and main sees what it has left. */
static void a_thread_may_undo_what_it_waits_for(void **unused)
{
  (void)unused;
  hd_program *p = program_of("program pointer 64 little\n"
                             "thread main entry L0 instances 1\nthread a entry L4 instances 1\n"
                             "thread b entry L7 instances 1\n"
                             "var v : bv2 shared user signed = 0\nvar done : bv2 shared user signed = 0\n"
                             "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main end\n"
                             "loc L4 a\nloc L5 a\nloc L6 a end\nloc L7 b\nloc L8 b\nloc L9 b end\n"
                             "edge L0 -> L1 when (= done 1:2)\n"
                             "edge L1 -> L2 assert assertion (not (= v 0:2))\nedge L2 -> L3\n"
                             "edge L4 -> L5 do v := 2:2\nedge L5 -> L6 do done := 1:2\n"
                             "edge L7 -> L8 do v := 0:2\nedge L8 -> L9 when (not (= v 0:2))\n");
  hd_program_index(p);
  for (hd_bmc_way way = HD_BMC_CIRCUITS; way <= HD_BMC_CLOCKS; way++) {
    hd_result r = decide(p, way, HD_NONE, HD_NONE);
    assert_int_equal(r.verdict, HD_UNSAFE);
    hd_result_clear(&r);
  }
  hd_program_free(p);
}

/* One function of two threads: the one with number 7 counts what it has done, the other waits for so many and looks at
 * it. Both are told apart by their arguments, and waiting orders the look behind the first count that is enough. */
static void a_count_that_is_waited_for_settles_the_order(void **unused)
{
  (void)unused;
  for (unsigned wanted = 0; wanted < 2; wanted++) {
    char text[1600];
    snprintf(text, sizeof text,
             "program pointer 64 little\n"
             "thread main entry L0 instances 1\nthread copy entry L3 instances 2 self self status s\n"
             "var s : bv8[2] shared status unsigned = 0\nvar number : bv32[2] shared user signed = 0\n"
             "var x : bv32 shared user signed = 0\nvar done : bv32 shared user signed = 0\n"
             "var self : bv32 local copy self unsigned = 0\nvar n : bv32 local copy user signed = 0\n"
             "var t : bv32 local copy user signed = 0\n"
             "loc L0 main\nloc L1 main\nloc L2 main end\nloc L3 copy\nloc L4 copy\nloc L5 copy\nloc L6 copy\n"
             "loc L7 copy\nloc L8 copy\nloc L9 copy\nloc L10 copy end\n"
             "edge L0 -> L1 do s[0:32] := 1:8, number[0:32] := 7:32 access sync\n"
             "edge L1 -> L2 do s[1:32] := 1:8, number[1:32] := 9:32 access sync\n"
             "edge L3 -> L4 when (= (select s self) 1:8) do n := (select number self) access sync\n"
             "edge L4 -> L5 when (= n 7:32) do x := 1:32\nedge L5 -> L6 do done := 1:32\n"
             "edge L6 -> L10 do done := 2:32\n"
             "edge L4 -> L7 when (not (= n 7:32)) do t := done\nedge L7 -> L8 when (sle %u:32 t)\n"
             "edge L8 -> L9 do t := x\nedge L9 -> L10 assert assertion (= t 1:32)\n",
             wanted);
    hd_program *p = program_of(text);
    hd_program_index(p);
    hd_result r = decide(p, HD_BMC_CIRCUITS, HD_NONE, HD_NONE);
    assert_int_equal(r.verdict, wanted ? HD_SAFE : HD_UNSAFE);
    for (uint32_t k = 0; wanted && k < r.stats.len; k++)
      if (!strcmp(r.stats.data[k].name, "order.open")) assert_true(r.stats.data[k].value == 1); /* the second count */
    hd_result_clear(&r);
    hd_program_free(p);
  }
}

/* What a thread waits for at its start is no argument of its, though it is set when the thread is created. */
static void a_thread_that_never_ends_waits_for_its_creation(void **unused)
{
  (void)unused;
  hd_program *p = program_of("program pointer 64 little\n"
                             "thread main entry L0 instances 1\nthread other entry L2 instances 1 status s\n"
                             "var s : bv8 shared status unsigned = 0\nvar x : bv32 shared user signed = 0\n"
                             "loc L0 main\nloc L1 main end\nloc L2 other\nloc L3 other\nloc L4 other\n"
                             "edge L0 -> L1 when (= x 1:32) do s := 1:8 access sync\n"
                             "edge L2 -> L3 when (= s 1:8) access sync\nedge L3 -> L4 assert assertion false\n");
  hd_program_index(p);
  hd_result r = decide(p, HD_BMC_CIRCUITS, HD_NONE, HD_NONE);
  assert_int_equal(r.verdict, HD_SAFE);
  hd_result_clear(&r);
  hd_program_free(p);
}

static double stat_of(const hd_result *r, const char *name)
{
  for (uint32_t i = 0; i < r->stats.len; i++)
    if (!strcmp(r->stats.data[i].name, name)) return r->stats.data[i].value;
  return -1;
}

/* Main leaves a number in memory and creates a thread that counts up to it. If no other thread writes the number, the
 * thread's loop is complete at once; if main does so afterwards, the thread may see either. */
static void a_loop_up_to_what_the_creator_has_left_is_complete_at_once(void **unused)
{
  (void)unused;
  for (unsigned later = 0; later < 2; later++) {
    char text[1400];
    snprintf(text, sizeof text,
             "program pointer 64 little\n"
             "thread main entry L0 instances 1\nthread other entry L4 instances 1 status s\n"
             "var s : bv8 shared status unsigned = 0\nvar most : bv32[2] shared user signed = 0\n"
             "var i : bv32 local other user signed = 0\nvar n : bv32 local other user signed = 0\n"
             "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main end\nloc L4 other\nloc L5 other\nloc L6 other\n"
             "loc L7 other\nloc L8 other end\n"
             "edge L0 -> L1 do most[1:32] := 7:32\nedge L1 -> L2 do s := 1:8 access sync\n"
             "edge L2 -> L3 do most[%u:32] := 5:32\n"
             "edge L4 -> L5 when (= s 1:8) access sync\nedge L5 -> L6 do n := (select most 1:32)\n"
             "edge L6 -> L6 when (slt i n) do i := (add i 1:32)\nedge L6 -> L7 when (not (slt i n))\n"
             "edge L7 -> L8 assert assertion (= i 7:32)\n",
             later);
    hd_program *p = program_of(text);
    hd_program_index(p);
    hd_result r = decide(p, HD_BMC_CIRCUITS, HD_NONE, HD_NONE);
    assert_int_equal(r.verdict, later ? HD_UNSAFE : HD_SAFE);
    if (!later) assert_true(stat_of(&r, "unwind") == 1);
    hd_result_clear(&r);
    hd_program_free(p);
  }
}

/* As long as nothing is known, one iteration of the first thread is all there is, and the cell seems to be the
 * second's own. With that known, the first goes on, up to a number that only it writes, and writes the cell. */
static void a_cell_that_seemed_to_be_its_writers_own_is_not(void **unused)
{
  (void)unused;
  hd_program *p = program_of("program pointer 64 little\n"
                             "thread main entry L0 instances 1\nthread a entry L4 instances 1\n"
                             "thread b entry L1 instances 1\n"
                             "var most : bv32 shared user signed = 0\nvar c : bv32[4] shared user signed = 0\n"
                             "var i : bv32 local a user signed = 0\nvar n : bv32 local a user signed = 0\n"
                             "var t : bv32 local b user signed = 0\n"
                             "loc L0 main\nloc L1 b\nloc L2 b\nloc L3 b\nloc L4 a\nloc L5 a\nloc L6 a\nloc L7 a\n"
                             "loc L8 a end\nloc L9 main end\nloc L10 b end\n"
                             "edge L0 -> L9 assert assertion (sle most 4:32)\n"
                             "edge L1 -> L2 do c[3:32] := 5:32\nedge L2 -> L3 do t := (select c 3:32)\n"
                             "edge L3 -> L10 assert assertion (= t 5:32)\n"
                             "edge L4 -> L5 do most := 4:32\nedge L5 -> L6 do n := most\n"
                             "edge L6 -> L7 when (slt i n)\nedge L6 -> L8 when (not (slt i n))\n"
                             "edge L7 -> L6 do c[i] := 1:32, i := (add i 1:32)\n");
  hd_program_index(p);
  hd_result r = decide(p, HD_BMC_CIRCUITS, HD_NONE, HD_NONE);
  assert_int_equal(r.verdict, HD_UNSAFE);
  hd_result_clear(&r);
  hd_program_free(p);
}

/* The second thread writes one cell, and reads one that is chosen: it may be the first one's. */
static void a_cell_that_is_chosen_may_be_another_threads(void **unused)
{
  (void)unused;
  for (unsigned at = 0; at < 2; at++) {
    char text[900];
    snprintf(text, sizeof text,
             "program pointer 64 little\n"
             "thread main entry L0 instances 1\nthread b entry L2 instances 1\n"
             "var c : bv32[2] shared user signed = 0\nvar i : bv32 local b any\n"
             "var t : bv32 local b user signed = 0\n"
             "loc L0 main\nloc L1 main end\nloc L2 b\nloc L3 b\nloc L4 b\nloc L5 b\nloc L6 b end\n"
             "edge L0 -> L1 do c[1:32] := 5:32\n"
             "edge L2 -> L3 do c[0:32] := 3:32\nedge L3 -> L4 when (ule i %u:32)\n"
             "edge L4 -> L5 do t := (select c i)\nedge L5 -> L6 assert assertion (not (= t 5:32))\n",
             at);
    hd_program *p = program_of(text);
    hd_program_index(p);
    hd_result r = decide(p, HD_BMC_CIRCUITS, HD_NONE, HD_NONE);
    assert_int_equal(r.verdict, at ? HD_UNSAFE : HD_SAFE);
    hd_result_clear(&r);
    hd_program_free(p);
  }
}

/* Six instances add 2 to a counter that main waits for and looks at: no order of theirs has to be tried. Where one
 * write is something else, or the bound is too small, that is found. */
static void what_is_only_added_to_is_a_sum(void **unused)
{
  (void)unused;
  const struct {
    const char *written, *most;
    hd_verdict verdict;
  } cases[] = {
      {"(add c 2:32)", "12:32", HD_SAFE}, {"(add c 2:32)", "11:32", HD_UNSAFE}, {"(mul c 2:32)", "8:32", HD_UNSAFE}};
  for (unsigned i = 0; i < HD_COUNT(cases); i++) {
    char text[800];
    snprintf(text, sizeof text,
             "program pointer 64 little\n"
             "thread main entry L0 instances 1\nthread copy entry L3 instances 6 self self\n"
             "var c : bv32 shared user signed = 1\nvar n : bv32 shared user signed = 0\n"
             "var self : bv32 local copy self unsigned = 0\n"
             "loc L0 main\nloc L1 main\nloc L2 main end\nloc L3 copy\nloc L4 copy\nloc L5 copy end\n"
             "edge L0 -> L1 when (= n 6:32)\nedge L1 -> L2 assert assertion (sle (sub c 1:32) %s)\n"
             "edge L3 -> L4 do c := %s\nedge L4 -> L5 do n := (add n 1:32)\n",
             cases[i].most, cases[i].written);
    hd_program *p = program_of(text);
    hd_program_index(p);
    hd_result r = decide(p, HD_BMC_CIRCUITS, HD_NONE, HD_NONE);
    assert_int_equal(r.verdict, cases[i].verdict);
    if (cases[i].verdict == HD_SAFE) assert_true(stat_of(&r, "read.from") == 0);
    hd_result_clear(&r);
    hd_program_free(p);
  }
}

/* Two instances count under a lock, by a sum that ends the execution if it overflows: each section is one event, and the
 * lock is never read. */
static void a_section_with_a_sum_is_one_event(void **unused)
{
  (void)unused;
  hd_program *p =
      program_of("program pointer 64 little\n"
                 "thread main entry L0 instances 1\nthread copy entry L3 instances 2 self self\n"
                 "var c : bv32 shared user signed = 0\nvar n : bv32 shared user signed = 0\nvar m : bv32 shared sync\n"
                 "var self : bv32 local copy self unsigned = 0\nvar t : bv32 local copy user signed = 0\n"
                 "loc L0 main\nloc L1 main\nloc L2 main end\nloc L3 copy\nloc L4 copy\nloc L5 copy\nloc L6 copy\n"
                 "loc L7 copy\nloc L8 copy\nloc L9 copy end\nloc L10 copy exit\n"
                 "edge L0 -> L1 when (= n 2:32)\nedge L1 -> L2 assert assertion (sle c 2:32)\n"
                 "edge L3 -> L4 when (= m 0:32) do m := (add self 1:32) access sync\nedge L4 -> L5 do t := c\n"
                 "edge L5 -> L6 when (not (saddo t 1:32))\nedge L5 -> L10 when (saddo t 1:32)\n"
                 "edge L6 -> L7 do c := (add t 1:32)\nedge L7 -> L8 do m := 0:32 access sync\n"
                 "edge L8 -> L9 do n := (add n 1:32)\n");
  hd_program_index(p);
  hd_result r = decide(p, HD_BMC_CIRCUITS, HD_NONE, HD_NONE);
  assert_int_equal(r.verdict, HD_SAFE);
  assert_true(stat_of(&r, "events") == 6); /* a section and a count each; main's wait and look */
  assert_true(stat_of(&r, "read.from") == 0);
  hd_result_clear(&r);
  hd_program_free(p);
}

static void creation_and_joining_settle_the_order(void **unused)
{
  (void)unused;
  hd_program *p = counter_program("slt r 5:32", "1:32");
  hd_budget budget = {.jobs = 1};
  hd_bmc_input in = {.p = p, .property = HD_PROP_UNREACH_CALL, .follow_bounds = true, .most_steps = 10000};
  in.budget = &budget;
  hd_facts *facts = hd_facts_new(p);
  in.sharing = hd_facts_sharing(facts);
  in.cuts = hd_facts_cuts(facts, HD_REDUCTION_LOCAL, HD_PROP_UNREACH_CALL);
  in.liveness = hd_facts_liveness(facts);
  in.loops = hd_facts_loops(facts);
  hd_bmc_unfolding *u = hd_bmc_unfold(&in, 2);
  hd_bmc_memory *m = hd_bmc_memory_new(u, &budget);
  for (uint32_t i = 0; i < m->open.len; i++) {
    const hd_bmc_block *a = &u->blocks.data[m->blocks.data[m->open.data[i].a]];
    const hd_bmc_block *b = &u->blocks.data[m->blocks.data[m->open.data[i].b]];
    assert_true(a->who != 0 && b->who != 0 && a->who != b->who); /* only the workers' blocks are unordered */
  }
  assert_true(m->open.len > 0 && m->pruned > 0);
  hd_bmc_memory_free(m);
  hd_bmc_unfolding_free(u);
  hd_facts_free(facts);
  hd_program_free(p);
}

int main(void)
{
  const struct CMUnitTest all[] = {
      cmocka_unit_test(a_lost_update_is_found_and_its_bound_proved),
      cmocka_unit_test(an_incomplete_unwinding_is_no_proof),
      cmocka_unit_test(context_switches_are_counted),
      cmocka_unit_test(values_get_more_room_when_they_need_it),
      cmocka_unit_test(an_iteration_that_changes_nothing_is_left_out),
      cmocka_unit_test(an_iteration_that_others_notice_is_executed),
      cmocka_unit_test(a_loop_without_end_is_proved_by_an_invariant),
      cmocka_unit_test(a_loop_of_one_thread_is_given_to_the_sequential_checkers),
      cmocka_unit_test(what_nothing_depends_on_is_left_out),
      cmocka_unit_test(a_creator_knows_whom_it_has_created),
      cmocka_unit_test(a_thread_may_undo_what_it_waits_for),
      cmocka_unit_test(a_count_that_is_waited_for_settles_the_order),
      cmocka_unit_test(a_thread_that_never_ends_waits_for_its_creation),
      cmocka_unit_test(a_loop_up_to_what_the_creator_has_left_is_complete_at_once),
      cmocka_unit_test(a_cell_that_seemed_to_be_its_writers_own_is_not),
      cmocka_unit_test(a_cell_that_is_chosen_may_be_another_threads),
      cmocka_unit_test(what_is_only_added_to_is_a_sum),
      cmocka_unit_test(a_section_with_a_sum_is_one_event),
      cmocka_unit_test(creation_and_joining_settle_the_order),
  };
  return cmocka_run_group_tests(all, NULL, NULL);
}
