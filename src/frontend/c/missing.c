/* missing.c - calls of functions without a body.
 *
 * Such a function may do to its arguments what their types allow: it reads the objects that they point to, and leaves
 * any value in each of their cells, though not through a pointer to const. It may call the functions that it is given,
 * any number of times. Its result is any value; a pointer, where it was given none, is NULL or points to memory of its
 * own.
 *
 * It is assumed not to touch memory that it was not given, not to free any, and not to keep pointers. For races it is
 * taken to read only. Where its arguments reach further than the objects they point to, by pointers in those, the call
 * is not supported. */
#include "frontend/c/core.h"
#include "frontend/c/known.h"

enum { MAX_TOUCHED = 200000 }; /* parts of objects, over all calls and all that their arguments might point to */

/* --- what is touched -------------------------------------------------------------------------------------- */

/* A copy of an object that a call touches. */
typedef struct {
  const char *function;
  bool writes;
  const hd_object_info *object;
  uint64_t base;
  hd_alternatives held; /* where the pointers of the slot at hand may lead */
} touch;

static hd_term lies_in(hd_lower *L, hd_term address, uint64_t first, uint64_t size)
{
  hd_term distance = hd_term_2(L->T, HD_OP_SUB, address, hd_term_bv(L->T, L->ptr, first));
  return hd_term_2(L->T, HD_OP_ULE, distance, hd_term_bv(L->T, L->ptr, size));
}

/* Memory that a function could write. */
static bool is_memory(const hd_object_info *o)
{
  return hd_object_has_data(o) && !o->constant;
}

static hd_term cell_address(hd_lower *L, const touch *t, hd_term offset)
{
  return hd_term_2(L->T, HD_OP_ADD, hd_term_bv(L->T, L->ptr, t->base), offset);
}

/* Does a pointer lie in an object that more could be done with? */
static hd_term leads_further(hd_lower *L, hd_term pointer, const hd_alternatives *a)
{
  hd_term leads = hd_alternatives_elsewhere(L, a, pointer);
  for (uint32_t i = 0; i < a->objects.len && !hd_watch_spent(L->p->watch); i++) {
    const hd_object_info *other = &L->p->objects.data[a->objects.data[i]];
    if (is_memory(other) || other->kind == HD_OBJ_FUNCTION)
      leads = hd_term_2(L->T, HD_OP_OR, leads, lies_in(L, pointer, other->base, other->stride * other->copies));
  }
  return leads;
}

static void stop_at_pointer(hd_cursor *c, hd_term offset, unsigned width, const void *context)
{
  hd_lower *L = c->lower;
  const touch *t = context;
  hd_term pointer = hd_cursor_load(c, cell_address(L, t, offset), width, HD_ACCESS_PLAIN);
  hd_cursor further = *c;
  *c = hd_cursor_split(&further, leads_further(L, pointer, &t->held));
  hd_cursor_unsupported(&further, "a call of `%s`, which has no body and reaches memory by pointers in `%s`",
                        t->function, t->object->name);
}

/* The pointers of a slot. What one of them may be, all of them may: an array is followed as one cell. */
static void stop_at_pointers(hd_cursor *c, const touch *t, const hd_slot *slot)
{
  hd_lower *L = c->lower;
  hd_term first = hd_term_bv(L->T, L->ptr, t->base + slot->offset);
  touch with = *t;
  with.held = hd_alternatives_of(L, hd_term_to(L->T, HD_OP_DEREF, L->ptr, first));
  hd_each_element(c, slot, stop_at_pointer, &with);
  hd_alternatives_clear(&with.held);
}

/* Races are with reads only. */
static void touch_cell(hd_cursor *c, hd_term offset, unsigned width, const void *context)
{
  hd_lower *L = c->lower;
  const touch *t = context;
  hd_term address = cell_address(L, t, offset);
  if (hd_known_reads_count(c)) hd_cursor_load(c, address, width, HD_ACCESS_PLAIN);
  hd_assign any = {.var = HD_NO_VAR, .index = address, .width = (uint8_t)width};
  const char *label = hd_arena_printf(&L->arena, "%s may write here", t->function);
  hd_edge_info step = {.assigns = &any, .n_assigns = 1, .access = HD_ACCESS_SYNC, .label = label};
  if (t->writes) hd_cursor_edge(c, step, HD_NO_LOC);
}

