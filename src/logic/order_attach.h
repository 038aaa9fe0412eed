/* order_attach.h - how a solver gets an order theory; only solver.c and order_theory.c include this. */
#ifndef HD_LOGIC_ORDER_ATTACH_H
#define HD_LOGIC_ORDER_ATTACH_H

#include "logic/order_theory.h"
#include "logic/z3_context.h"

void hd_order_theory_attach(hd_order_theory *t, hd_smt *s, Z3_solver solver);

#endif
