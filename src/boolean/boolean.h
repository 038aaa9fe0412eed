/* boolean.h - Boolean programs: procedures as control-flow graphs over variables that hold 0 or 1.
 *
 * Procedures keep their calls, so recursion has no bound. A step may choose: `*` and schoose make
 * an expression's value one of several, independently at each occurrence, and variables that
 * nothing constrains take any value. What a step means is written once, in step.h.
 *
 * Invariants, checked by hd_bp_check: an edge stays in its procedure; every procedure has one EXIT
 * location, which has no edges (leaving it is the return); an entry location carries no label; a
 * procedure's locals are its parameters first, then the rest; `'x` occurs in constraints only.
 *
 * Threads: `init`, if there is one, runs first and alone; then the threads of the list run, and
 * those that SPAWN edges start. While the variable `atomic` is 1 the running thread keeps running.
 * A thread's enforce condition holds before and after each of its own steps; where another thread
 * makes it false the thread waits. */
#ifndef HD_BOOLEAN_BOOLEAN_H
#define HD_BOOLEAN_BOOLEAN_H

#include <stdio.h>

#include "base/diag.h"

typedef struct {
  uint32_t id;
} hd_bp_expr; /* HD_NONE: absent, which as a condition is true */

#define HD_BP_NO_EXPR ((hd_bp_expr){HD_NONE})

typedef enum {
  HD_BP_CONST, /* a: 0 or 1 */
  HD_BP_VAR,   /* a: the variable */
  HD_BP_NEXT,  /* a: the variable, after the step */
  HD_BP_ANY,   /* either value, chosen anew at each occurrence */
  HD_BP_NOT,   /* a */
  HD_BP_AND,   /* a, b; likewise below */
  HD_BP_OR,
  HD_BP_XOR,
  HD_BP_EQ,
  HD_BP_IMPLIES,
  HD_BP_SCHOOSE, /* a: 1; otherwise b: 0; otherwise either */
  HD_BP_IF,      /* a ? b : c */
} hd_bp_op;

typedef struct {
  hd_bp_op op;
  uint32_t a, b, c;
} hd_bp_node;

typedef struct {
  uint32_t line, column;
} hd_bp_pos;

typedef struct {
  const char *name;
  uint32_t proc; /* HD_NONE: global */
  uint32_t slot; /* its number among the globals, or among its procedure's locals */
  bool internal; /* the translation's own: never havocked by a constraint without frame, not shown */
  hd_bp_pos pos;
  bool scratch; /* always written before it is read (a global: in init): it may as well begin with 0 */
} hd_bp_var;

typedef enum {
  HD_BP_NORMAL,
  HD_BP_EXIT, /* the procedure returns; at the bottom of a stack the thread ends */
  HD_BP_FAIL, /* an assertion has failed */
  HD_BP_END   /* the thread has ended (end_thread) */
} hd_bp_loc_kind;

typedef struct {
  uint32_t proc;
  hd_bp_loc_kind kind;
  hd_bp_pos pos;
  hd_u32s out; /* edges */
} hd_bp_loc;

typedef struct {
  uint32_t var;
  hd_bp_expr value;
} hd_bp_assign;

typedef enum {
  HD_BP_STEP, /* guard, assignments, constraint */
  HD_BP_CALL, /* callee, args, results: to is where the call returns to */
  HD_BP_SPAWN /* callee, args: a thread more */
} hd_bp_edge_kind;

/* A step after a condition says which way it went, since the other one may have no edge. */
typedef enum { HD_BP_NO_BRANCH, HD_BP_TAKEN, HD_BP_UNTAKEN } hd_bp_branch;

typedef struct {
  hd_bp_edge_kind kind;
  hd_bp_branch branch;
  uint32_t from, to;
  hd_bp_pos pos;
  const char *text;      /* the statement, as the source has it */
  hd_bp_expr guard;      /* over the state before */
  hd_bp_expr constraint; /* over both states: HD_BP_NEXT is allowed */
  bool havoc;            /* variables that the constraint does not name after the step take any value */
  hd_bp_assign *assigns; /* simultaneous; no variable twice */
  uint32_t n_assigns;
  uint32_t callee;
  const hd_bp_expr *args;
  uint32_t n_args;
  const uint32_t *results; /* variables, HD_NONE: ignored; as many as the callee returns */
  uint32_t n_results;
  uint32_t origin; /* of an unfolded program: the edge this one was made from */
} hd_bp_edge;

typedef struct {
  const char *name;
  hd_bp_pos pos;
  hd_u32s locals; /* variables; the first n_params are the parameters */
  uint32_t n_params;
  hd_u32s returns;       /* locals that hold the results at the exit */
  uint32_t entry, final; /* its first location, and the EXIT one */
  hd_bp_expr enforce;
} hd_bp_proc;

#define HD_BP_MANY UINT32_MAX

