/* from_z3.c - formulas of Z3 as terms.
 *
 * An integer expression becomes a bit-vector term that is wide enough for every value the
 * expression can have, together with the interval of those values; what would need more
 * than 64 bits has no form here. Sums are computed modulo 2^width, so that only the result
 * has to fit, not what it is added up from. */
#include "logic/translate.h"

typedef struct {
  hd_term term;
  bool integer;      /* stands for an integer between low and high */
  hd_wide low, high; /* read as unsigned when low >= 0, as signed otherwise */
} item;

typedef struct {
  hd_smt *s;
  hd_terms *T;
  bool failed;
  HD_VEC(item) items;
  hd_map known; /* Z3's number of an expression to its index in items */
} back;

static const item nothing = {{0}, false, 0, 0};

static item fail_conversion(back *b)
{
  b->failed = true;
  return nothing;
}

static item plain_item(hd_term t)
{
  return (item){.term = t};
}

/* --- integers ----------------------------------------------------------------------------------- */

static bool wide_fits(unsigned width, hd_wide low, hd_wide high)
{
  hd_wide one = 1;
  return low >= 0 ? high < one << width : low >= -(one << (width - 1)) && high < one << (width - 1);
}

/* The least width for the interval; 65 when there is none. */
static unsigned width_for(hd_wide low, hd_wide high)
{
  unsigned width = 1;
  while (width <= 64 && !wide_fits(width, low, high)) width++;
  return width;
}

/* The item's term at a width, modulo 2^width. */
static hd_term at_width(const back *b, item i, unsigned width)
{
  return hd_term_resize(b->T, i.term, width, i.low < 0);
}

static item number_item(back *b, hd_wide value)
{
  unsigned width = width_for(value, value);
  if (width > 64) return fail_conversion(b);
  return (item){hd_term_bv(b->T, width, (uint64_t)value), true, value, value};
}

/* value = +-sum of the arguments. */
static item sum_items(back *b, const item *args, unsigned n, bool minus)
{
  hd_wide low = args[0].low, high = args[0].high;
  for (unsigned i = 1; i < n; i++) {
    low += minus ? -args[i].high : args[i].low;
    high += minus ? -args[i].low : args[i].high;
  }
  unsigned width = width_for(low, high);
  if (width > 64) return fail_conversion(b);
  hd_term t = at_width(b, args[0], width);
  for (unsigned i = 1; i < n; i++) t = hd_term_2(b->T, minus ? HD_OP_SUB : HD_OP_ADD, t, at_width(b, args[i], width));
  return (item){t, true, low, high};
}

static item product_item(back *b, item x, item y)
{
  hd_wide corners[4] = {0}, low, high;
  if (width_for(x.low, x.high) + width_for(y.low, y.high) > 120) return fail_conversion(b);
  corners[0] = low = high = x.low * y.low;
  corners[1] = x.low * y.high;
  corners[2] = x.high * y.low;
  corners[3] = x.high * y.high;
  for (unsigned i = 1; i < 4; i++) {
    if (corners[i] < low) low = corners[i];
    if (corners[i] > high) high = corners[i];
  }
  unsigned width = width_for(low, high);
  if (width > 64) return fail_conversion(b);
  return (item){hd_term_2(b->T, HD_OP_MUL, at_width(b, x, width), at_width(b, y, width)), true, low, high};
}

