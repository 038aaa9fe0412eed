/* decide.h - all the ways to decide one Boolean program, compared with each other. */
#ifndef TESTS_BOOLEAN_DECIDE_H
#define TESTS_BOOLEAN_DECIDE_H

#include "boolean/boolean.h"

typedef enum { SAYS_SAFE, SAYS_UNSAFE, SAYS_UNKNOWN } answer;

/* One algorithm (NULL: the engine's own choice) on one program, its trace executed. contexts, rounds: HD_NONE
 * for none; seconds: 0 where it has to answer. The reason of UNKNOWN goes to *why, which the caller frees. */
answer decide(const hd_bp *p, const char *label, const char *algorithm, uint32_t contexts, uint32_t rounds,
              double seconds, char **why);

/* Explicit search. *complete: it has seen everything that the bound allows. */
answer explore(const hd_bp *p, const char *label, uint32_t contexts, bool *complete);
/* Round-robin with every row of up to `most` threads out of the program's list. */
answer explore_rows(const hd_bp *p, uint32_t rounds, uint32_t most);

/* Runs everything that applies; prints disagreements with `name` in front. The number of them. */
unsigned compare(const char *name, const hd_bp *p, const char *label);

extern unsigned compared, found_unsafe, proved_safe, proved_stable, covered;

#endif
