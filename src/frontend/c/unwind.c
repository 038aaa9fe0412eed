/* unwind.c - calls that may throw become plain calls.
 *
 * An exception is unsupported where it is thrown (known_cxx.c), so no execution that is followed leaves a call by its
 * second way: what is written for that way is out of reach, and no other code has to know that there is one. */
#include <llvm-c/DebugInfo.h>

#include "frontend/c/unit.h"

static void copy_attributes(LLVMValueRef from, LLVMValueRef to, LLVMAttributeIndex at)
{
  unsigned n = LLVMGetCallSiteAttributeCount(from, at);
  LLVMAttributeRef *attributes = hd_alloc(n, sizeof *attributes);
  if (n) LLVMGetCallSiteAttributes(from, at, attributes);
  for (unsigned i = 0; i < n; i++) LLVMAddCallSiteAttribute(to, at, attributes[i]);
  free(attributes);
}

static LLVMValueRef plain_call(LLVMBuilderRef builder, LLVMValueRef invoke)
{
  unsigned n = LLVMGetNumArgOperands(invoke);
  LLVMValueRef *args = hd_alloc(n, sizeof *args);
  for (unsigned i = 0; i < n; i++) args[i] = LLVMGetOperand(invoke, i);
  LLVMValueRef call =
      LLVMBuildCall2(builder, LLVMGetCalledFunctionType(invoke), LLVMGetCalledValue(invoke), args, n, "");
  free(args);
  LLVMSetInstructionCallConv(call, LLVMGetInstructionCallConv(invoke));
  for (unsigned i = 0; i <= n; i++) copy_attributes(invoke, call, i); /* 0 is the result */
  copy_attributes(invoke, call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex);
  return call;
}

static void rewrite_invoke(LLVMBuilderRef builder, LLVMValueRef invoke)
{
  LLVMPositionBuilderBefore(builder, invoke);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(invoke));
  LLVMValueRef call = plain_call(builder, invoke);
  LLVMBuildBr(builder, LLVMGetNormalDest(invoke));
  LLVMReplaceAllUsesWith(invoke, call);
  LLVMInstructionEraseFromParent(invoke);
}

void hd_c_rewrite_invokes(LLVMModuleRef module)
{
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
      LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
      if (last && LLVMIsAInvokeInst(last)) rewrite_invoke(builder, last);
    }
    if (LLVMHasPersonalityFn(f)) LLVMSetPersonalityFn(f, NULL); /* nor is its address taken any more */
  }
  LLVMDisposeBuilder(builder);
}
