#include "engine/horn/proof.h"

typedef struct {
  const hd_horn_run *r;
  const hd_program *q;
  const uint32_t *ghost;
  const hd_product *x;
  hd_certificate *c;
  hd_term *facts; /* by node, over q's symbols */
  hd_term *map;   /* for hd_term_import */
  /* How the parties of a clause are called in it. */
  uint32_t *local; /* by party of the product */
  uint32_t renamed, shadow; /* this party of a formula is really that one */
} proof;

/* --- terms ---------------------------------------------------------------------------------------------- */

static hd_term rename_party(void *context, hd_term leaf)
{
  const proof *w = context;
  const hd_terms *T = w->q->terms;
  if (hd_term_op(T, leaf) != HD_OP_VAR) return HD_NO_TERM;
  hd_meaning m = hd_certificate_meaning(w->q, hd_term_symbol(T, leaf));
  if (m.var.id == HD_NONE || m.party != w->renamed || hd_var_get(w->q, m.var)->thread.id == HD_NONE) return HD_NO_TERM;
  return hd_certificate_var(w->q, w->shadow, m.var);
}

static hd_term as_shadow(proof *w, hd_term t)
{
  return hd_term_substitute(w->q->terms, t, &(hd_rewrite){rename_party, w});
}

typedef struct {
  const proof *w;
  HD_VEC(hd_term) found;
} ghosts;

static void note_ghost(void *context, hd_term leaf)
{
  ghosts *g = context;
  const hd_terms *T = g->w->q->terms;
  if (hd_term_op(T, leaf) != HD_OP_VAR) return;
  hd_meaning m = hd_certificate_meaning(g->w->q, hd_term_symbol(T, leaf));
  if (m.var.id != HD_NONE && g->w->ghost[m.var.id] != HD_NONE) hd_vec_push(&g->found, leaf);
}

typedef struct {
  hd_term var, value;
} binding;

static hd_term bind(void *context, hd_term leaf)
{
  const binding *b = context;
  return hd_term_same(leaf, b->var) ? b->value : HD_NO_TERM;
}

/* There are values for the ghosts, no two rivals' both true. */
static hd_term without_ghosts(proof *w, hd_term t)
{
  hd_terms *T = w->q->terms;
  ghosts g = {.w = w};
  hd_term_visit_leaves(T, t, note_ghost, &g);
  for (uint32_t i = 0; i < g.found.len; i++)
    for (uint32_t k = i + 1; k < g.found.len; k++) {
      hd_meaning a = hd_certificate_meaning(w->q, hd_term_symbol(T, g.found.data[i]));
      hd_meaning b = hd_certificate_meaning(w->q, hd_term_symbol(T, g.found.data[k]));
      if (w->ghost[a.var.id] != w->ghost[b.var.id]) continue;
      hd_term both = hd_term_2(T, HD_OP_AND, g.found.data[i], g.found.data[k]);
      t = hd_term_2(T, HD_OP_AND, t, hd_term_1(T, HD_OP_NOT, both));
    }
  for (uint32_t i = 0; i < g.found.len; i++) {
    binding yes = {g.found.data[i], hd_term_true(T)}, no = {g.found.data[i], hd_term_false(T)};
    hd_term with = hd_term_substitute(T, t, &(hd_rewrite){bind, &yes});
    t = hd_term_2(T, HD_OP_OR, with, hd_term_substitute(T, t, &(hd_rewrite){bind, &no}));
  }
  hd_vec_clear(&g.found);
  return t;
}

/* The given program's variable, of the party as the clause calls it. */
static hd_term call(void *context, hd_term leaf)
{
  const proof *w = context;
  hd_meaning m = hd_certificate_meaning(w->q, hd_term_symbol(w->q->terms, leaf));
  bool shared = hd_var_get(w->q, m.var)->thread.id == HD_NONE;
  return hd_certificate_var(w->r->given, shared ? 0 : w->local[m.party], m.var);
}

static hd_term tell(proof *w, hd_term t)
{
  memset(w->map, 0, ((size_t)hd_terms_count(w->q->terms) + 1) * sizeof *w->map);
  return hd_term_import(w->r->given->terms, w->q->terms, t, &(hd_rewrite){call, w}, w->map);
}

static void reserve_map(proof *w)
{
  w->map = hd_realloc(w->map, (size_t)hd_terms_count(w->q->terms) + 1, sizeof *w->map);
}

static void add_fact(proof *w, uint32_t clause, const hd_loc *at, hd_term fact)
{
  fact = without_ghosts(w, fact);
  if (hd_term_is_false(w->q->terms, fact)) return;
  reserve_map(w);
  hd_certificate_add_fact(w->c, clause, at, tell(w, fact));
}

/* --- clauses ---------------------------------------------------------------------------------------------- */

