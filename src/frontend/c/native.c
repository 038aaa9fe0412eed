/* native.c - inserts calls of the runtime before the steps of a schedule, and gives inputs their values. */
#include "frontend/c/native.h"

#include <dlfcn.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>

#include "frontend/c/unit.h"

typedef struct {
  const hd_native_options *o;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMBuilderRef at;
  LLVMTypeRef i32, i64, pointer, none;
} instrumenter;

/* --- calls of the runtime ---------------------------------------------------------------------------- */

static LLVMValueRef declare_runtime(instrumenter *x, const char *name, LLVMTypeRef type)
{
  LLVMValueRef f = LLVMGetNamedFunction(x->module, name);
  return f ? f : LLVMAddFunction(x->module, name, type);
}

static void call_runtime(instrumenter *x, const char *name, LLVMValueRef *args, LLVMTypeRef *types, unsigned n)
{
  LLVMTypeRef type = LLVMFunctionType(x->none, types, n, false);
  LLVMBuildCall2(x->at, type, declare_runtime(x, name, type), args, n, "");
}

static LLVMValueRef const_number(LLVMTypeRef type, uint64_t value)
{
  return LLVMConstInt(type, value, false);
}

static void add_step(instrumenter *x, uint32_t site)
{
  call_runtime(x, "hd_step", &(LLVMValueRef){const_number(x->i32, site)}, &x->i32, 1);
}

static void add_access(instrumenter *x, uint32_t site, LLVMValueRef address, uint64_t size, bool writes)
{
  LLVMValueRef args[] = {const_number(x->i32, site), address, const_number(x->i32, size), const_number(x->i32, writes)};
  LLVMTypeRef types[] = {x->i32, x->pointer, x->i32, x->i32};
  call_runtime(x, "hd_access", args, types, 4);
}

/* Passes the operands of the arithmetic that fails, so that the runtime can compute it again in enough bits. */
static void add_operation(instrumenter *x, LLVMValueRef i)
{
  LLVMTypeRef type = LLVMTypeOf(i);
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) > 64 || LLVMGetNumOperands(i) != 2)
    return;
  LLVMValueRef a = LLVMBuildSExtOrBitCast(x->at, LLVMGetOperand(i, 0), x->i64, "");
  LLVMValueRef b = LLVMBuildSExtOrBitCast(x->at, LLVMGetOperand(i, 1), x->i64, "");
  LLVMValueRef args[] = {const_number(x->i32, LLVMGetInstructionOpcode(i)),
                         const_number(x->i32, LLVMGetIntTypeWidth(type)), a, b};
  LLVMTypeRef types[] = {x->i32, x->i32, x->i64, x->i64};
  call_runtime(x, "hd_arithmetic", args, types, 4);
}

/* --- one instruction ---------------------------------------------------------------------------------- */

static uint64_t size_of(instrumenter *x, LLVMTypeRef type)
{
  return LLVMABISizeOfType(LLVMGetModuleDataLayout(x->module), type);
}

static bool is_arithmetic(LLVMOpcode op)
{
  return op == LLVMAdd || op == LLVMSub || op == LLVMMul || op == LLVMShl || op == LLVMSDiv || op == LLVMSRem;
}

static void instrument(instrumenter *x, LLVMValueRef i, uint32_t site)
{
  LLVMOpcode op = LLVMGetInstructionOpcode(i);
  if (op == LLVMPHI || op == LLVMAlloca) return;
  LLVMPositionBuilderBefore(x->at, i);
  LLVMSetCurrentDebugLocation2(x->at, LLVMInstructionGetDebugLoc(i));
  if (op == LLVMLoad)
    add_access(x, site, LLVMGetOperand(i, 0), size_of(x, LLVMTypeOf(i)), false);
  else if (op == LLVMStore)
    add_access(x, site, LLVMGetOperand(i, 1), size_of(x, LLVMTypeOf(LLVMGetOperand(i, 0))), true);
  else if (op == LLVMAtomicRMW || op == LLVMAtomicCmpXchg)
    add_access(x, site, LLVMGetOperand(i, 0), size_of(x, LLVMTypeOf(LLVMGetOperand(i, 1))), true);
  else
    add_step(x, site);
  if (site == x->o->check && is_arithmetic(op)) add_operation(x, i);
}

