/* targets.c - which functions a pointer can be, by where the code of the module puts their addresses.
 *
 * Places that hold pointers are classes of a union-find structure: values of LLVM, and memory by what holds it (a
 * variable; a member of a structure, the same for all structures of that type). A copy makes two classes one, so the
 * whole is nearly linear in the module. Memory that is reached in no such way is `unknown`: what is stored there may be
 * anywhere, and what is loaded from there may be any function. What a function without a body is given, it may hand to
 * any other function that it was given, and return.
 *
 * The answer only says which functions to expect. Casts between structures lead past it, so a call must look out for
 * other functions, too. */
#include "frontend/c/core.h"
#include "frontend/c/known.h"

typedef struct {
  uint32_t parent;
  uint32_t functions; /* index of its bits, or HD_NONE: none */
  bool any;
} place;

struct hd_targets {
  hd_lower *L;
  hd_map numbers; /* place of a value, of a member */
  HD_VEC(place) places;
  hd_map taken; /* function -> index */
  uint32_t words;
  HD_VEC(uint64_t *) sets;
  uint64_t *everywhere, *outside; /* stored in unknown memory; known to functions without a body */
  hd_u32s to_everywhere, to_outside, from_outside;
};

/* --- classes ------------------------------------------------------------------------------------------ */

static uint32_t find_place(hd_targets *x, uint32_t i)
{
  while (x->places.data[i].parent != i) {
    x->places.data[i].parent = x->places.data[x->places.data[i].parent].parent;
    i = x->places.data[i].parent;
  }
  return i;
}

static uint32_t keyed_place(hd_targets *x, uint64_t key)
{
  const uint64_t *known = hd_map_find(&x->numbers, key);
  if (known) return find_place(x, (uint32_t)*known);
  uint32_t i = x->places.len;
  hd_vec_push(&x->places, (place){.parent = i, .functions = HD_NONE});
  hd_map_put(&x->numbers, key, i);
  return i;
}

static uint64_t *functions_of(hd_targets *x, uint32_t i)
{
  place *p = &x->places.data[i];
  if (p->functions == HD_NONE) {
    p->functions = x->sets.len;
    hd_vec_push(&x->sets, hd_arena_alloc(&x->L->arena, (x->words + 1) * sizeof(uint64_t)));
  }
  return x->sets.data[x->places.data[i].functions];
}

static void add_set(const hd_targets *x, uint64_t *into, const uint64_t *from)
{
  for (uint32_t w = 0; w < x->words; w++) into[w] |= from[w];
}

static void join_places(hd_targets *x, uint32_t a, uint32_t b)
{
  a = find_place(x, a);
  b = find_place(x, b);
  if (a == b) return;
  uint32_t set = x->places.data[b].functions;
  if (set != HD_NONE) add_set(x, functions_of(x, a), x->sets.data[set]);
  x->places.data[a].any |= x->places.data[b].any;
  x->places.data[b].parent = a;
}

/* --- values and memory ------------------------------------------------------------------------------------ */

/* Can values of this type hold an address? */
static bool is_tracked(const hd_targets *x, LLVMTypeRef type)
{
  switch (LLVMGetTypeKind(type)) {
  case LLVMPointerTypeKind:
  case LLVMStructTypeKind: return true;
  case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(type) == x->L->ptr;
  default: return false;
  }
}

static bool is_address_of(LLVMValueRef v, LLVMOpcode op)
{
  return LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == op;
}

static LLVMValueRef without_casts(LLVMValueRef v)
{
  while (is_address_of(v, LLVMBitCast) || is_address_of(v, LLVMPtrToInt) || is_address_of(v, LLVMIntToPtr))
    v = LLVMGetOperand(v, 0);
  return LLVMIsAGlobalAlias(v) ? LLVMAliasGetAliasee(v) : v;
}

static uint32_t value_place(hd_targets *x, LLVMValueRef v)
{
  v = without_casts(v);
  uint32_t i = keyed_place(x, (uintptr_t)v);
  const uint64_t *function = hd_map_find(&x->taken, (uintptr_t)v);
  if (function) functions_of(x, i)[*function / 64] |= UINT64_C(1) << *function % 64;
  return i;
}

