/* unroll.h - all ways through a program, move by move, as one formula that grows.
 *
 * Where ways of the same number of moves meet at a cut, values are merged under the conditions of the ways there, and
 * get names, so that formulas stay flat. The ways begin at the start, or at any cut with any values.
 *
 * When the program gets a stronger guard or assertion, an unrolling stays as it is: a guard becomes a constraint on
 * each occurrence of its edge, and an assertion a possible violation at each occurrence. So what the solver has learned
 * stays. */
#ifndef HD_SEQUENTIAL_UNROLL_H
#define HD_SEQUENTIAL_UNROLL_H

#include "logic/formula.h"
#include "sequential/cutgraph.h"

/* Where control can be after so many moves, and with what; by cut. */
typedef struct {
  hd_term cond;
  hd_term *state; /* NULL: not there */
} hd_front;

typedef struct {
  hd_cutgraph *g;
  hd_terms *T;
  hd_solver *solver;
  hd_term *arrays; /* by cell: whole arrays are never merged (blocks.h), there is one of each */
  hd_front *now, *next;
  HD_VEC(hd_block *) blocks;
  HD_VEC(hd_term) supposed; /* true at the start, to be asked about; needed: those that an answer rested on */
  uint8_t *needed;
  uint8_t *pruned;              /* supposed variables that ways were given up for */
  hd_term fail;                 /* the last move violated an assertion */
  hd_term beyond;               /* ... or came to where nothing is known */
  HD_VEC(hd_block_target) ends; /* those places, with their conditions */
  uint32_t length;              /* moves made */
  uint32_t last;                /* the first block of the last move */
  hd_term where;                /* from any cut: which one it is */
} hd_unrolling;

/* An edge's guard got stronger by the fact, or (HD_NO_TERM) its assertion did. */
typedef struct {
  hd_edge edge;
  hd_term fact;
} hd_seq_change;

hd_unrolling *hd_unrolling_new(hd_cutgraph *g);
void hd_unrolling_free(hd_unrolling *u);
/* How the ways begin; facts: by cut. */
void hd_unrolling_from_start(hd_unrolling *u);
void hd_unrolling_from_any(hd_unrolling *u, const hd_term *facts);

/* One more move on every way. Afterwards fail and beyond are about this move. */
void hd_unroll(hd_unrolling *u);

/* The facts hold wherever ways have come to. */
void hd_unrolling_suppose(hd_unrolling *u, const hd_term *facts);
/* The facts hold where the ways from any cut begin. */
void hd_unrolling_suppose_first(hd_unrolling *u, const hd_term *facts);

/* Is it satisfiable together with what is supposed? */
hd_answer hd_unrolling_ask(hd_unrolling *u, hd_term t);
/* The same; if not, notes which suppositions were needed for that. */
hd_answer hd_unrolling_check(hd_unrolling *u, hd_term t);
/* Is some violation so far possible in the similar program? If not, marks which supposed variables, and which parts, it
 * took. */
hd_answer hd_unrolling_attempt(hd_unrolling *u, const hd_seq_attempt *a, uint8_t *needed);
/* Ways that are impossible are not followed; true when some way is left, or may be. */
bool hd_unrolling_prune(hd_unrolling *u);

/* When the occurrence of an ASSERT edge is violated. */
hd_term hd_unrolling_violation(hd_unrolling *u, const hd_block_edge *e);
/* The change in all moves so far; violations: gets those that a stronger assertion makes. Ways go on behind such a
 * violation as before, to where a constraint may make them, and it, impossible: to change both, begin anew. */
void hd_unrolling_change(hd_unrolling *u, hd_seq_change c, hd_term_list *violations);

#endif
