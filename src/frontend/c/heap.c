/* heap.c - malloc and free: for each place that allocates, on each call path, a pool of
 * copies.
 *
 * A place has a copy for each time that it can run, as far as the limit allows; then no copy is
 * taken twice, and what was freed stays dead for every pointer to it. With fewer copies the
 * first that is not alive is taken, again and again, and the execution ends at a bound when all of
 * them are alive. A pointer to what was freed would then come to life with the next block in its
 * copy. So where the property asks for lifetimes, such a pool has one copy more, which stands apart: it
 * is taken at most once. Any one block of an execution may be the one that gets it
 * (docs/decisions/0010-lifetimes.md says why one is enough). */
#include <stdio.h>

#include "frontend/c/core.h"

enum { MAX_SIZE = 1 << 20, LEAST_ELEMENTS = 8 };
enum { FREE = 0, ALIVE = 1, GONE = 2 }; /* what `alive` says of a copy; GONE: freed, and not taken again */

/* How many of an object's copies are taken again after they were freed. */
static uint32_t recycled_copies(const hd_lower *L, hd_object o)
{
  return (uint32_t)hd_map_get_or(&L->recycled, o.id, 0);
}

static bool program_frees(hd_lower *L)
{
  static const char *const names[] = {"free", "realloc", "cfree"};
  for (size_t i = 0; i < HD_COUNT(names); i++) {
    LLVMValueRef f = LLVMGetNamedFunction(L->unit->module, names[i]);
    if (f && LLVMGetFirstUse(f)) return true;
  }
  return false;
}

/* How often executions may come here, in all instances of the thread. */
static uint32_t times_run(hd_cursor *c, LLVMValueRef call)
{
  hd_lower *L = c->lower;
  uint32_t times = L->act && call ? hd_act_times(L->act, call) : 1;
  return hd_times(times, hd_routine_of(c)->instances);
}

static uint32_t copies_needed(hd_cursor *c, LLVMValueRef call)
{
  hd_lower *L = c->lower;
  uint32_t instances = hd_routine_of(c)->instances, limit = L->options.limits[HD_LIMIT_HEAP];
  uint32_t times = times_run(c, call);
  if (limit < instances) limit = instances;
  if (times == 0) times = 1;
  return times < limit ? times : limit;
}

static const char *site_name(hd_cursor *c, LLVMValueRef call)
{
  hd_lower *L = c->lower;
  size_t n;
  const char *function = "malloc";
  if (call && LLVMIsACallInst(call) && LLVMIsAFunction(LLVMGetCalledValue(call)))
    function = LLVMGetValueName2(LLVMGetCalledValue(call), &n);
  if (c->pos.file == HD_NONE) return function;
  const char *path = L->p->files.data[c->pos.file], *slash = strrchr(path, '/');
  return hd_arena_printf(&L->arena, "%s@%s:%u", function, slash ? slash + 1 : path, c->pos.line);
}

static hd_object make_site(hd_cursor *c, uint64_t size, bool zeroed, LLVMValueRef call, hd_hint hint)
{
  hd_lower *L = c->lower;
  const char *name = site_name(c, call);
  uint32_t ordinary = copies_needed(c, call);
  bool recycles = times_run(c, call) > ordinary && program_frees(L);
  uint32_t copies = recycles && L->options.lifetimes ? ordinary + 1 : ordinary;
  hd_slots slots = {0};
  hd_layout_elements(L, hint.debug, hint.type, size, &slots);
  hd_var alive = hd_program_add_var(L->p, (hd_var_info){.name = hd_arena_printf(&L->arena, "%s.alive", name),
                                                        .thread = HD_NO_THREAD,
                                                        .sort = HD_BV(8),
                                                        .count = copies > 1 ? copies : 0,
                                                        .role = HD_ROLE_MEMORY,
                                                        .show = HD_SHOW_BOOL,
                                                        .pos = c->pos});
  hd_object o = hd_object_make(L, (hd_object_info){.name = name,
                                                   .kind = HD_OBJ_HEAP,
                                                   .size = size,
                                                   .copies = copies,
                                                   .slots = slots.data,
                                                   .n_slots = slots.len,
                                                   .any = !zeroed && !hd_object_is_opaque(L, hint.debug),
                                                   .alive = alive,
                                                   .pos = c->pos});
  LLVMTypeRef type = hint.type ? hint.type : hd_debug_llvm(L, hint.debug);
  if (type) hd_vec_push(&L->typed, (hd_typed){o, type});
  if (recycles) hd_map_put(&L->recycled, o.id, ordinary);
  hd_vec_clear(&slots);
  return o;
}

