/* prove.c - chooses the method, asks it, and tells the result as a certificate. */
#include "proving/prove.h"

#include "analysis/replicated.h"
#include "program/any_copies.h"
#include "proving/backward.h"
#include "proving/proving.h"

static bool init_proving(hd_proving *w, const hd_program *p, const hd_prove_task *t, const hd_budget *b)
{
  const char *why_not;
  bool many = false;
  *w = (hd_proving){.given = p, .task = t, .q = hd_program_clone(p), .budget = *b};
  w->any = hd_alloc(p->threads.len, 1);
  w->beside = hd_alloc(p->threads.len, sizeof *w->beside);
  w->invariants = hd_alloc(p->locs.len + 1, sizeof *w->invariants);
  w->keeps = hd_term_true(w->q->terms);
  hd_program_index(w->q);
  hd_facts *facts = hd_facts_of(t->facts, p);
  w->cuts = hd_cuts_copy(p, hd_facts_cuts(facts, t->reduction, t->property));
  hd_facts_free(facts);
  for (uint32_t i = 0; i < p->threads.len; i++) {
    w->any[i] = hd_thread_several(p, (hd_thread){i});
    many |= w->any[i];
    w->cuts->cut[p->threads.data[i].entry.id] |= HD_CUT_STEP;
    w->beside[i] = HD_NO_THREAD;
  }
  return !many || hd_edges_any_copies(w->q, w->any, &w->q->arena, w->q->edges.data, &why_not);
}

static void clear_proving(hd_proving *w)
{
  hd_properties_free(w->x);
  hd_cuts_free(w->cuts);
  free(w->any);
  free(w->beside);
  free(w->invariants);
  free(w->together.phase);
  free(w->together.count);
  free(w->together.copied);
  hd_vec_clear(&w->together.list);
  hd_program_free(w->q);
}

bool hd_proving_is_place(const hd_proving *w, hd_loc l)
{
  hd_loc_kind kind = hd_loc_get(w->q, l)->kind;
  return kind == HD_LOC_END || (kind == HD_LOC_NORMAL && w->cuts->cut[l.id]);
}

hd_term hd_proving_known(const hd_proving *w, hd_loc l)
{
  return w->x ? hd_properties_at(w->x, l) : hd_term_true(w->q->terms);
}

/* --- the caller's invariants in the given program's terms ------------------------------------------- */

typedef struct {
  const hd_proving *w;
  const hd_expanded *e;
  bool local; /* something is no shared variable of the program */
} importing;

static hd_term original_leaf(void *context, hd_term leaf)
{
  importing *x = context;
  hd_program *q = x->w->q;
  uint32_t v = hd_term_symbol(x->e->program->terms, leaf);
  hd_origin o = v < x->e->origins.len ? x->e->origins.data[v] : (hd_origin){HD_NO_VAR, 0, HD_NONE};
  if (o.var.id == HD_NONE || hd_var_get(q, o.var)->thread.id != HD_NONE) {
    x->local = true;
    return hd_term_const(q->terms, hd_term_sort(x->e->program->terms, leaf), 0);
  }
  if (o.index == HD_NONE) return hd_program_var_term(q, o.var);
  return hd_program_element(q, o.var, hd_term_bv(q->terms, 32, o.index));
}

static void import_invariants(hd_proving *w, const hd_prove_task *t)
{
  for (uint32_t i = 0; t->invariants && i < t->invariants->len; i++) {
    hd_terms *from = t->expanded->program->terms;
    hd_term *map = hd_alloc(hd_terms_count(from) + 1, sizeof *map);
    importing x = {w, t->expanded, false};
    hd_term own = hd_term_import(w->q->terms, from, t->invariants->data[i], &(hd_rewrite){original_leaf, &x}, map);
    if (!x.local) w->keeps = hd_term_2(w->q->terms, HD_OP_AND, w->keeps, own);
    free(map);
  }
}

/* --- the certificate ---------------------------------------------------------------------------------- */

static hd_party party_of(const hd_proving *w, uint32_t t)
{
  return (hd_party){{t}, w->any[t] ? HD_EVERY : 0};
}

static bool is_of(const hd_proving *w, uint32_t loc, uint32_t t)
{
  return w->q->locs.data[loc].thread.id == t;
}

/* All that is known there; false: the thread never is. */
static hd_term holds_at(const hd_proving *w, uint32_t loc)
{
  hd_terms *T = w->q->terms;
  if (!hd_proving_is_place(w, (hd_loc){loc})) return hd_term_false(T);
  hd_term known = hd_proving_known(w, (hd_loc){loc});
  return hd_term_is(w->invariants[loc]) ? hd_term_2(T, HD_OP_AND, known, w->invariants[loc]) : known;
}

static void tell_thread(const hd_proving *w, hd_certificate *c, uint32_t t)
{
  hd_party party = party_of(w, t);
  uint32_t clause = hd_certificate_add_clause(c, &party, 1, false);
  for (uint32_t l = 0; l < w->q->locs.len; l++) {
    hd_term holds = is_of(w, l, t) ? holds_at(w, l) : hd_term_false(w->q->terms);
    if (hd_term_is_false(w->q->terms, holds)) continue;
    if (w->together.phase) holds = hd_term_2(w->q->terms, HD_OP_AND, holds, hd_together_at(w, c, (hd_loc){l}));
    hd_certificate_add_fact(c, clause, &(hd_loc){l}, holds);
  }
}

