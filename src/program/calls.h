/* calls.h - which function calls which: functions are numbers, calls are pairs of them.
 *
 * Recursion is a property of this graph: a function is recursive when calls lead from it back to it. Functions that
 * call each other in a circle are one component. Components are numbered callees first: a call leads into the caller's
 * own component, or into one with a smaller number. Everything here is linear in functions and calls. */
#ifndef HD_PROGRAM_CALLS_H
#define HD_PROGRAM_CALLS_H

#include "base/base.h"

typedef struct hd_calls hd_calls;

hd_calls *hd_calls_new(uint32_t n_functions);
void hd_calls_free(hd_calls *c);
/* The same pair may come several times. */
void hd_calls_add(hd_calls *c, uint32_t caller, uint32_t callee);
/* Finds the components. Nothing is added afterwards, and nothing is asked before. */
void hd_calls_finish(hd_calls *c);

uint32_t hd_calls_component(const hd_calls *c, uint32_t function);
bool hd_calls_is_recursive(const hd_calls *c, uint32_t function);
bool hd_calls_check(const hd_calls *c); /* the invariant above */

#endif
