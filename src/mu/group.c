/* group.c - rounds over the rules of a group, on differences where the relations only grow. */
#include "mu/group.h"

#include "mu/block.h"
#include "mu/eval.h"

/* --- finding groups ---------------------------------------------------------------------------------- */

static void mark_reached(mu_relation *from, bool *seen)
{
  for (uint32_t i = 0; i < from->uses.len; i++) {
    mu_relation *to = from->uses.data[i].to;
    if (seen[to->number] || to->iterating) continue;
    seen[to->number] = true;
    mark_reached(to, seen);
  }
}

void mu_group_find(hd_mu *m, mu_relation *r, mu_group *g)
{
  uint32_t n = m->relations.len;
  if (!r->recursive) return;
  bool *down = hd_alloc(n + 1, sizeof *down), *back = hd_alloc(n + 1, sizeof *back);
  mark_reached(r, down);
  for (uint32_t i = 0; i < n && down[r->number]; i++) {
    if (!down[i]) continue;
    memset(back, 0, n * sizeof *back);
    mark_reached(m->relations.data[i], back);
    if (back[r->number]) hd_vec_push(g, m->relations.data[i]);
  }
  free(down);
  free(back);
}

static bool in_group(const mu_group *g, const mu_relation *r)
{
  for (uint32_t i = 0; i < g->len; i++)
    if (g->data[i] == r) return true;
  return false;
}

bool mu_group_is_least(const mu_group *g)
{
  for (uint32_t i = 0; i < g->len; i++) {
    const mu_relation *r = g->data[i];
    if (r->kind == MU_GREATEST) return false;
    for (uint32_t k = 0; k < r->uses.len; k++)
      if (r->uses.data[k].negative && in_group(g, r->uses.data[k].to)) return false;
  }
  return true;
}

/* --- rules --------------------------------------------------------------------------------------------- */

/* A clause of one of the relations. */
typedef struct {
  mu_relation *head;
  mu_clause *clause;
  hd_u32s recursive; /* factors that are relations of the group */
  hd_bdd *seen;      /* kept; their values when the rule was last evaluated, one for each */
  uint32_t evaluations;
  bool prefers_all; /* to what is new */
  bool whole;       /* the group occurs inside of an opaque factor: no differences can be taken */
  hd_bdd *seen_all; /* then: of each relation of the group; kept */
} rule;

typedef struct {
  hd_mu *m;
  const mu_group *group;
  HD_VEC(rule) rules;
} solver;

static bool mentions_group(const mu_group *g, const mu_expr *e)
{
  if (e->kind == MU_APPLY && in_group(g, e->relation)) return true;
  for (uint32_t i = 0; i < e->n_args; i++)
    if (mentions_group(g, e->args[i])) return true;
  return false;
}

static void find_domain(const mu_relation *head, mu_clause *c)
{
  c->domain = HD_BDD_TRUE;
  for (uint32_t i = 0; i < head->n_params; i++)
    hd_bdd_set(&c->domain, hd_bdd_and(c->domain, mu_clause_domain(c, head->params[i]->slot)));
  c->bounded = hd_bdd_ok(c->domain);
}

static rule new_rule(const solver *s, mu_relation *head, mu_clause *c)
{
  rule r = {.head = head, .clause = c};
  if (!c->bounded) find_domain(head, c);
  for (uint32_t i = 0; i < c->factors.len; i++) {
    const mu_factor *f = &c->factors.data[i];
    if (f->kind == MU_FACTOR_APPLY && in_group(s->group, f->e->relation))
      hd_vec_push(&r.recursive, i);
    else if (f->kind == MU_FACTOR_OPAQUE && mentions_group(s->group, f->e))
      r.whole = true;
  }
  r.seen = hd_alloc(r.recursive.len + 1, sizeof *r.seen);
  r.seen_all = hd_alloc(s->group->len + 1, sizeof *r.seen_all);
  for (uint32_t i = 0; i < s->group->len; i++) r.seen_all[i] = HD_BDD_NONE;
  return r;
}

static void free_rule(const solver *s, rule *r)
{
  for (uint32_t i = 0; i < r->recursive.len; i++) hd_bdd_drop(r->seen[i]);
  for (uint32_t i = 0; i < s->group->len; i++) hd_bdd_drop(r->seen_all[i]);
  hd_vec_clear(&r->recursive);
  free(r->seen);
  free(r->seen_all);
}

static mu_factor *factor_of(const rule *r, uint32_t i)
{
  return &r->clause->factors.data[r->recursive.data[i]];
}

static bool pending(const solver *s, const rule *r)
{
  if (r->whole) {
    for (uint32_t i = 0; i < s->group->len; i++)
      if (!hd_bdd_same(r->seen_all[i], s->group->data[i]->value)) return true;
    return false;
  }
  for (uint32_t i = 0; i < r->recursive.len; i++)
    if (!hd_bdd_same(r->seen[i], factor_of(r, i)->e->relation->value)) return true;
  return false;
}

/* --- evaluation --------------------------------------------------------------------------------------------
 */

static void override(mu_factor *f, hd_bdd value, bool fresh)
{
  hd_bdd_set(&f->override, value);
  f->overridden = true;
  f->fresh = fresh;
}

