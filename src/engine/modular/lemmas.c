/* lemmas.c - candidates from the proof of a refuted query, sieved. */
#include "engine/modular/lemmas.h"

#include "engine/modular/paths.h"
#include "expr/memo.h"
#include "logic/linear.h"
#include "sequential/passed_facts.h"

/* --- for any number ------------------------------------------------------------------------------------------ */

/* A bound on a variable: on its side from above (1), from below (-1), or on both (0). */
typedef struct {
  uint32_t symbol;
  int side;
} bound;

/* One that the rigid number can stand for: on a number of its size that the environment changes. */
static bool read_bound(const hd_level *l, hd_term conjunct, bound *out)
{
  hd_linear x;
  hd_linear_init(&x, l->u->p->terms);
  hd_linear_add(&x, conjunct);
  bool good = x.rows.len == 1 && x.rest.len == 0 && x.rows.data[0].sum.len == 1;
  if (good) {
    const hd_linear_row *row = &x.rows.data[0];
    *out = (bound){row->sum.data[0].symbol, row->equal ? 0 : row->sum.data[0].factor > 0 ? 1 : -1};
    good = out->symbol < l->u->first_copy && l->changed_below[out->symbol] &&
           hd_var_get(l->u->p, (hd_var){out->symbol})->sort.width == 32;
  }
  hd_linear_clear(&x);
  return good;
}

/* at least: a <= b; otherwise b <= a. */
static hd_term bound_lemma(hd_terms *T, hd_term a, bool at_least, hd_term b)
{
  return at_least ? hd_term_2(T, HD_OP_SLE, a, b) : hd_term_2(T, HD_OP_SLE, b, a);
}

/* Does the variable stay on that side of any number? Asked once. */
static bool var_stays(hd_hierarchy *h, hd_level *l, hd_var v, bool at_least)
{
  hd_program *p = h->u->p;
  hd_term x = hd_program_var_term(p, v), number = hd_program_var_term(p, h->u->rigid);
  hd_term before = bound_lemma(p->terms, number, at_least, x), after = hd_formula_not(p->terms, before);
  uint64_t key = (uint64_t)before.id << 8 | (l->index + 1);
  if (hd_map_find(&h->asked, key) || hd_budget_spent(h->u->budget)) return false;
  hd_map_put(&h->asked, key, 1);
  if (l->index + 1 < h->n && hd_paths_move(&h->levels[l->index + 1], v, !at_least)) return false;
  if (!hd_hierarchy_excludes(h, l->index + 1, &before, &after)) return false;
  hd_term old = hd_program_var_term(p, hd_modular_run_copy(h->u, v));
  hd_level_add_fact(l, bound_lemma(p->terms, old, at_least, x));
  return true;
}

/* The one bounds a variable on one side, and the other on the other side. */
static bool is_pair(const bound *a, const bound *b)
{
  return a->symbol == b->symbol && b->side != 0 && (a->side == 0 || a->side == -b->side);
}

bool hd_lemmas_for_any(hd_hierarchy *h, hd_level *l, hd_term alpha, hd_term beta)
{
  hd_terms *T = h->u->p->terms;
  hd_term_list before = {0}, after = {0};
  bool done = false;
  bound a, b;
  hd_formula_conjuncts(T, alpha, &before);
  hd_formula_conjuncts(T, beta, &after);
  for (uint32_t i = 0; i < before.len && !done; i++)
    for (uint32_t k = 0; read_bound(l, before.data[i], &a) && k < after.len && !done; k++)
      done = read_bound(l, after.data[k], &b) && is_pair(&a, &b) && var_stays(h, l, (hd_var){a.symbol}, b.side > 0);
  hd_vec_clear(&before);
  hd_vec_clear(&after);
  return done && hd_level_excludes(l, hd_term_2(T, HD_OP_AND, hd_level_before(l, alpha), beta));
}

/* --- what is kept ---------------------------------------------------------------------------------------------- */

enum { MOST_CANDIDATES = 24 };

/* What may hold wherever the threads below the level stop, if they began with alpha. */
typedef struct {
  hd_hierarchy *h;
  hd_level *l, *asked; /* asked: the level that refuted the query */
  hd_term alpha;
  hd_term_list list;
} candidates;

