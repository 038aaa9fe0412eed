/* dependence.h - what a value, a step or a thread depends on.
 *
 * A variable x depends on y
 *   by data:    when an assignment to x reads y, in its value, its index or its edge's guard;
 *   by control: when an assignment to x lies behind a branch that reads y, or behind one behind
 *               such a branch, and so on;
 *   by stop:    likewise, counting also where the execution may end or a thread may stay for ever
 *               (control.h); only where it is not by control.
 * The invariant: the values that an execution writes to x are determined by inputs, by the schedule, and by the
 * variables that x depends on by data and by control, directly or through others; how far the execution gets is
 * determined by those that x depends on in any way. Instances of a thread are not told apart, nor are an array's
 * elements. */
#ifndef HD_ANALYSIS_DEPENDENCE_H
#define HD_ANALYSIS_DEPENDENCE_H

#include "program/program.h"

enum { HD_DEPENDS_DATA = 1, HD_DEPENDS_CONTROL = 2, HD_DEPENDS_STOP = 4, HD_DEPENDS_ALL = 7 };

typedef struct {
  uint32_t id;   /* of a variable, or of an edge */
  uint8_t kinds; /* HD_DEPENDS_... */
} hd_reason;
typedef HD_VEC(hd_reason) hd_reasons; /* in ascending order of id, each once */

typedef struct hd_dependence hd_dependence;

/* Of a resolved program, which it borrows and which must not change. */
hd_dependence *hd_dependence_new(hd_program *p);
void hd_dependence_free(hd_dependence *d);

/* All replace the contents of *out. */

/* The variables that v depends on directly. */
void hd_dependence_of(hd_dependence *d, hd_var v, hd_reasons *out);
/* The variables that a step depends on directly: read by it (guard, condition, values, indices,
 * arguments), or by branches that lead to it. */
void hd_dependence_of_edge(hd_dependence *d, hd_edge e, hd_reasons *out);
/* The same for all checks (ASSERT edges) together: where looking for relevant variables starts. */
void hd_dependence_of_checks(hd_dependence *d, hd_reasons *out);

/* The edges that a step depends on directly: those that may have assigned what it reads, and the edges that decide, by
 * being taken or not, whether it is reached. What those depend on is not included. */
void hd_dependence_sources(hd_dependence *d, hd_edge e, hd_reasons *out);
/* The edges that may have assigned the value that v has where the edge starts, in ascending order.
 * Exact paths for what no other instance can write; any assignment anywhere for the rest.
 * *initial (may be NULL): it may also be the variable's initial value. */
void hd_dependence_definitions(hd_dependence *d, hd_edge e, hd_var v, hd_u32s *out, bool *initial);

/* By variable: the least number of dependencies of these kinds that lead to it from one of `from` (0 for those
 * themselves); HD_NONE: none lead there. STOP implies CONTROL. Freed with free(). */
uint32_t *hd_dependence_levels(hd_dependence *d, uint8_t kinds, const hd_var *from, uint32_t n);

/* Does an instance of `from` write a shared variable that another instance, of `to`, reads? */
enum { HD_FLOW_DATA = 1, HD_FLOW_SYNC = 2 /* through locks, thread status and the like */ };
uint8_t hd_dependence_flow(const hd_dependence *d, hd_thread from, hd_thread to);
/* Through which variables. */
void hd_dependence_flow_vars(const hd_dependence *d, hd_thread from, hd_thread to, hd_u32s *out);

#endif
