/* test_answers.c - checks of a program one by one: which there are, programs without some of them, proofs of a part. */
#include "analysis/race_pairs.h"
#include "api/recheck.h"
#include "engine/horn/horn.h"
#include "trace_programs.h"

/* x grows to 3 and stays: it is never above that, and it is 3 after a while. */
#define TWO_CHECKS                                                                                \
  HEAD "file 0 \"two.c\"\n"                                                                       \
       "thread main entry L0\nvar x : bv8\nloc L0 main\nloc L1 main\nloc L2 main\n"               \
       "edge L0 -> L1 assert assertion (ule x 3:8) label \"small\" @0:1:1\n"                      \
       "edge L1 -> L2 assert assertion (not (= x 3:8)) label \"not three\" @0:2:1\n"              \
       "edge L2 -> L0 when (ult x 3:8) do x := (add x 1:8) @0:3:1\n"                              \
       "edge L2 -> L0 when (not (ult x 3:8)) @0:4:1\n"

enum { SMALL, NOT_THREE };
static const hd_budget no_limit = {.jobs = 1};
static const hd_recheck rechecks = {.property = HD_PROP_UNREACH_CALL};

static hd_result solve(const hd_program *p)
{
  hd_task task = hd_task_unbounded(HD_PROP_UNREACH_CALL);
  hd_result r;
  hd_result_init(&r);
  hd_engine_horn.run(p, &task, &no_limit, &r);
  return r;
}

static hd_program *without(const char *text, uint32_t check)
{
  hd_program *p = parse_program(text);
  hd_checks *checks = hd_checks_of(p, HD_PROP_UNREACH_CALL);
  hd_check_drop(p, &checks->list.data[check]);
  hd_program_index(p);
  hd_checks_free(checks);
  return p;
}

static void a_dropped_check_is_taken_as_if_it_had_held(void **unused)
{
  (void)unused;
  hd_program *p = without(TWO_CHECKS, NOT_THREE);
  hd_result r = solve(p);
  assert_int_equal(r.verdict, HD_SAFE);
  hd_result_clear(&r);
  hd_program_free(p);
  p = without(TWO_CHECKS, SMALL);
  r = solve(p);
  assert_int_equal(r.verdict, HD_UNSAFE);
  hd_result_clear(&r);
  hd_program_free(p);
}

/* The proof of a part, and the claim that it closes the checks up to `last`. */
static uint32_t closed_after_recheck(uint32_t last)
{
  hd_program *whole = parse_program(TWO_CHECKS), *part = without(TWO_CHECKS, NOT_THREE);
  hd_result r = solve(part);
  bool defect = false;
  assert_int_equal(r.verdict, HD_SAFE);
  r.verdict = HD_UNKNOWN;
  hd_certificate_move(r.certificate, part->terms, whole->terms);
  for (uint32_t i = 0; i <= last; i++) hd_result_close(&r, (hd_check){i}, "horn");
  hd_recheck_answer((void *)&rechecks, whole, "horn", &no_limit, &r, &defect);
  uint32_t n = r.closed.len;
  assert_int_equal(r.verdict, HD_UNKNOWN);
  hd_result_clear(&r);
  hd_program_free(part);
  hd_program_free(whole);
  return n;
}

static void a_proof_of_a_part_closes_that_part(void **unused)
{
  (void)unused;
  assert_int_equal(closed_after_recheck(SMALL), 1);
}

static void a_proof_of_a_part_does_not_close_the_rest(void **unused)
{
  (void)unused;
  assert_int_equal(closed_after_recheck(NOT_THREE), 0);
}

static void checks_without_a_proof_are_not_closed(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(TWO_CHECKS);
  hd_result r;
  bool defect = false;
  hd_result_init(&r);
  hd_result_close(&r, (hd_check){SMALL}, "horn");
  hd_recheck_answer((void *)&rechecks, p, "horn", &no_limit, &r, &defect);
  assert_int_equal(r.closed.len, 0);
  hd_result_clear(&r);
  hd_program_free(p);
}