/* What is new; or everything, when its diagram is smaller. Counting nodes costs as much as the step itself,
 * so it is done now and then. */
static hd_bdd frontier(rule *r, hd_bdd now, hd_bdd seen)
{
  enum { EVERY = 32 };
  if (hd_bdd_is_false(seen)) return now;
  hd_bdd fresh = hd_bdd_minus(now, seen);
  if (r->evaluations++ % EVERY == 0) r->prefers_all = hd_bdd_nodes(fresh) > hd_bdd_nodes(now);
  return r->prefers_all ? now : fresh;
}

/* New combinations: one factor ranges over what is new, those before it over everything, those after it
 * over what was there before. */
static hd_bdd evaluate_differences(solver *s, rule *r)
{
  hd_bdd result = HD_BDD_FALSE;
  uint32_t n = r->recursive.len;
  for (uint32_t at = 0; at < n; at++) {
    hd_bdd now = factor_of(r, at)->e->relation->value;
    if (hd_bdd_same(now, r->seen[at])) continue;
    for (uint32_t i = 0; i < n; i++) {
      mu_factor *f = factor_of(r, i);
      hd_bdd full = f->e->relation->value;
      override(f, i < at ? full : i > at ? r->seen[i] : frontier(r, full, r->seen[at]), i == at);
    }
    result = hd_bdd_or(result, mu_clause_value(s->m, r->clause));
  }
  for (uint32_t i = 0; i < n; i++) factor_of(r, i)->overridden = false;
  return result;
}

static hd_bdd evaluate_rule(solver *s, rule *r)
{
  hd_bdd_scope scope = hd_bdd_open();
  hd_bdd result;
  if (r->whole) {
    for (uint32_t i = 0; i < s->group->len; i++) hd_bdd_set(&r->seen_all[i], s->group->data[i]->value);
    result = mu_clause_value(s->m, r->clause);
  } else {
    HD_VEC(hd_bdd) now = {0}; /* the head may be among them, and changes below */
    for (uint32_t i = 0; i < r->recursive.len; i++) hd_vec_push(&now, factor_of(r, i)->e->relation->value);
    result = r->recursive.len > 0 ? evaluate_differences(s, r) : mu_clause_value(s->m, r->clause);
    for (uint32_t i = 0; i < r->recursive.len; i++) hd_bdd_set(&r->seen[i], now.data[i]);
    hd_vec_clear(&now);
  }
  return hd_bdd_close_with(scope, result);
}

/* Does what the watched query asks hold for what h gets? Only formulas over input relations and one
 * use of h are watched: once true they stay true while h grows. */
static bool watch_fires(hd_mu *m, const mu_relation *h, hd_bdd result)
{
  if (!m->watch || m->running.len != 1) return false;
  const mu_block *b = mu_block_of(m, m->watch);
  bool fires = false;
  for (uint32_t i = 0; i < b->clauses.len && !fires; i++) {
    mu_clause *c = b->clauses.data[i];
    for (uint32_t k = 0; k < c->factors.len; k++) {
      mu_factor *f = &c->factors.data[k];
      if (f->kind != MU_FACTOR_APPLY || f->e->relation != h) continue;
      override(f, result, true);
      hd_bdd found = mu_clause_value(m, c);
      f->overridden = false;
      fires |= hd_bdd_ok(found) && !hd_bdd_is_false(found);
    }
  }
  return fires;
}

/* The head of r gets what is new in `result`. False: the budget ended, or the question that is being asked is
 * answered. */
static bool grow_relation(solver *s, const rule *r, hd_bdd result, bool *grew)
{
  mu_relation *h = r->head;
  if (hd_bdd_is_false(result)) return *grew = false, true;
  hd_bdd all = hd_bdd_or(h->value, hd_bdd_and(result, r->clause->domain));
  *grew = !hd_bdd_same(all, h->value);
  bool watched = *grew && hd_bdd_ok(all) && watch_fires(s->m, h, result);
  hd_bdd_set(&h->value, all);
  if (*grew) mu_note_iteration(s->m, h);
  if (watched) s->m->stopped = true;
  return hd_bdd_ok(all) && !watched;
}

static bool apply_rule(solver *s, rule *r)
{
  hd_bdd_scope scope = hd_bdd_open();
  bool grew, goes_on = grow_relation(s, r, evaluate_rule(s, r), &grew);
  hd_bdd_close(scope);
  return goes_on;
}

/* --- chains: a relation that leads to itself -------------------------------------------------------------- */

/* The plans of a rule H(v) := ... H(x) ... take turns, and each sees at once what those before it have found: a
 * sweep follows a row of steps to its end, where one after another would take as many iterations. */
typedef struct {
  rule *r;
  hd_bdd fresh;   /* kept: what some plan has not seen */
  hd_bdd outside; /* kept: of it, what was there before the first sweep */
  hd_bdd *found;  /* kept; by each plan, when it last had its turn */
} chain;

static bool is_chain(const rule *r)
{
  return r->recursive.len == 1 && !r->whole && factor_of(r, 0)->e->relation == r->head;
}

