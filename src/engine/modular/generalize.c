/* generalize.c - from one impossible move of the environment to many (thesis, sections 4.6, 8.2 and 8.3). */
#include "engine/modular/attempt.h"
#include "engine/modular/paths.h"
#include "logic/linear.h"

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
  hd_modular_run_mark(h->u, conjunct, about);
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
  hd_modular_run_mark(h->u, *beta, in_beta);
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

/* Groups of conjuncts that one tries to leave out, one after the other: those from `first` on, `size` of them. */
typedef struct {
  const hd_excluded *q;
  hd_side which;
  hd_term_list conjuncts;
  uint32_t first, size; /* size 0: that was all */
} groups;

static uint32_t group_end(const groups *g)
{
  return g->size < g->conjuncts.len - g->first ? g->first + g->size : g->conjuncts.len;
}

static hd_attempt without_group(const groups *g)
{
  hd_term_list rest = {0};
  for (uint32_t i = 0; i < g->conjuncts.len; i++)
    if (i < g->first || i >= group_end(g)) hd_vec_push(&rest, g->conjuncts.data[i]);
  hd_term formula = hd_formula_and(g->q->h->u->p->terms, rest.data, rest.len);
  hd_vec_clear(&rest);
  return g->which == HD_OF_ALPHA ? (hd_attempt){HD_OF_ALPHA, formula, g->q->beta} : hd_weaker_beta(g->q, formula);
}

/* After the last group come smaller ones. */
static void next_group(groups *g, bool left_out)
{
  uint32_t end = group_end(g);
  if (left_out) {
    for (uint32_t i = end; i < g->conjuncts.len; i++) g->conjuncts.data[g->first + i - end] = g->conjuncts.data[i];
    g->conjuncts.len -= end - g->first;
  } else {
    g->first = end;
  }
  if (g->first < g->conjuncts.len) return;
  g->first = 0;
  g->size = g->conjuncts.len ? g->size / 2 : 0;
}

static hd_attempt foresee_group(void *context, bool good)
{
  const groups *now = context;
  groups g = *now;
  g.conjuncts = (hd_term_list){0};
  for (uint32_t i = 0; i < now->conjuncts.len; i++) hd_vec_push(&g.conjuncts, now->conjuncts.data[i]);
  next_group(&g, good);
  hd_attempt a = g.size ? without_group(&g) : (hd_attempt){.alpha = HD_NO_TERM};
  hd_vec_clear(&g.conjuncts);
  return a;
}

static void leave_out(hd_excluded *q, groups *g)
{
  next_group(g, hd_weaken(q, without_group(g), &(hd_foresight){foresee_group, g}));
}

/* Large groups first: most conjuncts do not matter. Without any beta, alpha would have to be impossible. */
static void leave_out_groups(hd_excluded *q, hd_side which)
{
  hd_terms *T = q->h->u->p->terms;
  groups g = {.q = q, .which = which};
  hd_formula_conjuncts(T, hd_formula_nnf(T, which == HD_OF_ALPHA ? q->alpha : q->beta), &g.conjuncts);
  g.size = which == HD_OF_ALPHA ? g.conjuncts.len : g.conjuncts.len / 2;
  while (g.size) leave_out(q, &g);
  hd_vec_clear(&g.conjuncts);
}

void hd_hierarchy_generalize(hd_hierarchy *h, const hd_level *l, hd_term *alpha, hd_term *beta)
{
  hd_excluded q = {h, l, *alpha, *beta};
  leave_out_groups(&q, HD_OF_ALPHA);
  leave_out_groups(&q, HD_OF_BETA);
  *alpha = q.alpha;
  *beta = q.beta;
}

/* --- what is never reached ------------------------------------------------------------ */

/* Is it a bound on what the environment changes? */
static bool is_bound(const hd_excluded *q, hd_term conjunct)
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

/* One conjunct after the other. */
typedef struct {
  const hd_excluded *q;
  const hd_term_list *conjuncts;
  uint32_t i;
} single;

static hd_attempt foresee_single(void *context, bool good)
{
  const single *s = context;
  (void)good; /* if it is, that is all */
  if (s->i + 1 == s->conjuncts->len) return (hd_attempt){.alpha = HD_NO_TERM};
  return hd_weaker_beta(s->q, s->conjuncts->data[s->i + 1]);
}

