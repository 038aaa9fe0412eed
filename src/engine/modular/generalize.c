/* generalize.c - from one impossible move of the environment to many (thesis, sections 4.6, 8.2 and 8.3). */
#include "engine/modular/check.h"
#include "engine/modular/paths.h"
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
  if (hd_budget_spent(q->h->u->budget) || !hd_hierarchy_excludes(q->h, q->l->index + 1, &alpha, &beta)) return false;
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
  for (uint32_t v = 0; v < h->u->first_copy && idle; v++) idle = !about[v] || (!in_beta[v] && !is_used(h, level, v));
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

/* --- leaving out conjuncts ------------------------------------------------------------ */

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

/* Large groups first: most conjuncts do not matter. Without any beta, alpha would have to be impossible. */
static void leave_out_groups(query *q, side which)
{
  hd_terms *T = q->h->u->p->terms;
  hd_term_list conjuncts = {0};
  hd_formula_conjuncts(T, hd_formula_nnf(T, which == OF_ALPHA ? q->alpha : q->beta), &conjuncts);
  for (uint32_t size = which == OF_ALPHA ? conjuncts.len : conjuncts.len / 2; size > 0; size /= 2) {
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

/* --- what is never reached ------------------------------------------------------------ */

/* Is it a bound on what the environment changes? */
static bool is_bound(const query *q, hd_term conjunct)
{
  hd_linear rows;
  hd_linear_init(&rows, q->h->u->p->terms);
  hd_linear_add(&rows, conjunct);
  bool bound = rows.rows.len == 1 && rows.rest.len == 0 && !rows.rows.data[0].equal;
  for (uint32_t i = 0; bound && i < rows.rows.data[0].sum.len; i++)
    bound = q->l->changed_below[rows.rows.data[0].sum.data[i].symbol];
  hd_linear_clear(&rows);
  return bound;
}

/* Is one conjunct enough? A bound is asked for in earnest, once: what is learned on the way is worth it. */
static bool leave_one(query *q, const hd_term_list *conjuncts)
{
  for (uint32_t i = 0; i < conjuncts->len; i++)
    if (weaken(q, q->alpha, conjuncts->data[i])) return true;
  for (uint32_t i = 0; i < conjuncts->len; i++) {
    hd_term one = conjuncts->data[i];
    if (!is_bound(q, one) || hd_map_find(&q->h->asked, one.id)) continue;
    hd_map_put(&q->h->asked, one.id, 1);
    if (!hd_hierarchy_denies(q->h, q->l->index + 1, q->alpha, one)) continue;
    q->beta = one;
    return true;
  }
  return false;
}

/* --- bounds ------------------------------------------------------------ */

/* beta says that a sum is at least `bound`. */
typedef struct {
  query *q;
  hd_linear rows; /* one row, without the bound */
  int64_t initial;
} at_least;

static bool initial_value(const hd_universe *u, uint32_t v, int64_t *value)
{
  const hd_var_info *info = &u->p->vars.data[v];
  if (info->any || info->count || info->sort.kind != HD_SORT_BV) return false;
  *value = hd_signed(hd_var_init(u->p, (hd_var){v}, 0), info->sort.width);
  return true;
}

static hd_term bound_term(at_least *a, int64_t bound)
{
  a->rows.rows.data[0].bound = -bound;
  a->rows.rows.data[0].gone = false;
  a->rows.none = false;
  return hd_linear_formula(&a->rows);
}

/* The most, below high, that a known path reaches; low, if there is none that reaches more. */
static int64_t reached(at_least *a, int64_t low, int64_t high)
{
  const query *q = a->q;
  const hd_level *asked = q->l->index + 1 < q->h->n ? &q->h->levels[q->l->index + 1] : NULL;
  while (asked && low + 1 < high) {
    int64_t middle = low + (high - low) / 2;
    if (hd_paths_refute(asked, q->alpha, bound_term(a, middle)))
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* The sum starts with its initial value, and `high` is known not to be reached: the first value that is not?
 * The one before is tried first: mostly it is reached. Then by halves, and every other time what comes after the most
 * that is known to be reached: often that is all. */
static int64_t tightest(at_least *a, int64_t high)
{
  int64_t low = a->initial, next = high - 1;
  for (bool halves = true; low + 1 < high && next > low; halves = !halves) {
    if (weaken(a->q, a->q->alpha, bound_term(a, next)))
      high = next;
    else
      low = reached(a, next, high);
    next = halves ? low + (high - low) / 2 : low + 1;
    if (next >= high) break;
  }
  return high;
}

/* One side of a sum on its own: the first value that factor * variable, the factor being 1 or -1, does not
 * reach, if not at once the sum reaches its bound by it. HD_NO_TERM: nothing of the kind holds. */
static hd_term tight_part(query *q, hd_monomial m, int64_t enough, int64_t initial, int64_t *first)
{
  hd_term part = HD_NO_TERM;
  at_least a = {.q = q, .initial = initial};
  hd_terms *T = q->h->u->p->terms;
  hd_linear_init(&a.rows, T);
  hd_var v = {m.symbol};
  hd_term zero = hd_term_bv(T, hd_var_get(q->h->u->p, v)->sort.width, 0), x = hd_program_var_term(q->h->u->p, v);
  hd_linear_add(&a.rows, m.factor > 0 ? hd_term_2(T, HD_OP_SLE, zero, x) : hd_term_2(T, HD_OP_SLE, x, zero));
  query own = *q;
  a.q = &own;
  if (a.rows.rows.len == 1 && enough > initial && weaken(&own, own.alpha, bound_term(&a, enough))) {
    *first = tightest(&a, enough);
    part = bound_term(&a, *first);
  }
  hd_linear_clear(&a.rows);
  return part;
}

/* A sum that is never reached because its parts are bounded: their bounds say more. */
static bool split(query *q, const hd_row *row, hd_term_list *betas)
{
  const hd_universe *u = q->h->u;
  int64_t bound = -row->bound, total = 0, initial = 0, value;
  hd_term_list parts = {0};
  bool good = true;
  for (uint32_t i = 0; i < row->sum.len && good; i++) {
    good = initial_value(u, row->sum.data[i].symbol, &value);
    initial -= row->sum.data[i].factor * value;
  }
  for (uint32_t i = 0; i < row->sum.len && good; i++) {
    int64_t f = -row->sum.data[i].factor, size = f < 0 ? -f : f, first = 0;
    initial_value(u, row->sum.data[i].symbol, &value);
    int64_t missing = bound - (initial - f * value); /* for f * x, when the others stay */
    int64_t enough = (missing + size - 1) / size;
    hd_monomial m = {row->sum.data[i].symbol, f < 0 ? -1 : 1};
    hd_term part = tight_part(q, m, enough, m.factor * value, &first);
    good = hd_term_is(part);
    total += size * (first - 1);
    hd_vec_push(&parts, part);
  }
  good = good && total < bound;
  for (uint32_t i = 0; i < parts.len && good; i++) hd_vec_push(betas, parts.data[i]);
  hd_vec_clear(&parts);
  return good;
}

/* A bound that is not reached is lowered to the first one that is not, or replaced by bounds of its parts. */
static void tighten(query *q, hd_term_list *betas)
{
  at_least a = {.q = q};
  hd_linear_init(&a.rows, q->h->u->p->terms);
  hd_linear_add(&a.rows, q->beta);
  bool one = a.rows.rows.len == 1 && a.rows.rest.len == 0 && !a.rows.rows.data[0].equal;
  const hd_row *row = one ? &a.rows.rows.data[0] : NULL;
  bool done = false;
  if (one && row->sum.len == 1) {
    int64_t value, f = -row->sum.data[0].factor;
    if (initial_value(q->h->u, row->sum.data[0].symbol, &value)) {
      a.initial = f * value;
      tightest(&a, -row->bound);
    }
  } else if (one) {
    done = split(q, row, betas);
  }
  if (!done) hd_vec_push(betas, q->beta);
  hd_linear_clear(&a.rows);
}

void hd_hierarchy_never(hd_hierarchy *h, const hd_level *l, hd_term alpha, hd_term beta, hd_term_list *betas)
{
  query q = {h, l, alpha, beta};
  hd_term_list conjuncts = {0};
  hd_formula_conjuncts(h->u->p->terms, beta, &conjuncts);
  if (conjuncts.len > 1 && !leave_one(&q, &conjuncts))
    for (uint32_t i = 0; i < conjuncts.len && conjuncts.len > 2;)
      if (!leave_out(&q, OF_BETA, &conjuncts, i, 1)) i++;
  if (hd_universe_uses(h->u, HD_SWITCH_BOUNDS))
    tighten(&q, betas);
  else
    hd_vec_push(betas, q.beta);
  hd_vec_clear(&conjuncts);
}

/* --- inductive environment properties ------------------------------------------------------------ */

/* Is it about variables alone that the environment changes? */
static bool is_environment(const hd_level *l, hd_term t)
{
  uint8_t *about = hd_alloc(l->u->first_copy, 1);
  hd_universe_mark(l->u, t, about);
  bool only = true, any = false;
  for (uint32_t v = 0; v < l->u->first_copy && only; v++) {
    only = !about[v] || l->changed_below[v];
    any |= about[v];
  }
  free(about);
  return only && any;
}

static void try_property(hd_hierarchy *h, hd_level *l, hd_term property)
{
  hd_terms *T = h->u->p->terms;
  uint64_t key = (uint64_t)property.id << 8 | (l->index + 1);
  if (hd_map_find(&h->asked, key) || !is_environment(l, property)) return;
  hd_map_put(&h->asked, key, 1);
  query q = {h, l, hd_term_false(T), hd_term_false(T)};
  if (!weaken(&q, property, hd_formula_not(T, property))) return;
  hd_term lost = hd_term_2(T, HD_OP_AND, hd_level_before(l, q.alpha), q.beta);
  hd_level_add_fact(l, hd_formula_not(T, lost));
}

void hd_hierarchy_find_inductive(hd_hierarchy *h, hd_level *l, hd_term alpha, hd_term beta)
{
  hd_terms *T = h->u->p->terms;
  hd_term_list parts = {0};
  bool always = hd_term_is_true(T, alpha);
  hd_formula_conjuncts(T, always ? beta : alpha, &parts);
  bool worth = always ? parts.len > 1 : !is_environment(l, hd_term_2(T, HD_OP_AND, alpha, beta));
  for (uint32_t i = 0; i < parts.len && worth; i++)
    try_property(h, l, always ? hd_formula_not(T, parts.data[i]) : parts.data[i]);
  hd_vec_clear(&parts);
}

/* --- variables that the environment does not use ---------------------------------------------------------
 */

typedef struct {
  const hd_hierarchy *h;
  uint32_t level;
} strangers;

static bool is_strange(void *context, uint32_t symbol)
{
  const strangers *s = context;
  return symbol < s->h->u->first_copy && !is_used(s->h, s->level, symbol);
}

hd_term hd_query_without_constants(const hd_hierarchy *h, const hd_level *l, hd_term moves)
{
  strangers s = {h, l->index + 1};
  hd_linear rows;
  hd_linear_init(&rows, h->u->p->terms);
  hd_linear_add(&rows, moves);
  hd_linear_eliminate(&rows, &(hd_symbol_set){is_strange, &s});
  hd_term less = hd_linear_formula(&rows);
  if (rows.exact) moves = less;
  hd_linear_clear(&rows);
  return moves;
}
