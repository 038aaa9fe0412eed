/* plan.c - substitution of equal bits, and the choice of parts. */
#include "mu/plan.h"

#include "mu/eval.h"
#include "mu/terms.h"

enum { MOST_PLANS = 300 };

/* While a plan is made: which bit stands for which. */
typedef struct {
  hd_mu *m;
  mu_clause *clause;
  uint32_t n_vars;
  int64_t *parent; /* of each BDD variable: itself, another, or a constant */
  mu_bits bound;
  hd_bdd residue; /* equalities between bits that are not quantified */
  bool empty;
  const mu_part **parts; /* of each factor: the one that was chosen, NULL when it is taken as a whole */
} maker;

/* --- equal bits ---------------------------------------------------------------------------------------- */

static int64_t find_bit(const maker *k, int64_t bit)
{
  while (bit >= 0 && k->parent[bit] != bit) bit = k->parent[bit];
  return bit;
}

static hd_bdd bit_set(int64_t bit)
{
  if (bit == MU_BIT_ZERO) return HD_BDD_FALSE;
  return bit == MU_BIT_ONE ? HD_BDD_TRUE : hd_bdd_var((uint32_t)bit);
}

static void unite_bits(maker *k, int64_t a, int64_t b)
{
  a = find_bit(k, a);
  b = find_bit(k, b);
  if (a == b) return;
  if (a < 0 && b < 0) {
    k->empty = true;
    return;
  }
  if (a < 0 || (b >= 0 && mu_bits_has(&k->bound, (uint32_t)b) && !mu_bits_has(&k->bound, (uint32_t)a))) {
    int64_t t = a;
    a = b;
    b = t;
  }
  /* a is a variable that b shall stand for; when it is not quantified, that it is b has to be said. */
  if (!mu_bits_has(&k->bound, (uint32_t)a)) k->residue = hd_bdd_and(k->residue, hd_bdd_iff(bit_set(a), bit_set(b)));
  k->parent[a] = b;
}

/* The actual bit of a formal one, among those of a factor. */
static int64_t actual_of(const mu_factor *f, uint32_t formal)
{
  for (uint32_t i = 0; i < f->n; i++)
    if (f->formals[i] == formal) return f->actuals[i];
  return formal;
}

static void unite_all(maker *k)
{
  for (uint32_t i = 0; i < k->clause->factors.len; i++) {
    const mu_factor *f = &k->clause->factors.data[i];
    if (f->kind == MU_FACTOR_EQUAL)
      for (uint32_t b = 0; b < f->n; b++) unite_bits(k, f->formals[b], f->actuals[b]);
    const mu_part *part = k->parts[i];
    for (uint32_t e = 0; part && e < part->n_equal; e++)
      unite_bits(k, actual_of(f, part->equal[e][0]), actual_of(f, part->equal[e][1]));
  }
}

/* --- inputs --------------------------------------------------------------------------------------------- */

static mu_plan_input new_input(const maker *k)
{
  return (mu_plan_input){.value = HD_BDD_FALSE,
                         .filter = HD_BDD_TRUE,
                         .literals = HD_BDD_TRUE,
                         .same = HD_BDD_TRUE,
                         .quantified = HD_BDD_TRUE,
                         .support = mu_bits_new(k->n_vars),
                         .known = {{HD_BDD_NONE, HD_BDD_NONE, HD_BDD_NONE}, {HD_BDD_NONE, HD_BDD_NONE, HD_BDD_NONE}}};
}

static void free_input(mu_plan_input *in)
{
  hd_bdd_drop(in->value);
  hd_bdd_drop(in->filter);
  hd_bdd_drop(in->literals);
  hd_bdd_drop(in->same);
  hd_bdd_drop(in->quantified);
  for (uint32_t k = 0; k < 2; k++) {
    hd_bdd_drop(in->known[k].from);
    hd_bdd_drop(in->known[k].filtered);
    hd_bdd_drop(in->known[k].result);
  }
  hd_bdd_map_free(in->map);
  free(in->support.words);
}

