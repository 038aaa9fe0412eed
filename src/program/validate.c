/* validate.c - one function for each part of a program; the first mistake is named. */
#include "program/validate.h"

#include <stdarg.h>
#include <stdio.h>

#include "program/check.h"

enum { MAX_REPORTED = 8 };

typedef struct {
  const hd_program *p;
  hd_diags *diags;
  const hd_placer *placer;
  hd_part part; /* what is being looked at */
  uint32_t id;
  uint32_t found;
  hd_thread thread; /* of the edge being looked at: whose locals its terms may mention */
  bool *is_self;    /* by variable: some thread's own number */
} checker;

static const char *const part_names[HD_PART_COUNT] = {"program", "frame",    "thread", "variable",
                                                      "object",  "location", "edge"};

static const char *part_name(const checker *c)
{
  switch (c->part) {
  case HD_PART_THREAD: return c->p->threads.data[c->id].name;
  case HD_PART_VAR: return c->p->vars.data[c->id].name;
  case HD_PART_OBJECT: return c->p->objects.data[c->id].name;
  default: return NULL;
  }
}

HD_PRINTF(2, 3) static void complain(checker *c, const char *format, ...)
{
  char text[400];
  if (++c->found > MAX_REPORTED) return;
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  hd_place place = c->placer->place(c->placer->context, c->part, c->id);
  const char *name = part_name(c);
  if (c->part == HD_PART_PROGRAM)
    hd_diags_add(c->diags, HD_ERROR, place, "ill-formed program: %s", text);
  else if (name)
    hd_diags_add(c->diags, HD_ERROR, place, "ill-formed program: %s `%s`: %s", part_names[c->part], name, text);
  else
    hd_diags_add(c->diags, HD_ERROR, place, "ill-formed program: %s %u: %s", part_names[c->part], c->id, text);
}

static void look_at(checker *c, hd_part part, uint32_t id)
{
  c->part = part;
  c->id = id;
}

/* A checker goes on after a violation where it can; this macro is one such check. */
#define EXPECT(c, cond, ...) ((cond) ? true : (complain((c), __VA_ARGS__), false))

static void check_pos(checker *c, hd_pos pos)
{
  EXPECT(c, pos.file == HD_NONE || pos.file < c->p->files.len, "its position is in file %u, which there is not",
         pos.file);
}

static void check_frame_id(checker *c, uint32_t frame)
{
  EXPECT(c, frame == HD_NONE || frame < c->p->frames.len, "frame %u does not exist", frame);
}

static bool is_bv(hd_sort s, unsigned width)
{
  return hd_sort_same(s, HD_BV(width));
}

/* The variable, or NULL: absent, or out of range (which is a violation). */
static const hd_var_info *get_var(checker *c, hd_var v, const char *what)
{
  if (v.id == HD_NONE) return NULL;
  return EXPECT(c, v.id < c->p->vars.len, "%s is variable %u, which there is not", what, v.id) ? hd_var_get(c->p, v)
                                                                                               : NULL;
}

/* --- names: unique and not empty ------------------------------------------------------ */

static void check_name(checker *c, hd_strings *seen, const char *name)
{
  if (!EXPECT(c, name && *name, "it has no name")) return;
  uint32_t before = seen->texts.len;
  EXPECT(c, hd_strings_add(seen, name) == before, "the name is used twice");
}

/* --- program, frames, threads --------------------------------------------------------- */

static void check_whole(checker *c)
{
  const hd_program *p = c->p;
  look_at(c, HD_PART_PROGRAM, 0);
  EXPECT(c, p->pointer_width == 32 || p->pointer_width == 64, "pointers of %u bits", p->pointer_width);
  if (!EXPECT(c, p->threads.len > 0, "there is no thread")) return;
  look_at(c, HD_PART_THREAD, 0);
  EXPECT(c, p->threads.data[0].instances == 1 && !p->threads.data[0].replicated, "main runs once");
  EXPECT(c, p->threads.data[0].status.id == HD_NONE, "main has no status");
}

static void check_frames(checker *c)
{
  for (uint32_t i = 0; i < c->p->frames.len; i++) {
    const hd_frame *f = &c->p->frames.data[i];
    look_at(c, HD_PART_FRAME, i);
    EXPECT(c, f->function != NULL, "it names no function");
    EXPECT(c, f->parent == HD_NONE || f->parent < i, "its parent %u does not come before it", f->parent);
    check_pos(c, f->call);
  }
}

