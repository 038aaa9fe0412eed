/* schedule.h - a trace as the schedule that the runtime enforces (runtime/heddle_replay.c).
 *
 * Only steps that other threads could notice, or that take an input, are in it: what a thread does alone needs no
 * order. Steps of one instruction that are not interrupted are one entry; those after an interruption continue it. */
#ifndef HD_REPORT_SCHEDULE_H
#define HD_REPORT_SCHEDULE_H

#include <stdio.h>

#include "trace/interp.h"

/* Which instructions have such steps, by site; the caller frees it. */
bool *hd_schedule_sites(const hd_program *p, uint32_t *n);
/* The site of the check that fails at the trace's end; 0: none does. */
uint32_t hd_schedule_check(const hd_program *p, const hd_trace *t, hd_property property);
/* The file schedule.h. */
bool hd_report_schedule(FILE *out, const hd_program *p, const hd_trace *t, hd_property property);

#endif
