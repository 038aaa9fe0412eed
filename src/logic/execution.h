/* execution.h - a path, executed with symbols for what is not known.
 *
 * The value of a variable is a term over symbols: its value at the start of the path, and inputs along
 * it. The facts say which of those values take the path. Inside src/logic. */
#ifndef HD_LOGIC_EXECUTION_H
#define HD_LOGIC_EXECUTION_H

#include "base/map.h"
#include "logic/eliminate.h"
#include "program/program.h"

/* Symbols from here on are no variables. */
enum { HD_FRESH = 0x40000000 };
extern const hd_symbol_set hd_fresh_symbols;

typedef struct {
  hd_program *p;
  hd_map values; /* variable -> its value now; none: as at the start, and not asked for yet */
  hd_term_list facts;
  uint32_t fresh; /* the next symbol; HD_FRESH at first */
  bool skip_asserts;
  bool anywhere; /* a write outside of its array does nothing; otherwise it is taken for one inside */
} hd_execution;

void hd_execution_clear(hd_execution *x);
/* The value of a term over the program's variables now. */
hd_term hd_execution_now(hd_execution *x, hd_term t);
void hd_execution_assume(hd_execution *x, hd_term fact); /* about the variables now; HD_NO_TERM: nothing */
/* Appends the symbols of the edge's inputs to *inputs, unless it is NULL. Writes outside of an array: see `anywhere`
 * and hd_execution_inside. */
void hd_execution_take(hd_execution *x, hd_edge e, hd_term_list *inputs);
/* Are the indices of the edge's targets inside their arrays? About the variables before it. */
hd_term hd_execution_inside(const hd_program *p, const hd_edge_info *e);

#endif
