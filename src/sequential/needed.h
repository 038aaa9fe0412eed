/* needed.h - which supposed variables a proof rests on.
 *
 * The invariants are inductive and exclude every violation while all supposed variables are true. Each move is checked
 * again with these as assumptions, and unsatisfiable cores say which of them were needed: with the others false, the
 * same invariants are still a proof. */
#ifndef HD_SEQUENTIAL_NEEDED_H
#define HD_SEQUENTIAL_NEEDED_H

#include "sequential/cutgraph.h"

/* Invariants by cut, over the graph's cells; safety: they are to exclude violations, too, not only to hold. Marks those
 * that are needed, a byte each. False: a solver did not answer. */
bool hd_seq_find_needed(hd_cutgraph *g, const hd_term *invariants, bool safety, uint8_t *needed);
/* The marked ones, in a result. */
void hd_seq_say_needed(const hd_seq_task *task, const uint8_t *needed, hd_seq_result *out);

#endif
