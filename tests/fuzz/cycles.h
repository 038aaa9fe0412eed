/* cycles.h - random programs whose threads go round: a few locations each, steps on few Boolean variables.
 *
 * Their states are met again and again, along ways that differ in what was tried before: what a search
 * remembers of that (sleep sets, what has been put off) must not make it leave anything out. */
#ifndef HD_TESTS_FUZZ_CYCLES_H
#define HD_TESTS_FUZZ_CYCLES_H

#include "program/program.h"

/* The same program for the same seed; resolved, indexed and selected for the property. */
hd_program *generate_cycles(uint64_t seed, hd_property property);

#endif
