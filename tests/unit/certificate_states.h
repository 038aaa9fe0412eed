/* certificate_states.h - what a certificate says about a state of the interpreter, and certificates with one
 * place changed. */
#ifndef HD_TESTS_CERTIFICATE_STATES_H
#define HD_TESTS_CERTIFICATE_STATES_H

#include "trace/certificate.h"
#include "trace/state.h"

/* --- reading a state ------------------------------------------------------------------------------- */

typedef struct {
  const hd_program *p;
  const hd_state *s;
  const uint64_t *ghosts; /* values of the certificate's ghosts; NULL: it has none */
  const uint32_t *who;    /* by party: number of the instance in the layout */
} certificate_reading;

static inline uint64_t certificate_read(void *context, uint32_t symbol, bool array, uint64_t index)
{
  const certificate_reading *r = context;
  hd_meaning m = hd_certificate_meaning(r->p, symbol);
  if (m.means == HD_MEANS_GHOST) return r->ghosts[m.ghost];
  hd_who who = r->s->layout->who[r->who[m.party]];
  if (m.means == HD_MEANS_AT) return hd_state_loc(r->s, who.thread, who.instance).id;
  if (m.means == HD_MEANS_NUMBER) return who.instance;
  return hd_state_read(r->s, m.var, who.instance, array ? index : 0);
}

static inline bool certificate_holds(const certificate_reading *r, hd_term fact)
{
  hd_env env = {certificate_read, (void *)r};
  return hd_term_eval(r->p->terms, fact, &env) != 0;
}

/* Do the parties stand where the fact speaks about? */
static inline bool certificate_is_at(const certificate_reading *r, const hd_clause *k, const hd_fact *f)
{
  for (uint32_t i = 0; i < k->n_parties; i++)
    if (f->at[i].id != r->s->locs[r->who[i]].id) return false;
  return true;
}

/* Calls `visit` for each way to find the clause's parties among the instances, until one says false. */
typedef bool certificate_visit(void *context, const certificate_reading *r, const hd_clause *k);
static inline bool certificate_ways(const certificate_reading *r, const hd_clause *k, uint32_t *who, uint32_t i,
                                    certificate_visit *visit, void *context)
{
  if (i == k->n_parties) return visit(context, r, k);
  for (uint32_t n = 0; n < r->s->layout->n_who; n++) {
    hd_who w = r->s->layout->who[n];
    bool fits = w.thread.id == k->parties[i].thread.id &&
                (k->parties[i].instance == HD_EVERY || k->parties[i].instance == w.instance);
    for (uint32_t h = 0; h < i; h++) fits &= who[h] != n;
    who[i] = n;
    if (fits && !certificate_ways(r, k, who, i + 1, visit, context)) return false;
  }
  return true;
}

static inline bool certificate_says(void *context, const certificate_reading *r, const hd_clause *k)
{
  (void)context;
  bool here = false;
  for (uint32_t f = 0; f < k->facts.len; f++) {
    if (!certificate_is_at(r, k, &k->facts.data[f])) continue;
    if (certificate_holds(r, k->facts.data[f].holds)) return true; /* of a graph: one of them suffices */
    here = true;
  }
  return !here && k->otherwise;
}

/* Do all clauses hold in the state? Facts speak about cut-points: the caller sees to that. */
static inline bool certificate_is_true(const hd_program *p, const hd_certificate *c, const hd_state *s,
                                       const uint64_t *ghosts)
{
  bool good = true;
  for (uint32_t i = 0; i < c->clauses.len && good; i++) {
    uint32_t *who = hd_alloc(c->clauses.data[i].n_parties + 1, sizeof *who);
    certificate_reading r = {p, s, ghosts, who};
    good = certificate_ways(&r, &c->clauses.data[i], who, 0, certificate_says, NULL);
    free(who);
  }
  return good;
}

/* --- damage ------------------------------------------------------------------------------------------ */

/* The term with its part number *countdown changed: negated, dropped, another constant, another variable. */
static inline hd_term certificate_damage_term(hd_terms *T, hd_term t, uint32_t *countdown, uint32_t (*roll)(uint32_t n))
{
  hd_sort sort = hd_term_sort(T, t);
  uint64_t value;
  if ((*countdown)-- == 0) {
    if (sort.kind == HD_SORT_BOOL) switch (roll(3)) {
      case 0: return hd_term_1(T, HD_OP_NOT, t);
      case 1: return hd_term_true(T);
      default: return hd_term_false(T);
      }
    if (sort.kind == HD_SORT_BV && hd_term_is_const(T, t, &value))
      return hd_term_bv(T, sort.width, value + 1 + roll(2));
    if (sort.kind == HD_SORT_BV) return hd_term_2(T, HD_OP_ADD, t, hd_term_bv(T, sort.width, 1));
  }
  unsigned n = hd_term_arity(T, t);
  hd_term args[3];
  for (unsigned i = 0; i < n; i++) args[i] = certificate_damage_term(T, hd_term_arg(T, t, i), countdown, roll);
  hd_op op = hd_term_op(T, t);
  return n ? hd_term_build(T, op, sort, op == HD_OP_EXTRACT ? hd_term_value(T, t) : 0, args) : t;
}

#endif
