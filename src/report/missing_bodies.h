/* missing_bodies.h - how a violation depends on functions without a body: on a value that one returned or wrote.
 *
 * What such a function really does is not known. If any values that it could return or write lead to the same violation
 * by the same steps, nothing is reported. Otherwise each call that decides something is named, with the value. */
#ifndef HD_REPORT_MISSING_BODIES_H
#define HD_REPORT_MISSING_BODIES_H

#include "program/assumption.h"
#include "trace/trace.h"

typedef struct {
  const char *function;
  const char *what; /* `returns 7', `writes 5 to x' */
  bool library;     /* it is known to write nothing, but not what it returns */
  hd_place place;
} hd_rest;

typedef HD_VEC(hd_rest) hd_rests;

/* Appends one for each such call. Texts are in the arena, or belong to the assumptions. */
void hd_rests_find(const hd_program *p, const hd_trace *t, hd_property property, const hd_assumptions *a,
                   hd_arena *arena, hd_rests *out);
/* A line to print with the verdict. */
const char *hd_rest_text(const hd_rest *r, hd_arena *arena);

#endif
