/* intrinsics.c - calls of functions that LLVM itself defines. */
#include "frontend/c/core.h"

typedef struct {
  hd_cursor *c;
  const hd_value *values;
  unsigned n;
  LLVMValueRef call;
} invocation;

static hd_term arg(const invocation *v, unsigned i)
{
  hd_lower *L = v->c->lower;
  if (i < v->n && v->values[i].n && hd_term_is(v->values[i].parts[0])) return v->values[i].parts[0];
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(v->call, i));
  hd_sort sort = hd_lower_sort(L, type);
  return hd_cursor_temp(v->c, "undefined", sort.width ? sort : HD_BV(L->ptr), HD_NO_TERM);
}

static hd_value one(const invocation *v, hd_term t)
{
  return hd_value_of(v->c->lower, t);
}

static hd_value do_nothing(const invocation *v)
{
  (void)v;
  return (hd_value){0};
}

static hd_value do_identity(const invocation *v)
{
  return one(v, arg(v, 0));
}

static hd_value do_trap(const invocation *v)
{
  hd_cursor_exit(v->c, "trap");
  return (hd_value){0};
}

static hd_value do_copy_apart(const invocation *v)
{
  hd_lower_copy_apart(v->c, arg(v, 0), arg(v, 1), arg(v, 2), v->call);
  return (hd_value){0};
}

static hd_value do_copy(const invocation *v)
{
  hd_lower_copy(v->c, arg(v, 0), arg(v, 1), arg(v, 2), v->call);
  return (hd_value){0};
}

static hd_value do_fill(const invocation *v)
{
  hd_lower_fill(v->c, arg(v, 0), arg(v, 1), arg(v, 2), v->call);
  return (hd_value){0};
}

/* The end of a block with arrays of variable length ends also what alloca made in it. Arrays have debug
 * information that says so (lifetime.c). */
static hd_value do_stackrestore(const invocation *v)
{
  hd_lower *L = v->c->lower;
  const hd_body *b = L->act->body;
  bool any = false;
  for (uint32_t i = 0; i < b->locals.len; i++) any |= b->locals.data[i].dynamic && !b->locals.data[i].variable;
  if (any && hd_locals_end(L)) hd_cursor_unsupported(v->c, "alloca in a function that has arrays of variable length");
  return (hd_value){0};
}

static hd_value do_va_start(const invocation *v)
{
  hd_lower_va_start(v->c, arg(v, 0));
  return (hd_value){0};
}

static hd_value do_va_copy(const invocation *v)
{
  hd_lower_va_copy(v->c, arg(v, 0), arg(v, 1));
  return (hd_value){0};
}

static hd_value do_unsupported(const invocation *v)
{
  size_t n;
  hd_cursor_unsupported(v->c, "the intrinsic %s", LLVMGetValueName2(LLVMGetCalledValue(v->call), &n));
  return (hd_value){0};
}

static hd_value pick_operand(const invocation *v, hd_op less, bool first_if_less)
{
  hd_terms *T = v->c->lower->T;
  hd_term a = arg(v, 0), b = arg(v, 1), is_less = hd_term_2(T, less, a, b);
  return one(v, first_if_less ? hd_term_3(T, HD_OP_ITE, is_less, a, b) : hd_term_3(T, HD_OP_ITE, is_less, b, a));
}

static hd_value do_smax(const invocation *v)
{
  return pick_operand(v, HD_OP_SLT, false);
}

static hd_value do_smin(const invocation *v)
{
  return pick_operand(v, HD_OP_SLT, true);
}

static hd_value do_umax(const invocation *v)
{
  return pick_operand(v, HD_OP_ULT, false);
}

static hd_value do_assume(const invocation *v)
{
  hd_cursor_check(v->c, HD_CHECK_UNDEFINED, hd_term_to_bool(v->c->lower->T, arg(v, 0)), "broken assumption");
  return (hd_value){0};
}

static hd_value do_umin(const invocation *v)
{
  return pick_operand(v, HD_OP_ULT, true);
}

/* The second operand says that the lowest number, which has no absolute value, is undefined. */
static hd_value do_abs(const invocation *v)
{
  hd_terms *T = v->c->lower->T;
  hd_term a = arg(v, 0), lowest_is_undefined = arg(v, 1);
  unsigned width = hd_term_sort(T, a).width;
  hd_term is_lowest = hd_term_eq_bv(T, a, UINT64_C(1) << (width - 1));
  hd_term fine = hd_term_1(T, HD_OP_NOT, hd_term_2(T, HD_OP_AND, is_lowest, hd_term_to_bool(T, lowest_is_undefined)));
  hd_cursor_check(v->c, HD_CHECK_OVERFLOW, fine, "signed overflow in an absolute value");
  hd_term negative = hd_term_2(T, HD_OP_SLT, a, hd_term_bv(T, width, 0));
  return one(v, hd_term_3(T, HD_OP_ITE, negative, hd_term_1(T, HD_OP_NEG, a), a));
}

