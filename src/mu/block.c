/* block.c - takes a formula apart into clauses and factors, and orders the conjunctions. */
#include "mu/block.h"

#include "mu/eval.h"
#include "mu/terms.h"

enum { MOST_CLAUSES = 64 };

/* A clause while it is taken apart: what is still to be looked at. */
typedef struct {
  HD_VEC(mu_slot *) bound;
  HD_VEC(mu_factor) factors;
  HD_VEC(const mu_expr *) todo;
} draft;

typedef struct {
  hd_mu *m;
  HD_VEC(draft) drafts; /* to be finished */
  mu_block *block;
  uint32_t forks;
} splitter;

static draft copy_draft(const draft *d)
{
  draft c = {0};
  for (uint32_t i = 0; i < d->bound.len; i++) hd_vec_push(&c.bound, d->bound.data[i]);
  for (uint32_t i = 0; i < d->factors.len; i++) hd_vec_push(&c.factors, d->factors.data[i]);
  for (uint32_t i = 0; i < d->todo.len; i++) hd_vec_push(&c.todo, d->todo.data[i]);
  return c;
}

static void clear_draft(draft *d)
{
  hd_vec_clear(&d->bound);
  hd_vec_clear(&d->factors);
  hd_vec_clear(&d->todo);
}

/* --- free bits -------------------------------------------------------------------------------------- */

static void add_bits(hd_u64s *out, const uint32_t *bits, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) hd_vec_push(out, bits[i]);
}

static void remove_bits(hd_u64s *out, uint32_t from, const mu_slot *slot)
{
  uint32_t kept = from;
  for (uint32_t i = from; i < out->len; i++) {
    bool bound = false;
    for (uint32_t k = 0; k < slot->type->width && !bound; k++) bound = out->data[i] == slot->bits[k];
    if (!bound) out->data[kept++] = out->data[i];
  }
  out->len = kept;
}

static void free_bits(const mu_expr *e, hd_u64s *out)
{
  const uint32_t *path = mu_path_bits(e);
  if (path) {
    add_bits(out, path, e->type->width);
    return;
  }
  uint32_t from = out->len;
  for (uint32_t i = 0; i < e->n_args; i++) free_bits(e->args[i], out);
  for (uint32_t i = 0; i < e->n_vars; i++) remove_bits(out, from, e->vars[i]->slot);
}

/* --- factors ---------------------------------------------------------------------------------------- */

static mu_factor new_factor(hd_mu *m, mu_factor_kind kind, const mu_expr *e, uint32_t n)
{
  mu_factor f = {.kind = kind, .e = e, .n = n, .override = HD_BDD_FALSE};
  f.formals = hd_arena_alloc(&m->arena, (n + 1) * sizeof *f.formals);
  f.actuals = hd_arena_alloc(&m->arena, (n + 1) * sizeof *f.actuals);
  return f;
}

static void add_opaque(hd_mu *m, draft *d, const mu_expr *e)
{
  hd_u64s bits = {0};
  free_bits(e, &bits);
  hd_u64s_sort_unique(&bits);
  mu_factor f = new_factor(m, MU_FACTOR_OPAQUE, e, bits.len);
  for (uint32_t i = 0; i < bits.len; i++) {
    f.formals[i] = (uint32_t)bits.data[i];
    f.actuals[i] = (int64_t)bits.data[i];
  }
  hd_vec_clear(&bits);
  hd_vec_push(&d->factors, f);
}

/* False: the clause is empty. */
static bool add_application(hd_mu *m, draft *d, const mu_expr *e)
{
  const mu_relation *r = e->relation;
  mu_factor f = new_factor(m, MU_FACTOR_APPLY, e, r->n_bits);
  memcpy(f.formals, r->bits, r->n_bits * sizeof *r->bits);
  bool never = false;
  for (uint32_t i = 0, at = 0; i < r->n_params; i++) {
    if (!mu_argument_bits(e->args[i], r->params[i]->type, f.actuals + at, &never)) {
      add_opaque(m, d, e);
      return true;
    }
    at += r->params[i]->type->width;
  }
  hd_vec_push(&d->factors, f);
  return !never;
}

/* The complement is not computed: a product with it is a difference (plan.c). */
static void add_negation(hd_mu *m, draft *d, const mu_expr *e)
{
  uint32_t before = d->factors.len;
  if (!add_application(m, d, e->args[0])) {
    d->factors.len = before; /* nothing is in it: no condition */
    return;
  }
  mu_factor *f = &hd_vec_last(&d->factors);
  if (f->kind == MU_FACTOR_APPLY) {
    f->negated = true;
    return;
  }
  d->factors.len = before;
  add_opaque(m, d, e);
}

