/* run.h - a counterexample of a Boolean program, and the interpreter that executes it.
 *
 * A trace says which thread takes which edge and what the variables hold afterwards: all that was
 * chosen is visible in it. The interpreter checks every step against step.h, the calls against the
 * threads' stacks, the order of contexts against atomic sections. Only its answer makes an `unsafe`. */
#ifndef HD_BOOLEAN_RUN_H
#define HD_BOOLEAN_RUN_H

#include "boolean/boolean.h"

/* A thread of one execution: the init procedure, a copy of a thread of the program's list, or one
 * that a SPAWN edge starts. */
typedef enum { HD_BP_ACTOR_INIT, HD_BP_ACTOR_LISTED, HD_BP_ACTOR_SPAWNED } hd_bp_actor_kind;
typedef struct {
  hd_bp_actor_kind kind;
  uint32_t of; /* LISTED: in the program's threads; SPAWNED: the edge */
  const char *name;
} hd_bp_actor;

typedef enum {
  HD_BP_BEGIN,  /* the thread begins, with these locals */
  HD_BP_TAKE,   /* an edge; of a CALL the state is the callee's */
  HD_BP_RETURN, /* from an exit location to the caller */
  HD_BP_AGAIN   /* a CALL edge up to its return, where all is done as after an earlier call of that procedure */
} hd_bp_move;

typedef struct {
  uint32_t actor;
  hd_bp_move move;
  uint32_t edge;          /* TAKE, AGAIN */
  uint32_t starts;        /* TAKE of a SPAWN edge: the actor it starts; HD_NONE: one that never runs. AGAIN: the step
                           * of the earlier call, which has returned, and no other thread ran meanwhile */
  const uint8_t *globals; /* afterwards, by slot */
  const uint8_t *locals;  /* of the topmost frame */
} hd_bp_step;

typedef struct {
  hd_arena arena;
  HD_VEC(hd_bp_actor) actors;
  HD_VEC(hd_bp_step) steps;
} hd_bp_trace;

hd_bp_trace *hd_bp_trace_new(void);
void hd_bp_trace_free(hd_bp_trace *t);
uint32_t hd_bp_trace_add_actor(hd_bp_trace *t, hd_bp_actor_kind kind, uint32_t of, const char *name);
/* Copies the values. */
void hd_bp_trace_push(hd_bp_trace *t, const hd_bp *p, const hd_bp_step *step, uint32_t proc);
uint32_t hd_bp_trace_switches(const hd_bp_trace *t); /* init is no context */

typedef struct {
  bool reached;    /* the last step ends at a target, and all were possible */
  uint32_t at;     /* otherwise: the step that was not possible, or the number of steps */
  const char *why; /* a constant text */
} hd_bp_replay_result;

/* Executes the trace; what is done again, from the same state in the same way, is executed the first time. targets:
 * one flag for each location. */
hd_bp_replay_result hd_bp_replay(const hd_bp *p, const hd_bp_trace *t, const bool *targets);

/* Where each step happens, for printing: the location and procedure before it, HD_NONE for BEGIN.
 * The trace has been replayed. `out` has one element a step. */
typedef struct {
  uint32_t proc, loc; /* before the step, of the topmost frame */
  uint32_t after;     /* the location afterwards */
  uint32_t depth;     /* frames on the stack, before */
  uint32_t call;      /* RETURN: the edge of the call */
} hd_bp_where;
void hd_bp_trace_places(const hd_bp *p, const hd_bp_trace *t, hd_bp_where *out);

#endif
