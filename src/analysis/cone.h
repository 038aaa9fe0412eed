/* cone.h - what a program's checks depend on, and nothing else.
 *
 * A step belongs to the cone when it is a check, leads to a place beyond which nothing is known, or starts, ends or
 * awaits a thread; or when such a step depends on it, by data or by control. All other steps lose their guards and
 * assignments, and locations that only such steps connect become one. What gets lost is that a thread may have to wait,
 * or may stay in a loop, on the way to a step of the cone. So the result can do more than the program: a violation in
 * it proves nothing, but if it has none, neither has the program. */
#ifndef HD_ANALYSIS_CONE_H
#define HD_ANALYSIS_CONE_H

#include "program/program.h"

/* A program of its own, pruned and indexed; NULL if this would remove no shared variable. p is resolved, selected and
 * indexed. */
hd_program *hd_cone_new(hd_program *p);

#endif