static bool take_turn(solver *s, chain *c, uint32_t i, bool *found)
{
  hd_bdd_scope scope = hd_bdd_open();
  rule *r = c->r;
  bool goes_on = true, grew = false;
  hd_bdd before = hd_bdd_keep(r->head->value), seen_by_all = c->found[i];
  if (!hd_bdd_is_false(c->fresh)) {
    override(factor_of(r, 0), c->fresh, true);
    goes_on = grow_relation(s, r, mu_plan_run(s->m, r->clause->plans.data[i]), &grew);
    factor_of(r, 0)->overridden = false;
  }
  hd_bdd fresh = hd_bdd_minus(c->fresh, seen_by_all);
  hd_bdd_set(&c->found[i], HD_BDD_FALSE);
  if (grew && goes_on) {
    hd_bdd_set(&c->found[i], hd_bdd_minus(r->head->value, before));
    fresh = hd_bdd_or(fresh, c->found[i]);
    *found = true;
  }
  hd_bdd_set(&c->fresh, fresh);
  hd_bdd_drop(before);
  hd_bdd_close(scope);
  return goes_on && hd_bdd_ok(fresh);
}

static bool sweep(solver *s, chain *c, uint32_t n)
{
  for (bool found = true; found;) {
    found = false;
    for (uint32_t i = 0; i < n; i++)
      if (!take_turn(s, c, i, &found)) return false;
    hd_bdd_scope scope = hd_bdd_open();
    hd_bdd_set(&c->fresh, hd_bdd_minus(c->fresh, c->outside));
    hd_bdd_set(&c->outside, HD_BDD_FALSE);
    hd_bdd_close(scope);
  }
  return true;
}

static bool apply_chain(solver *s, rule *r)
{
  hd_bdd_scope scope = hd_bdd_open();
  mu_clause_plan(s->m, r->clause);
  uint32_t n = r->clause->plans.len;
  hd_bdd fresh = frontier(r, r->head->value, r->seen[0]);
  chain c = {r, hd_bdd_keep(fresh), hd_bdd_keep(fresh), hd_alloc(n + 1, sizeof *c.found)};
  bool goes_on = hd_bdd_ok(fresh) && sweep(s, &c, n);
  hd_bdd_set(&r->seen[0], r->head->value);
  hd_bdd_drop(c.fresh);
  hd_bdd_drop(c.outside);
  for (uint32_t i = 0; i < n; i++) hd_bdd_drop(c.found[i]);
  free(c.found);
  hd_bdd_close(scope);
  return goes_on;
}

/* Rules with one relation of the group are saturated before those with more: internal steps of a
 * program before its calls and returns, which are many and dear. */
static bool saturate_rules(solver *s, uint32_t degree, bool *changed)
{
  *changed = false;
  for (bool again = true; again;) {
    again = false;
    for (uint32_t i = 0; i < s->rules.len; i++) {
      rule *r = &s->rules.data[i];
      uint32_t own = r->whole ? UINT32_MAX : r->recursive.len;
      while (own <= degree && pending(s, r)) {
        if (!(is_chain(r) ? apply_chain : apply_rule)(s, r)) return false;
        again = *changed = true;
      }
    }
  }
  return true;
}

/* False when it ended early. */
static bool run_rules(solver *s)
{
  for (uint32_t i = 0; i < s->rules.len; i++) {
    rule *r = &s->rules.data[i];
    if (r->recursive.len == 0 && !r->whole && !apply_rule(s, r)) return false;
  }
  /* A rule whose relations are all empty may still hold: forall, for one. */
  for (uint32_t i = 0; i < s->rules.len; i++)
    if (s->rules.data[i].whole && !apply_rule(s, &s->rules.data[i])) return false;
  static const uint32_t degrees[] = {1, 2, UINT32_MAX};
  for (uint32_t d = 0; d < HD_COUNT(degrees);) {
    bool changed;
    if (!saturate_rules(s, degrees[d], &changed)) return false;
    d = changed && d > 0 ? 0 : d + 1;
  }
  return true;
}

void mu_group_solve(hd_mu *m, const mu_group *g)
{
  solver s = {.m = m, .group = g};
  for (uint32_t i = 0; i < g->len; i++) {
    mu_relation *r = g->data[i];
    hd_bdd_set(&r->value, HD_BDD_FALSE);
    r->era = ++m->eras;
    mu_forget_rings(r);
    r->iterating = true;
    const mu_block *b = mu_block_of(m, r->body);
    for (uint32_t k = 0; k < b->clauses.len; k++) hd_vec_push(&s.rules, new_rule(&s, r, b->clauses.data[k]));
  }
  bool failed = !run_rules(&s) && !m->stopped;
  for (uint32_t i = 0; i < g->len; i++) {
    g->data[i]->iterating = false;
    if (failed) hd_bdd_set(&g->data[i]->value, HD_BDD_NONE);
  }
  for (uint32_t i = 0; i < g->len; i++) mu_remember(m, g->data[i]);
  for (uint32_t i = 0; i < s.rules.len; i++) free_rule(&s, &s.rules.data[i]);
  hd_vec_clear(&s.rules);
}
