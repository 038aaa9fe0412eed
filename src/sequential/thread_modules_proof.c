/* thread_modules_proof.c - the invariants of modules as a certificate. */
#include "sequential/thread_modules.h"

typedef struct {
  const hd_program *p, *q; /* the given program, and the one with our ghosts */
  const uint32_t *ghost;
  const hd_product *x;
  hd_certificate *c;
  uint32_t *writer; /* by variable: the ghost that says who changed it last (the next one: its number), or HD_NONE */
  uint32_t *local;  /* by party of the product: how the clause at hand calls it */
  hd_term *map;     /* for hd_term_import */
} proof;

/* --- ghosts ---------------------------------------------------------------------------------------------- */

/* 0 is no thread. */
static hd_term thread_number(const proof *w, hd_thread t)
{
  return hd_term_bv(w->p->terms, 32, t.id + 1);
}

/* Writing what is there already changes nothing. */
static void set_if_changed(proof *w, uint32_t e, uint32_t ghost, hd_term changed, hd_term value)
{
  hd_term old = hd_certificate_ghost(w->p, w->c, ghost);
  hd_certificate_set_ghost(w->c, (hd_edge){e}, ghost, hd_term_3(w->p->terms, HD_OP_ITE, changed, value, old));
}

static void note_changes(proof *w, uint32_t v)
{
  for (uint32_t e = 0; e < w->p->edges.len; e++) {
    const hd_edge_info *info = &w->p->edges.data[e];
    hd_term written = HD_NO_TERM;
    for (uint32_t i = 0; i < info->n_assigns; i++)
      if (info->assigns[i].var.id == v) written = info->assigns[i].value;
    if (!hd_term_is(written)) continue;
    hd_term changed = hd_term_ne(w->p->terms, hd_certificate_var(w->p, 0, (hd_var){v}), written);
    set_if_changed(w, e, w->writer[v], changed, thread_number(w, hd_loc_get(w->p, info->from)->thread));
    set_if_changed(w, e, w->writer[v] + 1, changed, hd_certificate_number(w->p, 0));
  }
}

static void add_ghosts(proof *w)
{
  hd_arena scratch;
  hd_arena_init(&scratch);
  w->writer = hd_alloc(w->p->vars.len + 1, sizeof *w->writer);
  for (uint32_t v = 0; v < w->p->vars.len; v++) w->writer[v] = HD_NONE;
  for (uint32_t g = 0; g < w->q->vars.len; g++) {
    uint32_t v = w->ghost[g];
    if (v == HD_NONE || w->writer[v] != HD_NONE) continue;
    const char *name = w->p->vars.data[v].name;
    w->writer[v] = hd_certificate_add_ghost(w->c, hd_arena_printf(&scratch, "%s.changer", name), HD_BV(32), 0);
    hd_certificate_add_ghost(w->c, hd_arena_printf(&scratch, "%s.number", name), HD_BV(32), 0);
    note_changes(w, v);
  }
  hd_arena_clear(&scratch);
}

/* The party changed the variable last. */
static hd_term is_last(const proof *w, uint32_t v, hd_thread t, uint32_t party)
{
  hd_terms *T = w->p->terms;
  hd_term thread = hd_certificate_ghost(w->p, w->c, w->writer[v]);
  hd_term number = hd_certificate_ghost(w->p, w->c, w->writer[v] + 1);
  return hd_term_2(T, HD_OP_AND, hd_term_2(T, HD_OP_EQ, thread, thread_number(w, t)),
                   hd_term_2(T, HD_OP_EQ, number, hd_certificate_number(w->p, party)));
}

/* --- clauses --------------------------------------------------------------------------------------------- */

/* The given program's term, of the party as the clause calls it. */
static hd_term call_party(void *context, hd_term leaf)
{
  const proof *w = context;
  hd_meaning m = hd_certificate_meaning(w->q, hd_term_symbol(w->q->terms, leaf));
  hd_thread t = hd_var_get(w->q, m.var)->thread;
  uint32_t party = t.id == HD_NONE ? 0 : w->local[m.party];
  if (w->ghost[m.var.id] != HD_NONE) return is_last(w, w->ghost[m.var.id], t, party);
  return hd_certificate_var(w->p, party, m.var);
}

static hd_term tell_fact(proof *w, hd_term fact)
{
  memset(w->map, 0, ((size_t)hd_terms_count(w->q->terms) + 1) * sizeof *w->map);
  return hd_term_import(w->p->terms, w->q->terms, fact, &(hd_rewrite){call_party, w}, w->map);
}

static uint32_t add_clause(proof *w, const uint32_t *parties, uint32_t n)
{
  hd_party *list = hd_alloc(n, sizeof *list);
  for (uint32_t i = 0; i < n; i++) {
    list[i] = hd_product_party(w->x, parties[i]);
    w->local[parties[i]] = i;
  }
  uint32_t clause = hd_certificate_add_clause(w->c, list, n, false);
  free(list);
  return clause;
}

static void tell_module(proof *w, uint32_t module, const hd_term *facts)
{
  uint32_t n;
  const uint32_t *parties = hd_product_parties(w->x, module, &n);
  hd_loc *at = hd_alloc(n, sizeof *at);
  uint32_t clause = add_clause(w, parties, n);
  for (uint32_t i = 0; i < hd_product_nodes(w->x); i++) {
    if (hd_product_module(w->x, i) != module) continue;
    for (uint32_t k = 0; k < n; k++) at[k] = hd_product_at(w->x, i)[parties[k]];
    hd_certificate_add_fact(w->c, clause, at, tell_fact(w, facts[i]));
  }
  free(at);
}

hd_certificate *hd_modules_proof(const hd_modules *m, const hd_product *x, const hd_horn *h, const char *engine)
{
  proof w = {.p = m->given, .q = m->q, .ghost = m->ghost, .x = x};
  hd_term *facts = hd_alloc(hd_product_nodes(x) + 1, sizeof *facts);
  for (uint32_t i = 0; i < hd_product_nodes(x); i++) facts[i] = hd_product_meaning(x, h, i);
  w.c = hd_certificate_new(HD_PROOF_MODULAR, engine);
  w.local = hd_alloc(3 * m->q->threads.len + 3, sizeof *w.local);
  w.map = hd_alloc((size_t)hd_terms_count(m->q->terms) + 1, sizeof *w.map);
  hd_certificate_set_cuts(w.c, w.p, m->cut);
  for (uint32_t t = 0; t < m->q->threads.len; t++)
    if (m->any[t]) hd_certificate_set_any(w.c, w.p, (hd_thread){t});
  add_ghosts(&w);
  for (uint32_t i = 0; i < hd_product_modules(x); i++) tell_module(&w, i, facts);
  free(w.map);
  free(w.local);
  free(w.writer);
  free(facts);
  return w.c;
}
