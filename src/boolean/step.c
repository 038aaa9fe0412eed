/* step.c - three-valued evaluation, and the rules for steps, calls and returns. */
#include "boolean/step.h"

static unsigned swap_may(unsigned m)
{
  return (m & HD_BP_MAY_0 ? HD_BP_MAY_1 : 0u) | (m & HD_BP_MAY_1 ? HD_BP_MAY_0 : 0u);
}

static unsigned eval_and(unsigned a, unsigned b)
{
  return (a & b & HD_BP_MAY_1) | ((a | b) & HD_BP_MAY_0);
}

static unsigned eval_or(unsigned a, unsigned b)
{
  return swap_may(eval_and(swap_may(a), swap_may(b)));
}

static unsigned eval_xor(unsigned a, unsigned b)
{
  return (a & HD_BP_MAY_0 ? b : 0u) | (a & HD_BP_MAY_1 ? swap_may(b) : 0u);
}

static unsigned may_only_be(bool value)
{
  return value ? HD_BP_MAY_1 : HD_BP_MAY_0;
}

static bool value_of(const hd_bp *p, uint32_t var, hd_bp_view v)
{
  const hd_bp_var *info = &p->vars.data[var];
  return (info->proc == HD_NONE ? v.globals : v.locals)[info->slot] != 0;
}

unsigned hd_bp_eval(const hd_bp *p, hd_bp_expr e, hd_bp_view now, const hd_bp_view *next)
{
  const hd_bp_node *n = &p->exprs.data[e.id];
  switch (n->op) {
  case HD_BP_CONST: return may_only_be(n->a != 0);
  case HD_BP_VAR: return may_only_be(value_of(p, n->a, now));
  case HD_BP_NEXT: return may_only_be(value_of(p, n->a, *next));
  case HD_BP_ANY: return HD_BP_MAY_BOTH;
  default: break;
  }
  unsigned a = hd_bp_eval(p, (hd_bp_expr){n->a}, now, next);
  if (n->op == HD_BP_NOT) return swap_may(a);
  unsigned b = hd_bp_eval(p, (hd_bp_expr){n->b}, now, next);
  switch (n->op) {
  case HD_BP_AND: return eval_and(a, b);
  case HD_BP_OR: return eval_or(a, b);
  case HD_BP_XOR: return eval_xor(a, b);
  case HD_BP_EQ: return swap_may(eval_xor(a, b));
  case HD_BP_IMPLIES: return eval_or(swap_may(a), b);
  case HD_BP_SCHOOSE:
    return (a & HD_BP_MAY_1) | (a & HD_BP_MAY_0 ? HD_BP_MAY_0 | (b & HD_BP_MAY_0 ? HD_BP_MAY_1 : 0u) : 0u);
  case HD_BP_IF:
    return (a & HD_BP_MAY_1 ? b : 0u) | (a & HD_BP_MAY_0 ? hd_bp_eval(p, (hd_bp_expr){n->c}, now, next) : 0u);
  default: HD_UNREACHABLE();
  }
}

bool hd_bp_may_hold(const hd_bp *p, hd_bp_expr e, hd_bp_view now, const hd_bp_view *next)
{
  return e.id == HD_NONE || (hd_bp_eval(p, e, now, next) & HD_BP_MAY_1) != 0;
}

static bool enforced(const hd_bp *p, uint32_t proc, hd_bp_view v)
{
  return hd_bp_may_hold(p, p->procs.data[proc].enforce, v, NULL);
}

bool hd_bp_entry_allowed(const hd_bp *p, uint32_t proc, hd_bp_view now)
{
  return enforced(p, proc, now);
}

