/* expanded.c - translates a certificate to the expanded program, name by name. */
#include "evidence/expanded.h"

#include "program/expand.h"

typedef struct {
  const hd_program *p;
  const hd_certificate *c;
  hd_expanded *x;
  hd_certificate *out;
  hd_map vars;     /* origin to the variable that stands for it */
  uint32_t *first; /* by party and location: where the party's copy stands, or HD_NONE */
  bool odd;        /* something has no counterpart */
} translation;

static uint64_t origin_key(hd_origin o)
{
  return hd_hash_u64((uint64_t)o.var.id << 32 | o.instance) ^ hd_hash_u64(o.index + UINT64_C(77));
}

/* The variable for an element (HD_NONE: all) of a party's copy, or HD_NO_VAR. */
static hd_var find_var(const translation *t, hd_var v, hd_party who, uint32_t element)
{
  bool local = hd_var_get(t->p, v)->thread.id != HD_NONE;
  hd_origin o = {v, local ? who.instance : 0, element};
  return (hd_var){(uint32_t)hd_map_get_or(&t->vars, origin_key(o), HD_NONE)};
}

static bool is_same_origin(hd_origin a, hd_origin b)
{
  return a.var.id == b.var.id && a.instance == b.instance && a.index == b.index;
}

static void index_vars(translation *t)
{
  for (uint32_t i = 0; i < t->x->origins.len; i++) {
    hd_origin o = t->x->origins.data[i];
    uint32_t known = (uint32_t)hd_map_get_or(&t->vars, origin_key(o), HD_NONE);
    if (known != HD_NONE && !is_same_origin(t->x->origins.data[known], o)) t->odd = true;
    if (o.var.id != HD_NONE) hd_map_put(&t->vars, origin_key(o), i);
  }
}

/* Was the array divided into its elements? */
static bool is_divided(const translation *t, hd_var v, hd_party who)
{
  return hd_var_get(t->p, v)->count && find_var(t, v, who, 0).id != HD_NONE;
}

/* --- formulas ----------------------------------------------------------------------------------------- */

static hd_term translated_leaf(void *context, hd_term leaf)
{
  translation *t = context;
  hd_meaning m = hd_certificate_meaning(t->p, hd_term_symbol(t->p->terms, leaf));
  if (m.means == HD_MEANS_VAR && m.party < t->c->clauses.data[0].n_parties) {
    hd_var v = find_var(t, m.var, t->c->clauses.data[0].parties[m.party], HD_NONE);
    if (v.id != HD_NONE) return hd_certificate_var(t->x->program, m.party, v);
  }
  t->odd = true;
  return hd_term_var(t->x->program->terms, hd_term_sort(t->p->terms, leaf), 0);
}

/* An element of a divided array is its variable. */
static hd_term divided_element(void *context, hd_term leaf)
{
  translation *t = context;
  hd_program *q = t->x->program;
  hd_terms *T = q->terms;
  uint64_t index;
  if (hd_term_op(T, leaf) != HD_OP_SELECT || hd_term_op(T, hd_term_arg(T, leaf, 0)) != HD_OP_VAR) return HD_NO_TERM;
  hd_meaning m = hd_certificate_meaning(q, hd_term_symbol(T, hd_term_arg(T, leaf, 0)));
  if (m.means != HD_MEANS_VAR || m.var.id >= t->x->origins.len) return HD_NO_TERM;
  hd_origin o = t->x->origins.data[m.var.id];
  if (o.index != HD_NONE || !hd_term_is_const(T, hd_term_arg(T, leaf, 1), &index)) return HD_NO_TERM;
  hd_var v = find_var(t, o.var, (hd_party){{0}, o.instance}, (uint32_t)index);
  return v.id == HD_NONE ? HD_NO_TERM : hd_certificate_var(q, m.party, v);
}

static void note_array(void *context, hd_term leaf)
{
  translation *t = context;
  const hd_program *q = t->x->program;
  hd_meaning m = hd_certificate_meaning(q, hd_term_symbol(q->terms, leaf));
  if (m.means != HD_MEANS_VAR || m.var.id >= t->x->origins.len) return;
  hd_origin o = t->x->origins.data[m.var.id];
  t->odd |= o.index == HD_NONE && is_divided(t, o.var, (hd_party){{0}, o.instance});
}

static hd_term translate_fact(translation *t, hd_term holds, hd_term *map)
{
  hd_terms *T = t->x->program->terms;
  hd_term now = hd_term_import(T, t->p->terms, holds, &(hd_rewrite){translated_leaf, t}, map);
  now = hd_term_substitute_elements(T, now, &(hd_rewrite){divided_element, t});
  hd_term_visit_leaves(T, now, note_array, t); /* a divided array is not changed any more */
  return now;
}

/* --- the graph ---------------------------------------------------------------------------------------- */

static hd_loc loc_of(translation *t, uint32_t party, hd_loc l)
{
  uint32_t at = t->first[(size_t)party * t->p->locs.len + l.id];
  t->odd |= at == HD_NONE;
  return (hd_loc){at == HD_NONE ? 0 : at};
}

static void index_locs(translation *t)
{
  const hd_program *q = t->x->program;
  size_t n = t->p->locs.len;
  t->first = hd_alloc(q->threads.len * n + 1, sizeof *t->first);
  for (size_t i = 0; i < q->threads.len * n; i++) t->first[i] = HD_NONE;
  for (uint32_t l = 0; l < q->locs.len; l++) t->first[q->locs.data[l].thread.id * n + t->x->loc[l].id] = l;
}

