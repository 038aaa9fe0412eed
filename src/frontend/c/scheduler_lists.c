/* scheduler_lists.c - what a scheduler goes through one by one: events and channels (include/heddle/scheduler.h).
 *
 * An object at an address that is known here is put on a list. Where only the execution tells which object it is, all
 * objects of its type are: those inside of global variables, of locals and of what was allocated so far. An address
 * of none of them is not followed. The scheduler is lowered last, when the lists are complete. */
#include "frontend/c/core.h"
#include "frontend/c/known.h"

enum { MAX_LISTED = 4096, MAX_RECORDS = 64 };

static void list_object(hd_cursor *c, hd_listed l)
{
  hd_lower *L = c->lower;
  for (uint32_t i = 0; i < L->listed.len; i++) {
    const hd_listed *other = &L->listed.data[i];
    if (other->kind == l.kind && other->address == l.address && other->update == l.update) return;
  }
  if (L->listed.len >= MAX_LISTED)
    hd_cursor_unsupported(c, "more than %d events and channels", MAX_LISTED);
  else
    hd_vec_push(&L->listed, l);
}

/* --- all objects of a type -------------------------------------------------------------------------------------- */

typedef HD_VEC(uint64_t) addresses;

typedef struct {
  hd_lower *L;
  const char *type; /* as LLVM names it */
  addresses *found;
} lookup;

static void look_inside(const lookup *x, LLVMTypeRef type, uint64_t address)
{
  LLVMTargetDataRef data = x->L->unit->data;
  if (x->found->len > MAX_LISTED) return;
  if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
    LLVMTypeRef element = LLVMGetElementType(type);
    uint64_t stride = LLVMABISizeOfType(data, element);
    bool inside = LLVMGetTypeKind(element) == LLVMStructTypeKind || LLVMGetTypeKind(element) == LLVMArrayTypeKind;
    for (uint64_t i = 0; inside && i < LLVMGetArrayLength2(type) && x->found->len <= MAX_LISTED; i++)
      look_inside(x, element, address + i * stride);
  }
  if (LLVMGetTypeKind(type) != LLVMStructTypeKind) return;
  const char *name = LLVMGetStructName(type);
  if (name && strcmp(name, x->type) == 0) hd_vec_push(x->found, address);
  for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
    look_inside(x, LLVMStructGetTypeAtIndex(type, i), address + LLVMOffsetOfElement(data, type, i));
}

/* Global variables that were not mentioned so far may be mentioned later. */
static void look_in_globals(hd_cursor *c, const lookup *x)
{
  for (LLVMValueRef g = LLVMGetFirstGlobal(hd_lower_module(x->L)); g; g = LLVMGetNextGlobal(g)) {
    uint64_t base;
    uint32_t before = x->found->len;
    if (LLVMIsThreadLocal(g) || LLVMIsDeclaration(g)) continue;
    look_inside(x, LLVMGlobalGetValueType(g), 0);
    if (x->found->len == before) continue;
    HD_CHECK(hd_term_is_const(x->L->T, hd_global_address(c, g), &base));
    for (uint32_t i = before; i < x->found->len; i++) x->found->data[i] += base;
  }
}

static void look_in_others(const lookup *x)
{
  for (uint32_t i = 0; i < x->L->typed.len; i++) {
    const hd_typed *t = &x->L->typed.data[i];
    const hd_object_info *o = hd_object_get(x->L->p, t->object);
    uint64_t size = LLVMABISizeOfType(x->L->unit->data, t->type);
    for (uint32_t k = 0; k < o->copies; k++)
      for (uint64_t at = 0; size && at + size <= o->size && x->found->len <= MAX_LISTED; at += size)
        look_inside(x, t->type, o->base + k * o->stride + at);
  }
}