/* The parties of a module, and one more for the copy that stands beside them (HD_NONE: none). */
static uint32_t add_clause(proof *w, uint32_t module, uint32_t beside)
{
  uint32_t n, shadow;
  const uint32_t *parties = hd_product_parties(w->x, module, &n);
  hd_party *list = hd_alloc(n + 1, sizeof *list);
  for (uint32_t i = 0; i < n; i++) {
    list[i] = hd_product_party(w->x, parties[i], &shadow);
    w->local[parties[i]] = i;
  }
  if (beside != HD_NONE) {
    list[n] = hd_product_party(w->x, beside, &shadow);
    w->local[beside] = n++;
  }
  uint32_t clause = hd_certificate_add_clause(w->c, list, n, false);
  free(list);
  return clause;
}

static void put_vector(const proof *w, uint32_t node, hd_loc *at, uint32_t *n)
{
  const uint32_t *parties = hd_product_parties(w->x, hd_product_module(w->x, node), n);
  for (uint32_t i = 0; i < *n; i++) at[i] = hd_product_at(w->x, node)[parties[i]];
}

static void tell_module(proof *w, uint32_t module, hd_loc *at)
{
  uint32_t clause = add_clause(w, module, HD_NONE), n;
  for (uint32_t i = 0; i < hd_product_nodes(w->x); i++) {
    if (hd_product_module(w->x, i) != module) continue;
    put_vector(w, i, at, &n);
    add_fact(w, clause, at, w->facts[i]);
  }
}

/* The last party of a module is the one that others do not have. */
static uint32_t own_party(const proof *w, uint32_t module)
{
  uint32_t n;
  const uint32_t *parties = hd_product_parties(w->x, module, &n);
  return parties[n - 1];
}

static bool is_compatible(const proof *w, uint32_t a, uint32_t b, uint32_t but)
{
  const hd_loc *at = hd_product_at(w->x, a), *bt = hd_product_at(w->x, b);
  uint32_t n;
  const uint32_t *parties = hd_product_parties(w->x, hd_product_module(w->x, a), &n);
  for (uint32_t i = 0; i < n; i++)
    if (parties[i] != but && bt[parties[i]].id != HD_NONE && bt[parties[i]].id != at[parties[i]].id) return false;
  return true;
}

/* One module's parties beside another's own party, or beside another copy of its own. */
static void tell_pair(proof *w, uint32_t module, uint32_t other, hd_loc *at)
{
  uint32_t own = own_party(w, other), shadow, n;
  hd_product_party(w->x, own, &shadow);
  uint32_t beside = module == other ? shadow : own;
  if (beside == HD_NONE) return;
  uint32_t clause = add_clause(w, module, beside);
  w->renamed = module == other ? own : HD_NONE;
  w->shadow = beside;
  for (uint32_t b = 0; b < hd_product_nodes(w->x); b++) {
    if (hd_product_module(w->x, b) != other) continue;
    hd_term fact = module == other ? as_shadow(w, w->facts[b]) : w->facts[b];
    for (uint32_t a = 0; a < hd_product_nodes(w->x); a++) {
      if (hd_product_module(w->x, a) != module || !is_compatible(w, a, b, own)) continue;
      put_vector(w, a, at, &n);
      at[n] = hd_product_at(w->x, b)[own];
      add_fact(w, clause, at, hd_term_2(w->q->terms, HD_OP_AND, w->facts[a], fact));
    }
  }
}

static bool has_ghosts(const proof *w)
{
  for (uint32_t v = 0; v < w->q->vars.len; v++)
    if (w->ghost[v] != HD_NONE) return true;
  return false;
}

hd_certificate *hd_horn_modular_proof(const hd_horn_run *r, const hd_program *q, const uint32_t *ghost,
                                      const uint8_t *any, const hd_product *x, const hd_horn *h)
{
  proof w = {.r = r, .q = q, .ghost = ghost, .x = x, .c = hd_certificate_new(HD_PROOF_MODULAR, "horn")};
  uint32_t n_modules = hd_product_modules(x), most = 2 * q->threads.len + 2;
  hd_loc *at = hd_alloc(most, sizeof *at);
  w.local = hd_alloc(most, sizeof *w.local);
  w.facts = hd_alloc(hd_product_nodes(x) + 1, sizeof *w.facts);
  for (uint32_t i = 0; i < hd_product_nodes(x); i++) w.facts[i] = hd_product_meaning(x, h, i);
  hd_certificate_set_cuts(w.c, r->given, r->cuts->cut);
  if (r->task->reduction == HD_REDUCTION_LIPTON) w.c->relies |= HD_RELIES_LIPTON;
  for (uint32_t t = 0; t < q->threads.len; t++)
    if (any[t]) hd_certificate_set_any(w.c, r->given, (hd_thread){t});
  for (uint32_t i = 0; i < n_modules; i++) tell_module(&w, i, at);
  for (uint32_t i = 0; has_ghosts(&w) && i < n_modules; i++)
    for (uint32_t k = i; k < n_modules; k++) tell_pair(&w, i, k, at);
  free(w.map);
  free(w.facts);
  free(w.local);
  free(at);
  return w.c;
}
