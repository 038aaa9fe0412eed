/* schedule.c - the order of products. Bits that the same factors mention are eliminated together; the
 * group that leaves the smallest support behind goes first (bucket elimination). */
#include "mu/plan.h"

typedef struct {
  uint32_t place; /* in the plan */
  mu_bits support;
  bool varies; /* does it depend on a relation that is iterated? */
  bool negated;
} operand;

typedef struct {
  mu_plan *plan;
  uint32_t n_vars;
  mu_bits left; /* bits that are still to be quantified */
  HD_VEC(operand) pool;
} scheduler;

static uint32_t count_bits(const mu_bits *b)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < b->n; i++) n += (uint32_t)__builtin_popcountll(b->words[i]);
  return n;
}

static uint32_t count_common(const mu_bits *a, const mu_bits *b)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < a->n; i++) n += (uint32_t)__builtin_popcountll(a->words[i] & b->words[i]);
  return n;
}

/* The size of what is left when all factors that mention var are multiplied and var's group is gone;
 * among equals, few factors first. */
static uint32_t cost_of(const scheduler *s, uint32_t var)
{
  uint32_t factors = 0, stays = 0;
  for (uint32_t i = 0; i < s->pool.len; i++) factors += mu_bits_has(&s->pool.data[i].support, var);
  for (uint32_t w = 0; w < s->left.n; w++) {
    uint64_t with = 0, without = 0;
    for (uint32_t i = 0; i < s->pool.len; i++) {
      const operand *o = &s->pool.data[i];
      if (mu_bits_has(&o->support, var))
        with |= o->support.words[w];
      else
        without |= o->support.words[w];
    }
    stays += (uint32_t)__builtin_popcountll(with & ~(s->left.words[w] & ~without));
  }
  return stays * 8 + factors;
}

static uint32_t cheapest_var(const scheduler *s)
{
  uint32_t best = HD_NONE, best_cost = HD_NONE;
  for (uint32_t v = 0; v < s->n_vars; v++) {
    if (!mu_bits_has(&s->left, v)) continue;
    uint32_t cost = cost_of(s, v);
    if (cost < best_cost) best_cost = cost, best = v;
  }
  return best;
}

/* Multiplies pool entries i and j (which may be the same), and quantifies what only they mention. */
static uint32_t multiply_operands(scheduler *s, uint32_t i, uint32_t j)
{
  operand *a = &s->pool.data[i], *b = &s->pool.data[j];
  operand product = {.support = mu_bits_new(s->n_vars), .varies = a->varies || b->varies};
  hd_u32s gone = {0};
  for (uint32_t v = 0; v < s->n_vars; v++) {
    if (!mu_bits_has(&a->support, v) && !mu_bits_has(&b->support, v)) continue;
    bool elsewhere = !mu_bits_has(&s->left, v);
    for (uint32_t k = 0; k < s->pool.len && !elsewhere; k++)
      elsewhere = k != i && k != j && mu_bits_has(&s->pool.data[k].support, v);
    if (elsewhere)
      mu_bits_add(&product.support, v);
    else {
      hd_vec_push(&gone, v);
      s->left.words[v / 64] &= ~(UINT64_C(1) << v % 64);
    }
  }
  mu_plan_step step = {.a = a->place, .b = b->place, .not_a = a->negated, .not_b = b->negated};
  for (uint32_t k = 0; k < 2; k++) step.known[k].a = step.known[k].b = step.known[k].result = HD_BDD_NONE;
  step.cube = hd_bdd_keep(hd_bdd_cube(gone.data, gone.len));
  hd_vec_clear(&gone);
  product.place = s->plan->inputs.len + s->plan->steps.len;
  hd_vec_push(&s->plan->steps, step);
  free(a->support.words);
  if (i == j) {
    *a = product;
    return i;
  }
  free(b->support.words);
  uint32_t low = i < j ? i : j, high = i < j ? j : i;
  s->pool.data[low] = product;
  s->pool.data[high] = s->pool.data[s->pool.len - 1];
  s->pool.len--;
  return low;
}

/* Among the factors that mention var (HD_NONE: all), where to begin: what varies, and is small. */
static uint32_t begin_with(const scheduler *s, uint32_t var)
{
  uint32_t best = HD_NONE;
  for (uint32_t i = 0; i < s->pool.len; i++) {
    const operand *o = &s->pool.data[i];
    if (var != HD_NONE && !mu_bits_has(&o->support, var)) continue;
    if (best == HD_NONE) {
      best = i;
      continue;
    }
    const operand *b = &s->pool.data[best];
    if (o->negated != b->negated)
      best = o->negated ? best : i;
    else if (o->varies != b->varies ? o->varies : count_bits(&o->support) < count_bits(&b->support))
      best = i;
  }
  return best;
}

static uint32_t go_on_with(const scheduler *s, uint32_t at, uint32_t var)
{
  uint32_t best = HD_NONE, best_common = 0;
  for (uint32_t i = 0; i < s->pool.len; i++) {
    if (i == at || (var != HD_NONE && !mu_bits_has(&s->pool.data[i].support, var))) continue;
    uint32_t common = count_common(&s->pool.data[at].support, &s->pool.data[i].support);
    if (best != HD_NONE && common <= best_common) continue;
    best = i;
    best_common = common;
  }
  return best;
}

static void eliminate_var(scheduler *s, uint32_t var)
{
  uint32_t at = begin_with(s, var);
  for (uint32_t next; (next = go_on_with(s, at, var)) != HD_NONE;) at = multiply_operands(s, at, next);
  if (var != HD_NONE && mu_bits_has(&s->left, var)) multiply_operands(s, at, at);
}

static void drop_unmentioned(scheduler *s)
{
  for (uint32_t v = 0; v < s->n_vars; v++) {
    bool mentioned = false;
    for (uint32_t i = 0; i < s->pool.len && !mentioned; i++) mentioned = mu_bits_has(&s->pool.data[i].support, v);
    if (!mentioned) s->left.words[v / 64] &= ~(UINT64_C(1) << v % 64);
  }
}

void mu_plan_schedule(mu_plan *p, const mu_bits *bound, uint32_t n_vars)
{
  scheduler s = {.plan = p, .n_vars = n_vars, .left = mu_bits_new(n_vars)};
  memcpy(s.left.words, bound->words, bound->n * sizeof *bound->words);
  for (uint32_t i = 0; i < p->inputs.len; i++) {
    operand o = {.place = i,
                 .support = mu_bits_new(n_vars),
                 .varies = !p->inputs.data[i].fixed,
                 .negated = p->inputs.data[i].negated};
    memcpy(o.support.words, p->inputs.data[i].support.words, o.support.n * sizeof(uint64_t));
    hd_vec_push(&s.pool, o);
  }
  drop_unmentioned(&s);
  for (uint32_t var; (var = cheapest_var(&s)) != HD_NONE;) eliminate_var(&s, var);
  if (s.pool.len > 1) eliminate_var(&s, HD_NONE);
  for (uint32_t i = 0; i < s.pool.len; i++) free(s.pool.data[i].support.words);
  hd_vec_clear(&s.pool);
  free(s.left.words);
}