/* path = path or path = constant, of one type. */
static bool add_equality(hd_mu *m, draft *d, const mu_expr *e)
{
  const mu_expr *a = e->args[0], *b = e->args[1];
  const uint32_t *path = mu_path_bits(a);
  if (!path) {
    a = e->args[1], b = e->args[0];
    path = mu_path_bits(a);
  }
  bool never = false;
  if (!path || (a->type->kind == MU_BOOL && !mu_path_bits(b) && b->kind != MU_TRUE && b->kind != MU_FALSE))
    return false;
  mu_factor f = new_factor(m, MU_FACTOR_EQUAL, e, a->type->width);
  if (!mu_argument_bits(b, a->type, f.actuals, &never) || never) return false;
  memcpy(f.formals, path, f.n * sizeof *path);
  hd_vec_push(&d->factors, f);
  return true;
}

static bool add_bool(hd_mu *m, draft *d, const mu_expr *e, bool value)
{
  const uint32_t *path = mu_path_bits(e);
  if (!path) return false;
  mu_factor f = new_factor(m, MU_FACTOR_EQUAL, e, 1);
  f.formals[0] = path[0];
  f.actuals[0] = value ? MU_BIT_ONE : MU_BIT_ZERO;
  hd_vec_push(&d->factors, f);
  return true;
}

/* --- taking formulas apart --------------------------------------------------------------------------- */

static bool uses_defined(const mu_expr *e)
{
  if (e->kind == MU_APPLY && e->relation->kind != MU_INPUT) return true;
  for (uint32_t i = 0; i < e->n_args; i++)
    if (uses_defined(e->args[i])) return true;
  return false;
}

static bool binds_already(const draft *d, const mu_expr *e)
{
  for (uint32_t i = 0; i < e->n_vars; i++)
    for (uint32_t k = 0; k < d->bound.len; k++)
      if (d->bound.data[k] == e->vars[i]->slot) return true;
  return false;
}

/* A union inside a conjunction is multiplied out when it holds defined relations, so that each
 * alternative is iterated for itself. */
static bool splits(const splitter *s, const draft *d, const mu_expr *e)
{
  bool alone = d->todo.len == 0 && d->factors.len == 0;
  return (alone || uses_defined(e)) && s->forks + e->n_args <= MOST_CLAUSES;
}

static void fork(splitter *s, draft *d, const mu_expr *const *choices, uint32_t n)
{
  s->forks += n;
  for (uint32_t i = n; i-- > 0;) {
    draft c = copy_draft(d);
    hd_vec_push(&c.todo, choices[i]);
    hd_vec_push(&s->drafts, c);
  }
}

static const mu_expr *make_formula(hd_mu *m, mu_kind kind, const mu_expr *like, const mu_expr *a, const mu_expr *b)
{
  mu_expr *e = hd_arena_alloc(&m->arena, sizeof *e);
  *e = (mu_expr){.kind = kind, .place = like->place, .type = m->boolean, .n_args = b ? 2 : 1};
  const mu_expr *args[2] = {a, b};
  e->args = hd_arena_copy(&m->arena, args, sizeof args);
  return e;
}

static void fork_if(splitter *s, draft *d, const mu_expr *e)
{
  const mu_expr *c = e->args[0];
  const mu_expr *otherwise = make_formula(s->m, MU_NOT, e, c, NULL);
  fork(s, d,
       (const mu_expr *[]){make_formula(s->m, MU_AND, e, c, e->args[1]),
                           make_formula(s->m, MU_AND, e, otherwise, e->args[2])},
       2);
}

typedef enum { TAKEN, EMPTY, FORKED } taken;

static taken take_conjunct(splitter *s, draft *d, const mu_expr *e)
{
  switch (e->kind) {
  case MU_TRUE: return TAKEN;
  case MU_FALSE: return EMPTY;
  case MU_AND:
    for (uint32_t i = e->n_args; i-- > 0;) hd_vec_push(&d->todo, e->args[i]);
    return TAKEN;
  case MU_OR:
    if (!splits(s, d, e)) break;
    fork(s, d, (const mu_expr *const *)e->args, e->n_args);
    return FORKED;
  case MU_IF:
    if (!splits(s, d, e)) break;
    fork_if(s, d, e);
    return FORKED;
  case MU_EXISTS:
    if (binds_already(d, e)) break;
    for (uint32_t i = 0; i < e->n_vars; i++) hd_vec_push(&d->bound, e->vars[i]->slot);
    hd_vec_push(&d->todo, e->args[0]);
    return TAKEN;
  case MU_APPLY: return add_application(s->m, d, e) ? TAKEN : EMPTY;
  case MU_EQ:
    if (add_equality(s->m, d, e)) return TAKEN;
    break;
  case MU_NOT:
    if (e->args[0]->kind == MU_APPLY) return add_negation(s->m, d, e), TAKEN;
    if (add_bool(s->m, d, e->args[0], false)) return TAKEN;
    break;
  default:
    if (add_bool(s->m, d, e, true)) return TAKEN;
  }
  add_opaque(s->m, d, e);
  return TAKEN;
}

