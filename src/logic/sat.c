/* sat.c - CaDiCaL's interface, and gates with structural hashing. */
#include "logic/sat.h"

#include <ccadical.h>

#include "base/map.h"

struct hd_sat {
  CCaDiCaL *solver;
  const hd_budget *budget;
  int32_t last; /* the highest variable */
  hd_sat_cost cost;
  hd_map gates[5]; /* inputs to output; of three inputs, two are a pair's number */
  hd_map pairs;
  uint32_t n_pairs;
  uint32_t conflicts; /* the limit of a query; 0: none */
  hd_u32s activity;   /* by variable */
};

enum { GATE_AND, GATE_XOR, GATE_SUM, GATE_MAJORITY, GATE_ITE };

static int is_over(void *context)
{
  return hd_budget_spent(((hd_sat *)context)->budget);
}

hd_sat *hd_sat_new(const hd_budget *budget)
{
  hd_sat *s = hd_alloc(1, sizeof *s);
  s->solver = ccadical_init();
  ccadical_set_option(s->solver, "stabilize", 0); /* proofs rather than models: half the time on rings of threads */
  s->budget = budget;
  s->last = 1;
  ccadical_set_terminate(s->solver, s, is_over);
  hd_sat_clause(s, &(hd_lit){HD_LIT_TRUE}, 1);
  return s;
}

void hd_sat_free(hd_sat *s)
{
  if (!s) return;
  ccadical_release(s->solver);
  for (unsigned i = 0; i < HD_COUNT(s->gates); i++) hd_map_clear(&s->gates[i]);
  hd_map_clear(&s->pairs);
  hd_vec_clear(&s->activity);
  free(s);
}

hd_lit hd_sat_new_lit(hd_sat *s)
{
  s->cost.literals++;
  return ++s->last;
}

void hd_sat_clause(hd_sat *s, const hd_lit *lits, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    if (lits[i] == HD_LIT_TRUE && n > 1) return;
  s->cost.clauses++;
  for (uint32_t i = 0; i < n; i++)
    if (lits[i] != HD_LIT_FALSE) ccadical_add(s->solver, lits[i]);
  ccadical_add(s->solver, 0);
}

hd_sat_answer hd_sat_solve(hd_sat *s, const hd_lit *assumptions, uint32_t n)
{
  double began = hd_now();
  if (hd_budget_spent(s->budget)) return HD_SAT_STOPPED;
  for (uint32_t i = 0; i < n; i++) ccadical_assume(s->solver, assumptions[i]);
  if (s->conflicts) ccadical_limit(s->solver, "conflicts", (int)s->conflicts);
  int answer = ccadical_solve(s->solver);
  s->cost.queries++;
  s->cost.seconds += hd_now() - began;
  return answer == 10 ? HD_SAT_MODEL : answer == 20 ? HD_SAT_UNSAT : HD_SAT_STOPPED;
}

void hd_sat_limit(hd_sat *s, uint32_t conflicts)
{
  s->conflicts = conflicts;
}

bool hd_sat_value(const hd_sat *s, hd_lit lit)
{
  bool positive = ccadical_val(s->solver, lit < 0 ? -lit : lit) > 0;
  return positive == (lit > 0);
}

bool hd_sat_failed(const hd_sat *s, hd_lit assumption)
{
  return ccadical_failed(s->solver, assumption) != 0;
}

/* A clause is ended by 0. */
static void count_clause(void *context, int *clause)
{
  hd_sat *s = context;
  for (; *clause; clause++) {
    uint32_t variable = (uint32_t)(*clause < 0 ? -*clause : *clause);
    while (s->activity.len <= variable) hd_vec_push(&s->activity, 0);
    s->activity.data[variable]++;
  }
}

void hd_sat_count_learned(hd_sat *s)
{
  enum { LONGEST = 24 }; /* long clauses say little about each of their variables */
  ccadical_set_learn(s->solver, s, LONGEST, count_clause);
}

uint32_t hd_sat_activity(const hd_sat *s, hd_lit lit)
{
  uint32_t variable = (uint32_t)(lit < 0 ? -lit : lit);
  if (variable >= s->activity.len || ccadical_fixed(s->solver, lit)) return 0;
  return s->activity.data[variable];
}

void hd_sat_halve_activity(hd_sat *s)
{
  for (uint32_t i = 0; i < s->activity.len; i++) s->activity.data[i] /= 2;
}

hd_sat_cost hd_sat_spent(const hd_sat *s)
{
  return s->cost;
}

static uint64_t pair_key(hd_lit a, hd_lit b)
{
  return (uint64_t)(uint32_t)a << 32 | (uint32_t)b;
}

/* Three inputs are a pair's number and one more. */
static uint64_t triple_key(hd_sat *s, hd_lit a, hd_lit b, hd_lit c)
{
  uint64_t *known = hd_map_find(&s->pairs, pair_key(a, b));
  uint64_t id = known ? *known : s->n_pairs++;
  if (!known) hd_map_put(&s->pairs, pair_key(a, b), id);
  return id << 32 | (uint32_t)c;
}

static void order2(hd_lit *a, hd_lit *b)
{
  hd_lit x = *a;
  if (*a <= *b) return;
  *a = *b;
  *b = x;
}

/* The gate's output if it was built before; otherwise a new literal, and *fresh. */
static hd_lit output(hd_sat *s, unsigned gate, uint64_t key, bool *fresh)
{
  uint64_t *known = hd_map_find(&s->gates[gate], key);
  *fresh = !known;
  if (known) return (hd_lit)(int64_t)*known;
  hd_lit out = hd_sat_new_lit(s);
  hd_map_put(&s->gates[gate], key, (uint64_t)(int64_t)out);
  return out;
}

