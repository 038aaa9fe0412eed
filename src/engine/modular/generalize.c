/* generalize.c - from one impossible move of the environment to many (thesis, sections 4.6, 8.2 and 8.3). */
#include "engine/modular/check.h"

/* A query that is known to be excluded, and the level whose environment it is about. */
typedef struct {
  hd_hierarchy *h;
  const hd_level *l;
  hd_term alpha, beta;
} query;

/* Takes the weaker query if it is excluded as well. One check: whether more refinements would exclude it is
 * not asked (quick generalization). */
static bool weaken(query *q, hd_term alpha, hd_term beta)
{
  if (hd_term_same(alpha, q->alpha) && hd_term_same(beta, q->beta)) return true;
  if (hd_budget_spent(q->h->u->budget) || !hd_hierarchy_excludes(q->h, q->l->index + 1, &alpha, &beta))
    return false;
  q->alpha = alpha;
  q->beta = beta;
  return true;
}

/* --- what the environment cannot change --------------------------------------------------------- */

typedef struct {
  const hd_level *l;
  bool changed, unchanged;
} mention;

static void note_mention(void *context, hd_term leaf)
{
  mention *m = context;
  uint32_t v = hd_term_symbol(m->l->u->p->terms, leaf);
  if (v < m->l->u->first_copy && m->l->changed_below[v])
    m->changed = true;
  else
    m->unchanged = true;
}

static mention mentions(const hd_level *l, hd_term t)
{
  mention m = {l, false, false};
  hd_term_visit_leaves(l->u->p->terms, t, note_mention, &m);
  return m;
}

/* Replaces a variable that the environment does not change by its value, where a conjunct of alpha gives it
 * in such variables: it is the same before and after (query invariants, section 8.2). */
static bool use_invariant(const hd_level *l, hd_term_list *alpha, hd_term *beta, uint32_t v)
{
  hd_terms *T = l->u->p->terms;
  for (uint32_t i = 0; i < alpha->len; i++) {
    hd_term value = hd_formula_solve(T, alpha->data[i], v);
    if (!hd_term_is(value) || mentions(l, value).changed) continue;
    *beta = hd_formula_replace(T, *beta, v, value);
    return hd_formula_eliminate(T, alpha, v);
  }
  return false;
}

static void use_invariants(query *q)
{
  hd_terms *T = q->h->u->p->terms;
  hd_term_list alpha = {0};
  hd_term beta = q->beta;
  hd_formula_conjuncts(T, q->alpha, &alpha);
  for (uint32_t v = 0; v < q->h->u->first_copy; v++)
    if (!q->l->changed_below[v]) use_invariant(q->l, &alpha, &beta, v);
  hd_term simpler = hd_formula_and(T, alpha.data, alpha.len);
  weaken(q, simpler, beta);
  hd_vec_clear(&alpha);
}

/* --- leaving out conjuncts ------------------------------------------------------------------------ */

typedef enum { OF_ALPHA, OF_BETA } side;

static bool weaken_side(query *q, side which, hd_term formula)
{
  return which == OF_ALPHA ? weaken(q, formula, q->beta) : weaken(q, q->alpha, formula);
}

/* Tries to leave out the conjuncts from `first` on, `n` of them. */
static bool leave_out(query *q, side which, hd_term_list *conjuncts, uint32_t first, uint32_t n)
{
  hd_terms *T = q->h->u->p->terms;
  hd_term_list rest = {0};
  for (uint32_t i = 0; i < conjuncts->len; i++)
    if (i < first || i >= first + n) hd_vec_push(&rest, conjuncts->data[i]);
  bool weaker = weaken_side(q, which, hd_formula_and(T, rest.data, rest.len));
  hd_vec_clear(weaker ? conjuncts : &rest);
  if (weaker) *conjuncts = rest;
  return weaker;
}

/* Large groups first: most conjuncts do not matter. */
static void leave_out_groups(query *q, side which)
{
  hd_terms *T = q->h->u->p->terms;
  hd_term_list conjuncts = {0};
  hd_formula_conjuncts(T, hd_formula_nnf(T, which == OF_ALPHA ? q->alpha : q->beta), &conjuncts);
  for (uint32_t size = conjuncts.len; size > 0; size /= 2) {
    for (uint32_t first = 0; first < conjuncts.len;) {
      uint32_t n = size < conjuncts.len - first ? size : conjuncts.len - first;
      if (!leave_out(q, which, &conjuncts, first, n)) first += n;
    }
  }
  hd_vec_clear(&conjuncts);
}

void hd_hierarchy_generalize(hd_hierarchy *h, const hd_level *l, hd_term *alpha, hd_term *beta)
{
  query q = {h, l, *alpha, *beta};
  use_invariants(&q);
  leave_out_groups(&q, OF_ALPHA);
  leave_out_groups(&q, OF_BETA);
  *alpha = q.alpha;
  *beta = q.beta;
}
