/* heap.c - malloc and free: for each place that allocates, on each call path, a pool of
 * copies that are alive or not.
 *
 * An allocation takes the first copy that is not alive. A place that can run once has one
 * copy; any other has as many as the limit says, and the execution ends at a bound when
 * all of them are alive. */
#include <stdio.h>

#include "frontend/c/core.h"

enum { MAX_SIZE = 1 << 20, LEAST_ELEMENTS = 8, MAX_INITIALIZED = 256 };

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
  uint32_t copies = copies_needed(c, call);
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

static hd_assign set_alive(hd_lower *L, const hd_object_info *o, uint32_t copy, uint64_t value)
{
  hd_assign a = {.var = o->alive, .value = hd_term_bv(L->T, 8, value)};
  if (o->copies > 1) a.index = hd_term_bv(L->T, 32, copy);
  return a;
}

/* Takes the first copy that is free; one step. */
static hd_term take_copy(hd_cursor *c, hd_object object, uint32_t times, const char *label)
{
  hd_lower *L = c->lower;
  const hd_object_info o = *hd_object_get(L->p, object);
  hd_term base = hd_term_bv(L->T, L->ptr, o.base), earlier = hd_term_true(L->T);
  if (times <= 1) {
    hd_assign a = set_alive(L, &o, 0, 1);
    hd_cursor_edge(c, (hd_edge_info){.assigns = &a, .n_assigns = 1, .access = HD_ACCESS_SYNC, .label = label},
                   HD_NO_LOC);
    return base;
  }
  hd_var address = o.copies > 1 ? hd_cursor_var(c, "address", HD_BV(L->ptr)) : HD_NO_VAR;
  hd_loc to = hd_cursor_loc(c);
  for (uint32_t i = 0; i < o.copies; i++) {
    hd_term is_free = hd_term_eq_bv(L->T, alive_term(L, &o, i), 0);
    hd_assign a[2] = {set_alive(L, &o, i, 1),
                      {.var = address, .value = hd_term_bv(L->T, L->ptr, o.base + i * o.stride)}};
    hd_cursor path = *c;
    hd_cursor_edge(&path,
                   (hd_edge_info){.guard = hd_term_2(L->T, HD_OP_AND, earlier, is_free),
                                  .assigns = a,
                                  .n_assigns = o.copies > 1 ? 2 : 1,
                                  .access = HD_ACCESS_SYNC,
                                  .label = label},
                   to);
    earlier = hd_term_2(L->T, HD_OP_AND, earlier, hd_term_1(L->T, HD_OP_NOT, is_free));
  }
  hd_cursor full = *c;
  if (times <= o.copies) full.at = HD_NO_LOC;
  hd_cursor_edge(&full, (hd_edge_info){.guard = earlier, .access = HD_ACCESS_SYNC}, HD_NO_LOC);
  hd_cursor_bound(&full, HD_LIMIT_HEAP, "more than %u objects of %s are alive", o.copies, o.name);
  c->at = to;
  return o.copies > 1 ? hd_program_var_term(L->p, address) : base;
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

/* One cell of a copy that may have been used before. */
static void reset_cell(hd_cursor *c, hd_term at, unsigned width, bool zeroed)
{
  hd_lower *L = c->lower;
  hd_assign a = {.var = HD_NO_VAR, .index = at, .width = (uint8_t)width};
  if (zeroed) a.value = hd_term_bv(L->T, width, 0);
  hd_cursor_edge(c, (hd_edge_info){.assigns = &a, .n_assigns = 1, .access = HD_ACCESS_SYNC}, HD_NO_LOC);
}

static void reset_slot(hd_cursor *c, const hd_slot *s, unsigned dim, hd_term at, bool zeroed)
{
  hd_lower *L = c->lower;
  if (dim == s->n_dims) {
    reset_cell(c, at, s->width, zeroed);
    return;
  }
  for (uint32_t i = 0; i < s->dims[dim].count; i++) {
    hd_term offset = hd_term_bv(L->T, L->ptr, i * s->dims[dim].stride);
    reset_slot(c, s, dim + 1, hd_term_2(L->T, HD_OP_ADD, at, offset), zeroed);
  }
}

static uint64_t count_cells(const hd_object_info *o)
{
  uint64_t total = 0;
  for (uint32_t i = 0; i < o->n_slots; i++) {
    uint64_t n = 1;
    for (unsigned d = 0; d < o->slots[i].n_dims; d++) n *= o->slots[i].dims[d].count;
    total += n;
  }
  return total;
}

/* Memory that was freed comes back with other contents than it had: zero, or any. */
static void reset_contents(hd_cursor *c, hd_object object, hd_term address, bool zeroed)
{
  hd_lower *L = c->lower;
  const hd_object_info o = *hd_object_get(L->p, object);
  uint64_t n = count_cells(&o);
  if (n > MAX_INITIALIZED || (n == 0 && o.size > MAX_INITIALIZED)) {
    if (zeroed) hd_lower_fill(c, address, hd_term_bv(L->T, 8, 0), hd_term_bv(L->T, L->ptr, o.size), NULL);
    return;
  }
  for (uint32_t i = 0; i < o.n_slots; i++) {
    hd_term offset = hd_term_bv(L->T, L->ptr, o.slots[i].offset);
    reset_slot(c, &o.slots[i], 0, hd_term_2(L->T, HD_OP_ADD, address, offset), zeroed);
  }
  if (!n && zeroed) hd_lower_fill(c, address, hd_term_bv(L->T, 8, 0), hd_term_bv(L->T, L->ptr, o.size), NULL);
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
  bool reset = times > 1 && program_frees(L);
  if (reset) hd_cursor_set_atomic(c, true);
  hd_term address = take_copy(c, o, times, "allocate");
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
static void put_off(hd_cursor *c, hd_pending p)
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
  put_off(c, (hd_pending){.kind = HD_PENDING_FREE, .address = hd_term_resize(L->T, address, L->ptr, false)});
}

void hd_lower_move(hd_cursor *c, hd_term into, hd_term from, hd_term size)
{
  hd_lower *L = c->lower;
  if (hd_cursor_dead(c)) return;
  put_off(c, (hd_pending){.kind = HD_PENDING_MOVE,
                          .into = into,
                          .address = hd_term_resize(L->T, from, L->ptr, false),
                          .size = hd_term_resize(L->T, size, L->ptr, false)});
}

static void free_copy(hd_lower *L, const hd_pending *p, hd_cursor at, const hd_object_info *o, uint32_t copy)
{
  hd_term is_it = hd_term_eq_bv(L->T, p->address, o->base + copy * o->stride);
  hd_assign a = set_alive(L, o, copy, 0);
  hd_cursor_edge(
      &at, (hd_edge_info){.guard = is_it, .assigns = &a, .n_assigns = 1, .access = HD_ACCESS_SYNC, .label = "free"},
      p->to);
}

/* Is the address NULL, or the start of a copy that is alive? */
static hd_term may_be_freed(hd_lower *L, hd_term address)
{
  hd_term any_of = hd_term_eq_bv(L->T, address, 0);
  for (uint32_t i = 0; i < L->p->objects.len; i++) {
    const hd_object_info *o = &L->p->objects.data[i];
    for (uint32_t k = 0; o->kind == HD_OBJ_HEAP && k < o->copies; k++) {
      hd_term is_it = hd_term_eq_bv(L->T, address, o->base + k * o->stride);
      hd_term alive = hd_term_1(L->T, HD_OP_NOT, hd_term_eq_bv(L->T, alive_term(L, o, k), 0));
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
    for (uint32_t k = 0; o.kind == HD_OBJ_HEAP && k < o.copies; k++) free_copy(L, p, at, &o, k);
  }
}

/* --- realloc ----------------------------------------------------------------------------------- */

static void move_cell(hd_cursor *c, const hd_pending *p, hd_term offset, unsigned width)
{
  hd_terms *T = c->lower->T;
  hd_term end = hd_term_2(T, HD_OP_ADD, offset, hd_term_bv(T, c->lower->ptr, width / 8));
  hd_cursor beyond = hd_cursor_split(c, hd_term_2(T, HD_OP_ULE, end, p->size));
  if (!hd_cursor_dead(c)) {
    hd_term value = hd_cursor_load(c, hd_term_2(T, HD_OP_ADD, p->address, offset), width, HD_ACCESS_PLAIN);
    hd_cursor_store(c, hd_term_2(T, HD_OP_ADD, p->into, offset), value, HD_ACCESS_PLAIN);
  }
  hd_cursor_join(c, beyond);
}

static void move_slot(hd_cursor *c, const hd_pending *p, const hd_slot *s, unsigned dim, uint64_t offset)
{
  if (dim == s->n_dims) {
    move_cell(c, p, hd_term_bv(c->lower->T, c->lower->ptr, offset), s->width);
    return;
  }
  for (uint32_t i = 0; i < s->dims[dim].count; i++) move_slot(c, p, s, dim + 1, offset + i * s->dims[dim].stride);
}

static void move_object(hd_cursor *c, const hd_pending *p, const hd_object_info *o)
{
  hd_lower *L = c->lower;
  uint64_t n = count_cells(o);
  if (n > MAX_INITIALIZED || (n == 0 && o->size > MAX_INITIALIZED)) {
    hd_cursor_unsupported(c, "realloc of %llu bytes", (unsigned long long)o->size);
    return;
  }
  for (uint32_t i = 0; i < o->n_slots; i++) move_slot(c, p, &o->slots[i], 0, o->slots[i].offset);
  for (uint64_t i = 0; !o->n_slots && i < o->size; i++) move_cell(c, p, hd_term_bv(L->T, L->ptr, i), 8);
}

void hd_finish_move(hd_lower *L, const hd_pending *p)
{
  hd_cursor at = p->at;
  for (uint32_t i = 0; i < L->p->objects.len; i++) {
    const hd_object_info o = L->p->objects.data[i];
    for (uint32_t k = 0; o.kind == HD_OBJ_HEAP && k < o.copies && !hd_cursor_dead(&at); k++) {
      hd_cursor other = at;
      at = hd_cursor_split(&other, hd_term_eq_bv(L->T, p->address, o.base + k * o.stride));
      if (!hd_cursor_dead(&other)) move_object(&other, p, &o);
      if (!hd_cursor_dead(&other)) hd_cursor_goto(&other, p->to);
    }
  }
  if (!hd_cursor_dead(&at)) hd_cursor_goto(&at, p->to);
}
