/* localize.c - objects of a function in a thread of several instances, when their address
 * goes nowhere, are locals of the thread and not memory with a copy for each instance.
 *
 * Functions are inlined, so `f(&x)` reads and writes x at an address that is known: base +
 * stride * self + offset. An object that is only ever accessed so, in cells that do not
 * overlap, becomes a local variable for each cell. */
#include <stdio.h>

#include "frontend/c/core.h"

/* factor * self + constant. */
typedef struct {
  uint64_t factor, constant;
} linear;

typedef struct {
  uint32_t object;
  uint64_t offset;
  uint8_t width;
  hd_var var;
} cell;

typedef struct {
  hd_lower *L;
  bool *leaks; /* by object */
  HD_VEC(cell) cells;
  hd_map seen; /* terms that were looked into */
} localizer;

/* Numbers are those of the pointer's width throughout: a narrower sum could wrap. */
static bool as_linear(const localizer *z, hd_term t, linear *out)
{
  const hd_terms *T = z->L->T;
  linear a, b;
  switch (hd_term_op(T, t)) {
  case HD_OP_CONST: *out = (linear){0, hd_term_value(T, t)}; return hd_term_sort(T, t).kind == HD_SORT_BV;
  case HD_OP_VAR:
    *out = (linear){1, 0};
    return hd_var_get(z->L->p, (hd_var){hd_term_symbol(T, t)})->role == HD_ROLE_SELF;
  case HD_OP_ZEXT: return hd_term_op(T, hd_term_arg(T, t, 0)) == HD_OP_VAR && as_linear(z, hd_term_arg(T, t, 0), out);
  case HD_OP_ADD:
    if (!as_linear(z, hd_term_arg(T, t, 0), &a) || !as_linear(z, hd_term_arg(T, t, 1), &b)) return false;
    *out = (linear){a.factor + b.factor, a.constant + b.constant};
    return hd_term_sort(T, t).width == z->L->ptr;
  case HD_OP_MUL:
  case HD_OP_SHL:
    if (!as_linear(z, hd_term_arg(T, t, 0), &a) || !as_linear(z, hd_term_arg(T, t, 1), &b)) return false;
    if (hd_term_op(T, t) == HD_OP_SHL) b.constant = b.constant < 64 ? UINT64_C(1) << b.constant : 0;
    if (a.factor && b.factor) return false;
    *out = (linear){a.factor * b.constant + b.factor * a.constant, a.constant * b.constant};
    return hd_term_sort(T, t).width == z->L->ptr;
  default: return false;
  }
}

static bool is_candidate(const hd_object_info *o)
{
  return o->kind == HD_OBJ_LOCAL && o->copies > 1;
}

/* The object whose own copy's cell this address is. */
static bool find_cell(const localizer *z, hd_term address, uint32_t *object, uint64_t *offset)
{
  linear at;
  if (!as_linear(z, address, &at) || !at.factor) return false;
  hd_object o = hd_object_at(z->L, at.constant & hd_mask(z->L->ptr));
  if (o.id == HD_NONE) return false;
  const hd_object_info *info = hd_object_get(z->L->p, o);
  *object = o.id;
  *offset = (at.constant & hd_mask(z->L->ptr)) - info->base;
  return is_candidate(info) && at.factor == info->stride;
}

static void note_leak(localizer *z, hd_term t)
{
  linear at;
  if (!as_linear(z, t, &at)) return;
  hd_object o = hd_object_at(z->L, at.constant & hd_mask(z->L->ptr));
  if (o.id != HD_NONE) z->leaks[o.id] = true;
}

static void note_access(localizer *z, uint32_t object, uint64_t offset, unsigned width)
{
  if (offset + width / 8 > hd_object_get(z->L->p, (hd_object){object})->size) z->leaks[object] = true;
  for (uint32_t i = 0; i < z->cells.len; i++) {
    const cell *c = &z->cells.data[i];
    if (c->object != object || c->offset + c->width / 8 <= offset || offset + width / 8 <= c->offset) continue;
    if (c->offset != offset || c->width != width) z->leaks[object] = true;
    return;
  }
  hd_vec_push(&z->cells, (cell){object, offset, (uint8_t)width, HD_NO_VAR});
}

static void look_into(localizer *z, hd_term t)
{
  const hd_terms *T = z->L->T;
  uint32_t object;
  uint64_t offset;
  if (!hd_term_is(t) || hd_map_find(&z->seen, t.id)) return;
  hd_map_put(&z->seen, t.id, 1);
  note_leak(z, t);
  if (hd_term_op(T, t) == HD_OP_DEREF && find_cell(z, hd_term_arg(T, t, 0), &object, &offset)) {
    note_access(z, object, offset, hd_term_sort(T, t).width);
    return;
  }
  for (unsigned i = 0; i < hd_term_arity(T, t); i++) look_into(z, hd_term_arg(T, t, i));
}

