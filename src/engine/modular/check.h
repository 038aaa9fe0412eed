/* check.h - MainThreadCheck and the answering of environment queries (thesis, Algorithms 4.1 and 7.1). */
#ifndef HD_ENGINE_MODULAR_CHECK_H
#define HD_ENGINE_MODULAR_CHECK_H

#include "engine/modular/joint.h"

typedef struct {
  hd_modular_run *u;
  hd_thread *order;
  uint32_t n; /* threads in it, and levels */
  hd_level *levels;
  uint32_t joint;          /* the level that is a module of all threads from there on (joint.h); n: there is none */
  uint8_t *closed;         /* by level: no thread before it writes what it and those after it use */
  hd_term_list invariants; /* of all reachable states */
  hd_map asked;            /* bounds, and properties of the environment, that were asked for */
  hd_cause cause;          /* why the work ended without an answer; NONE: it has not */
  uint64_t most_checks;    /* the run's number of checks after which it ends unsettled; 0: any number */
  bool unsettled;
  bool on_trust;                  /* a module was checked by an external tool, whose answer is not a proof */
  struct hd_assistant *assistant; /* the second process (assistant.h); NULL: there was none yet */
  bool helps;                     /* this is it */
  double began;
  uint64_t attempts, good; /* attempts to generalize that were made here, and those of them that are excluded */
  double attempting;       /* seconds that they took */
  hd_arena arena;
} hd_hierarchy;

/* Which threads may be a module: none; those that disturb each other, at the end of the hierarchy; as many of the last
 * ones as fit; all of them or none. */
typedef enum { HD_JOIN_NONE, HD_JOIN_CIRCLE, HD_JOIN_MOST, HD_JOIN_ALL } hd_join;

void hd_hierarchy_init(hd_hierarchy *h, hd_modular_run *u, hd_thread first, hd_join join);
void hd_hierarchy_clear(hd_hierarchy *h);

typedef enum { HD_CHECK_SAFE, HD_CHECK_VIOLATED, HD_CHECK_BEYOND, HD_CHECK_UNKNOWN } hd_check_end;

/* Can the first thread's assertions fail? VIOLATED: by these moves; BEYOND: the moves lead to a
 * location behind which nothing is known. UNKNOWN: see cause; if it is unsettled, it may go on with another call. */
hd_check_end hd_hierarchy_check(hd_hierarchy *h, hd_mod_moves *moves);

/* One check of a level, as it is: does it exclude that the threads from there on go from alpha to beta? Then
 * both are weakened to what the check needed. */
bool hd_hierarchy_excludes(hd_hierarchy *h, uint32_t level, hd_term *alpha, hd_term *beta);

/* Asks the threads below the level whether they can go from alpha to beta, and if not, refines the level's environment.
 * True: psi, from where the moves lead to beta, is not false. */
bool hd_hierarchy_reach(hd_hierarchy *h, uint32_t level, hd_term alpha, hd_term beta, hd_term *psi,
                        hd_mod_moves *moves);
/* It holds in all reachable states; the level gets its variables. */
void hd_hierarchy_add_invariant(hd_hierarchy *h, uint32_t level, hd_term invariant);

/* Is the answer to the query no? Spends whatever it takes to find out. */
bool hd_hierarchy_denies(hd_hierarchy *h, uint32_t level, hd_term alpha, hd_term beta);

/* A simpler query to the level: alpha and beta are reduced to what concerns its threads and those after it (query
 * invariants, thesis, section 8.2). If the answer to it is no, so is the answer to the query itself. */
void hd_query_simplify(hd_hierarchy *h, uint32_t level, hd_term *alpha, hd_term *beta);

/* The threads below the level cannot go from alpha to beta: weakens both as long as that stays so
 * (generalize.c). */
void hd_hierarchy_generalize(hd_hierarchy *h, const hd_level *l, hd_term *alpha, hd_term *beta);
/* Parts of alpha and of not beta that the threads below keep (thesis, section 8.2, both heuristics): learns
 * them. */
void hd_hierarchy_find_inductive(hd_hierarchy *h, hd_level *l, hd_term alpha, hd_term beta);

/* Moves that are excluded (about copies before and variables after them), whatever the variables are that the
 * threads below do not use: those are eliminated where that is exact. */
hd_term hd_query_without_constants(const hd_hierarchy *h, const hd_level *l, hd_term moves);

/* The threads below never reach beta from alpha, which holds initially: which weaker formulas do they never reach
 * either? */
void hd_hierarchy_never(hd_hierarchy *h, const hd_level *l, hd_term alpha, hd_term beta, hd_term_list *betas);

#endif
