/* heap.c - malloc and free, alloca and arrays of variable length: for each place that allocates, on each call
 * path, a pool of copies (pool.c). */
#include <stdio.h>

#include "frontend/c/core.h"

enum { MAX_SIZE = 1 << 20, LEAST_ELEMENTS = 8 };
/* A loop that allocates so often at most gets a copy for each time at once: with fewer, its model would end at a bound
 * (HD_LIMIT_HEAP), and be made again with more. */
enum { KNOWN_COPIES = 16 };

bool hd_program_frees(hd_lower *L)
{
  static const char *const names[] = {"free", "realloc", "cfree"};
  for (size_t i = 0; i < HD_COUNT(names); i++) {
    LLVMValueRef f = LLVMGetNamedFunction(L->unit->module, names[i]);
    if (f && LLVMGetFirstUse(f)) return true;
  }
  return false;
}

static bool has_computed_argument(LLVMValueRef call)
{
  for (int i = 0; i < LLVMGetNumOperands(call) - 1; i++)
    if (!LLVMIsAConstantInt(LLVMGetOperand(call, (unsigned)i))) return true;
  return false;
}

bool hd_c_unit_computes_sizes(const hd_c_unit *unit)
{
  static const char *const names[] = {"malloc", "calloc"};
  for (size_t i = 0; i < HD_COUNT(names); i++) {
    LLVMValueRef f = LLVMGetNamedFunction(unit->module, names[i]);
    for (LLVMUseRef use = f ? LLVMGetFirstUse(f) : NULL; use; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      if (LLVMIsACallInst(user) && has_computed_argument(user)) return true;
    }
  }
  return false;
}

/* Something to be allocated. */
typedef struct {
  LLVMValueRef at;       /* the call, or the alloca */
  const hd_local *local; /* of an alloca; NULL: on the heap */
  hd_hint hint;
  bool zeroed;
  hd_term moved; /* the block that this one replaces, or HD_NO_TERM */
} request;

/* An array of variable length: of all that its declaration makes, one is alive. */
static bool is_array(const request *r)
{
  return r->local && r->local->variable;
}

/* How often executions may come here: in one instance of the thread for locals, in all of them otherwise. */
static uint32_t times_run(hd_cursor *c, const request *r)
{
  hd_lower *L = c->lower;
  uint32_t times = L->act && r->at ? hd_act_times(L->act, r->at) : 1;
  if (times == 0) times = 1;
  return r->local ? times : hd_times(times, hd_routine_of(c)->instances);
}

static hd_pool plan_pool(hd_cursor *c, const request *r)
{
  hd_lower *L = c->lower;
  uint32_t instances = hd_routine_of(c)->instances, limit = L->options.limits[HD_LIMIT_HEAP];
  hd_pool pool = {.times = times_run(c, r), .owned = r->local != NULL};
  if (!r->local && limit < instances) limit = instances;
  if (!r->local && pool.times <= KNOWN_COPIES) limit = KNOWN_COPIES;
  if (is_array(r) && !L->options.frames) limit = 1;
  pool.ordinary = pool.times < limit ? pool.times : limit;
  pool.recycled = pool.times > pool.ordinary && (r->local || hd_program_frees(L));
  return pool;
}

static const char *site_name(hd_cursor *c, const request *r)
{
  hd_lower *L = c->lower;
  size_t n;
  const char *function = "malloc";
  if (r->local) {
    const char *name = hd_debug_name(L, r->local->variable);
    return hd_arena_printf(&L->arena, "%s::%s", L->act->body->name, name ? name : "alloca");
  }
  if (r->at && LLVMIsACallInst(r->at) && LLVMIsAFunction(LLVMGetCalledValue(r->at)))
    function = LLVMGetValueName2(LLVMGetCalledValue(r->at), &n);
  if (c->pos.file == HD_NONE) return function;
  const char *path = L->p->files.data[c->pos.file], *slash = strrchr(path, '/');
  return hd_arena_printf(&L->arena, "%s@%s:%u", function, slash ? slash + 1 : path, c->pos.line);
}