static void finish_clause(splitter *s, draft *d)
{
  mu_clause *c = hd_arena_alloc(&s->m->arena, sizeof *c);
  for (uint32_t i = 0; i < d->bound.len; i++) hd_vec_push(&c->bound, d->bound.data[i]);
  for (uint32_t i = 0; i < d->factors.len; i++) hd_vec_push(&c->factors, d->factors.data[i]);
  hd_vec_push(&s->block->clauses, c);
}

static void split_clauses(splitter *s)
{
  while (s->drafts.len > 0) {
    draft d = hd_vec_pop(&s->drafts);
    taken last = TAKEN;
    while (last == TAKEN && d.todo.len > 0) {
      const mu_expr *e = hd_vec_pop(&d.todo);
      last = take_conjunct(s, &d, e);
    }
    if (last == TAKEN) finish_clause(s, &d);
    clear_draft(&d);
  }
  hd_vec_clear(&s->drafts);
}

/* --- blocks ------------------------------------------------------------------------------------------- */

static void collect_uses(mu_block *b, const mu_expr *e)
{
  if (e->kind == MU_APPLY && e->relation->kind != MU_INPUT) {
    bool known = false;
    for (uint32_t i = 0; i < b->uses.len; i++) known |= b->uses.data[i] == e->relation;
    if (!known) hd_vec_push(&b->uses, e->relation);
  }
  for (uint32_t i = 0; i < e->n_args; i++) collect_uses(b, e->args[i]);
}

mu_block *mu_block_of(hd_mu *m, const mu_expr *e)
{
  if (e->block) return e->block;
  mu_block *b = hd_arena_alloc(&m->arena, sizeof *b);
  b->value = HD_BDD_FALSE;
  ((mu_expr *)(uintptr_t)e)->block = b; /* a memo: the formula itself stays as it is */
  hd_vec_push(&m->blocks, b);
  collect_uses(b, e);
  splitter s = {.m = m, .block = b};
  draft d = {0};
  hd_vec_push(&d.todo, e);
  hd_vec_push(&s.drafts, d);
  split_clauses(&s);
  return b;
}

hd_bdd mu_clause_value(hd_mu *m, mu_clause *c)
{
  hd_bdd_scope s = hd_bdd_open();
  mu_clause_plan(m, c);
  hd_bdd result = HD_BDD_FALSE;
  for (uint32_t i = 0; i < c->plans.len; i++) result = hd_bdd_or(result, mu_plan_run(m, c->plans.data[i]));
  return hd_bdd_close_with(s, result);
}

static bool up_to_date(hd_mu *m, mu_block *b)
{
  bool same = b->known && b->generation == m->generation;
  b->generation = m->generation;
  for (uint32_t i = 0; i < b->uses.len; i++) {
    hd_bdd now = mu_relation_value(m, b->uses.data[i]);
    if (i == b->known_for.len) {
      hd_vec_push(&b->known_for, HD_BDD_FALSE);
      same = false;
    }
    same = same && hd_bdd_same(b->known_for.data[i], now);
    hd_bdd_set(&b->known_for.data[i], now);
  }
  return same;
}

hd_bdd mu_block_value(hd_mu *m, const mu_expr *e)
{
  mu_block *b = mu_block_of(m, e);
  hd_bdd_scope s = hd_bdd_open();
  if (!up_to_date(m, b)) {
    hd_bdd result = HD_BDD_FALSE;
    for (uint32_t i = 0; i < b->clauses.len; i++) result = hd_bdd_or(result, mu_clause_value(m, b->clauses.data[i]));
    hd_bdd_set(&b->value, result);
    b->known = hd_bdd_ok(result);
  }
  return hd_bdd_close_with(s, b->value);
}

void mu_block_free(mu_block *b)
{
  for (uint32_t i = 0; i < b->clauses.len; i++) {
    mu_clause *c = b->clauses.data[i];
    for (uint32_t k = 0; k < c->plans.len; k++) mu_plan_free(c->plans.data[k]);
    for (uint32_t k = 0; k < c->factors.len; k++) hd_bdd_drop(c->factors.data[k].override);
    hd_bdd_drop(c->domain);
    hd_vec_clear(&c->plans);
    hd_vec_clear(&c->factors);
    hd_vec_clear(&c->bound);
  }
  for (uint32_t i = 0; i < b->known_for.len; i++) hd_bdd_drop(b->known_for.data[i]);
  hd_bdd_drop(b->value);
  hd_vec_clear(&b->known_for);
  hd_vec_clear(&b->clauses);
  hd_vec_clear(&b->uses);
}
