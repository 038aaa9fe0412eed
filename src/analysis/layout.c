/* layout.c - gathers the accesses to an object and chooses the division into slots that fits most of them. */
#include "analysis/layout.h"

#include "analysis/points_to_value.h"

/* --- the accesses of a program --------------------------------------------------------- */

typedef struct {
  const hd_program *p;
  hd_address_fn *visit;
  void *context;
} address_visit;

static void visit_leaf(void *context, hd_term leaf)
{
  const address_visit *v = context;
  const hd_terms *T = v->p->terms;
  if (hd_term_op(T, leaf) == HD_OP_DEREF) v->visit(v->context, hd_term_arg(T, leaf, 0), hd_term_sort(T, leaf).width);
}

static void visit_term(address_visit *v, hd_term t)
{
  if (hd_term_is(t)) hd_term_visit_leaves(v->p->terms, t, visit_leaf, v);
}

void hd_edge_addresses(const hd_program *p, const hd_edge_info *e, hd_address_fn *visit, void *context)
{
  address_visit v = {p, visit, context};
  visit_term(&v, e->guard);
  visit_term(&v, e->cond);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    const hd_assign *a = &e->assigns[i];
    visit_term(&v, a->index);
    visit_term(&v, a->value);
    if (a->var.id == HD_NONE) visit(context, a->index, a->width);
  }
}

typedef struct {
  hd_program *p;
  hd_points_to *pt;
  hd_spans *accesses; /* by object */
  hd_map seen;        /* addresses with their widths */
} collection;

static void add_span(hd_spans *list, hd_span span)
{
  for (uint32_t i = 0; i < list->len; i++) {
    const hd_span *s = &list->data[i];
    if (s->offset == span.offset && s->stride == span.stride && s->bytes == span.bytes && s->began == span.began)
      return;
  }
  hd_vec_push(list, span);
}

static void collect_span(void *context, hd_term address, unsigned width)
{
  collection *c = context;
  uint64_t key = (uint64_t)address.id << 8 | width;
  if (hd_map_find(&c->seen, key)) return;
  hd_map_put(&c->seen, key, 1);
  hd_pointees v = hd_points_to_term(c->pt, address);
  for (uint32_t i = 0; i < v.n; i++) {
    const hd_target *t = &v.targets[i];
    hd_span span;
    if (hd_target_is_number(t) || t->weak || !hd_object_has_data(&c->p->objects.data[t->object])) continue;
    if (hd_target_span(&c->p->objects.data[t->object], t, (width + 7) / 8, &span))
      add_span(&c->accesses[t->object], span);
  }
}

/* Everywhere that a slot's elements are, as an access. */
static hd_span extent(const hd_slot *s)
{
  hd_span span = {.offset = s->offset, .bytes = hd_slot_bytes(s), .began = HD_NO_HOME};
  for (unsigned d = 0; d < s->n_dims; d++) span.stride = hd_gcd(span.stride, s->dims[d].stride);
  return span;
}

/* Suggested slots that nothing accesses keep their names for addresses to be shown with. */
static void keep_unused(const hd_object_info *o, hd_slot *slots, uint32_t *n)
{
  uint32_t chosen = *n;
  for (uint32_t i = 0; i < o->n_slots; i++) {
    bool met = false;
    for (uint32_t k = 0; k < chosen && !met; k++) met = hd_slot_fit(&o->slots[i], extent(&slots[k])) != HD_FIT_NONE;
    if (!met) slots[(*n)++] = o->slots[i];
  }
}

/* What no type names is told by where it lies. */
static const char *slot_name(hd_program *p, const hd_object_info *o, const hd_slot *s)
{
  if (*s->name || (s->offset == 0 && hd_slot_end(s) == o->size)) return s->name;
  return hd_arena_printf(&p->arena, "+%llu", (unsigned long long)s->offset);
}

static void choose_slots(hd_program *p, hd_points_to *pt, uint32_t object, const hd_spans *accesses)
{
  hd_object_info *o = &p->objects.data[object];
  uint32_t n_cells, n;
  const hd_points_cell *cells = hd_points_to_cells(pt, (hd_object){object}, &n_cells);
  hd_slot *chosen = hd_layout_divide(p, o, cells, n_cells, accesses, &n);
  hd_slot *all = hd_arena_alloc(&p->arena, ((size_t)n + o->n_slots + 1) * sizeof *all);
  if (n) memcpy(all, chosen, n * sizeof *all);
  keep_unused(o, all, &n);
  for (uint32_t i = 0; i < n; i++) {
    all[i].width = (uint8_t)(8 * hd_slot_bytes(&all[i]));
    all[i].name = slot_name(p, o, &all[i]);
  }
  o->slots = all;
  o->n_slots = n;
}

void hd_layout_choose(hd_program *p, hd_points_to *pt)
{
  collection c = {.p = p, .pt = pt, .accesses = hd_alloc(p->objects.len, sizeof *c.accesses)};
  for (uint32_t i = 0; i < p->edges.len && !hd_watch_spent(p->watch); i++)
    hd_edge_addresses(p, &p->edges.data[i], collect_span, &c);
  for (uint32_t i = 0; i < p->objects.len && !hd_watch_spent(p->watch); i++)
    if (hd_object_has_data(&p->objects.data[i])) choose_slots(p, pt, i, &c.accesses[i]);
  for (uint32_t i = 0; i < p->objects.len; i++) hd_vec_clear(&c.accesses[i]);
  free(c.accesses);
  hd_map_clear(&c.seen);
}
