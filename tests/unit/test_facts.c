/* test_facts.c - each fact is computed once for a program, and belongs to that program alone. */
#include "program_text.h"

#include "analysis/facts.h"

static const char two_threads[] = "program pointer 64 little\nthread main entry L0\nthread w entry L2\n"
                                  "var x : bv8\nvar l : bv8 local w\nloc L0 main\nloc L1 main end\nloc L2 w\n"
                                  "loc L3 w\nloc L4 w end\nloc L5 w\nedge L0 -> L1 do x := 1:8\n"
                                  "edge L2 -> L5 do l := x\nedge L5 -> L3 do l := (mul l 2:8)\n"
                                  "edge L3 -> L3 when (ult l 3:8) do l := (add l 1:8)\nedge L3 -> L4 do x := l\n";

static void a_fact_that_was_asked_for_is_kept(void **unused)
{
  (void)unused;
  hd_program *p = program_of(two_threads);
  hd_facts *facts = hd_facts_new(p);
  const hd_cuts *none = hd_facts_cuts(facts, HD_REDUCTION_NONE, HD_PROP_UNREACH_CALL);
  const hd_cuts *local = hd_facts_cuts(facts, HD_REDUCTION_LOCAL, HD_PROP_UNREACH_CALL);
  assert_true(none->count > local->count);
  assert_ptr_equal(hd_facts_cuts(facts, HD_REDUCTION_NONE, HD_PROP_UNREACH_CALL), none);
  assert_ptr_equal(hd_facts_cuts(facts, HD_REDUCTION_LOCAL, HD_PROP_UNREACH_CALL), local);
  assert_ptr_not_equal(hd_facts_cuts(facts, HD_REDUCTION_LOCAL, HD_PROP_NO_DEADLOCK), local);
  assert_ptr_equal(hd_facts_sharing(facts), hd_facts_sharing(facts));
  assert_ptr_equal(hd_facts_liveness(facts), hd_facts_liveness(facts));
  assert_ptr_equal(hd_facts_loops(facts), hd_facts_loops(facts));
  hd_facts_free(facts);
  hd_program_free(p);
}

static void facts_of_one_program_are_not_those_of_another(void **unused)
{
  (void)unused;
  hd_program *p = program_of(two_threads), *q = hd_program_clone(p);
  hd_facts *facts = hd_facts_new(p);
  hd_facts *same = hd_facts_of(facts, p), *other = hd_facts_of(facts, q), *first = hd_facts_of(NULL, p);
  assert_ptr_equal(same, facts);
  assert_ptr_not_equal(other, facts);
  assert_ptr_not_equal(first, facts);
  const hd_loops *loops = hd_facts_loops(same);
  hd_facts_free(same);
  assert_ptr_equal(hd_facts_loops(facts), loops); /* its owner has not let go of it */
  hd_facts_free(first);
  hd_facts_free(other);
  hd_facts_free(facts);
  hd_program_free(q);
  hd_program_free(p);
}

static void a_copy_is_changed_without_the_fact(void **unused)
{
  (void)unused;
  hd_program *p = program_of(two_threads);
  hd_facts *facts = hd_facts_new(p);
  hd_var l = hd_program_find_var(p, "l");
  const hd_cuts *cuts = hd_facts_cuts(facts, HD_REDUCTION_LOCAL, HD_PROP_UNREACH_CALL);
  const hd_liveness *live = hd_facts_liveness(facts);
  hd_cuts *more_cuts = hd_cuts_copy(p, cuts);
  hd_liveness *longer = hd_liveness_copy(p, live);
  for (uint32_t i = 0; i < p->locs.len; i++)
    assert_true(more_cuts->cut[i] == cuts->cut[i] && hd_is_live(longer, (hd_loc){i}, l) == hd_is_live(live, (hd_loc){i}, l));
  assert_int_equal(cuts->cut[5], HD_CUT_NOT);
  assert_false(hd_is_live(live, (hd_loc){2}, l));
  more_cuts->cut[5] = HD_CUT_STEP;
  longer->number[l.id] = HD_NONE;
  assert_int_equal(cuts->cut[5], HD_CUT_NOT);
  assert_true(hd_is_live(longer, (hd_loc){2}, l) && !hd_is_live(live, (hd_loc){2}, l));
  hd_liveness_free(longer);
  hd_cuts_free(more_cuts);
  hd_facts_free(facts);
  hd_program_free(p);
}

/* Nothing is prepared for a budget that has ended; what is asked for is there all the same. */
static void an_ended_budget_prepares_nothing(void **unused)
{
  (void)unused;
  const volatile bool cancelled = true;
  hd_budget ended = {.jobs = 1, .cancel = &cancelled}, lasting = {.jobs = 1};
  hd_program *p = program_of(two_threads);
  hd_program_unindex(p);
  hd_facts *facts = hd_facts_new(p);
  hd_facts_prepare(facts, HD_REDUCTION_LOCAL, HD_PROP_UNREACH_CALL, &ended);
  assert_null(p->out_first); /* its edges have not been looked at */
  hd_facts_prepare(facts, HD_REDUCTION_LOCAL, HD_PROP_UNREACH_CALL, &lasting);
  assert_non_null(p->out_first);
  assert_int_equal(hd_facts_loops(facts)->list.len, 1);
  hd_facts_free(facts);
  hd_program_free(p);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_fact_that_was_asked_for_is_kept),
      cmocka_unit_test(facts_of_one_program_are_not_those_of_another),
      cmocka_unit_test(a_copy_is_changed_without_the_fact),
      cmocka_unit_test(an_ended_budget_prepares_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
