/* cause.h - why there is no answer, as data.
 *
 * Code that gives up says so with one of the kinds of base/budget.h, the place, and how far the work came. What
 * becomes of that (a bound is raised, another engine is asked, the user is told) depends on these alone: `what`
 * is for people, and no code looks at its letters. report/cause.h makes the words of `verdict: unknown (...)`. */
#ifndef HD_PROGRAM_CAUSE_H
#define HD_PROGRAM_CAUSE_H

#include "base/budget.h"
#include "program/program.h"

/* Measures of what was covered, reported in this order. */
typedef enum {
  HD_MEASURE_NONE,
  HD_MEASURE_CONTEXTS, /* context switches */
  HD_MEASURE_ROUNDS,   /* of round-robin */
  HD_MEASURE_SAMPLES,  /* executions */
  HD_MEASURE_STATES,
  HD_MEASURE_DEPTH,    /* steps from the start */
  HD_MEASURE_FRONTIER, /* states that wait to be visited */
  HD_MEASURE_UNWIND,   /* iterations of each loop */
  HD_MEASURE_MOVES,    /* from one loop head to the next */
  HD_MEASURE_FRAMES,   /* of reachability directed by the property */
  HD_MEASURE_NODES,    /* of an abstract reachability tree */
  HD_MEASURE_VECTORS,  /* of locations */
  HD_MEASURE_CLAUSES,
  HD_MEASURE_BDD_NODES,
  HD_MEASURE_SCOPE_THREADS, /* of a kind; this and those below: a small scope that was searched completely */
  HD_MEASURE_SCOPE_ITERATIONS,
  HD_MEASURE_SCOPE_DEPARTURES, /* from one thread after the other, and from the first small input */
  HD_MEASURE_SCOPE_STEPS,      /* of an execution */
  HD_MEASURE_COUNT
} hd_measure;

/* As in statistics and in JSON: "unwind", "bdd.nodes". */
extern const char *const hd_measure_names[HD_MEASURE_COUNT];

typedef struct {
  uint32_t known; /* 1 << measure: it is there */
  uint64_t amount[HD_MEASURE_COUNT];
} hd_covered;

typedef struct {
  hd_cause_kind kind;
  const char *by;     /* REFUSED, FAILED: which engine or tool; NULL: none in particular */
  const char *what;   /* for people; NULL: the kind says it all */
  const char *during; /* what was being done, before any engine ran; NULL: nothing in particular */
  hd_pos pos;         /* or HD_NO_POS */
  bool has_proof;     /* there is a proof, and what did not come to an end is its recheck */
  bool at_bound;      /* a BOUND location was reached, whatever ended the work: limit says which kind */
  hd_limit limit;
  hd_covered covered; /* BOUND: everything within these */
} hd_cause;

#define HD_NO_CAUSE ((hd_cause){.kind = HD_CAUSE_NONE, .pos = HD_NO_POS})

/* The budget has ended; if it has not, the work was given up, and `otherwise` says why. */
hd_cause hd_cause_spent(const hd_budget *b, const char *otherwise);
/* A place that is not modelled was reached, or a bound of the model. */
hd_cause hd_cause_beyond(const hd_program *p, hd_loc where);
/* The cause of a part, as the cause of the whole: `whole: what`. Texts are in the arena. */
hd_cause hd_cause_within(const hd_cause *part, const char *whole, hd_arena *arena);
/* Its texts in the arena. */
hd_cause hd_cause_copy(const hd_cause *c, hd_arena *arena);

void hd_cover(hd_covered *c, hd_measure m, uint64_t amount); /* a second amount replaces the first */
void hd_cover_all(hd_covered *c, const hd_covered *more);    /* the larger of both amounts */

#endif
