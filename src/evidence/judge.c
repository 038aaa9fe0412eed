#include "evidence/judge.h"

hd_judgement hd_judge_z3(const hd_proof *x, hd_arith arith, const hd_budget *budget)
{
  hd_smt *s = hd_smt_new(x->T, arith, NULL, budget);
  hd_judgement j = {.answer = HD_UNSAT};
  for (uint32_t i = 0; i < x->claims.len && j.answer == HD_UNSAT; i++) {
    j.claim = i;
    j.answer = hd_smt_refutes(s, NULL, 0, x->claims.data[i].holds);
  }
  const char *spent = hd_budget_reason(budget);
  if (j.answer == HD_DONT_KNOW) j.reason = spent ? spent : "Z3 does not know";
  hd_smt_free(s);
  return j;
}
