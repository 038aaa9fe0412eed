/* cover.h - any number of threads without recursion: coverability.
 *
 * Threads in equal states (moves.h) are counted. More threads never prevent a move, so the configurations are a
 * well-structured system. The proof is the tree of Karp and Miller: a configuration that exceeds one on the way to it,
 * with the same globals, is one of a sequence without end, and what grew counts as `many`. A configuration is left out
 * when another one of the tree has at least as many threads in every state: whatever it can do, that one can. The tree
 * is finite, and covers exactly what is reachable: if it contains no target, that is a proof; if it contains one, that
 * is an error.
 *
 * The execution that shows an error is looked for among exact configurations, with more and more threads. */
#ifndef HD_BOOLEAN_COVER_H
#define HD_BOOLEAN_COVER_H

#include "base/budget.h"
#include "boolean/run.h"

typedef enum {
  HD_BP_NOT_COVERED,  /* no target is reachable */
  HD_BP_COVERED,      /* one is; the trace shows it */
  HD_BP_COVER_ENDED,  /* the budget ended, in the tree or in the search for an execution */
  HD_BP_COVER_REFUSED /* recursion, or steps that are too free */
} hd_bp_cover_end;

typedef struct {
  hd_bp_cover_end end;
  bool reachable;     /* known, whether or not there was time for the trace */
  uint64_t nodes;     /* of the tree */
  uint64_t states;    /* exact ones */
  hd_bp_trace *trace; /* COVERED: owned */
} hd_bp_covered;

hd_bp_covered hd_bp_cover(const hd_bp *p, const bool *targets, const hd_budget *budget);

#endif