static void add_constant(maker *k, mu_plan *p, hd_bdd value)
{
  if (hd_bdd_is_true(value)) return;
  mu_plan_input in = new_input(k);
  in.fixed = true;
  in.value = hd_bdd_keep(value);
  hd_u32s vars = {0};
  hd_bdd_support(value, &vars);
  for (uint32_t i = 0; i < vars.len; i++) mu_bits_add(&in.support, vars.data[i]);
  hd_vec_clear(&vars);
  hd_vec_push(&p->inputs, in);
}

typedef struct {
  uint32_t bit;
  const mu_type *found;
} leaf_search;

static void match_leaf(void *context, const mu_type *owner, uint32_t inside, const mu_type *leaf, uint32_t offset)
{
  (void)owner, (void)inside;
  leaf_search *s = context;
  if (leaf->width > 0 && offset == s->bit) s->found = leaf;
}

/* The type of the leaf that begins at this bit of the relation's parameters; NULL: none does. */
static const mu_type *leaf_at(const mu_relation *r, uint32_t bit)
{
  leaf_search s = {bit, NULL};
  for (uint32_t i = 0; i < r->n_params; i++) {
    uint32_t width = r->params[i]->type->width;
    if (s.bit < width) {
      mu_type_leaves(r->params[i]->type, match_leaf, &s);
      return s.found;
    }
    s.bit -= width;
  }
  return NULL;
}

/* An input whose part says nothing but which bits are equal leaves them any value. */
static bool says_where(const mu_relation *r)
{
  for (uint32_t i = 0; i < r->n_parts; i++)
    if (hd_bdd_is_true(r->parts[i].core)) return false;
  return true;
}

/* A domain that a relation of the clause implies, because its values lie inside, is not multiplied. */
static bool implied_domain(const mu_clause *c, const mu_type *leaf, const uint32_t *bits)
{
  for (uint32_t i = 0; i < c->factors.len; i++) {
    const mu_factor *f = &c->factors.data[i];
    if (f->kind != MU_FACTOR_APPLY || f->negated || !says_where(f->e->relation)) continue;
    for (uint32_t b = 0; b + leaf->width <= f->n; b++) {
      bool here = true;
      for (uint32_t j = 0; here && j < leaf->width; j++) here = f->actuals[b + j] == (int64_t)bits[j];
      if (here && leaf->width > 0 && leaf_at(f->e->relation, b) == leaf) return true;
    }
  }
  return false;
}

typedef struct {
  const mu_clause *clause;
  const mu_slot *slot;
  hd_bdd domain;
} domain_walk;

static void bound_leaf(void *context, const mu_type *owner, uint32_t inside, const mu_type *leaf, uint32_t offset)
{
  (void)owner, (void)inside;
  domain_walk *w = context;
  const uint32_t *bits = w->slot->bits + offset;
  hd_bdd domain = mu_type_domain(leaf, bits);
  if (hd_bdd_is_true(domain) || implied_domain(w->clause, leaf, bits)) return;
  w->domain = hd_bdd_and(w->domain, domain);
}

hd_bdd mu_clause_domain(const mu_clause *c, const mu_slot *slot)
{
  domain_walk w = {c, slot, HD_BDD_TRUE};
  if (!hd_bdd_is_true(slot->domain)) mu_type_leaves(slot->type, bound_leaf, &w);
  return w.domain;
}

/* The bits of a constant set, after substitution. */
static hd_bdd substituted(const maker *k, hd_bdd set)
{
  hd_u32s vars = {0};
  hd_bdd_support(set, &vars);
  HD_VEC(hd_bdd) values = {0};
  for (uint32_t i = 0; i < vars.len; i++) hd_vec_push(&values, bit_set(find_bit(k, vars.data[i])));
  hd_bdd result = hd_bdd_substitute(set, vars.data, values.data, vars.len);
  hd_vec_clear(&vars);
  hd_vec_clear(&values);
  return result;
}

static void add_domains(maker *k, mu_plan *p)
{
  for (uint32_t i = 0; i < k->clause->bound.len; i++) {
    add_constant(k, p, substituted(k, mu_clause_domain(k->clause, k->clause->bound.data[i])));
  }
}