static uint32_t member_place(hd_targets *x, LLVMTypeRef type, unsigned member)
{
  return keyed_place(x, hd_hash_u64((uintptr_t)type) + member + 1);
}

/* Where a structure or array of the type has its first scalar; `whole` when it is a scalar itself. HD_NONE: unknown. */
static uint32_t first_scalar(hd_targets *x, LLVMTypeRef type, uint32_t whole)
{
  for (;;) {
    if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
      type = LLVMGetElementType(type);
    } else if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      if (LLVMIsLiteralStruct(type) || LLVMCountStructElementTypes(type) == 0) return HD_NONE;
      whole = member_place(x, type, 0);
      type = LLVMStructGetTypeAtIndex(type, 0);
    } else {
      return whole;
    }
  }
}

static uint32_t memory_at(hd_targets *x, LLVMValueRef pointer);

/* The memory that an address computation leads to. */
static uint32_t memory_of_gep(hd_targets *x, LLVMValueRef gep)
{
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  int n = LLVMGetNumOperands(gep);
  bool inside = LLVMGetTypeKind(type) == LLVMStructTypeKind;
  uint32_t at = inside || LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? HD_NONE : memory_at(x, LLVMGetOperand(gep, 0));
  for (int i = 2; i < n; i++) {
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
      if (LLVMIsLiteralStruct(type) || !LLVMIsAConstantInt(index)) return HD_NONE;
      unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
      at = member_place(x, type, member);
      type = LLVMStructGetTypeAtIndex(type, member);
    } else if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
      type = LLVMGetElementType(type);
    } else {
      return HD_NONE;
    }
  }
  return first_scalar(x, type, at);
}

/* HD_NONE: unknown memory. */
static uint32_t memory_at(hd_targets *x, LLVMValueRef pointer)
{
  pointer = without_casts(pointer);
  if (LLVMIsAGlobalVariable(pointer))
    return first_scalar(x, LLVMGlobalGetValueType(pointer), keyed_place(x, (uintptr_t)pointer + 1));
  if (LLVMIsAAllocaInst(pointer))
    return first_scalar(x, LLVMGetAllocatedType(pointer), keyed_place(x, (uintptr_t)pointer + 1));
  if (LLVMIsAGetElementPtrInst(pointer) || is_address_of(pointer, LLVMGetElementPtr)) return memory_of_gep(x, pointer);
  return HD_NONE;
}

static void load_place(hd_targets *x, LLVMValueRef result, LLVMValueRef pointer)
{
  uint32_t to = value_place(x, result), from = memory_at(x, pointer);
  if (from != HD_NONE)
    join_places(x, to, from);
  else
    x->places.data[find_place(x, to)].any = true;
}

static void store_place(hd_targets *x, LLVMValueRef pointer, LLVMValueRef value)
{
  uint32_t from = value_place(x, value), to = memory_at(x, pointer);
  if (to != HD_NONE)
    join_places(x, to, from);
  else
    hd_vec_push(&x->to_everywhere, from);
}

/* --- initial values --------------------------------------------------------------------------------------- */

static void initialize(hd_targets *x, uint32_t at, LLVMValueRef constant)
{
  constant = without_casts(constant);
  LLVMTypeRef type = LLVMTypeOf(constant);
  bool array = LLVMIsAConstantArray(constant), structure = LLVMIsAConstantStruct(constant);
  if (LLVMIsAFunction(constant)) {
    if (at == HD_NONE)
      hd_vec_push(&x->to_everywhere, value_place(x, constant));
    else
      join_places(x, at, value_place(x, constant));
  }
  for (int i = 0; (array || structure) && i < LLVMGetNumOperands(constant); i++) {
    uint32_t part = array ? at : LLVMIsLiteralStruct(type) ? HD_NONE : member_place(x, type, (unsigned)i);
    initialize(x, part, LLVMGetOperand(constant, (unsigned)i));
  }
}

/* --- code ----------------------------------------------------------------------------------------------------- */

