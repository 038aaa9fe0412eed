/* generalize.c - from one impossible move of the environment to many (thesis, sections 4.6, 8.2 and 8.3). */
#include "engine/modular/check.h"
#include "logic/linear.h"

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

/* Does a thread from the level on use the variable? */
static bool is_used(const hd_hierarchy *h, uint32_t level, uint32_t v)
{
  for (uint32_t i = level; i < h->n; i++)
    if (h->u->uses[h->order[i].id][v] || h->u->writes[h->order[i].id][v]) return true;
  return false;
}

/* Replaces a variable that the environment does not change by its value, where a conjunct of alpha gives it
 * in such variables: it is the same before and after. */
static void use_invariant(const hd_level *l, const hd_term_list *alpha, hd_term *beta, uint32_t v)
{
  hd_terms *T = l->u->p->terms;
  for (uint32_t i = 0; i < alpha->len; i++) {
    hd_term value = hd_formula_solve(T, alpha->data[i], v);
    if (!hd_term_is(value) || !hd_term_is_const(T, value, NULL)) continue;
    *beta = hd_linear_normal(T, hd_formula_replace(T, *beta, v, value));
    return;
  }
}

/* Is the conjunct about what is neither used nor in beta alone? */
static bool is_idle(const hd_hierarchy *h, uint32_t level, hd_term conjunct, const uint8_t *in_beta)
{
  bool idle = true;
  uint8_t *about = hd_alloc(h->u->first_copy, 1);
  hd_universe_mark(h->u, conjunct, about);
  for (uint32_t v = 0; v < h->u->first_copy && idle; v++)
    idle = !about[v] || (!in_beta[v] && !is_used(h, level, v));
  free(about);
  return idle;
}

void hd_query_simplify(hd_hierarchy *h, uint32_t level, hd_term *alpha, hd_term *beta)
{
  hd_terms *T = h->u->p->terms;
  const hd_level *asks = &h->levels[level - 1];
  hd_term_list known = {0};
  uint8_t *in_beta = hd_alloc(h->u->first_copy, 1);
  hd_formula_conjuncts(T, *alpha, &known);
  hd_universe_mark(h->u, *beta, in_beta);
  for (uint32_t v = 0; v < h->u->first_copy; v++) {
    if (asks->changed_below[v]) continue;
    if (in_beta[v])
      use_invariant(asks, &known, beta, v);
    else if (!is_used(h, level, v))
      hd_formula_eliminate(T, &known, v);
  }
  uint32_t kept = 0;
  for (uint32_t i = 0; i < known.len; i++)
    if (!is_idle(h, level, known.data[i], in_beta)) known.data[kept++] = known.data[i];
  *alpha = hd_formula_and(T, known.data, kept);
  hd_vec_clear(&known);
  free(in_beta);
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
  leave_out_groups(&q, OF_ALPHA);
  leave_out_groups(&q, OF_BETA);
  *alpha = q.alpha;
  *beta = q.beta;
}

/* --- what is never reached ---------------------------------------------------------------------------- */

/* Is one conjunct enough? */
static bool leave_one(query *q, const hd_term_list *conjuncts)
{
  for (uint32_t i = 0; i < conjuncts->len; i++)
    if (weaken(q, q->alpha, conjuncts->data[i])) return true;
  return false;
}

/* beta is sum >= bound, written with these rows. */
static hd_term at_least(hd_linear *rows, int64_t bound)
{
  rows->rows.data[0].bound = -bound;
  return hd_linear_formula(rows);
}

/* The value of the sum in the initial state, if it has one. */
static bool initial_value(const hd_universe *u, const hd_sum *sum, int64_t *value)
{
  *value = 0;
  for (uint32_t i = 0; i < sum->len; i++) {
    const hd_var_info *v = &u->p->vars.data[sum->data[i].symbol];
    if (v->any || v->count || v->sort.kind != HD_SORT_BV) return false;
    *value -=
        sum->data[i].factor * hd_signed(hd_var_init(u->p, (hd_var){sum->data[i].symbol}, 0), v->sort.width);
  }
  return true;
}

/* A bound that is not reached: the first one that is not? The next one is tried first: mostly it is. */
static void tighten(query *q)
{
  hd_linear rows;
  int64_t low, high;
  hd_linear_init(&rows, q->h->u->p->terms);
  hd_linear_add(&rows, q->beta);
  bool one = rows.rows.len == 1 && rows.rest.len == 0 && !rows.rows.data[0].equal;
  if (one && initial_value(q->h->u, &rows.rows.data[0].sum, &low)) {
    high = -rows.rows.data[0].bound;
    for (int64_t next = high - 1; low + 1 < high && next > low;) {
      if (weaken(q, q->alpha, at_least(&rows, next)))
        high = next;
      else
        low = next;
      next = low + (high - low) / 2;
    }
  }
  hd_linear_clear(&rows);
}

void hd_hierarchy_generalize_to(hd_hierarchy *h, const hd_level *l, hd_term alpha, hd_term *beta)
{
  query q = {h, l, alpha, *beta};
  hd_term_list conjuncts = {0};
  hd_formula_conjuncts(h->u->p->terms, *beta, &conjuncts);
  if (conjuncts.len > 1 && !leave_one(&q, &conjuncts))
    for (uint32_t i = 0; i < conjuncts.len && conjuncts.len > 2;)
      if (!leave_out(&q, OF_BETA, &conjuncts, i, 1)) i++;
  tighten(&q);
  hd_vec_clear(&conjuncts);
  *beta = q.beta;
}