static void check_self(checker *c, const hd_thread_info *t, uint32_t id)
{
  const hd_var_info *v = get_var(c, t->self, "self");
  if (!v) return;
  EXPECT(c, v->thread.id == id, "self is not a local of the thread");
  EXPECT(c, is_bv(v->sort, 32) && !v->count, "self is not a bit-vector of 32 bits");
  c->is_self[t->self.id] = true;
}

static void check_status(checker *c, const hd_thread_info *t)
{
  const hd_var_info *v = get_var(c, t->status, "status");
  if (!v) return;
  EXPECT(c, v->thread.id == HD_NONE, "status is not shared");
  EXPECT(c, is_bv(v->sort, 8), "status is not a bit-vector of 8 bits");
  EXPECT(c, v->count == t->instances || (!v->count && t->instances == 1), "status has %u elements for %u instances",
         hd_var_elements(v), t->instances);
}

/* What has to be said about an execution is asked as a step is taken: a thread does not begin where nothing is
 * known, or where the execution is over. */
static void check_entry(checker *c, hd_loc entry, uint32_t thread)
{
  if (!EXPECT(c, entry.id < c->p->locs.len, "its entry, location %u, does not exist", entry.id)) return;
  const hd_loc_info *l = hd_loc_get(c->p, entry);
  EXPECT(c, l->thread.id == thread, "its entry belongs to another thread");
  EXPECT(c, l->kind == HD_LOC_NORMAL || l->kind == HD_LOC_END,
         "its entry is no place to start: a step has to lead to it");
}

static void check_threads(checker *c)
{
  hd_strings seen;
  hd_strings_init(&seen);
  for (uint32_t i = 0; i < c->p->threads.len; i++) {
    const hd_thread_info *t = &c->p->threads.data[i];
    look_at(c, HD_PART_THREAD, i);
    check_name(c, &seen, t->name);
    check_pos(c, t->pos);
    EXPECT(c, t->instances >= 1, "it has no instance");
    check_entry(c, t->entry, i);
    check_self(c, t, i);
    check_status(c, t);
  }
  hd_strings_clear(&seen);
}

/* --- variables ------------------------------------------------------------------------ */

static void check_init(checker *c, const hd_var_info *v)
{
  if (v->any || !v->init) return;
  uint64_t mask = hd_mask(v->sort.width);
  for (uint32_t i = 0; i < hd_var_elements(v); i++)
    if (!EXPECT(c, (v->init[i] & ~mask) == 0, "initial value %u is wider than %u bits", i, v->sort.width)) return;
}

static void check_vars(checker *c)
{
  hd_strings seen;
  hd_strings_init(&seen);
  for (uint32_t i = 0; i < c->p->vars.len; i++) {
    const hd_var_info *v = &c->p->vars.data[i];
    look_at(c, HD_PART_VAR, i);
    check_name(c, &seen, v->name);
    check_pos(c, v->pos);
    EXPECT(c, v->thread.id == HD_NONE || v->thread.id < c->p->threads.len, "thread %u does not exist", v->thread.id);
    EXPECT(c, v->role <= HD_ROLE_SCHED && v->show <= HD_SHOW_FLOAT, "its role or display is not one of them");
    bool is_bool = hd_sort_same(v->sort, HD_BOOL);
    bool fits = is_bool || (is_bv(v->sort, v->sort.width) && v->sort.width >= 1 && v->sort.width <= 64);
    if (!EXPECT(c, fits, "its sort is neither bool nor a bit-vector of 1 to 64 bits")) continue;
    EXPECT(c, !v->count || !is_bool, "an array's elements are bit-vectors");
    check_init(c, v);
  }
  hd_strings_clear(&seen);
}

/* --- locations and edges -------------------------------------------------------------- */

static void check_locs(checker *c)
{
  for (uint32_t i = 0; i < c->p->locs.len; i++) {
    const hd_loc_info *l = &c->p->locs.data[i];
    look_at(c, HD_PART_LOC, i);
    EXPECT(c, l->thread.id < c->p->threads.len, "thread %u does not exist", l->thread.id);
    EXPECT(c, l->kind <= HD_LOC_BOUND, "its kind is not one of them");
    EXPECT(c, l->kind != HD_LOC_BOUND || l->limit < HD_LIMIT_COUNT, "its limit is not one of them");
    EXPECT(c, (l->kind != HD_LOC_UNSUPPORTED && l->kind != HD_LOC_BOUND) || l->reason, "it gives no reason");
    check_pos(c, l->pos);
    check_frame_id(c, l->frame);
  }
}

