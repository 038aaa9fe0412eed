/* memory_edges.c - replaces an edge that accesses memory by one edge for each combination of places that its addresses
 * can denote, and by edges for invalid accesses. */
#include "analysis/memory_edges.h"

#include <stdio.h>

#include "analysis/layout.h"
#include "analysis/memory_checks.h"

enum { MAX_COMBINATIONS = 256 };

typedef HD_VEC(hd_memory_site) sites;

/* One edge while it is resolved. */
typedef struct {
  hd_resolving *r;
  hd_checked_edges *out;
  const hd_edge_info *e;
  hd_thread thread;
  sites sites;
  uint32_t *chosen; /* by site: its place in the current combination */
  bool nested;      /* an address is read from memory itself */
  hd_term before;   /* the conjuncts of the guard that mention no memory; HD_NO_TERM: none */
  hd_loc *exits;    /* by thread, created on demand */
} resolution;

static hd_term both_of(hd_terms *T, hd_term a, hd_term b)
{
  if (!hd_term_is(a)) return b;
  return hd_term_is(b) ? hd_term_2(T, HD_OP_AND, a, b) : a;
}

/* --- sites -------------------------------------------------------------------------------- */

static void find_deref(void *context, hd_term leaf)
{
  struct {
    const hd_terms *T;
    bool found;
  } *x = context;
  x->found |= hd_term_op(x->T, leaf) == HD_OP_DEREF;
}

static bool reads_memory(const hd_terms *T, hd_term t)
{
  struct {
    const hd_terms *T;
    bool found;
  } x = {T, false};
  hd_term_visit_leaves(T, t, find_deref, &x);
  return x.found;
}

static hd_memory_site *find_site(const resolution *x, hd_term address, uint32_t bytes)
{
  for (uint32_t i = 0; i < x->sites.len; i++)
    if (hd_term_same(x->sites.data[i].address, address) && x->sites.data[i].bytes == bytes) return &x->sites.data[i];
  return NULL;
}

static void add_site(void *context, hd_term address, unsigned width)
{
  resolution *x = context;
  uint32_t bytes = (width + 7) / 8;
  if (find_site(x, address, bytes)) return;
  if (reads_memory(x->r->p->terms, address)) x->nested = true;
  hd_memory_site site = {.address = address, .bytes = bytes};
  hd_vec_push(&x->sites, site);
}

/* The conjuncts of a guard that mention no memory. */
static hd_term without_memory(hd_terms *T, hd_term t)
{
  if (!hd_term_is(t) || !reads_memory(T, t)) return t;
  if (hd_term_op(T, t) != HD_OP_AND) return HD_NO_TERM;
  return both_of(T, without_memory(T, hd_term_arg(T, t, 0)), without_memory(T, hd_term_arg(T, t, 1)));
}

/* --- ends --------------------------------------------------------------------------------- */

static hd_loc exit_of(resolution *x)
{
  hd_loc *l = &x->exits[x->thread.id];
  if (l->id == HD_NONE)
    *l = hd_program_add_loc(
        x->r->p, (hd_loc_info){.thread = x->thread, .kind = HD_LOC_EXIT, .pos = HD_NO_POS, .frame = HD_NONE});
  return *l;
}

static hd_loc unsupported_loc(resolution *x, const char *what)
{
  hd_loc_info l = {.thread = x->thread, .kind = HD_LOC_UNSUPPORTED, .pos = x->e->pos, .frame = x->e->frame};
  l.reason = hd_arena_printf(&x->r->p->arena, "not supported: %s", what);
  return hd_program_add_loc(x->r->p, l);
}

static hd_edge_info side_edge(const resolution *x, hd_term guard)
{
  return (hd_edge_info){.from = x->e->from,
                        .guard = guard,
                        .access = HD_ACCESS_SYNC,
                        .pos = x->e->pos,
                        .frame = x->e->frame,
                        .site = x->e->site,
                        .label = x->e->label};
}

static void emit_unsupported(resolution *x, const char *reason)
{
  hd_edge_info edge = side_edge(x, x->before);
  edge.to = unsupported_loc(x, reason);
  hd_vec_push(x->out, (hd_checked_edge){.edge = edge});
}