/* A factor that says nothing: the whole of its domain. */
static bool says_nothing(const maker *k, uint32_t number)
{
  const mu_part *part = k->parts[number];
  return k->clause->factors.data[number].kind == MU_FACTOR_EQUAL || (part && hd_bdd_is_true(part->core));
}

typedef struct {
  hd_u32s from, to, constant, alone;
  bool *values;
  hd_bdd same;
} renaming;

/* Sorts the factor's bits: constant, equal to one before, mentioned nowhere else, or renamed. */
static void sort_bits(const maker *k, const mu_factor *f, const mu_bits *elsewhere, renaming *r)
{
  uint32_t *first = hd_alloc(k->n_vars + 1, sizeof *first); /* the formal bit that goes to it already, from 1 */
  for (uint32_t i = 0; i < f->n; i++) {
    int64_t to = find_bit(k, f->actuals[i]);
    uint32_t from = f->formals[i];
    if (to < 0) {
      r->values[r->constant.len] = to == MU_BIT_ONE;
      hd_vec_push(&r->constant, from);
      continue;
    }
    uint32_t other = first[to];
    bool private = !f->negated && mu_bits_has(&k->bound, (uint32_t)to) && !mu_bits_has(elsewhere, (uint32_t)to);
    if (other) {
      r->same = hd_bdd_and(r->same, hd_bdd_iff(hd_bdd_var(other - 1), hd_bdd_var(from)));
      hd_vec_push(&r->alone, from);
    } else if (private) {
      first[to] = from + 1;
      hd_vec_push(&r->alone, from);
    } else {
      first[to] = from + 1;
      hd_vec_push(&r->from, from);
      hd_vec_push(&r->to, (uint32_t)to);
    }
  }
  free(first);
}

/* Do the constant bits lie above the others in the order of BDD variables? */
static bool on_top(const renaming *r)
{
  uint32_t lowest = 0;
  for (uint32_t i = 0; i < r->constant.len; i++)
    if (hd_bdd_level(r->constant.data[i]) >= lowest) lowest = hd_bdd_level(r->constant.data[i]) + 1;
  for (uint32_t i = 0; i < r->from.len; i++)
    if (hd_bdd_level(r->from.data[i]) < lowest) return false;
  for (uint32_t i = 0; i < r->alone.len; i++)
    if (hd_bdd_level(r->alone.data[i]) < lowest) return false;
  return r->constant.len > 0;
}

static void add_factor(maker *k, mu_plan *p, uint32_t number, const mu_bits *elsewhere)
{
  mu_factor *f = &k->clause->factors.data[number];
  mu_plan_input in = new_input(k);
  in.factor = f;
  in.negated = f->negated;
  if (k->parts[number]) {
    in.fixed = true;
    in.value = hd_bdd_keep(k->parts[number]->core);
  }
  renaming r = {.values = hd_alloc(f->n + 1, sizeof(bool)), .same = HD_BDD_TRUE};
  sort_bits(k, f, elsewhere, &r);
  hd_bdd_set(&in.literals, hd_bdd_literals(r.constant.data, r.values, r.constant.len));
  in.literals_first = !in.fixed && on_top(&r);
  hd_bdd_set(&in.same, r.same);
  hd_bdd_set(&in.quantified, hd_bdd_cube(r.alone.data, r.alone.len));
  bool moves = false;
  for (uint32_t i = 0; i < r.from.len; i++) {
    moves |= r.from.data[i] != r.to.data[i];
    mu_bits_add(&in.support, r.to.data[i]);
  }
  if (moves) in.map = hd_bdd_map_new(r.from.data, r.to.data, r.from.len);
  hd_vec_clear(&r.from);
  hd_vec_clear(&r.to);
  hd_vec_clear(&r.constant);
  hd_vec_clear(&r.alone);
  free(r.values);
  hd_vec_push(&p->inputs, in);
}