/* --- without what is proved ----------------------------------------------------------------------------- */

/* y only matters to the first check, x to both. */
#define OWN_VARIABLE                                                                              \
  HEAD "file 0 \"own.c\"\n"                                                                       \
       "thread main entry L0\nvar x : bv8\nvar y : bv8\nloc L0 main\nloc L1 main\nloc L2 main\n" \
       "edge L0 -> L1 do x := (add x 1:8), y := x @0:1:1\n"                                       \
       "edge L1 -> L2 assert assertion (ule y x) label \"y\" @0:2:1\n"                            \
       "edge L2 -> L0 assert assertion (ult x 3:8) label \"x\" @0:3:1\n"

static hd_program *without_proved(const hd_program *p, const bool *proved, hd_property property)
{
  hd_program *own = hd_program_clone(p);
  hd_checks *checks = hd_checks_of(own, property);
  hd_program *q = hd_program_without(own, checks, proved, property);
  hd_checks_free(checks);
  hd_program_free(own);
  return q;
}

static void what_only_a_proved_check_reads_is_cut(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(OWN_VARIABLE);
  hd_program *first = without_proved(p, (bool[]){true, false}, HD_PROP_UNREACH_CALL);
  hd_program *second = without_proved(p, (bool[]){false, true}, HD_PROP_UNREACH_CALL);
  assert_int_equal(first->edges.len, p->edges.len);
  assert_int_equal(first->edges.data[0].n_assigns, 1);
  assert_int_equal(first->edges.data[1].kind, HD_EDGE_STEP);
  assert_int_equal(first->edges.data[2].kind, HD_EDGE_ASSERT);
  assert_int_equal(second->edges.data[0].n_assigns, 2);
  hd_program_free(first);
  hd_program_free(second);
  hd_program_free(p);
}

/* As C's assert: a branch to where it fails, for x; y is asked for behind it. */
#define BRANCH                                                                                      \
  HEAD "file 0 \"branch.c\"\n"                                                                      \
       "thread main entry L0\nvar x : bv8\nvar y : bv8\nloc L0 main\nloc L1 main\nloc L2 main\n"   \
       "loc L3 main\nloc L4 main\nloc L5 main\n"                                                   \
       "edge L0 -> L1 do x := 1:8, y := (add y 1:8) @0:1:1\n"                                       \
       "edge L1 -> L2 when (= x 0:8) @0:2:1\nedge L2 -> L3 @0:2:1\n"                                \
       "edge L3 -> L4 assert assertion false label \"x\" @0:2:1\n"                                  \
       "edge L1 -> L5 when (not (= x 0:8)) @0:2:1\n"                                                \
       "edge L5 -> L0 assert assertion (ult y 3:8) label \"y\" @0:3:1\n"

static void the_branch_to_a_proved_failure_is_cut(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(BRANCH);
  hd_program *q = without_proved(p, (bool[]){true, false}, HD_PROP_UNREACH_CALL);
  assert_int_equal(q->edges.data[0].n_assigns, 1);
  assert_true(hd_term_is_false(q->terms, q->edges.data[1].guard));
  assert_false(hd_term_is(q->edges.data[4].guard));
  hd_program *other = without_proved(p, (bool[]){false, true}, HD_PROP_UNREACH_CALL);
  assert_true(hd_term_is(other->edges.data[4].guard));
  assert_int_equal(other->edges.data[0].n_assigns, 1);
  hd_result r = solve(q);
  assert_int_equal(r.verdict, HD_UNSAFE);
  assert_int_equal(hd_trace_replay(p, r.trace, HD_PROP_UNREACH_CALL).end, HD_END_VIOLATION);
  hd_result_clear(&r);
  hd_program_free(other);
  hd_program_free(q);
  hd_program_free(p);
}