/* x mod m and x div m of SMT-LIB for a constant m > 0: the remainder is never negative. */
static item modulo_item(back *b, item x, item m, bool quotient)
{
  if (m.low != m.high || m.low <= 0) return fail_conversion(b);
  bool negative = x.low < 0;
  unsigned width = width_for(negative ? x.low - m.low : 0, x.high > m.low ? x.high : m.low);
  if (width > 64) return fail_conversion(b);
  hd_terms *T = b->T;
  hd_term t = at_width(b, x, width), d = hd_term_bv(T, width, (uint64_t)m.low);
  hd_term rest = hd_term_2(T, negative ? HD_OP_SREM : HD_OP_UREM, t, d);
  if (negative) {
    hd_term below = hd_term_2(T, HD_OP_SLT, rest, hd_term_bv(T, width, 0));
    rest = hd_term_3(T, HD_OP_ITE, below, hd_term_2(T, HD_OP_ADD, rest, d), rest);
  }
  if (!quotient) return (item){rest, true, 0, m.low - 1};
  hd_wide low = negative ? x.low / m.low - 1 : 0, high = x.high / m.low;
  hd_term whole = hd_term_2(T, HD_OP_SUB, t, rest);
  return (item){hd_term_2(T, negative ? HD_OP_SDIV : HD_OP_UDIV, whole, d), true, low, high};
}

static item compare_items(back *b, hd_op signed_op, hd_op unsigned_op, item x, item y)
{
  hd_wide low = x.low < y.low ? x.low : y.low, high = x.high > y.high ? x.high : y.high;
  unsigned width = width_for(low, high);
  if (width > 64) return fail_conversion(b);
  return plain_item(hd_term_2(b->T, low < 0 ? signed_op : unsigned_op, at_width(b, x, width), at_width(b, y, width)));
}

static item equal_items(back *b, item x, item y)
{
  if (x.integer != y.integer) return fail_conversion(b);
  if (x.integer) return compare_items(b, HD_OP_EQ, HD_OP_EQ, x, y);
  hd_sort sort = hd_term_sort(b->T, x.term);
  if (sort.kind == HD_SORT_ARRAY || !hd_sort_same(sort, hd_term_sort(b->T, y.term))) return fail_conversion(b);
  return plain_item(hd_term_2(b->T, HD_OP_EQ, x.term, y.term));
}

static item choose_item(back *b, const item *a)
{
  if (!a[1].integer) {
    if (hd_term_sort(b->T, a[1].term).kind == HD_SORT_ARRAY) return fail_conversion(b);
    return plain_item(hd_term_3(b->T, HD_OP_ITE, a[0].term, a[1].term, a[2].term));
  }
  hd_wide low = a[1].low < a[2].low ? a[1].low : a[2].low, high = a[1].high > a[2].high ? a[1].high : a[2].high;
  unsigned width = width_for(low, high);
  if (width > 64) return fail_conversion(b);
  hd_term t = hd_term_3(b->T, HD_OP_ITE, a[0].term, at_width(b, a[1], width), at_width(b, a[2], width));
  return (item){t, true, low, high};
}

/* --- leaves and arrays --------------------------------------------------------------------------- */

/* The integers that a variable (or an element of one) stands for under INT. */
static item ranged_item(const back *b, hd_term t, uint32_t symbol)
{
  hd_wide one = 1;
  unsigned width = hd_term_sort(b->T, t).width;
  if (hd_reads_signed(b->s, symbol)) return (item){t, true, -(one << (width - 1)), (one << (width - 1)) - 1};
  return (item){t, true, 0, (one << width) - 1};
}

static item leaf_item(back *b, Z3_ast a)
{
  const uint64_t *id = hd_map_find(&b->s->leaves, Z3_get_ast_id(hd_z3(), a));
  if (!id) return fail_conversion(b);
  hd_term t = {(uint32_t)*id};
  if (b->s->arith == HD_ARITH_BV || hd_term_sort(b->T, t).kind != HD_SORT_BV) return plain_item(t);
  return ranged_item(b, t, hd_term_symbol(b->T, t));
}

/* An index or an element as the bit-vector it is in an array; false: it may lie outside. */
static bool as_bits(back *b, item x, unsigned width, hd_term *bits)
{
  if (x.integer && !wide_fits(width, x.low, x.high)) return false;
  *bits = x.integer ? at_width(b, x, width) : x.term;
  return true;
}

