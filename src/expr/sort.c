/* sort.c - which sorts an operator takes, and which it gives: one table. */
#include "expr/pool.h"

typedef enum {
  SIG_LEAF,
  SIG_BOOL,   /* Booleans to a Boolean */
  SIG_ITE,    /* Boolean, two of one sort */
  SIG_EQ,     /* two of one sort to a Boolean */
  SIG_BV,     /* bit-vectors of one width to the same */
  SIG_TEST,   /* bit-vectors of one width to a Boolean */
  SIG_EXTEND, /* a bit-vector to a width that is not smaller */
  SIG_EXTRACT,
  SIG_CONCAT,
  SIG_SELECT,
  SIG_STORE,
  SIG_DEREF, /* an address to the width asked for */
  SIG_FLOAT, /* floats of one format to the same */
  SIG_FTEST, /* floats of one format to a Boolean */
  SIG_FTOF,  /* a float to a format */
  SIG_FTOI,  /* a float to a width */
  SIG_ITOF   /* a bit-vector to a format */
} signature;

static const uint8_t signatures[HD_OP_COUNT] = {
    [HD_OP_CONST] = SIG_LEAF,      [HD_OP_VAR] = SIG_LEAF,      [HD_OP_NOT] = SIG_BOOL,    [HD_OP_AND] = SIG_BOOL,
    [HD_OP_OR] = SIG_BOOL,         [HD_OP_ITE] = SIG_ITE,       [HD_OP_EQ] = SIG_EQ,       [HD_OP_ADD] = SIG_BV,
    [HD_OP_SUB] = SIG_BV,          [HD_OP_MUL] = SIG_BV,        [HD_OP_UDIV] = SIG_BV,     [HD_OP_SDIV] = SIG_BV,
    [HD_OP_UREM] = SIG_BV,         [HD_OP_SREM] = SIG_BV,       [HD_OP_BAND] = SIG_BV,     [HD_OP_BOR] = SIG_BV,
    [HD_OP_BXOR] = SIG_BV,         [HD_OP_BNOT] = SIG_BV,       [HD_OP_NEG] = SIG_BV,      [HD_OP_SHL] = SIG_BV,
    [HD_OP_LSHR] = SIG_BV,         [HD_OP_ASHR] = SIG_BV,       [HD_OP_ULT] = SIG_TEST,    [HD_OP_ULE] = SIG_TEST,
    [HD_OP_SLT] = SIG_TEST,        [HD_OP_SLE] = SIG_TEST,      [HD_OP_ZEXT] = SIG_EXTEND, [HD_OP_SEXT] = SIG_EXTEND,
    [HD_OP_EXTRACT] = SIG_EXTRACT, [HD_OP_CONCAT] = SIG_CONCAT, [HD_OP_SADDO] = SIG_TEST,  [HD_OP_SSUBO] = SIG_TEST,
    [HD_OP_SMULO] = SIG_TEST,      [HD_OP_SELECT] = SIG_SELECT, [HD_OP_STORE] = SIG_STORE, [HD_OP_DEREF] = SIG_DEREF,
    [HD_OP_FADD] = SIG_FLOAT,      [HD_OP_FSUB] = SIG_FLOAT,    [HD_OP_FMUL] = SIG_FLOAT,  [HD_OP_FDIV] = SIG_FLOAT,
    [HD_OP_FREM] = SIG_FLOAT,      [HD_OP_FNEG] = SIG_FLOAT,    [HD_OP_FEQ] = SIG_FTEST,   [HD_OP_FLT] = SIG_FTEST,
    [HD_OP_FLE] = SIG_FTEST,       [HD_OP_FUNO] = SIG_FTEST,    [HD_OP_FTOF] = SIG_FTOF,   [HD_OP_FTOSI] = SIG_FTOI,
    [HD_OP_FTOUI] = SIG_FTOI,      [HD_OP_SITOF] = SIG_ITOF,    [HD_OP_UITOF] = SIG_ITOF,
};

/* What must hold of the arguments, as bits; and what follows for the result. */
enum {
  ALL_SAME = 1, /* all arguments of one sort */
  ALL_BOOL = 2,
  ALL_BV = 4,
  ALL_FLOAT = 8,  /* of 32 or 64 bits */
  NO_ARRAY = 16,  /* behind the first argument */
  TO_BOOL = 32,   /* gives a Boolean; */
  TO_WIDTH = 64,  /* a bit-vector of the width asked for; */
  TO_FORMAT = 128 /* likewise, 32 or 64; otherwise the first argument's sort */
};