static hd_sort var_sort(const hd_var_info *v)
{
  return v->count ? HD_ARRAY(32, v->sort.width) : v->sort;
}

static bool may_use(const checker *c, const hd_var_info *v)
{
  return v->thread.id == HD_NONE || v->thread.id == c->thread.id;
}

static void check_leaf(void *context, hd_term leaf)
{
  checker *c = context;
  const hd_terms *T = c->p->terms;
  if (hd_term_op(T, leaf) == HD_OP_DEREF) {
    EXPECT(c, c->p->raw, "memory is read in a program that is not raw");
    EXPECT(c, is_bv(hd_term_sort(T, hd_term_arg(T, leaf, 0)), c->p->pointer_width), "an address is not a pointer wide");
    return;
  }
  const hd_var_info *v = get_var(c, (hd_var){hd_term_symbol(T, leaf)}, "a term's leaf");
  if (!EXPECT(c, v, "a term mentions a variable that there is not")) return;
  EXPECT(c, hd_sort_same(hd_term_sort(T, leaf), var_sort(v)), "a term takes `%s` for another sort", v->name);
  EXPECT(c, may_use(c, v), "a term mentions `%s`, a local of another thread", v->name);
}

static void check_term(checker *c, hd_term t, hd_sort sort, const char *what)
{
  if (!hd_term_is(t)) return;
  if (!EXPECT(c, t.id <= hd_terms_count(c->p->terms), "the %s is no term of this program", what)) return;
  EXPECT(c, hd_sort_same(hd_term_sort(c->p->terms, t), sort), "the %s has the wrong sort", what);
  hd_term_visit_leaves(c->p->terms, t, check_leaf, c);
}

static void check_memory_target(checker *c, const hd_assign *a)
{
  EXPECT(c, c->p->raw, "memory is written in a program that is not raw");
  EXPECT(c, hd_term_is(a->index), "memory is written at no address");
  check_term(c, a->index, HD_BV(c->p->pointer_width), "address");
  if (EXPECT(c, a->width >= 1 && a->width <= 64, "%u bits are written to memory", a->width))
    check_term(c, a->value, HD_BV(a->width), "assigned value");
}

static void check_assign(checker *c, const hd_assign *a)
{
  if (a->var.id == HD_NONE) {
    check_memory_target(c, a);
    return;
  }
  const hd_var_info *v = get_var(c, a->var, "the target");
  if (!v) return;
  EXPECT(c, may_use(c, v), "it assigns `%s`, a local of another thread", v->name);
  EXPECT(c, !c->is_self[a->var.id], "it assigns `%s`, an instance's own number", v->name);
  EXPECT(c, hd_term_is(a->index) == (v->count > 0),
         v->count ? "it assigns the array `%s` without an index" : "it assigns the scalar `%s` with an index", v->name);
  check_term(c, a->index, HD_BV(32), "index");
  check_term(c, a->value, v->sort, "assigned value");
}

static void check_assigns(checker *c, const hd_edge_info *e)
{
  hd_map targets = {0};
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    const hd_assign *a = &e->assigns[i];
    check_assign(c, a);
    if (a->var.id >= c->p->vars.len || hd_var_get(c->p, a->var)->count) continue;
    EXPECT(c, !hd_map_find(&targets, a->var.id), "it assigns `%s` twice", hd_var_get(c->p, a->var)->name);
    hd_map_put(&targets, a->var.id, i);
  }
  hd_map_clear(&targets);
}

static void check_kind(checker *c, const hd_edge_info *e)
{
  EXPECT(c, e->kind <= HD_EDGE_ASSERT && e->access <= HD_ACCESS_SYNC, "its kind or access is not one of them");
  EXPECT(c, (e->kind == HD_EDGE_ASSERT) == hd_term_is(e->cond), "a condition belongs to an assertion");
  EXPECT(c, e->kind != HD_EDGE_ASSERT || e->check < HD_CHECK_EDGES, "its check is not one of them");
}

