/* locks.c - who holds which lock where, and who was created, found by guessing and checking.
 *
 * A lock is a shared variable that a thread tests and sets in one step to a value that tells who
 * it is. The guess: it has that value at every location that is reached, on all ways, without
 * setting it again. A thread's status is guessed in the same way, from its initial value on. What of it is
 * not kept by the steps of all instances, at every location and without any reduction, is dropped until the
 * rest is inductive. */
#include "evidence/judge.h"

enum { MOST_LOCKS = 32 };

typedef struct {
  hd_proof *x;
  hd_term *held; /* by location: the lock's value; HD_NO_TERM: not visited; true: nothing known */
} guess;

/* A constant, or a term about the thread's own number. */
static bool tells_who(const hd_proof *x, hd_thread t, hd_term value)
{
  const hd_terms *T = x->T;
  if (!hd_term_is(value)) return false;
  hd_op op = hd_term_op(T, value);
  if (op == HD_OP_CONST) return true;
  if (op == HD_OP_VAR) return hd_term_symbol(T, value) == hd_thread_get(x->p, t)->self.id;
  bool all = op != HD_OP_SELECT;
  for (unsigned i = 0; all && i < hd_term_arity(T, value); i++) all = tells_who(x, t, hd_term_arg(T, value, i));
  return all;
}

static bool is_taken_by(const hd_proof *x, uint32_t v, uint32_t edge)
{
  const hd_edge_info *e = &x->steps.edges[edge];
  uint64_t value;
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    const hd_assign *a = &e->assigns[i];
    if (a->var.id != v || !tells_who(x, hd_loc_get(x->p, e->from)->thread, a->value)) continue;
    bool frees = hd_term_is_const(x->T, a->value, &value) && value == hd_var_init(x->p, a->var, 0);
    return !frees && hd_term_is(e->guard) && hd_term_mentions(x->T, e->guard, v);
  }
  return false;
}

static bool is_status(const hd_proof *x, uint32_t v)
{
  return x->p->vars.data[v].role == HD_ROLE_STATUS;
}

static bool is_lock(const hd_proof *x, uint32_t v)
{
  const hd_var_info *info = &x->p->vars.data[v];
  if (info->thread.id != HD_NONE || info->count || info->any || info->sort.kind != HD_SORT_BV) return false;
  for (uint32_t e = 0; e < x->p->edges.len; e++)
    if (is_taken_by(x, v, e)) return true;
  return is_status(x, v);
}

/* The constant that a conjunct of the guard says the variable has, or HD_NO_TERM. */
static hd_term told_by(const hd_terms *T, hd_term guard, uint32_t v)
{
  if (!hd_term_is(guard)) return HD_NO_TERM;
  hd_op op = hd_term_op(T, guard);
  if (op != HD_OP_AND && op != HD_OP_EQ) return HD_NO_TERM;
  hd_term a = hd_term_arg(T, guard, 0), b = hd_term_arg(T, guard, 1);
  if (op == HD_OP_EQ)
    return hd_term_op(T, a) == HD_OP_VAR && hd_term_symbol(T, a) == v && hd_term_op(T, b) == HD_OP_CONST ? b
                                                                                                         : HD_NO_TERM;
  hd_term told = told_by(T, a, v);
  return hd_term_is(told) ? told : told_by(T, b, v);
}

/* The value after the edge. */
static hd_term value_after_edge(const guess *g, uint32_t v, uint32_t edge)
{
  const hd_edge_info *e = &g->x->steps.edges[edge];
  bool status = is_status(g->x, v);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    if (e->assigns[i].var.id != v) continue;
    bool known = is_taken_by(g->x, v, edge) ||
                 (status && tells_who(g->x, hd_loc_get(g->x->p, e->from)->thread, e->assigns[i].value));
    return known ? e->assigns[i].value : hd_term_true(g->x->T);
  }
  hd_term told = status ? told_by(g->x->T, e->guard, v) : HD_NO_TERM;
  return hd_term_is(told) ? told : g->held[e->from.id];
}

static void spread_held(guess *g, uint32_t v, hd_thread t)
{
  const hd_program *p = g->x->p;
  memset(g->held, 0, p->locs.len * sizeof *g->held);
  hd_term starts = hd_term_true(g->x->T);
  if (is_status(g->x, v)) starts = hd_term_const(g->x->T, p->vars.data[v].sort, hd_var_init(p, (hd_var){v}, 0));
  g->held[hd_thread_get(p, t)->entry.id] = starts;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t e = 0; e < p->edges.len; e++) {
      hd_term now = value_after_edge(g, v, e), *there = &g->held[g->x->steps.edges[e].to.id];
      if (!hd_term_is(g->held[g->x->steps.edges[e].from.id]) || hd_term_same(now, *there)) continue;
      if (hd_term_is(*there) && hd_term_is_true(g->x->T, *there)) continue;
      *there = hd_term_is(*there) ? hd_term_true(g->x->T) : now;
      more = true;
    }
  }
}

