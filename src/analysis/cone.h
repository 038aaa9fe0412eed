/* cone.h - what a program's checks depend on, and nothing else.
 *
 * A step belongs to the cone when it is a check, leads to where nothing more can be said, starts, ends or
 * awaits a thread, or when such a step depends on it, by data or by control. All other steps lose their guards and
 * assignments, and locations that only such steps connect become one. What is lost is when a thread has to
 * wait, or stays in a loop, on the way to a step of the cone: the result can do more than the
 * program, so that a violation in it means nothing, but none in it means none in the program. */
#ifndef HD_ANALYSIS_CONE_H
#define HD_ANALYSIS_CONE_H

#include "program/program.h"

/* A program of its own, pruned and indexed; NULL when no shared variable would be gone. p is resolved, selected
 * and indexed. */
hd_program *hd_cone_new(hd_program *p);

#endif