typedef struct {
  const char *name;
  uint32_t proc;
  uint32_t copies; /* that run from the start; HD_BP_MANY: any number, from 0 */
  /* Of an unfolded program only; otherwise HD_NONE. */
  uint32_t listed;  /* the thread that it is a copy of, or ... */
  uint32_t spawned; /* ... the SPAWN edge that starts it (both of the program before), and then: */
  uint32_t started; /* the global that says it has been started */
  uint32_t args;    /* the first of the consecutive globals that hold its arguments */
} hd_bp_thread;

typedef struct {
  const char *name;
  uint32_t loc;
} hd_bp_label;

typedef struct {
  hd_arena arena;
  const char *file;
  HD_VEC(hd_bp_node) exprs;
  HD_VEC(hd_bp_var) vars;
  hd_u32s globals; /* variables, by slot */
  HD_VEC(hd_bp_proc) procs;
  HD_VEC(hd_bp_loc) locs;
  HD_VEC(hd_bp_edge) edges;
  HD_VEC(hd_bp_label) labels;
  HD_VEC(hd_bp_thread) threads; /* a sequential program has one, of one copy */
  uint32_t init;                /* the procedure that runs first, or HD_NONE */
  uint32_t atomic;              /* the global that forbids context switches, or HD_NONE */
} hd_bp;

hd_bp *hd_bp_new(const char *file);
void hd_bp_free(hd_bp *p);
hd_bp *hd_bp_copy(const hd_bp *p);

hd_bp_expr hd_bp_make(hd_bp *p, hd_bp_op op, uint32_t a, uint32_t b, uint32_t c);
hd_bp_expr hd_bp_const(hd_bp *p, bool value);
hd_bp_expr hd_bp_read(hd_bp *p, uint32_t var);
hd_bp_expr hd_bp_not(hd_bp *p, hd_bp_expr e);
hd_bp_expr hd_bp_and(hd_bp *p, hd_bp_expr a, hd_bp_expr b); /* either may be absent */

/* proc HD_NONE: a global. The name is copied. */
uint32_t hd_bp_add_var(hd_bp *p, const char *name, uint32_t proc, bool internal, hd_bp_pos pos);
uint32_t hd_bp_add_proc(hd_bp *p, const char *name, hd_bp_pos pos); /* with entry and exit */
uint32_t hd_bp_add_loc(hd_bp *p, uint32_t proc, hd_bp_loc_kind kind, hd_bp_pos pos);
/* Copies the edge's lists and enters it at its source; the number of the edge. */
uint32_t hd_bp_add_edge(hd_bp *p, const hd_bp_edge *e);

uint32_t hd_bp_find_proc(const hd_bp *p, const char *name); /* HD_NONE: none */

/* Is there more than one thread (init counts as one), or a SPAWN edge? */
bool hd_bp_is_concurrent(const hd_bp *p);
/* Can a procedure be active twice on one stack? */
bool hd_bp_is_recursive(const hd_bp *p);
/* Some thread may have any number of copies. */
bool hd_bp_is_parameterized(const hd_bp *p);
bool hd_bp_has_spawn(const hd_bp *p);

/* Which locations are asked for. Without a label: failed assertions, and the labels ERROR and
 * SLIC_ERROR. One flag for each location; false when nothing is asked for (the label is nowhere). */
bool hd_bp_targets(const hd_bp *p, const char *label, bool *targets);

/* The invariants; a diagnostic for each that is broken. */
hd_status hd_bp_check(const hd_bp *p, hd_diags *diags);

void hd_bp_print_expr(FILE *out, const hd_bp *p, hd_bp_expr e);
/* Procedures, locations and edges, for people. */
void hd_bp_print(FILE *out, const hd_bp *p);

/* A program with fixed threads, one copy each, and no SPAWN edges: a started thread is one that waits
 * for a global to be set. A SPAWN edge that is taken n times at most has n threads; otherwise
 * `copies` of them, and taking it once more is possible, but starts a thread that never runs. A listed
 * thread of any number has `copies` threads, too. *complete: no execution was lost. Exact in any case
 * for executions in which no more than `copies` threads of one kind run. Locations and procedures keep their
 * numbers, globals their slots.
 * copies 0: templates. One thread for each listed one and for each SPAWN edge, of which any number
 * may run once it has been started; *complete is then whether each runs at most once. */
hd_bp *hd_bp_unfold(const hd_bp *p, uint32_t copies, bool *complete);

/* The same program without calls: what is called is written out in its place, and enforce conditions are
 * part of the steps. origin: the location of p for each location of the result. NULL: the program is
 * recursive, has SPAWN edges, or would have more than `most` locations. */
hd_bp *hd_bp_inline(const hd_bp *p, uint32_t most, hd_u32s *origin);

/* Finds the variables that are scratch. */
void hd_bp_mark_scratch(hd_bp *p);
/* The same; and, of each location, a row of `stride` flags by slot: which locals may still be read. The caller frees
 * it. */
uint8_t *hd_bp_mark_live(hd_bp *p, uint32_t *stride);

/* Joins steps between which no other thread can look, in place: fewer locations, the same executions up to that. keep:
 * the locations that stay (targets). origin: the old location for each new one. Labels are gone. */
void hd_bp_compress(hd_bp *p, const bool *keep, hd_u32s *origin);

#endif
