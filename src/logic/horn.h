/* horn.h - constrained Horn clauses over our terms, solved by Z3's Spacer.
 *
 * A rule says: when the body's atoms and the constraint hold, the head's atom holds, or, without a head, something bad
 * has happened. A system is safe when its predicates can be read as formulas that make every rule true; such an
 * interpretation comes back in our terms, and is believed only after each rule was checked with a plain solver.
 * Otherwise there is a derivation of the bad: for a linear system (at most one atom in each body) the rules along it,
 * by their tags, and the ground facts in between. If neither can be shown within the budget, the answer is
 * HD_DONT_KNOW.
 *
 * Variables are local to a rule. A predicate's parameters are variables too: the interpretation
 * speaks about them. */
#ifndef HD_LOGIC_HORN_H
#define HD_LOGIC_HORN_H

#include "logic/smt.h"
#include "program/cause.h"

typedef struct {
  uint32_t id;
} hd_pred;
#define HD_NO_PRED ((hd_pred){HD_NONE})

typedef struct {
  hd_pred pred;
  const hd_term *args; /* as many as the predicate has parameters, of their sorts */
} hd_atom;

typedef struct hd_horn hd_horn;
/* Borrows s, whose terms and arithmetic it uses. */
hd_horn *hd_horn_new(hd_smt *s);
void hd_horn_free(hd_horn *h);

/* The name is for printing. The parameters are distinct VAR terms; both are copied. */
hd_pred hd_horn_predicate(hd_horn *h, const char *name, const hd_term *params, uint32_t n);
/* Copies everything. head.pred HD_NO_PRED: the rule's body is bad. The tag is the caller's. */
void hd_horn_rule(hd_horn *h, uint32_t tag, hd_atom head, const hd_atom *body, uint32_t n_body, hd_term constraint);
uint32_t hd_horn_rules(const hd_horn *h);

/* HD_UNSAT: the bad cannot be derived, and the interpretation has been checked. HD_SAT: it can. */
hd_answer hd_horn_solve(hd_horn *h, const hd_budget *budget);
/* Quick, and without Spacer: looks for an interpretation of conjunctions of simple facts (parameters compared with
 * constants and with each other; cases: also where a parameter is, or is not, 0). HD_UNSAT as above, not
 * checked rule by rule yet; or HD_DONT_KNOW. */
hd_answer hd_horn_guess(hd_horn *h, bool cases, const hd_budget *budget);
/* Why hd_horn_solve did not know; its text lives until the next solve. */
hd_cause hd_horn_cause(const hd_horn *h);

/* After UNSAT: the predicate's meaning, over its parameters. */
hd_term hd_horn_meaning(const hd_horn *h, hd_pred pred);

/* After SAT: a step is a rule and the fact it gave; the last has HD_NO_PRED. Empty when the
 * derivation is a tree, or could not be read. */
typedef struct {
  uint32_t tag;
  hd_pred pred;
  const uint64_t *values; /* by parameter; NULL when they could not be read; arrays are 0 */
} hd_derived;
const hd_derived *hd_horn_derivation(const hd_horn *h, uint32_t *n);

/* Do the meanings make every rule true? HD_UNSAT: yes (no counterexample). Meanings by predicate. */
hd_answer hd_horn_check(hd_smt *s, const hd_horn *h, const hd_term *meanings);

/* SMT-LIB 2, logic HORN, with bit-vectors; rules and predicates as they were given. */
void hd_horn_print(const hd_horn *h, const hd_names *names, FILE *out);

#endif
