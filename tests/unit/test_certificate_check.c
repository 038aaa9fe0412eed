#include "certificate_programs.h"

static const hd_budget unlimited = {.jobs = 1};

static hd_checked_verdict check(const hd_program *p, const hd_certificate *c, char *reason, size_t room,
                                const char *solver)
{
  hd_checked r;
  hd_check_options o = {.solver = solver};
  hd_certificate_check(p, c, HD_PROP_UNREACH_CALL, &o, &unlimited, &r);
  hd_checked_verdict verdict = r.verdict;
  snprintf(reason, room, "%s", r.reason ? r.reason : "");
  hd_checked_clear(&r);
  return verdict;
}

static void expect(const char *program, const char *proof, hd_checked_verdict verdict, const char *part)
{
  char reason[1024];
  hd_program *p = indexed(program);
  hd_certificate *c = proof_of(p, proof);
  hd_checked_verdict got = check(p, c, reason, sizeof reason, NULL);
  if (got != verdict || !strstr(reason, part)) fail_msg("verdict %d: %s", got, reason);
  hd_certificate_free(c);
  hd_program_free(p);
}

static void accepts(const char *program, const char *proof)
{
  expect(program, proof, HD_PROOF_HOLDS, "");
}

static void rejects(const char *program, const char *proof, const char *part)
{
  expect(program, proof, HD_PROOF_FAILS, part);
}

static void a_lock_is_proved_for_each_instance(void **state)
{
  (void)state;
  accepts(MUTEX, MUTEX_PROOF);
}

static void a_lock_is_proved_for_any_number_of_copies(void **state)
{
  (void)state;
  accepts(MANY, MANY_PROOF);
  rejects(MANY, MANY_TWO_PROOF, "does not exclude a violation"); /* the bound is reached */
}

static void peterson_needs_two_parties(void **state)
{
  (void)state;
  accepts(PETERSON, PETERSON_PROOF);
}

static void a_loop_is_proved_at_its_head(void **state)
{
  (void)state;
  accepts(LOOP, LOOP_PROOF);
}

static void a_product_and_a_graph_and_ghosts_prove_the_same(void **state)
{
  (void)state;
  accepts(COUNTER, COUNTER_PROOF);
  accepts(COUNTER, COUNTER_GHOST);
  accepts(COUNTER, COUNTER_GRAPH);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_lock_is_proved_for_each_instance),
      cmocka_unit_test(a_lock_is_proved_for_any_number_of_copies),
      cmocka_unit_test(peterson_needs_two_parties),
      cmocka_unit_test(a_loop_is_proved_at_its_head),
      cmocka_unit_test(a_product_and_a_graph_and_ghosts_prove_the_same),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
