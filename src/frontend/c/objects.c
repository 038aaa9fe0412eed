/* objects.c - memory: globals, functions, and locals whose address is taken.
 *
 * Objects are laid out in the order in which they are first needed, each copy followed by
 * at least one byte that belongs to no object, so that a pointer just behind one object never
 * equals a pointer to another. They lie far apart, and far above the numbers that programs
 * calculate with: a constant that was folded into an address (`a[i - 9]`) still tells by
 * where it lies which object is meant.
 *
 * An object of a function starts with any contents, each time the program comes to its declaration
 * (definite.c says where that matters). */
#include "frontend/c/core.h"

enum { ALIGNMENT = 16, GAP = 1 << 16 };
/* Of pointers of 32 and of 64 bits. Points-to takes a number within 2^28 of an object for its address, so objects lie
 * where programs have no numbers: far from 0 and the powers of two, and from pairs of small numbers side by side. */
static const uint64_t first_address[] = {0x53e70000, 0x2be953e70000};

static uint64_t round_up(uint64_t n, uint64_t to)
{
  return (n + to - 1) / to * to;
}

static uint64_t power_of_two(uint64_t n)
{
  uint64_t power = ALIGNMENT;
  while (power < n) power *= 2;
  return power;
}

hd_object hd_object_make(hd_lower *L, hd_object_info info)
{
  if (!L->next_address) L->next_address = first_address[L->ptr == 64];
  if (info.size == 0 && info.kind == HD_OBJ_GLOBAL) info.size = 1; /* of a type that is defined elsewhere */
  uint64_t align = info.align > ALIGNMENT ? info.align : ALIGNMENT;
  info.stride = info.copies > 1 ? power_of_two(info.size + 1) : round_up(info.size + 1, ALIGNMENT);
  info.stride = round_up(info.stride, align);
  if (!info.align) info.align = 1;
  uint64_t extent = info.stride * info.copies, gap = info.size > GAP ? round_up(info.size, ALIGNMENT) : GAP;
  if (L->options.room) gap = GAP;                                               /* few blocks take most of the space */
  if (L->ptr == 32 && L->next_address + extent + 2 * gap > 0x78000000) gap = 0; /* the last of a small space */
  info.base = round_up(L->next_address + gap, align);
  L->next_address = info.base + extent + gap;
  return hd_program_add_object(L->p, info);
}

hd_object hd_object_at(hd_lower *L, uint64_t address)
{
  uint32_t low = 0, high = L->p->objects.len; /* bases increase */
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    const hd_object_info *o = &L->p->objects.data[middle];
    if (address < o->base)
      high = middle;
    else if (address >= o->base + o->stride * o->copies)
      low = middle + 1;
    else
      return (hd_object){middle};
  }
  return (hd_object){HD_NONE};
}

const char *hd_lower_text(hd_lower *L, hd_term address)
{
  uint64_t at;
  if (!hd_term_is_const(L->T, address, &at)) return NULL;
  hd_object o = hd_object_at(L, at);
  const hd_object_info *info = o.id == HD_NONE ? NULL : hd_object_get(L->p, o);
  if (!info || !info->constant || info->any || at - info->base >= info->size || !hd_object_has_data(info)) return NULL;
  const char *text = info->init ? (const char *)info->init + (at - info->base) : "";
  return !info->init || memchr(text, 0, info->size - (at - info->base)) ? text : NULL;
}

hd_term hd_object_address(hd_cursor *c, hd_object o)
{
  hd_terms *T = c->lower->T;
  unsigned ptr = c->lower->ptr;
  const hd_object_info *info = hd_object_get(c->lower->p, o);
  hd_term base = hd_term_bv(T, ptr, info->base);
  if (info->copies == 1) return base;
  hd_term self = hd_term_resize(T, hd_cursor_self(c), ptr, false);
  return hd_term_2(T, HD_OP_ADD, base, hd_term_2(T, HD_OP_MUL, self, hd_term_bv(T, ptr, info->stride)));
}

/* Statics of a function have its name in front: `f.count` in LLVM, `f::count` here. */
static const char *global_name(hd_lower *L, LLVMValueRef global, LLVMMetadataRef variable)
{
  size_t n;
  const char *raw = LLVMGetValueName2(global, &n), *name = hd_debug_name(L, variable);
  const char *dot = strchr(raw, '.');
  if (!name) return raw;
  if (!dot || dot == raw || strcmp(raw, name) == 0) return name;
  return hd_arena_printf(&L->arena, "%.*s::%s", (int)(dot - raw), raw, name);
}

