/* horn_guess.c - interpretations that are conjunctions of simple facts.
 *
 * Every predicate begins as false. A rule whose body holds and whose head says too much takes facts from the head
 * (houdini.h; a predicate is a place, a rule a step). What remains is the strongest such interpretation, and the bad
 * must be excluded by it. Then only the facts that this rests on are kept, by the cores of its proofs. */
#include "logic/horn_system.h"
#include "logic/houdini.h"

enum { MOST_CONSTANTS = 12, MOST_FACTS = 1500 };

typedef struct {
  hd_candidates may;
  uint8_t *needed; /* by fact */
} guess;

typedef struct {
  hd_term list[MOST_CONSTANTS];
  uint32_t n;
} constants;

typedef struct {
  hd_horn *h;
  hd_terms *T;
  hd_solver *solver;
  const hd_budget *budget;
  guess *guesses; /* by predicate */
  constants by_width[65];
  HD_VEC(hd_term) premises; /* of the rule at hand, and where they come from */
  hd_u32s of_pred, of_fact;
} guesser;

/* --- candidates ------------------------------------------------------------------------------------------ */

static void note_constants(guesser *g, hd_term t, hd_map *seen)
{
  uint64_t value;
  if (!hd_term_is(t) || hd_map_find(seen, t.id)) return;
  hd_map_put(seen, t.id, 1);
  if (hd_term_is_const(g->T, t, &value) && hd_term_sort(g->T, t).kind == HD_SORT_BV) {
    constants *c = &g->by_width[hd_term_sort(g->T, t).width];
    if (c->n < MOST_CONSTANTS) c->list[c->n++] = t;
    return;
  }
  for (unsigned i = 0; i < hd_term_arity(g->T, t); i++) note_constants(g, hd_term_arg(g->T, t, i), seen);
}

static void find_constants(guesser *g)
{
  hd_map seen = {0};
  const hd_horn *h = g->h;
  for (uint32_t i = 0; i < h->rules.len; i++) {
    const hd_horn_clause *r = &h->rules.data[i];
    for (uint32_t k = 0; r->head.pred.id != HD_NONE && k < h->preds.data[r->head.pred.id].n; k++)
      note_constants(g, r->head.args[k], &seen);
    note_constants(g, r->constraint, &seen);
  }
  hd_map_clear(&seen);
}

static void add_guess(guesser *g, uint32_t pred, hd_term holds)
{
  hd_term_list *facts = &g->guesses[pred].may.facts;
  if (!hd_term_is_const(g->T, holds, NULL) && facts->len < MOST_FACTS) hd_vec_push(facts, holds);
}

static hd_term negated_fact(guesser *g, hd_term t)
{
  return hd_term_1(g->T, HD_OP_NOT, t);
}

static void add_alone(guesser *g, uint32_t pred, hd_term p)
{
  hd_sort sort = hd_term_sort(g->T, p);
  if (sort.kind == HD_SORT_BOOL) {
    add_guess(g, pred, p);
    add_guess(g, pred, negated_fact(g, p));
    return;
  }
  const constants *c = &g->by_width[sort.width];
  for (uint32_t i = 0; i < c->n; i++) {
    hd_term equal = hd_term_2(g->T, HD_OP_EQ, p, c->list[i]);
    add_guess(g, pred, equal);
    add_guess(g, pred, negated_fact(g, equal));
    add_guess(g, pred, hd_term_2(g->T, HD_OP_SLE, p, c->list[i]));
    add_guess(g, pred, hd_term_2(g->T, HD_OP_SLE, c->list[i], p));
    add_guess(g, pred, hd_term_2(g->T, HD_OP_ULE, p, c->list[i]));
    add_guess(g, pred, hd_term_2(g->T, HD_OP_ULE, c->list[i], p));
  }
}

static void add_pair(guesser *g, uint32_t pred, hd_term p, hd_term q)
{
  static const hd_op ops[] = {HD_OP_SLE, HD_OP_SLT, HD_OP_ULE, HD_OP_ULT};
  add_guess(g, pred, hd_term_2(g->T, HD_OP_EQ, p, q));
  if (hd_term_sort(g->T, p).kind == HD_SORT_BOOL) return;
  for (unsigned i = 0; i < sizeof ops / sizeof *ops; i++) {
    add_guess(g, pred, hd_term_2(g->T, ops[i], p, q));
    add_guess(g, pred, hd_term_2(g->T, ops[i], q, p));
  }
}

/* A parameter that tells cases apart: a Boolean, or one that is compared with 0. */
static hd_term as_case(guesser *g, hd_term p)
{
  hd_sort sort = hd_term_sort(g->T, p);
  return sort.kind == HD_SORT_BOOL ? p : hd_term_2(g->T, HD_OP_EQ, p, hd_term_const(g->T, sort, 0));
}