/* A clause about the thread and the lock, where there is something to say. */
static void guess_clause(guess *g, uint32_t v, hd_thread t, hd_certificate *c)
{
  hd_proof *x = g->x;
  hd_party party = {t, HD_EVERY};
  uint32_t clause = HD_NONE;
  spread_held(g, v, t);
  for (uint32_t l = 0; l < x->p->locs.len; l++) {
    hd_loc_kind kind = x->p->locs.data[l].kind;
    bool here = x->p->locs.data[l].thread.id == t.id && (kind == HD_LOC_NORMAL || kind == HD_LOC_END);
    if (!here || !hd_term_is(g->held[l]) || hd_term_is_true(x->T, g->held[l])) continue;
    if (clause == HD_NONE) clause = hd_certificate_add_clause(c, &party, 1, true);
    hd_term lock = hd_certificate_var(x->p, 0, (hd_var){v});
    hd_certificate_add_fact(c, clause, &(hd_loc){l}, hd_term_2(x->T, HD_OP_EQ, lock, g->held[l]));
  }
}

static hd_certificate *guess_all(hd_proof *x)
{
  hd_certificate *c = hd_certificate_new(HD_PROOF_MODULAR, "locks");
  guess g = {x, hd_alloc(x->p->locs.len, sizeof *g.held)};
  uint32_t n = 0;
  c->any = x->c->any;
  for (uint32_t v = 0; v < x->p->vars.len && n < MOST_LOCKS; v++) {
    if (!is_lock(x, v)) continue;
    n++;
    for (uint32_t t = 0; t < x->p->threads.len; t++) guess_clause(&g, v, (hd_thread){t}, c);
  }
  free(g.held);
  return c;
}

/* The fact that the claim failed to show: of the location that was reached, or that was disturbed. */
static void drop_fact(hd_locks *l, const hd_claim *claim)
{
  hd_loc at = claim->loc;
  hd_clause *k = &l->c->clauses.data[claim->clause];
  if (claim->kind == HD_CLAIM_CONSECUTION) at = l->proof.steps.edges[claim->edge.id].to;
  if (claim->kind == HD_CLAIM_INTERFERENCE) at = k->facts.data[claim->fact].at[0];
  for (uint32_t i = 0; i < k->facts.len; i++)
    if (k->facts.data[i].at[0].id == at.id || claim->kind == HD_CLAIM_INITIATION)
      k->facts.data[i].holds = hd_term_true(l->proof.T);
}

/* One round; false: something was dropped. */
static bool is_inductive(hd_locks *l)
{
  hd_proof *y = &l->proof;
  bool all = true;
  for (uint32_t i = 0; i < y->claims.len; i++) {
    if (hd_court_ask(y->court, y->claims.data[i].holds) == HD_UNSAT) continue;
    drop_fact(l, &y->claims.data[i]);
    all = false;
  }
  return all;
}

static bool prepare_locks(hd_locks *l, hd_proof *x)
{
  bool ok = hd_proof_init(&l->proof, x->p, l->c, x->property, x->budget);
  l->proof.court = x->court;
  return ok && hd_proof_add_induction(&l->proof) && !hd_budget_spent(x->budget);
}

hd_locks *hd_locks_new(hd_proof *x)
{
  hd_locks *l = hd_alloc(1, sizeof *l);
  l->c = guess_all(x);
  while (l->c->clauses.len && prepare_locks(l, x)) {
    if (is_inductive(l)) {
      hd_claim claim = {.kind = HD_CLAIM_PRIVACY, .clause = HD_NONE, .fact = HD_NONE, .edge = {HD_NONE}};
      for (uint32_t i = 0; i < l->proof.claims.len; i++) {
        claim.thread = l->proof.claims.data[i].thread;
        claim.loc = l->proof.claims.data[i].loc;
        hd_proof_claim(x, claim, hd_term_true(x->T), l->proof.claims.data[i].holds);
      }
      return l;
    }
    hd_proof_clear(&l->proof);
  }
  if (l->c->clauses.len) hd_proof_clear(&l->proof);
  hd_certificate_free(l->c);
  free(l);
  return NULL;
}

void hd_locks_free(hd_locks *l)
{
  if (!l) return;
  hd_proof_clear(&l->proof);
  hd_certificate_free(l->c);
  free(l);
}
