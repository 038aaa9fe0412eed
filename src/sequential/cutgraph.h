/* cutgraph.h - a sequential program as moves from cut-point to cut-point.
 *
 * The cut-points are the loop heads, the caller's marks, and the places that end things. A move is
 * a target of a large block (blocks.h): a condition and new values, over the cells before and over
 * inputs. Cut 0 is the start: its block begins with the initial values, so its moves speak
 * about inputs alone. One SMT translation serves all checkers that work on the graph. */
#ifndef HD_SEQUENTIAL_CUTGRAPH_H
#define HD_SEQUENTIAL_CUTGRAPH_H

#include "sequential/blocks.h"
#include "sequential/sequential.h"

enum { HD_CUT_START = 0 };

typedef struct {
  uint32_t from, to; /* cuts; to is HD_NONE for FAIL */
  hd_target_kind kind;
  hd_term cond;        /* the move can be made; for the start: together with `g->initially` */
  const hd_term *post; /* by cell; FAIL: NULL */
} hd_move;

typedef struct {
  hd_program *p;
  hd_seq_task task;
  hd_cells *cells;
  hd_symbols symbols;
  hd_liveness *live; /* of shared variables, too */
  uint8_t *is_cut;   /* by location */
  HD_VEC(hd_loc) cuts;
  uint32_t *number;          /* by location: its cut, or HD_NONE; the entry is the cut of a loop there, not the start */
  hd_term *state;            /* by cell: a variable */
  hd_term *initial;          /* by cell: a constant, or a variable that any value may have */
  hd_term initially;         /* what the initial arrays hold */
  HD_VEC(hd_block *) blocks; /* by cut; NULL where nothing follows */
  HD_VEC(hd_move) moves;
  hd_arith arith;
  hd_signs signs;
  hd_smt *smt;
} hd_cutgraph;

/* Borrows p and the task's marks. */
hd_cutgraph *hd_cutgraph_new(hd_program *p, const hd_seq_task *task, const hd_budget *b);
void hd_cutgraph_free(hd_cutgraph *g);
/* Edges have changed: blocks and moves are made anew, cells and cuts stay. */
void hd_cutgraph_refresh(hd_cutgraph *g);

/* A formula over the graph's cells, over the program's variables; the other direction is
 * hd_cells_apply with g->state. */
hd_term hd_cutgraph_to_program(hd_cutgraph *g, hd_term formula);
/* A formula over the graph's cells, with other terms (by cell) for them. */
hd_term hd_cutgraph_apply(hd_cutgraph *g, const hd_term *state, hd_term formula);
/* Is every variable of the formula one of the cells' (no input, no choice)? */
bool hd_cutgraph_is_local(const hd_cutgraph *g, hd_term formula);

/* A path of moves from the start, as formulas: blocks are made again along it, so that each step has
 * inputs of its own. */
typedef struct {
  hd_block *block;
  uint32_t target; /* of the block: where the path goes on */
} hd_path_block;

typedef struct {
  hd_cutgraph *g;
  HD_VEC(hd_path_block) blocks;
  HD_VEC(hd_term) conds; /* by block; before the first: g->initially */
} hd_cutpath;

void hd_cutpath_init(hd_cutpath *path, hd_cutgraph *g);
void hd_cutpath_clear(hd_cutpath *path);
/* The values where the path ends now, by cell. */
const hd_term *hd_cutpath_state(const hd_cutpath *path);
/* Goes on by the move. False when that is impossible by form alone. */
bool hd_cutpath_extend(hd_cutpath *path, const hd_move *m);

/* Can the path be taken? Then *trace (unless NULL) is an execution of it, the caller's to free. Where linear
 * integers give no answer, bit-vectors are asked. */
hd_answer hd_cutpath_solve(hd_cutpath *path, hd_trace **trace);

/* The trace along blocks that the solver's model takes, in order; ends with the violated
 * assertion. NULL where proofs only are asked for. */
hd_trace *hd_cutgraph_trace(hd_cutgraph *g, hd_block *const *blocks, uint32_t n, hd_solver *model);

/* Says in the result what is at the UNSUPPORTED or BOUND location that can be reached. */
void hd_cutgraph_beyond(const hd_cutgraph *g, hd_loc loc, hd_seq_result *out);

#endif