bool hd_bp_names_next(const hd_bp *p, hd_bp_expr constraint, uint32_t var)
{
  if (constraint.id == HD_NONE) return false;
  const hd_bp_node *n = &p->exprs.data[constraint.id];
  if (n->op == HD_BP_NEXT) return n->a == var;
  if (n->op < HD_BP_NOT) return false;
  return hd_bp_names_next(p, (hd_bp_expr){n->a}, var) ||
         (n->op > HD_BP_NOT && hd_bp_names_next(p, (hd_bp_expr){n->b}, var)) ||
         (n->op == HD_BP_IF && hd_bp_names_next(p, (hd_bp_expr){n->c}, var));
}

static const hd_bp_assign *find_assign(const hd_bp_edge *e, uint32_t var)
{
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (e->assigns[i].var == var) return &e->assigns[i];
  return NULL;
}

/* Does the variable's value after the step agree with its assignment, or with the frame? */
static bool var_allowed(const hd_bp *p, const hd_bp_edge *e, uint32_t var, hd_bp_view now, hd_bp_view next)
{
  const hd_bp_assign *a = find_assign(e, var);
  if (a) return (hd_bp_eval(p, a->value, now, NULL) & may_only_be(value_of(p, var, next))) != 0;
  if (e->havoc && !p->vars.data[var].internal) return true;
  return value_of(p, var, now) == value_of(p, var, next);
}

static bool all_allowed(const hd_bp *p, const hd_bp_edge *e, const hd_u32s *vars, hd_bp_view now, hd_bp_view next)
{
  for (uint32_t i = 0; i < vars->len; i++)
    if (!var_allowed(p, e, vars->data[i], now, next)) return false;
  return true;
}

bool hd_bp_step_allowed(const hd_bp *p, const hd_bp_edge *e, hd_bp_view now, hd_bp_view next)
{
  uint32_t proc = p->locs.data[e->from].proc;
  return enforced(p, proc, now) && hd_bp_may_hold(p, e->guard, now, NULL) &&
         all_allowed(p, e, &p->globals, now, next) && all_allowed(p, e, &p->procs.data[proc].locals, now, next) &&
         hd_bp_may_hold(p, e->constraint, now, &next) && enforced(p, proc, next);
}

bool hd_bp_call_allowed(const hd_bp *p, const hd_bp_edge *e, hd_bp_view now, hd_bp_view next)
{
  if (!enforced(p, p->locs.data[e->from].proc, now) || !hd_bp_may_hold(p, e->guard, now, NULL)) return false;
  if (memcmp(now.globals, next.globals, p->globals.len) != 0) return false;
  for (uint32_t i = 0; i < e->n_args; i++)
    if (!(hd_bp_eval(p, e->args[i], now, NULL) & may_only_be(next.locals[i] != 0))) return false;
  return enforced(p, e->callee, next);
}

/* Where the result of the call that goes to this variable stands in the callee, or HD_NONE. */
static uint32_t result_slot(const hd_bp *p, const hd_bp_edge *e, uint32_t var)
{
  for (uint32_t i = 0; i < e->n_results; i++)
    if (e->results[i] == var) return p->vars.data[p->procs.data[e->callee].returns.data[i]].slot;
  return HD_NONE;
}

bool hd_bp_return_allowed(const hd_bp *p, const hd_bp_edge *e, const uint8_t *caller, hd_bp_view leaving,
                          hd_bp_view next)
{
  uint32_t proc = p->locs.data[e->from].proc;
  for (uint32_t i = 0; i < p->globals.len; i++) {
    uint32_t slot = result_slot(p, e, p->globals.data[i]);
    if (next.globals[i] != (slot == HD_NONE ? leaving.globals[i] : leaving.locals[slot])) return false;
  }
  const hd_u32s *locals = &p->procs.data[proc].locals;
  for (uint32_t i = 0; i < locals->len; i++) {
    uint32_t slot = result_slot(p, e, locals->data[i]);
    if (next.locals[i] != (slot == HD_NONE ? caller[i] : leaving.locals[slot])) return false;
  }
  return enforced(p, e->callee, leaving) && enforced(p, proc, next);
}
