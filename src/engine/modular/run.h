/* run.h - what the sequential programs of one run have in common.
 *
 * All of them are over one pool of terms and one table of variables, so that a formula means the
 * same wherever it is used: the variables of the concurrent program, whose every instance is a
 * thread of its own; for each thread t its location as a variable, pc_t; for each variable a copy,
 * which holds the value before an environment move; `start` (thesis, section 6.1); and supposed ones, always
 * true, each of which stands before a part of a query, so that a check can say which parts it needed. */
#ifndef HD_ENGINE_MODULAR_RUN_H
#define HD_ENGINE_MODULAR_RUN_H

#include "engine/engine.h"
#include "engine/modular/switches.h"
#include "logic/path.h"
#include "logic/smt.h"
#include "program/expand.h"
#include "proving/properties.h"

/* A step of the concurrent program, without its inputs. */
typedef struct {
  hd_thread thread;
  hd_edge edge;
} hd_mod_move;
typedef HD_VEC(hd_mod_move) hd_mod_moves;

typedef struct {
  hd_edge edge;
  hd_edge_info was;
} hd_trimmed_edge;

typedef struct {
  uint64_t checks, queries, refinements, promises, generalizations, reproved, certifying, modules;
  uint64_t aside, aside_used, aside_checks; /* asked of the second process; of that used; its checks */
  uint64_t aside_queries;                   /* those of them that were queries */
} hd_modular_counts;

enum { HD_SUPPOSED = 128 };

typedef struct {
  const hd_program *original;
  hd_expanded *x;
  hd_program *p; /* x's, with the added variables */
  const hd_task *task;
  const hd_budget *budget;
  uint8_t *cut;                          /* by location: is it a cut-point? */
  uint8_t *stops;                        /* the same, and the cycles inside of atomic sections */
  hd_properties *known;                  /* what holds at cut-points; NULL: nothing is known */
  hd_var rigid;                          /* a number used nowhere else: what holds for it holds for any (lemmas.h) */
  hd_mod_moves prefix;                   /* what main did before the program begins for us (prefix.h) */
  HD_VEC(hd_loc) first_entries;          /* by thread: how the program itself begins */
  HD_VEC(hd_var_info) first_values;      /* by variable */
  HD_VEC(hd_trimmed_edge) trimmed_edges; /* what trim.h changed */
  hd_u32s quiet_exits;                   /* locations where a thread stays instead of ending everything */
  hd_var *pc;                            /* by thread */
  uint32_t first_copy;                   /* the copy of variable v is first_copy + v */
  hd_var start;
  hd_var supposed[HD_SUPPOSED];
  uint8_t **writes, **uses; /* by thread, by variable below first_copy */
  hd_signs signs;
  hd_smt *smt;
  hd_modular_counts counts;
  double fork;       /* seconds that the last one took; 0: not known */
  double aside_time; /* processor seconds of the second process (assistant.h) */
  double waited;     /* those of them in which there was nothing to do here */
  unsigned off;      /* switches.h */
} hd_modular_run;

static inline bool hd_modular_run_uses(const hd_modular_run *u, hd_modular_switch s)
{
  return !(u->off >> s & 1);
}

/* Borrows all three. */
hd_modular_run *hd_modular_run_new(const hd_program *p, const hd_task *t, const hd_budget *b);
void hd_modular_run_free(hd_modular_run *u);
/* Looks for what holds at cut-points. */
void hd_modular_run_guess(hd_modular_run *u, const hd_budget *b);

static inline hd_var hd_modular_run_copy(const hd_modular_run *u, hd_var v)
{
  return (hd_var){u->first_copy + v.id};
}

/* Marks the variables that a formula is about in `set`, a byte each; copies count as their originals. */
void hd_modular_run_mark(const hd_modular_run *u, hd_term formula, uint8_t *set);

hd_path_frame hd_modular_run_frame(hd_modular_run *u); /* all variables but copies */

/* Are the two formulas satisfiable together? */
hd_answer hd_modular_run_overlap(hd_modular_run *u, hd_term a, hd_term b);
hd_term hd_modular_run_suppose(hd_modular_run *u, hd_term t); /* with all parts of a query supposed */

/* Fills writes and uses, for the program as it is. */
void hd_modular_run_find_accesses(hd_modular_run *u);
/* Does `to` use something that `from` writes? */
bool hd_modular_run_flows(const hd_modular_run *u, hd_thread from, hd_thread to);

/* Does each of the names, separated by commas, name a thread? */
bool hd_order_fits(const hd_program *p, const char *order);

/* The threads that matter to `first`, ordered for verification (thesis, section 1: a thread learns about the
 * next ones): a thread that uses what another writes comes before it, unless they use each other's; then by how
 * far data flows to `first`. The caller frees it. */
hd_thread *hd_modular_run_order(const hd_modular_run *u, hd_thread first, uint32_t *len);

#endif
