/* translate.h - what an hd_smt is made of; only the files that translate include this.
 *
 * Each term has one image, made after those of its arguments. Under BV and for Booleans it
 * is `ast`. Under INT a bit-vector's `ast` is an integer that is congruent to the term's
 * value modulo 2^width and lies between low and high; the images in the signed and the
 * unsigned range are made when an operator first needs them.
 *
 * An image is exact, or (FREM, which Z3 has no usable operator for) an uninterpreted
 * function of exact images. */
#ifndef HD_LOGIC_TRANSLATE_H
#define HD_LOGIC_TRANSLATE_H

#include "base/map.h"
#include "logic/z3_context.h"

__extension__ typedef __int128 hd_wide;

typedef struct {
  Z3_ast ast;
  Z3_ast ranged[2]; /* INT: in the unsigned and in the signed range; NULL: not made yet */
  Z3_ast fact;      /* INT, of variables and elements: that they are in their range; of a conjunction, the same
                * for what only it uses; else NULL */
  hd_wide low, high;
  bool inexact; /* contains FREM */
  bool floats;  /* contains a float operator */
  bool hard;    /* contains what burdens a solver even when nothing depends on it */
} hd_image;

struct hd_smt {
  hd_terms *T;
  hd_arith arith;
  const hd_signs *signs;
  const hd_budget *budget;
  hd_smt_cost cost;
  hd_image *images; /* by term id; ast NULL: not yet */
  uint32_t n_images;
  struct hd_world *world; /* INT: the one that terms are translated in now, or NULL */
  hd_map promised;        /* INT: terms promised not to wrap, to the test for it */
  hd_map leaves;          /* Z3's number of a constant to the VAR term it stands for */
  hd_map symbols;         /* symbol (twice, plus 1 for arrays) to its VAR term, of what was translated */
  hd_solver *once;        /* for one-off questions */
};

/* The image of a term whose arguments have theirs; asts are referenced by the caller. */
hd_image hd_translate_bv(hd_smt *s, hd_term t);
hd_image hd_translate_int(hd_smt *s, hd_term t);
/* The image of a op b, which is known to lie in the signed range. */
hd_image hd_translate_exact(hd_smt *s, hd_op overflow, hd_term a, hd_term b);
/* The formula without floats, by bit-vectors alone; kept. NULL: Z3 could not. */
Z3_ast hd_z3_lower_floats(Z3_ast formula);
/* A float operator on bit-vectors. */
Z3_ast hd_translate_float(const hd_terms *T, hd_term t, const Z3_ast *args);

Z3_ast hd_z3_bv(unsigned width, uint64_t value);
/* The named constant of a variable. */
Z3_ast hd_z3_variable(uint32_t symbol, Z3_sort sort);

/* The image of a term that was translated, in the world that is current. */
hd_image *hd_image_of(hd_smt *s, hd_term t);
void hd_image_drop(hd_image *image);

static inline bool hd_reads_signed(const hd_smt *s, uint32_t symbol)
{
  return !s->signs || s->signs->is_signed(s->signs->context, symbol);
}

/* The variable that an array is, but for stores. */
static inline hd_term hd_array_base(const hd_terms *T, hd_term array)
{
  while (hd_term_op(T, array) == HD_OP_STORE) array = hd_term_arg(T, array, 0);
  return array;
}

#endif
