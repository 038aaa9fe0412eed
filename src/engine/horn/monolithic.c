/* monolithic.c - clauses over the product of all instances. */
#include "engine/horn/run.h"
#include "sequential/product.h"

/* More vectors of locations than this are not worth the attempt. */
enum { MOST_NODES = 20000 };

static void give_proof(hd_horn_run *r, const hd_product *x, const hd_horn *h)
{
  hd_certificate *c = hd_certificate_new(HD_PROOF_PRODUCT, "horn");
  uint32_t clause = hd_certificate_add_product(c, r->p);
  hd_certificate_set_cuts(c, r->p, r->cuts->cut);
  if (r->reduction == HD_REDUCTION_LIPTON) c->relies |= HD_RELIES_LIPTON;
  for (uint32_t i = 0; i < hd_product_nodes(x); i++)
    hd_certificate_add_fact(c, clause, hd_product_at(x, i), hd_product_meaning(x, h, i));
  hd_horn_import_proof(r, r->p, c, NULL);
  r->out->verdict = HD_SAFE;
  r->out->certificate = c;
}

/* The derivation became a trace, or says what is beyond; false: ask again without what is beyond. */
static bool conclude_unsafe(hd_horn_run *r, hd_product *x, const hd_horn *h, const hd_budget *budget)
{
  hd_loc end = hd_product_end(x, h);
  if (end.id != HD_NONE) {
    hd_result_beyond(r->out, r->p, end);
    return false;
  }
  hd_trace *trace = hd_product_trace(x, h, r->task->property, budget);
  if (trace) {
    r->out->verdict = HD_UNSAFE;
    r->out->trace = trace;
  } else {
    hd_result_give_up(r->out, hd_cause_spent(budget, "a derivation could not be executed"));
  }
  return true;
}

typedef enum { DONE, BEYOND, OPEN } outcome;

static outcome solve_monolithic(hd_horn_run *r, hd_product *x, hd_smt *s, bool beyond, const hd_budget *budget)
{
  hd_horn *h = hd_horn_new(s);
  outcome result = OPEN;
  hd_product_clauses(x, h, beyond);
  hd_result_stat(r->out, "clauses", hd_horn_rules(h));
  hd_answer answer = hd_horn_solve(h, budget);
  if (answer == HD_SAT) result = conclude_unsafe(r, x, h, budget) ? DONE : BEYOND;
  if (answer == HD_DONT_KNOW && beyond) hd_result_give_up(r->out, hd_horn_cause(h));
  if (answer == HD_UNSAT && beyond) {
    give_proof(r, x, h);
    result = DONE;
  }
  hd_horn_free(h);
  return result;
}

static hd_smt *make_smt(hd_horn_run *r, hd_product *x, const hd_signs *signs, const hd_budget *budget)
{
  uint32_t n;
  hd_term *formulas = hd_product_formulas(x, &n);
  hd_arith arith = hd_horn_arith(r, r->p->terms, formulas, n);
  free(formulas);
  return hd_smt_new(r->p->terms, arith, signs, budget);
}

bool hd_horn_monolithic(hd_horn_run *r, const hd_budget *budget)
{
  hd_product *x = hd_product_new(r->p, r->cuts->cut, r->live);
  bool done = false;
  hd_product_watch(x, r->task->property);
  hd_product_size size = hd_product_explore(x, MOST_NODES, budget);
  hd_result_stat(r->out, "predicates", hd_product_nodes(x));
  if (size != HD_PRODUCT_OK) {
    hd_result_give_up(r->out, hd_cause_spent(budget, "too many vectors of locations"));
  } else {
    hd_signs signs = hd_symbols_signs(hd_product_symbols(x));
    hd_smt *s = make_smt(r, x, &signs, budget);
    outcome how = solve_monolithic(r, x, s, true, budget);
    if (how == BEYOND) how = solve_monolithic(r, x, s, false, budget) == DONE ? DONE : BEYOND;
    done = how != OPEN;
    r->smt_seconds += hd_smt_spent(s).seconds;
    hd_smt_free(s);
  }
  hd_product_free(x);
  return done;
}