static hd_object find_site(hd_cursor *c, uint64_t size, bool zeroed, LLVMValueRef call, hd_hint hint)
{
  hd_lower *L = c->lower;
  const char *text =
      hd_arena_printf(&L->arena, "heap %p %p %llu", (void *)L->act, (void *)call, (unsigned long long)size);
  uint32_t key = hd_strings_add(&L->names, text);
  uint64_t *known = hd_map_find(&L->sites, key);
  if (known) return (hd_object){(uint32_t)*known};
  hd_object o = make_site(c, size, zeroed, call, hint);
  hd_map_put(&L->sites, key, o.id);
  return o;
}

static hd_term alive_term(hd_lower *L, const hd_object_info *o, uint32_t copy)
{
  return o->copies > 1 ? hd_program_element(L->p, o->alive, hd_term_bv(L->T, 32, copy))
                       : hd_program_var_term(L->p, o->alive);
}

hd_term hd_object_alive(hd_lower *L, const hd_object_info *o, uint32_t copy)
{
  return o->alive.id == HD_NONE ? HD_NO_TERM : hd_term_eq_bv(L->T, alive_term(L, o, copy), ALIVE);
}

static hd_assign set_alive(hd_lower *L, const hd_object_info *o, uint32_t copy, uint64_t value)
{
  hd_assign a = {.var = o->alive, .value = hd_term_bv(L->T, 8, value)};
  if (o->copies > 1) a.index = hd_term_bv(L->T, 32, copy);
  return a;
}

static hd_term copy_address(hd_lower *L, const hd_object_info *o, uint32_t copy)
{
  return hd_term_bv(L->T, L->ptr, o->base + copy * o->stride);
}

/* One way to allocate: this copy is taken, when the guard holds. */
typedef struct {
  const hd_object_info *o;
  hd_var address; /* HD_NO_VAR: there is one copy only */
  hd_loc to;
  const char *label;
} taking;

static void take_copy(hd_cursor path, const taking *t, uint32_t copy, hd_term guard, hd_var flag)
{
  hd_lower *L = path.lower;
  hd_assign a[3] = {set_alive(L, t->o, copy, ALIVE)};
  uint32_t n = 1;
  if (t->address.id != HD_NONE) a[n++] = (hd_assign){.var = t->address, .value = copy_address(L, t->o, copy)};
  if (flag.id != HD_NONE) a[n++] = (hd_assign){.var = flag, .value = hd_term_true(L->T)};
  hd_cursor_edge(
      &path, (hd_edge_info){.guard = guard, .assigns = a, .n_assigns = n, .access = HD_ACCESS_SYNC, .label = t->label},
      t->to);
}

/* The block that stands apart: none has so far, so this one may. */
static void take_apart(hd_cursor *c, const taking *t, uint32_t copy)
{
  hd_lower *L = c->lower;
  if (L->apart.id == HD_NONE)
    L->apart = hd_program_add_var(L->p, (hd_var_info){.name = "heap.apart",
                                                      .thread = HD_NO_THREAD,
                                                      .sort = HD_BOOL,
                                                      .role = HD_ROLE_MEMORY,
                                                      .show = HD_SHOW_BOOL,
                                                      .pos = HD_NO_POS});
  take_copy(*c, t, copy, hd_term_1(L->T, HD_OP_NOT, hd_program_var_term(L->p, L->apart)), L->apart);
}

