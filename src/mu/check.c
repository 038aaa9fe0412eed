/* check.c - names become variables, types and relations; every node gets its type. */
#include "mu/syntax.h"

#include <stdarg.h>
#include <stdio.h>

typedef struct {
  hd_mu *m;
  HD_VEC(mu_var *) scope; /* visible variables, inner ones last */
  bool failed;
} checker;

static void check_mu_expr(checker *c, mu_expr *e);

HD_PRINTF(3, 4)
static void fail_check(checker *c, const mu_expr *e, const char *format, ...)
{
  char text[400];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  mu_error(c->m, e->place, "%s", text);
  c->failed = true;
}

/* --- names ---------------------------------------------------------------------------------------- */

static bool find_constant(checker *c, mu_expr *e)
{
  for (uint32_t i = 0; i < c->m->types.len; i++) {
    mu_type *t = c->m->types.data[i];
    for (uint32_t k = 0; t->kind == MU_ENUM && k < t->n; k++) {
      if (strcmp(t->names[k], e->name) != 0) continue;
      e->kind = MU_NUMBER;
      e->number = k;
      e->type = t;
      return true;
    }
  }
  for (uint32_t i = 0; i < c->m->params.len; i++) {
    if (strcmp(c->m->params.data[i].name, e->name) != 0) continue;
    e->kind = MU_NUMBER;
    e->number = c->m->params.data[i].value;
    e->type = c->m->integer;
    return true;
  }
  return false;
}

static void check_name(checker *c, mu_expr *e)
{
  for (uint32_t i = c->scope.len; i-- > 0;) {
    if (strcmp(c->scope.data[i]->name, e->name) != 0) continue;
    e->var = c->scope.data[i];
    e->type = e->var->type;
    return;
  }
  if (find_constant(c, e)) return;
  if (mu_relation_find(c->m, e->name))
    fail_check(c, e, "'%s' is a relation: it needs its arguments in brackets", e->name);
  else
    fail_check(c, e, "there is no variable, value or parameter '%s' here", e->name);
}

static void check_field(checker *c, mu_expr *e)
{
  check_mu_expr(c, e->args[0]);
  if (c->failed) return;
  const mu_type *t = e->args[0]->type;
  for (uint32_t i = 0; t->kind == MU_RECORD && i < t->n; i++) {
    if (strcmp(t->fields[i].name, e->name) != 0) continue;
    e->number = i;
    e->type = t->fields[i].type;
    return;
  }
  if (t->kind == MU_RECORD)
    fail_check(c, e, "the type '%s' has no field '%s'", t->name, e->name);
  else
    fail_check(c, e, "a value of type '%s' has no fields", t->name);
}

static void check_index(checker *c, mu_expr *e)
{
  check_mu_expr(c, e->args[0]);
  check_mu_expr(c, e->args[1]);
  if (c->failed) return;
  const mu_type *t = e->args[0]->type, *i = e->args[1]->type;
  if (t->kind != MU_ARRAY)
    fail_check(c, e, "a value of type '%s' has no elements", t->name);
  else if (!mu_type_is_number(i))
    fail_check(c, e->args[1], "an index is a number, not a value of type '%s'", i->name);
  else if (e->args[1]->kind == MU_NUMBER && e->args[1]->number >= t->n)
    fail_check(c, e->args[1], "the index %u is outside of the array, which has %u elements", e->args[1]->number, t->n);
  e->type = t->kind == MU_ARRAY ? t->element : c->m->boolean;
}

/* --- terms ------------------------------------------------------------------------------------------- */

static void fold_sum(mu_expr *e)
{
  const mu_expr *a = e->args[0], *b = e->args[1];
  if (a->kind != MU_NUMBER || b->kind != MU_NUMBER) return;
  if (e->kind == MU_MINUS && a->number < b->number) return;
  e->number = e->kind == MU_PLUS ? a->number + b->number : a->number - b->number;
  e->kind = MU_NUMBER;
  e->n_args = 0;
}

static void check_sum(checker *c, mu_expr *e)
{
  for (uint32_t i = 0; i < 2; i++) {
    check_mu_expr(c, e->args[i]);
    if (!c->failed && !mu_type_is_number(e->args[i]->type))
      fail_check(c, e->args[i], "only numbers can be added: this has type '%s'", e->args[i]->type->name);
  }
  e->type = c->m->integer;
  if (!c->failed) fold_sum(e);
}

/* 0 and 1 beside a bool mean false and true. */
static void as_bool(checker *c, mu_expr *e, const mu_type *beside)
{
  if (beside->kind != MU_BOOL || e->kind != MU_NUMBER || e->type != c->m->integer || e->number > 1) return;
  e->kind = e->number ? MU_TRUE : MU_FALSE;
  e->type = c->m->boolean;
}

static bool comparable(const mu_type *a, const mu_type *b)
{
  return a == b || (mu_type_is_number(a) && mu_type_is_number(b));
}