static void tell_cuts(translation *t)
{
  const hd_program *q = t->x->program;
  if (!t->c->cut) return;
  uint8_t *cut = hd_alloc(q->locs.len + 1, 1);
  for (uint32_t l = 0; l < q->locs.len; l++) cut[l] = t->c->cut[t->x->loc[l].id];
  hd_certificate_set_cuts(t->out, q, cut);
  free(cut);
}

static void tell_facts(translation *t)
{
  const hd_clause *k = &t->c->clauses.data[0];
  hd_loc *at = hd_alloc(k->n_parties + 1, sizeof *at);
  hd_term *map = hd_alloc(hd_terms_count(t->p->terms) + 1, sizeof *map);
  for (uint32_t f = 0; f < k->facts.len; f++) {
    for (uint32_t i = 0; i < k->n_parties; i++) at[i] = loc_of(t, i, k->facts.data[f].at[i]);
    hd_certificate_add_fact(t->out, 0, at, translate_fact(t, k->facts.data[f].holds, map));
    t->out->clauses.data[0].facts.data[f].covered = k->facts.data[f].covered;
  }
  free(at);
  free(map);
}

static hd_own tell_own(translation *t, hd_own o, uint32_t party)
{
  hd_var v = find_var(t, o.var, t->c->clauses.data[0].parties[party], o.element);
  t->odd |= v.id == HD_NONE || (o.element == HD_NONE && is_divided(t, o.var, t->c->clauses.data[0].parties[party]));
  return (hd_own){v.id == HD_NONE ? (hd_var){0} : v, HD_NONE};
}

static void tell_alike(translation *t, const hd_alike_parties *a)
{
  hd_alike_parties b = {0};
  uint32_t n = a->parties.len;
  for (uint32_t i = 0; i < n; i++) hd_vec_push(&b.parties, a->parties.data[i]);
  for (uint32_t i = 0; i < a->locs.len; i++) {
    hd_loc l = loc_of(t, a->parties.data[i % n], a->locs.data[i]);
    hd_vec_push(&b.locs, l);
  }
  for (uint32_t i = 0; i < a->own.len; i++) {
    hd_own o = tell_own(t, a->own.data[i], a->parties.data[i % n]);
    hd_vec_push(&b.own, o);
  }
  for (uint32_t i = 0; i < a->names.len; i++) {
    hd_own o = tell_own(t, a->names.data[i], 0);
    hd_vec_push(&b.names, o);
  }
  for (uint32_t i = 0; i < a->ids.len; i++) hd_vec_push(&b.ids, a->ids.data[i]);
  hd_vec_push(&t->out->alike, b);
}

static void tell_graph(translation *t)
{
  const hd_certificate *c = t->c;
  hd_certificate_add_product(t->out, t->x->program);
  t->out->relies = c->relies;
  tell_cuts(t);
  tell_facts(t);
  for (uint32_t i = 0; i < c->links.len; i++) hd_vec_push(&t->out->links, c->links.data[i]);
  for (uint32_t i = 0; i < c->orders.len; i++) hd_vec_push(&t->out->orders, c->orders.data[i]);
  for (uint32_t i = 0; i < c->alike.len; i++) tell_alike(t, &c->alike.data[i]);
  for (uint32_t i = 0; i < c->images.len; i++)
    hd_certificate_add_image(t->out, c->images.data[i].fact, c->images.data[i].to, c->clauses.data[0].n_parties);
}

/* A graph about all instances, thread by thread, whose parties or variables can be told apart further. */
static bool gains(const hd_program *p, const hd_certificate *c)
{
  bool some = false;
  uint32_t next = 0;
  if (c->kind != HD_PROOF_GRAPH || c->clauses.len != 1 || c->any || c->ghosts.len) return false;
  if (!c->images.len && !(c->relies & HD_RELIES_ORDERS)) return false;
  const hd_clause *k = &c->clauses.data[0];
  for (uint32_t t = 0; t < p->threads.len; t++)
    for (uint32_t i = 0; i < p->threads.data[t].instances; i++, next++)
      if (next >= k->n_parties || k->parties[next].thread.id != t || k->parties[next].instance != i) return false;
  for (uint32_t t = 0; t < p->threads.len; t++) some |= p->threads.data[t].instances > 1;
  for (uint32_t v = 0; v < p->vars.len; v++) some |= p->vars.data[v].count != 0;
  for (uint32_t i = 0; i < c->alike.len; i++)
    for (uint32_t m = 0; m < c->alike.data[i].parties.len; m++)
      if (c->alike.data[i].parties.data[m] >= next) return false;
  return some && next == k->n_parties;
}

hd_expanded_proof *hd_expanded_proof_new(const hd_program *p, const hd_certificate *c)
{
  if (!gains(p, c)) return NULL;
  translation t = {.p = p, .c = c, .x = hd_expand(p), .out = hd_certificate_new(HD_PROOF_GRAPH, c->engine)};
  index_vars(&t);
  index_locs(&t);
  tell_graph(&t);
  hd_map_clear(&t.vars);
  free(t.first);
  if (t.odd) {
    hd_certificate_free(t.out);
    hd_expanded_free(t.x);
    return NULL;
  }
  hd_expanded_proof *e = hd_alloc(1, sizeof *e);
  *e = (hd_expanded_proof){t.x->program, t.out, t.x};
  return e;
}

void hd_expanded_proof_free(hd_expanded_proof *e)
{
  if (!e) return;
  hd_certificate_free(e->certificate);
  hd_expanded_free(e->expanded);
  free(e);
}
