/* write_out.h - a copy of the code for each value of a counter.
 *
 * A location is copied for each combination of values that some locals have there: those that are only ever computed
 * from constants and from each other, such as the counter of a loop. Their values are put into guards, indices and
 * assigned values, so that a loop that counts is written out step by step, and an array that was indexed by the counter
 * is indexed by numbers (which program/expand.h makes scalars of).
 *
 * The written-out program has the same threads and variables, and counters are still assigned. A copy stands for
 * the states of its original location in which the counters have its values; from each of them the same steps lead to
 * the same states, since a guard or value that was folded is equal to the original one wherever its copy is reached.
 * So both programs have the same executions, step by step, and whatever is said about one holds for the other.
 * No bound is involved: code whose copies would be too many is left as it is, thread by thread. */
#ifndef HD_PROGRAM_WRITE_OUT_H
#define HD_PROGRAM_WRITE_OUT_H

#include "program/program.h"

/* The variable of an instance that stands for one of its locals. */
typedef struct {
  hd_var var;
  uint32_t instance;
} hd_own_copy;

typedef struct {
  hd_program *program; /* owned; over the original's terms, with its variables and threads under the same ids */
  hd_edge *edge;       /* by edge: the original one; its inputs come in the same order */
  hd_loc *loc;         /* by location: the original one */
  /* Of threads side by side (lockstep.h), otherwise NULL: by edge, which of its thread's instances takes it; and whose
   * the variables are that come after the original ones. */
  uint32_t *instance;
  hd_own_copy *copies;
} hd_written_out;

/* Of a resolved program, which must live as long. NULL: there is no loop to write out. */
hd_written_out *hd_write_out(const hd_program *p);
void hd_written_out_free(hd_written_out *u); /* may be NULL */

#endif
