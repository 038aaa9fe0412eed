/* race_pairs.h - all checks of a program for a property: those of its edges, the pairs of places that could race, the
 * one check that some thread can always go on.
 *
 * A pair is there when two instances can make the accesses: both to one variable of the user's that is shared, one of
 * them a write, one of them plain, and not before other threads exist. No other pair races, whatever the schedule. */
#ifndef HD_ANALYSIS_RACE_PAIRS_H
#define HD_ANALYSIS_RACE_PAIRS_H

#include "program/checks.h"

/* The same program gives the same list: a check's number means the same in every process. The caller frees it. */
hd_checks *hd_checks_of(hd_program *p, hd_property property);

#endif