/* Bits that constants mention, or more than one factor. */
static mu_bits shared_bits(const maker *k, const mu_plan *p)
{
  mu_bits shared = mu_bits_new(k->n_vars);
  uint32_t *by = hd_alloc(k->n_vars + 1, sizeof *by); /* the last factor that mentions it, from 1 */
  for (uint32_t i = 0; i < p->inputs.len; i++)
    for (uint32_t w = 0; w < shared.n; w++) shared.words[w] |= p->inputs.data[i].support.words[w];
  for (uint32_t i = 0; i < k->clause->factors.len; i++) {
    const mu_factor *f = &k->clause->factors.data[i];
    for (uint32_t b = 0; b < f->n && !says_nothing(k, i); b++) {
      int64_t to = find_bit(k, f->actuals[b]);
      if (to < 0) continue;
      if (by[to] && by[to] != i + 1) mu_bits_add(&shared, (uint32_t)to);
      by[to] = i + 1;
    }
  }
  free(by);
  return shared;
}

/* --- filters
 * ------------------------------------------------------------------------------------------------ */

/* What a fixed input says about the bits of another one. */
static hd_bdd projection(const mu_plan_input *fixed, const mu_bits *onto)
{
  hd_bdd set = mu_plan_rename(fixed, fixed->value);
  hd_u32s vars = {0}, others = {0};
  hd_bdd_support(set, &vars);
  for (uint32_t i = 0; i < vars.len; i++)
    if (!mu_bits_has(onto, vars.data[i])) hd_vec_push(&others, vars.data[i]);
  if (others.len == vars.len)
    set = HD_BDD_TRUE;
  else
    set = hd_bdd_exists(set, hd_bdd_cube(others.data, others.len));
  hd_vec_clear(&vars);
  hd_vec_clear(&others);
  return set;
}

/* The bits of the clause back to those of the factor's own. */
static hd_bdd to_formals(const maker *k, const mu_factor *f, hd_bdd set)
{
  hd_u32s vars = {0};
  HD_VEC(hd_bdd) values = {0};
  bool *before = hd_alloc(k->n_vars + 1, sizeof *before);
  for (uint32_t i = 0; i < f->n; i++) {
    int64_t to = find_bit(k, f->actuals[i]);
    if (to < 0 || before[to]) continue;
    before[to] = true;
    hd_vec_push(&vars, (uint32_t)to);
    hd_vec_push(&values, hd_bdd_var(f->formals[i]));
  }
  free(before);
  hd_bdd result = hd_bdd_substitute(set, vars.data, values.data, vars.len);
  hd_vec_clear(&vars);
  hd_vec_clear(&values);
  return result;
}

/* A relation that is iterated is large, and a part concerns few locations: cut it down to those before
 * anything else is done with it. */
static void add_filters(const maker *k, mu_plan *p)
{
  enum { LARGEST = 5000 };
  for (uint32_t i = 0; i < p->inputs.len; i++) {
    mu_plan_input *in = &p->inputs.data[i];
    if (in->fixed || in->negated || in->factor->kind != MU_FACTOR_APPLY) continue;
    hd_bdd_scope s = hd_bdd_open();
    hd_bdd filter = HD_BDD_TRUE;
    for (uint32_t j = 0; j < p->inputs.len; j++) {
      mu_plan_input *other = &p->inputs.data[j];
      if (!other->fixed) continue;
      hd_bdd shadow = projection(other, &in->support), more = hd_bdd_and(filter, shadow);
      if (!hd_bdd_ok(more) || hd_bdd_nodes(more) > LARGEST) continue;
      filter = more;
      /* When all that it says is said by the filter, it is done with. */
      if (hd_bdd_same(shadow, mu_plan_rename(other, other->value))) other->absorbed = true;
    }
    hd_bdd_set(&in->filter, to_formals(k, in->factor, filter));
    hd_bdd_close(s);
  }
  uint32_t kept = 0;
  for (uint32_t i = 0; i < p->inputs.len; i++)
    if (p->inputs.data[i].absorbed)
      free_input(&p->inputs.data[i]);
    else
      p->inputs.data[kept++] = p->inputs.data[i];
  p->inputs.len = kept;
}

/* --- fixed inputs that meet ------------------------------------------------------------------------------ */

static bool within(const mu_bits *a, const mu_bits *b)
{
  for (uint32_t w = 0; w < a->n; w++)
    if (a->words[w] & ~b->words[w]) return false;
  return true;
}

