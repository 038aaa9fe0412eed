/* sample.h - searches for violations by random executions, for when visiting every state takes too long.
 *
 * Random executions of the reference interpreter find in a second what a breadth-first search of
 * many threads does not reach in an hour: the violations that most schedules run into. They prove
 * nothing. The executions are numbered, and the number alone decides what happens in one: a caller that asks
 * for so many of them gets the same answer every time. */
#ifndef HD_TRACE_SAMPLE_H
#define HD_TRACE_SAMPLE_H

#include "base/budget.h"
#include "trace/interp.h"

/* How much is tried; 0: any number. The last execution may take more steps than are left. */
typedef struct {
  uint32_t runs;
  uint64_t steps; /* of all executions */
} hd_sample_size;
/* Beside other searches: about two seconds of work for a program of a few threads. */
extern const hd_sample_size hd_sample_beside;

/* A trace into a violation, or NULL if the budget was spent or that much was tried without finding one; *runs counts
 * the executions. */
hd_trace *hd_sample(const hd_program *p, hd_property property, hd_sample_size most, const hd_budget *budget,
                    uint32_t *runs);

#endif
