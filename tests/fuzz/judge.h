/* judge.h - what is true about a random program: by brute force, and by the engine `explicit`.
 *
 * Brute force has no reductions but gives up early; `explicit` goes further. An engine's answer is compared with
 * both, wherever they know. */
#ifndef HD_TESTS_FUZZ_JUDGE_H
#define HD_TESTS_FUZZ_JUDGE_H

#include "engine/engine.h"
#include "oracle/systematic.h"

typedef struct {
  const hd_program *p; /* borrowed */
  hd_property property;
  hd_exploration brute;
  hd_verdict searched; /* by `explicit`, or the engine that is asked instead */
} judge;

/* The program is selected for the property and indexed. */
void judge_init(judge *j, const hd_program *p, hd_property property);
/* By another engine alone, in so many seconds. */
void judge_init_by(judge *j, const hd_program *p, hd_property property, const char *engine, double seconds);
void judge_clear(judge *j);

/* NULL: nothing is known against it. Traces are executed, and closed checks looked at without the others. */
const char *judge_mistake(const judge *j, const hd_result *r);

typedef struct {
  uint32_t safe, unsafe, unknown, wrong;
  uint32_t closed; /* unknown, but some checks were closed */
} tally;

/* Counts the answer. */
void judge_count(tally *t, const hd_result *r, const char *wrong);

#endif