/* Do two fixed inputs exclude each other? Then the plan has nothing to give. */
static bool contradicts_itself(const mu_plan *p)
{
  for (uint32_t i = 0; i < p->inputs.len; i++)
    for (uint32_t j = i + 1; j < p->inputs.len; j++) {
      const mu_plan_input *a = &p->inputs.data[i], *b = &p->inputs.data[j];
      if (!a->fixed || !b->fixed || a->negated || b->negated) continue;
      hd_bdd_scope s = hd_bdd_open();
      bool never = hd_bdd_is_false(hd_bdd_and(mu_plan_rename(a, a->value), mu_plan_rename(b, b->value)));
      hd_bdd_close(s);
      if (never) return true;
    }
  return false;
}

/* Puts `a` into `b`, which mentions all that `a` does, unless the product is larger than both. */
static bool join_fixed(const maker *k, mu_plan_input *a, mu_plan_input *b)
{
  hd_bdd_scope s = hd_bdd_open();
  hd_bdd x = mu_plan_rename(a, a->value), y = mu_plan_rename(b, b->value), both = hd_bdd_and(x, y);
  bool small = hd_bdd_ok(both) && (hd_bdd_same(both, y) || hd_bdd_nodes(both) <= hd_bdd_nodes(x) + hd_bdd_nodes(y));
  if (small) {
    mu_plan_input joined = new_input(k);
    joined.factor = b->factor;
    joined.fixed = true;
    joined.value = hd_bdd_keep(both);
    memcpy(joined.support.words, b->support.words, b->support.n * sizeof *b->support.words);
    free_input(b);
    *b = joined;
  }
  hd_bdd_close(s);
  return small;
}

/* Products of what is fixed are made once, where they are no larger and no bit has to stay longer for it. */
static void join_all_fixed(const maker *k, mu_plan *p)
{
  for (uint32_t i = 0; i < p->inputs.len; i++)
    for (uint32_t j = 0; j < p->inputs.len; j++) {
      mu_plan_input *a = &p->inputs.data[i], *b = &p->inputs.data[j];
      if (i == j || !a->fixed || !b->fixed || a->negated || b->negated || !within(&a->support, &b->support)) continue;
      if (!join_fixed(k, a, b)) continue;
      free_input(a);
      *a = p->inputs.data[--p->inputs.len];
      i = HD_NONE; /* from the beginning */
      break;
    }
}

/* Narrow inputs first: when one is empty, the others need no look. */
static int by_width(const void *a, const void *b)
{
  const mu_plan_input *x = a, *y = b;
  uint32_t m = x->factor ? x->factor->n : 0, n = y->factor ? y->factor->n : 0;
  return m < n ? -1 : m > n;
}

void mu_plan_free(mu_plan *p)
{
  for (uint32_t i = 0; i < p->inputs.len; i++) free_input(&p->inputs.data[i]);
  for (uint32_t i = 0; i < p->steps.len; i++) {
    mu_plan_step *step = &p->steps.data[i];
    hd_bdd_drop(step->cube);
    for (uint32_t k = 0; k < 2; k++) {
      hd_bdd_drop(step->known[k].a);
      hd_bdd_drop(step->known[k].b);
      hd_bdd_drop(step->known[k].result);
    }
  }
  hd_vec_clear(&p->inputs);
  hd_vec_clear(&p->steps);
  free(p);
}

static mu_plan *make_plan(hd_mu *m, mu_clause *c, const mu_part **parts)
{
  maker k = {.m = m, .clause = c, .n_vars = hd_bdd_vars_count(), .residue = HD_BDD_TRUE, .parts = parts};
  k.parent = hd_alloc(k.n_vars + 1, sizeof *k.parent);
  for (uint32_t i = 0; i < k.n_vars; i++) k.parent[i] = i;
  k.bound = mu_bits_new(k.n_vars);
  for (uint32_t i = 0; i < c->bound.len; i++)
    for (uint32_t b = 0; b < c->bound.data[i]->type->width; b++) mu_bits_add(&k.bound, c->bound.data[i]->bits[b]);
  unite_all(&k);
  mu_plan *p = NULL;
  if (!k.empty) {
    p = hd_alloc(1, sizeof *p);
    add_domains(&k, p);
    add_constant(&k, p, k.residue);
    mu_bits shared = shared_bits(&k, p);
    for (uint32_t i = 0; i < c->factors.len; i++)
      if (!says_nothing(&k, i)) add_factor(&k, p, i, &shared);
    free(shared.words);
    join_all_fixed(&k, p);
    if (contradicts_itself(p)) {
      mu_plan_free(p);
      p = NULL;
    }
  }
  if (p) {
    add_filters(&k, p);
    if (p->inputs.len > 1) qsort(p->inputs.data, p->inputs.len, sizeof *p->inputs.data, by_width);
    mu_plan_schedule(p, &k.bound, k.n_vars);
  }
  free(k.parent);
  free(k.bound.words);
  return p;
}

