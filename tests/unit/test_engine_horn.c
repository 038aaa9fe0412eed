/* test_engine_horn.c - the engine that turns programs into Horn clauses: verdicts, traces, proofs. */
#include "cause_text.h"
#include "engine/horn/horn.h"
#include "evidence/check.h"
#include "program_text.h"
#include "sequential/blocks.h"
#include "trace/interp.h"

static const hd_budget free_budget = {.jobs = 1};

static hd_result decide_for(hd_program *p, hd_property property, hd_arith arith)
{
  hd_task task = {.alone = true, .property = property, .reduction = HD_REDUCTION_LOCAL, .arith = arith};
  hd_result r;
  const char *why_not;
  task.contexts = task.depth = task.unwind = HD_NONE;
  hd_result_init(&r);
  hd_program_select(p, task.property);
  hd_program_index(p);
  assert_true(hd_engine_accepts(&hd_engine_horn, p, &task, &why_not));
  hd_engine_horn.run(p, &task, &free_budget, &r);
  return r;
}

static hd_result decide(hd_program *p, hd_arith arith)
{
  return decide_for(p, HD_PROP_UNREACH_CALL, arith);
}

static void assert_proved_for(const hd_program *p, hd_property property, const hd_result *r)
{
  hd_checked checked;
  hd_check_options options = {0};
  assert_non_null(r->certificate);
  hd_certificate_check(p, r->certificate, property, &options, &free_budget, &checked);
  if (checked.verdict != HD_PROOF_HOLDS) fail_msg("%s", checked.cause.what);
  hd_checked_clear(&checked);
}

static void assert_proved(const hd_program *p, const hd_result *r)
{
  assert_proved_for(p, HD_PROP_UNREACH_CALL, r);
}

/* A `safe` is proved, an `unsafe` executed. */
static void expect_with(const char *text, hd_arith arith, hd_verdict verdict)
{
  hd_program *p = program_of(text);
  hd_result r = decide(p, arith);
  if (r.verdict != verdict) fail_msg("verdict %d: %s", r.verdict, r.cause.what ? r.cause.what : "");
  if (verdict == HD_SAFE) assert_proved(p, &r);
  if (verdict == HD_UNSAFE) assert_int_equal(hd_trace_replay(p, r.trace, HD_PROP_UNREACH_CALL).end, HD_END_VIOLATION);
  hd_result_clear(&r);
  hd_program_free(p);
}

/* The verdict under both arithmetics. */
static void expect(const char *text, hd_verdict verdict)
{
  expect_with(text, HD_ARITH_INT, verdict);
  expect_with(text, HD_ARITH_BV, verdict);
}

#define ONE "program pointer 64 little\nthread main entry L0 instances 1\n"

/* i and k count together; the loop has no bound that anyone could enumerate. */
#define TOGETHER(CHECK)                                                                        \
  ONE "var i : bv32 local main user unsigned = 0\nvar k : bv32 local main user unsigned = 0\n" \
      "var n : bv32 local main user unsigned any\n"                                            \
      "loc L0 main\nloc L1 main\nloc L2 main end\n"                                            \
      "edge L0 -> L0 when (ult i n) do i := (add i 1:32), k := (add k 1:32)\n"                 \
      "edge L0 -> L1 when (not (ult i n))\n"                                                   \
      "edge L1 -> L2 assert assertion " CHECK "\n"

static void a_loop_has_an_invariant(void **state)
{
  (void)state;
  expect(TOGETHER("(= i k)"), HD_SAFE);
}

static void inputs_are_found(void **state)
{
  (void)state;
  expect(TOGETHER("(not (= k 3:32))"), HD_UNSAFE);
}

static void branches_meet(void **state)
{
  (void)state;
#define BRANCHES(CHECK)                                                                      \
  ONE "var x : bv8 local main user unsigned any\nvar y : bv8 local main user unsigned = 0\n" \
      "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main\nloc L4 main end\n"                \
      "edge L0 -> L1 when (ult x 10:8) do y := 1:8\n"                                        \
      "edge L0 -> L2 when (not (ult x 10:8)) do y := 2:8\n"                                  \
      "edge L1 -> L3 do y := (add y 2:8)\nedge L2 -> L3 do y := (add y 1:8)\n"               \
      "edge L3 -> L4 assert assertion " CHECK "\n"
  expect(BRANCHES("(= y 3:8)"), HD_SAFE);
  expect(BRANCHES("(not (and (= y 3:8) (= x 200:8)))"), HD_UNSAFE);
}

