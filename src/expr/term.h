/* term.h - typed terms, hash-consed: equal terms are equal handles.
 *
 * A term is a Boolean, a bit-vector of 1 to 64 bits, or an array of those. Bit-vectors
 * have no sign; the operators do. Values travel as uint64_t, zero above their width.
 * Every operator is total, so that evaluation never fails:
 *   x udiv 0 = all ones, x urem 0 = x, and sdiv/srem by 0 as SMT-LIB defines them;
 *   a shift by at least the width gives 0 (ashr: the sign everywhere);
 *   select outside an array's count is 0 (the program guards it first).
 *   a float operator that gives a NaN gives the quiet positive one, fneg flips the sign bit.
 * What C leaves undefined is guarded by the program's edges, never by a term.
 *
 * Building a term simplifies it: constants are folded, units and annihilators removed,
 * commutative arguments ordered, a constant last. The invariants: a built term evaluates
 * like the operator applied to its arguments, for every environment; building a term again
 * from its parts gives the same handle; what a term looks like does not depend on what else
 * is in the pool; and an array is never read where the branches of ITE excluded it. */
#ifndef HD_EXPR_TERM_H
#define HD_EXPR_TERM_H

#include <stdio.h>

#include "base/base.h"

typedef struct {
  uint32_t id;
} hd_term;

#define HD_NO_TERM ((hd_term){0})
static inline bool hd_term_is(hd_term t)
{
  return t.id != 0;
}
static inline bool hd_term_same(hd_term a, hd_term b)
{
  return a.id == b.id;
}

typedef enum { HD_SORT_BOOL, HD_SORT_BV, HD_SORT_ARRAY } hd_sort_kind;

typedef struct {
  uint8_t kind;  /* hd_sort_kind */
  uint8_t width; /* bits of the value; of an array: of an element; 1 for bool */
  uint8_t index; /* of an array: bits of the index; else 0 */
} hd_sort;

#define HD_BOOL ((hd_sort){HD_SORT_BOOL, 1, 0})
#define HD_BV(bits) ((hd_sort){HD_SORT_BV, (uint8_t)(bits), 0})
#define HD_ARRAY(index_bits, bits) ((hd_sort){HD_SORT_ARRAY, (uint8_t)(bits), (uint8_t)(index_bits)})
static inline bool hd_sort_same(hd_sort a, hd_sort b)
{
  return a.kind == b.kind && a.width == b.width && a.index == b.index;
}

/* X(name, text, arguments): the text is the operator's name in the textual form. */
#define HD_OPS(X)                                                                             \
  X(CONST, "const", 0) /* value */                                                            \
  X(VAR, "var", 0)     /* symbol: a number that belongs to the caller */                      \
  /* Booleans */                                                                              \
  X(NOT, "not", 1)                                                                            \
  X(AND, "and", 2)                                                                            \
  X(OR, "or", 2)                                                                              \
  X(ITE, "ite", 3) /* bool, then, else: any sort but array; only the chosen branch is read */ \
  X(EQ, "=", 2)    /* any sort but array */                                                   \
  /* bit-vectors */                                                                           \
  X(ADD, "add", 2)                                                                            \
  X(SUB, "sub", 2)                                                                            \
  X(MUL, "mul", 2)                                                                            \
  X(UDIV, "udiv", 2)                                                                          \
  X(SDIV, "sdiv", 2)                                                                          \
  X(UREM, "urem", 2)                                                                          \
  X(SREM, "srem", 2)                                                                          \
  X(BAND, "band", 2)                                                                          \
  X(BOR, "bor", 2)                                                                            \
  X(BXOR, "bxor", 2)                                                                          \
  X(BNOT, "bnot", 1)                                                                          \
  X(NEG, "neg", 1)                                                                            \
  X(SHL, "shl", 2)                                                                            \
  X(LSHR, "lshr", 2)                                                                          \
  X(ASHR, "ashr", 2)                                                                          \
  X(ULT, "ult", 2)                                                                            \
  X(ULE, "ule", 2)                                                                            \
  X(SLT, "slt", 2)                                                                            \
  X(SLE, "sle", 2)                                                                            \
  X(ZEXT, "zext", 1)       /* to the term's width */                                          \
  X(SEXT, "sext", 1)       /* to the term's width */                                          \
  X(EXTRACT, "extract", 1) /* the term's width bits from bit `value` up */                    \
  X(CONCAT, "concat", 2)   /* high, low */                                                    \
  /* does the signed operation overflow? bool */                                              \
  X(SADDO, "saddo", 2)                                                                        \
  X(SSUBO, "ssubo", 2)                                                                        \
  X(SMULO, "smulo", 2)                                                                        \
  /* arrays */                                                                                \
  X(SELECT, "select", 2) /* array, index */                                                   \
  X(STORE, "store", 3)   /* array, index, value */                                            \
  /* memory not yet resolved to variables: address; only in raw programs */                   \
  X(DEREF, "deref", 1)                                                                        \
  /* IEEE 754 on bit-vectors of 32 and 64 bits, round to nearest even */                      \
  X(FADD, "fadd", 2)                                                                          \
  X(FSUB, "fsub", 2)                                                                          \
  X(FMUL, "fmul", 2)                                                                          \
  X(FDIV, "fdiv", 2)                                                                          \
  X(FREM, "frem", 2)                                                                          \
  X(FNEG, "fneg", 1)                                                                          \
  X(FEQ, "feq", 2) /* ordered and equal */                                                    \
  X(FLT, "flt", 2)                                                                            \
  X(FLE, "fle", 2)                                                                            \
  X(FUNO, "funo", 2)   /* unordered: one of them is not a number */                           \
  X(FTOF, "ftof", 1)   /* between the two formats */                                          \
  X(FTOSI, "ftosi", 1) /* truncates; what does not fit gives 0 */                             \
  X(FTOUI, "ftoui", 1)                                                                        \
  X(SITOF, "sitof", 1)                                                                        \
  X(UITOF, "uitof", 1)

