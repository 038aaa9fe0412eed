#include "engine/modular/prove.h"

#include "analysis/replicated.h"
#include "engine/modular/properties.h"
#include "program/copies.h"

typedef struct {
  const hd_program *given;
  const hd_task *task;
  hd_program *q; /* with any number of copies */
  uint8_t *any;
  hd_cuts *cuts;
  hd_thread *beside; /* by thread: whose places its safety takes, or HD_NO_THREAD */
  bool possible;
} work;

static void init(work *w, const hd_program *p, const hd_task *t)
{
  const char *why_not;
  bool many = false;
  *w = (work){.given = p, .task = t, .q = hd_program_clone(p), .any = hd_alloc(p->threads.len, 1)};
  w->beside = hd_alloc(p->threads.len, sizeof *w->beside);
  hd_program_index(w->q);
  hd_sharing *sharing = hd_sharing_new(w->q);
  w->cuts = hd_cuts_new(w->q, sharing, t->reduction, t->property);
  hd_sharing_free(sharing);
  for (uint32_t i = 0; i < p->threads.len; i++) {
    w->any[i] = hd_thread_several(p, (hd_thread){i});
    many |= w->any[i];
    w->cuts->cut[p->threads.data[i].entry.id] |= HD_CUT_STEP;
  }
  w->possible = !many || hd_edges_any_copies(w->q, w->any, &w->q->arena, w->q->edges.data, &why_not);
}

static void clear(work *w)
{
  hd_cuts_free(w->cuts);
  free(w->any);
  free(w->beside);
  hd_program_free(w->q);
}

/* --- the certificate ---------------------------------------------------------------------------------- */

static hd_party party_of(const work *w, uint32_t t)
{
  return (hd_party){{t}, w->any[t] ? HD_EVERY : 0};
}

static bool is_of(const work *w, uint32_t loc, uint32_t t)
{
  return w->q->locs.data[loc].thread.id == t;
}

static bool is_place(const work *w, uint32_t loc)
{
  hd_loc_kind kind = w->q->locs.data[loc].kind;
  return kind == HD_LOC_END || (kind == HD_LOC_NORMAL && w->cuts->cut[loc]);
}

static void tell_thread(const work *w, const hd_properties *x, hd_certificate *c, uint32_t t)
{
  hd_party party = party_of(w, t);
  uint32_t clause = hd_certificate_add_clause(c, &party, 1, false);
  for (uint32_t l = 0; l < w->q->locs.len; l++) {
    hd_term holds = is_of(w, l, t) && is_place(w, l) ? hd_properties_at(x, (hd_loc){l}) : HD_NO_TERM;
    if (hd_term_is(holds) && !hd_term_is_false(w->q->terms, holds))
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

static void tell_pair(const work *w, const hd_properties *x, hd_certificate *c, uint32_t a, uint32_t b)
{
  hd_party parties[2] = {party_of(w, a), party_of(w, b)};
  uint32_t clause = hd_certificate_add_clause(c, parties, 2, false);
  second s = {w->q, {b}};
  for (uint32_t i = 0; i < w->q->locs.len; i++) {
    for (uint32_t k = 0; k < w->q->locs.len; k++) {
      if (!is_of(w, i, a) || !is_of(w, k, b) || !is_place(w, i) || !is_place(w, k)) continue;
      hd_term holds = hd_properties_beside(x, (hd_loc){i}, (hd_loc){k});
      if (hd_term_is_false(w->q->terms, holds)) continue;
      if (a != b) holds = hd_term_substitute(w->q->terms, holds, &(hd_rewrite){second_leaf, &s});
      hd_certificate_add_fact(c, clause, (hd_loc[]){{i}, {k}}, holds);
    }
  }
}

/* A thread's safety is looked for in the first clause about it and another one. */
static void tell_pairs(const work *w, const hd_properties *x, hd_certificate *c)
{
  uint32_t n = w->q->threads.len;
  uint8_t *told = hd_alloc((size_t)n * n + 1, 1);
  for (uint32_t t = 0; t < n; t++) {
    uint32_t u = w->beside[t].id, a = t < u ? t : u, b = t < u ? u : t;
    if (u == HD_NONE || told[a * n + b]) continue;
    told[a * n + b] = true;
    tell_pair(w, x, c, a, b);
  }
  for (uint32_t a = 0; a < n; a++)
    for (uint32_t b = w->any[a] ? a : a + 1; b < n; b++)
      if (!told[a * n + b]) tell_pair(w, x, c, a, b);
  free(told);
}

static hd_certificate *tell(const work *w, const hd_properties *x)
{
  hd_certificate *c = hd_certificate_new(HD_PROOF_MODULAR, "modular");
  hd_certificate_set_cuts(c, w->q, w->cuts->cut);
  if (w->task->reduction == HD_REDUCTION_LIPTON) c->relies |= HD_RELIES_LIPTON;
  for (uint32_t t = 0; t < w->q->threads.len; t++) {
    if (w->any[t]) hd_certificate_set_any(c, w->q, (hd_thread){t});
    tell_thread(w, x, c, t);
  }
  if (hd_properties_has_pairs(x)) tell_pairs(w, x, c);
  hd_certificate_move(c, w->q->terms, w->given->terms);
  return c;
}

static bool suffices(work *w, hd_properties *x)
{
  for (uint32_t t = 0; t < w->q->threads.len; t++)
    if (!hd_properties_suffice(x, (hd_thread){t}, &w->beside[t])) return false;
  return true;
}

static hd_certificate *attempt(work *w, bool pairs, const hd_budget *b)
{
  hd_properties *x = hd_properties_find(w->q, w->cuts->cut, w->any, pairs, w->task->arith, b);
  hd_certificate *c = x && suffices(w, x) ? tell(w, x) : NULL;
  hd_properties_free(x);
  return c;
}

hd_certificate *hd_modular_prove(const hd_program *p, const hd_task *t, bool pairs, const hd_budget *b)
{
  work w;
  init(&w, p, t);
  hd_certificate *c = w.possible ? attempt(&w, pairs, b) : NULL;
  clear(&w);
  return c;
}