static item access(back *b, const item *a, bool store)
{
  hd_sort sort = hd_term_sort(b->T, a[0].term);
  hd_term index, value = HD_NO_TERM;
  if (!as_bits(b, a[1], sort.index, &index) || (a[1].integer && a[1].low < 0)) return fail_conversion(b);
  if (store && !as_bits(b, a[2], sort.width, &value)) return fail_conversion(b);
  if (store) return plain_item(hd_term_3(b->T, HD_OP_STORE, a[0].term, index, value));
  hd_term t = hd_term_2(b->T, HD_OP_SELECT, a[0].term, index);
  return b->s->arith == HD_ARITH_BV ? plain_item(t)
                                    : ranged_item(b, t, hd_term_symbol(b->T, hd_array_base(b->T, a[0].term)));
}

static item numeral(back *b, Z3_ast a)
{
  Z3_context c = hd_z3();
  Z3_sort sort = Z3_get_sort(c, a);
  uint64_t value;
  if (Z3_get_sort_kind(c, sort) == Z3_BV_SORT) {
    unsigned width = Z3_get_bv_sort_size(c, sort);
    if (width > 64 || !Z3_get_numeral_uint64(c, a, &value)) return fail_conversion(b);
    return plain_item(hd_term_bv(b->T, width, value));
  }
  if (Z3_get_sort_kind(c, sort) != Z3_INT_SORT) return fail_conversion(b);
  hd_wide n = 0;
  const char *text = Z3_get_numeral_string(c, a);
  bool negative = *text == '-';
  if (strlen(text) > 30) return fail_conversion(b);
  for (text += negative; *text; text++) n = n * 10 + (*text - '0');
  return number_item(b, negative ? -n : n);
}

/* --- operators ----------------------------------------------------------------------------------- */

typedef struct {
  Z3_decl_kind kind;
  uint8_t op;
  bool swap; /* the arguments */
} plain_op;

/* Operators that are ours up to the order of arguments; of more than two, from the left. */
static const plain_op plain_ops[] = {
    {Z3_OP_AND, HD_OP_AND, 0},      {Z3_OP_OR, HD_OP_OR, 0},         {Z3_OP_BADD, HD_OP_ADD, 0},
    {Z3_OP_BSUB, HD_OP_SUB, 0},     {Z3_OP_BMUL, HD_OP_MUL, 0},      {Z3_OP_BUDIV, HD_OP_UDIV, 0},
    {Z3_OP_BSDIV, HD_OP_SDIV, 0},   {Z3_OP_BUREM, HD_OP_UREM, 0},    {Z3_OP_BSREM, HD_OP_SREM, 0},
    {Z3_OP_BUDIV_I, HD_OP_UDIV, 0}, {Z3_OP_BSDIV_I, HD_OP_SDIV, 0},  {Z3_OP_BUREM_I, HD_OP_UREM, 0},
    {Z3_OP_BSREM_I, HD_OP_SREM, 0}, {Z3_OP_BAND, HD_OP_BAND, 0},     {Z3_OP_BOR, HD_OP_BOR, 0},
    {Z3_OP_BXOR, HD_OP_BXOR, 0},    {Z3_OP_CONCAT, HD_OP_CONCAT, 0}, {Z3_OP_BSHL, HD_OP_SHL, 0},
    {Z3_OP_BLSHR, HD_OP_LSHR, 0},   {Z3_OP_BASHR, HD_OP_ASHR, 0},    {Z3_OP_ULEQ, HD_OP_ULE, 0},
    {Z3_OP_SLEQ, HD_OP_SLE, 0},     {Z3_OP_ULT, HD_OP_ULT, 0},       {Z3_OP_SLT, HD_OP_SLT, 0},
    {Z3_OP_UGEQ, HD_OP_ULE, 1},     {Z3_OP_SGEQ, HD_OP_SLE, 1},      {Z3_OP_UGT, HD_OP_ULT, 1},
    {Z3_OP_SGT, HD_OP_SLT, 1},
};

