/* judge.c - claims go to Z3, or as SMT-LIB to cvc5; one that stays open is not valid. */
#include "evidence/judge.h"

/* How hard to try, in Z3's units: most claims are easy; linear ones are hard for bits. */
enum { EASY = 200000, LINEAR = 4000000 };
/* So many subterms cost bits more than integers, easy or not. */
enum { LARGE = 200 };

static hd_answer ask_refuted(hd_solver *v, hd_term refuted, uint32_t limit)
{
  hd_solver_limit(v, limit);
  hd_solver_push(v);
  hd_solver_assert(v, refuted);
  hd_answer answer = hd_solver_check(v, NULL, 0);
  hd_solver_pop(v, 1);
  return answer;
}

struct hd_court {
  hd_smt *bits, *integers; /* integers: NULL when numbers have no bounds */
  hd_solver *by_bits, *by_integers;
  hd_map valid; /* claims that were found to be */
};

/* The integers' word counts for a claim that is valid; a counterexample is shown in bits. */
static hd_answer decide_claim(hd_court *c, hd_term claim)
{
  hd_term refuted = hd_term_1(hd_smt_terms(c->bits), HD_OP_NOT, claim);
  bool large = c->by_integers && hd_term_size(hd_smt_terms(c->bits), claim) > LARGE;
  if (large && ask_refuted(c->by_integers, refuted, EASY) == HD_UNSAT) return HD_UNSAT;
  hd_answer answer = ask_refuted(c->by_bits, refuted, c->by_integers ? EASY : 0);
  if (answer != HD_DONT_KNOW || !c->by_integers) return answer;
  if (ask_refuted(c->by_integers, refuted, LINEAR) == HD_UNSAT) return HD_UNSAT;
  return ask_refuted(c->by_bits, refuted, 0);
}

hd_answer hd_court_ask(hd_court *c, hd_term claim)
{
  if (hd_map_find(&c->valid, claim.id)) return HD_UNSAT;
  hd_answer answer = decide_claim(c, claim);
  if (answer == HD_UNSAT) hd_map_put(&c->valid, claim.id, 1);
  return answer;
}

hd_court *hd_court_new(hd_terms *T, bool unbounded, const hd_budget *budget)
{
  hd_court *c = hd_alloc(1, sizeof *c);
  c->bits = hd_smt_new(T, unbounded ? HD_ARITH_UNBOUNDED : HD_ARITH_BV, NULL, budget);
  c->by_bits = hd_solver_new(c->bits);
  if (unbounded) return c;
  c->integers = hd_smt_new(T, HD_ARITH_INT, NULL, budget);
  c->by_integers = hd_solver_new(c->integers);
  return c;
}

void hd_court_free(hd_court *c)
{
  if (!c) return;
  hd_map_clear(&c->valid);
  hd_solver_free(c->by_bits);
  hd_smt_free(c->bits);
  if (c->by_integers) hd_solver_free(c->by_integers);
  if (c->integers) hd_smt_free(c->integers);
  free(c);
}

hd_judgement hd_judge_z3(const hd_proof *x, const hd_budget *budget)
{
  hd_judgement j = {.answer = HD_UNSAT};
  for (uint32_t i = 0; i < x->claims.len && j.answer == HD_UNSAT; i++) {
    j.claim = i;
    j.answer = hd_court_ask(x->court, x->claims.data[i].holds);
  }
  if (j.answer == HD_DONT_KNOW) j.cause = hd_cause_spent(budget, "Z3 does not know");
  return j;
}