/* Takes the first copy that is free; one step. */
static hd_term take_some_copy(hd_cursor *c, hd_object object, uint32_t times, const char *label)
{
  hd_lower *L = c->lower;
  const hd_object_info o = *hd_object_get(L->p, object);
  uint32_t recycled = recycled_copies(L, object), ordinary = recycled ? recycled : o.copies;
  taking t = {&o, o.copies > 1 ? hd_cursor_var(c, "address", HD_BV(L->ptr)) : HD_NO_VAR, hd_cursor_loc(c), label};
  hd_term earlier = hd_term_true(L->T);
  for (uint32_t i = 0; i < ordinary; i++) {
    hd_term is_free = times <= 1 ? hd_term_true(L->T) : hd_term_eq_bv(L->T, alive_term(L, &o, i), FREE);
    take_copy(*c, &t, i, hd_term_2(L->T, HD_OP_AND, earlier, is_free), HD_NO_VAR);
    earlier = hd_term_2(L->T, HD_OP_AND, earlier, hd_term_1(L->T, HD_OP_NOT, is_free));
  }
  if (ordinary < o.copies) take_apart(c, &t, ordinary);
  hd_cursor full = *c;
  if (times <= ordinary) full.at = HD_NO_LOC;
  hd_cursor_edge(&full, (hd_edge_info){.guard = earlier, .access = HD_ACCESS_SYNC}, HD_NO_LOC);
  hd_cursor_bound(&full, HD_LIMIT_HEAP, "more than %u objects of %s are alive", ordinary, o.name);
  c->at = t.to;
  return t.address.id != HD_NONE ? hd_program_var_term(L->p, t.address) : copy_address(L, &o, 0);
}

static hd_slots slots_of(const hd_object_info *o)
{
  return (hd_slots){.data = o->slots, .len = o->n_slots};
}

typedef struct {
  hd_term address;
  bool zeroed;
} resetting;

static void reset_cell(hd_cursor *c, hd_term offset, unsigned width, const void *context)
{
  hd_lower *L = c->lower;
  const resetting *r = context;
  hd_assign a = {.var = HD_NO_VAR, .index = hd_term_2(L->T, HD_OP_ADD, r->address, offset), .width = (uint8_t)width};
  if (r->zeroed) a.value = hd_term_bv(L->T, width, 0);
  hd_cursor_edge(c, (hd_edge_info){.assigns = &a, .n_assigns = 1, .access = HD_ACCESS_SYNC}, HD_NO_LOC);
}

/* Memory that was freed comes back with other contents than it had: zero, or any. */
static void reset_contents(hd_cursor *c, hd_object object, hd_term address, bool zeroed)
{
  const hd_object_info o = *hd_object_get(c->lower->p, object);
  const hd_slots slots = slots_of(&o);
  hd_each_cell(c, &slots, o.size, reset_cell, &(resetting){address, zeroed});
}

static hd_term allocate(hd_cursor *c, uint64_t size, bool zeroed, LLVMValueRef call, hd_hint hint)
{
  hd_lower *L = c->lower;
  if (size > MAX_SIZE) {
    hd_cursor_unsupported(c, "an allocation of %llu bytes", (unsigned long long)size);
    return hd_term_bv(L->T, L->ptr, 0);
  }
  uint32_t times = times_run(c, call);
  bool outer = c->atomic;
  hd_object o = find_site(c, size, zeroed, call, hint);
  bool reset = recycled_copies(L, o) > 0;
  if (reset) hd_cursor_set_atomic(c, true);
  hd_term address = take_some_copy(c, o, times, "allocate");
  if (reset) reset_contents(c, o, address, !hd_object_get(L->p, o)->any);
  if (reset) hd_cursor_set_atomic(c, outer);
  return address;
}

static uint64_t element_size(hd_lower *L, hd_hint hint)
{
  LLVMMetadataRef type = hd_debug_peel(L, hint.debug);
  uint64_t size = type ? LLVMDITypeGetSizeInBits(type) / 8 : 0;
  if (!size && hint.type) size = hd_lower_type_size(L, hint.type);
  return size ? size : 1;
}

/* A size that is computed: one object for each number of elements up to the limit, so that
 * each has exactly the bytes that were asked for. */
