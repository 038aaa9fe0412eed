/* guess.h - simple invariants by guessing and sieving.
 *
 * Candidates are read off the program: comparisons that it makes, assertions, bounds by the constants that
 * variables get, and linear relations in a few executions (sample.h). Those that a solver shows not to be kept
 * by some move are dropped until the rest is inductive (Flanagan and Leino's Houdini, 2001). Cheap, and often
 * all that an induction step lacks. */
#ifndef HD_SEQUENTIAL_GUESS_H
#define HD_SEQUENTIAL_GUESS_H

#include "sequential/cutgraph.h"

/* Strengthens the facts (by cut, over the graph's cells), which hold already. False when the
 * budget ended first: then nothing was added. */
bool hd_guess_facts(hd_cutgraph *g, const hd_budget *b, hd_term *facts);

#endif
