/* assumption.h - what an answer rests on without having been checked, as data.
 *
 * The code that makes the model notes each assumption with its kind and place, equal ones once. They are part of the
 * result: a line for each kind, each of them in JSON, and with --strict no answer at all. */
#ifndef HD_PROGRAM_ASSUMPTION_H
#define HD_PROGRAM_ASSUMPTION_H

#include "base/diag.h"

typedef enum {
  HD_ASSUMES_BODY,       /* a function without a body touches only what it is given */
  HD_ASSUMES_ORDER,      /* a weaker memory order is sequentially consistent */
  HD_ASSUMES_ALLOCATION, /* memory does not run out */
  HD_ASSUMES_SIGNALS,    /* no signal comes from outside but where a thread waits for one */
  HD_ASSUMES_ENTRY,      /* a pointer that the function of --entry gets leads to one object */
  HD_ASSUMES_ROOM,       /* blocks of computed size fit into what the address space leaves them */
  HD_ASSUMES_COUNT
} hd_assumption_kind;

extern const char *const hd_assumption_names[HD_ASSUMES_COUNT]; /* as in JSON */

typedef struct {
  hd_assumption_kind kind;
  const char *what; /* the function, or the order */
  hd_place place;
} hd_assumption;

typedef struct {
  hd_arena arena;
  HD_VEC(hd_assumption) list;
  /* Not an assumption, but an over-approximation: library functions whose result is any value in the model. A violation
   * may rest on a value that the function never returns. */
  HD_VEC(hd_assumption) results;
} hd_assumptions;

void hd_assumptions_init(hd_assumptions *a);
void hd_assumptions_clear(hd_assumptions *a);
/* Removes all of a kind: the model that rested on them is gone. */
void hd_assumptions_drop(hd_assumptions *a, hd_assumption_kind kind);
void hd_assumptions_add(hd_assumptions *a, hd_assumption_kind kind, const char *what, hd_place place);
void hd_assumptions_add_result(hd_assumptions *a, const char *function, hd_place place);
/* All of a kind in a sentence, in the arena; NULL: there is none. And all kinds in a few words, or NULL. */
const char *hd_assumptions_text(const hd_assumptions *a, hd_assumption_kind kind, hd_arena *arena);
const char *hd_assumptions_summary(const hd_assumptions *a, hd_arena *arena);

#endif