static void join_operands(hd_targets *x, LLVMValueRef instruction)
{
  for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
    LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
    if (is_tracked(x, LLVMTypeOf(operand))) join_places(x, value_place(x, instruction), value_place(x, operand));
  }
}

static uint32_t result_place(hd_targets *x, LLVMValueRef function)
{
  return keyed_place(x, (uintptr_t)function + 2);
}

static void pass_arguments(hd_targets *x, LLVMValueRef call, LLVMValueRef callee)
{
  unsigned n = LLVMGetNumArgOperands(call), params = LLVMCountParams(callee);
  for (unsigned i = 0; i < n && i < params; i++)
    if (is_tracked(x, LLVMTypeOf(LLVMGetOperand(call, i))))
      join_places(x, value_place(x, LLVMGetParam(callee, i)), value_place(x, LLVMGetOperand(call, i)));
  for (unsigned i = params; i < n; i++) hd_vec_push(&x->to_everywhere, value_place(x, LLVMGetOperand(call, i)));
  if (is_tracked(x, LLVMTypeOf(call))) join_places(x, value_place(x, call), result_place(x, callee));
}

/* Functions that are modelled hand on nothing but these arguments; of others nothing is known. */
static const struct {
  const char *name;
  unsigned argument;
} handing_on[] = {{"pthread_create", 3}, {"thrd_create", 2},  {"ft_thread_create", 3}, {"pthread_setspecific", 1},
                  {"tss_set", 1},        {"pthread_exit", 0}, {"thrd_exit", 0},        {"signal", 1}};
static const char *const handing_back[] = {"pthread_getspecific", "tss_get", "signal"};

static bool is_modelled(const char *name)
{
  return strncmp(name, "llvm.", 5) == 0 || hd_known_find(name);
}

static bool hands_on(const char *name, unsigned argument)
{
  for (size_t i = 0; i < HD_COUNT(handing_on); i++)
    if (strcmp(name, handing_on[i].name) == 0) return argument == handing_on[i].argument;
  return !is_modelled(name);
}

static bool hands_back(const char *name)
{
  for (size_t i = 0; i < HD_COUNT(handing_back); i++)
    if (strcmp(name, handing_back[i]) == 0) return true;
  return !is_modelled(name);
}

/* A call of a function without a body. */
static void call_outside(hd_targets *x, LLVMValueRef call, LLVMValueRef callee)
{
  size_t n;
  const char *name = LLVMGetValueName2(callee, &n);
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) == LLVMPointerTypeKind && hands_on(name, i))
      hd_vec_push(&x->to_outside, value_place(x, LLVMGetOperand(call, i)));
  if (is_tracked(x, LLVMTypeOf(call)) && hands_back(name)) hd_vec_push(&x->from_outside, value_place(x, call));
}

static void visit_call(hd_targets *x, LLVMValueRef call)
{
  LLVMValueRef callee = without_casts(LLVMGetCalledValue(call));
  if (LLVMIsAFunction(callee)) {
    (LLVMCountBasicBlocks(callee) > 0 ? pass_arguments : call_outside)(x, call, callee);
    return;
  }
  for (uint32_t i = 0; i < x->L->taken.len; i++)
    if (hd_call_fits(x->L->taken.data[i], LLVMGetCalledFunctionType(call), LLVMGetNumArgOperands(call)))
      pass_arguments(x, call, x->L->taken.data[i]);
}