static const uint8_t requirements[] = {
    [SIG_BOOL] = ALL_BOOL,
    [SIG_EQ] = ALL_SAME | NO_ARRAY | TO_BOOL,
    [SIG_BV] = ALL_BV | ALL_SAME,
    [SIG_TEST] = ALL_BV | ALL_SAME | TO_BOOL,
    [SIG_EXTEND] = ALL_BV | TO_WIDTH,
    [SIG_EXTRACT] = ALL_BV | TO_WIDTH,
    [SIG_CONCAT] = ALL_BV,
    [SIG_DEREF] = ALL_BV | TO_WIDTH,
    [SIG_FLOAT] = ALL_BV | ALL_SAME | ALL_FLOAT,
    [SIG_FTEST] = ALL_BV | ALL_SAME | ALL_FLOAT | TO_BOOL,
    [SIG_FTOF] = ALL_BV | ALL_FLOAT | TO_FORMAT,
    [SIG_FTOI] = ALL_BV | ALL_FLOAT | TO_WIDTH,
    [SIG_ITOF] = ALL_BV | TO_FORMAT,
};

bool hd_op_needs_width(hd_op op)
{
  signature sig = (signature)signatures[op];
  return (requirements[sig] & (TO_WIDTH | TO_FORMAT)) != 0;
}

static const char *check_argument(unsigned needs, hd_sort first, hd_sort s)
{
  if (needs & ALL_BOOL && s.kind != HD_SORT_BOOL) return "the arguments must be Booleans";
  if (needs & ALL_BV && s.kind != HD_SORT_BV) return "the arguments must be bit-vectors";
  if (needs & NO_ARRAY && s.kind == HD_SORT_ARRAY) return "an array is not allowed here";
  if (needs & ALL_SAME && !hd_sort_same(s, first)) return "the arguments must be of one width";
  if (needs & ALL_FLOAT && s.width != 32 && s.width != 64) return "a float has 32 or 64 bits";
  return NULL;
}

static const char *infer_ite(const hd_sort *s, hd_sort *out)
{
  *out = s[1];
  if (s[0].kind != HD_SORT_BOOL) return "the condition must be a Boolean";
  if (s[1].kind == HD_SORT_ARRAY) return "an array is not allowed here";
  return hd_sort_same(s[1], s[2]) ? NULL : "the branches must be of one sort";
}

static const char *infer_array(bool store, const hd_sort *s, hd_sort *out)
{
  *out = store ? s[0] : HD_BV(s[0].width);
  if (s[0].kind != HD_SORT_ARRAY) return "the first argument must be an array";
  if (!hd_sort_same(s[1], HD_BV(s[0].index))) return "the index must have the width of the array's indices";
  bool fits = !store || hd_sort_same(s[2], HD_BV(s[0].width));
  return fits ? NULL : "the value must have the width of the array's elements";
}

/* What the table cannot say: how widths relate. */
static const char *check_widths(signature sig, unsigned wanted, uint64_t low, const hd_sort *s, hd_sort *out)
{
  switch (sig) {
  case SIG_EXTEND: return wanted >= s[0].width ? NULL : "an extension must not be narrower";
  case SIG_EXTRACT: return low < 64 && low + wanted <= s[0].width ? NULL : "there are no such bits to extract";
  case SIG_CONCAT:
    if (s[0].width + s[1].width > 64) return "a bit-vector has at most 64 bits";
    *out = HD_BV(s[0].width + s[1].width);
    return NULL;
  default: return NULL;
  }
}

const char *hd_sort_infer(const hd_terms *T, hd_op op, unsigned wanted, uint64_t low, const hd_term *args, hd_sort *out)
{
  signature sig = (signature)signatures[op];
  hd_sort s[3] = {{0}};
  for (unsigned i = 0; i < hd_op_arity(op); i++) s[i] = hd_node_at(T, args[i])->sort;
  if (sig == SIG_LEAF) return "a leaf is not an application";
  if (sig == SIG_ITE) return infer_ite(s, out);
  if (sig == SIG_SELECT || sig == SIG_STORE) return infer_array(sig == SIG_STORE, s, out);

  unsigned needs = requirements[sig];
  for (unsigned i = 0; i < hd_op_arity(op); i++) {
    const char *wrong = check_argument(needs, s[0], s[i]);
    if (wrong) return wrong;
  }
  *out = s[0];
  if (needs & TO_BOOL) *out = HD_BOOL;
  if (needs & (TO_WIDTH | TO_FORMAT)) {
    if (wanted < 1 || wanted > 64) return "a bit-vector has 1 to 64 bits";
    if (needs & TO_FORMAT && wanted != 32 && wanted != 64) return "a float has 32 or 64 bits";
    *out = HD_BV(wanted);
  }
  return check_widths(sig, wanted, low, s, out);
}
