/* rests.h - what a violation depends on in functions without a body: a value that one returned, or left in memory.
 *
 * What such a function really does is not known. If the steps to the violation are the same whatever it returns and
 * writes, nothing is said; otherwise each call on the way that decides something is named, with the value. */
#ifndef HD_REPORT_RESTS_H
#define HD_REPORT_RESTS_H

#include "program/assumption.h"
#include "trace/trace.h"

typedef struct {
  const char *function;
  const char *what; /* `returns 7', `writes 5 to x' */
  bool library;     /* it is known to write nothing, but not what it returns */
  hd_place place;
} hd_rest;

typedef HD_VEC(hd_rest) hd_rests;

/* Appends one for each place where such a function is called; texts are in the arena or the assumptions'. */
void hd_rests_find(const hd_program *p, const hd_trace *t, hd_property property, const hd_assumptions *a,
                   hd_arena *arena, hd_rests *out);
/* A line to print with the verdict. */
const char *hd_rest_text(const hd_rest *r, hd_arena *arena);

#endif
