/* rules.h - what makes an unfolding or its formula smaller, and can be left out (`--without NAME,...`).
 *
 * None of them changes an answer; the argument for each stands where it is written. They are switches so that this can
 * be tested: on random programs, with each of them left out and with all. */
#ifndef HD_ENGINE_BMC_RULES_H
#define HD_ENGINE_BMC_RULES_H

#include <stdbool.h>

#define HD_BMC_RULES(X)                                                                       \
  X(ARGUMENTS, "arguments", "unfold_create.c: constants that threads are created with")       \
  X(CELLS, "cells", "unfold_cells.c: cells that one instance alone writes")                   \
  X(COUNTING, "counting", "unfold_count.c: loops go on while constants say that they do")     \
  X(IDLE, "idle", "unfold_idle.c: iterations that change nothing are left out")               \
  X(WAITING, "waiting", "memory.h: a read comes after the first write that it can see")       \
  X(GATES, "gates", "unfold_gates.c: no other thread sees a lock that is held")               \
  X(EXITS, "exits", "exits.h: overflows come after what is looked for")                       \
  X(UNCHANGED, "unchanged", "memory.h: cells into which only their first value is written")   \
  X(SUMS, "sums", "sums.h: cells that are only added to")                                     \
  X(GOING_ON, "going-on", "memory.c: who waits for one write that lasts does not stay there") \
  X(INTEGERS, "integers", "bmc.c: sums of wide inputs by integers")                           \
  X(PASSING, "passing", "unfold_passing.c: blocks go on where an instance cannot stop")

typedef enum {
#define X(name, text, what) HD_BMC_RULE_##name,
  HD_BMC_RULES(X)
#undef X
      HD_BMC_RULE_COUNT
} hd_bmc_rule;

static inline bool hd_bmc_has_rule(unsigned off, hd_bmc_rule r)
{
  return !(off >> r & 1);
}

#endif
