/* search.h - visits every reachable state once.
 *
 * Breadth-first or depth-first by the order in which found states are taken up; both keep
 * for each state whom it was found from, so that a violation's way can be walked again. */
#ifndef HD_EXPLICIT_SEARCH_H
#define HD_EXPLICIT_SEARCH_H

#include "engine/engine.h"
#include "engine/explicit/compile.h"
#include "engine/explicit/persistent.h"
#include "engine/explicit/store.h"
#include "engine/explicit/symmetry.h"

typedef enum {
  HD_SEARCH_COMPLETE,  /* every reachable state was visited */
  HD_SEARCH_FOUND,     /* a violation */
  HD_SEARCH_TOO_WIDE,  /* a value did not fit its field: widths were corrected, search again */
  HD_SEARCH_EXHAUSTED, /* the budget */
  HD_SEARCH_BOUNDED    /* complete but for what lies beyond the task's bounds */
} hd_search_end;

typedef enum { HD_FOUND_CHECK, HD_FOUND_DEADLOCK, HD_FOUND_STUCK, HD_FOUND_RACE } hd_found;

/* What an instance looks like from the search. */
typedef struct {
  uint32_t word;
  uint8_t shift;
  uint64_t mask;
  uint32_t finished, stopped;
  const uint32_t *start, *probe;
  const uint8_t *atomic; /* by counter */
  bool has_status;       /* whether it was started is a matter of `status` */
  bool never;            /* it is never started */
  hd_field status;
} hd_member;

typedef struct hd_searcher hd_searcher;
struct hd_searcher {
  const hd_xlayout *layout;
  const hd_code *code;
  const hd_task *task;
  const hd_budget *budget;
  hd_member *members;
  uint8_t **atomic;
  bool has_atomic;
  const hd_persistent *persistent; /* NULL: everybody moves in every state */
  uint32_t *pcs;         /* where the instances stand */
  const hd_symmetry *symmetry; /* NULL: none */
  hd_sorter *sorter;
  uint64_t *sorted;      /* words in the order that stands for all */
  hd_store store;
  hd_machine machine;
  hd_unfolded now;       /* the state being expanded */
  uint32_t current;      /* its number */
  uint32_t mover;        /* whose steps are being taken */
  struct { uint64_t key; uint32_t parent; } *batch; /* successors to be looked up */
  uint32_t n_batch;
  hd_u32s stack;         /* depth-first */
  uint32_t next, level_end, depth; /* breadth-first */
  uint64_t transitions;
  bool bounded;          /* something was left out because of the task's bounds */
  /* What ended the search. */
  hd_search_end end;
  hd_found found;
  const char *spent;     /* EXHAUSTED: why */
  /* The first thing that could not be followed; HD_NONE: none. */
  uint32_t reached_loc, unknown_edge, unknown_var;
};

/* Borrows everything; both reductions may be NULL. */
void hd_searcher_init(hd_searcher *s, const hd_xlayout *layout, const hd_code *code, const hd_task *task,
                      const hd_budget *budget, const hd_persistent *persistent, const hd_symmetry *symmetry);
void hd_searcher_clear(hd_searcher *s);
/* Adds an initial state. */
void hd_searcher_add(hd_searcher *s, const uint64_t *words);
void hd_searcher_run(hd_searcher *s);

/* For walking a way again. Is this instance's move one that counts as a context switch, and
 * is it allowed? Updates the bookkeeping of a bounded search in the machine's words. */
bool hd_search_switch(const hd_xlayout *layout, hd_machine *m, uint32_t mover);
/* Where the instance's steps begin in this state; HD_NONE: it cannot move. */
uint32_t hd_search_start(const hd_searcher *s, const hd_code *code, const uint64_t *words, uint32_t instance);

#endif
