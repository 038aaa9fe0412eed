/* summaries.h - explicit summaries of sequential Boolean programs, which what decides them is compared with.
 *
 * For programs that are recursive or not; always ends. */
#ifndef HD_ORACLE_SUMMARIES_H
#define HD_ORACLE_SUMMARIES_H

#include "boolean/explore.h"

hd_bp_found hd_bp_explore_summaries(const hd_bp *p, const bool *targets, const hd_bp_limits *limits);

#endif