static void any_enabled_edge_may_be_taken(void **state)
{
  (void)state;
#define CHOICE(CHECK)                                                                                    \
  ONE "var x : bv8 local main user unsigned = 0\nloc L0 main\nloc L1 main\nloc L2 main end\n"            \
      "edge L0 -> L1 do x := 1:8\nedge L0 -> L1 when (= x 0:8) do x := 2:8\nedge L0 -> L1 do x := 3:8\n" \
      "edge L1 -> L2 assert assertion " CHECK "\n"
  expect(CHOICE("(not (= x 2:8))"), HD_UNSAFE);
  expect(CHOICE("(not (= x 3:8))"), HD_UNSAFE);
  expect(CHOICE("(not (= x 0:8))"), HD_SAFE);
}

static void arrays_are_split_or_whole(void **state)
{
  (void)state;
#define ARRAY(COUNT, CHECK)                                                                              \
  ONE "var a : bv8[" COUNT "] local main user unsigned = 0\nvar i : bv32 local main user unsigned any\n" \
      "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main end\n"                                         \
      "edge L0 -> L1 when (ult i 3:32) do a[i] := 7:8\n"                                                 \
      "edge L1 -> L2 when (= i 1:32) do a[i] := 8:8\nedge L1 -> L2 when (not (= i 1:32))\n"              \
      "edge L2 -> L3 assert assertion " CHECK "\n"
  static const char *const safe[] = {
      ARRAY("3", "(or (= (select a i) 7:8) (= i 1:32))"),
      ARRAY("40", "(or (= (select a i) 7:8) (= i 1:32))"),
  };
  static const char *const unsafe[] = {
      ARRAY("3", "(= (select a i) 7:8)"),
      ARRAY("40", "(= (select a i) 7:8)"),
      ARRAY("40", "(= (select a (add i 1:32)) 7:8)"),
  };
  for (unsigned i = 0; i < HD_COUNT(safe); i++) expect(safe[i], HD_SAFE);
  for (unsigned i = 0; i < HD_COUNT(unsafe); i++) expect(unsafe[i], HD_UNSAFE);
}

/* Two threads that are there from the start. */
#define TWO(GUARD, CHECK)                                                                                           \
  "program pointer 64 little\nthread main entry L0 instances 1\nthread other entry L4 instances 1\n"                \
  "var m : bv8 shared user unsigned = 0\nvar x : bv8 shared user unsigned = 0\n"                                    \
  "var l : bv8 local other user unsigned = 0\n"                                                                     \
  "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main end\nloc L4 other\nloc L5 other\nloc L6 other\nloc L7 other " \
  "end\n"                                                                                                           \
  "edge L0 -> L1 when " GUARD " do m := 1:8\nedge L1 -> L2 do x := 1:8\nedge L2 -> L3 do x := 0:8, m := 0:8\n"      \
  "edge L4 -> L5 when (= m 0:8) do m := 2:8\nedge L5 -> L6 do l := x\nedge L6 -> L7 assert assertion " CHECK "\n"

static void a_lock_excludes(void **state)
{
  (void)state;
  expect(TWO("(= m 0:8)", "(= l 0:8)"), HD_SAFE);
  expect(TWO("true", "(= l 0:8)"), HD_UNSAFE);
}

static void a_bound_is_no_proof(void **state)
{
  (void)state;
  const char *text = ONE "var x : bv8 local main user unsigned = 0\nloc L0 main\n"
                         "loc L1 main bound heap \"no more\"\nloc L2 main end\n"
                         "edge L0 -> L1 when (= x 0:8)\nedge L0 -> L2 when (not (= x 0:8))\n";
  hd_program *p = program_of(text);
  hd_result r = decide(p, HD_ARITH_BV);
  assert_int_equal(r.verdict, HD_UNKNOWN);
  assert_string_equal(cause_text(&r.cause), "bounded: no more");
  assert_true(r.cause.at_bound);
  hd_result_clear(&r);
  hd_program_free(p);
}

/* Copies that are created without bound increase x between lock and unlock, which say nothing
 * about who holds the lock. */