/* Is it about what the environment changes, and about nothing that the level's program does not have? */
static bool can_be_said(const hd_level *l, hd_term t)
{
  hd_terms *T = l->u->p->terms;
  bool all = true, some = false;
  hd_u32s order = {0};
  hd_term_walk(T, t, &order);
  for (uint32_t i = 0; i < order.len && all; i++) {
    hd_term a = {order.data[i]};
    uint32_t v = hd_term_op(T, a) == HD_OP_VAR ? hd_term_symbol(T, a) : HD_NONE;
    if (v == HD_NONE) continue;
    all = v < l->u->first_copy && l->vars[v];
    some |= all && l->changed_below[v];
  }
  hd_vec_clear(&order);
  return all && some;
}

static void add_lemma_candidate(candidates *c, hd_term t)
{
  for (uint32_t i = 0; i < c->list.len; i++)
    if (hd_term_same(c->list.data[i], t)) return;
  if (c->list.len < MOST_CANDIDATES && can_be_said(c->l, t)) hd_vec_push(&c->list, t);
}

static void collect_candidates(candidates *c)
{
  hd_terms *T = c->h->u->p->terms;
  const hd_level *a = c->asked;
  for (uint32_t i = 0; i < a->alpha.len; i++) add_lemma_candidate(c, a->alpha.data[i]);
  for (uint32_t i = 0; i < a->beta.len && a->beta.len > 1; i++)
    add_lemma_candidate(c, hd_formula_not(T, a->beta.data[i]));
}

/* Learns that from alpha the threads below come to states with it only, unless that is known. */
static void learn_kept(candidates *c, hd_term kept)
{
  hd_terms *T = c->h->u->p->terms;
  hd_level *l = c->l;
  hd_term lost = hd_term_2(T, HD_OP_AND, hd_level_before(l, c->alpha), hd_formula_not(T, kept));
  if (hd_level_excludes(l, lost)) return;
  if (hd_modular_run_uses(c->h->u, HD_SWITCH_CONSTANTS)) lost = hd_query_without_constants(c->h, l, lost);
  hd_level_add_fact(l, hd_formula_not(T, lost));
}

static void sieve_candidates(candidates *c)
{
  hd_modular_run *u = c->h->u;
  hd_level *a = c->asked;
  uint32_t used = hd_seq_get_task(a->session)->n_supposed;
  HD_VEC(hd_edge) goals = {0};
  for (uint32_t e = 0; e < a->edges.len; e++)
    if (a->edges.data[e].kind == HD_PART_GOAL) hd_vec_push(&goals, (hd_edge){e});
  if (c->list.len + used > HD_SUPPOSED) c->list.len = HD_SUPPOSED - used;
  uint8_t *holds = hd_alloc(c->list.len + 1, 1);
  hd_seq_holding question = {.invariants = a->proof.data,
                             .n_invariants = a->proof.len,
                             .edges = goals.data,
                             .n_edges = goals.len,
                             .when = hd_program_var_term(u->p, u->start),
                             .formulas = c->list.data,
                             .names = u->supposed + used,
                             .n = c->list.len};
  hd_seq_find_holding(a->session, &question, u->budget, holds);
  for (uint32_t i = 0; i < c->list.len; i++)
    if (holds[i]) learn_kept(c, c->list.data[i]);
  free(holds);
  hd_vec_clear(&goals);
}

void hd_lemmas_kept(hd_hierarchy *h, hd_level *l, hd_term alpha, hd_term beta)
{
  candidates c = {.h = h, .l = l, .asked = l->index + 1 < h->n ? &h->levels[l->index + 1] : NULL, .alpha = alpha};
  if (!c.asked || c.asked->joint || !c.asked->proof.len) return;
  hd_level_ask(c.asked, alpha, beta, beta);
  if (!hd_level_reprove(c.asked)) return; /* the proof was another query's */
  collect_candidates(&c);
  if (c.list.len) sieve_candidates(&c);
  hd_vec_clear(&c.list);
}
