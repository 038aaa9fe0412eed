/* certificate_form.c - checks that a certificate has the form that certificate.h describes. */
#include "trace/certificate.h"

/* Checks the symbols of a formula about n_parties parties. */
typedef struct {
  const hd_program *p;
  const hd_certificate *c;
  uint32_t n_parties;
  bool ok;
} symbols;

static void check_symbol(void *context, hd_term leaf)
{
  symbols *s = context;
  if (hd_term_op(s->p->terms, leaf) != HD_OP_VAR) return;
  uint32_t symbol = hd_term_symbol(s->p->terms, leaf);
  s->ok &= symbol < HD_NO_MEANING;
  if (!s->ok) return;
  hd_meaning m = hd_certificate_meaning(s->p, symbol);
  s->ok = m.means == HD_MEANS_GHOST ? m.ghost < s->c->ghosts.len : m.party < s->n_parties || m.party == 0;
}

static bool check_formula(const hd_program *p, const hd_certificate *c, uint32_t n_parties, hd_term t, hd_sort sort)
{
  symbols s = {p, c, n_parties, hd_term_is(t) && hd_sort_same(hd_term_sort(p->terms, t), sort)};
  if (s.ok) hd_term_visit_leaves(p->terms, t, check_symbol, &s);
  return s.ok;
}

static bool check_fact(const hd_program *p, const hd_certificate *c, const hd_clause *k, const hd_fact *f)
{
  for (uint32_t i = 0; i < k->n_parties; i++)
    if (f->at[i].id >= p->locs.len || hd_loc_get(p, f->at[i])->thread.id != k->parties[i].thread.id) return false;
  if (f->covered != HD_NONE && (c->kind != HD_PROOF_GRAPH || f->covered >= k->facts.len)) return false;
  return check_formula(p, c, k->n_parties, f->holds, HD_BOOL);
}

static bool check_clause(const hd_program *p, const hd_certificate *c, const hd_clause *k)
{
  for (uint32_t i = 0; i < k->n_parties; i++) {
    hd_party a = k->parties[i];
    if (a.thread.id >= p->threads.len) return false;
    if (a.instance != HD_EVERY && a.instance >= hd_thread_get(p, a.thread)->instances) return false;
  }
  for (uint32_t i = 0; i < k->facts.len; i++)
    if (!check_fact(p, c, k, &k->facts.data[i])) return false;
  return true;
}

/* The parts of a graph refer to facts and parties by number: are all numbers in range? Other proofs have no such
 * parts. */
static bool check_graph(const hd_certificate *c)
{
  if (c->kind != HD_PROOF_GRAPH) return !c->links.len && !c->orders.len && !c->images.len && !c->alike.len;
  const hd_clause *k = &c->clauses.data[0];
  uint64_t all = k->n_parties < 64 ? (UINT64_C(1) << k->n_parties) - 1 : UINT64_MAX;
  bool ok = true;
  for (uint32_t i = 0; i < c->links.len; i++) {
    hd_link l = c->links.data[i];
    ok &= l.from < k->facts.len && l.party < k->n_parties && (l.to == HD_NONE || l.to < k->facts.len);
  }
  for (uint32_t i = 0; i < c->orders.len; i++) {
    hd_fact_order o = c->orders.data[i];
    ok &= o.fact < k->facts.len && !((o.asleep | o.alone) & ~all);
  }
  for (uint32_t i = 0; i < c->images.len; i++) {
    ok &= c->images.data[i].fact < k->facts.len;
    for (uint32_t j = 0; j < k->n_parties; j++) ok &= c->images.data[i].to[j] < k->n_parties;
  }
  for (uint32_t i = 0; i < c->alike.len; i++) {
    const hd_alike_parties *a = &c->alike.data[i];
    uint32_t n = a->parties.len;
    ok &= n > 0 && a->locs.len % n == 0 && a->own.len % n == 0 && a->ids.len == a->names.len * n;
    for (uint32_t j = 0; j < n; j++) ok &= a->parties.data[j] < k->n_parties;
  }
  return ok;
}

static bool check_ghosts(const hd_program *p, const hd_certificate *c)
{
  for (uint32_t i = 0; i < c->sets.len; i++) {
    const hd_ghost_set *s = &c->sets.data[i];
    if (s->edge.id >= p->edges.len || s->ghost >= c->ghosts.len) return false;
    if (!check_formula(p, c, 1, s->value, c->ghosts.data[s->ghost].sort)) return false;
  }
  return true;
}

bool hd_certificate_check_form(const hd_program *p, const hd_certificate *c)
{
  if (c->kind == HD_PROOF_EXHAUSTIVE || c->kind == HD_PROOF_WORD) return c->searched && !c->clauses.len;
  if (c->kind != HD_PROOF_MODULAR && c->clauses.len != 1) return false;
  p = hd_certificate_program(p, c);
  for (uint32_t i = 0; i < c->clauses.len; i++)
    if (!check_clause(p, c, &c->clauses.data[i])) return false;
  return check_graph(c) && check_ghosts(p, c);
}
