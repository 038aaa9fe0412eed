/* constant.c - LLVM's constants: as bytes of an initializer, and as terms. */
#include "frontend/c/core.h"

/* A scalar constant that is a number: pointers are addresses, which are numbers here. */
static bool scalar_bits(hd_lower *L, LLVMValueRef v, uint64_t *bits);

static uint64_t real_bits(LLVMValueRef v)
{
  LLVMBool loses;
  double d = LLVMConstRealGetDouble(v, &loses);
  uint64_t wide;
  if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMFloatTypeKind) {
    float f = (float)d;
    uint32_t narrow;
    memcpy(&narrow, &f, sizeof narrow);
    return narrow;
  }
  memcpy(&wide, &d, sizeof wide);
  return wide;
}

/* The constant offset that a GEP's indices add to its base. */
static bool gep_offset(hd_lower *L, LLVMValueRef gep, uint64_t *offset)
{
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  *offset = 0;
  for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
    LLVMValueRef index = LLVMGetOperand(gep, i);
    if (!LLVMIsAConstantInt(index)) return false;
    uint64_t number = (uint64_t)LLVMConstIntGetSExtValue(index);
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      *offset += LLVMOffsetOfElement(L->unit->data, type, (unsigned)number);
      type = LLVMStructGetTypeAtIndex(type, (unsigned)number);
      continue;
    }
    if (i > 1) type = LLVMGetElementType(type);
    *offset += number * LLVMABISizeOfType(L->unit->data, type);
  }
  return true;
}

static bool expression_bits(hd_lower *L, LLVMValueRef v, uint64_t *bits)
{
  uint64_t a, b;
  LLVMOpcode op = LLVMGetConstOpcode(v);
  if (!scalar_bits(L, LLVMGetOperand(v, 0), &a)) return false;
  switch (op) {
  case LLVMGetElementPtr:
    if (!gep_offset(L, v, &b)) return false;
    *bits = (a + b) & hd_mask(L->ptr);
    return true;
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMBitCast:
  case LLVMAddrSpaceCast:
  case LLVMTrunc: *bits = a & hd_mask(hd_lower_sort(L, LLVMTypeOf(v)).width); return true;
  case LLVMAdd:
  case LLVMSub:
    if (!scalar_bits(L, LLVMGetOperand(v, 1), &b)) return false;
    *bits = (op == LLVMAdd ? a + b : a - b) & hd_mask(hd_lower_sort(L, LLVMTypeOf(v)).width);
    return true;
  default: return false;
  }
}

/* Thread-local globals have no address that all threads share: value.c treats them. */
static bool scalar_bits(hd_lower *L, LLVMValueRef v, uint64_t *bits)
{
  *bits = 0;
  if (LLVMIsAConstantPointerNull(v)) return true;
  if (LLVMIsAConstantInt(v))
    return LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 64 ? (*bits = LLVMConstIntGetZExtValue(v), true) : false;
  if (LLVMIsAConstantFP(v))
    return hd_lower_sort(L, LLVMTypeOf(v)).width ? (*bits = real_bits(v), true) : false;
  if (LLVMIsAGlobalAlias(v)) return scalar_bits(L, LLVMAliasGetAliasee(v), bits);
  if (LLVMIsAFunction(v)) return *bits = hd_function_address(L, v), true;
  if (LLVMIsAGlobalVariable(v) && !LLVMIsThreadLocal(v)) {
    hd_cursor nowhere = {.lower = L, .thread = HD_MAIN, .at = HD_NO_LOC};
    return hd_term_is_const(L->T, hd_global_address(&nowhere, v), bits);
  }
  if (LLVMIsAConstantExpr(v)) return expression_bits(L, v, bits);
  return false;
}

static void aggregate_bytes(hd_lower *L, LLVMValueRef v, LLVMTypeRef type, uint8_t *bytes)
{
  if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      hd_constant_bytes(L, LLVMGetAggregateElement(v, i), LLVMStructGetTypeAtIndex(type, i),
                        bytes + LLVMOffsetOfElement(L->unit->data, type, i));
    return;
  }
  LLVMTypeRef element = LLVMGetElementType(type);
  uint64_t stride = LLVMABISizeOfType(L->unit->data, element), count = 0;
  hd_type_is_row(type, &count);
  for (unsigned i = 0; i < count; i++)
    hd_constant_bytes(L, LLVMGetAggregateElement(v, i), element, bytes + i * stride);
}

void hd_constant_bytes(hd_lower *L, LLVMValueRef v, LLVMTypeRef type, uint8_t *bytes)
{
  uint64_t bits, count;
  if (!v || LLVMIsNull(v) || LLVMIsUndef(v)) return; /* bytes start as zeros */
  if (LLVMGetTypeKind(type) == LLVMStructTypeKind || hd_type_is_row(type, &count)) {
    aggregate_bytes(L, v, type, bytes);
  } else if (scalar_bits(L, v, &bits)) {
    uint64_t n = LLVMStoreSizeOfType(L->unit->data, type);
    for (uint64_t i = 0; i < n && i < 8; i++) bytes[i] = (uint8_t)(bits >> (8 * i));
  }
}

static void constant_parts(hd_cursor *c, LLVMValueRef v, hd_term **next)
{
  hd_lower *L = c->lower;
  LLVMTypeRef type = LLVMTypeOf(v);
  bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
  uint64_t n = is_struct ? LLVMCountStructElementTypes(type) : 0;
  if (is_struct || hd_type_is_row(type, &n)) {
    for (unsigned i = 0; i < n; i++) constant_parts(c, LLVMGetAggregateElement(v, i), next);
    return;
  }
  uint64_t bits;
  hd_sort sort = hd_lower_sort(L, type);
  if (LLVMIsUndef(v)) {
    *(*next)++ = HD_NO_TERM;
  } else if (scalar_bits(L, v, &bits)) {
    *(*next)++ = hd_term_const(L->T, sort, bits);
  } else {
    hd_cursor_unsupported(c, "the constant %s", hd_value_text(L, v));
    *(*next)++ = hd_term_const(L->T, sort, 0);
  }
}

hd_value hd_constant_value(hd_cursor *c, LLVMValueRef v)
{
  hd_lower *L = c->lower;
  const hd_leaves *leaves = hd_lower_leaves(L, LLVMTypeOf(v));
  if (leaves->unsupported) {
    hd_cursor_unsupported(c, "a constant of type %s", hd_type_text(L, LLVMTypeOf(v)));
    return (hd_value){0};
  }
  hd_value value = hd_value_new(L, leaves->n);
  hd_term *next = value.parts;
  constant_parts(c, v, &next);
  return value;
}