/* Facts that hold in one of the cases. */
static void add_cases(guesser *g, uint32_t pred, hd_term p, uint32_t plain)
{
  hd_term when = as_case(g, p);
  for (uint32_t i = 0; i < plain; i++) {
    hd_term holds = g->guesses[pred].may.facts.data[i];
    add_guess(g, pred, hd_term_2(g->T, HD_OP_OR, when, holds));
    add_guess(g, pred, hd_term_2(g->T, HD_OP_OR, negated_fact(g, when), holds));
  }
}

static bool is_scalar(const guesser *g, const hd_horn_pred *p, uint32_t i)
{
  return p->needed[i] && hd_term_sort(g->T, p->params[i]).kind != HD_SORT_ARRAY;
}

static void add_candidates(guesser *g, uint32_t pred, bool cases)
{
  const hd_horn_pred *p = &g->h->preds.data[pred];
  for (uint32_t i = 0; i < p->n; i++) {
    if (!is_scalar(g, p, i)) continue;
    add_alone(g, pred, p->params[i]);
    for (uint32_t k = i + 1; k < p->n; k++) {
      bool fits = hd_sort_same(hd_term_sort(g->T, p->params[i]), hd_term_sort(g->T, p->params[k]));
      if (fits && is_scalar(g, p, k)) add_pair(g, pred, p->params[i], p->params[k]);
    }
  }
  guess *x = &g->guesses[pred];
  uint32_t plain = x->may.facts.len;
  for (uint32_t i = 0; i < p->n && cases; i++)
    if (is_scalar(g, p, i)) add_cases(g, pred, p->params[i], plain);
  x->needed = hd_alloc(x->may.facts.len + 1, 1);
}

/* --- rules ------------------------------------------------------------------------------------------------- */

/* What the body's predicates say now; false when one of them says nothing can be. */
static bool find_premises(guesser *g, const hd_horn_clause *r)
{
  g->premises.len = g->of_pred.len = g->of_fact.len = 0;
  for (uint32_t b = 0; b < r->n_body; b++) {
    uint32_t pred = r->body[b].pred.id;
    const hd_candidates *c = &g->guesses[pred].may;
    if (!c->reached) return false;
    for (uint32_t i = 0; i < c->facts.len; i++) {
      if (!hd_term_is(c->facts.data[i])) continue;
      hd_vec_push(&g->premises, hd_horn_instantiate(g->h, r->body[b], c->facts.data[i]));
      hd_vec_push(&g->of_pred, pred);
      hd_vec_push(&g->of_fact, i);
    }
  }
  return true;
}

static void assert_body(guesser *g, const hd_horn_clause *r)
{
  hd_solver_assert(g->solver, r->constraint);
  for (uint32_t i = 0; i < g->premises.len; i++) hd_solver_assert(g->solver, g->premises.data[i]);
}

/* Does what the body's predicates say exclude that the rule is used? */
static bool excludes(guesser *g, const hd_horn_clause *r)
{
  if (!find_premises(g, r)) return true;
  hd_solver_push(g->solver);
  assert_body(g, r);
  hd_answer answer = hd_solver_check(g->solver, NULL, 0);
  hd_solver_pop(g->solver, 1);
  return answer == HD_UNSAT;
}

/* Makes the rule true by weakening its head; true when that was needed. */
static bool mend(guesser *g, const hd_horn_clause *r)
{
  if (!find_premises(g, r)) return false;
  hd_candidates *c = &g->guesses[r->head.pred.id].may;
  hd_term *after = hd_alloc(c->facts.len + 1, sizeof *after);
  for (uint32_t i = 0; i < c->facts.len; i++)
    if (hd_term_is(c->facts.data[i])) after[i] = hd_horn_instantiate(g->h, r->head, c->facts.data[i]);
  hd_solver_push(g->solver);
  assert_body(g, r);
  bool weaker = hd_candidates_sieve(c, after, g->solver, g->budget);
  hd_solver_pop(g->solver, 1);
  free(after);
  return weaker;
}

static bool depends_on(const hd_horn_clause *r, uint32_t pred)
{
  for (uint32_t i = 0; i < r->n_body; i++)
    if (r->body[i].pred.id == pred) return true;
  return false;
}

/* Marks the rules that a weaker predicate may break. */
static void open_rules(const hd_horn *h, uint32_t pred, uint8_t *open)
{
  for (uint32_t k = 0; k < h->rules.len; k++)
    if (depends_on(&h->rules.data[k], pred)) open[k] = 1;
}

/* Finds the strongest interpretation of this form; true when it excludes the bad. */
static bool weaken_guesses(guesser *g)
{
  const hd_horn *h = g->h;
  uint8_t *open = hd_alloc(h->rules.len + 1, 1);
  bool excluded = true;
  memset(open, 1, h->rules.len);
  for (bool again = true; again && excluded;) {
    again = false;
    for (uint32_t i = 0; i < h->rules.len && excluded; i++) {
      const hd_horn_clause *r = &h->rules.data[i];
      if (!open[i]) continue;
      open[i] = 0;
      if (r->head.pred.id == HD_NONE)
        excluded = excludes(g, r);
      else if (mend(g, r)) {
        open_rules(h, r->head.pred.id, open);
        again = true;
      }
      excluded = excluded && !hd_budget_spent(g->budget);
    }
  }
  free(open);
  return excluded;
}

