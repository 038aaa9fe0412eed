/* loops.h - the loops of each thread's graph, how they nest, and how often they can run.
 *
 * A loop is a set of locations in which each can be reached from each; its head is the location
 * where it is entered. Taking the head away leaves its inner loops. A loop with another
 * entrance beside its head is irreducible; a natural loop's head dominates its body. The
 * invariants: every cycle of the graph contains a back edge (an edge of a loop into its head);
 * two loops lie apart or one in the other.
 *
 * A bound is a fact, for every execution: between entering the loop and leaving it, an instance
 * takes its back edges at most `bound` times. It is shown from a counter that starts as a constant,
 * is changed by the same amount in each iteration, and is tested on every way around. Such a
 * test sees the values as they wrap around, so a bound is never too small. Where nothing can be
 * shown the bound is HD_NONE. */
#ifndef HD_ANALYSIS_LOOPS_H
#define HD_ANALYSIS_LOOPS_H

#include "analysis/liveness.h"

typedef struct {
  hd_thread thread;
  hd_loc head;
  bool irreducible;
  uint32_t parent; /* the loop around it, or HD_NONE */
  uint32_t depth;  /* 1: in no other loop */
  uint32_t *body;  /* locations in ascending order, the head among them */
  uint32_t n_body;
  uint32_t *back; /* edges from the body to the head */
  uint32_t n_back;
  uint32_t bound;  /* HD_NONE: not known */
  hd_var counter;  /* what the bound rests on */
  uint32_t *times; /* with a bound, for each of body: the most iterations that can visit it, counting
                       the last one, which does not come around */
} hd_loop;

typedef struct {
  hd_arena arena;
  HD_VEC(hd_loop) list; /* a loop after the one around it */
  uint32_t *innermost;  /* by location: the smallest loop it lies in, or HD_NONE */
} hd_loops;

/* Of a resolved program; what cannot be reached from an entry is in no loop. */
hd_loops *hd_loops_new(hd_program *p, const hd_liveness *live);
void hd_loops_free(hd_loops *l);

/* The most times that one instance can reach the location in a whole execution; HD_NONE: not known. */
uint32_t hd_loops_visits(const hd_loops *l, hd_loc loc);

#endif