static const uint8_t *initial_bytes(hd_lower *L, LLVMValueRef global, LLVMTypeRef type, uint64_t size, bool *known)
{
  LLVMValueRef init = LLVMGetInitializer(global);
  if (!init || LLVMIsNull(init) || LLVMIsUndef(init) || size == 0) return NULL;
  uint8_t *bytes = hd_arena_alloc(&L->arena, size);
  *known = hd_constant_bytes(L, init, type, bytes);
  return bytes;
}

static void warn_undefined(hd_lower *L, LLVMValueRef global)
{
  static const char *const expected[] = {"stdin", "stdout", "stderr", "environ", "optarg", "optind"};
  size_t n;
  const char *name = LLVMGetValueName2(global, &n);
  for (size_t i = 0; i < HD_COUNT(expected); i++)
    if (strcmp(name, expected[i]) == 0) return;
  hd_diags_add(L->diags, HD_WARNING, (hd_place){0}, "no definition of the variable `%s`: it starts with any value",
               name)
      ->hint = "name the source file that defines it, too";
}

static uint64_t global_alignment(hd_lower *L, LLVMValueRef global, LLVMTypeRef type)
{
  unsigned given = LLVMGetAlignment(global);
  return given || !LLVMTypeIsSized(type) ? given : LLVMABIAlignmentOfType(L->unit->data, type);
}

static hd_object make_global(hd_lower *L, LLVMValueRef global, uint32_t copies)
{
  LLVMTypeRef type = LLVMGlobalGetValueType(global);
  LLVMMetadataRef variable = hd_debug_global(L, global);
  bool defined = !LLVMIsDeclaration(global), literal = LLVMIsGlobalConstant(global) && !hd_debug_name(L, variable);
  hd_slots slots = {0};
  uint64_t size = hd_lower_type_size(L, type);
  if (size) hd_layout(L, hd_debug_type(L, variable), type, &slots);
  if (!defined) warn_undefined(L, global);
  hd_object_info info = {.name = global_name(L, global, variable),
                         .kind = literal ? HD_OBJ_STRING : HD_OBJ_GLOBAL,
                         .size = size,
                         .align = global_alignment(L, global, type),
                         .copies = copies,
                         .slots = slots.data,
                         .n_slots = slots.len,
                         .any = !defined,
                         .constant = LLVMIsGlobalConstant(global),
                         .alive = HD_NO_VAR,
                         .pos = hd_debug_variable_pos(L, variable)};
  hd_object o = hd_object_make(L, info);
  hd_vec_clear(&slots);
  return o;
}

/* Bytes come after all addresses are known: initializers may refer to each other, in chains of
 * any length, so that those found on the way wait in a list. */
static void fill_globals(hd_lower *L)
{
  if (L->filling) return;
  L->filling = true;
  while (L->unfilled.len) {
    hd_unfilled next = hd_vec_pop(&L->unfilled);
    LLVMTypeRef type = LLVMGlobalGetValueType(next.global);
    bool known = true;
    const uint8_t *bytes = initial_bytes(L, next.global, type, hd_lower_type_size(L, type), &known);
    hd_object_info *info = hd_object_get(L->p, next.object);
    if (!known) L->no_bytes = next.object;
    info->init = bytes ? hd_arena_copy(&L->p->arena, bytes, info->size) : NULL;
  }
  L->filling = false;
}

/* Is the value a call of a function that waits for or changes synchronization objects? */
static bool is_lock_call(LLVMValueRef value)
{
  LLVMValueRef callee = LLVMIsACallInst(value) ? LLVMGetCalledValue(value) : NULL;
  if (!callee || !LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee)) return false;
  size_t n;
  const hd_known *row = hd_known_find(LLVMGetValueName2(callee, &n)), *locks = hd_known_locks;
  while (locks->name && locks != row) locks++;
  return row && locks == row;
}

/* Then the program keeps no address among its bytes. */
static bool is_only_lock(LLVMValueRef global)
{
  for (LLVMUseRef u = LLVMGetFirstUse(global); u; u = LLVMGetNextUse(u))
    if (!is_lock_call(LLVMGetUser(u))) return false;
  return LLVMGetFirstUse(global);
}

hd_term hd_global_address(hd_cursor *c, LLVMValueRef global)
{
  hd_lower *L = c->lower;
  bool own = LLVMIsThreadLocal(global);
  uint64_t key = (uintptr_t)global;
  if (own) {
    const char *text = hd_arena_printf(&L->arena, "%p of %u", (void *)global, c->thread.id);
    key = (uint64_t)hd_strings_add(&L->names, text) * 2 + 1; /* odd: no pointer */
  }
  uint64_t *known = hd_map_find(&L->objects, key);
  if (known) return hd_object_address(c, (hd_object){(uint32_t)*known});
  hd_object o = make_global(L, global, own ? hd_routine_of(c)->instances : 1);
  if (own && c->thread.id != HD_MAIN.id) {
    hd_map_put(&L->gone, o.id, 1);
    hd_object_get(L->p, o)->alive = hd_routine_of(c)->status; /* 1 while the thread runs */
  }
  if (is_only_lock(global)) hd_map_put(&L->locks, o.id, 1);
  hd_map_put(&L->objects, key, o.id);
  hd_vec_push(&L->unfilled, (hd_unfilled){global, o});
  fill_globals(L);
  return hd_object_address(c, o);
}

