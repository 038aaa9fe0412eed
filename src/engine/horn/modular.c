#include "engine/horn/run.h"
#include "sequential/modules.h"

/* Modules have fewer nodes than a product, but every one meets every other. */
enum { MOST_NODES = 2000 };

static bool solve(hd_horn_run *r, hd_modules *m, hd_product *x, const hd_budget *budget)
{
  uint32_t n;
  hd_term *formulas = hd_product_formulas(x, &n);
  hd_signs signs = hd_symbols_signs(hd_product_symbols(x));
  hd_smt *s = hd_smt_new(m->q->terms, hd_horn_arith(r, m->q->terms, formulas, n), &signs, budget);
  hd_horn *h = hd_horn_new(s);
  hd_product_clauses(x, h, true);
  hd_result_stat(r->out, "modular.predicates", hd_product_nodes(x));
  hd_result_stat(r->out, "modular.clauses", hd_horn_rules(h));
  hd_budget part = *budget;
  if (part.deadline > 0) part.deadline = hd_now() + (part.deadline - hd_now()) / 4;
  bool safe = hd_horn_guess(h, false, &part) == HD_UNSAT || hd_horn_solve(h, budget) == HD_UNSAT;
  if (safe) {
    r->out->verdict = HD_SAFE;
    r->out->certificate = hd_modules_proof(m, x, h, "horn");
    if (r->task->reduction == HD_REDUCTION_LIPTON) r->out->certificate->relies |= HD_RELIES_LIPTON;
  }
  r->smt_seconds += hd_smt_spent(s).seconds;
  hd_horn_free(h);
  hd_smt_free(s);
  free(formulas);
  return safe;
}

bool hd_horn_modular(hd_horn_run *r, const hd_budget *budget)
{
  hd_modules m;
  bool safe = false;
  hd_modules_init(&m, r->given, r->cuts->cut);
  if (m.failure) {
    hd_result_unknown(r->out, HD_NO_POS, "%s", m.failure);
  } else {
    hd_product *x = hd_modules_product(&m);
    safe = hd_product_explore(x, MOST_NODES, budget) == HD_PRODUCT_OK && solve(r, &m, x, budget);
    hd_product_free(x);
  }
  hd_modules_clear(&m);
  return safe;
}

bool hd_horn_print_modular(hd_horn_run *r, FILE *out)
{
  hd_modules m;
  hd_modules_init(&m, r->given, r->cuts->cut);
  bool ok = !m.failure;
  if (ok) {
    hd_product *x = hd_modules_product(&m);
    hd_horn_print_clauses(r, x, m.q->terms, out);
    hd_product_free(x);
  }
  hd_modules_clear(&m);
  return ok;
}
