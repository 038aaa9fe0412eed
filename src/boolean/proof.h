/* proof.h - why a sequential Boolean program is safe: for each location a set of pairs (u, x), the globals and
 * arguments with which an activation began and a state that it may have there.
 *
 * It is a proof when the sets hold the initial states, when every step, call and return leads from pairs in
 * them to pairs in them, and when those of the targets are empty; src/evidence/summaries.h checks that. The sets
 * are decision diagrams, all in one list: a node decides by one variable and comes after its children. Nothing
 * is assumed about the order of variables. */
#ifndef HD_BOOLEAN_PROOF_H
#define HD_BOOLEAN_PROOF_H

#include "boolean/boolean.h"

/* Numbers of sets: 0 is empty, 1 is everything, i + 2 is nodes.data[i]. */
typedef struct {
  uint32_t var;       /* see hd_bp_proof_vars */
  uint32_t low, high; /* where it is 0, where it is 1 */
} hd_bp_proof_node;

typedef struct {
  HD_VEC(hd_bp_proof_node) nodes;
  hd_u32s sets; /* of each location */
} hd_bp_proof;

/* Variables are numbered: globals of u, its locals (only parameters matter), globals of x, its locals. There are as
 * many locals as the procedure with the most has. */
typedef struct {
  uint32_t globals, locals;
} hd_bp_proof_vars;
hd_bp_proof_vars hd_bp_proof_count(const hd_bp *p);

void hd_bp_proof_clear(hd_bp_proof *proof);
void hd_bp_proof_print(FILE *out, const hd_bp_proof *proof);
/* What print wrote, for this program; false with a diagnostic. Numbers are checked, not what they mean. */
bool hd_bp_proof_parse(const char *text, const char *name, const hd_bp *p, hd_bp_proof *proof, hd_diags *diags);

#endif