static void visit_instruction(hd_targets *x, LLVMValueRef i)
{
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad:
    if (is_tracked(x, LLVMTypeOf(i))) load_place(x, i, LLVMGetOperand(i, 0));
    break;
  case LLVMStore:
    if (is_tracked(x, LLVMTypeOf(LLVMGetOperand(i, 0)))) store_place(x, LLVMGetOperand(i, 1), LLVMGetOperand(i, 0));
    break;
  case LLVMAtomicRMW:
    if (is_tracked(x, LLVMTypeOf(i))) load_place(x, i, LLVMGetOperand(i, 0));
    if (is_tracked(x, LLVMTypeOf(i))) store_place(x, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1));
    break;
  case LLVMAtomicCmpXchg:
    load_place(x, i, LLVMGetOperand(i, 0));
    store_place(x, LLVMGetOperand(i, 0), LLVMGetOperand(i, 2));
    break;
  case LLVMPHI:
  case LLVMSelect:
  case LLVMBitCast:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMFreeze:
  case LLVMExtractValue:
  case LLVMInsertValue:
    if (is_tracked(x, LLVMTypeOf(i))) join_operands(x, i);
    break;
  case LLVMRet:
    if (LLVMGetNumOperands(i) && is_tracked(x, LLVMTypeOf(LLVMGetOperand(i, 0))))
      join_places(x, result_place(x, LLVMGetBasicBlockParent(LLVMGetInstructionParent(i))),
                  value_place(x, LLVMGetOperand(i, 0)));
    break;
  case LLVMCall: visit_call(x, i); break;
  default: break;
  }
}

/* Code that knows a function's address may call it. */
static void given_from_outside(hd_targets *x, LLVMValueRef function)
{
  for (LLVMValueRef p = LLVMGetFirstParam(function); p; p = LLVMGetNextParam(p))
    if (is_tracked(x, LLVMTypeOf(p))) hd_vec_push(&x->from_outside, value_place(x, p));
}

static bool only_called(LLVMValueRef function)
{
  for (LLVMUseRef u = LLVMGetFirstUse(function); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function) return false;
  }
  return true;
}

static void visit_module(hd_targets *x)
{
  LLVMModuleRef module = x->L->unit->module;
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
    if (LLVMGetInitializer(g)) initialize(x, memory_at(x, g), LLVMGetInitializer(g));
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (!only_called(f)) given_from_outside(x, f);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) visit_instruction(x, i);
  }
}

/* --- the whole -------------------------------------------------------------------------------------------------- */

static uint64_t *sum_of(hd_targets *x, const hd_u32s *places)
{
  uint64_t *sum = hd_arena_alloc(&x->L->arena, (x->words + 1) * sizeof *sum);
  for (uint32_t i = 0; i < places->len; i++) {
    const place *p = &x->places.data[find_place(x, places->data[i])];
    if (p->functions != HD_NONE) add_set(x, sum, x->sets.data[p->functions]);
  }
  return sum;
}

hd_targets *hd_targets_new(hd_lower *L)
{
  hd_targets *x = hd_arena_alloc(&L->arena, sizeof *x);
  x->L = L;
  x->words = (L->taken.len + 63) / 64;
  for (uint32_t i = 0; i < L->taken.len; i++) hd_map_put(&x->taken, (uintptr_t)L->taken.data[i], i);
  if (L->taken.len < 2) return x;
  visit_module(x);
  x->outside = sum_of(x, &x->to_outside);
  for (uint32_t i = 0; i < x->from_outside.len; i++) {
    uint32_t to = find_place(x, x->from_outside.data[i]);
    add_set(x, functions_of(x, to), x->outside);
  }
  x->everywhere = sum_of(x, &x->to_everywhere);
  return x;
}

void hd_targets_clear(hd_targets *x)
{
  if (!x) return;
  hd_map_clear(&x->numbers);
  hd_map_clear(&x->taken);
  hd_vec_clear(&x->places);
  hd_vec_clear(&x->sets);
  hd_vec_clear(&x->to_everywhere);
  hd_vec_clear(&x->to_outside);
  hd_vec_clear(&x->from_outside);
}

bool hd_targets_expect(hd_targets *x, LLVMValueRef pointer, LLVMValueRef function)
{
  const uint64_t *number = hd_map_find(&x->taken, (uintptr_t)function);
  if (!number || !x->everywhere || !pointer) return true;
  uint32_t i = value_place(x, pointer); /* may be a new one, for which the places move */
  const place *p = &x->places.data[i];
  if (p->any) return true;
  uint64_t bits = x->everywhere[*number / 64];
  if (p->functions != HD_NONE) bits |= x->sets.data[p->functions][*number / 64];
  return bits >> *number % 64 & 1;
}
