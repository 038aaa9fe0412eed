/* entry.c - a program without main, or one that is to start elsewhere: `--entry f`.
 *
 * main is written here, as if a caller had called f. Numbers are any. A pointer leads to one fresh object of its type
 * with any contents, which f may free; a global keeps it, so that it is not lost. The answer rests on that: others may
 * call f with pointers to arrays, to one object, or with NULL. */
#include <llvm-c/DebugInfo.h>

#include "frontend/c/unit.h"

enum { OF_ROUTINE = 4, OF_TYPES = 3, OF_BASE = 3 }; /* operands of nodes, */
enum { POINTER = 0x0f, TYPEDEF = 0x16, CONSTANT = 0x26, IS_VOLATILE = 0x35, RESTRICTED = 0x37 }; /* tags of DWARF */
enum { MOST_PARAMETERS = 32 };

typedef struct {
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  LLVMValueRef function;
} entry_builder;

static LLVMMetadataRef node_operand(LLVMContextRef context, LLVMMetadataRef node, unsigned i)
{
  LLVMValueRef value = LLVMMetadataAsValue(context, node), operands[64];
  unsigned n = (unsigned)LLVMGetMDNodeNumOperands(value);
  if (i >= n || n > HD_COUNT(operands)) return NULL;
  LLVMGetMDNodeOperands(value, operands);
  return operands[i] ? LLVMValueAsMetadata(operands[i]) : NULL;
}

static LLVMMetadataRef peel_type(LLVMContextRef context, LLVMMetadataRef type)
{
  while (type) {
    unsigned tag = LLVMGetDINodeTag(type);
    if (tag != TYPEDEF && tag != CONSTANT && tag != IS_VOLATILE && tag != RESTRICTED) break;
    type = node_operand(context, type, OF_BASE);
  }
  return type;
}

/* How large what a parameter points to is; 0: not known. */
static uint64_t pointee_size(const entry_builder *b, unsigned parameter)
{
  LLVMMetadataRef routine = LLVMGetSubprogram(b->function);
  LLVMMetadataRef type = routine ? node_operand(b->context, routine, OF_ROUTINE) : NULL;
  LLVMMetadataRef types = type ? node_operand(b->context, type, OF_TYPES) : NULL;
  type = peel_type(b->context, types ? node_operand(b->context, types, parameter + 1) : NULL);
  if (!type || LLVMGetDINodeTag(type) != POINTER) return 0;
  type = peel_type(b->context, node_operand(b->context, type, OF_BASE));
  return type ? LLVMDITypeGetSizeInBits(type) / 8 : 0;
}

static LLVMValueRef call_named(const entry_builder *b, const char *name, LLVMTypeRef result, LLVMValueRef argument)
{
  LLVMTypeRef parameter = argument ? LLVMTypeOf(argument) : NULL;
  LLVMTypeRef type = LLVMFunctionType(result, &parameter, argument ? 1 : 0, false);
  LLVMValueRef f = LLVMGetNamedFunction(b->module, name);
  if (!f) f = LLVMAddFunction(b->module, name, type);
  return LLVMBuildCall2(b->builder, type, f, &argument, argument ? 1 : 0, "");
}

/* NULL: how large it would be is not known. */
static LLVMValueRef fresh_object(const entry_builder *b, unsigned i, LLVMTypeRef pointer)
{
  LLVMTypeRef word = LLVMIntPtrTypeInContext(b->context, LLVMGetModuleDataLayout(b->module));
  uint64_t size = pointee_size(b, i);
  if (!size) return NULL;
  call_named(b, "__heddle_one_object", LLVMVoidTypeInContext(b->context), NULL);
  LLVMValueRef object = call_named(b, "malloc", pointer, LLVMConstInt(word, size, false));
  LLVMValueRef keeper = LLVMAddGlobal(b->module, pointer, "heddle.kept");
  LLVMSetInitializer(keeper, LLVMConstNull(pointer));
  LLVMSetLinkage(keeper, LLVMInternalLinkage);
  LLVMBuildStore(b->builder, object, keeper);
  return object;
}

/* NULL: no value is made for the parameter's type. */
static LLVMValueRef any_argument(const entry_builder *b, unsigned i)
{
  LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(b->function, i)), wide = LLVMInt64TypeInContext(b->context);
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
    if (LLVMGetIntTypeWidth(type) > 64) return NULL;
    return LLVMBuildIntCast2(b->builder, call_named(b, "__VERIFIER_nondet_ulonglong", wide, NULL), type, false, "");
  case LLVMPointerTypeKind: return fresh_object(b, i, type);
  default: return NULL;
  }
}

static bool build_main(const entry_builder *b)
{
  LLVMTypeRef type = LLVMGlobalGetValueType(b->function), result = LLVMInt32TypeInContext(b->context);
  unsigned n = LLVMCountParams(b->function);
  LLVMValueRef main = LLVMAddFunction(b->module, "main", LLVMFunctionType(result, NULL, 0, false));
  LLVMValueRef args[MOST_PARAMETERS];
  if (n > MOST_PARAMETERS || LLVMIsFunctionVarArg(type)) return false;
  LLVMPositionBuilderAtEnd(b->builder, LLVMAppendBasicBlockInContext(b->context, main, ""));
  for (unsigned i = 0; i < n; i++)
    if (!(args[i] = any_argument(b, i))) return false;
  LLVMBuildCall2(b->builder, type, b->function, args, n, "");
  LLVMBuildRet(b->builder, LLVMConstNull(result));
  return true;
}

const char *hd_c_set_entry(LLVMModuleRef module, const char *name)
{
  entry_builder b = {.context = LLVMGetModuleContext(module), .module = module};
  b.function = LLVMGetNamedFunction(module, name);
  if (!b.function || LLVMIsDeclaration(b.function)) return "the function of --entry is not defined here";
  LLVMValueRef old = LLVMGetNamedFunction(module, "main");
  if (old == b.function) return NULL;
  if (old) LLVMSetValueName2(old, "main.", 5);
  b.builder = LLVMCreateBuilderInContext(b.context);
  bool made = build_main(&b);
  LLVMDisposeBuilder(b.builder);
  return made ? NULL : "the function of --entry has a parameter that no value can be made for";
}
