/* hints.c - what lies where a pointer points, as far as types tell.
 *
 * LLVM's pointers have no element type; the variables that hold them have debug types. A
 * hint decides how memory is cut into cells, never whether an access is right. */
#include "frontend/c/core.h"

enum { MAX_DEPTH = 8 };

static hd_hint pointee(hd_lower *L, hd_act *act, LLVMValueRef pointer, int depth);

static const hd_local *local_of(const hd_act *act, LLVMValueRef alloca)
{
  uint32_t number = hd_body_number(act->body, alloca);
  uint32_t index = number == HD_NONE ? HD_NONE : act->body->local_of[number];
  return index == HD_NONE ? NULL : &act->body->locals.data[index];
}

static LLVMMetadataRef member_type(hd_lower *L, LLVMMetadataRef structure, uint64_t offset)
{
  LLVMMetadataRef members = hd_debug_operand(L, structure, HD_OF_TYPE_ELEMENTS);
  for (uint32_t i = 0; i < hd_debug_operands(L, members); i++) {
    LLVMMetadataRef member = hd_debug_operand(L, members, i);
    if (member && LLVMDITypeGetOffsetInBits(member) == 8 * offset) return hd_debug_operand(L, member, HD_OF_TYPE_BASE);
  }
  return NULL;
}

/* Follows a GEP's indices through the source type. */
static hd_hint gep_result(hd_lower *L, LLVMValueRef gep)
{
  hd_hint at = {.type = LLVMGetGEPSourceElementType(gep)};
  at.debug = hd_debug_struct(L, at.type);
  for (unsigned i = 2; i < (unsigned)LLVMGetNumOperands(gep); i++) {
    LLVMValueRef index = LLVMGetOperand(gep, i);
    if (LLVMGetTypeKind(at.type) == LLVMStructTypeKind) {
      unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
      if (at.debug) at.debug = member_type(L, at.debug, LLVMOffsetOfElement(L->unit->data, at.type, field));
      at.type = LLVMStructGetTypeAtIndex(at.type, field);
    } else {
      at.debug = NULL;
      at.type = LLVMGetElementType(at.type);
    }
    if (!at.debug) at.debug = hd_debug_struct(L, at.type);
  }
  return at;
}

/* A parameter's type is that of the local that it is stored to. */
static hd_hint of_argument(hd_lower *L, hd_act *act, LLVMValueRef argument)
{
  for (LLVMUseRef u = LLVMGetFirstUse(argument); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 0) != argument) continue;
    const hd_local *local = local_of(act, LLVMGetOperand(user, 1));
    if (local) return (hd_hint){.debug = hd_debug_pointee(L, hd_debug_type(L, local->variable))};
  }
  return (hd_hint){0};
}

static hd_hint pointee(hd_lower *L, hd_act *act, LLVMValueRef pointer, int depth)
{
  if (depth == 0) return (hd_hint){0};
  if (LLVMIsAAllocaInst(pointer)) {
    const hd_local *local = local_of(act, pointer);
    LLVMMetadataRef debug = local ? hd_debug_type(L, local->variable) : NULL;
    return (hd_hint){debug, LLVMGetAllocatedType(pointer)};
  }
  if (LLVMIsAGlobalVariable(pointer))
    return (hd_hint){hd_debug_type(L, hd_debug_global(L, pointer)), LLVMGlobalGetValueType(pointer)};
  if (LLVMIsAGetElementPtrInst(pointer) ||
      (LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMGetElementPtr))
    return gep_result(L, pointer);
  if (LLVMIsALoadInst(pointer))
    return (hd_hint){.debug = hd_debug_pointee(L, pointee(L, act, LLVMGetOperand(pointer, 0), depth - 1).debug)};
  if (LLVMIsAArgument(pointer)) return of_argument(L, act, pointer);
  return (hd_hint){0};
}

hd_hint hd_hint_pointee(hd_lower *L, hd_act *act, LLVMValueRef pointer)
{
  return pointee(L, act, pointer, MAX_DEPTH);
}

static bool is_hint(hd_hint h)
{
  return h.debug || h.type;
}

static hd_hint from_uses(hd_lower *L, hd_act *act, LLVMValueRef value, int depth);

/* The pointer was stored: the variable's type tells, or, of a `void *`, what is done with it next. */
static hd_hint from_store(hd_lower *L, hd_act *act, LLVMValueRef address, int depth)
{
  LLVMMetadataRef debug = hd_debug_pointee(L, pointee(L, act, address, MAX_DEPTH).debug);
  hd_hint found = {.debug = debug};
  if (debug || !LLVMIsAAllocaInst(address)) return found;
  for (LLVMUseRef u = LLVMGetFirstUse(address); u && !is_hint(found); u = LLVMGetNextUse(u))
    if (LLVMIsALoadInst(LLVMGetUser(u))) found = from_uses(L, act, LLVMGetUser(u), depth - 1);
  return found;
}

static hd_hint from_gep(hd_lower *L, LLVMValueRef gep)
{
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  bool bytes = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 8;
  return bytes ? (hd_hint){0} : (hd_hint){hd_debug_struct(L, type), type};
}

static hd_hint from_use(hd_lower *L, hd_act *act, LLVMValueRef value, LLVMValueRef user, int depth)
{
  if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == value)
    return from_store(L, act, LLVMGetOperand(user, 1), depth);
  if (LLVMIsAStoreInst(user)) return (hd_hint){.type = LLVMTypeOf(LLVMGetOperand(user, 0))};
  if (LLVMIsALoadInst(user)) return (hd_hint){.type = LLVMTypeOf(user)};
  if (LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) == value) return from_gep(L, user);
  if (LLVMIsAPHINode(user) || LLVMIsASelectInst(user) || LLVMIsABitCastInst(user))
    return from_uses(L, act, user, depth - 1);
  if (LLVMIsAReturnInst(user) && act->caller) return from_uses(L, act->caller, act->caller->instruction, depth - 1);
  return (hd_hint){0};
}

static hd_hint from_uses(hd_lower *L, hd_act *act, LLVMValueRef value, int depth)
{
  hd_hint found = {0};
  if (depth <= 0) return found;
  for (LLVMUseRef u = LLVMGetFirstUse(value); u && !is_hint(found); u = LLVMGetNextUse(u))
    found = from_use(L, act, value, LLVMGetUser(u), depth);
  return found;
}

hd_hint hd_hint_allocated(hd_lower *L, hd_act *act, LLVMValueRef call)
{
  return act && call ? from_uses(L, act, call, MAX_DEPTH) : (hd_hint){0};
}
