#include "evidence/judge.h"

/* How hard to try, in Z3's units: most claims are easy; linear ones are hard for bits. */
enum { EASY = 200000, LINEAR = 4000000 };

static hd_answer ask(hd_solver *v, hd_term refuted, uint32_t limit)
{
  hd_solver_limit(v, limit);
  hd_solver_push(v);
  hd_solver_assert(v, refuted);
  hd_answer answer = hd_solver_check(v, NULL, 0);
  hd_solver_pop(v, 1);
  return answer;
}

typedef struct {
  hd_smt *bits, *integers; /* integers: NULL when numbers have no bounds */
  hd_solver *by_bits, *by_integers;
} court;

/* The integers' word counts for a claim that is valid; a counterexample is shown in bits. */
static hd_answer decide(const court *c, hd_term refuted)
{
  hd_answer answer = ask(c->by_bits, refuted, c->by_integers ? EASY : 0);
  if (answer != HD_DONT_KNOW || !c->by_integers) return answer;
  if (ask(c->by_integers, refuted, LINEAR) == HD_UNSAT) return HD_UNSAT;
  return ask(c->by_bits, refuted, 0);
}

static court open_court(const hd_proof *x, hd_arith arith, const hd_budget *budget)
{
  court c = {.bits = hd_smt_new(x->T, arith, NULL, budget)};
  c.by_bits = hd_solver_new(c.bits);
  if (arith != HD_ARITH_BV) return c;
  c.integers = hd_smt_new(x->T, HD_ARITH_INT, NULL, budget);
  c.by_integers = hd_solver_new(c.integers);
  return c;
}

static void close_court(court *c)
{
  hd_solver_free(c->by_bits);
  hd_smt_free(c->bits);
  if (!c->integers) return;
  hd_solver_free(c->by_integers);
  hd_smt_free(c->integers);
}

hd_judgement hd_judge_z3(const hd_proof *x, hd_arith arith, const hd_budget *budget)
{
  court c = open_court(x, arith, budget);
  hd_judgement j = {.answer = HD_UNSAT};
  for (uint32_t i = 0; i < x->claims.len && j.answer == HD_UNSAT; i++) {
    j.claim = i;
    j.answer = decide(&c, hd_term_1(x->T, HD_OP_NOT, x->claims.data[i].holds));
  }
  const char *spent = hd_budget_reason(budget);
  if (j.answer == HD_DONT_KNOW) j.reason = spent ? spent : "Z3 does not know";
  close_court(&c);
  return j;
}
