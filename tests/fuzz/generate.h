/* generate.h - random concurrent programs for comparing searches.
 *
 * Small enough for brute force, and full of what reductions have to get right: threads that
 * are created and joined, several instances with their number, locks that are used well and
 * badly, arrays, atomic sections, guards that block, inputs, ends of every kind. */
#ifndef HD_TESTS_FUZZ_GENERATE_H
#define HD_TESTS_FUZZ_GENERATE_H

#include "program/program.h"

/* The same program for the same seed; resolved, indexed and selected for the property. */
hd_program *generate_program(uint64_t seed, hd_property property);
/* The same with two to four threads and numbers of 32 bits, which are too many states for brute force. */
hd_program *generate_wide_program(uint64_t seed, hd_property property);

#endif