static hd_value do_fabs(const invocation *v)
{
  hd_terms *T = v->c->lower->T;
  hd_term a = arg(v, 0);
  unsigned width = hd_term_sort(T, a).width;
  return one(v, hd_term_2(T, HD_OP_BAND, a, hd_term_bv(T, width, hd_mask(width - 1))));
}

/* The classes of numbers that the second operand asks about, a bit each: NaN (signalling, quiet), and from minus
 * infinity to infinity. */
static hd_value do_is_fpclass(const invocation *v)
{
  hd_terms *T = v->c->lower->T;
  hd_term a = arg(v, 0);
  unsigned width = hd_term_sort(T, a).width, fraction = width == 32 ? 23 : 52;
  uint64_t asked = LLVMConstIntGetZExtValue(LLVMGetOperand(v->call, 1)), infinite = hd_mask(width - 1 - fraction);
  hd_term exponent = hd_term_extract(T, a, fraction, width - 1 - fraction), rest = hd_term_extract(T, a, 0, fraction);
  hd_term quiet = hd_term_to_bool(T, hd_term_extract(T, a, fraction - 1, 1));
  hd_term negative = hd_term_to_bool(T, hd_term_extract(T, a, width - 1, 1));
  hd_term none = hd_term_eq_bv(T, exponent, 0), all = hd_term_eq_bv(T, exponent, infinite);
  hd_term whole = hd_term_eq_bv(T, rest, 0), nan = hd_term_2(T, HD_OP_AND, all, hd_term_1(T, HD_OP_NOT, whole));
  hd_term sizes[] = {hd_term_2(T, HD_OP_AND, all, whole), hd_term_1(T, HD_OP_NOT, hd_term_2(T, HD_OP_OR, none, all)),
                     hd_term_2(T, HD_OP_AND, none, hd_term_1(T, HD_OP_NOT, whole)),
                     hd_term_2(T, HD_OP_AND, none, whole)};
  hd_term is = hd_term_false(T);
  for (unsigned bit = 0; bit < 10; bit++) {
    bool below = bit < 6;
    hd_term sign = bit < 2 ? quiet : negative, of = bit < 2 ? nan : sizes[below ? bit - 2 : 9 - bit];
    if (bit == 0 || (bit >= 2 && !below)) sign = hd_term_1(T, HD_OP_NOT, sign);
    if (asked >> bit & 1) is = hd_term_2(T, HD_OP_OR, is, hd_term_2(T, HD_OP_AND, sign, of));
  }
  return one(v, is);
}

static hd_value do_copysign(const invocation *v)
{
  hd_terms *T = v->c->lower->T;
  unsigned width = hd_term_sort(T, arg(v, 0)).width;
  hd_term number = hd_term_extract(T, arg(v, 0), 0, width - 1), sign = hd_term_extract(T, arg(v, 1), width - 1, 1);
  return one(v, hd_term_2(T, HD_OP_CONCAT, sign, number));
}

/* A function of mathematics: any value, as in known_effectless.c. */
static hd_value do_maths(const invocation *v)
{
  size_t n;
  const char *name = LLVMGetValueName2(LLVMGetCalledValue(v->call), &n) + strlen("llvm.");
  hd_cursor_note_result(v->c, hd_arena_printf(&v->c->lower->arena, "%.*s", (int)strcspn(name, "."), name));
  return hd_any_value(v->c, LLVMTypeOf(v->call));
}

static hd_value do_fmuladd(const invocation *v)
{
  hd_terms *T = v->c->lower->T;
  return one(v, hd_term_2(T, HD_OP_FADD, hd_term_2(T, HD_OP_FMUL, arg(v, 0), arg(v, 1)), arg(v, 2)));
}

static hd_term bit_of(hd_terms *T, hd_term a, unsigned i, unsigned width)
{
  return hd_term_resize(T, hd_term_extract(T, a, i, 1), width, false);
}

static hd_value do_ctpop(const invocation *v)
{
  hd_terms *T = v->c->lower->T;
  hd_term a = arg(v, 0);
  unsigned width = hd_term_sort(T, a).width;
  hd_term sum = hd_term_bv(T, width, 0);
  for (unsigned i = 0; i < width; i++) sum = hd_term_2(T, HD_OP_ADD, sum, bit_of(T, a, i, width));
  return one(v, sum);
}

/* The number of zeros before the first one, from the low end or from the high one. The second operand says that there
 * must be a one. */