typedef enum {
#define X(name, text, arity) HD_OP_##name,
  HD_OPS(X)
#undef X
      HD_OP_COUNT
} hd_op;

/* The pool. Terms live as long as it does. */
typedef struct hd_terms hd_terms;
hd_terms *hd_terms_new(void);
void hd_terms_free(hd_terms *T);
uint32_t hd_terms_count(const hd_terms *T);
/* Are arguments older than what they are arguments of, and is every term found again from its parts? */
bool hd_terms_check(const hd_terms *T); /* ids run from 1 to this number, arguments before terms */

/* Leaves. */
hd_term hd_term_const(hd_terms *T, hd_sort sort, uint64_t value); /* cut to the width */
hd_term hd_term_bv(hd_terms *T, unsigned width, uint64_t value);
hd_term hd_term_true(hd_terms *T);
hd_term hd_term_false(hd_terms *T);
hd_term hd_term_bool(hd_terms *T, bool value);
hd_term hd_term_var(hd_terms *T, hd_sort sort, uint32_t symbol);

/* Operators whose sort follows from their arguments. Sorts that do not fit are a defect. */
hd_term hd_term_1(hd_terms *T, hd_op op, hd_term a);
hd_term hd_term_2(hd_terms *T, hd_op op, hd_term a, hd_term b);
hd_term hd_term_3(hd_terms *T, hd_op op, hd_term a, hd_term b, hd_term c);
/* Operators that need a width: ZEXT, SEXT, FTOF, FTOSI, FTOUI, SITOF, UITOF, DEREF. */
hd_term hd_term_to(hd_terms *T, hd_op op, unsigned width, hd_term a);
hd_term hd_term_extract(hd_terms *T, hd_term a, unsigned low, unsigned width);
/* Zero- or sign-extends or truncates to the width, whichever is needed. */
hd_term hd_term_resize(hd_terms *T, hd_term a, unsigned width, bool is_signed);
/* The general builder, for copying and parsing: value is EXTRACT's low bit. */
hd_term hd_term_build(hd_terms *T, hd_op op, hd_sort sort, uint64_t value, const hd_term *args);

/* Shorthands. */
hd_term hd_term_ne(hd_terms *T, hd_term a, hd_term b);
hd_term hd_term_eq_bv(hd_terms *T, hd_term a, uint64_t value);
/* a where the value is b, b where it is a. */
hd_term hd_term_exchange(hd_terms *T, hd_term value, uint64_t a, uint64_t b);
hd_term hd_term_from_bool(hd_terms *T, hd_term b, unsigned width); /* ite(b, 1, 0) */
hd_term hd_term_to_bool(hd_terms *T, hd_term a);                   /* a != 0; a Boolean is left as it is */

