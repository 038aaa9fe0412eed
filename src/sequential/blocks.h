/* blocks.h - large blocks: everything a thread can do from one cut-point to the next, as formulas.
 *
 * The caller cuts a thread's graph at some locations, at least one on every cycle. What one instance does from a
 * cut-point until it comes to the next, fails an assertion, or reaches a location behind which nothing is known is a
 * circuit: for each target a condition, and the values of all cells afterwards, as terms over the cells before, over
 * inputs and over choices. No path is enumerated; where branches meet, values are merged by ITE. An instance that gets
 * stuck in between reaches no target, and neither does one that comes to EXIT.
 *
 * Cells are what states consist of: scalars, elements of arrays that are split, and whole arrays.
 * An array is split when it is small, or when every index in the program is a constant.
 *
 * Use: hd_cells_new once for a program; a state, which is a term for each cell; hd_block_new for a
 * cut-point and the state before. The conditions of two targets of
 * a block exclude each other for the same inputs and choices. New symbols (inputs, choices,
 * elements) come from hd_symbols, far above the program's variables; hd_symbols_signs says how to
 * read them as integers. Terms are of the program's pool. */
#ifndef HD_SEQUENTIAL_BLOCKS_H
#define HD_SEQUENTIAL_BLOCKS_H

#include "analysis/liveness.h"
#include "logic/smt.h"
#include "program/program.h"
#include "trace/certificate.h"

/* Symbols of terms: the program's variables, and their copies as trace/certificate.h numbers them;
 * from HD_FRESH up, new ones. */
#define HD_FRESH HD_NO_MEANING
typedef struct {
  hd_program *p;
  HD_VEC(hd_var) origin; /* by symbol minus HD_FRESH: the variable it stands for, or HD_NO_VAR */
} hd_symbols;

void hd_symbols_init(hd_symbols *s, hd_program *p);
void hd_symbols_clear(hd_symbols *s);
hd_term hd_symbols_fresh(hd_symbols *s, hd_sort sort, hd_var origin);
/* The variable behind a symbol, or HD_NO_VAR. */
hd_var hd_symbols_origin(const hd_symbols *s, uint32_t symbol);
hd_signs hd_symbols_signs(hd_symbols *s); /* for hd_smt_new; borrows s */

typedef struct {
  hd_var var;
  uint32_t element; /* HD_NONE: a scalar, or a whole array */
} hd_cell;

typedef struct {
  hd_program *p;
  HD_VEC(hd_cell) list;
  uint32_t *first; /* by variable, and one more: its cells are first[v] .. first[v + 1] - 1 */
} hd_cells;

/* Borrows p, which is resolved and indexed. */
hd_cells *hd_cells_new(hd_program *p);
void hd_cells_free(hd_cells *c);
hd_sort hd_cell_sort(const hd_cells *c, uint32_t cell);
bool hd_cell_is_split(const hd_cells *c, hd_var v);
/* The cell's initial value: a constant, or HD_NO_TERM for a whole array or any value. */
hd_term hd_cell_initial(const hd_cells *c, uint32_t cell);
/* A formula over the program's variables, as one over the state's terms. */
hd_term hd_cells_apply(const hd_cells *c, const hd_term *state, hd_term formula);

typedef enum {
  HD_TO_CUT,   /* the cut-point `loc`, which may be an END */
  HD_TO_FAIL,  /* some ASSERT edge is violated */
  HD_TO_BEYOND /* the UNSUPPORTED or BOUND location `loc` */
} hd_target_kind;

typedef struct {
  hd_target_kind kind;
  hd_loc loc;
  hd_term cond;
  hd_term *post; /* by cell; a cell that is dead there keeps no particular value. FAIL: NULL */
} hd_block_target;

/* For going back from values to a path: when an edge is taken (an ASSERT edge: also when it is violated). */
typedef struct {
  hd_edge edge;
  hd_term taken;
  const hd_term *before; /* by cell: the values where it begins */
  uint32_t input;        /* its first input in `inputs` */
  uint32_t n_inputs;
} hd_block_edge;

typedef struct {
  hd_arena arena;
  hd_loc from;
  HD_VEC(hd_block_target) targets;
  HD_VEC(hd_block_edge) edges; /* in topological order */
  HD_VEC(hd_term) inputs;
} hd_block;

/* cut: by location, not 0 for cut-points; locations of other kinds than NORMAL always are ends of
 * blocks. `pre` by cell. live may be NULL; otherwise cells that are dead are not merged. */
hd_block *hd_block_new(const hd_cells *c, hd_symbols *s, const hd_liveness *live, const uint8_t *cut, hd_loc from,
                       const hd_term *pre);
/* The same for an instance that is there only when the condition holds: every condition implies it,
 * and otherwise whole arrays stay as they are. */
hd_block *hd_block_new_if(const hd_cells *c, hd_symbols *s, const hd_liveness *live, const uint8_t *cut, hd_loc from,
                          const hd_term *pre, hd_term when);
void hd_block_free(hd_block *b);
/* Are conditions Boolean, and values (of cells that have one) of their cells' sorts? Is every target there once, and
 * every edge after those that lead to where it begins? */
bool hd_block_check(const hd_cells *c, const hd_block *b);

#endif
