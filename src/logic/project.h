/* project.h - model-based projection: exists x. F, from below, around a model of F.
 *
 * What can be eliminated exactly at no cost is: by equations, bounds, and linear inequalities with small
 * factors. What cannot is decided by the model: which disjunct, which branch of a choice, on which side of a
 * disequality, how often a sum wraps around, which sign; then the literals are linear over the integers, and x
 * becomes what its tightest bound says, with the remainder that it has in the model if its factor is not 1. Division,
 * remainders, shifts and masks by constants are linear, too, with quotients as further variables. Only a variable below
 * something that is not linear gets the value that it has in the model.
 *
 * Komuravelli, Gurfinkel and Chaki, SMT-based model checking for recursive programs (CAV 2014), is where the idea comes
 * from; Loos and Weispfenning, Cooper, and Pugh (the dark shadow) are the three ways to eliminate. */
#ifndef HD_LOGIC_PROJECT_H
#define HD_LOGIC_PROJECT_H

#include "logic/eliminate.h"
#include "logic/smt.h"

/* Implies exists x. F for the x that go, and is true in the model, in which F is. Arrays stay. *exact, unless NULL:
 * it is exactly that. */
hd_term hd_project(hd_terms *T, hd_term formula, const hd_symbol_set *goes, const hd_env *model, bool *exact);

/* The same, wider: conjuncts of a projection are left out as long as what is left still implies exists x. F, which
 * is shown by further projections. `effort`: at most so many of them; without any, it is returned as it is. */
hd_term hd_project_widen(hd_smt *s, hd_term formula, const hd_symbol_set *goes, hd_term projected, uint32_t effort);

#endif
