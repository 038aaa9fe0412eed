/* pthreads.h - random concurrent C programs, over <pthread.h>, <stdatomic.h>, <semaphore.h> and the heap.
 *
 * What the random models of generate.h never have, because the front end has lowered it away: locks of all kinds, condition
 * variables, semaphores, pointers, structures, memory that is given back, tables of functions, small and
 * unsigned types, threads that create threads and return values. Data stay small, and every loop ends, so that
 * brute force knows the truth about most of them. */
#ifndef HD_TESTS_FUZZ_PTHREADS_H
#define HD_TESTS_FUZZ_PTHREADS_H

#include <stdint.h>
#include <stdio.h>

/* The same text for the same seed. */
void write_pthreads(FILE *out, uint64_t seed);

#endif