static void check_edge(checker *c, const hd_edge_info *e)
{
  const hd_program *p = c->p;
  check_pos(c, e->pos);
  check_frame_id(c, e->frame);
  check_kind(c, e);
  if (!EXPECT(c, e->from.id < p->locs.len && e->to.id < p->locs.len, "it joins locations that there are not")) return;
  const hd_loc_info *from = hd_loc_get(p, e->from);
  EXPECT(c, from->kind == HD_LOC_NORMAL, "it leaves location %u, where the thread has ended", e->from.id);
  EXPECT(c, from->thread.id == hd_loc_get(p, e->to)->thread.id, "it leads into another thread");
  c->thread = from->thread;
  check_term(c, e->guard, HD_BOOL, "guard");
  check_term(c, e->cond, HD_BOOL, "condition");
  check_assigns(c, e);
}

static void check_edges(checker *c)
{
  for (uint32_t i = 0; i < c->p->edges.len; i++) {
    look_at(c, HD_PART_EDGE, i);
    check_edge(c, &c->p->edges.data[i]);
  }
}

/* --- objects -------------------------------------------------------------------------- */

/* The elements along a slot's dimensions and the end of its last one; false: absurd. */
static bool slot_extent(const hd_slot *s, uint64_t *elements, uint64_t *end)
{
  *elements = 1;
  *end = (s->width + 7u) / 8u;
  bool overflow = __builtin_add_overflow(*end, s->offset, end);
  for (unsigned i = 0; i < s->n_dims; i++) {
    uint64_t reach;
    if (!s->dims[i].count) return false;
    overflow |= __builtin_mul_overflow(s->dims[i].stride, (uint64_t)s->dims[i].count - 1, &reach);
    overflow |= __builtin_add_overflow(*end, reach, end);
    overflow |= __builtin_mul_overflow(*elements, (uint64_t)s->dims[i].count, elements);
  }
  return !overflow;
}

static void check_slot_var(checker *c, const hd_slot *s, uint64_t elements)
{
  const hd_var_info *v = get_var(c, s->var, "a slot's variable");
  if (!v) return;
  uint32_t copies = c->p->objects.data[c->id].copies;
  /* An object of a thread's instances may be held by a local: each instance then has its copy. */
  bool fits = hd_var_elements(v) == elements * copies || (v->thread.id != HD_NONE && hd_var_elements(v) == elements);
  EXPECT(c, fits && v->sort.width == s->width, "slot \"%s\" does not fit its variable `%s`", s->name, v->name);
}

static void check_slot(checker *c, const hd_slot *s, uint64_t size)
{
  uint64_t elements, end;
  if (!EXPECT(c, s->name != NULL, "a slot has no name")) return;
  if (!EXPECT(c, s->n_dims <= HD_MAX_DIMS, "slot \"%s\" has %u dimensions", s->name, s->n_dims)) return;
  EXPECT(c, s->width >= 1 && s->width <= 64, "slot \"%s\" has %u bits", s->name, s->width);
  EXPECT(c, s->show <= HD_SHOW_FLOAT, "slot \"%s\" is displayed in no known way", s->name);
  if (!EXPECT(c, slot_extent(s, &elements, &end) && end <= size && elements <= UINT32_MAX,
              "slot \"%s\" reaches outside the object", s->name))
    return;
  check_slot_var(c, s, elements);
}

static void check_alive(checker *c, const hd_object_info *o)
{
  const hd_var_info *v = get_var(c, o->alive, "alive");
  if (!v) return;
  bool ends = o->kind == HD_OBJ_HEAP || o->kind == HD_OBJ_LOCAL || o->kind == HD_OBJ_GLOBAL || o->kind == HD_OBJ_THREAD;
  EXPECT(c, ends, "only memory of the heap, locals, a thread's own variables and handles are alive or not");
  EXPECT(c, v->thread.id == HD_NONE && is_bv(v->sort, 8), "alive is not a shared bit-vector of 8 bits");
  EXPECT(c, v->count == o->copies || (!v->count && o->copies == 1), "alive has %u elements for %u copies",
         hd_var_elements(v), o->copies);
}

static void check_extent(checker *c, const hd_object_info *o)
{
  const hd_var_info *v = get_var(c, o->extent, "extent");
  if (!v) return;
  EXPECT(c, o->copies == 1 && o->grain >= 1, "an extent is that of one copy");
  EXPECT(c, v->thread.id == HD_NONE && is_bv(v->sort, 32) && !v->count, "extent is not a shared bit-vector of 32 bits");
}

