/* recursion.c - which relations a relation uses, how, and who depends on itself. */
#include "mu/syntax.h"

typedef enum { POSITIVE, NEGATIVE, BOTH } polarity;

static polarity opposite(polarity p)
{
  return p == BOTH ? BOTH : p == POSITIVE ? NEGATIVE : POSITIVE;
}

static void add_use(mu_relation *r, const mu_expr *e, polarity p)
{
  mu_use *use = NULL;
  for (uint32_t i = 0; i < r->uses.len && !use; i++)
    if (r->uses.data[i].to == e->relation) use = &r->uses.data[i];
  if (!use) {
    hd_vec_push(&r->uses, (mu_use){.to = e->relation});
    use = &hd_vec_last(&r->uses);
  }
  if (p != NEGATIVE) use->positive = true;
  if (p == POSITIVE) return;
  use->negative = true;
  if (!use->place) use->place = e;
}

static void collect_applications(mu_relation *r, const mu_expr *e, polarity p)
{
  switch (e->kind) {
  case MU_APPLY:
    add_use(r, e, p);
    for (uint32_t i = 0; i < e->n_args; i++) collect_applications(r, e->args[i], BOTH);
    break;
  case MU_NOT: collect_applications(r, e->args[0], opposite(p)); break;
  case MU_IMPLIES:
    collect_applications(r, e->args[0], opposite(p));
    collect_applications(r, e->args[1], p);
    break;
  case MU_IF:
    collect_applications(r, e->args[0], BOTH);
    collect_applications(r, e->args[1], p);
    collect_applications(r, e->args[2], p);
    break;
  case MU_AND:
  case MU_OR:
  case MU_EXISTS:
  case MU_FORALL:
    for (uint32_t i = 0; i < e->n_args; i++) collect_applications(r, e->args[i], p);
    break;
  default:
    for (uint32_t i = 0; i < e->n_args; i++) collect_applications(r, e->args[i], BOTH);
  }
}

static void reach_relations(hd_mu *m, mu_relation *r)
{
  bool *seen = hd_alloc(m->relations.len + 1, sizeof *seen);
  HD_VEC(mu_relation *) todo = {0};
  hd_vec_push(&todo, r);
  while (todo.len > 0) {
    mu_relation *at = hd_vec_pop(&todo);
    for (uint32_t i = 0; i < at->uses.len; i++) {
      mu_relation *to = at->uses.data[i].to;
      if (seen[to->number]) continue;
      seen[to->number] = true;
      hd_vec_push(&todo, to);
    }
  }
  for (uint32_t i = 0; i < m->relations.len; i++)
    if (seen[i]) hd_vec_push(&r->reaches, i);
  r->recursive = seen[r->number];
  hd_vec_clear(&todo);
  free(seen);
}

static bool relation_reaches(const mu_relation *r, const mu_relation *to)
{
  for (uint32_t i = 0; i < r->reaches.len; i++)
    if (r->reaches.data[i] == to->number) return true;
  return false;
}

static void warn_not_monotone(hd_mu *m, const mu_relation *r)
{
  for (uint32_t i = 0; i < r->uses.len; i++) {
    const mu_use *u = &r->uses.data[i];
    if (!u->negative || !(u->to == r ? r->recursive : relation_reaches(u->to, r))) continue;
    hd_diag *d = hd_diags_add(m->diags, HD_WARNING, u->place->place,
                              "'%s' depends on itself through a negation of '%s' here: it is not monotone", r->name,
                              u->to->name);
    d->hint = "the relations are evaluated as nested iterations; that these converge is up to the formulas";
  }
}

void mu_find_recursion(hd_mu *m)
{
  for (uint32_t i = 0; i < m->relations.len; i++)
    if (m->relations.data[i]->body) collect_applications(m->relations.data[i], m->relations.data[i]->body, POSITIVE);
  for (uint32_t i = 0; i < m->relations.len; i++) reach_relations(m, m->relations.data[i]);
  for (uint32_t i = 0; i < m->relations.len; i++) warn_not_monotone(m, m->relations.data[i]);
}
