/* order_theory.h - the order of events as a theory of its own, beside Z3's: its user propagator.
 *
 * What is known of the order is given, and pairs of events with a Boolean variable each that says whether the first
 * comes before the second. Z3 decides the variables; here the events are a graph that is kept acyclic (acyclic.h): a
 * cycle is a conflict with as few of the variables as possible, and variables that follow are passed to Z3 with their
 * reasons. */
#ifndef HD_LOGIC_ORDER_THEORY_H
#define HD_LOGIC_ORDER_THEORY_H

#include "logic/order.h"
#include "logic/smt.h"

typedef struct hd_order_theory hd_order_theory;
/* n events. Copies what is known. */
hd_order_theory *hd_order_theory_new(const hd_order *known, uint32_t n);
void hd_order_theory_free(hd_order_theory *t);
/* The symbol, a Boolean variable: a comes before b. */
void hd_order_theory_pair(hd_order_theory *t, uint32_t a, uint32_t b, hd_term symbol);
/* From now on the solver's models agree with a total order. To be called before the solver's first check; the theory
 * must outlive the solver. */
void hd_solver_set_order(hd_solver *v, hd_order_theory *t);

/* After HD_SAT: does a come before b, in a total order that the model agrees with? */
bool hd_order_theory_before(const hd_order_theory *t, uint32_t a, uint32_t b);

#endif
