/* memory_padding.c - copies of padding that nothing reads are dropped. */
#include "analysis/memory_padding.h"

#include "expr/memo.h"

typedef struct {
  hd_program *p;
  hd_points_to *pt;
  uint8_t **copied; /* by object: a byte of each copy is 1 if a copy of padding may write it; NULL: none */
  bool read;        /* one is read */
  hd_u32s order;    /* terms at hand */
} padding;

typedef void visit_byte(padding *x, uint32_t object, uint64_t offset);

static void note_copied(padding *x, uint32_t object, uint64_t offset)
{
  if (!x->copied[object]) x->copied[object] = hd_alloc(x->p->objects.data[object].size + 1, sizeof **x->copied);
  x->copied[object][offset] = 1;
}

static void note_read(padding *x, uint32_t object, uint64_t offset)
{
  x->read |= x->copied[object] && x->copied[object][offset];
}

static void visit_all(padding *x, uint32_t object, visit_byte *visit)
{
  if (visit == note_read && !x->copied[object]) return;
  for (uint64_t i = 0; i < x->p->objects.data[object].size; i++) visit(x, object, i);
}

/* The bytes that an access to a target may touch, in whichever copy of its object. */
static void visit_target(padding *x, const hd_target *t, unsigned bytes, visit_byte *visit)
{
  const hd_object_info *o = &x->p->objects.data[t->object];
  if (t->weak || t->stride) {
    visit_all(x, t->object, visit);
    return;
  }
  uint64_t within = o->copies > 1 ? t->offset % o->stride : t->offset;
  for (uint64_t i = within; i < within + bytes && i < o->size; i++) visit(x, t->object, i);
}

static void visit_place(padding *x, hd_term address, unsigned width, visit_byte *visit)
{
  hd_pointees v = hd_points_to_term(x->pt, address);
  for (uint32_t i = 0; v.flags & HD_FROM_MANY && i < x->p->objects.len; i++) visit_all(x, i, visit);
  for (uint32_t i = 0; i < v.n && v.targets[i].object != HD_NONE; i++)
    visit_target(x, &v.targets[i], (width + 7) / 8, visit);
}

static void note_writes(padding *x, const hd_edge_info *e)
{
  for (uint32_t k = 0; k < e->n_assigns; k++)
    if (e->assigns[k].var.id == HD_NONE)
      visit_place(x, e->assigns[k].index, hd_term_sort(x->p->terms, e->assigns[k].value).width, note_copied);
}

static void note_reads_of(padding *x, hd_term t)
{
  hd_terms *T = x->p->terms;
  if (!hd_term_is(t) || x->read) return;
  x->order.len = 0;
  hd_term_walk(T, t, &x->order);
  for (uint32_t i = 0; i < x->order.len; i++) {
    hd_term node = {x->order.data[i]};
    if (hd_term_op(T, node) == HD_OP_DEREF)
      visit_place(x, hd_term_arg(T, node, 0), hd_term_sort(T, node).width, note_read);
  }
}

static void note_reads(padding *x, const hd_edge_info *e)
{
  note_reads_of(x, e->guard);
  note_reads_of(x, e->cond);
  for (uint32_t k = 0; k < e->n_assigns; k++) {
    note_reads_of(x, e->assigns[k].index);
    note_reads_of(x, e->assigns[k].value);
  }
}

/* True: there are copies of padding, and what they write is not read. */
static bool is_unread(padding *x)
{
  bool any = false;
  for (uint32_t i = 0; i < x->p->edges.len; i++) {
    if (!x->p->edges.data[i].padding || !hd_points_to_is_live(x->pt, (hd_edge){i})) continue;
    note_writes(x, &x->p->edges.data[i]);
    any = true;
  }
  for (uint32_t i = 0; any && i < x->p->edges.len && !x->read && !hd_watch_spent(x->p->watch); i++)
    if (!x->p->edges.data[i].padding && hd_points_to_is_live(x->pt, (hd_edge){i})) note_reads(x, &x->p->edges.data[i]);
  return any && !x->read;
}

bool hd_padding_drop(hd_program *p, hd_points_to *pt)
{
  padding x = {.p = p, .pt = pt};
  x.copied = hd_alloc(p->objects.len, sizeof *x.copied);
  bool unread = is_unread(&x) && !hd_watch_spent(p->watch);
  for (uint32_t i = 0; unread && i < p->edges.len; i++)
    if (p->edges.data[i].padding) p->edges.data[i].n_assigns = 0;
  for (uint32_t i = 0; i < p->objects.len; i++) free(x.copied[i]);
  free(x.copied);
  hd_vec_clear(&x.order);
  return unread;
}
