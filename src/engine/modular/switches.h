/* switches.h - the optimizations, each of which can be switched off; none changes a verdict. */
#ifndef HD_ENGINE_MODULAR_SWITCHES_H
#define HD_ENGINE_MODULAR_SWITCHES_H

#include "base/base.h"

/* X(name, text, section of the thesis and what it does) */
#define HD_MODULAR_SWITCHES(X)                                                                     \
  X(REUSE, "reuse", "8.1: the path up to a new promise is examined at once")                       \
  X(SKIP, "skip-asserts", "8.1: preconditions pass over assertions")                               \
  X(INVARIANTS, "query-invariants", "8.2: queries without what the environment does not change")   \
  X(CONSTANTS, "beta-constants", "8.2: facts without variables that the environment does not use") \
  X(INDUCTIVE, "inductive", "8.2: parts of facts that the environment keeps")                      \
  X(PRESERVE, "preserve", "8.3: facts are kept from query to query")                               \
  X(QUICK, "quick", "8.3: one check for an attempt to generalize")                                 \
  X(NEVER, "never", "what undisturbed threads cannot reach from the start, they never reach")      \
  X(BOUNDS, "bounds", "bounds are made as tight as possible, sums are bounded by their parts")     \
  X(LEMMAS, "lemmas", "what the proof of a refuted query says beyond it; facts for any number")    \
  X(SIBLINGS, "siblings", "of several ways through a part of a thread, the most general one")      \
  X(PROJECTION, "projection", "preconditions hold around an execution, not only for its inputs")   \
  X(UNROLL, "unroll", "loops that count are written out, and arrays that they index are scalars")  \
  X(PREFIX, "prefix", "the program begins behind what is certain to happen first")                 \
  X(SEVERAL, "several", "several violating paths of one check are learned from")                   \
  X(PATHS, "paths", "no attempt to generalize that a known path refutes")                          \
  X(CORES, "cores", "a second process, while there is a core for it")                              \
  X(MODULES, "modules", "all threads as one module; several without loops")                        \
  X(SAMPLES, "samples", "random executions, for violations in many schedules")                     \
  X(PROPERTIES, "properties", "what holds at cut-points, alone and by two, guessed and sieved")    \
  X(TOGETHER, "together", "what must not hold in combinations of all threads' phases")

typedef enum {
#define X(name, text, what) HD_SWITCH_##name,
  HD_MODULAR_SWITCHES(X)
#undef X
      HD_SWITCH_COUNT
} hd_modular_switch;

/* The bits of the names in a list with commas; false: *unknown is one that does not exist. */
bool hd_switches_read(const char *list, unsigned *off, const char **unknown);

#endif
