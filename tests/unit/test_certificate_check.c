#include "certificate_programs.h"

static const hd_budget unlimited = {.jobs = 1};

static hd_checked_verdict check(const hd_program *p, const hd_certificate *c, char *reason, size_t room,
                                const char *solver)
{
  hd_checked r;
  hd_check_options o = {.solver = solver};
  hd_certificate_check(p, c, HD_PROP_UNREACH_CALL, &o, &unlimited, &r);
  hd_checked_verdict verdict = r.verdict;
  snprintf(reason, room, "%s", r.cause.what ? r.cause.what : "");
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

/* The proof with the first occurrence of `from` replaced. Freed with free(). */
static char *changed(const char *proof, const char *from, const char *to)
{
  const char *at = strstr(proof, from);
  assert_non_null(at);
  size_t before = (size_t)(at - proof), n = strlen(proof) + strlen(to) + 1;
  char *text = hd_alloc(n, 1);
  snprintf(text, n, "%.*s%s%s", (int)before, proof, to, at + strlen(from));
  return text;
}

static void every_clause_counts(void **state)
{
  (void)state;
  static const struct {
    const char *program, *proof, *from, *to, *why;
  } cases[] = {
      {MUTEX, MUTEX_PROOF, "at L2 : true", "at L2 : (= x 1:32)", "does not hold at the start"},
      {MUTEX, MUTEX_PROOF, "at L4 : (= m (add w.self 1:32))", "at L4 : true", "is not kept by a step of its own"},
      {MUTEX, MUTEX_PROOF, "at L7 : true", "at L7 : (= m 0:32)", "is not kept by a step of another"},
      {MUTEX, MUTEX_PROOF, "(= x w.self)", "(= x 0:32)", "is not kept by a step of its own"},
      {MUTEX, MUTEX_PROOF, "(and (= m (add w.self 1:32)) (= x w.self))", "(= m (add w.self 1:32))",
       "does not exclude a violation"},
      {MUTEX, MUTEX_PROOF, "at L6 : (= m (add w.self 1:32))\n", "", "is not kept by a step of its own"},
      {MUTEX, MUTEX_PROOF, "at L7 : true\n", "", "is not kept by a step of its own"},
      {MUTEX, MUTEX_PROOF, "w[every] otherwise false", "w[0] otherwise false", "is not kept by a step of another"},
      {MUTEX, MUTEX_PROOF, "at L7 : true", "at L7 : true\nat L7 : true", "is there twice"},
      {MANY, MANY_PROOF, "at L6 : (= m", "at L6 : (= x", "is not kept by a step"},
      {MANY, MANY_PROOF, "w[every] otherwise", "w[1] otherwise", "has no instance 1"},
      {PETERSON, PETERSON_PROOF, "at L3 L9 : false\n", "", "is not kept by a step"},
      {PETERSON, PETERSON_PROOF, "at L2 L9 : (= turn 1:1)", "at L2 L9 : (= turn 0:1)", "is not kept by a step"},
      {PETERSON, PETERSON_PROOF, "at L1 : (= f0 1:1)", "at L1 : (= f0 0:1)", "is not kept by a step of its own"},
      {LOOP, LOOP_PROOF, "(mul i 2:32)", "(mul i 3:32)", "is not kept by a step of its own"},
      {LOOP, LOOP_PROOF, "(ule i 10:32)", "(ule i 11:32)", "does not exclude a violation"},
      {LOOP, LOOP_PROOF, "cuts L0 L1 L5", "cuts L0 L5", "a cycle without a cut-point"},
      {LOOP, LOOP_PROOF, "cuts L0 L1 L5", "cuts L1 L5", "not a cut-point"},
      {COUNTER, COUNTER_PROOF, "(= x 3:8)", "(= x 4:8)", "is not kept by a step of its own"},
      {COUNTER, COUNTER_GHOST, "set E0 added := true\n", "", "is not kept by a step"},
      {COUNTER, COUNTER_GHOST, "ghost done : bool = 0", "ghost done : bool = 1", "does not hold at the start"},
      {COUNTER, COUNTER_GRAPH, "(ult x 10:8)", "(ult x 3:8)", "is not kept by a step"},
      {COUNTER, COUNTER_GRAPH, "link 1 party 2 -> 4\n", "", "is not kept by a step"},
      {COUNTER, COUNTER_GRAPH, "link 1 party 2 -> 4", "link 1 party 2 left", "does not say that it relies"},
      {COUNTER, COUNTER_GRAPH, "cover 6 by 5", "cover 5 by 6", "does not include what it covers"},
      {COUNTER, COUNTER_GRAPH, "cover 6 by 5", "cover 6 by 4", "at other locations"},
      {COUNTER, COUNTER_GRAPH, "cover 6 by 5", "cover 6 by 6", "covered itself"},
      {COUNTER, COUNTER_GRAPH, "main[0] b[0] otherwise false", "main[0] b[0] otherwise true", "otherwise false"},
  };
  for (unsigned i = 0; i < HD_COUNT(cases); i++) {
    char *proof = changed(cases[i].proof, cases[i].from, cases[i].to);
    rejects(cases[i].program, proof, cases[i].why);
    free(proof);
  }
}

/* x is written and read between cut-points. */
#define HURRY                                                             \
  "program pointer 64 little\nthread main entry L0\nthread b entry L3\n"  \
  "var x : bv8\nvar y : bv8 local main\nvar z : bv8 local main\n"         \
  "loc L0 main\nloc L1 main\nloc L2 main end\nloc L3 b\nloc L4 b end\n"   \
  "edge L0 -> L1 do x := 1:8\nedge L1 -> L2 assert assertion (= x 1:8)\n" \
  "edge L3 -> L4 do x := 2:8\n"
#define HURRY_PROOF                                                       \
  "kind product\ncuts L0 L2 L3 L4\nclause main[0] b[0] otherwise false\n" \
  "at L0 L3 : true\nat L2 L3 : true\nat L0 L4 : true\nat L2 L4 : true\nend\n"

/* Between cut-points y alone is touched; the guard leaves a value out, or the way ends the execution. */
#define QUIET(guard, end)                                                   \
  "program pointer 64 little\nthread main entry L0\nthread b entry L3\n"    \
  "var x : bv8\nvar y : bv8 local main\n"                                   \
  "loc L0 main\nloc L1 main\nloc L2 main " end "\nloc L3 b\nloc L4 b end\n" \
  "edge L0 -> L1 do x := 1:8, y := x\nedge L1 -> L2" guard " do y := 1:8\n" \
  "edge L3 -> L4 assert assertion (ule x 1:8)\n"
#define QUIET_PROOF                                                       \
  "kind product\ncuts L0 L2 L3 L4\nclause main[0] b[0] otherwise false\n" \
  "at L0 L3 : (= x 0:8)\nat L2 L3 : (= x 1:8)\nat L0 L4 : (= x 0:8)\nat L2 L4 : (= x 1:8)\nend\n"

static void what_lies_between_cut_points_is_private(void **state)
{
  (void)state;
  rejects(HURRY, HURRY_PROOF, "lets others notice");
  accepts(QUIET("", "end"), QUIET_PROOF);
  accepts(QUIET(" when (or (= y 0:8) (not (= y 0:8)))", "end"), QUIET_PROOF);
  rejects(QUIET(" when (= y 0:8)", "end"), QUIET_PROOF, "stops an instance");
  rejects(QUIET("", "exit"), QUIET_PROOF, "ends the execution");
}

#define LOCKED_PROOF                                                     \
  "kind modular\ncuts L0 L1 L2 L3 L7\nclause w[every] otherwise false\n" \
  "at L2 : true\nat L3 : true\nat L7 : true\nend\n"

static void locks_make_what_they_protect_private(void **state)
{
  (void)state;
  char *open = changed(MUTEX, "when (= m 0:32) do m := (add w.self 1:32)", "do m := (add w.self 1:32)");
  char *shared = changed(MUTEX, "do m := (add w.self 1:32)", "do m := 1:32");
  accepts(MUTEX, LOCKED_PROOF);
  rejects(open, LOCKED_PROOF, "lets others notice");
  rejects(shared, LOCKED_PROOF, "lets others notice"); /* who holds it cannot be told */
  free(open);
  free(shared);
}

static void a_reduction_that_is_taken_for_granted_is_named(void **state)
{
  (void)state;
  hd_checked r;
  hd_program *p = indexed(HURRY);
  char *text = changed(HURRY_PROOF, "cuts", "relies lipton\ncuts");
  hd_certificate *c = proof_of(p, text);
  hd_certificate_check(p, c, HD_PROP_UNREACH_CALL, NULL, &unlimited, &r);
  assert_int_equal(r.verdict, HD_PROOF_HOLDS);
  assert_non_null(r.relies);
  hd_checked_clear(&r);
  hd_certificate_free(c);
  free(text);
  hd_program_free(p);
}

static void steps_left_to_partial_orders_are_named(void **state)
{
  (void)state;
  hd_checked r;
  hd_program *p = indexed(COUNTER);
  char *left = changed(COUNTER_GRAPH, "link 1 party 2 -> 4", "link 1 party 2 left");
  char *text = changed(left, "kind graph", "kind graph\nrelies orders");
  hd_certificate *c = proof_of(p, text);
  hd_certificate_check(p, c, HD_PROP_UNREACH_CALL, NULL, &unlimited, &r);
  assert_int_equal(r.verdict, HD_PROOF_HOLDS);
  assert_int_equal(r.relied, HD_RELIES_ORDERS);
  hd_checked_clear(&r);
  hd_certificate_free(c);
  free(text);
  free(left);
  hd_program_free(p);
}

static void races_are_excluded_by_a_proof(void **state)
{
  (void)state;
  static const struct {
    const char *from, *to;
    hd_checked_verdict verdict;
  } cases[] = {{"end\n", "end\n", HD_PROOF_HOLDS},
               {"at L5 : (and (= m (add w.self 1:32)) (= x w.self))", "at L5 : (= x w.self)", HD_PROOF_FAILS}};
  hd_program *p = indexed(MUTEX);
  for (unsigned i = 0; i < HD_COUNT(cases); i++) {
    hd_checked r;
    char *text = changed(MUTEX_PROOF, cases[i].from, cases[i].to);
    hd_certificate *c = proof_of(p, text);
    hd_certificate_check(p, c, HD_PROP_NO_DATA_RACE, NULL, &unlimited, &r);
    assert_int_equal(r.verdict, cases[i].verdict);
    hd_checked_clear(&r);
    hd_certificate_free(c);
    free(text);
  }
  hd_program_free(p);
  /* Without a lock there is a race, whatever holds. */
  hd_checked r;
  p = indexed(COUNTER);
  hd_certificate *c = proof_of(p, COUNTER_PROOF);
  hd_certificate_check(p, c, HD_PROP_NO_DATA_RACE, NULL, &unlimited, &r);
  assert_int_equal(r.verdict, HD_PROOF_FAILS);
  assert_non_null(strstr(r.cause.what, "data race"));
  hd_checked_clear(&r);
  hd_certificate_free(c);
  hd_program_free(p);
}

/* Between cut-points one of two edges is taken; the other's guard reads what was there before. The two meet again
 * in either order. */
#define NEIGHBOURS(OTHER, ZERO)                                                           \
  "program pointer 64 little\nthread main entry L0\n"                                     \
  "var a : bv8[40] local main\nvar i : bv32 local main any\nvar x : bv8 local main\n"     \
  "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main\nloc L4 main\nloc L5 main end\n"    \
  "edge L0 -> L1 when (ult i 40:32)\n"                                                    \
  "edge L1 -> " OTHER " when (not (= (select a 3:32) 0:8)) do a[3:32] := 0:8, x := 1:8\n" \
  "edge L1 -> " ZERO " when (= (select a 3:32) 0:8) do x := 2:8\n"                        \
  "edge L2 -> L4\nedge L3 -> L4\nedge L4 -> L5 assert assertion (= x 2:8)\n"

static void an_edge_does_not_write_what_its_neighbour_tests(void **state)
{
  (void)state;
  static const char *const programs[] = {NEIGHBOURS("L2", "L3"), NEIGHBOURS("L3", "L2"), NEIGHBOURS("L4", "L4")};
  for (unsigned i = 0; i < HD_COUNT(programs); i++)
    rejects(programs[i], "kind product\ncuts L0 L5\nclause main[0] otherwise false\nat L0 : true\nat L5 : true\nend\n",
            "does not exclude a violation");
}

/* Two threads that take two locks, the second thread in this order. ATOMIC: where it holds one of them. */
#define TWO_LOCKS(FIRST, SECOND, ATOMIC)                                     \
  "program pointer 64 little\nthread main entry L0\nthread other entry L4\n" \
  "var a : bv1 sync\nvar b : bv1 sync\n"                                     \
  "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main end\n"                 \
  "loc L4 other\nloc L5 other" ATOMIC "\nloc L6 other\nloc L7 other end\n"   \
  "edge L0 -> L1 when (= a 0:1) do a := 1:1 access sync\n"                   \
  "edge L1 -> L2 when (= b 0:1) do b := 1:1 access sync\n"                   \
  "edge L2 -> L3 do a := 0:1, b := 0:1 access sync\n"                        \
  "edge L4 -> L5 when (= " FIRST " 0:1) do " FIRST " := 1:1 access sync\n"   \
  "edge L5 -> L6 when (= " SECOND " 0:1) do " SECOND " := 1:1 access sync\n" \
  "edge L6 -> L7 do a := 0:1, b := 0:1 access sync\n"

/* Who holds what, wherever the two may stand; of a weak proof: nothing. The caller frees it. */
static char *locks_proof(const char *kind, bool same_order, bool weak)
{
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  fprintf(out, "kind %s\nclause main[0] other[0] otherwise false\n", kind);
  for (unsigned m = 0; m < 4; m++)
    for (unsigned o = 4; o < 8; o++) {
      unsigned one = o == 5 || o == 6, both = o == 6;
      unsigned a = (m == 1 || m == 2) + (same_order ? one : both), b = (m == 2) + (same_order ? both : one);
      if (weak)
        fprintf(out, "at L%u L%u : true\n", m, o);
      else if (a < 2 && b < 2)
        fprintf(out, "at L%u L%u : (and (= a %u:1) (= b %u:1))\n", m, o, a, b);
    }
  fprintf(out, "end\n");
  fclose(out);
  return text;
}

static void check_locks(const char *program, char *proof_take, const char *reason)
{
  hd_checked r;
  hd_program *p = indexed(program);
  hd_certificate *c = proof_of(p, proof_take);
  hd_certificate_check(p, c, HD_PROP_NO_DEADLOCK, NULL, &unlimited, &r);
  if ((r.verdict == HD_PROOF_HOLDS) != !reason || (reason && !strstr(r.cause.what, reason)))
    fail_msg("verdict %d: %s", r.verdict, r.cause.what ? r.cause.what : "");
  hd_checked_clear(&r);
  hd_certificate_free(c);
  hd_program_free(p);
  free(proof_take);
}

static void deadlocks_are_excluded_by_a_proof(void **state)
{
  (void)state;
  static const char *const kinds[] = {"product", "graph"};
  for (unsigned i = 0; i < HD_COUNT(kinds); i++) {
    check_locks(TWO_LOCKS("a", "b", ""), locks_proof(kinds[i], true, false), NULL);
    check_locks(TWO_LOCKS("a", "b", ""), locks_proof(kinds[i], true, true), "does not exclude a deadlock");
    check_locks(TWO_LOCKS("b", "a", ""), locks_proof(kinds[i], false, false), "does not exclude a deadlock");
  }
  check_locks(TWO_LOCKS("a", "b", ""), locks_proof("modular", true, false), "where all instances may stand");
  /* Inside an atomic section the second thread waits for a lock that no thread can release. */
  check_locks(TWO_LOCKS("b", "a", " atomic"), locks_proof("product", false, false), "does not exclude a deadlock");
}

static void cvc5_and_z3_agree(void **state)
{
  (void)state;
  static const char *const programs[] = {MUTEX, PETERSON, LOOP, HURRY};
  static const char *const proofs[] = {MUTEX_PROOF, PETERSON_PROOF, LOOP_PROOF, HURRY_PROOF};
  for (unsigned i = 0; i < HD_COUNT(programs); i++) {
    char by_z3[1024], by_cvc5[1024];
    hd_program *p = indexed(programs[i]);
    hd_certificate *c = proof_of(p, proofs[i]);
    assert_int_equal(check(p, c, by_z3, sizeof by_z3, NULL), check(p, c, by_cvc5, sizeof by_cvc5, "cvc5"));
    assert_string_equal(by_z3, by_cvc5);
    hd_certificate_free(c);
    hd_program_free(p);
  }
}

static void a_solver_that_is_not_there_knows_nothing(void **state)
{
  (void)state;
  char reason[1024];
  hd_program *p = indexed(COUNTER);
  hd_certificate *c = proof_of(p, COUNTER_PROOF);
  assert_int_equal(check(p, c, reason, sizeof reason, "/no/such/solver"), HD_PROOF_OPEN);
  assert_non_null(strstr(reason, "cannot be started"));
  assert_int_equal(check(p, c, reason, sizeof reason, "true"), HD_PROOF_OPEN);
  hd_certificate_free(c);
  hd_program_free(p);
}

static void an_ended_budget_decides_nothing(void **state)
{
  (void)state;
  hd_checked r;
  hd_budget over = {.jobs = 1, .deadline = 1e-9};
  hd_program *p = indexed(PETERSON);
  hd_certificate *c = proof_of(p, PETERSON_PROOF);
  hd_certificate_check(p, c, HD_PROP_UNREACH_CALL, NULL, &over, &r);
  assert_int_equal(r.verdict, HD_PROOF_OPEN);
  assert_int_equal(r.cause.kind, HD_CAUSE_TIME);
  hd_checked_clear(&r);
  hd_certificate_free(c);
  hd_program_free(p);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_lock_is_proved_for_each_instance),
      cmocka_unit_test(a_lock_is_proved_for_any_number_of_copies),
      cmocka_unit_test(peterson_needs_two_parties),
      cmocka_unit_test(a_loop_is_proved_at_its_head),
      cmocka_unit_test(a_product_and_a_graph_and_ghosts_prove_the_same),
      cmocka_unit_test(every_clause_counts),
      cmocka_unit_test(what_lies_between_cut_points_is_private),
      cmocka_unit_test(locks_make_what_they_protect_private),
      cmocka_unit_test(a_reduction_that_is_taken_for_granted_is_named),
      cmocka_unit_test(steps_left_to_partial_orders_are_named),
      cmocka_unit_test(races_are_excluded_by_a_proof),
      cmocka_unit_test(an_edge_does_not_write_what_its_neighbour_tests),
      cmocka_unit_test(deadlocks_are_excluded_by_a_proof),
      cmocka_unit_test(cvc5_and_z3_agree),
      cmocka_unit_test(a_solver_that_is_not_there_knows_nothing),
      cmocka_unit_test(an_ended_budget_decides_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