/* Lists all objects of the type; the path goes on where the address is one of them. */
static void list_type(hd_cursor *c, hd_listed l, hd_term address, const char *type)
{
  hd_lower *L = c->lower;
  addresses found = {0};
  lookup x = {L, hd_arena_printf(&L->arena, "struct.%s", type), &found};
  look_in_globals(c, &x);
  look_in_others(&x);
  hd_term known = hd_term_false(L->T);
  for (uint32_t i = 0; i < found.len && !hd_cursor_dead(c); i++) {
    l.address = found.data[i];
    list_object(c, l);
    known = hd_term_2(L->T, HD_OP_OR, known, hd_term_eq_bv(L->T, address, l.address));
  }
  hd_vec_clear(&found);
  if (hd_cursor_dead(c)) return;
  hd_cursor elsewhere = hd_cursor_split(c, known);
  hd_cursor_unsupported(&elsewhere, "an event or channel whose place in memory is only known when the program runs");
}

/* --- lists ------------------------------------------------------------------------------------------------------- */

static void list_one(hd_cursor *c, hd_listed l, hd_term address, const char *type)
{
  if (hd_term_is_const(c->lower->T, address, &l.address))
    list_object(c, l);
  else if (type)
    list_type(c, l, hd_cursor_temp(c, "listed", HD_BV(c->lower->ptr), address), type);
  else
    hd_cursor_unsupported(c, "a channel whose place in memory is only known when the program runs");
}

static HD_HANDLER(list)
{
  hd_listed l = {0};
  if (hd_term_is_const(c->lower->T, args[0], &l.kind))
    list_one(c, l, args[1], hd_known_string(call, 2));
  else
    hd_cursor_unsupported(c, "a list that is only known when the program runs");
  return HD_NO_TERM;
}

static HD_HANDLER(list_update)
{
  hd_lower *L = c->lower;
  uint64_t function;
  hd_listed l = {0};
  bool known = hd_term_is_const(L->T, args[0], &l.kind) && hd_term_is_const(L->T, args[2], &function);
  l.update = known ? hd_function_at(L, function) : NULL;
  if (l.update)
    list_one(c, l, args[1], hd_known_string(call, 3));
  else
    hd_cursor_unsupported(c, "a channel whose update is only known when the program runs");
  return HD_NO_TERM;
}

static HD_HANDLER(update)
{
  hd_lower *L = c->lower;
  uint64_t kind;
  if (!hd_term_is_const(L->T, args[0], &kind) || !hd_is_scheduler(hd_routine_of(c))) {
    hd_cursor_unsupported(c, "updating all channels outside of a scheduler");
    return HD_NO_TERM;
  }
  for (uint32_t i = 0; i < L->listed.len && !hd_cursor_dead(c); i++) {
    const hd_listed l = L->listed.data[i];
    hd_term object = hd_term_bv(L->T, L->ptr, l.address), zero = hd_term_bv(L->T, 8, 0);
    if (!l.update || l.kind != kind) continue;
    hd_term asked = hd_cursor_load(c, object, 8, HD_ACCESS_SYNC);
    hd_cursor not_asked = hd_cursor_split(c, hd_term_ne(L->T, asked, zero));
    hd_cursor_store(c, object, zero, HD_ACCESS_SYNC);
    hd_lower_call(c, l.update, &object, 1);
    hd_cursor_join(c, not_asked);
  }
  return HD_NO_TERM;
}

static hd_object make_record(hd_cursor *c, uint64_t size, uint32_t copies, LLVMValueRef call)
{
  hd_lower *L = c->lower;
  hd_hint hint = hd_hint_allocated(L, L->act, call);
  hd_slots slots = {0};
  hd_layout_elements(L, hint.debug, hint.type, size, &slots);
  hd_object o = hd_object_make(L, (hd_object_info){.name = hd_arena_printf(&L->arena, "event%u", L->listed.len + 1),
                                                   .kind = HD_OBJ_GLOBAL,
                                                   .size = size,
                                                   .copies = copies,
                                                   .slots = slots.data,
                                                   .n_slots = slots.len,
                                                   .alive = HD_NO_VAR,
                                                   .pos = c->pos});
  hd_vec_clear(&slots);
  return o;
}

