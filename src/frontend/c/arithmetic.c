/* arithmetic.c - operators, and the checks of what C leaves undefined about them. */
#include "frontend/c/core.h"

__extension__ typedef __int128 wide; /* holds every sum and product of two int64_t */

typedef struct {
  int64_t low, high;
} range;

static range range_of_width(unsigned width)
{
  if (width >= 64) return (range){INT64_MIN, INT64_MAX};
  return (range){-((int64_t)1 << (width - 1)), ((int64_t)1 << (width - 1)) - 1};
}

/* The signed values that a term can have, as far as its outermost operators tell. */
static range signed_range(const hd_terms *T, hd_term t, int depth)
{
  unsigned width = hd_term_sort(T, t).width;
  range all = range_of_width(width);
  uint64_t value;
  if (hd_term_is_const(T, t, &value)) return (range){hd_signed(value, width), hd_signed(value, width)};
  if (depth == 0) return all;
  switch (hd_term_op(T, t)) {
  case HD_OP_SEXT: return signed_range(T, hd_term_arg(T, t, 0), depth - 1);
  case HD_OP_ZEXT: {
    unsigned inner = hd_term_sort(T, hd_term_arg(T, t, 0)).width;
    return inner < 63 ? (range){0, (int64_t)hd_mask(inner)} : all;
  }
  case HD_OP_ITE: {
    range a = signed_range(T, hd_term_arg(T, t, 1), depth - 1), b = signed_range(T, hd_term_arg(T, t, 2), depth - 1);
    return (range){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
  }
  case HD_OP_BAND:
    for (unsigned i = 0; i < 2; i++)
      if (hd_term_is_const(T, hd_term_arg(T, t, i), &value) && hd_signed(value, width) >= 0)
        return (range){0, (int64_t)value};
    return all;
  default: return all;
  }
}

/* Does the operation stay inside the width for all values of these ranges? */
static bool cannot_overflow(const hd_terms *T, hd_op op, hd_term a, hd_term b)
{
  unsigned width = hd_term_sort(T, a).width;
  range x = signed_range(T, a, 4), y = signed_range(T, b, 4), all = range_of_width(width);
  wide low, high;
  if (op == HD_OP_SADDO) {
    low = (wide)x.low + y.low;
    high = (wide)x.high + y.high;
  } else if (op == HD_OP_SSUBO) {
    low = (wide)x.low - y.high;
    high = (wide)x.high - y.low;
  } else {
    wide p[4] = {(wide)x.low * y.low, (wide)x.low * y.high, (wide)x.high * y.low, (wide)x.high * y.high};
    low = high = p[0];
    for (int i = 1; i < 4; i++) {
      if (p[i] < low) low = p[i];
      if (p[i] > high) high = p[i];
    }
  }
  return low >= all.low && high <= all.high;
}

static void check_overflow(hd_cursor *c, LLVMValueRef i, hd_op overflows, hd_term a, hd_term b)
{
  hd_terms *T = c->lower->T;
  if (!i || !LLVMGetNSW(i) || cannot_overflow(T, overflows, a, b)) return;
  hd_cursor_check(c, HD_CHECK_OVERFLOW, hd_term_1(T, HD_OP_NOT, hd_term_2(T, overflows, a, b)), "signed overflow");
}

static void check_divisor(hd_cursor *c, hd_term a, hd_term b, bool is_signed)
{
  hd_terms *T = c->lower->T;
  unsigned width = hd_term_sort(T, a).width;
  hd_cursor_check(c, HD_CHECK_UNDEFINED, hd_term_1(T, HD_OP_NOT, hd_term_eq_bv(T, b, 0)), "division by zero");
  if (!is_signed) return;
  hd_term lowest = hd_term_eq_bv(T, a, UINT64_C(1) << (width - 1));
  hd_term minus_one = hd_term_eq_bv(T, b, hd_mask(width));
  hd_term both = hd_term_2(T, HD_OP_AND, lowest, minus_one);
  hd_cursor_check(c, HD_CHECK_OVERFLOW, hd_term_1(T, HD_OP_NOT, both), "signed overflow in a division");
}

static void check_shift(hd_cursor *c, hd_term a, hd_term b)
{
  hd_terms *T = c->lower->T;
  unsigned width = hd_term_sort(T, a).width;
  hd_term inside = hd_term_2(T, HD_OP_ULT, b, hd_term_bv(T, width, width));
  hd_cursor_check(c, HD_CHECK_UNDEFINED, inside, "shift by the width or more");
}

/* --- clang's own checks ---------------------------------------------------------------------- */

enum { SHIFT_OUT_OF_BOUNDS = 20 }; /* what the trap's operand says */

/* Those of def-behavior. Where it is not asked for, such an execution goes on. */
static const struct {
  uint64_t kind;
  const char *what;
} undefined_traps[] = {
    {5, "a fraction that its new type cannot hold"},
    {18, "an index beyond its array"},
    {24, "an array of variable length without elements"},
};

/* Does the block only say which check has failed? */
static bool is_trap(LLVMBasicBlockRef block, uint64_t *kind)
{
  LLVMValueRef first = LLVMGetFirstInstruction(block), f = LLVMIsACallInst(first) ? LLVMGetCalledValue(first) : NULL;
  size_t n;
  if (!f || !LLVMIsAFunction(f) || strcmp(LLVMGetValueName2(f, &n), "llvm.ubsantrap") != 0) return false;
  *kind = LLVMConstIntGetZExtValue(LLVMGetOperand(first, 0));
  return true;
}

/* A shift overflows when shifting back does not give the number again. clang also objects to any
 * negative number; where it has folded the shift, the two cannot be told apart. */
static void check_shifted(hd_cursor *c, LLVMValueRef shift, hd_term valid)
{
  hd_terms *T = c->lower->T;
  if (!hd_property_asks(c->lower->options.property, HD_CHECK_OVERFLOW)) return;
  if (LLVMGetInstructionOpcode(shift) != LLVMShl) {
    hd_cursor undefined = hd_cursor_split(c, valid);
    hd_cursor_unsupported(&undefined, "a shift of constants that C leaves undefined");
    return;
  }
  hd_term a = hd_operand_term(c, LLVMGetOperand(shift, 0)), b = hd_operand_term(c, LLVMGetOperand(shift, 1));
  if (hd_cursor_dead(c)) return;
  unsigned width = hd_term_sort(T, a).width;
  hd_term back = hd_term_2(T, HD_OP_ASHR, hd_term_2(T, HD_OP_SHL, a, b), b);
  hd_term too_far = hd_term_2(T, HD_OP_ULE, hd_term_bv(T, width, width), b);
  hd_cursor_check(c, HD_CHECK_OVERFLOW, hd_term_2(T, HD_OP_OR, too_far, hd_term_2(T, HD_OP_EQ, a, back)),
                  "signed overflow in a shift");
}

static void check_guarded(hd_cursor *c, uint64_t kind, LLVMValueRef guarded, hd_term valid)
{
  if (kind == SHIFT_OUT_OF_BOUNDS) {
    check_shifted(c, guarded, valid);
    return;
  }
  for (size_t k = 0; k < HD_COUNT(undefined_traps); k++) {
    if (undefined_traps[k].kind != kind) continue;
    if (hd_property_asks(c->lower->options.property, HD_CHECK_UNDEFINED))
      hd_cursor_check(c, HD_CHECK_UNDEFINED, valid, undefined_traps[k].what);
    return;
  }
  hd_cursor_check(c, HD_CHECK_OVERFLOW, valid, "signed overflow");
}

bool hd_lower_guarded(hd_cursor *c, LLVMValueRef branch, LLVMBasicBlockRef *on)
{
  hd_terms *T = c->lower->T;
  uint64_t kind = 0;
  if (!LLVMGetMetadata(branch, LLVMGetMDKindIDInContext(c->lower->unit->context, "nosanitize", 10))) return false;
  bool second = is_trap(LLVMGetSuccessor(branch, 1), &kind);
  if (!second && !is_trap(LLVMGetSuccessor(branch, 0), &kind)) return false;
  hd_term cond = hd_operand_term(c, LLVMGetCondition(branch));
  if (hd_cursor_dead(c)) return true;
  hd_term valid = second ? cond : hd_term_1(T, HD_OP_NOT, cond);
  *on = LLVMGetSuccessor(branch, second ? 0 : 1);
  check_guarded(c, kind, LLVMGetFirstInstruction(*on), valid);
  return true;
}

static hd_term binary_bool(hd_lower *L, LLVMOpcode op, hd_term a, hd_term b)
{
  hd_terms *T = L->T;
  switch (op) {
  case LLVMAnd:
  case LLVMMul: return hd_term_2(T, HD_OP_AND, a, b);
  case LLVMOr: return hd_term_2(T, HD_OP_OR, a, b);
  case LLVMXor:
  case LLVMAdd:
  case LLVMSub: return hd_term_1(T, HD_OP_NOT, hd_term_2(T, HD_OP_EQ, a, b));
  default: return HD_NO_TERM;
  }
}

typedef struct {
  LLVMOpcode opcode;
  hd_op op;
  enum { PLAIN, ADDS, DIVIDES, DIVIDES_SIGNED, SHIFTS } check;
  hd_op overflows;
} binary_row;

static const binary_row binaries[] = {
    {LLVMAdd, HD_OP_ADD, ADDS, HD_OP_SADDO},   {LLVMSub, HD_OP_SUB, ADDS, HD_OP_SSUBO},
    {LLVMMul, HD_OP_MUL, ADDS, HD_OP_SMULO},   {LLVMUDiv, HD_OP_UDIV, DIVIDES, 0},
    {LLVMSDiv, HD_OP_SDIV, DIVIDES_SIGNED, 0}, {LLVMURem, HD_OP_UREM, DIVIDES, 0},
    {LLVMSRem, HD_OP_SREM, DIVIDES_SIGNED, 0}, {LLVMShl, HD_OP_SHL, SHIFTS, 0},
    {LLVMLShr, HD_OP_LSHR, SHIFTS, 0},         {LLVMAShr, HD_OP_ASHR, SHIFTS, 0},
    {LLVMAnd, HD_OP_BAND, PLAIN, 0},           {LLVMOr, HD_OP_BOR, PLAIN, 0},
    {LLVMXor, HD_OP_BXOR, PLAIN, 0},           {LLVMFAdd, HD_OP_FADD, PLAIN, 0},
    {LLVMFSub, HD_OP_FSUB, PLAIN, 0},          {LLVMFMul, HD_OP_FMUL, PLAIN, 0},
    {LLVMFDiv, HD_OP_FDIV, PLAIN, 0},          {LLVMFRem, HD_OP_FREM, PLAIN, 0},
};

hd_term hd_binary(hd_cursor *c, LLVMValueRef i, LLVMOpcode opcode, hd_term a, hd_term b)
{
  hd_terms *T = c->lower->T;
  if (hd_term_sort(T, a).kind == HD_SORT_BOOL) return binary_bool(c->lower, opcode, a, b);
  for (size_t k = 0; k < HD_COUNT(binaries); k++) {
    const binary_row *row = &binaries[k];
    if (row->opcode != opcode) continue;
    if (row->check == ADDS) check_overflow(c, i, row->overflows, a, b);
    if (row->check == DIVIDES || row->check == DIVIDES_SIGNED) check_divisor(c, a, b, row->check == DIVIDES_SIGNED);
    if (row->check == SHIFTS) check_shift(c, a, b);
    return hd_term_2(T, row->op, a, b);
  }
  return HD_NO_TERM;
}

/* Signed comparisons of Booleans: true is -1. */
static hd_term compare_bool(hd_terms *T, LLVMIntPredicate predicate, hd_term a, hd_term b)
{
  hd_term not_a = hd_term_1(T, HD_OP_NOT, a), not_b = hd_term_1(T, HD_OP_NOT, b);
  switch (predicate) {
  case LLVMIntEQ: return hd_term_2(T, HD_OP_EQ, a, b);
  case LLVMIntNE: return hd_term_1(T, HD_OP_NOT, hd_term_2(T, HD_OP_EQ, a, b));
  case LLVMIntULT:
  case LLVMIntSGT: return hd_term_2(T, HD_OP_AND, not_a, b);
  case LLVMIntULE:
  case LLVMIntSGE: return hd_term_2(T, HD_OP_OR, not_a, b);
  case LLVMIntUGT:
  case LLVMIntSLT: return hd_term_2(T, HD_OP_AND, a, not_b);
  case LLVMIntUGE:
  case LLVMIntSLE: return hd_term_2(T, HD_OP_OR, a, not_b);
  }
  HD_UNREACHABLE();
}

hd_term hd_compare_int(hd_lower *L, LLVMIntPredicate predicate, hd_term a, hd_term b)
{
  hd_terms *T = L->T;
  if (hd_term_sort(T, a).kind == HD_SORT_BOOL) return compare_bool(T, predicate, a, b);
  switch (predicate) {
  case LLVMIntEQ: return hd_term_2(T, HD_OP_EQ, a, b);
  case LLVMIntNE: return hd_term_ne(T, a, b);
  case LLVMIntULT: return hd_term_2(T, HD_OP_ULT, a, b);
  case LLVMIntULE: return hd_term_2(T, HD_OP_ULE, a, b);
  case LLVMIntUGT: return hd_term_2(T, HD_OP_ULT, b, a);
  case LLVMIntUGE: return hd_term_2(T, HD_OP_ULE, b, a);
  case LLVMIntSLT: return hd_term_2(T, HD_OP_SLT, a, b);
  case LLVMIntSLE: return hd_term_2(T, HD_OP_SLE, a, b);
  case LLVMIntSGT: return hd_term_2(T, HD_OP_SLT, b, a);
  case LLVMIntSGE: return hd_term_2(T, HD_OP_SLE, b, a);
  }
  HD_UNREACHABLE();
}

/* Which of "less, equal, greater, unordered" make the predicate true: LLVM's numbering. */
enum { EQUAL = 1, GREATER = 2, LESS = 4, UNORDERED = 8 };

hd_term hd_compare_real(hd_lower *L, LLVMRealPredicate predicate, hd_term a, hd_term b)
{
  hd_terms *T = L->T;
  unsigned set = (unsigned)predicate;
  hd_term result = hd_term_false(T);
  if (predicate == LLVMRealPredicateTrue) return hd_term_true(T);
  if (set & EQUAL) result = hd_term_2(T, HD_OP_OR, result, hd_term_2(T, HD_OP_FEQ, a, b));
  if (set & GREATER) result = hd_term_2(T, HD_OP_OR, result, hd_term_2(T, HD_OP_FLT, b, a));
  if (set & LESS) result = hd_term_2(T, HD_OP_OR, result, hd_term_2(T, HD_OP_FLT, a, b));
  if (set & UNORDERED) result = hd_term_2(T, HD_OP_OR, result, hd_term_2(T, HD_OP_FUNO, a, b));
  return result;
}
