/* memory_lives.h - inside resolving: the steps that begin and end the lives of blocks of the heap, of locals and of
 * handles of threads, and their order. */
#ifndef HD_ANALYSIS_MEMORY_LIVES_H
#define HD_ANALYSIS_MEMORY_LIVES_H

#include "analysis/points_to.h"

/* A step that begins a block's life, or ends it. */
typedef struct {
  uint32_t edge, object;
  hd_term copy;  /* which one, 32 bits */
  bool again;    /* an end after which the front end takes the block's number again */
  hd_term moved; /* a beginning: the block that it replaces, or HD_NO_TERM */
} hd_life_event;
typedef HD_VEC(hd_life_event) hd_life_events;

typedef struct {
  hd_program *p;
  hd_points_to *pt;
  hd_life_events begins, ends;
  hd_map owner;      /* `alive` variable -> object */
  hd_var moved;      /* HD_NO_VAR: nothing is reallocated */
  uint8_t **reached; /* by object: locations behind its ends, found on demand */
} hd_lives;

/* Can it end, and others begin afterwards? */
bool hd_object_is_mortal(const hd_object_info *o);
/* Of the edges that may be taken according to points-to. Borrows both. */
void hd_lives_init(hd_lives *x, hd_program *p, hd_points_to *pt);
void hd_lives_clear(hd_lives *x);
/* Can a block of the second object begin where one of the first has ended? */
bool hd_lives_may_follow(hd_lives *x, uint32_t ended, uint32_t begun);
/* The thread of an event. */
hd_thread hd_life_thread(const hd_lives *x, const hd_life_event *e);

#endif