/* What the allocator promises; 0: what the program asks for at run time. */
static uint64_t alignment_of(hd_lower *L, const request *r)
{
  static const struct {
    const char *name;
    int argument; /* that says it; -1: a page */
  } aligned[] = {{"aligned_alloc", 0}, {"memalign", 0}, {"posix_memalign", 1}, {"mmap", -1}, {"mmap64", -1}};
  LLVMValueRef f = r->at && LLVMIsACallInst(r->at) ? LLVMGetCalledValue(r->at) : NULL;
  size_t n;
  if (r->local) return 1;
  for (size_t i = 0; f && LLVMIsAFunction(f) && i < HD_COUNT(aligned); i++) {
    if (strcmp(LLVMGetValueName2(f, &n), aligned[i].name) != 0) continue;
    if (aligned[i].argument < 0) return 4096;
    LLVMValueRef asked = LLVMGetOperand(r->at, (unsigned)aligned[i].argument);
    uint64_t align = LLVMIsAConstantInt(asked) ? LLVMConstIntGetZExtValue(asked) : 0;
    return align && !(align & (align - 1)) ? align : 0;
  }
  return 2 * L->ptr / 8;
}

/* Without lifetimes an array of variable length is there all the time, like other locals. */
static hd_object make_site(hd_cursor *c, uint64_t size, const request *r)
{
  hd_lower *L = c->lower;
  hd_slots slots = {0};
  hd_layout_elements(L, r->hint.debug, r->hint.type, size, &slots);
  hd_object_info info = {.name = site_name(c, r),
                         .kind = r->local ? HD_OBJ_LOCAL : HD_OBJ_HEAP,
                         .size = size,
                         .align = alignment_of(L, r),
                         .unsettled = !alignment_of(L, r) || r->local,
                         .lives = r->local ? hd_local_lives(L, times_run(c, r)) : HD_LIVES_TOLD,
                         .borrowed = r->local && hd_routine_of(c)->creator,
                         .copies = hd_routine_of(c)->instances,
                         .slots = slots.data,
                         .n_slots = slots.len,
                         .any = !r->zeroed && !hd_object_is_opaque(L, r->hint.debug),
                         .alive = HD_NO_VAR,
                         .pos = c->pos};
  bool ends = !is_array(r) || hd_locals_end(L);
  hd_object o = ends ? hd_pool_make(c, info, plan_pool(c, r)) : hd_object_make(L, info);
  LLVMTypeRef type = r->hint.type ? r->hint.type : hd_debug_llvm(L, r->hint.debug);
  if (type) hd_vec_push(&L->typed, (hd_typed){o, type});
  if (r->local) hd_vec_push(&L->made, (hd_made){L->act, r->local, o});
  hd_vec_clear(&slots);
  return o;
}

