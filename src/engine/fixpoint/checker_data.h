/* checker_data.h - what the forward search leaves for the way back. */
#ifndef HD_ENGINE_FIXPOINT_CHECKER_DATA_H
#define HD_ENGINE_FIXPOINT_CHECKER_DATA_H

#include "engine/fixpoint/checker.h"

/* The copies of the state: u at the activation's begin, x now, y next (and the key of a call), z at the
 * callee's exit. */
enum { COPY_U, COPY_X, COPY_Y, COPY_Z, COPIES };

typedef enum { BY_START, BY_STEP, BY_CALL, BY_RETURN, BY_JUMP } derivation;

typedef struct {
  uint32_t node;
  hd_bdd pairs; /* kept */
  derivation how;
  uint32_t edge; /* STEP, CALL, RETURN */
} increment;

typedef struct {
  hd_bdd all, waiting; /* kept */
  hd_u32s increments;
} node;

typedef struct {
  hd_bdd relation;  /* STEP: over x and y; CALL: guard and arguments, over x and y's locals */
  hd_bdd gone;      /* STEP: cube of what is written, in x; CALL: locals that results go to, in x */
  hd_bdd_map *back; /* STEP: y to x, of what is written; NULL: nothing */
  hd_bdd ignored;   /* CALL: cube of the key and of results that are not used */
  hd_bdd_map *take; /* CALL: z to x: globals and results */
} edge_data;

struct hd_fx_checker {
  const hd_bp *p;
  uint32_t n_globals, n_locals;
  uint32_t *globals[COPIES], *locals[COPIES]; /* BDD variables */
  edge_data *edges;
  hd_bdd *enforce; /* of each procedure, over x */
  hd_bdd_map *x_to_u_globals, *key_to_x, *x_globals_to_y, *exit_to_yz;
  hd_bdd *hidden; /* of each procedure: the locals that are no results, in x */
  hd_bdd u_all, x_globals;
  uint32_t *called_by; /* call edges grouped by callee: called_at[called_by[i]] ... */
  uint32_t *called_at;
  const hd_fx_run *run;
  uint32_t contexts;
  node *nodes;
  uint32_t n_nodes;
  HD_VEC(increment) increments;
  hd_u32s heap;
  uint64_t steps;
  uint32_t goal; /* the increment with a pair of the goal */
  hd_bdd goal_pairs;
};

static inline hd_fx_row hd_fx_copy(const hd_fx_checker *c, unsigned copy)
{
  return (hd_fx_row){c->globals[copy], c->locals[copy]};
}

/* A node: the context in which the activation began, the present one, the location. */
static inline uint32_t hd_fx_node(const hd_fx_checker *c, uint32_t began, uint32_t context, uint32_t loc)
{
  return (began * c->contexts + context) * c->p->locs.len + loc;
}
static inline uint32_t hd_fx_node_loc(const hd_fx_checker *c, uint32_t n)
{
  return n % c->p->locs.len;
}
static inline uint32_t hd_fx_node_context(const hd_fx_checker *c, uint32_t n)
{
  return n / c->p->locs.len % c->contexts;
}
static inline uint32_t hd_fx_node_began(const hd_fx_checker *c, uint32_t n)
{
  return n / c->p->locs.len / c->contexts;
}

/* --- the parts of the search, for its two orders ------------------------------------------------------- */

/* Enters pairs at a node, those that are new there. */
void hd_fx_enter(hd_fx_checker *c, uint32_t n, hd_bdd pairs, derivation how, uint32_t edge);
hd_bdd hd_fx_step_image(const hd_fx_checker *c, hd_bdd pairs, uint32_t edge);
void hd_fx_go_call(hd_fx_checker *c, uint32_t n, hd_bdd pairs, uint32_t edge);
void hd_fx_go_across(hd_fx_checker *c, uint32_t n, hd_bdd pairs, uint32_t edge);
void hd_fx_go_return(hd_fx_checker *c, uint32_t n, hd_bdd pairs);
/* checker_rounds.c: after the start has been entered; to the end, or to the goal. */
void hd_fx_checker_rounds(hd_fx_checker *c);

/* The globals of a copy have these values. */
hd_bdd hd_fx_globals_are(const hd_fx_checker *c, unsigned copy, const uint8_t *values);

#endif