/* What a term is. */
hd_op hd_term_op(const hd_terms *T, hd_term t);
hd_sort hd_term_sort(const hd_terms *T, hd_term t);
unsigned hd_term_arity(const hd_terms *T, hd_term t);
hd_term hd_term_arg(const hd_terms *T, hd_term t, unsigned i);
uint64_t hd_term_value(const hd_terms *T, hd_term t);  /* CONST: the value; EXTRACT: the low bit */
uint32_t hd_term_symbol(const hd_terms *T, hd_term t); /* VAR */
bool hd_term_is_const(const hd_terms *T, hd_term t, uint64_t *value);
bool hd_term_is_true(const hd_terms *T, hd_term t);
bool hd_term_is_false(const hd_terms *T, hd_term t);
const char *hd_op_text(hd_op op);
unsigned hd_op_arity(hd_op op);
static inline uint64_t hd_mask(unsigned width)
{
  return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}
static inline int64_t hd_signed(uint64_t value, unsigned width)
{
  return (int64_t)(value << (64 - width)) >> (64 - width);
}

/* One operator on values: the meaning that folding, the evaluator, the interpreter and
 * the compiled step functions all share. widths: of the result and of the first argument. */
uint64_t hd_op_eval(hd_op op, unsigned width, unsigned arg_width, uint64_t low, const uint64_t *args);

/* Evaluation under an environment. array == false: the scalar's value;
 * true: the element of the array symbol at the index. */
typedef struct {
  uint64_t (*read)(void *context, uint32_t symbol, bool array, uint64_t index);
  void *context;
} hd_env;
uint64_t hd_term_eval(const hd_terms *T, hd_term t, const hd_env *env);

/* Replaces variables: `replace` returns the replacement of a VAR term, or HD_NO_TERM to leave it as it is. DEREF terms
 * are offered too, after their address was rewritten. */
typedef struct {
  hd_term (*replace)(void *context, hd_term leaf);
  void *context;
} hd_rewrite;
hd_term hd_term_substitute(hd_terms *T, hd_term t, const hd_rewrite *r);
/* The same, and SELECT terms are offered, too. */
hd_term hd_term_substitute_elements(hd_terms *T, hd_term t, const hd_rewrite *r);

/* A term of another pool, rebuilt in this one; HD_NO_TERM stays HD_NO_TERM. `leaf` is asked for each VAR term of `from`
 * and answers with a term of `into`; NULL, or HD_NO_TERM: the same symbol. The map, an entry for each id of `from` and
 * 0, zeros at first, keeps what was rebuilt before. */
hd_term hd_term_import(hd_terms *into, const hd_terms *from, hd_term t, const hd_rewrite *leaf, hd_term *map);

/* Calls `visit` once for each distinct VAR (and DEREF) term below t. */
void hd_term_visit_leaves(const hd_terms *T, hd_term t, void (*visit)(void *context, hd_term leaf), void *context);
bool hd_term_mentions(const hd_terms *T, hd_term t, uint32_t symbol);
uint32_t hd_term_size(const hd_terms *T, hd_term t); /* distinct subterms */

/* Names of symbols for printing; the text is used before the next call. */
typedef struct {
  const char *(*name)(void *context, uint32_t symbol);
  /* Should constants compared or computed with this symbol be shown signed? May be NULL. */
  bool (*is_signed)(void *context, uint32_t symbol);
  void *context;
} hd_names;

/* The textual form: (add x 7:32), constants as 7:32 or -7:32, true, false; operators that
 * need a width have it first: (zext 32 x), and (extract 8 16 x) is 16 bits from bit 8 up.
 * Subterms that a large term shares are named: (let ((?1 ..) (?2 ..)) ..).
 * A name is a run of characters other than spaces and parentheses that does not look like
 * a constant. */
void hd_term_print(FILE *out, const hd_terms *T, hd_term t, const hd_names *names);
/* Reads it back from *text, moving the pointer past it. `find` gives a name's symbol and
 * sort, or returns false. On an error: HD_NO_TERM, *text is where it was found, and *error
 * says what is wrong. Does not read further than the term. */
typedef struct {
  bool (*find)(void *context, const char *name, size_t length, uint32_t *symbol, hd_sort *sort);
  void *context;
} hd_scope;
hd_term hd_term_parse(hd_terms *T, const char **text, const hd_scope *scope, const char **error);

/* As a C expression whose behaviour is fully defined (by gcc and clang, where ISO C leaves a conversion to them), and
 * as SMT-LIB 2. In C, a variable is of any integer type of the term's width, or _Bool, and an array is one of C's,
 * whose bounds the program has checked; it needs <stdint.h>. Where names->is_signed is given, it is the signedness of
 * the variables' C types, and saves casts. The names hd_r and hd_1, hd_2, .. must be free. */
void hd_term_print_c(FILE *out, const hd_terms *T, hd_term t, const hd_names *names);
void hd_term_print_smt2(FILE *out, const hd_terms *T, hd_term t, const hd_names *names);

#endif
