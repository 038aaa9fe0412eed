/* cooperative.h - random cooperative programs, as C over <heddle/fairthreads.h> or <heddle/systemc.h>.
 *
 * Small data and few turns, and full of what schedulers have to get right: events that are there
 * already, that are missed, overridden or cancelled, time, joins, orders, channels, methods. */
#ifndef HD_TESTS_FUZZ_COOPERATIVE_H
#define HD_TESTS_FUZZ_COOPERATIVE_H

#include <stdint.h>
#include <stdio.h>

/* The same text for the same seed. */
void write_cooperative(FILE *out, uint64_t seed);

#endif