/* An edge for an invalid access, taken when `fails` holds. The check fails, unless `unfollowed` holds: then the access
 * is not supported. */
static void emit_failure(resolution *x, hd_term fails, hd_term unfollowed, const char *reason)
{
  hd_terms *T = x->r->p->terms;
  hd_term guard = both_of(T, x->before, fails);
  if (hd_term_is(guard) && hd_term_is_false(T, guard)) return;
  hd_edge_info edge = side_edge(x, guard);
  edge.kind = HD_EDGE_ASSERT;
  edge.check = HD_CHECK_DEREF;
  edge.cond = hd_term_is(unfollowed) ? unfollowed : hd_term_false(T);
  edge.to = hd_term_is_false(T, edge.cond) ? exit_of(x) : unsupported_loc(x, reason);
  hd_vec_push(x->out, (hd_checked_edge){.edge = edge, .fails = fails});
}

/* The condition that no place matches; HD_NO_TERM if the site has no places. */
static hd_term no_place(hd_terms *T, const hd_memory_site *site)
{
  hd_term none = HD_NO_TERM;
  for (uint32_t i = 0; i < site->places.len; i++) {
    hd_term here = site->places.data[i].match.guard;
    none = both_of(T, none, hd_term_is(here) ? hd_term_1(T, HD_OP_NOT, here) : hd_term_false(T));
  }
  return none;
}

static void emit_failures(resolution *x, const hd_memory_site *site)
{
  hd_terms *T = x->r->p->terms;
  for (uint32_t i = 0; i < site->places.len; i++) {
    const hd_memory_place *place = &site->places.data[i];
    if (!hd_term_is(place->alive)) continue;
    emit_failure(x, both_of(T, place->match.guard, hd_term_1(T, HD_OP_NOT, place->alive)), HD_NO_TERM, NULL);
  }
  if (!site->certain) emit_failure(x, no_place(T, site), site->unfollowed, site->reason);
}

/* --- variables replace memory --------------------------------------------------------------- */

static hd_term place_element(hd_program *p, const hd_memory_place *place, uint32_t i)
{
  if (!hd_term_is(place->match.index)) return hd_program_var_term(p, place->var);
  hd_term index = hd_term_2(p->terms, HD_OP_ADD, place->match.index, hd_term_bv(p->terms, 32, i));
  return hd_program_element(p, place->var, index);
}

/* The element that holds part k of a value; part 0 has the lowest bits. */
static uint32_t part_element(const hd_program *p, const hd_memory_place *place, uint32_t k)
{
  return p->little_endian ? k : place->elements - 1 - k;
}

static hd_term read_place(hd_program *p, const hd_memory_place *place, unsigned width)
{
  hd_term value = place_element(p, place, part_element(p, place, 0));
  for (uint32_t k = 1; k < place->elements; k++)
    value = hd_term_2(p->terms, HD_OP_CONCAT, place_element(p, place, part_element(p, place, k)), value);
  return hd_term_resize(p->terms, value, width, false);
}

static const hd_memory_place *place_of(const resolution *x, hd_term address, unsigned width)
{
  hd_memory_site *site = find_site(x, address, (width + 7) / 8);
  HD_CHECK(site);
  return &site->places.data[x->chosen[site - x->sites.data]];
}

static hd_term replace_deref(void *context, hd_term leaf)
{
  const resolution *x = context;
  hd_terms *T = x->r->p->terms;
  if (hd_term_op(T, leaf) != HD_OP_DEREF) return HD_NO_TERM;
  unsigned width = hd_term_sort(T, leaf).width;
  return read_place(x->r->p, place_of(x, hd_term_arg(T, leaf, 0), width), width);
}

static hd_term resolved(resolution *x, hd_term t)
{
  hd_rewrite rewrite = {replace_deref, x};
  return hd_term_is(t) ? hd_term_substitute(x->r->p->terms, t, &rewrite) : t;
}

typedef HD_VEC(hd_assign) assigns;

