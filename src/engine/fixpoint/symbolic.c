/* symbolic.c - three-valued expressions as pairs of BDDs. */
#include "engine/fixpoint/symbolic.h"

#include "boolean/step.h"

uint32_t hd_fx_var(const hd_bp *p, hd_fx_row row, uint32_t var)
{
  const hd_bp_var *v = &p->vars.data[var];
  return (v->proc == HD_NONE ? row.globals : row.locals)[v->slot];
}

static hd_fx_values surely(hd_bdd one)
{
  return (hd_fx_values){HD_BDD_NONE, one, true};
}

static hd_bdd may0(hd_fx_values a)
{
  return a.sure ? hd_bdd_not(a.may1) : a.may0;
}

static hd_fx_values perhaps(hd_bdd zero, hd_bdd one)
{
  return (hd_fx_values){zero, one, false};
}

static hd_fx_values negated_values(hd_fx_values a)
{
  return a.sure ? surely(hd_bdd_not(a.may1)) : perhaps(a.may1, a.may0);
}

static hd_fx_values both_values(hd_fx_values a, hd_fx_values b)
{
  hd_bdd one = hd_bdd_and(a.may1, b.may1);
  return a.sure && b.sure ? surely(one) : perhaps(hd_bdd_or(may0(a), may0(b)), one);
}

static hd_fx_values either_value(hd_fx_values a, hd_fx_values b)
{
  hd_bdd one = hd_bdd_or(a.may1, b.may1);
  return a.sure && b.sure ? surely(one) : perhaps(hd_bdd_and(may0(a), may0(b)), one);
}

static hd_fx_values different_values(hd_fx_values a, hd_fx_values b)
{
  if (a.sure && b.sure) return surely(hd_bdd_xor(a.may1, b.may1));
  hd_bdd a0 = may0(a), b0 = may0(b);
  return perhaps(hd_bdd_or(hd_bdd_and(a0, b0), hd_bdd_and(a.may1, b.may1)),
                 hd_bdd_or(hd_bdd_and(a0, b.may1), hd_bdd_and(a.may1, b0)));
}

/* a is 1: 1; otherwise b is 1: 0; otherwise either. */
static hd_fx_values schoose(hd_fx_values a, hd_fx_values b)
{
  hd_bdd a0 = may0(a);
  return perhaps(a0, hd_bdd_or(a.may1, hd_bdd_and(a0, may0(b))));
}

static hd_fx_values choice(hd_fx_values a, hd_fx_values b, hd_fx_values c)
{
  if (a.sure && b.sure && c.sure) return surely(hd_bdd_ite(a.may1, b.may1, c.may1));
  hd_bdd a0 = may0(a);
  return perhaps(hd_bdd_or(hd_bdd_and(a.may1, may0(b)), hd_bdd_and(a0, may0(c))),
                 hd_bdd_or(hd_bdd_and(a.may1, b.may1), hd_bdd_and(a0, c.may1)));
}

hd_fx_values hd_fx_eval(const hd_bp *p, hd_bp_expr e, hd_fx_row now, const hd_fx_row *next)
{
  const hd_bp_node *n = &p->exprs.data[e.id];
  switch (n->op) {
  case HD_BP_CONST: return surely(n->a ? HD_BDD_TRUE : HD_BDD_FALSE);
  case HD_BP_VAR: return surely(hd_bdd_var(hd_fx_var(p, now, n->a)));
  case HD_BP_NEXT: return surely(hd_bdd_var(hd_fx_var(p, *next, n->a)));
  case HD_BP_ANY: return perhaps(HD_BDD_TRUE, HD_BDD_TRUE);
  default: break;
  }
  hd_fx_values a = hd_fx_eval(p, (hd_bp_expr){n->a}, now, next);
  if (n->op == HD_BP_NOT) return negated_values(a);
  hd_fx_values b = hd_fx_eval(p, (hd_bp_expr){n->b}, now, next);
  switch (n->op) {
  case HD_BP_AND: return both_values(a, b);
  case HD_BP_OR: return either_value(a, b);
  case HD_BP_XOR: return different_values(a, b);
  case HD_BP_EQ: return negated_values(different_values(a, b));
  case HD_BP_IMPLIES: return either_value(negated_values(a), b);
  case HD_BP_SCHOOSE: return schoose(a, b);
  case HD_BP_IF: return choice(a, b, hd_fx_eval(p, (hd_bp_expr){n->c}, now, next));
  default: HD_UNREACHABLE();
  }
}

