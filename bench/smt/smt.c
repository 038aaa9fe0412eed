/* smt.c - what a question to a kept solver costs.
 *
 *   bench-smt [QUERIES]     (100,000 by default)
 *
 * First eight linear constraints over four variables, asserted anew on a kept solver for each
 * query (a push, eight asserts, a check, a pop), under both arithmetics; then as many one-off
 * implications over few variables with changing constants, with the memory of the process
 * along the way. */
#include <stdio.h>
#include <time.h>

#include "logic/smt.h"

static double cpu_now(void)
{
  return (double)clock() / CLOCKS_PER_SEC;
}

static hd_term var(hd_terms *T, uint32_t i)
{
  return hd_term_var(T, HD_BV(32), i);
}

static hd_term below(hd_terms *T, hd_term a, hd_term b, uint64_t more)
{
  return hd_term_2(T, HD_OP_SLT, hd_term_2(T, HD_OP_ADD, a, hd_term_bv(T, 32, more)), b);
}

/* Eight constraints; the last decides whether they can hold together. */
static void linear(hd_terms *T, hd_term facts[8], uint64_t k)
{
  hd_term x = var(T, 1), y = var(T, 2), z = var(T, 3), u = var(T, 4);
  hd_term bounds[4] = {x, y, z, u};
  for (unsigned i = 0; i < 4; i++)
    facts[i] = hd_term_2(T, HD_OP_AND, hd_term_2(T, HD_OP_SLE, hd_term_bv(T, 32, 0), bounds[i]),
                         hd_term_2(T, HD_OP_SLE, bounds[i], hd_term_bv(T, 32, 1000)));
  facts[4] = below(T, x, y, k % 7);
  facts[5] = below(T, y, z, k % 5);
  facts[6] = hd_term_2(T, HD_OP_EQ, u, hd_term_2(T, HD_OP_ADD, x, hd_term_2(T, HD_OP_ADD, y, z)));
  facts[7] = k % 2 ? below(T, z, x, 0) : below(T, z, u, 0);
}

static void measure_linear(hd_arith arith, unsigned queries)
{
  hd_terms *T = hd_terms_new();
  hd_budget budget = {.jobs = 1};
  hd_smt *s = hd_smt_new(T, arith, NULL, &budget);
  hd_solver *v = hd_solver_new(s);
  unsigned wrong = 0;
  double start = cpu_now();
  for (unsigned i = 0; i < queries; i++) {
    hd_term facts[8];
    linear(T, facts, i);
    hd_solver_push(v);
    for (unsigned j = 0; j < 8; j++) hd_solver_assert(v, facts[j]);
    wrong += hd_solver_check(v, NULL, 0) != (i % 2 ? HD_UNSAT : HD_SAT);
    hd_solver_pop(v, 1);
  }
  double seconds = cpu_now() - start;
  printf("%-10s %8u queries of 8 constraints: %7.1f CPU us each, %u wrong\n", hd_arith_name(arith), queries,
         seconds / queries * 1e6, wrong);
  hd_solver_free(v);
  hd_smt_free(s);
  hd_terms_free(T);
}

static void measure_memory(hd_arith arith, unsigned queries)
{
  hd_terms *T = hd_terms_new();
  hd_budget budget = {.jobs = 1};
  hd_smt *s = hd_smt_new(T, arith, NULL, &budget);
  unsigned wrong = 0;
  double start = cpu_now();
  printf("%-10s %8u one-off implications, MB:", hd_arith_name(arith), queries);
  for (unsigned i = 0; i < queries; i++) {
    hd_term fact = below(T, var(T, i % 9), var(T, i % 11), i % 100);
    hd_term also = hd_term_2(T, HD_OP_ULT, var(T, i % 9), hd_term_bv(T, 32, 1000 + i % 50));
    hd_term conclusion = below(T, var(T, i % 9), var(T, i % 11), i % 100 + i % 2);
    hd_term facts[2] = {fact, also};
    hd_answer expected = i % 9 == i % 11 ? HD_UNSAT : i % 2 ? HD_SAT : HD_UNSAT;
    wrong += hd_smt_refutes(s, facts, 2, conclusion) != expected;
    if (i % (queries / 8) == queries / 8 - 1) printf(" %.1f", (double)hd_memory_used() / (1 << 20));
  }
  printf("; %.1f CPU us each, %u wrong\n", (cpu_now() - start) / queries * 1e6, wrong);
  hd_smt_free(s);
  hd_terms_free(T);
}

int main(int argc, char **argv)
{
  unsigned queries = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 100000;
  measure_linear(HD_ARITH_INT, queries / 10 + 1);
  measure_linear(HD_ARITH_BV, queries / 100 + 1);
  measure_memory(HD_ARITH_INT, queries);
  measure_memory(HD_ARITH_BV, queries / 4 + 8);
  return 0;
}