static void touch_copy(hd_cursor *c, const touch *t)
{
  hd_lower *L = c->lower;
  const hd_object_info *o = t->object;
  hd_slots slots = {.data = o->slots, .len = o->n_slots};
  L->touched += o->n_slots + 1;
  if (L->touched > MAX_TOUCHED) {
    hd_cursor_unsupported(c, "a call of `%s`, which has no body and may write all of `%s`", t->function, o->name);
    return;
  }
  for (uint32_t i = 0; i < o->n_slots && !hd_cursor_dead(c); i++)
    if (o->slots[i].show == HD_SHOW_POINTER && o->slots[i].width == L->ptr) stop_at_pointers(c, t, &o->slots[i]);
  if (!hd_cursor_dead(c)) hd_each_cell(c, &slots, o->size, touch_cell, t);
}

/* The cursor goes on where the address is none of this object; the others have been to `to`. */
static void touch_object(hd_cursor *c, const hd_pending *p, const hd_object_info *o)
{
  hd_lower *L = c->lower;
  for (uint32_t i = 0; i < o->copies && !hd_cursor_dead(c); i++) {
    hd_cursor here = *c;
    hd_term inside = lies_in(L, p->address, o->base + i * o->stride, o->size), alive = hd_object_alive(L, o, i);
    if (hd_term_is(alive)) inside = hd_term_2(L->T, HD_OP_AND, inside, alive);
    *c = hd_cursor_split(&here, inside);
    if (hd_cursor_dead(&here)) continue;
    if (o->kind == HD_OBJ_FUNCTION)
      hd_cursor_unsupported(&here, "a call of `%s`, which has no body and may call `%s`", p->function, o->name);
    else
      touch_copy(&here,
                 &(touch){.function = p->function, .writes = p->writes, .object = o, .base = o->base + i * o->stride});
    if (!hd_cursor_dead(&here)) hd_cursor_goto(&here, p->to);
  }
}

static void touch_one_of(hd_lower *L, const hd_pending *p, const hd_alternatives *a)
{
  hd_cursor at = p->at;
  for (uint32_t i = 0; i < a->objects.len && !hd_cursor_dead(&at) && !hd_watch_spent(L->p->watch); i++) {
    const hd_object_info o = L->p->objects.data[a->objects.data[i]];
    if (is_memory(&o) || o.kind == HD_OBJ_FUNCTION) touch_object(&at, p, &o);
  }
  if (a->others) {
    hd_cursor elsewhere = at;
    at = hd_cursor_split(&elsewhere, hd_alternatives_elsewhere(L, a, p->address));
    hd_cursor_unsupported(&elsewhere, "a call of `%s`, which has no body, with an address that cannot be followed",
                          p->function);
  }
  if (!hd_cursor_dead(&at)) hd_cursor_goto(&at, p->to);
}

void hd_finish_touch(hd_lower *L, const hd_pending *p)
{
  hd_alternatives a = hd_alternatives_of(L, p->address);
  touch_one_of(L, p, &a);
  hd_alternatives_clear(&a);
}

/* --- the call --------------------------------------------------------------------------------------------- */

static bool is_pointer_to_function(hd_lower *L, LLVMMetadataRef parameter)
{
  LLVMMetadataRef target = hd_debug_peel(L, hd_debug_pointee(L, parameter));
  return target && LLVMGetDINodeTag(target) == HD_TAG_ROUTINE;
}