static item apply_plain(back *b, const plain_op *o, const item *a, unsigned n)
{
  for (unsigned i = 0; i < n; i++) {
    if (a[i].integer || hd_term_sort(b->T, a[i].term).kind == HD_SORT_ARRAY) return fail_conversion(b);
  }
  hd_term t = o->swap ? hd_term_2(b->T, (hd_op)o->op, a[1].term, a[0].term) : a[0].term;
  for (unsigned i = 1; i < n && !o->swap; i++) {
    bool too_wide = o->op == HD_OP_CONCAT && hd_term_sort(b->T, t).width + hd_term_sort(b->T, a[i].term).width > 64;
    if (too_wide) return fail_conversion(b);
    t = hd_term_2(b->T, (hd_op)o->op, t, a[i].term);
  }
  return plain_item(t);
}

static item distinct(back *b, const item *a, unsigned n)
{
  hd_term t = hd_term_true(b->T);
  for (unsigned i = 0; i < n; i++) {
    for (unsigned j = i + 1; j < n && !b->failed; j++)
      t = hd_term_2(b->T, HD_OP_AND, t, hd_term_1(b->T, HD_OP_NOT, equal_items(b, a[i], a[j]).term));
  }
  return b->failed ? nothing : plain_item(t);
}

static item apply_integer(back *b, Z3_decl_kind kind, const item *a, unsigned n)
{
  for (unsigned i = 0; i < n; i++) {
    if (!a[i].integer) return fail_conversion(b);
  }
  switch (kind) {
  case Z3_OP_ADD: return sum_items(b, a, n, false);
  case Z3_OP_SUB: return sum_items(b, a, n, true);
  case Z3_OP_UMINUS: return sum_items(b, (item[]){number_item(b, 0), a[0]}, 2, true);
  case Z3_OP_MUL: {
    item all = a[0];
    for (unsigned i = 1; i < n && !b->failed; i++) all = product_item(b, all, a[i]);
    return all;
  }
  case Z3_OP_IDIV: return modulo_item(b, a[0], a[1], true);
  case Z3_OP_MOD: return modulo_item(b, a[0], a[1], false);
  case Z3_OP_LE: return compare_items(b, HD_OP_SLE, HD_OP_ULE, a[0], a[1]);
  case Z3_OP_LT: return compare_items(b, HD_OP_SLT, HD_OP_ULT, a[0], a[1]);
  case Z3_OP_GE: return compare_items(b, HD_OP_SLE, HD_OP_ULE, a[1], a[0]);
  case Z3_OP_GT: return compare_items(b, HD_OP_SLT, HD_OP_ULT, a[1], a[0]);
  default: return fail_conversion(b);
  }
}

/* Operators with a width among their parameters. */
static item apply_sized(back *b, Z3_ast app, Z3_func_decl decl, Z3_decl_kind kind, const item *a)
{
  Z3_context c = hd_z3();
  hd_terms *T = b->T;
  Z3_sort sort = Z3_get_sort(c, app);
  unsigned width = Z3_get_sort_kind(c, sort) == Z3_BV_SORT ? Z3_get_bv_sort_size(c, sort) : 0;
  if (width > 64) return fail_conversion(b);
  switch (kind) {
  case Z3_OP_BNOT: return plain_item(hd_term_1(T, HD_OP_BNOT, a[0].term));
  case Z3_OP_BNEG: return plain_item(hd_term_1(T, HD_OP_NEG, a[0].term));
  case Z3_OP_ZERO_EXT: return plain_item(hd_term_to(T, HD_OP_ZEXT, width, a[0].term));
  case Z3_OP_SIGN_EXT: return plain_item(hd_term_to(T, HD_OP_SEXT, width, a[0].term));
  case Z3_OP_EXTRACT:
    return plain_item(hd_term_extract(T, a[0].term, (unsigned)Z3_get_decl_int_parameter(c, decl, 1), width));
  case Z3_OP_INT2BV: return a[0].integer ? plain_item(at_width(b, a[0], width)) : fail_conversion(b);
  case Z3_OP_BV2INT: {
    hd_wide one = 1;
    return (item){a[0].term, true, 0, (one << hd_term_sort(T, a[0].term).width) - 1};
  }
  default: return fail_conversion(b);
  }
}

