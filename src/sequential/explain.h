/* explain.h - from a model to a cube: the part of a state that matters for what happens next. */
#ifndef HD_SEQUENTIAL_EXPLAIN_H
#define HD_SEQUENTIAL_EXPLAIN_H

#include "logic/implicant.h"
#include "sequential/cutgraph.h"

/* Literals about the graph's cells that hold in the solver's model (its last check was SAT), and from which the
 * formula can be made true by inputs. x = 5 is given as two of them: often one will do. The caller owns the list. */
hd_term_list hd_seq_explain(hd_cutgraph *g, hd_solver *model, hd_term formula);
/* The same for a caller that says which symbols are inputs. */
hd_term_list hd_seq_explain_state(hd_terms *T, const hd_symbol_set *inputs, hd_solver *model, hd_term formula);

#endif
