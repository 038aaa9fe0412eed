/* Large proofs: what the recheck costs must grow with the proof, not with its square, and not with the
 * number of paths. */
#include "certificate_programs.h"

static const hd_budget unlimited = {.jobs = 1};

static hd_checked_verdict check(const char *program, const char *proof)
{
  hd_checked r;
  hd_program *p = indexed(program);
  hd_certificate *c = proof_of(p, proof);
  hd_certificate_check(p, c, HD_PROP_UNREACH_CALL, NULL, &unlimited, &r);
  hd_checked_verdict verdict = r.verdict;
  hd_checked_clear(&r);
  hd_certificate_free(c);
  hd_program_free(p);
  return verdict;
}

/* Two threads by turns: each counts around on its own, z is any number up to 100. */
#define TURNS                                                                               \
  "program pointer 64 little\nthread main entry L0\nthread b entry L1\n"                    \
  "var turn : bv1 sched\nvar x : bv8 sched\nvar y : bv8 sched\nvar z : bv8\n"               \
  "loc L0 main\nloc L1 b\n"                                                                 \
  "edge L0 -> L0 when (= turn 0:1) do turn := 1:1, x := (ite (= x %u:8) 0:8 (add x 1:8))\n" \
  "edge L1 -> L1 when (= turn 1:1) do turn := 0:1, y := (ite (= y %u:8) 0:8 (add y 1:8)), " \
  "z := (ite (ult z 100:8) (add z 1:8) 0:8) assert assertion (ule z 100:8)\n"

/* A node for each turn: its values, and what is known of z there. */
static char *turns_proof(unsigned xs, unsigned ys, bool links, const char *known)
{
  char *text;
  size_t size;
  unsigned x = 0, y = 0, n = 0;
  FILE *out = open_memstream(&text, &size);
  fprintf(out, "kind graph\nclause main[0] b[0] otherwise false\n");
  do {
    fprintf(out, "at L0 L1 : (and (and (= turn 0:1) (and (= x %u:8) (= y %u:8))) %s)\n", x, y, known);
    x = (x + 1) % xs;
    fprintf(out, "at L0 L1 : (and (and (= turn 1:1) (and (= x %u:8) (= y %u:8))) %s)\n", x, y, known);
    y = (y + 1) % ys;
    n += 2;
  } while (x || y);
  for (unsigned i = 0; links && i < n; i++) fprintf(out, "link %u party %u -> %u\n", i, 1 + i % 2, (i + 1) % n);
  fprintf(out, "end\n");
  fclose(out);
  return text;
}

static hd_checked_verdict check_turns(unsigned xs, unsigned ys, bool links, const char *known)
{
  char program[2048];
  snprintf(program, sizeof program, TURNS, xs - 1, ys - 1);
  char *proof = turns_proof(xs, ys, links, known);
  hd_checked_verdict verdict = check(program, proof);
  free(proof);
  return verdict;
}

static void thousands_of_explicit_values_are_checked_along_links(void **state)
{
  (void)state;
  assert_int_equal(check_turns(50, 39, true, "(ule z 100:8)"), HD_PROOF_HOLDS);
  assert_int_equal(check_turns(5, 4, true, "(ule z 101:8)"), HD_PROOF_FAILS);
}

static void a_graph_without_links_finds_its_way_by_values(void **state)
{
  (void)state;
  assert_int_equal(check_turns(12, 11, false, "(ule z 100:8)"), HD_PROOF_HOLDS);
  assert_int_equal(check_turns(5, 4, false, "(ule z 99:8)"), HD_PROOF_FAILS);
}

/* Branch after branch, each way adding something else: y is at most 2 n behind n of them. */
static char *branches(unsigned n, bool exclusive)
{
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  fprintf(out, "program pointer 64 little\nthread main entry L0\nvar y : bv32\nvar i : bv32\n");
  for (unsigned k = 0; k <= 3 * n; k++) fprintf(out, "loc L%u main\n", k);
  fprintf(out, "loc L%u main end\n", 3 * n + 1);
  for (unsigned k = 0; k < n; k++) {
    unsigned l = 3 * k;
    fprintf(out, "edge L%u -> L%u do i := any\n", l, l + 1);
    fprintf(out, "edge L%u -> L%u%s do y := (add y 1:32)\n", l + 1, l + 3, exclusive ? " when (= i 0:32)" : "");
    fprintf(out, "edge L%u -> L%u%s do y := (add y 2:32)\n", l + 1, l + 2, exclusive ? " when (not (= i 0:32))" : "");
    fprintf(out, "edge L%u -> L%u\n", l + 2, l + 3);
  }
  fprintf(out, "edge L%u -> L%u assert assertion (ule y %u:32)\n", 3 * n, 3 * n + 1, 2 * n);
  fclose(out);
  return text;
}

static void branches_between_cut_points_do_not_multiply(void **state)
{
  (void)state;
  enum { FORTY = 40 };
  for (unsigned exclusive = 0; exclusive < 2; exclusive++) {
    char proof[512], *program = branches(FORTY, exclusive);
    for (unsigned bound = 0; bound <= 2 * FORTY; bound += 2 * FORTY) {
      snprintf(proof, sizeof proof,
               "kind product\ncuts L0 L%u\nclause main[0] otherwise false\nat L0 : (ule y %u:32)\nat L%u : true\nend\n",
               3 * FORTY + 1, bound, 3 * FORTY + 1);
      assert_int_equal(check(program, proof), bound ? HD_PROOF_FAILS : HD_PROOF_HOLDS);
    }
    free(program);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(thousands_of_explicit_values_are_checked_along_links),
      cmocka_unit_test(a_graph_without_links_finds_its_way_by_values),
      cmocka_unit_test(branches_between_cut_points_do_not_multiply),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
