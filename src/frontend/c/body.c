/* body.c - what is known about a function before it is copied anywhere: its values by
 * number, how far each is used, and which of its variables need no memory. */
#include "frontend/c/core.h"

uint32_t hd_body_number(const hd_body *b, LLVMValueRef value)
{
  return (uint32_t)hd_map_get_or(&b->numbers, (uintptr_t)value, HD_NONE);
}

uint32_t hd_body_block(const hd_body *b, LLVMBasicBlockRef block)
{
  return (uint32_t)hd_map_get_or(&b->block_numbers, (uintptr_t)block, HD_NONE);
}

static void number_values(hd_body *b)
{
  for (LLVMValueRef p = LLVMGetFirstParam(b->function); p; p = LLVMGetNextParam(p))
    hd_map_put(&b->numbers, (uintptr_t)p, b->n_values++);
  for (uint32_t k = 0; k < b->n_blocks; k++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(b->blocks[k]); i; i = LLVMGetNextInstruction(i))
      hd_map_put(&b->numbers, (uintptr_t)i, b->n_values++);
}

/* A phi uses its operand at the end of the block that it comes from. */
static uint32_t use_in_phi(const hd_body *b, LLVMValueRef phi, LLVMValueRef value, LLVMBasicBlockRef home)
{
  for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
    if (LLVMGetIncomingValue(phi, k) == value && LLVMGetIncomingBlock(phi, k) != home) return HD_NONE;
  return hd_body_number(b, LLVMGetBasicBlockTerminator(home));
}

static uint32_t last_use(const hd_body *b, LLVMValueRef value)
{
  LLVMBasicBlockRef home = LLVMGetInstructionParent(value);
  uint32_t last = hd_body_number(b, value);
  for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    uint32_t at = HD_NONE;
    if (!LLVMIsAInstruction(user)) continue; /* debug information */
    if (LLVMIsAPHINode(user))
      at = use_in_phi(b, user, value, home);
    else if (LLVMGetInstructionParent(user) == home)
      at = hd_body_number(b, user);
    if (at == HD_NONE) return HD_NONE;
    if (at > last) last = at;
  }
  return last;
}

static unsigned scalar_width(hd_lower *L, LLVMTypeRef type)
{
  hd_sort sort = hd_lower_sort(L, type);
  return sort.width ? (sort.width + 7u) / 8 * 8 : 0;
}

static bool is_marker(LLVMValueRef user)
{
  if (!LLVMIsACallInst(user)) return false;
  LLVMValueRef f = LLVMGetCalledValue(user);
  size_t n;
  const char *name = LLVMIsAFunction(f) ? LLVMGetValueName2(f, &n) : "";
  return strncmp(name, "llvm.dbg.", 9) == 0 || strncmp(name, "llvm.lifetime.", 14) == 0;
}

/* Is the alloca only ever read and written as a whole, directly? */
static bool can_promote(hd_lower *L, hd_local *local)
{
  LLVMValueRef a = local->alloca;
  LLVMTypeRef type = LLVMGetAllocatedType(a);
  unsigned width = scalar_width(L, type);
  LLVMValueRef count = LLVMGetOperand(a, 0);
  if (!width || !LLVMIsAConstantInt(count) || LLVMConstIntGetZExtValue(count) != 1) return false;
  for (LLVMUseRef u = LLVMGetFirstUse(a); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    bool fits = false;
    if (LLVMIsALoadInst(user))
      fits = scalar_width(L, LLVMTypeOf(user)) == width;
    else if (LLVMIsAStoreInst(user))
      fits = LLVMGetOperand(user, 0) != a && scalar_width(L, LLVMTypeOf(LLVMGetOperand(user, 0))) == width;
    else
      fits = is_marker(user);
    if (!fits) return false;
  }
  local->width = (uint8_t)width;
  return true;
}

/* Written once, in the first block, with a parameter? */
static bool holds_parameter(const hd_body *b, LLVMValueRef alloca)
{
  unsigned stores = 0;
  for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsAStoreInst(user)) continue;
    if (++stores > 1 || !LLVMIsAArgument(LLVMGetOperand(user, 0))) return false;
    if (LLVMGetInstructionParent(user) != b->blocks[0]) return false;
  }
  return stores == 1;
}

/* Other locals are made once a call, at its start. */
static bool is_dynamic(LLVMValueRef alloca, uint32_t block)
{
  LLVMValueRef count = LLVMGetOperand(alloca, 0);
  return block > 0 || !LLVMIsAConstantInt(count) || LLVMConstIntGetZExtValue(count) != 1;
}

static void find_locals(hd_lower *L, hd_body *b)
{
  for (uint32_t k = 0; k < b->n_blocks; k++) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(b->blocks[k]); i; i = LLVMGetNextInstruction(i)) {
      if (!LLVMIsAAllocaInst(i)) continue;
      hd_local local = {.alloca = i};
      local.dynamic = is_dynamic(i, k);
      local.promoted = !local.dynamic && can_promote(L, &local);
      local.param = local.promoted && holds_parameter(b, i);
      b->local_of[hd_body_number(b, i)] = b->locals.len;
      hd_vec_push(&b->locals, local);
    }
  }
}

static void set_variable(hd_lower *L, hd_local *local, LLVMMetadataRef variable)
{
  local->variable = variable;
  local->scope = hd_debug_block(L, variable);
}