static hd_term count_zeros(const invocation *v, bool from_low)
{
  hd_terms *T = v->c->lower->T;
  hd_term a = arg(v, 0);
  unsigned width = hd_term_sort(T, a).width;
  hd_term undefined = hd_term_2(T, HD_OP_AND, hd_term_eq_bv(T, a, 0), hd_term_to_bool(T, arg(v, 1)));
  hd_cursor_check(v->c, HD_CHECK_UNDEFINED, hd_term_1(T, HD_OP_NOT, undefined),
                  "counting the zeros before the first one of 0");
  hd_term count = hd_term_bv(T, width, width);
  for (unsigned i = 0; i < width; i++) {
    unsigned bit = from_low ? width - 1 - i : i; /* the bit that decides comes last, outermost */
    hd_term set = hd_term_to_bool(T, hd_term_extract(T, a, bit, 1));
    count = hd_term_3(T, HD_OP_ITE, set, hd_term_bv(T, width, width - 1 - i), count);
  }
  return count;
}

static hd_value do_cttz(const invocation *v)
{
  return one(v, count_zeros(v, true));
}

static hd_value do_ctlz(const invocation *v)
{
  return one(v, count_zeros(v, false));
}

static hd_value do_bswap(const invocation *v)
{
  hd_terms *T = v->c->lower->T;
  hd_term a = arg(v, 0), result = HD_NO_TERM;
  for (unsigned i = 0; i < hd_term_sort(T, a).width; i += 8) {
    hd_term byte = hd_term_extract(T, a, i, 8);
    result = hd_term_is(result) ? hd_term_2(T, HD_OP_CONCAT, result, byte) : byte;
  }
  return one(v, result);
}

static hd_value do_bitreverse(const invocation *v)
{
  hd_terms *T = v->c->lower->T;
  hd_term a = arg(v, 0), result = HD_NO_TERM;
  for (unsigned i = 0; i < hd_term_sort(T, a).width; i++) {
    hd_term bit = hd_term_extract(T, a, i, 1);
    result = hd_term_is(result) ? hd_term_2(T, HD_OP_CONCAT, result, bit) : bit;
  }
  return one(v, result);
}

/* fshl(a, b, n): the upper half of (a:b) << (n mod width); fshr: the lower half of the right shift. */
static hd_value funnel(const invocation *v, bool left)
{
  hd_terms *T = v->c->lower->T;
  hd_term a = arg(v, 0), b = arg(v, 1), by = arg(v, 2);
  unsigned width = hd_term_sort(T, a).width;
  by = hd_term_2(T, HD_OP_UREM, by, hd_term_bv(T, width, width));
  hd_term rest = hd_term_2(T, HD_OP_SUB, hd_term_bv(T, width, width), by);
  hd_term high = hd_term_2(T, HD_OP_SHL, a, left ? by : rest);
  hd_term low = hd_term_2(T, HD_OP_LSHR, b, left ? rest : by);
  return one(v, hd_term_2(T, HD_OP_BOR, high, low)); /* shifts by the width give 0 */
}

static hd_value do_fshl(const invocation *v)
{
  return funnel(v, true);
}

static hd_value do_fshr(const invocation *v)
{
  return funnel(v, false);
}

static hd_value with_overflow(const invocation *v, hd_op op, hd_term overflows)
{
  hd_lower *L = v->c->lower;
  hd_value pair = hd_value_new(L, 2);
  pair.parts[0] = hd_term_2(L->T, op, arg(v, 0), arg(v, 1));
  pair.parts[1] = overflows;
  return pair;
}

static hd_value do_sadd(const invocation *v)
{
  return with_overflow(v, HD_OP_ADD, hd_term_2(v->c->lower->T, HD_OP_SADDO, arg(v, 0), arg(v, 1)));
}

static hd_value do_ssub(const invocation *v)
{
  return with_overflow(v, HD_OP_SUB, hd_term_2(v->c->lower->T, HD_OP_SSUBO, arg(v, 0), arg(v, 1)));
}

static hd_value do_smul(const invocation *v)
{
  return with_overflow(v, HD_OP_MUL, hd_term_2(v->c->lower->T, HD_OP_SMULO, arg(v, 0), arg(v, 1)));
}

static hd_value do_uadd(const invocation *v)
{
  hd_terms *T = v->c->lower->T;
  hd_term sum = hd_term_2(T, HD_OP_ADD, arg(v, 0), arg(v, 1));
  return with_overflow(v, HD_OP_ADD, hd_term_2(T, HD_OP_ULT, sum, arg(v, 0)));
}

static hd_value do_usub(const invocation *v)
{
  return with_overflow(v, HD_OP_SUB, hd_term_2(v->c->lower->T, HD_OP_ULT, arg(v, 0), arg(v, 1)));
}

