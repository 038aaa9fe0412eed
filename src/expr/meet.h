/* meet.h - conditions of branches that meet, kept small.
 *
 * Two ways that meet mostly have a long history in common and then exclude each other. What they
 * share is taken out, and where the rest is everything (a branch and its negation), it vanishes:
 * behind an `if` without an exit the condition is the one before it. */
#ifndef HD_EXPR_MEET_H
#define HD_EXPR_MEET_H

#include "expr/term.h"

/* a or b. *choice: which of the two it was, given that it was one of them; true for b. The two
 * exclude each other. */
hd_term hd_meet(hd_terms *T, hd_term a, hd_term b, hd_term *choice);

#endif