/* Calls the function that it was given, any number of times, with any arguments. */
static void call_back(hd_cursor *c, hd_term pointer, LLVMValueRef callback)
{
  hd_lower *L = c->lower;
  LLVMTypeRef type = LLVMGlobalGetValueType(callback), types[16];
  unsigned n = LLVMCountParamTypes(type);
  if (n > HD_COUNT(types) || LLVMIsFunctionVarArg(type)) {
    hd_cursor_unsupported(c, "a function with many arguments that is given to one without a body");
    return;
  }
  LLVMGetParamTypes(type, types);
  hd_cursor_edge(c, (hd_edge_info){0}, HD_NO_LOC);
  hd_loc again = c->at;
  hd_loc_state_of(L, again)->pinned = true;
  hd_cursor inside = *c;
  hd_cursor_edge(&inside, (hd_edge_info){0}, HD_NO_LOC);
  hd_term args[16];
  for (unsigned i = 0; i < n; i++) {
    hd_value any = hd_any_value(&inside, types[i]);
    args[i] = any.n == 1 ? any.parts[0] : hd_term_bv(L->T, L->ptr, 0);
    if (any.n != 1) hd_cursor_unsupported(&inside, "a structure that a function without a body makes");
  }
  L->repeating++;
  hd_lower_call_pointer(&inside, pointer, type, args, n);
  L->repeating--;
  if (!hd_cursor_dead(&inside)) hd_cursor_goto(&inside, again);
  hd_cursor_edge(c, (hd_edge_info){0}, HD_NO_LOC);
}

/* Whether the argument is, or may be, a function's address: then it is called. */
static bool calls_back(hd_cursor *c, LLVMValueRef f, unsigned i, hd_term pointer)
{
  hd_lower *L = c->lower;
  uint64_t address;
  LLVMValueRef known = hd_term_is_const(L->T, pointer, &address) ? hd_function_at(L, address) : NULL;
  if (known) {
    call_back(c, pointer, known);
    return true;
  }
  if (!is_pointer_to_function(L, hd_debug_parameter(L, f, i))) return false;
  if (!hd_term_is_const(L->T, pointer, &address) || address)
    for (uint32_t k = 0; k < L->taken.len && !hd_cursor_dead(c); k++) {
      hd_cursor is_it = *c;
      *c = hd_cursor_split(&is_it, hd_term_eq_bv(L->T, pointer, hd_function_address(L, L->taken.data[k])));
      if (hd_cursor_dead(&is_it)) continue;
      call_back(&is_it, hd_term_bv(L->T, L->ptr, hd_function_address(L, L->taken.data[k])), L->taken.data[k]);
      hd_cursor_join(c, is_it);
    }
  return true;
}

/* Is it an address that a function could do anything with? */
static bool leads_somewhere(hd_lower *L, hd_term pointer)
{
  uint64_t address;
  if (!hd_term_is_const(L->T, pointer, &address)) return true;
  hd_object o = hd_object_at(L, address);
  return o.id != HD_NONE && is_memory(hd_object_get(L->p, o));
}

/* Is the argument a structure in memory of which the function gets a copy? */
static bool is_copied(LLVMValueRef call, unsigned i)
{
  unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5);
  return call && LLVMGetCallSiteEnumAttribute(call, i + 1, byval);
}

/* True: it is given memory, which its result may point to. */
static bool touch_argument(hd_cursor *c, LLVMValueRef f, unsigned i, hd_term pointer, bool writes)
{
  hd_lower *L = c->lower;
  size_t n;
  if (calls_back(c, f, i, pointer) || !leads_somewhere(L, pointer)) return false;
  if (hd_debug_is_const(L, hd_debug_pointee(L, hd_debug_parameter(L, f, i)))) writes = false;
  if (!hd_cursor_dead(c))
    hd_put_off(
        c, (hd_pending){
               .kind = HD_PENDING_TOUCH, .address = pointer, .function = LLVMGetValueName2(f, &n), .writes = writes});
  return true;
}