static hd_term allocate_some(hd_cursor *c, hd_term size, bool zeroed, LLVMValueRef call, hd_hint hint)
{
  hd_lower *L = c->lower;
  uint64_t element = element_size(L, hint);
  uint32_t most = 2 * L->options.limits[HD_LIMIT_HEAP];
  HD_VEC(hd_return) paths = {0};
  if (most < LEAST_ELEMENTS) most = LEAST_ELEMENTS;
  for (uint32_t n = 0; n <= most && !hd_cursor_dead(c); n++) {
    hd_cursor path = *c;
    *c = hd_cursor_split(&path, hd_term_eq_bv(L->T, size, n * element));
    if (hd_cursor_dead(&path)) continue;
    hd_term address = allocate(&path, n * element, zeroed, call, hint);
    if (!hd_cursor_dead(&path)) hd_vec_push(&paths, (hd_return){path, hd_value_of(L, address)});
  }
  hd_cursor_bound(c, HD_LIMIT_HEAP, "an allocation of more than %u elements, or of another size than theirs", most);
  hd_value v = hd_merge_values(c, paths.data, paths.len, "address");
  hd_vec_clear(&paths);
  return v.n ? v.parts[0] : hd_term_bv(L->T, L->ptr, 0);
}

hd_term hd_lower_allocate(hd_cursor *c, hd_term size, bool zeroed, LLVMValueRef call)
{
  hd_lower *L = c->lower;
  uint64_t bytes;
  hd_hint hint = hd_hint_allocated(L, L->act, call);
  if (hd_cursor_dead(c)) return hd_term_bv(L->T, L->ptr, 0);
  if (hd_term_is_const(L->T, size, &bytes)) return allocate(c, bytes, zeroed, call, hint);
  return allocate_some(c, hd_term_resize(L->T, size, L->ptr, false), zeroed, call, hint);
}

/* All places that allocate are known when everything is lowered. */
void hd_put_off(hd_cursor *c, hd_pending p)
{
  hd_lower *L = c->lower;
  p.at = *c;
  p.to = hd_cursor_loc(c);
  p.result = HD_NO_VAR;
  hd_loc_state_of(L, c->at)->pinned = true;
  hd_loc_state_of(L, p.to)->pinned = true;
  hd_vec_push(&L->pending, p);
  c->at = p.to;
}

void hd_lower_free(hd_cursor *c, hd_term address)
{
  hd_lower *L = c->lower;
  if (hd_cursor_dead(c)) return;
  hd_put_off(c, (hd_pending){.kind = HD_PENDING_FREE, .address = hd_term_resize(L->T, address, L->ptr, false)});
}

void hd_lower_move(hd_cursor *c, hd_term into, hd_term from, hd_term size)
{
  hd_lower *L = c->lower;
  if (hd_cursor_dead(c)) return;
  hd_put_off(c, (hd_pending){.kind = HD_PENDING_MOVE,
                             .into = into,
                             .address = hd_term_resize(L->T, from, L->ptr, false),
                             .size = hd_term_resize(L->T, size, L->ptr, false)});
}

static void overwrite_cell(hd_cursor *c, hd_term offset, unsigned width, const void *base)
{
  hd_terms *T = c->lower->T;
  hd_assign any = {.var = HD_NO_VAR, .index = hd_term_2(T, HD_OP_ADD, *(const hd_term *)base, offset)};
  any.width = (uint8_t)width;
  hd_cursor_edge(c, (hd_edge_info){.assigns = &any, .n_assigns = 1, .label = "free"}, HD_NO_LOC);
}