typedef struct {
  const hd_program *q;
  hd_thread thread;
} second;

/* The locals of another thread are those of the clause's second party. */
static hd_term second_leaf(void *context, hd_term leaf)
{
  const second *s = context;
  hd_meaning m = hd_certificate_meaning(s->q, hd_term_symbol(s->q->terms, leaf));
  if (m.means != HD_MEANS_VAR || hd_var_get(s->q, m.var)->thread.id != s->thread.id) return HD_NO_TERM;
  return hd_certificate_var(s->q, 1, m.var);
}

static bool is_known(const hd_proving *w, uint32_t loc)
{
  return !hd_term_is_false(w->q->terms, holds_at(w, loc));
}

static void tell_pair(const hd_proving *w, hd_certificate *c, uint32_t a, uint32_t b)
{
  hd_party parties[2] = {party_of(w, a), party_of(w, b)};
  uint32_t clause = hd_certificate_add_clause(c, parties, 2, false);
  second s = {w->q, {b}};
  for (uint32_t i = 0; i < w->q->locs.len; i++) {
    for (uint32_t k = 0; k < w->q->locs.len; k++) {
      if (!is_of(w, i, a) || !is_of(w, k, b) || !is_known(w, i) || !is_known(w, k)) continue;
      hd_term holds = hd_properties_beside(w->x, (hd_loc){i}, (hd_loc){k});
      if (hd_term_is_false(w->q->terms, holds)) continue;
      if (a != b) holds = hd_term_substitute(w->q->terms, holds, &(hd_rewrite){second_leaf, &s});
      hd_certificate_add_fact(c, clause, (hd_loc[]){{i}, {k}}, holds);
    }
  }
}

/* A thread's safety is looked for in the first clause about it and another one. */
static void tell_pairs(const hd_proving *w, hd_certificate *c)
{
  uint32_t n = w->q->threads.len;
  uint8_t *told = hd_alloc((size_t)n * n + 1, 1);
  for (uint32_t t = 0; t < n; t++) {
    uint32_t u = w->beside[t].id, a = t < u ? t : u, b = t < u ? u : t;
    if (u == HD_NONE || told[a * n + b]) continue;
    told[a * n + b] = true;
    tell_pair(w, c, a, b);
  }
  for (uint32_t a = 0; a < n; a++)
    for (uint32_t b = w->any[a] ? a : a + 1; b < n; b++)
      if (!told[a * n + b]) tell_pair(w, c, a, b);
  free(told);
}

static hd_certificate *certificate_of(const hd_proving *w)
{
  hd_certificate *c = hd_certificate_new(HD_PROOF_MODULAR, w->task->by);
  hd_certificate_set_cuts(c, w->q, w->cuts->cut);
  if (w->task->reduction == HD_REDUCTION_LIPTON) c->relies |= HD_RELIES_LIPTON;
  if (!hd_term_is_true(w->q->terms, w->keeps))
    hd_certificate_add_fact(c, hd_certificate_add_clause(c, NULL, 0, true), NULL, w->keeps);
  if (w->together.phase) hd_together_tell(w, c);
  for (uint32_t t = 0; t < w->q->threads.len; t++) {
    if (w->any[t]) hd_certificate_set_any(c, w->q, (hd_thread){t});
    tell_thread(w, c, t);
  }
  if (w->x && hd_properties_has_pairs(w->x)) tell_pairs(w, c);
  hd_certificate_move(c, w->q->terms, w->given->terms);
  return c;
}

/* --- all of it ---------------------------------------------------------------------------------------- */

/* Is nothing left to be shown about the thread? */
static bool thread_suffices(hd_proving *w, hd_thread t)
{
  return w->x && hd_properties_suffice(w->x, t, &w->beside[t.id]);
}

static bool prove_threads(hd_proving *w)
{
  bool guarantees = !hd_term_is_true(w->q->terms, w->keeps);
  for (uint32_t t = 0; t < w->q->threads.len; t++) {
    bool done = thread_suffices(w, (hd_thread){t});
    if (!done && !w->task->checks) return false;
    if (done && !guarantees) continue;
    if (!hd_backward_thread(w, (hd_thread){t}) && !hd_proving_thread(w, (hd_thread){t})) return false;
  }
  return true;
}

/* All threads at once; what some of them guarantee besides is not looked at. */
static bool prove_together(hd_proving *w)
{
  bool can = w->task->together && w->x && hd_term_is_true(w->q->terms, w->keeps);
  return can && (hd_backward_together(w, false) || (!hd_budget_spent(&w->budget) && hd_backward_together(w, true)));
}

hd_certificate *hd_prove(const hd_program *p, const hd_prove_task *t, const hd_budget *b, uint64_t *checks)
{
  hd_proving w;
  hd_certificate *c = NULL;
  if (init_proving(&w, p, t, b)) {
    import_invariants(&w, t);
    if (t->guesses) w.x = hd_properties_find(w.q, w.cuts->cut, w.any, t->pairs, t->arith, &w.budget);
    if (w.x || !t->guesses || t->checks)
      if (prove_threads(&w) || prove_together(&w)) c = certificate_of(&w);
    if (c && w.together.phase && t->note) hd_together_relies(&w);
  }
  *checks += w.checks;
  clear_proving(&w);
  return c;
}
