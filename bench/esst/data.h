/* data.h - what the benchmark programs compute with: any integers, or, with -DSMALL, a few values, so
 * that every state can be visited. */
#ifndef BENCH_ESST_DATA_H
#define BENCH_ESST_DATA_H

#include <heddle/verifier.h>

#ifdef SMALL
#define INPUT() heddle_uint_range(0, 2)
#define WRAP(x) ((x) & 7u)
#else
#define INPUT() heddle_nondet_uint()
#define WRAP(x) (x)
#endif

#endif
