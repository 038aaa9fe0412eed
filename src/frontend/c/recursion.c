/* recursion.c - which functions of the module call each other in circles, before anything is lowered.
 *
 * Calls through pointers lead to the functions that are expected there (targets.c), and a function that is given to one
 * without a body is called by it. Casts lead past this, so nothing but the order of work may depend on it. */
#include "frontend/c/core.h"
#include "program/calls.h"

static void add_call(hd_lower *L, uint32_t caller, LLVMValueRef callee)
{
  const uint64_t *number = hd_map_find(&L->numbered, (uintptr_t)callee);
  if (number) hd_calls_add(L->calls, caller, (uint32_t)*number);
}

static void add_calls(hd_lower *L, uint32_t caller, LLVMValueRef call)
{
  LLVMValueRef callee = hd_call_callee(call);
  unsigned n = LLVMGetNumArgOperands(call);
  if (LLVMIsAFunction(callee)) {
    add_call(L, caller, callee);
    if (LLVMCountBasicBlocks(callee) == 0)
      for (unsigned i = 0; i < n; i++) add_call(L, caller, LLVMGetOperand(call, i));
    return;
  }
  for (uint32_t i = 0; i < L->taken.len; i++) {
    LLVMValueRef f = L->taken.data[i];
    if (hd_call_fits(f, LLVMGetCalledFunctionType(call), n) && hd_targets_expect(L->targets, callee, f))
      add_call(L, caller, f);
  }
}

static void add_function(hd_lower *L, LLVMValueRef f)
{
  uint32_t caller = (uint32_t)hd_map_get_or(&L->numbered, (uintptr_t)f, HD_NONE);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsACallInst(i)) add_calls(L, caller, i);
}

void hd_recursion_find(hd_lower *L)
{
  LLVMModuleRef module = L->unit->module;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (LLVMCountBasicBlocks(f) > 0) hd_map_put(&L->numbered, (uintptr_t)f, L->numbered.len);
  L->calls = hd_calls_new(L->numbered.len);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f && !hd_watch_spent(L->p->watch); f = LLVMGetNextFunction(f))
    if (LLVMCountBasicBlocks(f) > 0) add_function(L, f);
  hd_calls_finish(L->calls);
}

/* Is the function called from inside its own circle, on the path at hand? */
bool hd_recursion_is_inside(const hd_lower *L, LLVMValueRef function)
{
  uint32_t f = (uint32_t)hd_map_get_or(&L->numbered, (uintptr_t)function, HD_NONE);
  if (f == HD_NONE || !hd_calls_is_recursive(L->calls, f)) return false;
  for (const hd_act *a = L->act; a; a = a->caller) {
    uint32_t g = (uint32_t)hd_map_get_or(&L->numbered, (uintptr_t)a->body->function, HD_NONE);
    if (g != HD_NONE && hd_calls_component(L->calls, f) == hd_calls_component(L->calls, g)) return true;
  }
  return false;
}