/* A place that asks several times gives out its records in order. */
static hd_term take_record(hd_cursor *c, hd_object object)
{
  hd_lower *L = c->lower;
  const hd_object_info *o = hd_object_get(L->p, object);
  hd_term base = hd_term_bv(L->T, L->ptr, o->base), stride = hd_term_bv(L->T, L->ptr, o->stride);
  if (o->copies == 1) return base;
  hd_var_info count = {
      .name = "records", .thread = HD_NO_THREAD, .sort = HD_BV(L->ptr), .role = HD_ROLE_SCHED, .pos = c->pos};
  hd_var var = hd_program_add_var(L->p, count);
  hd_term given = hd_program_var_term(L->p, var);
  hd_term address = hd_term_2(L->T, HD_OP_ADD, base, hd_term_2(L->T, HD_OP_MUL, given, stride));
  address = hd_cursor_temp(c, "record", HD_BV(L->ptr), address);
  hd_cursor_assign(c, var, hd_term_2(L->T, HD_OP_ADD, given, hd_term_bv(L->T, L->ptr, 1)));
  return address;
}

/* A record of its own for each time that a place asks on a call path, zeroed. */
static HD_HANDLER(new_record)
{
  hd_lower *L = c->lower;
  uint64_t kind, size;
  uint32_t times = hd_times(hd_act_times(L->act, call), hd_routine_of(c)->instances);
  if (!hd_term_is_const(L->T, args[0], &kind) || !hd_term_is_const(L->T, args[1], &size) || times > MAX_RECORDS) {
    hd_cursor_unsupported(c, "events that are created any number of times");
    return hd_known_null(c);
  }
  hd_object object = make_record(c, size, times ? times : 1, call);
  const hd_object_info *o = hd_object_get(L->p, object);
  for (uint32_t i = 0; i < o->copies; i++) list_object(c, (hd_listed){kind, o->base + i * o->stride, NULL});
  return hd_cursor_dead(c) ? hd_known_null(c) : take_record(c, object);
}

/* Calls a function with each listed object of the kind; kind 0: with each thread's record. The row's data: only with
 * the records of threads that are in order. */
static HD_HANDLER(each)
{
  hd_lower *L = c->lower;
  uint64_t kind, address;
  bool known = hd_term_is_const(L->T, args[0], &kind) && hd_term_is_const(L->T, args[1], &address);
  LLVMValueRef f = known ? hd_function_at(L, address) : NULL;
  if (!f || !hd_is_scheduler(hd_routine_of(c))) {
    hd_cursor_unsupported(c, "going through all events outside of a scheduler");
    return HD_NO_TERM;
  }
  for (uint32_t k = 0; kind == 0 && k < L->routines.len; k++) {
    const hd_routine *r = L->routines.data[k];
    const hd_object_info *o = hd_object_get(L->p, r->object);
    if (row->data && !hd_is_in_order(L, r)) continue;
    for (uint32_t i = 0; hd_is_cooperative(r) && i < r->instances && !hd_cursor_dead(c); i++) {
      hd_term record = hd_term_bv(L->T, L->ptr, o->base + i * o->stride);
      hd_lower_call(c, f, &record, 1);
    }
  }
  for (uint32_t i = 0; i < L->listed.len && !hd_cursor_dead(c); i++) {
    hd_term object = hd_term_bv(L->T, L->ptr, L->listed.data[i].address);
    if (L->listed.data[i].kind == kind && !L->listed.data[i].update) hd_lower_call(c, f, &object, 1);
  }
  return HD_NO_TERM;
}

const hd_known hd_known_lists[] = {{.name = "heddle_sched_list", .n_args = 3, .handle = list},
                                   {.name = "heddle_sched_list_update", .n_args = 4, .handle = list_update},
                                   {.name = "heddle_sched_new", .n_args = 2, .handle = new_record},
                                   {.name = "heddle_sched_each", .n_args = 2, .handle = each},
                                   {.name = "heddle_sched_each_in_order", .n_args = 2, .handle = each, .data = 1},
                                   {.name = "heddle_sched_update", .n_args = 1, .handle = update},
                                   {0}};
