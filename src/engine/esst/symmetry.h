/* symmetry.h - inside the engine: nodes that are others' images under an exchange of identical threads.
 *
 * A permutation of parties exchanges members of classes (alike.h). The image of a state is the state after the
 * exchange; as long as no step asks, executions from the image are the images of executions. So a node whose image
 * lies in an older node's states has nothing new behind it: it is covered by that node, under that permutation.
 *
 * With partial orders: an image of a run is as long as the run, and its initial turns are the images of the run's.
 * (Let two turns count as independent when some image of theirs was found to be so: that is as valid, and the same
 * for all images.) So the argument of por.h goes through with the image of what sleeps. Labels must not be
 * strengthened later, so this is for predicates; and a predicate about one member is learned for all. */
#ifndef HD_ESST_SYMMETRY_H
#define HD_ESST_SYMMETRY_H

#include "engine/esst/alike.h"
#include "engine/esst/search.h"

/* NULL: no parties are alike. Borrows x. */
hd_esst_symmetry *hd_esst_symmetry_new(hd_esst_space *x, hd_smt *smt, bool deadlocks, const hd_budget *budget);
void hd_esst_symmetry_free(hd_esst_symmetry *s);
const hd_esst_classes *hd_esst_symmetry_classes(const hd_esst_symmetry *s);

/* Places with the same number may be images of each other; 0: the place has no images. */
uint64_t hd_esst_symmetry_key(hd_esst_symmetry *s, uint32_t place);
/* A permutation (by party) under which the image of the first node's place is the second's; false: none was found. */
bool hd_esst_symmetry_match(hd_esst_symmetry *s, const hd_esst_search *x, uint32_t node, uint32_t by, uint8_t *to);
/* The image of a formula about a state. */
hd_term hd_esst_symmetry_image(const hd_esst_symmetry *s, const uint8_t *to, hd_term t);
uint64_t hd_esst_symmetry_set(const uint8_t *to, uint64_t parties);

/* Where one member stands when another one of its class stands there. */
hd_loc hd_esst_symmetry_loc(const hd_esst_symmetry *s, uint32_t from, uint32_t to, hd_loc l);
/* Calls `visit` with the formula's images under exchanges of one member that it mentions with another one, with the
 * two parties. Formulas about several members of a class have none here. */
void hd_esst_symmetry_copies(const hd_esst_symmetry *s, hd_term t,
                             void (*visit)(void *context, hd_term image, uint32_t from, uint32_t to), void *context);

#endif
