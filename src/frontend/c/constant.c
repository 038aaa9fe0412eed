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
  if (LLVMIsAConstantFP(v)) return hd_lower_sort(L, LLVMTypeOf(v)).width ? (*bits = real_bits(v), true) : false;
  if (LLVMIsAGlobalAlias(v)) return scalar_bits(L, LLVMAliasGetAliasee(v), bits);
  if (LLVMIsAFunction(v)) return *bits = hd_function_address(L, v), true;
  if (LLVMIsAGlobalVariable(v) && !LLVMIsThreadLocal(v)) {
    hd_cursor nowhere = {.lower = L, .thread = HD_MAIN, .at = HD_NO_LOC};
    return hd_term_is_const(L->T, hd_global_address(&nowhere, v), bits);
  }
  if (LLVMIsAConstantExpr(v)) return expression_bits(L, v, bits);
  return false;
}

/* Numbers wider than a term, as LLVM writes them: `i128 -5`. */
static bool wide_integer_bytes(const char *digits, uint64_t n, uint8_t *bytes)
{
  bool negative = *digits == '-';
  for (digits += negative; *digits >= '0' && *digits <= '9'; digits++) {
    unsigned carry = (unsigned)(*digits - '0');
    for (uint64_t i = 0; i < n; i++) {
      carry += bytes[i] * 10u;
      bytes[i] = (uint8_t)carry;
      carry >>= 8;
    }
  }
  unsigned carry = 1;
  for (uint64_t i = 0; negative && i < n; i++) {
    carry += (uint8_t)~bytes[i];
    bytes[i] = (uint8_t)carry;
    carry >>= 8;
  }
  return *digits == '\0';
}

/* Floating-point numbers that are neither float nor double: `x86_fp80 0xK3FFF8000000000000000`. */
static bool odd_real_bytes(const char *digits, uint64_t n, uint8_t *bytes)
{
  if (strncmp(digits, "0xK", 3) != 0 && strncmp(digits, "0xH", 3) != 0) return false;
  size_t length = strspn(digits + 3, "0123456789ABCDEF");
  if (length % 2 || length / 2 > n || digits[3 + length]) return false;
  for (size_t i = 0; i < length / 2; i++) {
    char pair[3] = {digits[1 + length - 2 * i], digits[2 + length - 2 * i], '\0'};
    bytes[i] = (uint8_t)strtoul(pair, NULL, 16);
  }
  return true;
}

static bool odd_bytes(LLVMValueRef v, uint64_t n, uint8_t *bytes)
{
  bool integer = LLVMIsAConstantInt(v) != NULL;
  if (!integer && !LLVMIsAConstantFP(v)) return false;
  char *text = LLVMPrintValueToString(v), *digits = strchr(text, ' ');
  bool good = digits && (integer ? wide_integer_bytes : odd_real_bytes)(digits + 1, n, bytes);
  LLVMDisposeMessage(text);
  return good;
}

static bool aggregate_bytes(hd_lower *L, LLVMValueRef v, LLVMTypeRef type, uint8_t *bytes)
{
  bool good = true;
  if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      good &= hd_constant_bytes(L, LLVMGetAggregateElement(v, i), LLVMStructGetTypeAtIndex(type, i),
                                bytes + LLVMOffsetOfElement(L->unit->data, type, i));
    return good;
  }
  LLVMTypeRef element = LLVMGetElementType(type);
  uint64_t stride = LLVMABISizeOfType(L->unit->data, element), count = 0;
  hd_type_is_row(type, &count);
  for (unsigned i = 0; i < count; i++)
    good &= hd_constant_bytes(L, LLVMGetAggregateElement(v, i), element, bytes + i * stride);
  return good;
}

bool hd_constant_bytes(hd_lower *L, LLVMValueRef v, LLVMTypeRef type, uint8_t *bytes)
{
  uint64_t bits, count, n = LLVMStoreSizeOfType(L->unit->data, type);
  if (!v || LLVMIsNull(v) || LLVMIsUndef(v)) return true; /* bytes start as zeros */
  if (LLVMGetTypeKind(type) == LLVMStructTypeKind || hd_type_is_row(type, &count))
    return aggregate_bytes(L, v, type, bytes);
  if (!scalar_bits(L, v, &bits)) return odd_bytes(v, n, bytes);
  for (uint64_t i = 0; i < n && i < 8; i++) bytes[i] = (uint8_t)(bits >> (8 * i));
  return true;
}

/* --- constants that are computed from addresses: their value is not known before the program runs ------ */

static bool has_address(LLVMValueRef v)
{
  if (!LLVMIsAConstantExpr(v)) return false;
  if (LLVMGetConstOpcode(v) == LLVMPtrToInt) return true;
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(v); i++)
    if (has_address(LLVMGetOperand(v, i))) return true;
  return false;
}

static hd_term computed_term(hd_cursor *c, LLVMValueRef v);

static hd_term computed_binary(hd_cursor *c, LLVMValueRef v, hd_op op)
{
  hd_term a = computed_term(c, LLVMGetOperand(v, 0)), b = computed_term(c, LLVMGetOperand(v, 1));
  return hd_term_is(a) && hd_term_is(b) ? hd_term_2(c->lower->T, op, a, b) : HD_NO_TERM;
}

/* HD_NO_TERM: not known here. */
static hd_term computed_term(hd_cursor *c, LLVMValueRef v)
{
  hd_lower *L = c->lower;
  LLVMOpcode op = has_address(v) ? LLVMGetConstOpcode(v) : 0;
  hd_term inner = HD_NO_TERM;
  uint64_t bits, offset;
  if (!op) return scalar_bits(L, v, &bits) ? hd_term_const(L->T, hd_lower_sort(L, LLVMTypeOf(v)), bits) : HD_NO_TERM;
  switch (op) {
  case LLVMAdd: return computed_binary(c, v, HD_OP_ADD);
  case LLVMSub: return computed_binary(c, v, HD_OP_SUB);
  case LLVMMul: return computed_binary(c, v, HD_OP_MUL);
  case LLVMXor: return computed_binary(c, v, HD_OP_BXOR);
  default: inner = computed_term(c, LLVMGetOperand(v, 0));
  }
  if (!hd_term_is(inner)) return inner;
  switch (op) {
  case LLVMPtrToInt: inner = hd_address_seen(c, inner); /* fall through */
  case LLVMIntToPtr:
  case LLVMBitCast:
  case LLVMTrunc: return hd_cast(L, op, inner, LLVMTypeOf(LLVMGetOperand(v, 0)), LLVMTypeOf(v));
  case LLVMGetElementPtr:
    if (!gep_offset(L, v, &offset)) return HD_NO_TERM;
    return hd_term_2(L->T, HD_OP_ADD, inner, hd_term_bv(L->T, L->ptr, offset));
  default: return HD_NO_TERM;
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
  hd_term computed = has_address(v) ? computed_term(c, v) : HD_NO_TERM;
  if (LLVMIsUndef(v)) {
    *(*next)++ = HD_NO_TERM;
  } else if (hd_term_is(computed)) {
    *(*next)++ = computed;
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
