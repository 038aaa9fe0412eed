/* litmus.h - random litmus tests: threads without branches, whose outcome depends on the order of steps
 * alone.
 *
 * Programs of generate.h seldom fail because of an order. In these, main asks after the end of most threads
 * whether some variables have certain values: nearly every spurious counterexample is one because of orders. A thread
 * that main does not wait for may wait for ever, and an abstraction must let it.
 */
#ifndef HD_TESTS_FUZZ_LITMUS_H
#define HD_TESTS_FUZZ_LITMUS_H

#include "program/program.h"

/* The same program for the same seed; resolved and indexed. */
hd_program *generate_litmus(uint64_t seed);

#endif