/* a * b overflows when a is not 0 and (a * b) / a is not b. */
static hd_value do_umul(const invocation *v)
{
  hd_terms *T = v->c->lower->T;
  hd_term a = arg(v, 0), b = arg(v, 1), product = hd_term_2(T, HD_OP_MUL, a, b);
  hd_term differs = hd_term_ne(T, hd_term_2(T, HD_OP_UDIV, product, a), b);
  hd_term nonzero = hd_term_1(T, HD_OP_NOT, hd_term_eq_bv(T, a, 0));
  return with_overflow(v, HD_OP_MUL, hd_term_2(T, HD_OP_AND, nonzero, differs));
}

/* Unknown sizes are all ones, or 0 when the second operand asks for the least. */
static hd_value do_objectsize(const invocation *v)
{
  hd_lower *L = v->c->lower;
  hd_term least = hd_term_to_bool(L->T, arg(v, 1));
  unsigned width = hd_lower_sort(L, LLVMTypeOf(v->call)).width;
  return one(v, hd_term_3(L->T, HD_OP_ITE, least, hd_term_bv(L->T, width, 0), hd_term_bv(L->T, width, hd_mask(width))));
}

static hd_value do_is_constant(const invocation *v)
{
  return one(v, hd_term_false(v->c->lower->T));
}

static hd_value do_null(const invocation *v)
{
  return one(v, hd_term_bv(v->c->lower->T, v->c->lower->ptr, 0));
}

typedef struct {
  const char *name; /* without "llvm."; what follows a dot is the type */
  hd_value (*run)(const invocation *v);
} row;

static const row rows[] = {
    {"dbg", do_nothing},
    {"lifetime", do_nothing},
    {"invariant", do_nothing},
    {"assume", do_assume}, /* a promise that the program makes */
    {"donothing", do_nothing},
    {"sideeffect", do_nothing},
    {"prefetch", do_nothing},
    {"x86.sse2.pause", do_nothing},
    {"x86.sse2.mfence", do_nothing},
    {"x86.sse2.lfence", do_nothing},
    {"x86.sse.sfence", do_nothing},
    {"var.annotation", do_nothing},
    {"experimental.noalias.scope.decl", do_nothing},
    {"stackrestore", do_stackrestore},
    {"stacksave", do_null},
    {"expect", do_identity},
    {"threadlocal.address", do_identity},
    {"launder.invariant.group", do_identity},
    {"ptr.annotation", do_identity},
    {"annotation", do_identity},
    {"trap", do_trap},
    {"ubsantrap", do_trap},
    {"debugtrap", do_nothing},
    {"memcpy", do_copy_apart},
    {"memmove", do_copy},
    {"memset", do_fill},
    {"smax", do_smax},
    {"smin", do_smin},
    {"umax", do_umax},
    {"umin", do_umin},
    {"abs", do_abs},
    {"fabs", do_fabs},
    {"fmuladd", do_fmuladd},
    {"is.fpclass", do_is_fpclass},
    {"copysign", do_copysign},
    {"floor", do_maths},
    {"ceil", do_maths},
    {"trunc", do_maths},
    {"round", do_maths},
    {"rint", do_maths},
    {"nearbyint", do_maths},
    {"fma", do_maths},
    {"minnum", do_maths},
    {"maxnum", do_maths},
    {"ctpop", do_ctpop},
    {"cttz", do_cttz},
    {"ctlz", do_ctlz},
    {"bswap", do_bswap},
    {"bitreverse", do_bitreverse},
    {"fshl", do_fshl},
    {"fshr", do_fshr},
    {"sadd.with.overflow", do_sadd},
    {"ssub.with.overflow", do_ssub},
    {"smul.with.overflow", do_smul},
    {"uadd.with.overflow", do_uadd},
    {"usub.with.overflow", do_usub},
    {"umul.with.overflow", do_umul},
    {"objectsize", do_objectsize},
    {"is.constant", do_is_constant},
    {"va_start", do_va_start},
    {"va_end", do_nothing},
    {"va_copy", do_va_copy},
    {"frameaddress", do_unsupported},
    {"returnaddress", do_unsupported},
    {"eh", do_unsupported},
};

static const row *find_row(const char *name)
{
  for (size_t i = 0; i < HD_COUNT(rows); i++) {
    size_t n = strlen(rows[i].name);
    if (strncmp(name, rows[i].name, n) == 0 && (name[n] == '\0' || name[n] == '.')) return &rows[i];
  }
  return NULL;
}

hd_value hd_lower_intrinsic(hd_cursor *c, LLVMValueRef f, const hd_value *args, unsigned n, LLVMValueRef call)
{
  hd_lower *L = c->lower;
  size_t length;
  const char *name = LLVMGetValueName2(f, &length);
  invocation v = {c, args, n, call};
  const row *known = find_row(name + strlen("llvm."));
  const hd_leaves *leaves = hd_lower_leaves(L, LLVMTypeOf(call));
  if (hd_cursor_dead(c)) return (hd_value){0};
  if (leaves->unsupported) return do_unsupported(&v);
  if (known) return known->run(&v);
  return do_unsupported(&v);
}