static void write_place(resolution *x, assigns *out, const hd_assign *a)
{
  hd_program *p = x->r->p;
  const hd_memory_place *place = place_of(x, a->index, a->width);
  unsigned bits = 8 * place->element_bytes;
  hd_term value = resolved(x, a->value);
  if (hd_term_is(value)) value = hd_term_resize(p->terms, value, bits * place->elements, false);
  for (uint32_t k = 0; k < place->elements; k++) {
    hd_assign part = {.var = place->var};
    if (hd_term_is(place->match.index))
      part.index =
          hd_term_2(p->terms, HD_OP_ADD, place->match.index, hd_term_bv(p->terms, 32, part_element(p, place, k)));
    if (hd_term_is(value)) part.value = hd_term_extract(p->terms, value, k * bits, bits);
    hd_vec_push(out, part);
  }
}

static bool assigns_twice(const assigns *list)
{
  for (uint32_t i = 0; i < list->len; i++)
    for (uint32_t k = 0; k < i; k++)
      if (list->data[i].var.id == list->data[k].var.id && hd_term_same(list->data[i].index, list->data[k].index))
        return true;
  return false;
}

/* --- combinations --------------------------------------------------------------------------- */

static bool same_terms(const hd_sum *a, const hd_sum *b)
{
  if (a->n != b->n) return false;
  for (uint32_t i = 0; i < a->n; i++)
    if (!hd_term_same(a->parts[i].term, b->parts[i].term) || a->parts[i].factor != b->parts[i].factor) return false;
  return true;
}

/* Two addresses with the same terms differ by a constant. Does the combination contain two places that contradict
 * it? */
static bool is_contradictory(const resolution *x)
{
  uint64_t mask = hd_mask(x->r->p->pointer_width);
  for (uint32_t i = 0; i < x->sites.len; i++) {
    const hd_memory_place *a = &x->sites.data[i].places.data[x->chosen[i]];
    for (uint32_t k = 0; k < i; k++) {
      const hd_memory_place *b = &x->sites.data[k].places.data[x->chosen[k]];
      if (a->fixed && b->fixed && (a->required & mask) != (b->required & mask) &&
          same_terms(&x->sites.data[i].sum, &x->sites.data[k].sum))
        return true;
    }
  }
  return false;
}

/* The guard of the combination, and the questions about addresses that are part of it. */
static void combine_guards(resolution *x, hd_checked_edge *out)
{
  hd_terms *T = x->r->p->terms;
  hd_memory_question *questions = hd_arena_alloc(&x->r->p->arena, x->sites.len * sizeof *questions);
  hd_term guard = HD_NO_TERM, rest = HD_NO_TERM;
  for (uint32_t i = 0; i < x->sites.len; i++) {
    const hd_memory_site *site = &x->sites.data[i];
    const hd_memory_place *place = &site->places.data[x->chosen[i]];
    guard = both_of(T, both_of(T, guard, place->match.guard), place->alive);
    bool several = site->certain || site->places.len > 1;
    if (several) rest = both_of(T, rest, place->match.guard);
    if (!site->certain && hd_term_is(place->match.guard))
      questions[out->n_questions++] =
          (hd_memory_question){no_place(T, site), several ? HD_NO_TERM : place->match.guard};
    rest = both_of(T, rest, place->alive);
  }
  hd_term own = resolved(x, x->e->guard);
  guard = both_of(T, guard, own);
  out->rest = both_of(T, rest, own);
  out->questions = questions;
  out->edge.guard = hd_term_is(guard) && hd_term_is_true(T, guard) ? HD_NO_TERM : guard;
}

static void note_uses(resolution *x)
{
  for (uint32_t i = 0; i < x->sites.len; i++) {
    const hd_memory_place *place = &x->sites.data[i].places.data[x->chosen[i]];
    hd_memory_use *use = &x->r->uses.data[place->var.id - x->r->first_var];
    if (use->thread.id == HD_NONE) use->thread = x->thread;
    use->several |= use->thread.id != x->thread.id;
    use->plain |= x->e->access != HD_ACCESS_SYNC;
  }
}