#define COPIES(LOCK)                                                                                 \
  "program pointer 64 little\nthread main entry L0 instances 1\n"                                    \
  "thread w entry L2 instances 2 replicated self w::self status w.status\n"                          \
  "var w::self : bv32 local w self unsigned = 0\nvar w.status : bv8[2] shared status unsigned = 0\n" \
  "var m : bv8 shared user unsigned = 0\nvar x : bv32 shared user unsigned = 0\n"                    \
  "var l : bv32 local w user unsigned = 0\n"                                                         \
  "loc L0 main\nloc L1 main bound threads \"more\"\n"                                                \
  "loc L2 w\nloc L3 w\nloc L4 w\nloc L5 w\nloc L6 w\nloc L7 w\nloc L8 w end\n"                       \
  "edge L0 -> L0 when (= (select w.status 0:32) 0:8) do w.status[0:32] := 1:8 access sync\n"         \
  "edge L0 -> L0 when (and (not (= (select w.status 0:32) 0:8)) (= (select w.status 1:32) 0:8)) "    \
  "do w.status[1:32] := 1:8 access sync\n"                                                           \
  "edge L0 -> L1 when (not (= (select w.status 1:32) 0:8)) access sync\n"                            \
  "edge L2 -> L3 when (= (select w.status w::self) 1:8) access sync\n"                               \
  "edge L3 -> L4 when " LOCK " do m := 1:8\n"                                                        \
  "edge L4 -> L5 do l := x\nedge L5 -> L6 do x := (add l 1:32)\n"                                    \
  "edge L6 -> L7 assert assertion (= x (add l 1:32))\nedge L7 -> L8 do m := 0:8\n"

#define TEST_AND_SET(FREE)                                                                           \
  "program pointer 64 little\nthread main entry L0 instances 1\n"                                    \
  "thread w entry L2 instances 2 replicated self w::self status w.status\n"                          \
  "var w::self : bv32 local w self unsigned = 0\nvar w.status : bv8[2] shared status unsigned = 0\n" \
  "var m : bv8 shared user unsigned = 0\nvar c : bv8 shared user unsigned = 0\n"                     \
  "var free : bool local w user unsigned = 0\n"                                                      \
  "loc L0 main\nloc L1 main bound threads \"more\"\n"                                                \
  "loc L2 w\nloc L3 w\nloc L4 w\nloc L5 w\nloc L6 w\nloc L7 w\n"                                     \
  "edge L0 -> L0 when (= (select w.status 0:32) 0:8) do w.status[0:32] := 1:8 access sync\n"         \
  "edge L0 -> L0 when (and (not (= (select w.status 0:32) 0:8)) (= (select w.status 1:32) 0:8)) "    \
  "do w.status[1:32] := 1:8 access sync\n"                                                           \
  "edge L0 -> L1 when (not (= (select w.status 1:32) 0:8)) access sync\n"                            \
  "edge L2 -> L3 when (= (select w.status w::self) 1:8) access sync\n"                               \
  "edge L3 -> L4 do free := " FREE ", m := 1:8\n"                                                    \
  "edge L4 -> L3 when (not free)\nedge L4 -> L5 when free do c := (add c 1:8)\n"                     \
  "edge L5 -> L6 assert assertion (= c 1:8)\nedge L6 -> L7 do c := (sub c 1:8)\nedge L7 -> L3 do m := 0:8\n"

static void any_number_of_copies_is_proved_safe(void **state)
{
  (void)state;
  expect(COPIES("(= m 0:8)"), HD_SAFE);
}

static void copies_without_a_lock_fail(void **state)
{
  (void)state;
  expect_with(COPIES("true"), HD_ARITH_INT, HD_UNSAFE);
}

/* The first to come counts itself and finds 1; no other copy can: to see that, two copies must be considered together. */
#define FIRST(ENTERS)                                                                                \
  "program pointer 64 little\nthread main entry L0 instances 1\n"                                    \
  "thread w entry L2 instances 2 replicated self w::self status w.status\n"                          \
  "var w::self : bv32 local w self unsigned = 0\nvar w.status : bv8[2] shared status unsigned = 0\n" \
  "var r : bv8 shared user unsigned = 0\nvar s : bv8 shared user unsigned = 0\n"                     \
  "var l : bv8 local w user unsigned = 0\n"                                                          \
  "loc L0 main\nloc L1 main bound threads \"more\"\n"                                                \
  "loc L2 w\nloc L3 w\nloc L4 w\nloc L5 w\nloc L6 w\nloc L7 w\nloc L8 w end\n"                       \
  "edge L0 -> L0 when (= (select w.status 0:32) 0:8) do w.status[0:32] := 1:8 access sync\n"         \
  "edge L0 -> L0 when (and (not (= (select w.status 0:32) 0:8)) (= (select w.status 1:32) 0:8)) "    \
  "do w.status[1:32] := 1:8 access sync\n"                                                           \
  "edge L0 -> L1 when (not (= (select w.status 1:32) 0:8)) access sync\n"                            \
  "edge L2 -> L3 when (= (select w.status w::self) 1:8) access sync\n"                               \
  "edge L3 -> L4 when (ult r 255:8) do r := (add r 1:8)\n"                                           \
  "edge L4 -> L8 when (not " ENTERS ")\nedge L4 -> L5 when " ENTERS "\n"                             \
  "edge L5 -> L6 do s := (add s 1:8)\nedge L6 -> L7 do l := (add l 1:8)\n"                           \
  "edge L7 -> L5 assert assertion (= s l)\n"