uint64_t hd_function_address(hd_lower *L, LLVMValueRef function)
{
  uint64_t *known = hd_map_find(&L->objects, (uintptr_t)function);
  if (known) return hd_object_get(L->p, (hd_object){(uint32_t)*known})->base;
  size_t n;
  hd_object o = hd_object_make(L, (hd_object_info){.name = LLVMGetValueName2(function, &n),
                                                   .kind = HD_OBJ_FUNCTION,
                                                   .size = 1,
                                                   .copies = 1,
                                                   .constant = true,
                                                   .alive = HD_NO_VAR,
                                                   .pos = HD_NO_POS});
  uint64_t base = hd_object_get(L->p, o)->base;
  hd_map_put(&L->objects, (uintptr_t)function, o.id);
  hd_map_put(&L->functions, base, (uintptr_t)function);
  return base;
}

LLVMValueRef hd_function_at(hd_lower *L, uint64_t address)
{
  return (LLVMValueRef)(uintptr_t)hd_map_get_or(&L->functions, address, 0);
}

/* Types whose objects a program initializes by calls, or has no business to look into. */
static const char *const opaque[] = {"pthread_t",
                                     "pthread_mutex_t",
                                     "pthread_cond_t",
                                     "pthread_attr_t",
                                     "pthread_mutexattr_t",
                                     "pthread_condattr_t",
                                     "pthread_rwlock_t",
                                     "pthread_barrier_t",
                                     "pthread_spinlock_t",
                                     "pthread_key_t",
                                     "sem_t",
                                     "thrd_t",
                                     "mtx_t",
                                     "cnd_t",
                                     "tss_t",
                                     NULL};

bool hd_object_is_opaque(hd_lower *L, LLVMMetadataRef debug)
{
  return !hd_lower_checks_sync(L) && hd_debug_is_named(L, debug, opaque);
}

/* May a pointer to an earlier one be left when the local begins again, or be compared with it? */
static bool is_pooled(const hd_lower *L, const hd_act *act, const hd_local *local)
{
  bool again = act->repeats != 1;
  if (L->options.frames) return !hd_act_is_main(act) || local->scope;
  if (!local->escapes || !L->options.lifetimes) return false;
  for (LLVMUseRef u = LLVMGetFirstUse(local->alloca); u && local->scope && !again; u = LLVMGetNextUse(u))
    again = LLVMIsAInstruction(LLVMGetUser(u)) && hd_act_times(act, LLVMGetUser(u)) != 1;
  return again;
}

hd_lives_told hd_local_lives(const hd_lower *L, uint32_t times)
{
  if (L->options.frames) return HD_LIVES_TOLD;
  return times == 1 ? HD_LIVES_ONCE : HD_LIVES_AGAIN;
}

/* Where addresses may come again, a copy for each time; otherwise it is enough to tell one from the others. */
static hd_pool plan_local(const hd_lower *L, uint32_t times)
{
  uint32_t limit = L->options.frames ? L->options.limits[HD_LIMIT_HEAP] : 1;
  if (!L->options.frames) times = HD_MANY;
  uint32_t ordinary = times < limit ? times : limit;
  return (hd_pool){.times = times, .ordinary = ordinary, .owned = true, .recycled = times > ordinary};
}