static hd_object find_site(hd_cursor *c, uint64_t size, const request *r)
{
  hd_lower *L = c->lower;
  const char *text =
      hd_arena_printf(&L->arena, "heap %p %p %llu", (void *)L->act, (void *)r->at, (unsigned long long)size);
  uint32_t key = hd_strings_add(&L->names, text);
  uint64_t *known = hd_map_find(&L->sites, key);
  if (known) return (hd_object){(uint32_t)*known};
  hd_object o = make_site(c, size, r);
  hd_map_put(&L->sites, key, o.id);
  return o;
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

static hd_term allocate(hd_cursor *c, uint64_t size, const request *r)
{
  hd_lower *L = c->lower;
  if (size > MAX_SIZE && !L->options.room) {
    hd_cursor_unsupported(c, "an allocation of %llu bytes", (unsigned long long)size);
    return hd_term_bv(L->T, L->ptr, 0);
  }
  bool outer = c->atomic;
  hd_object o = find_site(c, size, r);
  const hd_pool *pool = hd_pool_get(L, o);
  bool reset = pool ? pool->recycled : times_run(c, r) > 1;
  if (reset) hd_cursor_set_atomic(c, true);
  hd_term address = pool ? hd_pool_take(c, o, HD_NO_VAR, r->moved, "allocate") : hd_object_address(c, o);
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
static hd_term allocate_some(hd_cursor *c, hd_term size, const request *r)
{
  hd_lower *L = c->lower;
  uint64_t element = element_size(L, r->hint);
  uint32_t most = 2 * L->options.limits[HD_LIMIT_HEAP];
  HD_VEC(hd_return) paths = {0};
  if (most < LEAST_ELEMENTS) most = LEAST_ELEMENTS;
  for (uint32_t n = 0; n <= most && !hd_cursor_dead(c); n++) {
    hd_cursor path = *c;
    *c = hd_cursor_split(&path, hd_term_eq_bv(L->T, size, n * element));
    if (hd_cursor_dead(&path)) continue;
    hd_term address = allocate(&path, n * element, r);
    if (!hd_cursor_dead(&path)) hd_vec_push(&paths, (hd_return){path, hd_value_of(L, address)});
  }
  hd_cursor_bound(c, HD_LIMIT_HEAP, "%s of more than %u elements, or of another size than theirs",
                  is_array(r) ? "an array of variable length" : "an allocation", most);
  hd_value v = hd_merge_values(c, paths.data, paths.len, "address");
  hd_vec_clear(&paths);
  return v.n ? v.parts[0] : hd_term_bv(L->T, L->ptr, 0);
}

/* --- blocks of any size ----------------------------------------------------------------------------------------
 * One object with room for as many elements as its part of the address space holds. How many of them there are is a
 * variable: what lies beyond is no place. */

/* Elements of blocks of any size. */
static uint64_t room_for(const hd_lower *L, uint64_t element)
{
  return L->ptr == 64 ? UINT64_C(1) << 31 : L->options.room / element;
}

/* What happens to the whole of a block would take a step for each element that there may be. */
static bool may_be_any_size(hd_cursor *c, const request *r)
{
  return !r->local && !hd_program_frees(c->lower) && times_run(c, r) == 1;
}

static hd_object find_roomy(hd_cursor *c, uint64_t element, const request *r)
{
  hd_lower *L = c->lower;
  hd_object o = find_site(c, room_for(L, element) * element, r);
  hd_object_info *info = hd_object_get(L->p, o);
  if (info->extent.id != HD_NONE) return o;
  hd_var_info elements = {.name = hd_arena_printf(&L->arena, "%s.elements", info->name),
                          .thread = HD_NO_THREAD,
                          .sort = HD_BV(32),
                          .role = HD_ROLE_MEMORY,
                          .show = HD_SHOW_UNSIGNED,
                          .pos = c->pos};
  info->extent = hd_program_add_var(L->p, elements);
  info->grain = element;
  info->unsettled = true; /* where it may lie depends on how large it is */
  return o;
}

/* The number of elements, where it is a factor of the size: then it need not be found by division. */
static hd_term factor_of(hd_lower *L, hd_term size, uint64_t element)
{
  uint64_t c;
  hd_op op = hd_term_op(L->T, size);
  for (unsigned i = 0; op == HD_OP_MUL && i < 2; i++)
    if (hd_term_is_const(L->T, hd_term_arg(L->T, size, i), &c) && c == element) return hd_term_arg(L->T, size, 1 - i);
  bool shifts = op == HD_OP_SHL && hd_term_is_const(L->T, hd_term_arg(L->T, size, 1), &c);
  if (shifts && c < 64 && element == UINT64_C(1) << c) return hd_term_arg(L->T, size, 0);
  return element == 1 ? size : HD_NO_TERM;
}

static hd_term allocate_roomy(hd_cursor *c, hd_term elements, uint64_t element, const request *r)
{
  hd_lower *L = c->lower;
  hd_object o = find_roomy(c, element, r);
  hd_assign extent = {.var = hd_object_get(L->p, o)->extent, .value = hd_term_resize(L->T, elements, 32, false)};
  hd_cursor_edge(c, (hd_edge_info){.assigns = &extent, .n_assigns = 1, .access = HD_ACCESS_SYNC}, HD_NO_LOC);
  return allocate(c, hd_object_get(L->p, o)->size, r);
}

/* The address space of small machines ends what could be told otherwise. */
static void leave_larger(hd_cursor *c, uint64_t room)
{
  static const char *const larger = "an allocation of more than %llu elements";
  if (c->lower->ptr == 64) hd_cursor_bound(c, HD_LIMIT_HEAP, larger, (unsigned long long)room);
  hd_cursor_note(c, HD_ASSUMES_ROOM, hd_arena_printf(&c->lower->arena, larger, (unsigned long long)room));
  hd_cursor_block(c, "allocate");
}

/* A product that wraps around is left to the models with few elements. */
static hd_term allocate_any(hd_cursor *c, hd_term size, const request *r)
{
  hd_lower *L = c->lower;
  uint64_t element = element_size(L, r->hint), room = room_for(L, element);
  hd_term factor = factor_of(L, size, element), null = hd_term_bv(L->T, L->ptr, 0);
  if (!hd_term_is(factor)) {
    hd_cursor_bound(c, HD_LIMIT_HEAP, "an allocation whose size is not a multiple of the element size");
    return null;
  }
  hd_cursor larger = hd_cursor_split(c, hd_term_2(L->T, HD_OP_ULE, factor, hd_term_bv(L->T, L->ptr, room)));
  if (hd_cursor_dead(c)) return null;
  hd_cursor wraps =
      hd_cursor_split(&larger, hd_term_2(L->T, HD_OP_ULE, factor, hd_term_bv(L->T, L->ptr, hd_mask(L->ptr) / element)));
  leave_larger(&larger, room);
  hd_cursor_bound(&wraps, HD_LIMIT_HEAP, "an allocation of a size that wraps around");
  return allocate_roomy(c, factor, element, r);
}

static hd_term allocate_bytes(hd_cursor *c, hd_term size, const request *r)
{
  hd_lower *L = c->lower;
  uint64_t bytes;
  if (hd_cursor_dead(c)) return hd_term_bv(L->T, L->ptr, 0);
  if (hd_term_is_const(L->T, size, &bytes)) return allocate(c, bytes, r);
  size = hd_term_resize(L->T, size, L->ptr, false);
  return L->options.room && may_be_any_size(c, r) ? allocate_any(c, size, r) : allocate_some(c, size, r);
}

hd_term hd_lower_allocate(hd_cursor *c, hd_term size, bool zeroed, LLVMValueRef call)
{
  hd_lower *L = c->lower;
  const request r = {.at = call, .hint = hd_hint_allocated(L, L->act, call), .zeroed = zeroed};
  return allocate_bytes(c, size, &r);
}

/* The declaration of an array that was there before makes another one. */
void hd_lower_alloca(hd_cursor *c, LLVMValueRef alloca)
{
  hd_lower *L = c->lower;
  const hd_body *b = L->act->body;
  const hd_local *local = &b->locals.data[b->local_of[hd_body_number(b, alloca)]];
  LLVMTypeRef type = LLVMGetAllocatedType(alloca);
  request r = {.at = alloca, .local = local, .hint = {.type = type}};
  if (!is_array(&r)) r.hint = hd_hint_allocated(L, L->act, alloca);
  hd_term count = hd_term_resize(L->T, hd_operand_term(c, LLVMGetOperand(alloca, 0)), L->ptr, false);
  hd_term element = hd_term_bv(L->T, L->ptr, hd_lower_type_size(L, type));
  if (is_array(&r)) hd_lifetime_end_array(c, L->act, local);
  hd_term address = allocate_bytes(c, hd_term_2(L->T, HD_OP_MUL, count, element), &r);
  if (!hd_cursor_dead(c)) hd_define_term(c, alloca, address);
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

static void move_contents(hd_cursor *c, hd_term into, hd_term from, hd_term size)
{
  hd_lower *L = c->lower;
  if (hd_cursor_dead(c)) return;
  hd_put_off(c, (hd_pending){.kind = HD_PENDING_MOVE,
                             .into = into,
                             .address = hd_term_resize(L->T, from, L->ptr, false),
                             .size = hd_term_resize(L->T, size, L->ptr, false)});
}

hd_term hd_lower_reallocate(hd_cursor *c, hd_term old, hd_term size, LLVMValueRef call)
{
  hd_lower *L = c->lower;
  old = hd_term_resize(L->T, old, L->ptr, false);
  const request r = {.at = call, .hint = hd_hint_allocated(L, L->act, call), .moved = old};
  hd_term address = allocate_bytes(c, size, &r);
  move_contents(c, address, old, size);
  hd_lower_free(c, old);
  return address;
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
  hd_assign a = hd_pool_release(L, object, copy);
  hd_edge_info step = {.assigns = &a, .n_assigns = 1, .access = HD_ACCESS_SYNC, .label = "free"};
  step.guard = hd_term_eq_bv(L->T, p->address, o.base + copy * o.stride);
  if (hd_violated_by(L->options.property, HD_BY_RACE)) {
    const hd_slots slots = slots_of(&o);
    hd_term base = hd_term_bv(L->T, L->ptr, o.base + copy * o.stride);
    hd_cursor_edge(&at, (hd_edge_info){.guard = step.guard}, HD_NO_LOC);
    hd_each_cell(&at, &slots, o.size, overwrite_cell, &base);
    step.guard = HD_NO_TERM;
  }
  hd_cursor_edge(&at, step, p->to);
}

/* Is the address NULL, or the start of a copy that is alive? */
static hd_term may_be_freed(hd_lower *L, const hd_alternatives *a, hd_term address)
{
  hd_term any_of = hd_term_eq_bv(L->T, address, 0);
  for (uint32_t i = 0; i < a->objects.len && !hd_watch_spent(L->p->watch); i++) {
    const hd_object_info *o = &L->p->objects.data[a->objects.data[i]];
    for (uint32_t k = 0; o->kind == HD_OBJ_HEAP && k < o->copies; k++) {
      hd_term is_it = hd_term_eq_bv(L->T, address, o->base + k * o->stride);
      hd_term alive = hd_object_alive(L, o, k);
      any_of = hd_term_2(L->T, HD_OP_OR, any_of, hd_term_2(L->T, HD_OP_AND, is_it, alive));
    }
  }
  return any_of;
}

/* The address may be one that could not be followed. */
static void leave_unlisted(hd_lower *L, hd_cursor *at, const hd_alternatives *a, hd_term address, const char *function)
{
  if (!a->others || hd_cursor_dead(at)) return;
  hd_cursor elsewhere = *at;
  *at = hd_cursor_split(&elsewhere, hd_alternatives_elsewhere(L, a, address));
  hd_cursor_unsupported(&elsewhere, "a call of `%s` with an address that cannot be followed", function);
}

/* What a failed check says: it names the variable whose address it always is. */
static const char *wrong_free(hd_lower *L, hd_term address)
{
  uint64_t place;
  bool fixed = hd_term_is_const(L->T, address, &place);
  for (uint32_t i = 0; fixed && i < L->p->objects.len; i++) {
    const hd_object_info *o = &L->p->objects.data[i];
    if (o->kind != HD_OBJ_HEAP && place >= o->base && place - o->base < o->stride * o->copies)
      return hd_arena_printf(&L->p->arena, "%s is not memory of the heap", o->name);
  }
  return "a pointer that was not allocated";
}

static void free_one_of(hd_lower *L, const hd_pending *p, const hd_alternatives *a)
{
  hd_cursor at = p->at;
  bool outer = at.atomic;
  leave_unlisted(L, &at, a, p->address, "free");
  at.atomic = true; /* nothing comes between the check and the release */
  hd_cursor_check(&at, HD_CHECK_FREE, may_be_freed(L, a, p->address), wrong_free(L, p->address));
  at.atomic = outer;
  if (hd_cursor_dead(&at)) return;
  hd_cursor null = at;
  hd_cursor_edge(&null, (hd_edge_info){.guard = hd_term_eq_bv(L->T, p->address, 0)}, p->to);
  for (uint32_t i = 0; i < a->objects.len && !hd_watch_spent(L->p->watch); i++) {
    const hd_object_info o = L->p->objects.data[a->objects.data[i]];
    for (uint32_t k = 0; o.kind == HD_OBJ_HEAP && k < o.copies; k++)
      free_copy(L, p, at, (hd_object){a->objects.data[i]}, k);
  }
}

void hd_finish_free(hd_lower *L, const hd_pending *p)
{
  hd_alternatives a = hd_alternatives_of(L, p->address);
  free_one_of(L, p, &a);
  hd_alternatives_clear(&a);
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
  hd_alternatives a = hd_alternatives_of(L, p->address);
  a.others = a.others || L->pointers;
  for (uint32_t i = 0; i < a.objects.len && !hd_watch_spent(L->p->watch); i++) {
    const hd_object_info o = L->p->objects.data[a.objects.data[i]];
    for (uint32_t k = 0; o.kind == HD_OBJ_HEAP && k < o.copies && !hd_cursor_dead(&at); k++) {
      hd_cursor other = at;
      at = hd_cursor_split(&other, hd_term_eq_bv(L->T, p->address, o.base + k * o.stride));
      const hd_slots slots = slots_of(&o);
      hd_each_cell(&other, &slots, o.size, move_cell, p);
      if (!hd_cursor_dead(&other)) hd_cursor_goto(&other, p->to);
    }
  }
  leave_unlisted(L, &at, &a, p->address, "realloc");
  if (!hd_cursor_dead(&at)) hd_cursor_goto(&at, p->to);
  hd_alternatives_clear(&a);
}
