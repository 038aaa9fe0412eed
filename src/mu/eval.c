/* eval.c - formulas as they are written: one operation a connective. What the optimizer can do better
 * goes to blocks.c unless the evaluation is literal. */
#include "mu/eval.h"

#include "mu/block.h"
#include "mu/terms.h"

static hd_bdd bound_cube(const mu_expr *e)
{
  hd_bdd cube = HD_BDD_TRUE;
  for (uint32_t i = 0; i < e->n_vars; i++) cube = hd_bdd_and(cube, e->vars[i]->slot->cube);
  return cube;
}

static hd_bdd bound_domain(const mu_expr *e)
{
  hd_bdd domain = HD_BDD_TRUE;
  for (uint32_t i = 0; i < e->n_vars; i++) domain = hd_bdd_and(domain, e->vars[i]->slot->domain);
  return domain;
}

/* exists x. a & b is one relational product; where the author put the brackets decides which. */
static hd_bdd eval_exists(hd_mu *m, const mu_expr *e)
{
  const mu_expr *body = e->args[0];
  hd_bdd domain = bound_domain(e), cube = bound_cube(e);
  if (body->kind != MU_AND) return hd_bdd_and_exists(domain, mu_eval(m, body), cube);
  for (uint32_t i = 0; i + 1 < body->n_args; i++) domain = hd_bdd_and(domain, mu_eval(m, body->args[i]));
  return hd_bdd_and_exists(domain, mu_eval(m, body->args[body->n_args - 1]), cube);
}

static hd_bdd eval_forall(hd_mu *m, const mu_expr *e)
{
  hd_bdd broken = hd_bdd_minus(bound_domain(e), mu_eval(m, e->args[0]));
  return hd_bdd_not(hd_bdd_exists(broken, bound_cube(e)));
}

static hd_bdd eval_list(hd_mu *m, const mu_expr *e)
{
  hd_bdd r = mu_eval(m, e->args[0]);
  for (uint32_t i = 1; i < e->n_args; i++) {
    hd_bdd x = mu_eval(m, e->args[i]);
    r = e->kind == MU_AND ? hd_bdd_and(r, x) : hd_bdd_or(r, x);
  }
  return r;
}

static hd_bdd eval_pair(hd_mu *m, const mu_expr *e, hd_bdd (*op)(hd_bdd, hd_bdd))
{
  hd_bdd a = mu_eval(m, e->args[0]);
  return op(a, mu_eval(m, e->args[1]));
}

static hd_bdd eval_if(hd_mu *m, const mu_expr *e)
{
  hd_bdd c = mu_eval(m, e->args[0]), a = mu_eval(m, e->args[1]);
  return hd_bdd_ite(c, a, mu_eval(m, e->args[2]));
}

static hd_bdd eval_as_written(hd_mu *m, const mu_expr *e)
{
  switch (e->kind) {
  case MU_TRUE: return HD_BDD_TRUE;
  case MU_FALSE: return HD_BDD_FALSE;
  case MU_NOT: return hd_bdd_not(mu_eval(m, e->args[0]));
  case MU_AND:
  case MU_OR: return eval_list(m, e);
  case MU_IMPLIES: return eval_pair(m, e, hd_bdd_implies);
  case MU_IFF: return eval_pair(m, e, hd_bdd_iff);
  case MU_XOR: return eval_pair(m, e, hd_bdd_xor);
  case MU_IF: return eval_if(m, e);
  case MU_EXISTS: return eval_exists(m, e);
  case MU_FORALL: return eval_forall(m, e);
  case MU_APPLY: return mu_apply_value(m, e, mu_relation_value(m, e->relation));
  default: return mu_eval_atom(m, e);
  }
}

static bool for_the_optimizer(const mu_expr *e)
{
  return e->kind == MU_AND || e->kind == MU_OR || e->kind == MU_EXISTS;
}

hd_bdd mu_eval(hd_mu *m, const mu_expr *e)
{
  if (hd_bdd_exhausted() || m->diverged) return HD_BDD_NONE;
  hd_bdd_scope s = hd_bdd_open();
  bool optimize = !m->options.literal && for_the_optimizer(e);
  return hd_bdd_close_with(s, optimize ? mu_block_value(m, e) : eval_as_written(m, e));
}
