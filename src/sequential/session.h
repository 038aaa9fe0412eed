/* session.h - inside a session: what the checkers of one program share.
 *
 * The graph of moves with its SMT translation, and invariants that hold whatever the caller may
 * still change: changes only take behaviour away. */
#ifndef HD_SEQUENTIAL_SESSION_H
#define HD_SEQUENTIAL_SESSION_H

#include "sequential/cutgraph.h"

/* The graph of the program as it is now; its queries end with the budget. */
hd_cutgraph *hd_seq_graph(hd_seq_session *s, const hd_budget *b);

/* Facts that hold at each cut, over the graph's cells; conjunctions, true where nothing is known.
 * By cut. Looked for when they are first asked for (guess.h). */
const hd_term *hd_seq_facts(hd_seq_session *s, const hd_budget *b);

/* Invariants, by cut and over the graph's cells, restricted to what is live there. The caller frees them. */
hd_term *hd_seq_placed(hd_cutgraph *g, const hd_seq_invariant *list, uint32_t n);

/* A trace was found, or the invariants (by cut, over the graph's cells) suffice. */
void hd_seq_set_unsafe(hd_seq_result *out, hd_trace *trace);
void hd_seq_set_safe(hd_seq_session *s, const hd_term *invariants, hd_seq_result *out);
/* Safe for a reason that cannot be rechecked. */
void hd_seq_set_searched(hd_seq_result *out, const char *format, ...) HD_PRINTF(2, 3);

/* The budget is spent: says so, and how far the checkers have come. */
void hd_seq_say_spent(hd_seq_session *s, const hd_budget *b, hd_seq_result *out);

/* The checkers; the table is in checkers.c. */
extern const hd_seq_checker hd_seq_bounded, hd_seq_lazy, hd_seq_pdr, hd_seq_spacer;

#endif
