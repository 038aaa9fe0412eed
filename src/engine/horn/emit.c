/* emit.c - the clauses of a program as text (`heddle emit chc`). */
#include "engine/horn/horn.h"
#include "engine/horn/run.h"

void hd_horn_print_clauses(hd_horn_run *r, hd_product *x, hd_terms *T, FILE *out)
{
  hd_signs signs = hd_symbols_signs(hd_product_symbols(x));
  hd_names names = {hd_product_name, NULL, x};
  hd_smt *s = hd_smt_new(T, HD_ARITH_BV, &signs, r->budget);
  hd_horn *h = hd_horn_new(s);
  hd_product_explore(x, HD_NONE, r->budget);
  hd_product_clauses(x, h, true);
  hd_horn_print(h, &names, out);
  hd_horn_free(h);
  hd_smt_free(s);
}

void hd_horn_emit(FILE *out, hd_program *p, hd_property property)
{
  hd_budget budget = {.jobs = 1};
  hd_task task = {.property = property, .reduction = HD_REDUCTION_LIPTON};
  hd_result result;
  hd_horn_run r = {.given = p, .task = &task, .budget = &budget, .out = &result};
  hd_result_init(&result);
  hd_horn_run_init(&r);
  bool many = false;
  for (uint32_t t = 0; t < r.p->threads.len; t++) many |= r.p->threads.data[t].replicated;
  fprintf(out, "; sat: safe%s\n", many ? ", for any number of copies of threads that are created without bound" : "");
  if (!many || !hd_horn_print_modular(&r, out)) {
    hd_product *x = hd_product_new(r.p, r.cuts->cut, r.live);
    hd_horn_print_clauses(&r, x, r.p->terms, out);
    hd_product_free(x);
  }
  hd_horn_run_clear(&r);
  hd_result_clear(&result);
}