/* Is one conjunct enough? A bound is asked for in earnest, once: what is learned on the way is worth it. */
static bool leave_one(hd_excluded *q, const hd_term_list *conjuncts)
{
  for (single s = {q, conjuncts, 0}; s.i < conjuncts->len; s.i++)
    if (hd_weaken(q, hd_weaker_beta(q, conjuncts->data[s.i]), &(hd_foresight){foresee_single, &s})) return true;
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
  hd_excluded *q;
  hd_linear rows; /* one row, without the bound */
  int64_t initial;
} at_least;

static bool initial_value(const hd_modular_run *u, uint32_t v, int64_t *value)
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
static int64_t most_reached(at_least *a, int64_t low, int64_t high)
{
  const hd_excluded *q = a->q;
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

/* Between what is reached and what is not: the value that is tried now. */
typedef struct {
  at_least *a;
  int64_t low, high, next;
  bool halves;
} interval;

/* By halves, and every other time what comes after the most that is known to be reached: often that is all. */
static void narrow_interval(interval *i, bool good)
{
  if (good)
    i->high = i->next;
  else
    i->low = most_reached(i->a, i->next, i->high);
  i->next = i->halves ? i->low + (i->high - i->low) / 2 : i->low + 1;
  i->halves = !i->halves;
}

static bool is_open(const interval *i)
{
  return i->low + 1 < i->high && i->next > i->low && i->next < i->high;
}

static hd_attempt foresee_bound(void *context, bool good)
{
  interval i = *(const interval *)context;
  narrow_interval(&i, good);
  return is_open(&i) ? hd_weaker_beta(i.a->q, bound_term(i.a, i.next)) : (hd_attempt){.alpha = HD_NO_TERM};
}

/* The sum starts with its initial value, and `high` is known not to be reached: the first value that is not? The one
 * before is tried first: mostly it is reached. */
static int64_t tightest_bound(at_least *a, int64_t high)
{
  interval i = {a, a->initial, high, high - 1, true};
  while (is_open(&i))
    narrow_interval(&i,
                    hd_weaken(a->q, hd_weaker_beta(a->q, bound_term(a, i.next)), &(hd_foresight){foresee_bound, &i}));
  return i.high;
}

/* One side of a sum on its own: the first value that factor * variable, the factor being 1 or -1, does not
 * reach, unless the sum reaches its bound by that value at once. HD_NO_TERM: there is no such value. */
static hd_term tight_part(hd_excluded *q, hd_monomial m, int64_t enough, int64_t initial, int64_t *first)
{
  hd_term part = HD_NO_TERM;
  at_least a = {.q = q, .initial = initial};
  hd_terms *T = q->h->u->p->terms;
  hd_linear_init(&a.rows, T);
  hd_var v = {m.symbol};
  hd_term zero = hd_term_bv(T, hd_var_get(q->h->u->p, v)->sort.width, 0), x = hd_program_var_term(q->h->u->p, v);
  hd_linear_add(&a.rows, m.factor > 0 ? hd_term_2(T, HD_OP_SLE, zero, x) : hd_term_2(T, HD_OP_SLE, x, zero));
  hd_excluded own = *q;
  a.q = &own;
  if (a.rows.rows.len == 1 && enough > initial &&
      hd_weaken(&own, hd_weaker_beta(&own, bound_term(&a, enough)), &(hd_foresight){0})) {
    *first = tightest_bound(&a, enough);
    part = bound_term(&a, *first);
  }
  hd_linear_clear(&a.rows);
  return part;
}

/* A sum that is never reached because its parts are bounded: their bounds say more. */
static bool split_sum(hd_excluded *q, const hd_linear_row *row, hd_term_list *betas)
{
  const hd_modular_run *u = q->h->u;
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
static void tighten_bound(hd_excluded *q, hd_term_list *betas)
{
  at_least a = {.q = q};
  hd_linear_init(&a.rows, q->h->u->p->terms);
  hd_linear_add(&a.rows, q->beta);
  bool one = a.rows.rows.len == 1 && a.rows.rest.len == 0 && !a.rows.rows.data[0].equal;
  const hd_linear_row *row = one ? &a.rows.rows.data[0] : NULL;
  bool done = false;
  if (one && row->sum.len == 1) {
    int64_t value, f = -row->sum.data[0].factor;
    if (initial_value(q->h->u, row->sum.data[0].symbol, &value)) {
      a.initial = f * value;
      tightest_bound(&a, -row->bound);
    }
  } else if (one) {
    done = split_sum(q, row, betas);
  }
  if (!done) hd_vec_push(betas, q->beta);
  hd_linear_clear(&a.rows);
}

void hd_hierarchy_never(hd_hierarchy *h, const hd_level *l, hd_term alpha, hd_term beta, hd_term_list *betas)
{
  hd_excluded q = {h, l, alpha, beta};
  groups g = {.q = &q, .which = HD_OF_BETA, .size = 1};
  hd_formula_conjuncts(h->u->p->terms, beta, &g.conjuncts);
  if (g.conjuncts.len > 1 && !leave_one(&q, &g.conjuncts))
    while (g.size && g.conjuncts.len > 2) leave_out(&q, &g);
  if (hd_modular_run_uses(h->u, HD_SWITCH_BOUNDS))
    tighten_bound(&q, betas);
  else
    hd_vec_push(betas, q.beta);
  hd_vec_clear(&g.conjuncts);
}

/* --- inductive environment properties ------------------------------------------------------------ */

/* Is it about variables alone that the environment changes? */
static bool is_environment(const hd_level *l, hd_term t)
{
  uint8_t *about = hd_alloc(l->u->first_copy, 1);
  hd_modular_run_mark(l->u, t, about);
  bool only = true, any = false;
  for (uint32_t v = 0; v < l->u->first_copy && only; v++) {
    only = !about[v] || l->changed_below[v];
    any |= about[v];
  }
  free(about);
  return only && any;
}

/* Properties that are tried, one after the other. */
typedef struct {
  const hd_excluded *q;
  hd_term_list list;
  uint32_t i;
} properties;

static hd_attempt to_keep(const hd_excluded *q, hd_term property)
{
  return (hd_attempt){HD_OF_BETA, property, hd_formula_not(q->h->u->p->terms, property)};
}

static hd_attempt foresee_property(void *context, bool good)
{
  const properties *p = context;
  (void)good;
  return p->i + 1 < p->list.len ? to_keep(p->q, p->list.data[p->i + 1]) : (hd_attempt){.alpha = HD_NO_TERM};
}

/* Once each. */
static void want_property(properties *p, hd_term property)
{
  hd_hierarchy *h = p->q->h;
  uint64_t key = (uint64_t)property.id << 8 | (p->q->l->index + 1);
  if (hd_map_find(&h->asked, key) || !is_environment(p->q->l, property)) return;
  hd_map_put(&h->asked, key, 1);
  hd_vec_push(&p->list, property);
}

static void try_properties(hd_hierarchy *h, hd_level *l, properties *p)
{
  hd_terms *T = h->u->p->terms;
  for (; p->i < p->list.len; p->i++) {
    hd_excluded q = {h, l, hd_term_false(T), hd_term_false(T)};
    hd_attempt kept = to_keep(&q, p->list.data[p->i]);
    hd_term lost = hd_term_2(T, HD_OP_AND, hd_level_before(l, kept.alpha), kept.beta);
    if (hd_modular_run_uses(h->u, HD_SWITCH_LEMMAS) && hd_level_excludes(l, lost)) continue;
    if (!hd_weaken(&q, kept, &(hd_foresight){foresee_property, p})) continue;
    lost = hd_term_2(T, HD_OP_AND, hd_level_before(l, q.alpha), q.beta);
    hd_level_add_fact(l, hd_formula_not(T, lost));
  }
}

void hd_hierarchy_find_inductive(hd_hierarchy *h, hd_level *l, hd_term alpha, hd_term beta)
{
  hd_terms *T = h->u->p->terms;
  hd_term_list parts = {0};
  hd_excluded q = {h, l, alpha, beta};
  properties p = {.q = &q};
  bool always = hd_term_is_true(T, alpha);
  hd_formula_conjuncts(T, always ? beta : alpha, &parts);
  bool worth = always ? parts.len > 1 : !is_environment(l, hd_term_2(T, HD_OP_AND, alpha, beta));
  for (uint32_t i = 0; i < parts.len && worth; i++)
    want_property(&p, always ? hd_formula_not(T, parts.data[i]) : parts.data[i]);
  try_properties(h, l, &p);
  hd_vec_clear(&p.list);
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