static void emit_combination(resolution *x)
{
  hd_program *p = x->r->p;
  hd_checked_edge checked = {.edge = *x->e};
  assigns list = {0};
  if (is_contradictory(x)) return;
  combine_guards(x, &checked);
  hd_edge_info edge = checked.edge;
  if (hd_term_is(edge.guard) && hd_term_is_false(p->terms, edge.guard)) return;
  edge.cond = resolved(x, edge.cond);
  for (uint32_t i = 0; i < edge.n_assigns; i++) {
    hd_assign a = edge.assigns[i];
    if (a.var.id == HD_NONE) {
      write_place(x, &list, &a);
      continue;
    }
    a.index = resolved(x, a.index);
    a.value = resolved(x, a.value);
    hd_vec_push(&list, a);
  }
  if (assigns_twice(&list)) {
    emit_unsupported(x, "one step that writes a place twice");
  } else {
    edge.assigns = list.len ? hd_arena_copy(&p->arena, list.data, list.len * sizeof *list.data) : NULL;
    edge.n_assigns = list.len;
    note_uses(x);
    checked.edge = edge;
    hd_vec_push(x->out, checked);
  }
  hd_vec_clear(&list);
}

static void emit_combinations(resolution *x)
{
  uint32_t n = x->sites.len;
  x->chosen = hd_alloc(n, sizeof *x->chosen);
  while (!hd_watch_spent(x->r->p->watch)) {
    emit_combination(x);
    uint32_t i = n;
    while (i > 0 && ++x->chosen[i - 1] == x->sites.data[i - 1].places.len) x->chosen[--i] = 0;
    if (!i) break;
  }
  free(x->chosen);
}

/* --- edges ---------------------------------------------------------------------------------- */

/* The number of combinations of places; 0: some site has no place. */
static uint64_t count_combinations(const resolution *x)
{
  uint64_t n = 1;
  for (uint32_t i = 0; i < x->sites.len; i++) {
    uint32_t places = x->sites.data[i].places.len;
    if (!places) return 0;
    n = n > MAX_COMBINATIONS || places > HD_MAX_PLACES ? MAX_COMBINATIONS + 1 : n * places;
  }
  return n;
}

static void resolve_sites(resolution *x)
{
  for (uint32_t i = 0; i < x->sites.len; i++) hd_site_find_places(x->r, &x->sites.data[i]);
  uint64_t n = count_combinations(x);
  if (n > MAX_COMBINATIONS) {
    emit_unsupported(x, "a pointer with too many targets");
    return;
  }
  for (uint32_t i = 0; i < x->sites.len; i++) emit_failures(x, &x->sites.data[i]);
  if (n) emit_combinations(x);
}

static void resolve_edge(hd_resolving *r, hd_checked_edges *out, const hd_edge_info *e, hd_loc *exits)
{
  resolution x = {.r = r, .out = out, .e = e, .thread = hd_loc_get(r->p, e->from)->thread, .exits = exits};
  hd_edge_addresses(r->p, e, add_site, &x);
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (e->assigns[i].var.id == HD_NONE)
      find_site(&x, e->assigns[i].index, (e->assigns[i].width + 7u) / 8)->written = true;
  if (!x.sites.len) {
    hd_vec_push(out, (hd_checked_edge){.edge = *e});
    return;
  }
  x.before = without_memory(r->p->terms, e->guard);
  if (x.nested)
    emit_unsupported(&x, "an address read from memory in the step that uses it");
  else
    resolve_sites(&x);
  for (uint32_t i = 0; i < x.sites.len; i++) hd_vec_clear(&x.sites.data[i].places);
  hd_vec_clear(&x.sites);
}

void hd_resolve_edges(hd_resolving *r)
{
  hd_program *p = r->p;
  hd_checked_edges out = {0};
  hd_loc *exits = hd_alloc(p->threads.len, sizeof *exits);
  for (uint32_t t = 0; t < p->threads.len; t++) exits[t] = HD_NO_LOC;
  for (uint32_t i = 0; i < p->edges.len && !hd_watch_spent(p->watch); i++) {
    hd_edge_info e = p->edges.data[i];
    resolve_edge(r, &out, &e, exits);
  }
  p->edges.len = 0;
  if (!hd_watch_spent(p->watch)) hd_drop_checks(p, &out);
  for (uint32_t i = 0; i < out.len; i++) hd_vec_push(&p->edges, out.data[i].edge);
  hd_program_unindex(p);
  hd_vec_clear(&out);
  free(exits);
}