/* Where the object's addresses end, one past its last copy's last byte; false: nowhere. */
static bool object_end(const hd_program *p, const hd_object_info *o, uint64_t *end)
{
  uint64_t reach;
  bool overflow = __builtin_mul_overflow(o->stride, (uint64_t)o->copies - (o->copies > 0), &reach);
  overflow |= __builtin_add_overflow(o->base, reach, end);
  overflow |= __builtin_add_overflow(*end, o->size, end);
  return !overflow && *end <= hd_mask(p->pointer_width);
}

static void check_object(checker *c, const hd_object_info *o)
{
  uint64_t end;
  check_pos(c, o->pos);
  EXPECT(c, o->kind <= HD_OBJ_OUTSIDE, "its kind is not one of them");
  EXPECT(c, o->base != 0, "it lies at address 0");
  EXPECT(c, o->copies >= 1, "it has no copy");
  EXPECT(c, o->stride >= o->size, "its copies overlap");
  EXPECT(c, object_end(c->p, o, &end), "it does not fit into the address space");
  check_alive(c, o);
  check_extent(c, o);
  for (uint32_t i = 0; i < o->n_slots; i++) check_slot(c, &o->slots[i], o->size);
}

static int by_base(const void *a, const void *b)
{
  const hd_object_info *x = *(const hd_object_info *const *)a, *y = *(const hd_object_info *const *)b;
  return x->base < y->base ? -1 : x->base > y->base ? 1 : x < y ? -1 : x > y;
}

/* Apart means: even the address one past an object's end is not another object's. */
static void check_apart(checker *c)
{
  const hd_program *p = c->p;
  uint32_t n = p->objects.len;
  const hd_object_info **sorted = hd_alloc(n, sizeof *sorted);
  for (uint32_t i = 0; i < n; i++) sorted[i] = &p->objects.data[i];
  if (n) qsort(sorted, n, sizeof *sorted, by_base);
  for (uint32_t i = 0; i + 1 < n; i++) {
    uint64_t end;
    if (!object_end(p, sorted[i], &end) || end < sorted[i + 1]->base) continue;
    look_at(c, HD_PART_OBJECT, (uint32_t)(sorted[i + 1] - p->objects.data));
    complain(c, "it overlaps or touches `%s`", sorted[i]->name);
  }
  free(sorted);
}

static void check_objects(checker *c)
{
  hd_strings seen;
  hd_strings_init(&seen);
  for (uint32_t i = 0; i < c->p->objects.len; i++) {
    look_at(c, HD_PART_OBJECT, i);
    check_name(c, &seen, c->p->objects.data[i].name);
    check_object(c, &c->p->objects.data[i]);
  }
  check_apart(c);
  hd_strings_clear(&seen);
}

/* --- all of it ------------------------------------------------------------------------ */

static hd_place source_place(void *context, hd_part part, uint32_t id)
{
  const hd_program *p = context;
  switch (part) {
  case HD_PART_FRAME: return hd_program_place(p, p->frames.data[id].call);
  case HD_PART_THREAD: return hd_program_place(p, p->threads.data[id].pos);
  case HD_PART_VAR: return hd_program_place(p, p->vars.data[id].pos);
  case HD_PART_OBJECT: return hd_program_place(p, p->objects.data[id].pos);
  case HD_PART_LOC: return hd_program_place(p, p->locs.data[id].pos);
  case HD_PART_EDGE: return hd_program_place(p, p->edges.data[id].pos);
  default: return (hd_place){0};
  }
}

hd_status hd_program_check_placed(const hd_program *p, hd_diags *diags, const hd_placer *placer)
{
  checker c = {.p = p, .diags = diags, .placer = placer, .thread = HD_NO_THREAD};
  c.is_self = hd_alloc(p->vars.len, sizeof *c.is_self);
  check_whole(&c);
  check_frames(&c);
  check_vars(&c);
  check_threads(&c);
  check_locs(&c);
  check_objects(&c);
  check_edges(&c);
  free(c.is_self);
  return c.found ? HD_BAD_INPUT : HD_OK;
}

hd_status hd_program_check(const hd_program *p, hd_diags *diags)
{
  hd_placer placer = {source_place, (void *)p};
  return hd_program_check_placed(p, diags, &placer);
}