/* NULL, or one of 256 addresses in memory that nothing is known of. */
static hd_term own_memory(hd_cursor *c)
{
  hd_lower *L = c->lower;
  uint64_t apart = L->ptr == 64 ? 1 << 20 : 1 << 16;
  if (L->outside.id == HD_NONE)
    L->outside = hd_object_make(L, (hd_object_info){.name = "memory outside the program",
                                                    .kind = HD_OBJ_OUTSIDE,
                                                    .size = 256 * apart,
                                                    .copies = 1,
                                                    .constant = true,
                                                    .alive = HD_NO_VAR,
                                                    .pos = HD_NO_POS});
  hd_term which = hd_cursor_temp(c, "which", HD_BV(8), HD_NO_TERM),
          none = hd_cursor_temp(c, "null", HD_BOOL, HD_NO_TERM);
  hd_term null = hd_term_bv(L->T, L->ptr, 0);
  hd_term address = hd_term_bv(L->T, L->ptr, hd_object_get(L->p, L->outside)->base);
  for (unsigned bit = 0; bit < 8; bit++) { /* not a product: an address that inputs are part of is not followed */
    hd_term is_set = hd_term_eq_bv(L->T, hd_term_extract(L->T, which, bit, 1), 1);
    hd_term step = hd_term_3(L->T, HD_OP_ITE, is_set, hd_term_bv(L->T, L->ptr, apart << bit), null);
    address = hd_term_2(L->T, HD_OP_ADD, address, step);
  }
  return hd_cursor_temp(c, "outside", HD_BV(L->ptr), hd_term_3(L->T, HD_OP_ITE, none, null, address));
}

hd_term hd_lower_any_result(hd_cursor *c, LLVMTypeRef type)
{
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) return own_memory(c);
  hd_value any = hd_any_value(c, type);
  if (any.n == 1 && hd_term_is(any.parts[0])) return any.parts[0];
  hd_cursor_unsupported(c, "a result of this type");
  return HD_NO_TERM;
}

static void warn_missing(hd_cursor *c, LLVMValueRef f, bool returns)
{
  hd_lower *L = c->lower;
  size_t n;
  if (hd_map_find(&L->warned, (uintptr_t)f)) return;
  hd_map_put(&L->warned, (uintptr_t)f, 1);
  hd_diags_add(L->diags, HD_WARNING, hd_program_place(L->p, c->pos),
               "`%s` has no body: %sit may write what its arguments reach, and nothing else", LLVMGetValueName2(f, &n),
               returns ? "its result is any value, " : "")
      ->hint = "name its source file, too, if there is one";
}

/* Of a structure that is passed in one piece, each part that is wide enough. */
static bool may_be_address(hd_lower *L, hd_term part, LLVMTypeRef type)
{
  if (type && LLVMGetTypeKind(type) == LLVMIntegerTypeKind) return false;
  return hd_term_is(part) && hd_sort_same(hd_term_sort(L->T, part), HD_BV(L->ptr));
}

hd_value hd_call_missing(hd_cursor *c, LLVMValueRef f, const hd_value *args, unsigned n, LLVMValueRef call)
{
  hd_lower *L = c->lower;
  LLVMTypeRef type = LLVMGetReturnType(call ? LLVMGetCalledFunctionType(call) : LLVMGlobalGetValueType(f));
  bool returns = LLVMGetTypeKind(type) != LLVMVoidTypeKind, given = false;
  size_t length;
  warn_missing(c, f, returns);
  hd_cursor_note(c, HD_ASSUMES_BODY, LLVMGetValueName2(f, &length));
  for (unsigned i = 0; i < n && !hd_cursor_dead(c); i++)
    for (uint32_t k = 0; k < args[i].n; k++)
      if (may_be_address(L, args[i].parts[k], call ? LLVMTypeOf(LLVMGetOperand(call, i)) : NULL))
        given = touch_argument(c, f, i, args[i].parts[k], !is_copied(call, i)) || given;
  if (hd_cursor_dead(c) || !returns) return (hd_value){0};
  bool own = LLVMGetTypeKind(type) == LLVMPointerTypeKind && !given;
  return own ? hd_value_of(L, own_memory(c)) : hd_any_value(c, type);
}