hd_bdd hd_fx_holds(const hd_bp *p, hd_bp_expr e, hd_fx_row now, const hd_fx_row *next)
{
  return e.id == HD_NONE ? HD_BDD_TRUE : hd_fx_eval(p, e, now, next).may1;
}

hd_bdd hd_fx_enforce(const hd_bp *p, uint32_t proc, hd_fx_row row)
{
  return hd_fx_holds(p, p->procs.data[proc].enforce, row, NULL);
}

hd_bdd hd_fx_becomes(uint32_t var, hd_fx_values values)
{
  if (values.sure) return hd_bdd_iff(hd_bdd_var(var), values.may1);
  return hd_bdd_ite(hd_bdd_var(var), values.may1, values.may0);
}

hd_bdd hd_fx_equal(uint32_t a, uint32_t b)
{
  return hd_bdd_iff(hd_bdd_var(a), hd_bdd_var(b));
}

static bool is_assigned(const hd_bp_edge *e, uint32_t var)
{
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (e->assigns[i].var == var) return true;
  return false;
}

static void add_havocked(const hd_bp *p, const hd_bp_edge *e, const hd_u32s *scope, hd_u32s *vars)
{
  for (uint32_t i = 0; i < scope->len; i++)
    if (!p->vars.data[scope->data[i]].internal && !is_assigned(e, scope->data[i])) hd_vec_push(vars, scope->data[i]);
}

void hd_fx_written(const hd_bp *p, const hd_bp_edge *e, hd_u32s *vars)
{
  for (uint32_t i = 0; i < e->n_assigns; i++) hd_vec_push(vars, e->assigns[i].var);
  if (!e->havoc) return;
  add_havocked(p, e, &p->globals, vars);
  add_havocked(p, e, &p->procs.data[p->locs.data[e->from].proc].locals, vars);
}

/* A row of BDD variables: those of the state after the step for what it writes, those before it for the rest. */
static uint32_t *mixed(const hd_u32s *scope, const hd_u32s *written, const uint32_t *now, const uint32_t *next)
{
  uint32_t *row = hd_alloc(scope->len + 1, sizeof *row);
  for (uint32_t i = 0; i < scope->len; i++) {
    row[i] = now[i];
    for (uint32_t k = 0; k < written->len; k++)
      if (written->data[k] == scope->data[i]) row[i] = next[i];
  }
  return row;
}

static hd_bdd constraint_of(const hd_bp *p, const hd_bp_edge *e, hd_fx_row now, hd_fx_row next)
{
  hd_u32s written = {0};
  const hd_u32s *locals = &p->procs.data[p->locs.data[e->from].proc].locals;
  hd_fx_written(p, e, &written);
  uint32_t *globals = mixed(&p->globals, &written, now.globals, next.globals);
  uint32_t *own = mixed(locals, &written, now.locals, next.locals);
  hd_bdd result = hd_fx_holds(p, e->constraint, now, &(hd_fx_row){globals, own});
  free(globals);
  free(own);
  hd_vec_clear(&written);
  return result;
}

hd_bdd hd_fx_step(const hd_bp *p, const hd_bp_edge *e, hd_fx_row now, hd_fx_row next)
{
  hd_bdd_scope s = hd_bdd_open();
  hd_bdd r = hd_fx_holds(p, e->guard, now, NULL);
  if (e->constraint.id != HD_NONE) r = hd_bdd_and(r, constraint_of(p, e, now, next));
  for (uint32_t i = e->n_assigns; i-- > 0;)
    r = hd_bdd_and(r,
                   hd_fx_becomes(hd_fx_var(p, next, e->assigns[i].var), hd_fx_eval(p, e->assigns[i].value, now, NULL)));
  return hd_bdd_close_with(s, r);
}