static void instrument_function(instrumenter *x, LLVMValueRef f, uint32_t site)
{
  HD_VEC(LLVMValueRef) list = {0};
  site += LLVMCountParams(f);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) hd_vec_push(&list, i);
  for (uint32_t k = 0; k < list.len; k++, site++)
    if (site < x->o->n_asked && x->o->asked[site]) instrument(x, list.data[k], site);
  hd_vec_clear(&list);
}

/* --- functions ------------------------------------------------------------------------------------------ */

static const char *name_of(LLVMValueRef f)
{
  size_t n;
  return LLVMGetValueName2(f, &n);
}

static bool is_known(const instrumenter *x, const char *name)
{
  for (const char *const *k = x->o->known; *k; k++)
    if (strcmp(*k, name) == 0) return true;
  return false;
}

/* All uses of the function become uses of the runtime's function of that name. */
static void redirect_uses(instrumenter *x, LLVMValueRef f)
{
  char name[200];
  snprintf(name, sizeof name, "hd_%s", name_of(f));
  LLVMReplaceAllUsesWith(f, declare_runtime(x, name, LLVMGlobalGetValueType(f)));
}

/* A body that returns the next input of the schedule. */
static void give_inputs(instrumenter *x, LLVMValueRef f)
{
  LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(f)), make = LLVMFunctionType(x->i64, NULL, 0, false);
  LLVMGlobalClearMetadata(f); /* the metadata of a declaration does not fit a body */
  LLVMPositionBuilderAtEnd(x->at, LLVMAppendBasicBlockInContext(x->context, f, "entry"));
  LLVMSetCurrentDebugLocation2(x->at, NULL);
  LLVMValueRef input = LLVMBuildCall2(x->at, make, declare_runtime(x, "hd_input", make), NULL, 0, "");
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind: LLVMBuildRet(x->at, LLVMBuildIntCast2(x->at, input, type, false, "")); break;
  case LLVMDoubleTypeKind: LLVMBuildRet(x->at, LLVMBuildBitCast(x->at, input, type, "")); break;
  case LLVMFloatTypeKind:
    LLVMBuildRet(x->at, LLVMBuildBitCast(x->at, LLVMBuildTrunc(x->at, input, x->i32, ""), type, ""));
    break;
  case LLVMPointerTypeKind: LLVMBuildRet(x->at, LLVMBuildIntToPtr(x->at, input, type, "")); break;
  case LLVMVoidTypeKind: LLVMBuildRetVoid(x->at); break;
  default: LLVMBuildRet(x->at, LLVMConstNull(type));
  }
}

/* Is it in the libraries that the program is going to be linked with? They are those of this process. */
static bool is_in_libraries(const char *name)
{
  return strncmp(name, "llvm.", 5) == 0 || strncmp(name, "hd_", 3) == 0 || dlsym(RTLD_DEFAULT, name);
}

static void complete_functions(instrumenter *x)
{
  HD_VEC(LLVMValueRef) all = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(x->module); f; f = LLVMGetNextFunction(f)) hd_vec_push(&all, f);
  for (uint32_t i = 0; i < all.len; i++) {
    LLVMValueRef f = all.data[i];
    if (is_known(x, name_of(f)))
      redirect_uses(x, f);
    else if (LLVMGetLinkage(f) == LLVMAvailableExternallyLinkage) /* C's `inline` without another definition */
      LLVMSetLinkage(f, LLVMInternalLinkage);
    else if (LLVMIsDeclaration(f) && !is_in_libraries(name_of(f)))
      give_inputs(x, f);
  }
  hd_vec_clear(&all);
}

static void add_attribute(instrumenter *x, LLVMValueRef f, const char *name)
{
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                          LLVMCreateEnumAttribute(x->context, kind, 0));
}