/* For races, it writes all of its block. */
static void free_copy(hd_lower *L, const hd_pending *p, hd_cursor at, hd_object object, uint32_t copy)
{
  const hd_object_info o = *hd_object_get(L->p, object);
  hd_assign a = set_alive(L, &o, copy, copy < recycled_copies(L, object) ? FREE : GONE);
  hd_edge_info step = {.assigns = &a, .n_assigns = 1, .access = HD_ACCESS_SYNC, .label = "free"};
  step.guard = hd_term_eq_bv(L->T, p->address, o.base + copy * o.stride);
  if (L->options.property == HD_PROP_NO_DATA_RACE) {
    const hd_slots slots = slots_of(&o);
    hd_term base = copy_address(L, &o, copy);
    hd_cursor_edge(&at, (hd_edge_info){.guard = step.guard}, HD_NO_LOC);
    hd_each_cell(&at, &slots, o.size, overwrite_cell, &base);
    step.guard = HD_NO_TERM;
  }
  hd_cursor_edge(&at, step, p->to);
}

/* Is the address NULL, or the start of a copy that is alive? */
static hd_term may_be_freed(hd_lower *L, hd_term address)
{
  hd_term any_of = hd_term_eq_bv(L->T, address, 0);
  for (uint32_t i = 0; i < L->p->objects.len; i++) {
    const hd_object_info *o = &L->p->objects.data[i];
    for (uint32_t k = 0; o->kind == HD_OBJ_HEAP && k < o->copies; k++) {
      hd_term is_it = hd_term_eq_bv(L->T, address, o->base + k * o->stride);
      hd_term alive = hd_term_eq_bv(L->T, alive_term(L, o, k), ALIVE);
      any_of = hd_term_2(L->T, HD_OP_OR, any_of, hd_term_2(L->T, HD_OP_AND, is_it, alive));
    }
  }
  return any_of;
}

void hd_finish_free(hd_lower *L, const hd_pending *p)
{
  hd_cursor at = p->at;
  bool outer = at.atomic;
  at.atomic = true; /* nothing comes between the check and the release */
  hd_cursor_check(&at, HD_CHECK_FREE, may_be_freed(L, p->address), "free of a pointer that was not allocated");
  at.atomic = outer;
  if (hd_cursor_dead(&at)) return;
  hd_cursor null = at;
  hd_cursor_edge(&null, (hd_edge_info){.guard = hd_term_eq_bv(L->T, p->address, 0)}, p->to);
  for (uint32_t i = 0; i < L->p->objects.len; i++) {
    const hd_object_info o = L->p->objects.data[i];
    for (uint32_t k = 0; o.kind == HD_OBJ_HEAP && k < o.copies; k++) free_copy(L, p, at, (hd_object){i}, k);
  }
}

/* --- realloc ----------------------------------------------------------------------------------- */

/* A cell of which only a part fits holds any value afterwards. */
static void move_cell(hd_cursor *c, hd_term offset, unsigned width, const void *context)
{
  hd_terms *T = c->lower->T;
  const hd_pending *p = context;
  hd_term end = hd_term_2(T, HD_OP_ADD, offset, hd_term_bv(T, c->lower->ptr, width / 8));
  hd_cursor beyond = hd_cursor_split(c, hd_term_2(T, HD_OP_ULE, end, p->size));
  if (!hd_cursor_dead(c)) {
    hd_term value = hd_cursor_load(c, hd_term_2(T, HD_OP_ADD, p->address, offset), width, HD_ACCESS_PLAIN);
    hd_cursor_store(c, hd_term_2(T, HD_OP_ADD, p->into, offset), value, HD_ACCESS_PLAIN);
  }
  hd_cursor_join(c, beyond);
}

void hd_finish_move(hd_lower *L, const hd_pending *p)
{
  hd_cursor at = p->at;
  for (uint32_t i = 0; i < L->p->objects.len; i++) {
    const hd_object_info o = L->p->objects.data[i];
    for (uint32_t k = 0; o.kind == HD_OBJ_HEAP && k < o.copies && !hd_cursor_dead(&at); k++) {
      hd_cursor other = at;
      at = hd_cursor_split(&other, hd_term_eq_bv(L->T, p->address, o.base + k * o.stride));
      const hd_slots slots = slots_of(&o);
      hd_each_cell(&other, &slots, o.size, move_cell, p);
      if (!hd_cursor_dead(&other)) hd_cursor_goto(&other, p->to);
    }
  }
  if (!hd_cursor_dead(&at)) hd_cursor_goto(&at, p->to);
}
