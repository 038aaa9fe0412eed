/* pool.h - how terms are kept; only the files of src/expr include this.
 *
 * A node's arguments have smaller ids than the node, so ascending ids are a topological
 * order. Pointers to nodes are valid until the next term is built; handles always are.
 * Invariant of the table: no two nodes agree in operator, sort, value and arguments. */
#ifndef HD_EXPR_POOL_H
#define HD_EXPR_POOL_H

#include "expr/term.h"

typedef struct {
  uint8_t op;
  hd_sort sort;
  uint16_t tree; /* nodes when written out as a tree, up to HD_TREE_MANY */
  uint8_t reads; /* does a SELECT or DEREF occur? then evaluating it early may read out of range */
  uint8_t unused;
  uint32_t args[3];
  uint32_t hash;
  uint64_t value; /* CONST: value; VAR: symbol; EXTRACT: low bit; else 0 */
} hd_node;

enum { HD_TREE_MANY = UINT16_MAX };

struct hd_terms {
  hd_node *nodes; /* nodes[0] is not a term */
  uint32_t len, cap;
  uint64_t *slots; /* hash above, id below; 0 is free */
  uint32_t mask;
};

/* An operator about to be applied. */
typedef struct {
  hd_op op;
  hd_sort sort;
  uint64_t value;
  hd_term args[3];
} hd_app;

static inline const hd_node *hd_node_at(const hd_terms *T, hd_term t)
{
  return &T->nodes[t.id];
}

/* The node as it stands, found or added: no simplification. */
hd_term hd_term_intern(hd_terms *T, const hd_app *n);

/* A total order that depends on what terms are and not on when they were built: a text that
 * is parsed into another pool prints as it was. */
bool hd_term_precedes(const hd_terms *T, hd_term a, hd_term b);

/* The sort of an application; `wanted` gives the width where the arguments do not.
 * Returns NULL, or what is wrong with the arguments. */
const char *hd_sort_infer(const hd_terms *T, hd_op op, unsigned wanted, uint64_t low, const hd_term *args,
                          hd_sort *out);
/* Is the width part of how the operator is written, as in (zext 32 x)? */
bool hd_op_needs_width(hd_op op);

/* A smaller term with the same meaning, or HD_NO_TERM: then *n, whose arguments may have
 * been put in order, is in normal form. */
hd_term hd_simplify(hd_terms *T, hd_app *n);

/* The operators on IEEE 754 formats. */
uint64_t hd_float_eval(hd_op op, unsigned width, unsigned arg_width, const uint64_t *args);
/* The bits of the one NaN that operators give. */
static inline uint64_t hd_float_nan(unsigned width)
{
  return width == 32 ? UINT64_C(0x7fc00000) : UINT64_C(0x7ff8000000000000);
}
/* Does a double fit an integer of the width once truncated? It does between these two;
 * *closed says that the lower one is included. */
void hd_float_bounds(bool is_signed, unsigned width, double *low, bool *closed, double *high);

#endif
