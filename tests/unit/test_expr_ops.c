/* Every operator agrees with compiled C, at every width and sign. The expected values are
 * computed here by the compiler, in the types that C programs have; where C leaves the
 * result undefined, it is the one that term.h promises. */
#include <math.h>

#include "expr_pool.h"

/* Operators on two integers in C's own types; false where C does not define the result. */
#define NATIVE_PAIRS(W)                                                             \
  static bool native_##W(hd_op op, uint64_t x, uint64_t y, uint64_t *out)           \
  {                                                                                 \
    typedef uint##W##_t U;                                                          \
    typedef int##W##_t S;                                                           \
    U a = (U)x, b = (U)y;                                                           \
    S sa = (S)a, sb = (S)b, ignored;                                                \
    bool divides = b != 0 && !(sa == INT##W##_MIN && sb == -1);                     \
    switch (op) {                                                                   \
    case HD_OP_EQ: *out = a == b; return true;                                      \
    case HD_OP_ADD: *out = (U)(a + b); return true;                                 \
    case HD_OP_SUB: *out = (U)(a - b); return true;                                 \
    case HD_OP_MUL: *out = (U)(UINT64_C(1) * a * b); return true;                   \
    case HD_OP_UDIV: return b != 0 && (*out = (U)(a / b), true);                    \
    case HD_OP_UREM: return b != 0 && (*out = (U)(a % b), true);                    \
    case HD_OP_SDIV: return divides && (*out = (U)(sa / sb), true);                 \
    case HD_OP_SREM: return divides && (*out = (U)(sa % sb), true);                 \
    case HD_OP_BAND: *out = a & b; return true;                                     \
    case HD_OP_BOR: *out = a | b; return true;                                      \
    case HD_OP_BXOR: *out = a ^ b; return true;                                     \
    case HD_OP_SHL: return b < W && (*out = (U)((uint64_t)a << b), true);           \
    case HD_OP_LSHR: return b < W && (*out = (U)(a >> b), true);                    \
    case HD_OP_ASHR: return b < W && (*out = (U)(sa >> b), true);                   \
    case HD_OP_ULT: *out = a < b; return true;                                      \
    case HD_OP_ULE: *out = a <= b; return true;                                     \
    case HD_OP_SLT: *out = sa < sb; return true;                                    \
    case HD_OP_SLE: *out = sa <= sb; return true;                                   \
    case HD_OP_SADDO: *out = __builtin_add_overflow(sa, sb, &ignored); return true; \
    case HD_OP_SSUBO: *out = __builtin_sub_overflow(sa, sb, &ignored); return true; \
    case HD_OP_SMULO: *out = __builtin_mul_overflow(sa, sb, &ignored); return true; \
    default: return false;                                                          \
    }                                                                               \
  }
NATIVE_PAIRS(8)
NATIVE_PAIRS(16)
NATIVE_PAIRS(32)
NATIVE_PAIRS(64)

static bool native(unsigned width, hd_op op, uint64_t x, uint64_t y, uint64_t *out)
{
  switch (width) {
  case 8: return native_8(op, x, y, out);
  case 16: return native_16(op, x, y, out);
  case 32: return native_32(op, x, y, out);
  default: return native_64(op, x, y, out);
  }
}

/* The same operators for any width, on integers that are wide enough for exact results. */
__extension__ typedef __int128 wide;

static wide wide_signed(uint64_t x, unsigned width)
{
  wide value = (wide)x;
  return x >> (width - 1) & 1 ? value - ((wide)1 << width) : value;
}

static uint64_t cut(wide x, unsigned width)
{
  return (uint64_t)x & hd_mask(width);
}

static bool does_not_fit(wide x, unsigned width)
{
  return x < -((wide)1 << (width - 1)) || x >= (wide)1 << (width - 1);
}

static uint64_t wide_arithmetic(hd_op op, unsigned w, uint64_t a, uint64_t b)
{
  wide x = (wide)a, y = (wide)b, sx = wide_signed(a, w), sy = wide_signed(b, w);
  switch (op) {
  case HD_OP_ADD: return cut(x + y, w);
  case HD_OP_SUB: return cut(x - y, w);
  case HD_OP_MUL: return cut(sx * sy, w);
  case HD_OP_UDIV: return y == 0 ? hd_mask(w) : cut(x / y, w);
  case HD_OP_UREM: return y == 0 ? a : cut(x % y, w);
  case HD_OP_SDIV: return y == 0 ? cut(sx < 0 ? 1 : -1, w) : cut(sx / sy, w);
  case HD_OP_SREM: return y == 0 ? a : cut(sx % sy, w);
  case HD_OP_SADDO: return does_not_fit(sx + sy, w);
  case HD_OP_SSUBO: return does_not_fit(sx - sy, w);
  default: return does_not_fit(sx * sy, w);
  }
}

static uint64_t wide_pair(hd_op op, unsigned w, uint64_t a, uint64_t b)
{
  wide sx = wide_signed(a, w), sy = wide_signed(b, w);
  switch (op) {
  case HD_OP_EQ: return a == b;
  case HD_OP_BAND: return a & b;
  case HD_OP_BOR: return a | b;
  case HD_OP_BXOR: return a ^ b;
  case HD_OP_SHL: return b >= w ? 0 : cut((wide)a << b, w);
  case HD_OP_LSHR: return b >= w ? 0 : a >> b;
  case HD_OP_ASHR: return b >= w ? cut(sx < 0 ? -1 : 0, w) : cut(sx >> b, w);
  case HD_OP_ULT: return a < b;
  case HD_OP_ULE: return a <= b;
  case HD_OP_SLT: return sx < sy;
  case HD_OP_SLE: return sx <= sy;
  default: return wide_arithmetic(op, w, a, b);
  }
}

static const hd_op pairs[] = {HD_OP_EQ,   HD_OP_ADD,  HD_OP_SUB, HD_OP_MUL,  HD_OP_UDIV,  HD_OP_SDIV,  HD_OP_UREM,
                              HD_OP_SREM, HD_OP_BAND, HD_OP_BOR, HD_OP_BXOR, HD_OP_SHL,   HD_OP_LSHR,  HD_OP_ASHR,
                              HD_OP_ULT,  HD_OP_ULE,  HD_OP_SLT, HD_OP_SLE,  HD_OP_SADDO, HD_OP_SSUBO, HD_OP_SMULO};

/* The two arguments, as variables 0 and 1. */
static uint64_t read_pair(void *context, uint32_t symbol, bool array, uint64_t index)
{
  (void)array;
  (void)index;
  return ((const uint64_t *)context)[symbol];
}

/* An operator on values, on constants, and on variables that have these values. */
static void check_op(hd_op op, unsigned width, unsigned arg_width, uint64_t low, const uint64_t *args,
                     uint64_t expected)
{
  hd_sort sort = (op >= HD_OP_ULT && op <= HD_OP_SLE) || (op >= HD_OP_SADDO && op <= HD_OP_SMULO) ||
                         (op >= HD_OP_FEQ && op <= HD_OP_FUNO) || op == HD_OP_EQ
                     ? HD_BOOL
                     : HD_BV(width);
  hd_term constants[2], variables[2];
  unsigned second = op == HD_OP_CONCAT ? width - arg_width : arg_width;
  for (unsigned i = 0; i < hd_op_arity(op); i++) {
    constants[i] = hd_term_bv(T, i ? second : arg_width, args[i]);
    variables[i] = hd_term_var(T, HD_BV(i ? second : arg_width), i);
  }
  uint64_t values[2] = {args[0], hd_op_arity(op) > 1 ? args[1] : 0};
  hd_env env = {read_pair, values};
  uint64_t folded, direct = hd_op_eval(op, sort.width, arg_width, low, args);
  assert_true(hd_term_is_const(T, hd_term_build(T, op, sort, low, constants), &folded));
  uint64_t evaluated = hd_term_eval(T, hd_term_build(T, op, sort, low, variables), &env);
  if (direct == expected && folded == expected && evaluated == expected) return;
  fail_msg("(%s %u) of %llx, %llx from %u bits: %llx, %llx and %llx, not %llx", hd_op_text(op), width,
           (unsigned long long)values[0], (unsigned long long)values[1], arg_width, (unsigned long long)direct,
           (unsigned long long)folded, (unsigned long long)evaluated, (unsigned long long)expected);
}

/* Values at the edges of a width. */
enum { EDGES = 20 };

static uint64_t edge(unsigned width, unsigned i)
{
  uint64_t half = UINT64_C(1) << (width - 1);
  const uint64_t edges[EDGES] = {0,
                                 1,
                                 2,
                                 3,
                                 7,
                                 8,
                                 31,
                                 32,
                                 63,
                                 64,
                                 width - 1,
                                 width,
                                 half,
                                 half - 1,
                                 half + 1,
                                 half / 2,
                                 half >> width / 2,
                                 UINT64_MAX,
                                 UINT64_MAX - 1,
                                 UINT64_C(0x5555555555555555)};
  return edges[i] & hd_mask(width);
}

/* All pairs of edges, then random ones. */
static bool next_pair(unsigned width, unsigned i, uint64_t *state, uint64_t args[2])
{
  enum { RANDOM = 1500 };
  if (i < EDGES * EDGES) {
    args[0] = edge(width, i / EDGES);
    args[1] = edge(width, i % EDGES);
  } else {
    args[0] = random_value(state) & hd_mask(width);
    args[1] = random_value(state) & hd_mask(width);
  }
  return i < EDGES * EDGES + RANDOM;
}

static void pairs_agree_with_c(void **state)
{
  (void)state;
  static const unsigned widths[] = {8, 16, 32, 64};
  uint64_t seed = 1, args[2], expected;
  for (unsigned w = 0; w < HD_COUNT(widths); w++)
    for (unsigned i = 0; next_pair(widths[w], i, &seed, args); i++)
      for (unsigned o = 0; o < HD_COUNT(pairs); o++) {
        if (!native(widths[w], pairs[o], args[0], args[1], &expected))
          expected = wide_pair(pairs[o], widths[w], args[0], args[1]);
        check_op(pairs[o], widths[w], widths[w], 0, args, expected);
      }
}

static void pairs_of_any_width_agree_with_exact_integers(void **state)
{
  (void)state;
  static const unsigned widths[] = {1, 2, 3, 7, 9, 15, 17, 31, 33, 48, 63, 64};
  uint64_t seed = 2, args[2];
  for (unsigned w = 0; w < HD_COUNT(widths); w++)
    for (unsigned i = 0; next_pair(widths[w], i, &seed, args); i++)
      for (unsigned o = 0; o < HD_COUNT(pairs); o++)
        check_op(pairs[o], widths[w], widths[w], 0, args, wide_pair(pairs[o], widths[w], args[0], args[1]));
}

/* Both ways of the promise for what C leaves undefined, written down once more by hand. */
static void what_c_leaves_undefined_is_as_promised(void **state)
{
  (void)state;
  check_op(HD_OP_UDIV, 32, 32, 0, (uint64_t[]){5, 0}, UINT32_MAX);
  check_op(HD_OP_UREM, 32, 32, 0, (uint64_t[]){5, 0}, 5);
  check_op(HD_OP_SDIV, 32, 32, 0, (uint64_t[]){5, 0}, UINT32_MAX);
  check_op(HD_OP_SDIV, 32, 32, 0, (uint64_t[]){UINT32_MAX, 0}, 1);
  check_op(HD_OP_SREM, 32, 32, 0, (uint64_t[]){UINT32_MAX, 0}, UINT32_MAX);
  check_op(HD_OP_SDIV, 32, 32, 0, (uint64_t[]){0x80000000, UINT32_MAX}, 0x80000000);
  check_op(HD_OP_SREM, 64, 64, 0, (uint64_t[]){UINT64_C(1) << 63, UINT64_MAX}, 0);
  check_op(HD_OP_SHL, 32, 32, 0, (uint64_t[]){1, 32}, 0);
  check_op(HD_OP_LSHR, 64, 64, 0, (uint64_t[]){UINT64_MAX, 64}, 0);
  check_op(HD_OP_ASHR, 8, 8, 0, (uint64_t[]){0x80, 200}, 0xff);
  check_op(HD_OP_ASHR, 8, 8, 0, (uint64_t[]){0x7f, 8}, 0);
}

static uint64_t native_extend(bool is_signed, unsigned from, uint64_t x)
{
  switch (from) {
  case 8: return is_signed ? (uint64_t)(int8_t)x : (uint8_t)x;
  case 16: return is_signed ? (uint64_t)(int16_t)x : (uint16_t)x;
  case 32: return is_signed ? (uint64_t)(int32_t)x : (uint32_t)x;
  default: return x;
  }
}

static uint64_t native_cut(unsigned to, uint64_t x)
{
  return to == 8 ? (uint8_t)x : to == 16 ? (uint16_t)x : to == 32 ? (uint32_t)x : x;
}

static void conversions_agree_with_casts(void **state)
{
  (void)state;
  static const unsigned widths[] = {8, 16, 32, 64};
  uint64_t seed = 3, args[2];
  for (unsigned f = 0; f < 4; f++)
    for (unsigned t = 0; t < 4; t++)
      for (unsigned i = 0; next_pair(widths[f], i, &seed, args); i++) {
        unsigned from = widths[f], to = widths[t];
        if (to < from) {
          check_op(HD_OP_EXTRACT, to, from, 0, args, native_cut(to, args[0]));
          continue;
        }
        check_op(HD_OP_ZEXT, to, from, 0, args, native_extend(false, from, args[0]));
        check_op(HD_OP_SEXT, to, from, 0, args, native_cut(to, native_extend(true, from, args[0])));
      }
}

static void bits_are_cut_and_joined(void **state)
{
  (void)state;
  uint64_t seed = 4;
  for (unsigned i = 0; i < 20000; i++) {
    unsigned w = 1 + random_below(&seed, 64), low = random_below(&seed, w);
    unsigned to = 1 + random_below(&seed, w - low);
    uint64_t args[2] = {random_value(&seed) & hd_mask(w), 0}, expected = 0;
    for (unsigned b = 0; b < to; b++) expected |= (args[0] >> (low + b) & 1) << b;
    check_op(HD_OP_EXTRACT, to, w, low, args, expected);
    check_op(HD_OP_BNOT, w, w, 0, args, args[0] ^ hd_mask(w));
    check_op(HD_OP_NEG, w, w, 0, args, cut(-(wide)args[0], w));
    if (w == 64) continue;
    unsigned rest = 1 + random_below(&seed, 64 - w);
    args[1] = random_value(&seed) & hd_mask(rest);
    check_op(HD_OP_CONCAT, w + rest, w, 0, args, args[0] << rest | args[1]);
    check_op(HD_OP_SEXT, w + rest, w, 0, args, cut(wide_signed(args[0], w), w + rest));
  }
}

/* Floats. */

static float float_of(uint64_t bits)
{
  uint32_t low = (uint32_t)bits;
  float f;
  memcpy(&f, &low, sizeof f);
  return f;
}

static double double_of(uint64_t bits)
{
  double d;
  memcpy(&d, &bits, sizeof d);
  return d;
}

static uint64_t bits_of_float(float f)
{
  uint32_t bits = 0x7fc00000;
  if (!isnan(f)) memcpy(&bits, &f, sizeof bits);
  return bits;
}

static uint64_t bits_of_double(double d)
{
  uint64_t bits = UINT64_C(0x7ff8000000000000);
  if (!isnan(d)) memcpy(&bits, &d, sizeof bits);
  return bits;
}

#define CHECK_FLOATS(W, read, write, modulo)                                        \
  check_op(HD_OP_FADD, W, W, 0, args, write(read(args[0]) + read(args[1])));        \
  check_op(HD_OP_FSUB, W, W, 0, args, write(read(args[0]) - read(args[1])));        \
  check_op(HD_OP_FMUL, W, W, 0, args, write(read(args[0]) * read(args[1])));        \
  check_op(HD_OP_FDIV, W, W, 0, args, write(read(args[0]) / read(args[1])));        \
  check_op(HD_OP_FREM, W, W, 0, args, write(modulo(read(args[0]), read(args[1])))); \
  check_op(HD_OP_FEQ, 1, W, 0, args, read(args[0]) == read(args[1]));               \
  check_op(HD_OP_FLT, 1, W, 0, args, read(args[0]) < read(args[1]));                \
  check_op(HD_OP_FLE, 1, W, 0, args, read(args[0]) <= read(args[1]));               \
  check_op(HD_OP_FUNO, 1, W, 0, args, (uint64_t)(isunordered(read(args[0]), read(args[1])) != 0))

/* A float: special values, integers, and random bits. */
static uint64_t random_float(unsigned width, uint64_t *seed)
{
  static const double special[] = {0.0,
                                   -0.0,
                                   1.0,
                                   -1.0,
                                   0.1,
                                   1e-45,
                                   1e-310,
                                   3.4e38,
                                   1e308,
                                   INFINITY,
                                   NAN,
                                   -0.5,
                                   0.99,
                                   128.0,
                                   -128.5,
                                   -129.0,
                                   255.9,
                                   256.0,
                                   2147483648.0,
                                   -2147483649.0,
                                   9007199254740992.0,
                                   -9007199254740992.0,
                                   9223372036854775808.0,
                                   -9223372036854775808.0,
                                   18446744073709551616.0};
  double d = special[random_below(seed, HD_COUNT(special))];
  switch (random_below(seed, 4)) {
  case 0: return random_next(seed) & hd_mask(width);
  case 1: d = (double)(int64_t)(random_next(seed) >> random_below(seed, 64)) / 4; break;
  default: break;
  }
  return width == 32 ? bits_of_float((float)d) : bits_of_double(d);
}

static void floats_agree_with_c(void **state)
{
  (void)state;
  uint64_t seed = 5;
  for (unsigned i = 0; i < 20000; i++) {
    uint64_t args[2] = {random_float(32, &seed), random_float(32, &seed)};
    CHECK_FLOATS(32, float_of, bits_of_float, fmodf);
    check_op(HD_OP_FTOF, 64, 32, 0, args, bits_of_double((double)float_of(args[0])));
    check_op(HD_OP_FNEG, 32, 32, 0, args, args[0] ^ 0x80000000);
    for (unsigned k = 0; k < 2; k++) args[k] = random_float(64, &seed);
    CHECK_FLOATS(64, double_of, bits_of_double, fmod);
    check_op(HD_OP_FTOF, 32, 64, 0, args, bits_of_float((float)double_of(args[0])));
    check_op(HD_OP_FNEG, 64, 64, 0, args, args[0] ^ UINT64_C(1) << 63);
  }
}

/* Exact: a double below 2^64 in size is a wide integer once truncated. */
static uint64_t truncated(double d, bool is_signed, unsigned width)
{
  if (!(fabs(d) < 0x1p65)) return 0;
  wide x = (wide)d, limit = (wide)1 << (is_signed ? width - 1 : width);
  return x < limit && x >= (is_signed ? -limit : 0) ? cut(x, width) : 0;
}

static void integers_and_floats_convert_as_in_c(void **state)
{
  (void)state;
  static const unsigned widths[] = {1, 7, 8, 16, 31, 32, 33, 53, 54, 55, 63, 64};
  uint64_t seed = 6;
  for (unsigned i = 0; i < 4000; i++)
    for (unsigned w = 0; w < HD_COUNT(widths); w++) {
      unsigned width = widths[w];
      uint64_t f = random_float(32, &seed), d = random_float(64, &seed);
      check_op(HD_OP_FTOSI, width, 32, 0, &f, truncated((double)float_of(f), true, width));
      check_op(HD_OP_FTOUI, width, 32, 0, &f, truncated((double)float_of(f), false, width));
      check_op(HD_OP_FTOSI, width, 64, 0, &d, truncated(double_of(d), true, width));
      check_op(HD_OP_FTOUI, width, 64, 0, &d, truncated(double_of(d), false, width));
      uint64_t x = random_value(&seed) & hd_mask(width);
      int64_t s = (int64_t)wide_signed(x, width);
      check_op(HD_OP_SITOF, 32, width, 0, &x, bits_of_float((float)s));
      check_op(HD_OP_SITOF, 64, width, 0, &x, bits_of_double((double)s));
      check_op(HD_OP_UITOF, 32, width, 0, &x, bits_of_float((float)x));
      check_op(HD_OP_UITOF, 64, width, 0, &x, bits_of_double((double)x));
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(pairs_agree_with_c, set_up, tear_down),
      cmocka_unit_test_setup_teardown(pairs_of_any_width_agree_with_exact_integers, set_up, tear_down),
      cmocka_unit_test_setup_teardown(what_c_leaves_undefined_is_as_promised, set_up, tear_down),
      cmocka_unit_test_setup_teardown(conversions_agree_with_casts, set_up, tear_down),
      cmocka_unit_test_setup_teardown(bits_are_cut_and_joined, set_up, tear_down),
      cmocka_unit_test_setup_teardown(floats_agree_with_c, set_up, tear_down),
      cmocka_unit_test_setup_teardown(integers_and_floats_convert_as_in_c, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
