/* moves.h - what one thread of a program without recursion can do next, seen from outside.
 *
 * A thread's state is a number: where it is on its stack, with the locals that may still be read; or that it waits to
 * begin. A move is a step that others can see, with what follows and no other thread can see: steps that touch no
 * globals, and all steps inside an atomic section. Moves from a pair of globals and state are computed once.
 *
 * So threads in equal states are interchangeable: their numbers are all that matters. */
#ifndef HD_BOOLEAN_MOVES_H
#define HD_BOOLEAN_MOVES_H

#include "base/map.h"
#include "boolean/blobs.h"
#include "boolean/choose.h"
#include "boolean/run.h"

/* One step of a move. */
typedef struct {
  hd_bp_move move;
  uint32_t edge;           /* HD_NONE: none */
  uint32_t globals, local; /* afterwards */
  uint32_t started;        /* the state of the thread that it starts, or HD_NONE */
} hd_bp_single;

typedef struct {
  uint32_t globals, local; /* afterwards; local HD_NONE: the thread does nothing more that others could see */
  uint32_t started;        /* likewise a thread that it has started, or HD_NONE */
  bool locked;             /* it is inside an atomic section (or init) and goes on alone */
  bool target;
  uint32_t first, n; /* its steps, in hd_bp_moves.singles */
} hd_bp_macro;

typedef struct {
  uint32_t first, n; /* in hd_bp_moves.macros */
} hd_bp_macro_list;

typedef struct {
  const hd_bp *p; /* of which scratch variables are marked */
  const bool *targets;
  uint8_t *live; /* rows of hd_bp_mark_live */
  uint32_t stride;
  bool *quiet; /* of each location: its steps touch no globals */
  hd_blobs globals, locals;
  hd_bp_choices choices;
  hd_map known; /* globals and state to the list */
  HD_VEC(hd_bp_macro_list) lists;
  HD_VEC(hd_bp_macro) macros;
  HD_VEC(hd_bp_single) singles;
} hd_bp_moves;

/* Takes a program that hd_bp_can_move accepts; the flags are borrowed. */
void hd_bp_moves_init(hd_bp_moves *m, hd_bp *p, const bool *targets);
void hd_bp_moves_clear(hd_bp_moves *m);

/* No recursion, and no step so free that its results cannot be written out. Scratch variables are marked. */
bool hd_bp_can_move(const hd_bp *p);

/* A thread that waits: of the list, or init. */
uint32_t hd_bp_moves_waiting(hd_bp_moves *m, hd_bp_actor_kind kind, uint32_t of);
uint32_t hd_bp_moves_globals(hd_bp_moves *m, const uint8_t *values);
bool hd_bp_moves_is_locked(const hd_bp_moves *m, uint32_t globals);

/* The moves of a thread in this state. */
hd_bp_macro_list hd_bp_moves_of(hd_bp_moves *m, uint32_t globals, uint32_t local);

/* A step of a move from a state whose other locals, too, have their values: the state afterwards, with theirs.
 * `single` is changed to it. */
void hd_bp_moves_follow(hd_bp_moves *m, uint32_t globals, uint32_t local, hd_bp_single *single);

/* Of a running thread: its procedure and locals, of the topmost frame. Of a waiting one: which one it is. */
uint32_t hd_bp_moves_top(const hd_bp_moves *m, uint32_t local, const uint8_t **locals);
bool hd_bp_moves_is_init(const hd_bp_moves *m, uint32_t local);
bool hd_bp_moves_waits(const hd_bp_moves *m, uint32_t local, hd_bp_actor_kind *kind, uint32_t *of);

#endif