#define CLAUSE(s, ...) hd_sat_clause((s), (const hd_lit[]){__VA_ARGS__}, HD_COUNT(((const hd_lit[]){__VA_ARGS__})))

hd_lit hd_sat_and(hd_sat *s, hd_lit a, hd_lit b)
{
  bool fresh;
  order2(&a, &b);
  if (a == HD_LIT_FALSE || b == HD_LIT_FALSE || a == -b) return HD_LIT_FALSE;
  if (a == HD_LIT_TRUE || a == b) return b;
  if (b == HD_LIT_TRUE) return a;
  hd_lit out = output(s, GATE_AND, pair_key(a, b), &fresh);
  if (!fresh) return out;
  CLAUSE(s, -out, a);
  CLAUSE(s, -out, b);
  CLAUSE(s, out, -a, -b);
  return out;
}

hd_lit hd_sat_or(hd_sat *s, hd_lit a, hd_lit b)
{
  return -hd_sat_and(s, -a, -b);
}

/* Signs come out of the gate, so that equal gates are found. */
static hd_lit strip_sign(hd_lit a, bool *negate)
{
  if (a < 0) *negate = !*negate;
  return a < 0 ? -a : a;
}

hd_lit hd_sat_xor(hd_sat *s, hd_lit a, hd_lit b)
{
  bool fresh, negate = false;
  a = strip_sign(a, &negate);
  b = strip_sign(b, &negate);
  order2(&a, &b);
  if (a == b) return negate ? HD_LIT_TRUE : HD_LIT_FALSE;
  if (a == HD_LIT_TRUE) return negate ? b : -b;
  hd_lit out = output(s, GATE_XOR, pair_key(a, b), &fresh);
  if (fresh) {
    CLAUSE(s, -out, a, b);
    CLAUSE(s, -out, -a, -b);
    CLAUSE(s, out, -a, b);
    CLAUSE(s, out, a, -b);
  }
  return negate ? -out : out;
}

hd_lit hd_sat_ite(hd_sat *s, hd_lit c, hd_lit a, hd_lit b)
{
  if (c == HD_LIT_TRUE || a == b) return a;
  if (c == HD_LIT_FALSE) return b;
  if (a == HD_LIT_TRUE || a == c) return hd_sat_or(s, c, b);
  if (a == HD_LIT_FALSE || a == -c) return hd_sat_and(s, -c, b);
  if (b == HD_LIT_TRUE || b == -c) return hd_sat_or(s, -c, a);
  if (b == HD_LIT_FALSE || b == c) return hd_sat_and(s, c, a);
  if (a == -b) return hd_sat_xor(s, c, b);
  bool fresh;
  hd_lit out = output(s, GATE_ITE, triple_key(s, c, a, b), &fresh);
  if (!fresh) return out;
  CLAUSE(s, -c, -a, out);
  CLAUSE(s, -c, a, -out);
  CLAUSE(s, c, -b, out);
  CLAUSE(s, c, b, -out);
  CLAUSE(s, -a, -b, out);
  CLAUSE(s, a, b, -out);
  return out;
}

static void order3(hd_lit *a, hd_lit *b, hd_lit *c)
{
  order2(a, b);
  order2(b, c);
  order2(a, b);
}

hd_lit hd_sat_sum(hd_sat *s, hd_lit a, hd_lit b, hd_lit c)
{
  bool fresh, negate = false;
  a = strip_sign(a, &negate);
  b = strip_sign(b, &negate);
  c = strip_sign(c, &negate);
  order3(&a, &b, &c);
  if (a == HD_LIT_TRUE || a == b || b == c) {
    hd_lit two = a == HD_LIT_TRUE ? -hd_sat_xor(s, b, c) : a == b ? c : a;
    return negate ? -two : two;
  }
  hd_lit out = output(s, GATE_SUM, triple_key(s, a, b, c), &fresh);
  for (unsigned i = 0; fresh && i < 8; i++) {
    bool odd = (i ^ i >> 1 ^ i >> 2) & 1;
    CLAUSE(s, i & 1 ? -a : a, i & 2 ? -b : b, i & 4 ? -c : c, odd ? out : -out);
  }
  return negate ? -out : out;
}

hd_lit hd_sat_majority(hd_sat *s, hd_lit a, hd_lit b, hd_lit c)
{
  bool fresh;
  order3(&a, &b, &c);
  if (a == b) return a;
  if (b == c) return b;
  if (a == -b) return c;
  if (b == -c) return a;
  if (a == -c) return b;
  if (a == HD_LIT_TRUE || b == HD_LIT_TRUE || c == HD_LIT_TRUE)
    return a == HD_LIT_TRUE ? hd_sat_or(s, b, c) : b == HD_LIT_TRUE ? hd_sat_or(s, a, c) : hd_sat_or(s, a, b);
  if (a == HD_LIT_FALSE || b == HD_LIT_FALSE || c == HD_LIT_FALSE)
    return a == HD_LIT_FALSE ? hd_sat_and(s, b, c) : b == HD_LIT_FALSE ? hd_sat_and(s, a, c) : hd_sat_and(s, a, b);
  hd_lit out = output(s, GATE_MAJORITY, triple_key(s, a, b, c), &fresh);
  if (!fresh) return out;
  CLAUSE(s, -a, -b, out);
  CLAUSE(s, -a, -c, out);
  CLAUSE(s, -b, -c, out);
  CLAUSE(s, a, b, -out);
  CLAUSE(s, a, c, -out);
  CLAUSE(s, b, c, -out);
  return out;
}