static hd_object make_local(hd_cursor *c, hd_act *act, const hd_local *local)
{
  hd_lower *L = c->lower;
  LLVMTypeRef type = LLVMGetAllocatedType(local->alloca);
  LLVMMetadataRef debug = hd_debug_type(L, local->variable);
  const char *name = hd_debug_name(L, local->variable);
  uint64_t size = hd_lower_type_size(L, type);
  hd_slots slots = {0};
  size_t n;
  bool ends = local->scope || !hd_act_is_main(act);
  uint32_t times = hd_lifetime_times(L, act, local);
  if (!name) name = LLVMGetValueName2(local->alloca, &n);
  hd_layout(L, debug, type, &slots);
  hd_object_info info = {.name = hd_arena_printf(&L->arena, "%s::%s", act->body->name, *name ? name : "unnamed"),
                         .kind = HD_OBJ_LOCAL,
                         .size = size,
                         .align = LLVMGetAlignment(local->alloca),
                         .unsettled = local->escapes && ends,
                         .lives = ends ? hd_local_lives(L, times) : HD_LIVES_TOLD,
                         .borrowed = act->routine->creator,
                         .copies = act->routine->instances,
                         .slots = slots.data,
                         .n_slots = slots.len,
                         .any = !hd_object_is_opaque(L, debug),
                         .alive = HD_NO_VAR,
                         .pos = hd_debug_variable_pos(L, local->variable)};
  bool pooled = is_pooled(L, act, local);
  hd_object o = pooled ? hd_pool_make(c, info, plan_local(L, times)) : hd_object_make(L, info);
  if (pooled) act->vars[hd_body_number(act->body, local->alloca)] = hd_cursor_var(c, "address", HD_BV(L->ptr));
  hd_vec_push(&L->typed, (hd_typed){o, type});
  hd_vec_clear(&slots);
  return o;
}

hd_object hd_object_passed(hd_cursor *c, const hd_act *act, const char *name, uint64_t size, hd_slots *slots,
                           bool pooled)
{
  hd_lower *L = c->lower;
  hd_object_info info = {.name = hd_arena_printf(&L->arena, "%s::%s", act->body->name, name),
                         .kind = HD_OBJ_LOCAL,
                         .size = size,
                         .align = L->ptr / 8,
                         .unsettled = true,
                         .lives = hd_local_lives(L, act->repeats),
                         .borrowed = act->routine->creator,
                         .copies = act->routine->instances,
                         .slots = slots->data,
                         .n_slots = slots->len,
                         .alive = HD_NO_VAR,
                         .pos = c->pos};
  hd_pool pool = {.times = act->repeats, .ordinary = 1, .owned = true, .recycled = act->repeats != 1};
  if (L->options.frames) pool = plan_local(L, act->repeats);
  hd_object o = pooled ? hd_pool_make(c, info, pool) : hd_object_make(L, info);
  if (pooled) hd_vec_push(&L->made, (hd_made){act, NULL, o});
  hd_vec_clear(slots);
  return o;
}

hd_term hd_alloca_address(hd_cursor *c, hd_act *act, LLVMValueRef alloca)
{
  uint32_t number = hd_body_number(act->body, alloca);
  const hd_local *local = &act->body->locals.data[act->body->local_of[number]];
  if (act->objects[number].id == HD_NONE) act->objects[number] = make_local(c, act, local);
  if (act->vars[number].id != HD_NONE) return hd_program_var_term(c->lower->p, act->vars[number]);
  return hd_object_address(c, act->objects[number]);
}

/* One word, or an array of words of a pointer's size. */
static hd_object make_hidden(hd_lower *L, const char *name, uint64_t size, uint32_t copies)
{
  uint64_t word = L->ptr / 8;
  hd_slot slot = {.width = (uint8_t)(8 * (size < word ? size : word)), .name = "", .var = HD_NO_VAR};
  if (size > word) {
    slot.n_dims = 1;
    slot.dims[0].stride = word;
    slot.dims[0].count = (uint32_t)(size / word);
    slot.name = "[]";
  }
  return hd_object_make(L, (hd_object_info){.name = hd_arena_printf(&L->arena, "(%s)", name),
                                            .kind = HD_OBJ_GLOBAL,
                                            .size = size,
                                            .align = word,
                                            .copies = copies,
                                            .slots = &slot,
                                            .n_slots = 1,
                                            .alive = HD_NO_VAR,
                                            .pos = HD_NO_POS});
}

static hd_object find_hidden(hd_lower *L, const char *name, uint64_t size, uint32_t thread, uint32_t copies)
{
  uint32_t key = hd_strings_add(&L->names, hd_arena_printf(&L->arena, "hidden %s of %u", name, thread));
  uint64_t *known = hd_map_find(&L->sites, key);
  if (known) return (hd_object){(uint32_t)*known};
  hd_object o = make_hidden(L, name, size, copies);
  hd_map_put(&L->sites, key, o.id);
  return o;
}

hd_term hd_lower_hidden(hd_lower *L, const char *name, uint64_t size)
{
  hd_object o = find_hidden(L, name, size, HD_NONE, 1);
  return hd_term_bv(L->T, L->ptr, hd_object_get(L->p, o)->base);
}

hd_term hd_cursor_hidden(hd_cursor *c, const char *name, uint64_t size)
{
  hd_object o = find_hidden(c->lower, name, size, c->thread.id, hd_routine_of(c)->instances);
  if (c->thread.id != HD_MAIN.id) hd_map_put(&c->lower->gone, o.id, 1);
  return hd_object_address(c, o);
}
