/* escape.c - may the address of a local outlive it?
 *
 * The address is followed through the function and into those that it calls, as long as it is only used to
 * read and write the local, compared, or kept in variables that end no later than the local does. Anything
 * else lets it escape. Of functions without a body only those that are listed keep what they are given. */
#include "frontend/c/core.h"

enum { MAX_STEPS = 200 }; /* of one search; beyond it an address escapes */

typedef struct {
  hd_lower *L;
  LLVMMetadataRef scope; /* the block whose local it is; NULL: the function's */
  hd_map seen;           /* values that hold the address */
  HD_VEC(LLVMValueRef) work;
} flight;

static void follow_value(flight *f, LLVMValueRef value)
{
  if (hd_map_find(&f->seen, (uintptr_t)value)) return;
  hd_map_put(&f->seen, (uintptr_t)value, 1);
  hd_vec_push(&f->work, value);
}

/* The variable is of the local's block, or of a call that ends before it. */
static bool ends_before(flight *f, LLVMValueRef variable, bool own)
{
  LLVMValueRef address;
  LLVMMetadataRef declared;
  if (!own || !f->scope) return true;
  for (LLVMBasicBlockRef k = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(variable))); k;
       k = LLVMGetNextBasicBlock(k))
    for (LLVMValueRef i = LLVMGetFirstInstruction(k); i; i = LLVMGetNextInstruction(i)) {
      if (!hd_debug_is_declare(i, &address, &declared) || address != variable) continue;
      for (LLVMMetadataRef s = hd_debug_block(f->L, declared); s; s = hd_debug_block_parent(f->L, s))
        if (s == f->scope) return true;
    }
  return false;
}

/* The address is stored in a variable: code that reads the variable has it. False: it may go anywhere. */
static bool follow_variable(flight *f, LLVMValueRef variable, bool own)
{
  if (!LLVMIsAAllocaInst(variable) || !ends_before(f, variable, own)) return false;
  for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsALoadInst(user))
      follow_value(f, user);
    else if (LLVMIsAStoreInst(user) ? LLVMGetOperand(user, 0) == variable : !LLVMIsADbgInfoIntrinsic(user))
      return false;
  }
  return true;
}

static bool keeps_arguments(const char *name)
{
  static const char *const keepers[] = {
      "pthread_create", "pthread_setspecific", "pthread_exit", "thrd_create", "thrd_exit", "tss_set", "ft_", "sc_"};
  for (size_t i = 0; i < HD_COUNT(keepers); i++)
    if (strncmp(name, keepers[i], strlen(keepers[i])) == 0) return true;
  return false;
}

static bool follow_call(flight *f, LLVMValueRef call, LLVMValueRef value)
{
  LLVMValueRef callee = LLVMGetCalledValue(call);
  size_t n;
  if (!LLVMIsAFunction(callee)) return false;
  if (LLVMIsADbgInfoIntrinsic(call) || LLVMIsAMemIntrinsic(call)) return true;
  bool defined = !LLVMIsDeclaration(callee);
  if (!defined)
    return !keeps_arguments(LLVMGetValueName2(callee, &n)) && LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMPointerTypeKind;
  LLVMValueRef param = LLVMGetFirstParam(callee);
  for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++, param = param ? LLVMGetNextParam(param) : NULL) {
    if (LLVMGetOperand(call, k) != value) continue;
    if (!param) return false;
    follow_value(f, param);
  }
  return true;
}

/* False: the address escapes by this use. */
static bool follow_use(flight *f, LLVMValueRef user, LLVMValueRef value, bool own)
{
  if (LLVMIsALoadInst(user) || LLVMIsAICmpInst(user)) return true;
  if (LLVMIsAStoreInst(user))
    return LLVMGetOperand(user, 0) != value || follow_variable(f, LLVMGetOperand(user, 1), own);
  if (LLVMIsAAtomicRMWInst(user)) return LLVMGetOperand(user, 1) != value;
  if (LLVMIsAAtomicCmpXchgInst(user)) return LLVMGetOperand(user, 1) != value && LLVMGetOperand(user, 2) != value;
  if (LLVMIsACallInst(user)) return follow_call(f, user, value);
  if (!LLVMIsAGetElementPtrInst(user) && !LLVMIsAPHINode(user) && !LLVMIsASelectInst(user) && !LLVMIsABitCastInst(user))
    return false;
  follow_value(f, user);
  return true;
}

static LLVMValueRef function_of(LLVMValueRef value)
{
  return LLVMIsAArgument(value) ? LLVMGetParamParent(value) : LLVMGetBasicBlockParent(LLVMGetInstructionParent(value));
}

bool hd_address_escapes(hd_lower *L, LLVMValueRef address, LLVMMetadataRef scope)
{
  flight f = {.L = L, .scope = scope};
  bool escapes = false;
  LLVMValueRef home = function_of(address);
  follow_value(&f, address);
  for (uint32_t i = 0; i < f.work.len && !escapes; i++) {
    LLVMValueRef value = f.work.data[i];
    bool own = function_of(value) == home;
    escapes = i >= MAX_STEPS;
    for (LLVMUseRef u = LLVMGetFirstUse(value); u && !escapes; u = LLVMGetNextUse(u))
      escapes = !follow_use(&f, LLVMGetUser(u), value, own);
  }
  hd_map_clear(&f.seen);
  hd_vec_clear(&f.work);
  return escapes;
}