/* The compiler's sanitizers instrument functions that ask for it, and no others. */
static void ask_for_sanitizers(instrumenter *x, LLVMValueRef f)
{
  if (LLVMIsDeclaration(f)) return;
  add_attribute(x, f, "sanitize_address");
  add_attribute(x, f, "sanitize_thread");
}

/* Every local starts as zero, like variables that the trace gives no value. */
static void clear_locals(instrumenter *x, LLVMValueRef f)
{
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      if (!LLVMIsAAllocaInst(i) || !next) continue;
      LLVMTypeRef type = LLVMGetAllocatedType(i);
      LLVMPositionBuilderBefore(x->at, next);
      LLVMSetCurrentDebugLocation2(x->at, NULL);
      LLVMTypeRef size = LLVMIntPtrTypeInContext(x->context, LLVMGetModuleDataLayout(x->module));
      LLVMValueRef args[] = {i, const_number(size, size_of(x, type))};
      call_runtime(x, "hd_clear", args, (LLVMTypeRef[]){x->pointer, size}, 2);
    }
}

/* main's parameter becomes what the runtime's function returns: the trace has chosen it. */
static void give_argument(instrumenter *x, LLVMValueRef f, unsigned i, const char *name)
{
  if (i >= LLVMCountParams(f)) return;
  LLVMValueRef parameter = LLVMGetParam(f, i);
  LLVMTypeRef type = LLVMTypeOf(parameter), make = LLVMFunctionType(type, NULL, 0, false);
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(f);
  LLVMPositionBuilderBefore(x->at, LLVMGetFirstInstruction(entry));
  LLVMSetCurrentDebugLocation2(x->at, NULL);
  LLVMReplaceAllUsesWith(parameter, LLVMBuildCall2(x->at, make, declare_runtime(x, name, make), NULL, 0, ""));
}

static void give_arguments(instrumenter *x)
{
  LLVMValueRef f = LLVMGetNamedFunction(x->module, "main");
  if (!f || LLVMIsDeclaration(f)) return;
  give_argument(x, f, 0, "hd_argc");
  give_argument(x, f, 1, "hd_argv");
}

bool hd_c_write_native(const hd_c_unit *unit, const hd_native_options *options, hd_diags *diags)
{
  LLVMModuleRef module = LLVMCloneModule(unit->module);
  instrumenter x = {.o = options, .context = unit->context, .module = module};
  x.at = LLVMCreateBuilderInContext(unit->context);
  x.i32 = LLVMInt32TypeInContext(unit->context);
  x.i64 = LLVMInt64TypeInContext(unit->context);
  x.pointer = LLVMPointerTypeInContext(unit->context, 0);
  x.none = LLVMVoidTypeInContext(unit->context);
  /* A clone has the same functions in the same order; those that are added come behind. */
  LLVMValueRef copy = LLVMGetFirstFunction(module);
  for (LLVMValueRef f = LLVMGetFirstFunction(unit->module); f;
       f = LLVMGetNextFunction(f), copy = LLVMGetNextFunction(copy)) {
    HD_CHECK(copy);
    instrument_function(&x, copy, hd_c_first_site(unit, f));
    clear_locals(&x, copy);
    ask_for_sanitizers(&x, copy);
  }
  complete_functions(&x);
  give_arguments(&x);
  char *message = NULL;
  bool ok = !LLVMVerifyModule(module, LLVMReturnStatusAction, &message);
  if (!ok) hd_diags_add(diags, HD_ERROR, (hd_place){0}, "the instrumented program is malformed: %s", message);
  if (message) LLVMDisposeMessage(message);
  if (ok && LLVMWriteBitcodeToFile(module, options->bitcode) != 0) {
    hd_diags_add(diags, HD_ERROR, (hd_place){.file = options->bitcode}, "cannot be written");
    ok = false;
  }
  LLVMDisposeBuilder(x.at);
  LLVMDisposeModule(module);
  return ok;
}
