/* level.h - one thread of the hierarchy, its environment abstracted: the program P_M (or P'_M).
 *
 * Level 0 is the thread whose assertions are verified; level i > 0 answers environment queries
 * about the threads of levels i, i+1, ..: is there a reachable computation of those from alpha to
 * beta? Its program is the thread's code with, at each cut-point,
 *   try_start   (i > 0)  before `start`: any step of any other thread; may set `start`, if alpha
 *   promises             assertions: if one is violated, the error (or beta) can be reached
 *   env_move             after `start` (i = 0: always): any steps of the levels below, except
 *                        those that the learned facts exclude
 *   goal        (i > 0)  assert (!start || !beta)
 *
 * Invariants: env_move contains every reachable computation of the levels below between
 * cut-points; from every state that violates a promise at its cut-point, the promise's moves can
 * be made. What is learned about the environment (facts) is kept from query to query. */
#ifndef HD_ENGINE_MODULAR_LEVEL_H
#define HD_ENGINE_MODULAR_LEVEL_H

#include "engine/modular/run.h"
#include "sequential/sequential.h"

/* From where the thread is at `cut` and psi holds, the moves lead to the error (or to beta), or `beyond`:
 * to a location behind which nothing is known. */
typedef struct {
  hd_term psi;
  hd_loc cut;
  bool beyond;
  hd_mod_moves moves;
} hd_promise;

/* What an edge of the level's program is. */
typedef enum {
  HD_PART_OWN,      /* of the thread itself */
  HD_PART_TRY,      /* try_start, but */
  HD_PART_ACTIVATE, /* this edge, which sets start, */
  HD_PART_WAIT,     /* and this one beside it, which does not */
  HD_PART_PROMISE,
  HD_PART_ENV,   /* forgets what the environment may change */
  HD_PART_FACTS, /* assumes what is known about the environment */
  HD_PART_SKIP,  /* around the environment, before start */
  HD_PART_GOAL,
  HD_PART_BEYOND, /* a location behind which nothing is known is reached */
  /* of modules (joint.h) */
  HD_PART_ASSUME, /* what a query starts with */
  HD_PART_BEGIN,  /* a block begins */
  HD_PART_STOP,   /* a thread stays where it is */
  HD_PART_FAIL    /* its assertion fails */
} hd_part_kind;

typedef struct {
  hd_part_kind kind;
  hd_edge own;    /* OWN, FAIL: the thread's edge */
  hd_loc at;      /* otherwise: the cut-point, or the location behind which nothing is known */
  uint32_t block; /* BEGIN */
} hd_level_edge;

/* States that a violating path went through, one after the other (paths.h). */
typedef struct {
  uint8_t *known;             /* by variable: is its value known? */
  uint32_t facts, invariants; /* so many are known to allow it; facts HD_NONE: any */
  HD_VEC(uint64_t *) states;  /* each by variable */
} hd_level_path;

typedef struct {
  hd_modular_run *u;
  uint32_t index; /* in the hierarchy */
  hd_thread thread;
  struct hd_joint *joint;                     /* it is a module of several threads, the last level; or NULL */
  uint8_t *changed_by_others, *changed_below; /* by variable */
  uint8_t *vars;                              /* by variable: is it in the program? */
  bool disturbed;                             /* threads before it write what those below use */
  HD_VEC(hd_term) facts;                      /* about copies (before a move) and variables (after it) */
  const hd_term_list *invariants;             /* of all reachable states; borrowed */
  HD_VEC(hd_promise) promises;
  HD_VEC(hd_level_path) paths;
  hd_term_list alpha, beta;    /* index > 0: the conjuncts of the query, as far as they are needed */
  hd_term_list asked;          /* all of them, those of alpha first: by supposed variable of the program */
  uint32_t asked_alpha;        /* so many are alpha's */
  hd_term goal;                /* what beta stands for: implied by it where alpha held before */
  hd_program *q;               /* NULL until it is built */
  HD_VEC(hd_level_edge) edges; /* by edge of q */
  hd_seq_session *session;
  hd_term_list hints;             /* what may hold at the program's loops */
  HD_VEC(hd_seq_invariant) proof; /* the invariants of the last check that found some */
} hd_level;

/* order: the n threads by level; borrows u and the invariants, which may grow. */
void hd_level_init(hd_level *l, hd_modular_run *u, const hd_thread *order, uint32_t n, uint32_t index,
                   const hd_term_list *invariants);
void hd_level_clear(hd_level *l);
/* From now on the level is that module, which it owns; the module writes what is marked in `changed`. */
void hd_level_join(hd_level *l, struct hd_joint *joint_take, const uint8_t *changed);

/* Begins with a query: no promises, the facts stay. */
void hd_level_ask(hd_level *l, hd_term alpha, hd_term beta, hd_term goal);
/* Brings a formula's variables into the program, and with them what is known about them. */
void hd_level_know(hd_level *l, hd_term formula);
void hd_level_add_vars(hd_level *l, const uint8_t *vars); /* the same for those that are marked */
/* The next check starts from scratch. */
void hd_level_restart(hd_level *l);
/* The facts, before a query. */
void hd_level_forget(hd_level *l);
void hd_level_add_fact(hd_level *l, hd_term fact);
/* Do the facts exclude these moves (about copies before and variables after them)? */
bool hd_level_excludes(const hd_level *l, hd_term moves);
/* The last invariant is new. `wanted`: it brings its variables into the program. */
void hd_level_use_invariant(hd_level *l, bool wanted);
void hd_level_add_promise(hd_level *l, hd_promise promise_take);

hd_term hd_level_alpha(const hd_level *l);
hd_term hd_level_beta(const hd_level *l);

/* Does the last proof answer the query as well? */
bool hd_level_reprove(hd_level *l);
/* The sequential check. If the answer is safe and says which parts of the query it needed, the query is weakened to
 * these. */
void hd_level_check(hd_level *l, hd_seq_result *out);

/* After a `safe`: a weaker query, alpha being some of the conjuncts that were asked about, if the checker can tell from
 * what it has. True: *safe says whether that is excluded, too; then both are weakened to what is needed. */
bool hd_level_attempt(hd_level *l, hd_term *alpha, hd_term *beta, bool *safe);

/* A formula about the state before an environment move, as one about copies. */
hd_term hd_level_before(const hd_level *l, hd_term formula);

#endif