static LLVMMetadataRef common_block(hd_lower *L, LLVMMetadataRef a, LLVMMetadataRef b)
{
  for (; a; a = hd_debug_block_parent(L, a))
    for (LLVMMetadataRef outer = b; outer; outer = hd_debug_block_parent(L, outer))
      if (outer == a) return a;
  return NULL;
}

/* clang may put a local that is returned where the function's result is, and other returns write there, too: outside of
 * the local's block. Apart from that, only cleanup functions name a local there, and they are called. */
static bool is_used_outside(hd_lower *L, LLVMValueRef alloca, LLVMMetadataRef block)
{
  for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
    LLVMMetadataRef at = LLVMInstructionGetDebugLoc(LLVMGetUser(u));
    if (at && !LLVMIsACallInst(LLVMGetUser(u)) && common_block(L, block, LLVMDILocationGetScope(at)) != block)
      return true;
  }
  return false;
}

/* A compound literal has no declaration: it is of the innermost block that holds all that names it. A temporary ends
 * even before that one does. */
static LLVMMetadataRef block_of_uses(hd_lower *L, LLVMValueRef alloca)
{
  LLVMMetadataRef block = NULL;
  for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
    LLVMMetadataRef at = LLVMInstructionGetDebugLoc(LLVMGetUser(u));
    LLVMMetadataRef scope = at ? LLVMDILocationGetScope(at) : NULL;
    block = block && scope ? common_block(L, block, scope) : scope;
    if (!block) return NULL;
  }
  return hd_debug_block_parent(L, block) ? block : NULL;
}

static void find_names(hd_lower *L, hd_body *b)
{
  LLVMValueRef address;
  LLVMMetadataRef variable;
  for (uint32_t k = 0; k < b->n_blocks; k++) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(b->blocks[k]); i; i = LLVMGetNextInstruction(i)) {
      if (!hd_debug_is_declare(i, &address, &variable)) continue;
      uint32_t number = hd_body_number(b, address);
      if (number != HD_NONE && b->local_of[number] != HD_NONE)
        set_variable(L, &b->locals.data[b->local_of[number]], variable);
    }
  }
}

static void find_uses(hd_body *b)
{
  for (uint32_t k = 0; k < b->n_blocks; k++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(b->blocks[k]); i; i = LLVMGetNextInstruction(i))
      b->last_use[hd_body_number(b, i)] = last_use(b, i);
}

static bool calls_by_name(LLVMValueRef function, const char *const *names, size_t n)
{
  LLVMModuleRef module = LLVMGetGlobalParent(function);
  for (size_t i = 0; i < n; i++) {
    LLVMValueRef callee = LLVMGetNamedFunction(module, names[i]);
    for (LLVMUseRef u = callee ? LLVMGetFirstUse(callee) : NULL; u; u = LLVMGetNextUse(u)) {
      LLVMValueRef user = LLVMGetUser(u);
      if (!LLVMIsAInstruction(user) || LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) == function) return true;
    }
  }
  return false;
}

/* A function that calls setjmp may go on from there any number of times, if there is a longjmp. What cleanup handlers
 * jump to runs them once. */
static void count_jumps(hd_body *b)
{
  static const char *const sets[] = {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"};
  static const char *const jumps[] = {"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"};
  bool jumped = false;
  for (size_t i = 0; i < HD_COUNT(jumps); i++)
    jumped = jumped || LLVMGetNamedFunction(LLVMGetGlobalParent(b->function), jumps[i]);
  for (uint32_t k = 0; jumped && calls_by_name(b->function, sets, HD_COUNT(sets)) && k < b->n_blocks; k++)
    b->times[k] = HD_MANY;
}

hd_body *hd_body_of(hd_lower *L, LLVMValueRef function)
{
  uint64_t *known = hd_map_find(&L->bodies, (uintptr_t)function);
  if (known) return (hd_body *)(uintptr_t)*known;
  hd_body *b = hd_arena_alloc(&L->arena, sizeof *b);
  size_t n;
  b->function = function;
  b->name = LLVMGetValueName2(function, &n);
  b->first_site = hd_c_first_site(L->unit, function);
  b->n_blocks = LLVMCountBasicBlocks(function);
  b->blocks = hd_arena_alloc(&L->arena, b->n_blocks * sizeof *b->blocks);
  LLVMGetBasicBlocks(function, b->blocks);
  for (uint32_t k = 0; k < b->n_blocks; k++) hd_map_put(&b->block_numbers, (uintptr_t)b->blocks[k], k);
  number_values(b);
  b->last_use = hd_arena_alloc(&L->arena, (b->n_values + 1) * sizeof *b->last_use);
  b->local_of = hd_arena_alloc(&L->arena, (b->n_values + 1) * sizeof *b->local_of);
  for (uint32_t i = 0; i < b->n_values; i++) b->local_of[i] = HD_NONE;
  find_uses(b);
  find_locals(L, b);
  find_names(L, b);
  for (uint32_t i = 0; i < b->locals.len; i++) {
    hd_local *local = &b->locals.data[i];
    if (!local->variable && !local->promoted && !local->dynamic) local->scope = block_of_uses(L, local->alloca);
    if (local->scope && is_used_outside(L, local->alloca, local->scope)) local->scope = NULL;
    local->escapes = !local->promoted && !local->dynamic && hd_address_escapes(L, local->alloca, local->scope);
  }
  hd_body_find_uninitialized(L, b);
  b->times = hd_arena_alloc(&L->arena, b->n_blocks * sizeof *b->times);
  hd_body_count_loops(L, b);
  count_jumps(b);
  hd_map_put(&L->bodies, (uintptr_t)function, (uintptr_t)b);
  return b;
}
