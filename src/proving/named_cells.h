/* named_cells.h - cells under the names that proofs have for them.
 *
 * A block's elements of arrays are symbols of their own; in what a proof says they are elements again. */
#ifndef HD_PROVING_NAMED_CELLS_H
#define HD_PROVING_NAMED_CELLS_H

#include "sequential/blocks.h"

/* The cell's term in the state of a copy of its thread. Where there is one instance only (`many` is false), its own
 * number is 0. */
hd_term hd_named_cell(const hd_cells *cells, hd_symbols *symbols, uint32_t copy, uint32_t cell, bool many);
/* An element, of its array; HD_NO_TERM when the cell is no element, and has its name already. */
hd_term hd_named_cell_element(const hd_cells *cells, uint32_t copy, uint32_t cell);

#endif