static item apply_bool(back *b, Z3_decl_kind kind, const item *a, unsigned n)
{
  switch (kind) {
  case Z3_OP_NOT: return plain_item(hd_term_1(b->T, HD_OP_NOT, a[0].term));
  case Z3_OP_IMPLIES: return plain_item(hd_term_2(b->T, HD_OP_OR, hd_term_1(b->T, HD_OP_NOT, a[0].term), a[1].term));
  case Z3_OP_XOR: return plain_item(hd_term_ne(b->T, a[0].term, a[1].term));
  case Z3_OP_IFF:
  case Z3_OP_EQ: return equal_items(b, a[0], a[1]);
  case Z3_OP_DISTINCT: return distinct(b, a, n);
  default: return choose_item(b, a);
  }
}

static item apply_items(back *b, Z3_ast app, const item *a, unsigned n)
{
  Z3_context c = hd_z3();
  Z3_func_decl decl = Z3_get_app_decl(c, Z3_to_app(c, app));
  Z3_decl_kind kind = Z3_get_decl_kind(c, decl);
  for (unsigned i = 0; i < HD_COUNT(plain_ops); i++) {
    if (plain_ops[i].kind == kind) return apply_plain(b, &plain_ops[i], a, n);
  }
  switch (kind) {
  case Z3_OP_TRUE: return plain_item(hd_term_true(b->T));
  case Z3_OP_FALSE: return plain_item(hd_term_false(b->T));
  case Z3_OP_NOT:
  case Z3_OP_IMPLIES:
  case Z3_OP_XOR:
  case Z3_OP_IFF:
  case Z3_OP_EQ:
  case Z3_OP_DISTINCT:
  case Z3_OP_ITE: return apply_bool(b, kind, a, n);
  case Z3_OP_SELECT: return n == 2 ? access(b, a, false) : fail_conversion(b);
  case Z3_OP_STORE: return n == 3 ? access(b, a, true) : fail_conversion(b);
  case Z3_OP_UNINTERPRETED: return n ? fail_conversion(b) : leaf_item(b, app);
  default: break;
  }
  if (n && a[0].integer && kind != Z3_OP_INT2BV) return apply_integer(b, kind, a, n);
  return n ? apply_sized(b, app, decl, kind, a) : fail_conversion(b);
}

enum { DEEPEST = 20000, MOST_ARGS = 4096 };

static item convert_ast(back *b, Z3_ast a, unsigned depth)
{
  Z3_context c = hd_z3();
  const uint64_t *known = hd_map_find(&b->known, Z3_get_ast_id(c, a));
  if (known) return b->items.data[*known];
  if (depth > DEEPEST) return fail_conversion(b);
  item made;
  Z3_ast_kind kind = Z3_get_ast_kind(c, a);
  if (kind == Z3_NUMERAL_AST) {
    made = numeral(b, a);
  } else if (kind == Z3_APP_AST) {
    unsigned n = Z3_get_app_num_args(c, Z3_to_app(c, a));
    if (n > MOST_ARGS) return fail_conversion(b);
    item *args = hd_alloc(n + 1, sizeof *args);
    for (unsigned i = 0; i < n && !b->failed; i++)
      args[i] = convert_ast(b, Z3_get_app_arg(c, Z3_to_app(c, a), i), depth + 1);
    made = b->failed ? nothing : apply_items(b, a, args, n);
    free(args);
  } else {
    made = fail_conversion(b);
  }
  if (b->failed) return nothing;
  hd_map_put(&b->known, Z3_get_ast_id(c, a), b->items.len);
  hd_vec_push(&b->items, made);
  return made;
}

hd_term hd_smt_from_z3(hd_smt *s, Z3_ast a)
{
  back b = {.s = s, .T = s->T};
  item made = convert_ast(&b, a, 0);
  hd_vec_clear(&b.items);
  hd_map_clear(&b.known);
  return b.failed || made.integer ? HD_NO_TERM : made.term;
}
