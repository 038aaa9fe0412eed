/* replicated.h - threads that run as several instances, and whether those are alike.
 *
 * Instances are alike when exchanging two of them in a state (where they stand, their locals,
 * their elements of arrays that have one for each instance) and in what follows turns an execution
 * into an execution. Shown by how numbers are used: a thread reads its own number only to find its
 * own elements, and no other thread finds those by number. `false` may mean that it could not be shown. */
#ifndef HD_ANALYSIS_REPLICATED_H
#define HD_ANALYSIS_REPLICATED_H

#include "program/program.h"

typedef enum {
  HD_ALIKE_NOT,
  HD_ALIKE_BUT_STATUS, /* except for other threads that ask by number whether an instance is running, or start it */
  HD_ALIKE
} hd_alike;

/* Does the thread run, or may it run in the source, as more than one instance? */
static inline bool hd_thread_several(const hd_program *p, hd_thread t)
{
  return hd_thread_get(p, t)->instances > 1 || hd_thread_get(p, t)->replicated;
}

/* The value of a term that depends on nothing but the number of the thread's instance; false:
 * it depends on something else. */
bool hd_self_value(const hd_program *p, hd_thread t, uint32_t instance, hd_term term, uint64_t *value);

/* Of a resolved program. The instances of a thread with only one are alike. */
hd_alike hd_thread_alike(const hd_program *p, hd_thread t);

#endif