static void two_copies_are_looked_at_together(void **state)
{
  (void)state;
  expect_with(FIRST("(= r 1:8)"), HD_ARITH_INT, HD_SAFE);
}

/* Who finds the flag unset has it, though others set it again and again. */
static void a_flag_that_is_tested_and_set_excludes(void **state)
{
  (void)state;
  expect_with(TEST_AND_SET("(= m 0:8)"), HD_ARITH_INT, HD_SAFE);
}

/* A counter without bound, counted under a lock; then another lock is taken inside it. */
#define NESTED(FIRST, SECOND)                                                                                    \
  "program pointer 64 little\nthread main entry L0 instances 1\nthread other entry L4 instances 1\n"             \
  "var m : bv8 shared sync unsigned = 0\nvar n : bv8 shared sync unsigned = 0\n"                                 \
  "var x : bv32 shared user unsigned = 0\n"                                                                      \
  "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main\nloc L4 other\nloc L5 other\nloc L6 other\nloc L7 other\n" \
  "edge L0 -> L1 when (= m 0:8) do m := 1:8 access sync\nedge L1 -> L2 when (= n 0:8) do n := 1:8 access sync\n" \
  "edge L2 -> L3 do x := (add x 1:32)\nedge L3 -> L0 do m := 0:8, n := 0:8 access sync\n"                        \
  "edge L4 -> L5 when (= " FIRST " 0:8) do " FIRST " := 2:8 access sync\n"                                       \
  "edge L5 -> L6 when (= " SECOND " 0:8) do " SECOND " := 2:8 access sync\n"                                     \
  "edge L6 -> L7 do x := (add x 3:32)\nedge L7 -> L4 do m := 0:8, n := 0:8 access sync\n"

static void expect_for(const char *text, hd_property property, hd_verdict verdict)
{
  static const hd_end ends[] = {[HD_PROP_NO_DATA_RACE] = HD_END_RACE, [HD_PROP_NO_DEADLOCK] = HD_END_DEADLOCK};
  hd_program *p = program_of(text);
  hd_result r = decide_for(p, property, HD_ARITH_AUTO);
  if (r.verdict != verdict) fail_msg("verdict %d: %s", r.verdict, r.cause.what ? r.cause.what : "");
  if (verdict == HD_SAFE) assert_proved_for(p, property, &r);
  if (verdict == HD_UNSAFE) assert_int_equal(hd_trace_replay(p, r.trace, property).end, ends[property]);
  hd_result_clear(&r);
  hd_program_free(p);
}

static void deadlocks_are_states(void **state)
{
  (void)state;
  expect_for(NESTED("m", "n"), HD_PROP_NO_DEADLOCK, HD_SAFE);
  expect_for(NESTED("n", "m"), HD_PROP_NO_DEADLOCK, HD_UNSAFE);
}

static void races_are_states(void **state)
{
  (void)state;
  expect_for(NESTED("n", "m"), HD_PROP_NO_DATA_RACE, HD_SAFE);
  expect_for(TWO("(= m 0:8)", "true"), HD_PROP_NO_DATA_RACE, HD_UNSAFE); /* m itself is the user's */
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_loop_has_an_invariant),
      cmocka_unit_test(inputs_are_found),
      cmocka_unit_test(branches_meet),
      cmocka_unit_test(any_enabled_edge_may_be_taken),
      cmocka_unit_test(arrays_are_split_or_whole),
      cmocka_unit_test(a_lock_excludes),
      cmocka_unit_test(a_bound_is_no_proof),
      cmocka_unit_test(any_number_of_copies_is_proved_safe),
      cmocka_unit_test(copies_without_a_lock_fail),
      cmocka_unit_test(two_copies_are_looked_at_together),
      cmocka_unit_test(a_flag_that_is_tested_and_set_excludes),
      cmocka_unit_test(deadlocks_are_states),
      cmocka_unit_test(races_are_states),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
