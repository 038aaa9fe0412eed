/* passed_facts.h - facts that hold wherever some assertions are passed.
 *
 * The invariants of a proof hold at loop heads. To find out which candidates they imply in between takes one query for
 * each move. All candidates are tried together; a model in which one of them fails drops all that fail in it. */
#ifndef HD_SEQUENTIAL_PASSED_FACTS_H
#define HD_SEQUENTIAL_PASSED_FACTS_H

#include "sequential/sequential.h"

typedef struct {
  const hd_seq_invariant *invariants; /* of a proof that the program is safe */
  uint32_t n_invariants;
  const hd_edge *edges; /* assertions */
  uint32_t n_edges;
  hd_term when;            /* only where this holds */
  const hd_term *formulas; /* over the program's variables: the candidates */
  const hd_var *names;     /* Boolean variables that the program does not use, one for each of them */
  uint32_t n;
} hd_seq_holding;

/* Marks those of the formulas that hold, a byte each. */
void hd_seq_find_holding(hd_seq_session *s, const hd_seq_holding *x, const hd_budget *b, uint8_t *holds);

#endif
