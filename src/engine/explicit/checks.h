/* checks.h - what a state violates by itself, as the interpreter defines it. */
#ifndef HD_EXPLICIT_CHECKS_H
#define HD_EXPLICIT_CHECKS_H

#include "engine/explicit/search.h"

#define HD_ANY_INSTANCE UINT32_MAX
#define HD_NO_INSTANCE (UINT32_MAX - 1)

/* The only instance that may move, given those inside atomic sections; or HD_ANY_INSTANCE, or HD_NO_INSTANCE. */
uint32_t hd_check_atomic(const hd_searcher *s, const uint64_t *words);
/* Is there an instance that was started and has not finished? */
bool hd_check_waiting(const hd_searcher *s, const uint64_t *words);
/* No instance has a step in the current state: is it a deadlock? */
bool hd_check_deadlock(const hd_searcher *s, uint32_t only);
/* Are two conflicting accesses about to happen in the current state? */
bool hd_check_race(hd_searcher *s, uint32_t only);

#endif