static void a_trace_of_the_rest_runs_on_the_whole(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(OWN_VARIABLE);
  hd_program *q = without_proved(p, (bool[]){true, false}, HD_PROP_UNREACH_CALL);
  hd_result r = solve(q);
  assert_int_equal(r.verdict, HD_UNSAFE);
  assert_int_equal(hd_trace_replay(p, r.trace, HD_PROP_UNREACH_CALL).end, HD_END_VIOLATION);
  hd_result_clear(&r);
  hd_program_free(q);
  hd_program_free(p);
}

/* Pairs with one another open place stay, at both their places. */
static void a_place_goes_when_all_its_pairs_are_proved(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(LOST_UPDATE), *own = hd_program_clone(p);
  hd_checks *checks = hd_checks_of(own, HD_PROP_NO_DATA_RACE);
  bool proved[64] = {false};
  hd_pos read = {0, 5, 10};
  assert_true(checks->list.len > 1 && checks->list.len < 64);
  for (uint32_t i = 0; i < checks->list.len; i++) proved[i] = hd_check_is_at(&checks->list.data[i], read);
  hd_program *q = hd_program_without(own, checks, proved, HD_PROP_NO_DATA_RACE);
  for (uint32_t i = 0; i < p->edges.len; i++) {
    hd_pos at = p->edges.data[i].pos;
    bool gone = at.line == read.line && at.column == read.column;
    assert_int_equal(q->edges.data[i].access, gone ? HD_ACCESS_SYNC : p->edges.data[i].access);
  }
  hd_program_free(q);
  hd_checks_free(checks);
  hd_program_free(own);
  hd_program_free(p);
}

static void a_race_is_an_unordered_pair_of_places(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(LOST_UPDATE);
  hd_checks *checks = hd_checks_of(p, HD_PROP_NO_DATA_RACE);
  hd_pos read = {0, 5, 10}, write = {0, 6, 5}, last = {0, 15, 3};
  hd_check_info one = hd_race_check(read, write, "x"), other = hd_race_check(write, read, "y");
  hd_check_info same = hd_race_check(write, write, NULL), reads = hd_race_check(read, read, NULL);
  hd_check_info after = hd_race_check(write, last, NULL);
  assert_int_not_equal(hd_checks_find(checks, &one).id, HD_NONE);
  assert_int_equal(hd_checks_find(checks, &one).id, hd_checks_find(checks, &other).id);
  assert_int_not_equal(hd_checks_find(checks, &same).id, HD_NONE);
  assert_int_not_equal(hd_checks_find(checks, &after).id, HD_NONE);
  assert_int_equal(hd_checks_find(checks, &reads).id, HD_NONE);
  hd_checks_free(checks);
  hd_program_free(p);
}

static void a_deadlock_is_one_check(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(LOCK_ORDER);
  hd_checks *checks = hd_checks_of(p, HD_PROP_NO_DEADLOCK);
  assert_int_equal(checks->list.len, 1);
  assert_int_equal(checks->list.data[0].kind, HD_CHECK_DEADLOCK);
  hd_checks_free(checks);
  hd_program_free(p);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_dropped_check_is_taken_as_if_it_had_held),
      cmocka_unit_test(a_proof_of_a_part_closes_that_part),
      cmocka_unit_test(a_proof_of_a_part_does_not_close_the_rest),
      cmocka_unit_test(checks_without_a_proof_are_not_closed),
      cmocka_unit_test(what_only_a_proved_check_reads_is_cut),
      cmocka_unit_test(the_branch_to_a_proved_failure_is_cut),
      cmocka_unit_test(a_trace_of_the_rest_runs_on_the_whole),
      cmocka_unit_test(a_place_goes_when_all_its_pairs_are_proved),
      cmocka_unit_test(a_race_is_an_unordered_pair_of_places),
      cmocka_unit_test(a_deadlock_is_one_check),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
