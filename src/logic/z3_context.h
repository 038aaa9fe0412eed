/* z3_context.h - Z3 as this folder uses it: one context for a process, and references counted for the caller.
 *
 * Z3 frees what has no reference at its next call, so what a call returned is kept with
 * hd_z3_keep until the mark taken before is released; what has to live longer is
 * referenced by the object that holds it. Errors never end the process: a function that
 * could not build its result gives NULL, which hd_z3_keep treats as exhausted memory or as
 * a defect, and a search that fails says so by hd_z3_error.
 *
 * A search runs between hd_z3_begin and hd_z3_end: meanwhile a watching thread interrupts
 * Z3 when the budget is spent. Only the files of src/logic include this. */
#ifndef HD_LOGIC_Z3_CONTEXT_H
#define HD_LOGIC_Z3_CONTEXT_H

#include <z3.h>

#include "logic/smt.h"

Z3_context hd_z3(void);
/* The message of the last error, or NULL; forgotten by asking. */
const char *hd_z3_error(void);

uint32_t hd_z3_mark(void);
Z3_ast hd_z3_keep(Z3_ast a);
void hd_z3_release(uint32_t mark);

/* False: the budget is spent already, and nothing has begun. */
bool hd_z3_begin(const hd_budget *b);
/* Was the search interrupted? Then its answer means nothing. */
bool hd_z3_end(void);

/* What the tactic leaves of the formula, as one formula, kept; NULL when it fails or splits it into cases. */
Z3_ast hd_z3_apply(Z3_tactic tactic, Z3_ast formula);

/* The translation of a term; it lives as long as s. Sorts: Bool; under BV, bit-vectors and
 * arrays of them; otherwise Int, congruent to the term's value modulo 2^width: see
 * hd_smt_value_z3. */
Z3_ast hd_smt_to_z3(hd_smt *s, hd_term t);
/* What the translations of the term's variables satisfy by their sorts (ranges under INT;
 * true under BV); kept. To be conjoined where the term is used, outside of any negation. */
Z3_ast hd_smt_facts_z3(hd_smt *s, hd_term t);
/* Is the translation exactly the term? Otherwise it has more models than the term, and
 * only hd_solver knows how to exclude them. */
bool hd_smt_is_exact(hd_smt *s, hd_term t);
/* Under INT, the value as signed or as unsigned number, brought into its range; under BV
 * the term itself. */
Z3_ast hd_smt_value_z3(hd_smt *s, hd_term t, bool is_signed);
/* The Z3 sort of a variable of ours; kept. */
Z3_sort hd_smt_sort_z3(hd_smt *s, hd_sort sort);

/* The term that a formula of Z3 over translated variables means, or HD_NO_TERM when it
 * has no form here (an integer wider than 64 bits, a quantifier, an unknown operator). */
hd_term hd_smt_from_z3(hd_smt *s, Z3_ast a);

#endif
