/* predabs.h - predicate abstraction: which truth values predicates can have together where a formula holds.
 *
 * Boolean abstraction is exact: a BDD over one variable a predicate, by enumerating the models of
 * the formula as far as the predicates see them. Cartesian abstraction looks at each predicate alone, with
 * two queries each. Results are cached; the BDD manager (bdd.h) runs as long as the object lives.
 *
 * The image of a step is the abstraction of the state before, the guard and the updates together
 * (transition.h), with predicates about the state after. */
#ifndef HD_LOGIC_PREDABS_H
#define HD_LOGIC_PREDABS_H

#include "logic/bdd.h"
#include "logic/smt.h"

typedef struct hd_predabs hd_predabs;
hd_predabs *hd_predabs_new(hd_smt *s); /* borrows s */
void hd_predabs_free(hd_predabs *a);

typedef enum { HD_PRED_FALSE, HD_PRED_TRUE, HD_PRED_ANY, HD_PRED_NEVER } hd_truth;

/* For each predicate: always false, always true, or any (which is also the answer when the solver does not
 * know); NEVER for all when the formula has no model. */
void hd_predabs_cartesian(hd_predabs *a, hd_term formula, const hd_term *preds, uint32_t n, hd_truth *out);

/* The set of valuations, vars[i] standing for preds[i]. Where the solver gives up it is a superset, and
 * *exact (unless NULL) is false. */
hd_bdd hd_predabs_boolean(hd_predabs *a, hd_term formula, const hd_term *preds, const uint32_t *vars, uint32_t n,
                          bool *exact);

/* What a set of valuations means: a formula over the predicates. */
hd_term hd_predabs_meaning(hd_predabs *a, hd_bdd set, const hd_term *preds, const uint32_t *vars, uint32_t n);

typedef struct {
  uint64_t asked, cached, models;
} hd_predabs_stats;
hd_predabs_stats hd_predabs_get_stats(const hd_predabs *a);

#endif