static void check_comparison(checker *c, mu_expr *e)
{
  mu_expr *a = e->args[0], *b = e->args[1];
  check_mu_expr(c, a);
  check_mu_expr(c, b);
  if (c->failed) return;
  as_bool(c, a, b->type);
  as_bool(c, b, a->type);
  e->type = c->m->boolean;
  bool ordered = e->kind != MU_EQ && e->kind != MU_NE;
  if (!comparable(a->type, b->type))
    fail_check(c, e, "a value of type '%s' can't be compared with one of type '%s'", a->type->name, b->type->name);
  else if (ordered && !mu_type_is_number(a->type) && a->type->kind != MU_ENUM)
    fail_check(c, e, "values of type '%s' have no order", a->type->name);
}

/* --- formulas ------------------------------------------------------------------------------------------ */

static void check_formula(checker *c, mu_expr *e)
{
  check_mu_expr(c, e);
  if (!c->failed && e->type->kind != MU_BOOL)
    fail_check(c, e, "a formula is expected here, not a value of type '%s'", e->type->name);
}

static void check_application(checker *c, mu_expr *e)
{
  e->type = c->m->boolean;
  e->relation = mu_relation_find(c->m, e->name);
  if (!e->relation) {
    fail_check(c, e, "there is no relation '%s'", e->name);
    return;
  }
  const mu_relation *r = e->relation;
  if (r->n_params != e->n_args) {
    fail_check(c, e, "'%s' has %u parameter%s, and is given %u", r->name, r->n_params, r->n_params == 1 ? "" : "s",
               e->n_args);
    return;
  }
  for (uint32_t i = 0; i < e->n_args; i++) {
    const mu_type *wanted = r->params[i]->type;
    check_mu_expr(c, e->args[i]);
    if (c->failed) return;
    as_bool(c, e->args[i], wanted);
    if (!comparable(wanted, e->args[i]->type))
      fail_check(c, e->args[i], "'%s' wants a value of type '%s' for '%s', and is given one of type '%s'", r->name,
                 wanted->name, r->params[i]->name, e->args[i]->type->name);
  }
}

static void push_var(checker *c, mu_var *v)
{
  uint32_t depth = 0;
  for (uint32_t i = 0; i < c->scope.len; i++)
    if (strcmp(c->scope.data[i]->name, v->name) == 0 && c->scope.data[i]->type == v->type) depth++;
  v->slot = mu_slot_get(c->m, v->name, v->type, depth);
  hd_vec_push(&c->scope, v);
}

static void check_quantifier(checker *c, mu_expr *e)
{
  uint32_t before = c->scope.len;
  for (uint32_t i = 0; i < e->n_vars; i++) push_var(c, e->vars[i]);
  check_formula(c, e->args[0]);
  c->scope.len = before;
  e->type = c->m->boolean;
}

static void check_mu_expr(checker *c, mu_expr *e)
{
  if (c->failed) return;
  switch (e->kind) {
  case MU_TRUE:
  case MU_FALSE: e->type = c->m->boolean; break;
  case MU_NUMBER:
    if (!e->type) e->type = c->m->integer;
    break;
  case MU_NAME: check_name(c, e); break;
  case MU_FIELD: check_field(c, e); break;
  case MU_INDEX: check_index(c, e); break;
  case MU_PLUS:
  case MU_MINUS: check_sum(c, e); break;
  case MU_APPLY: check_application(c, e); break;
  case MU_EQ:
  case MU_NE:
  case MU_LT:
  case MU_LE:
  case MU_GT:
  case MU_GE: check_comparison(c, e); break;
  case MU_EXISTS:
  case MU_FORALL: check_quantifier(c, e); break;
  default:
    for (uint32_t i = 0; i < e->n_args; i++) check_formula(c, e->args[i]);
    e->type = c->m->boolean;
  }
}

/* --- the system ------------------------------------------------------------------------------------------
 */

static bool check_body(hd_mu *m, mu_expr *body, mu_var **params, uint32_t n)
{
  checker c = {.m = m};
  for (uint32_t i = 0; i < n; i++) push_var(&c, params[i]);
  check_formula(&c, body);
  hd_vec_clear(&c.scope);
  return !c.failed;
}

static bool check_query(hd_mu *m, mu_query *q)
{
  if (q->formula) return check_body(m, q->formula, NULL, 0);
  if (mu_relation_find(m, q->public.relation)) return true;
  mu_error(m, q->public.place, "there is no relation '%s'", q->public.relation);
  return false;
}

bool mu_resolve(hd_mu *m)
{
  bool ok = true;
  for (uint32_t i = 0; i < m->relations.len; i++) {
    mu_relation *r = m->relations.data[i];
    if (r->kind == MU_INPUT) {
      for (uint32_t k = 0; k < r->n_params; k++)
        r->params[k]->slot = mu_slot_get(m, r->params[k]->name, r->params[k]->type, 0);
    } else if (!r->body) {
      mu_error(m, r->place, "'%s' is declared but not defined", r->name)->hint =
          "give it a formula, or declare it `input' if its value comes from outside";
      ok = false;
    } else
      ok &= check_body(m, r->body, r->params, r->n_params);
  }
  for (uint32_t i = 0; i < m->queries.len; i++) ok &= check_query(m, &m->queries.data[i]);
  return ok;
}
