/* project_rows.h - the integers behind the bits of literals that are true in a model: inequalities, equations,
 * disequalities and congruences. Only the files of project.h include this.
 *
 * Everything in it is true in the model, and together it implies the literals that were read. Where a sum wraps around,
 * or a choice between signs is to be made, the model says how, and a row says where that holds. */
#ifndef HD_LOGIC_PROJECT_ROWS_H
#define HD_LOGIC_PROJECT_ROWS_H

#include "logic/linear_rows.h"

/* sum = rest, modulo the modulus. */
typedef struct {
  hd_sum sum;
  int64_t rest, modulus;
  bool gone;
} hd_congruence;

/* A term without what goes, for which a symbol stands. */
typedef struct {
  hd_term term;
  uint32_t symbol;
} hd_box;

typedef struct {
  hd_terms *T;
  const hd_symbol_set *set;
  const hd_env *model;
  hd_linear rows;                /* not exact: numbers were too large, nothing here is of use */
  HD_VEC(hd_linear_row) unequal; /* sum is not the bound */
  HD_VEC(hd_congruence) congruences;
  HD_VEC(hd_box) boxes;
  hd_map values;  /* of the symbols that were made here, in the model */
  hd_map symbols; /* terms for which they stand */
  hd_u32s going;  /* symbols */
  uint32_t next;  /* symbol */
  hd_term stuck;  /* a term about what goes that is no sum; HD_NO_TERM: all were */
} hd_projection;

/* Reads the conjuncts; literals, where they mention what goes. False: `stuck`, or too large. */
bool hd_projection_read(hd_projection *p, const hd_term_list *conjuncts);
/* Eliminates what goes. False: the numbers became too large. */
bool hd_projection_eliminate(hd_projection *p);
/* What is left. HD_NO_TERM: too large. */
hd_term hd_projection_formula(hd_projection *p);
void hd_projection_clear(hd_projection *p);

/* --- for reading --------------------------------------------------------------------------------------- */

uint32_t hd_projection_symbol(hd_projection *p, unsigned width, int64_t value, bool goes);
hd_wide hd_projection_value(const hd_projection *p, const hd_sum *sum);
/* sum <= bound, or =. */
void hd_projection_push(hd_projection *p, hd_sum sum_take, hd_wide bound, bool equal);
/* sum != bound. */
void hd_projection_push_unequal(hd_projection *p, hd_sum sum_take, hd_wide bound);
/* low <= a <= high, unless that is known. */
void hd_projection_within(hd_projection *p, const hd_affine *a, hd_wide low, hd_wide high);
/* a = 0 modulo the modulus. */
void hd_projection_congruent(hd_projection *p, const hd_affine *a, hd_wide modulus);

#endif
