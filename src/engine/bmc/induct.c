/* induct.c - invariants guessed by the sequential checkers, proved for every thread against the others. */
#include "engine/bmc/induct.h"

#include "sequential/sequential.h"
#include "sequential/thread_modules.h"

enum { MOST_NODES = 1000 };

static hd_certificate *guess_invariants(hd_modules *m, hd_product *x, const hd_task *t, bool cases, const hd_budget *b)
{
  uint32_t n;
  hd_certificate *found = NULL;
  hd_term *formulas = hd_product_formulas(x, &n);
  hd_signs signs = hd_symbols_signs(hd_product_symbols(x));
  hd_arith arith = t->arith == HD_ARITH_AUTO ? hd_arith_choose(m->q->terms, formulas, n) : t->arith;
  hd_smt *s = hd_smt_new(m->q->terms, arith, &signs, b);
  hd_horn *h = hd_horn_new(s);
  hd_product_clauses(x, h, true);
  if (hd_horn_guess(h, cases, b) == HD_UNSAT) {
    found = hd_modules_proof(m, x, h, "bmc");
    if (t->reduction == HD_REDUCTION_LIPTON) found->relies |= HD_RELIES_LIPTON;
  }
  hd_horn_free(h);
  hd_smt_free(s);
  free(formulas);
  return found;
}

static hd_certificate *prove_by_induction(const hd_program *p, const uint8_t *cut, const hd_task *t, bool cases,
                                          const hd_budget *b)
{
  hd_modules m;
  hd_certificate *found = NULL;
  hd_modules_init(&m, p, cut);
  if (!m.failure) {
    hd_product *x = hd_modules_product(&m, false);
    if (hd_product_explore(x, MOST_NODES, b) == HD_PRODUCT_OK) found = guess_invariants(&m, x, t, cases, b);
    hd_product_free(x);
  }
  hd_modules_clear(&m);
  return found;
}

/* One thread: k-induction and the other checkers of sequential programs take turns. Beside other engines, one of
 * those does that. */
static bool ask_sequential(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  hd_seq_task task = {.property = t->property, .arith = t->arith, .unwind = HD_NONE, .wants_proof = true};
  const char *why_not;
  if (!t->alone || !hd_seq_accepts(p, &task, &why_not)) return false;
  hd_program *own = hd_program_clone(p);
  hd_program_index(own);
  hd_seq_session *s = hd_seq_open(own, &task);
  hd_seq_result r;
  hd_seq_result_init(&r);
  hd_seq_check(s, NULL, b, &r);
  bool known = r.verdict == HD_SEQ_UNSAFE || (r.verdict == HD_SEQ_SAFE && !r.on_trust);
  if (known) out->verdict = r.verdict == HD_SEQ_SAFE ? HD_SAFE : HD_UNSAFE;
  if (known && r.verdict == HD_SEQ_SAFE) {
    out->certificate = hd_seq_certify(own, &r, "bmc");
    hd_certificate_move(out->certificate, own->terms, p->terms);
  }
  if (known && r.verdict == HD_SEQ_UNSAFE) {
    out->trace = r.trace;
    r.trace = NULL;
  }
  hd_seq_result_clear(&r);
  hd_seq_close(s);
  hd_program_free(own);
  return known;
}

bool hd_bmc_induct(const hd_program *p, const hd_task *t, bool cases, const hd_budget *b, hd_result *out)
{
  if (!hd_violated_by(t->property, HD_BY_CHECK) || t->contexts != HD_NONE || t->unwind != HD_NONE) return false;
  if (ask_sequential(p, t, b, out)) return true;
  hd_facts *facts = hd_facts_of(t->facts, p);
  hd_certificate *found = prove_by_induction(p, hd_facts_cuts(facts, t->reduction, t->property)->cut, t, cases, b);
  hd_facts_free(facts);
  if (!found) return false;
  out->verdict = HD_SAFE;
  out->certificate = found;
  return true;
}