/* --- what it rests on ------------------------------------------------------------------------------------- */

/* Marks facts that, with the rule's constraint, exclude this. False: they could not be shown to. */
static bool mark_core(guesser *g, const hd_horn_clause *r, hd_term excluded, bool *more)
{
  uint32_t n;
  if (!find_premises(g, r)) return true;
  hd_solver_push(g->solver);
  hd_solver_assert(g->solver, r->constraint);
  hd_solver_assert(g->solver, excluded);
  bool shown = hd_solver_check(g->solver, g->premises.data, g->premises.len) == HD_UNSAT;
  const uint32_t *core = hd_solver_core(g->solver, &n);
  for (uint32_t i = 0; shown && i < n; i++) {
    uint8_t *needed = &g->guesses[g->of_pred.data[core[i]]].needed[g->of_fact.data[core[i]]];
    *more = *more || !*needed;
    *needed = 1;
  }
  hd_solver_pop(g->solver, 1);
  return shown;
}

static bool mark_head(guesser *g, const hd_horn_clause *r, uint8_t *done, uint32_t first, bool *more)
{
  const guess *x = &g->guesses[r->head.pred.id];
  for (uint32_t i = 0; i < x->may.facts.len; i++) {
    if (!x->needed[i] || done[first + i]) continue;
    hd_term wrong = negated_fact(g, hd_horn_instantiate(g->h, r->head, x->may.facts.data[i]));
    if (hd_budget_spent(g->budget) || !mark_core(g, r, wrong, more)) return false;
  }
  return true;
}

/* A rule that must never be used: to the bad, or to a predicate that is false. */
static bool leads_nowhere(const guesser *g, const hd_horn_clause *r)
{
  return r->head.pred.id == HD_NONE || !g->guesses[r->head.pred.id].may.reached;
}

/* Facts that are needed for the bad rules, for those facts, and so on. */
static bool find_needed(guesser *g)
{
  const hd_horn *h = g->h;
  bool ok = true, more = true;
  uint32_t *first = hd_alloc(h->preds.len + 1, sizeof *first);
  for (uint32_t i = 0; i < h->preds.len; i++) first[i + 1] = first[i] + g->guesses[i].may.facts.len;
  uint8_t *done = hd_alloc(first[h->preds.len] + 1, 1), *now = hd_alloc(first[h->preds.len] + 1, 1);
  for (uint32_t i = 0; i < h->rules.len && ok; i++)
    if (leads_nowhere(g, &h->rules.data[i])) ok = mark_core(g, &h->rules.data[i], hd_term_true(g->T), &more);
  while (more && ok) {
    more = false;
    for (uint32_t p = 0; p < h->preds.len; p++) memcpy(now + first[p], g->guesses[p].needed, first[p + 1] - first[p]);
    for (uint32_t i = 0; i < h->rules.len && ok; i++)
      if (h->rules.data[i].head.pred.id != HD_NONE)
        ok = mark_head(g, &h->rules.data[i], done, first[h->rules.data[i].head.pred.id], &more);
    memcpy(done, now, first[h->preds.len]);
  }
  free(first);
  free(done);
  free(now);
  return ok;
}

static void take_meanings(guesser *g)
{
  for (uint32_t p = 0; p < g->h->preds.len; p++) {
    const guess *x = &g->guesses[p];
    hd_term all = hd_term_bool(g->T, x->may.reached);
    for (uint32_t i = 0; i < x->may.facts.len; i++)
      if (x->needed[i]) all = hd_term_2(g->T, HD_OP_AND, all, x->may.facts.data[i]);
    g->h->preds.data[p].meaning = all;
  }
}

hd_answer hd_horn_guess(hd_horn *h, bool cases, const hd_budget *budget)
{
  guesser g = {.h = h, .T = h->T, .budget = budget};
  const hd_budget *before = hd_smt_budget(h->s);
  hd_smt_set_budget(h->s, budget);
  g.solver = hd_solver_new(h->s);
  g.guesses = hd_alloc(h->preds.len + 1, sizeof *g.guesses);
  hd_horn_find_needed(h);
  find_constants(&g);
  for (uint32_t i = 0; i < h->preds.len; i++) add_candidates(&g, i, cases);
  bool excluded = weaken_guesses(&g) && find_needed(&g);
  if (excluded) take_meanings(&g);
  hd_solver_free(g.solver);
  hd_smt_set_budget(h->s, before);
  for (uint32_t i = 0; i < h->preds.len; i++) {
    hd_candidates_clear(&g.guesses[i].may);
    free(g.guesses[i].needed);
  }
  free(g.guesses);
  hd_vec_clear(&g.premises);
  hd_vec_clear(&g.of_pred);
  hd_vec_clear(&g.of_fact);
  return excluded ? HD_UNSAT : HD_DONT_KNOW;
}
