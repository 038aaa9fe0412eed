/* settled.c - numbers and pointers of the program that are only ever read are constants.
 *
 * `int n = 8;` is a constant in all but name when every use of it is a load: the address goes nowhere, so nothing can
 * store to it. Functions without a body are assumed not to touch what they were not given (missing.c). Loops up to n
 * then have a known number of iterations, and arrays of n elements a known size. What is volatile stays as it is: the
 * author says that it may change. What is zero stays, too: it is no size, and would only make code unreachable. */
#include "frontend/c/unit.h"

static bool is_only_loaded(LLVMValueRef global)
{
  for (LLVMUseRef u = LLVMGetFirstUse(global); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsALoadInst(user) || LLVMGetVolatile(user)) return false;
  }
  return true;
}

/* Another definition of a weak symbol may be the one that counts. */
static bool is_own(LLVMValueRef global)
{
  LLVMLinkage linkage = LLVMGetLinkage(global);
  return linkage == LLVMExternalLinkage || linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

static bool may_be_settled(LLVMValueRef global)
{
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMGlobalGetValueType(global));
  if (LLVMIsDeclaration(global) || LLVMIsThreadLocal(global) || LLVMIsExternallyInitialized(global)) return false;
  if (!is_own(global) || LLVMIsNull(LLVMGetInitializer(global))) return false;
  return kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind;
}

void hd_c_settle_globals(LLVMModuleRef module)
{
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
    if (may_be_settled(g) && is_only_loaded(g)) LLVMSetGlobalConstant(g, 1);
}
