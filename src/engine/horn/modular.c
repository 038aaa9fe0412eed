/* modular.c - clauses for each thread and for what it does to the others. */
#include "engine/horn/run.h"
#include "sequential/thread_modules.h"

/* Modules have fewer nodes than a product, but every one meets every other. */
enum { MOST_NODES = 2000 };

/* In seconds, where there is no time limit. */
static const double longest_guess = 30;

/* A system of clauses: with one copy looked at, or two. */
typedef struct {
  hd_product *x; /* NULL: there is none */
  hd_signs signs;
  hd_smt *s;
  hd_horn *h;
} attempt;

static void prepare_attempt(hd_horn_run *r, hd_modules *m, bool pairs, const hd_budget *budget, attempt *a)
{
  *a = (attempt){.x = hd_modules_product(m, pairs)};
  if (a->x && hd_product_explore(a->x, MOST_NODES, budget) != HD_PRODUCT_OK) {
    hd_product_free(a->x);
    a->x = NULL;
  }
  if (!a->x) return;
  uint32_t n;
  hd_term *formulas = hd_product_formulas(a->x, &n);
  a->signs = hd_symbols_signs(hd_product_symbols(a->x));
  a->s = hd_smt_new(m->q->terms, hd_horn_arith(r, m->q->terms, formulas, n), &a->signs, budget);
  a->h = hd_horn_new(a->s);
  hd_product_clauses(a->x, a->h, true);
  hd_result_stat(r->out, pairs ? "modular.predicates.pairs" : "modular.predicates", hd_product_nodes(a->x));
  hd_result_stat(r->out, pairs ? "modular.clauses.pairs" : "modular.clauses", hd_horn_rules(a->h));
  free(formulas);
}

static void drop_attempt(hd_horn_run *r, attempt *a)
{
  if (!a->x) return;
  r->smt_seconds += hd_smt_spent(a->s).seconds;
  hd_horn_free(a->h);
  hd_smt_free(a->s);
  hd_product_free(a->x);
}

/* Simple facts first, without Spacer: they suffice for most proofs, and take a part of its time. */
static bool solve_attempt(hd_horn_run *r, hd_modules *m, attempt *a, bool guess, double part, const hd_budget *budget)
{
  if (!a->x || hd_budget_spent(budget)) return false;
  bool limited = hd_budget_is_limited(budget);
  hd_budget share = hd_budget_part(budget, part, guess && !limited ? longest_guess : 0);
  hd_smt_set_budget(a->s, &share);
  hd_answer answer = guess ? hd_horn_guess(a->h, false, &share) : hd_horn_solve(a->h, &share);
  if (guess && answer != HD_UNSAT && !hd_budget_spent(&share)) answer = hd_horn_guess(a->h, true, &share);
  if (answer != HD_UNSAT) return false;
  r->out->verdict = HD_SAFE;
  r->out->certificate = hd_modules_proof(m, a->x, a->h, "horn");
  if (r->reduction == HD_REDUCTION_LIPTON) r->out->certificate->relies |= HD_RELIES_LIPTON;
  return true;
}

bool hd_horn_modular(hd_horn_run *r, const hd_budget *budget)
{
  hd_modules m;
  bool safe = false;
  hd_modules_init(&m, r->given, r->cuts->cut);
  if (m.failure) {
    hd_result_unknown(r->out, HD_CAUSE_REFUSED, HD_NO_POS, "%s", m.failure);
  } else {
    attempt one, two;
    prepare_attempt(r, &m, false, budget, &one);
    safe = solve_attempt(r, &m, &one, true, 0.25, budget);
    if (!safe) {
      prepare_attempt(r, &m, true, budget, &two);
      safe = solve_attempt(r, &m, &two, true, 0.6, budget) || solve_attempt(r, &m, &one, false, 1, budget);
      drop_attempt(r, &two);
    }
    drop_attempt(r, &one);
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
    hd_product *x = hd_modules_product(&m, false);
    hd_horn_print_clauses(r, x, m.q->terms, out);
    hd_product_free(x);
  }
  hd_modules_clear(&m);
  return ok;
}