/* --- parts ------------------------------------------------------------------------------------------------
 */

typedef struct {
  hd_mu *m;
  mu_clause *clause;
  const mu_part **chosen;
  uint32_t budget; /* plans that may still be made */
  bool alone;      /* one relation has several parts: nothing to meet */
  bool too_many;
} chooser;

static bool has_parts(const mu_factor *f)
{
  return f->kind == MU_FACTOR_APPLY && !f->negated && f->e->relation->kind == MU_INPUT;
}

/* The core of a part over the clause's bits, to see which parts can meet. */
static hd_bdd placed_core(const mu_factor *f, const mu_part *part)
{
  HD_VEC(hd_bdd) values = {0};
  for (uint32_t i = 0; i < f->n; i++) hd_vec_push(&values, bit_set(f->actuals[i]));
  hd_bdd set = hd_bdd_substitute(part->core, f->formals, values.data, f->n);
  hd_vec_clear(&values);
  return set;
}

static void choose_plan(chooser *c, uint32_t at, hd_bdd so_far)
{
  if (c->too_many || !hd_bdd_ok(so_far) || hd_bdd_is_false(so_far)) return;
  if (at == c->clause->factors.len) {
    if (c->budget-- == 0) {
      c->too_many = true;
      return;
    }
    mu_plan *p = make_plan(c->m, c->clause, c->chosen);
    if (p) hd_vec_push(&c->clause->plans, p);
    return;
  }
  const mu_factor *f = &c->clause->factors.data[at];
  c->chosen[at] = NULL;
  if (!has_parts(f)) {
    choose_plan(c, at + 1, so_far);
    return;
  }
  const mu_relation *r = f->e->relation;
  for (uint32_t i = 0; i < r->n_parts; i++) {
    hd_bdd_scope s = hd_bdd_open();
    c->chosen[at] = &r->parts[i];
    choose_plan(c, at + 1, r->n_parts == 1 || c->alone ? so_far : hd_bdd_and(so_far, placed_core(f, &r->parts[i])));
    hd_bdd_close(s);
  }
}

static void free_plans(mu_clause *c)
{
  for (uint32_t i = 0; i < c->plans.len; i++) mu_plan_free(c->plans.data[i]);
  c->plans.len = 0;
}

void mu_clause_plan(hd_mu *m, mu_clause *c)
{
  if (c->generation == m->generation) return;
  hd_bdd_scope s = hd_bdd_open();
  free_plans(c);
  chooser k = {.m = m, .clause = c, .budget = MOST_PLANS};
  k.chosen = hd_alloc(c->factors.len + 1, sizeof *k.chosen);
  uint32_t several = 0;
  for (uint32_t i = 0; i < c->factors.len; i++)
    several += has_parts(&c->factors.data[i]) && c->factors.data[i].e->relation->n_parts > 1;
  k.alone = several < 2;
  choose_plan(&k, 0, HD_BDD_TRUE);
  if (k.too_many) { /* then input relations as wholes */
    free_plans(c);
    memset(k.chosen, 0, c->factors.len * sizeof *k.chosen);
    mu_plan *p = make_plan(m, c, k.chosen);
    if (p) hd_vec_push(&c->plans, p);
  }
  free(k.chosen);
  c->generation = hd_bdd_exhausted() ? 0 : m->generation;
  hd_bdd_close(s);
}