static void look_at_edge(localizer *z, const hd_edge_info *e)
{
  uint32_t object;
  uint64_t offset;
  look_into(z, e->guard);
  look_into(z, e->cond);
  for (uint32_t k = 0; k < e->n_assigns; k++) {
    const hd_assign *a = &e->assigns[k];
    if (a->var.id == HD_NONE && find_cell(z, a->index, &object, &offset))
      note_access(z, object, offset, a->width);
    else
      look_into(z, a->index);
    look_into(z, a->value);
  }
}

static const hd_slot *slot_at(const hd_object_info *o, const cell *c)
{
  for (uint32_t i = 0; i < o->n_slots; i++)
    if (o->slots[i].offset == c->offset && o->slots[i].width == c->width && !o->slots[i].n_dims) return &o->slots[i];
  return NULL;
}

static void make_var(localizer *z, cell *c, hd_thread thread)
{
  hd_lower *L = z->L;
  const hd_object_info *o = hd_object_get(L->p, (hd_object){c->object});
  const hd_slot *slot = slot_at(o, c);
  hd_var_info info = {.thread = thread,
                      .sort = HD_BV(c->width),
                      .any = o->any,
                      .role = HD_ROLE_USER,
                      .show = slot ? slot->show : HD_SHOW_SIGNED,
                      .pos = o->pos};
  info.name = slot ? hd_arena_printf(&L->arena, "%s%s", o->name, slot->name)
                   : hd_arena_printf(&L->arena, "%s+%llu", o->name, (unsigned long long)c->offset);
  c->var = hd_program_add_var(L->p, info);
}

static hd_var var_of(localizer *z, uint32_t object, uint64_t offset, hd_thread thread)
{
  for (uint32_t i = 0; i < z->cells.len; i++) {
    cell *c = &z->cells.data[i];
    if (c->object != object || c->offset != offset || z->leaks[object]) continue;
    if (c->var.id == HD_NONE) make_var(z, c, thread);
    return c->var;
  }
  return HD_NO_VAR;
}

typedef struct {
  localizer *z;
  hd_thread thread;
} rewriting;

static hd_term replace_local_deref(void *context, hd_term leaf)
{
  rewriting *r = context;
  hd_lower *L = r->z->L;
  uint32_t object;
  uint64_t offset;
  if (hd_term_op(L->T, leaf) != HD_OP_DEREF || !find_cell(r->z, hd_term_arg(L->T, leaf, 0), &object, &offset))
    return HD_NO_TERM;
  hd_var var = var_of(r->z, object, offset, r->thread);
  return var.id == HD_NONE ? HD_NO_TERM : hd_program_var_term(L->p, var);
}

static void rewrite_edge(localizer *z, uint32_t edge)
{
  hd_lower *L = z->L;
  hd_edge_info *e = &L->p->edges.data[edge];
  rewriting context = {z, hd_loc_get(L->p, e->from)->thread};
  const hd_rewrite r = {replace_local_deref, &context};
  uint32_t object;
  uint64_t offset;
  if (hd_term_is(e->guard)) e->guard = hd_term_substitute(L->T, e->guard, &r);
  if (hd_term_is(e->cond)) e->cond = hd_term_substitute(L->T, e->cond, &r);
  for (uint32_t k = 0; k < e->n_assigns; k++) {
    hd_assign *a = &e->assigns[k];
    if (hd_term_is(a->value)) a->value = hd_term_substitute(L->T, a->value, &r);
    hd_var var = a->var.id == HD_NONE && find_cell(z, a->index, &object, &offset)
                     ? var_of(z, object, offset, context.thread)
                     : HD_NO_VAR;
    if (var.id != HD_NONE)
      *a = (hd_assign){.var = var, .value = a->value};
    else if (hd_term_is(a->index))
      a->index = hd_term_substitute(L->T, a->index, &r);
  }
}

void hd_lower_localize(hd_lower *L)
{
  localizer z = {.L = L, .leaks = hd_alloc(L->p->objects.len + 1, sizeof *z.leaks)};
  bool any = false;
  for (uint32_t i = 0; i < L->p->objects.len; i++) any = any || is_candidate(&L->p->objects.data[i]);
  for (uint32_t i = 0; any && i < L->p->edges.len && !hd_watch_spent(L->p->watch); i++)
    look_at_edge(&z, &L->p->edges.data[i]);
  for (uint32_t i = 0; z.cells.len && i < L->p->edges.len && !hd_watch_spent(L->p->watch); i++) rewrite_edge(&z, i);
  free(z.leaks);
  hd_vec_clear(&z.cells);
  hd_map_clear(&z.seen);
}
