/* search.h - visits every reachable state once.
 *
 * Breadth-first or depth-first by the order in which found states are taken up; both keep
 * for each state the one it was found from, so that a violation's way can be walked again. */
#ifndef HD_EXPLICIT_SEARCH_H
#define HD_EXPLICIT_SEARCH_H

#include "engine/engine.h"
#include "engine/explicit/compile.h"
#include "engine/explicit/dominance.h"
#include "engine/explicit/persistent.h"
#include "engine/explicit/store.h"
#include "engine/explicit/symmetry.h"

typedef enum {
  HD_SEARCH_COMPLETE,  /* every reachable state was visited, but for what `bounded` left out */
  HD_SEARCH_FOUND,     /* a violation */
  HD_SEARCH_TOO_WIDE,  /* a value did not fit its field: machine.var, machine.value */
  HD_SEARCH_EXHAUSTED, /* the budget */
  HD_SEARCH_TOO_FAR,   /* a value has become too large for states to dominate others */
  HD_SEARCH_PAUSED,    /* after `pause_after` transitions; run again, it goes on where it was */
  HD_SEARCH_GROWN      /* large enough to be divided among several threads */
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
  const hd_persistent *persistent; /* NULL: all instances move in every state */
  uint32_t *pcs;                   /* where the instances stand */
  /* Sleep sets, a bit for each instance. Stored with each state; a state that is met again with fewer is
   * expanded again. */
  bool sleeps;
  hd_u64s asleep;              /* by state */
  HD_VEC(uint8_t) is_expanded; /* by state: with what is stored */
  uint64_t now_asleep;         /* in the state being expanded, those that have moved from it included */
  uint64_t still_asleep;       /* after the step being taken */
  uint64_t awakened;           /* states expanded again */
  const hd_symmetry *symmetry; /* NULL: none */
  hd_sorter *sorter;
  uint64_t *sorted;          /* words in the order that stands for all */
  hd_antichain *antichain;   /* NULL: no state stands for another; breadth-first only */
  HD_VEC(uint8_t) dominated; /* by state */
  uint32_t n_dominated;
  hd_store store;
  hd_machine machine;
  hd_unfolded now;  /* the state being expanded */
  uint32_t current; /* its number */
  uint32_t mover;   /* whose steps are being taken */
  struct {
    uint64_t key, asleep;
    uint32_t parent;
  } * batch; /* successors to be looked up */
  uint32_t n_batch;
  hd_u32s stack;                   /* depth-first: states to be expanded; breadth-first: those given by others */
  uint32_t next, level_end, depth; /* breadth-first */
  struct hd_team *team;            /* NULL: alone */
  uint32_t rank, adopted;          /* in the team; states that another has as well */
  double began, reported;
  uint32_t patience; /* until the budget is looked at */
  uint64_t transitions;
  uint64_t pause_after; /* transitions; 0: never. Until then it works alone */
  bool bounded;         /* something was left out because of the task's bounds */
  /* What ended the search. */
  hd_search_end end;
  hd_found found;
  hd_cause_kind spent; /* EXHAUSTED: why */
  uint32_t fatal;      /* locations from this one on end the search; HD_NONE: there are none */
  /* The first thing that could not be followed; HD_NONE: none. */
  uint32_t reached_loc, unknown_edge, unknown_var;
};

/* Borrows everything; both reductions may be NULL. */
void hd_searcher_init(hd_searcher *s, const hd_xlayout *layout, const hd_code *code, const hd_task *task,
                      const hd_budget *budget, const hd_persistent *persistent, const hd_symmetry *symmetry);
void hd_searcher_clear(hd_searcher *s);
/* Breadth-first, and alone: states that another one dominates are not expanded. Borrowed. */
void hd_searcher_dominate(hd_searcher *s, const hd_dominance *d);
/* Adds an initial state. */
void hd_searcher_add(hd_searcher *s, const uint64_t *words);
/* Alone, to the end or to a pause; or until it has grown, when the budget allows several threads. */
void hd_searcher_run(hd_searcher *s);
uint64_t hd_searcher_states(const hd_searcher *s);

/* For teams. Another searcher of the same program, empty; owned by the caller. */
hd_searcher *hd_searcher_join(const hd_searcher *s);
/* Takes over the state that another has just spread out, expanded already or not. */
void hd_searcher_adopt(hd_searcher *s, const hd_searcher *from, uint32_t id, bool waits);
/* Takes a successor that another found. */
void hd_searcher_receive(hd_searcher *s, const uint64_t *words, uint32_t parent, uint64_t asleep);
/* Expands one state; false when there is none left (in this level), or when the search is over. */
bool hd_searcher_step(hd_searcher *s);
/* Goes on to the next level; how many states it has. */
uint32_t hd_searcher_next_level(hd_searcher *s);

/* For following a path again. Is this instance's move one that counts as a context switch, and is it allowed? Updates
 * the bookkeeping of a bounded search in the machine's words. */
bool hd_search_switch(const hd_xlayout *layout, hd_machine *m, uint32_t mover);
/* Where the instance's steps begin in this state; HD_NONE: it cannot move. */
uint32_t hd_search_start(const hd_searcher *s, const hd_code *code, const uint64_t *words, uint32_t instance);

#endif
