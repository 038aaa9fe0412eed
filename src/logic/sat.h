/* sat.h - a SAT solver (CaDiCaL), and terms as circuits of its literals.
 *
 * A literal is a number other than 0; -x is its negation. HD_LIT_TRUE is true. Gates fold
 * constants and equal inputs, and equal gates are built once.
 *
 * A bit-vector is represented by as many bits as it needs: `len` literals, of which the last is
 * copied into all higher positions, as sign extension does. A program's numbers are small mostly,
 * though their types are wide, and the cost of a proof grows steeply with the bits. So results of
 * arithmetic may be cut to `room` bits: where a value could need more, a literal says when it does
 * (its *loss*), and the bits mean something only where there is none. hd_blast_loss gives the loss of
 * a term: that of the parts its value depends on. The invariant: in every model in which the loss is
 * false, the bits are the term's value. With room for the widest term there is no loss. */
#ifndef HD_LOGIC_SAT_H
#define HD_LOGIC_SAT_H

#include "base/budget.h"
#include "expr/term.h"

typedef int32_t hd_lit;
#define HD_LIT_TRUE ((hd_lit)1)
#define HD_LIT_FALSE ((hd_lit)(-1))

typedef enum { HD_SAT_UNSAT, HD_SAT_MODEL, HD_SAT_STOPPED } hd_sat_answer;

typedef struct hd_sat hd_sat;
/* Borrows the budget, which ends every query. */
hd_sat *hd_sat_new(const hd_budget *budget);
void hd_sat_free(hd_sat *s);

hd_lit hd_sat_new_lit(hd_sat *s);
void hd_sat_clause(hd_sat *s, const hd_lit *lits, uint32_t n);
hd_sat_answer hd_sat_solve(hd_sat *s, const hd_lit *assumptions, uint32_t n);
/* The next queries stop after so many conflicts; 0: they do not. */
void hd_sat_limit(hd_sat *s, uint32_t conflicts);
bool hd_sat_value(const hd_sat *s, hd_lit lit);         /* after a MODEL */
bool hd_sat_failed(const hd_sat *s, hd_lit assumption); /* after UNSAT: was the assumption needed? */
/* From now on, counts how often each variable occurs in what the solver learns. */
void hd_sat_count_learned(hd_sat *s);
/* How often that was, lately; 0 for one whose value is settled. */
uint32_t hd_sat_activity(const hd_sat *s, hd_lit lit);
void hd_sat_halve_activity(hd_sat *s); /* what comes counts more than what was */
typedef struct {
  uint64_t literals, clauses, queries;
  double seconds;
} hd_sat_cost;
hd_sat_cost hd_sat_spent(const hd_sat *s);

/* Gates. */
hd_lit hd_sat_and(hd_sat *s, hd_lit a, hd_lit b);
hd_lit hd_sat_or(hd_sat *s, hd_lit a, hd_lit b);
hd_lit hd_sat_xor(hd_sat *s, hd_lit a, hd_lit b);
hd_lit hd_sat_ite(hd_sat *s, hd_lit c, hd_lit a, hd_lit b);
hd_lit hd_sat_sum(hd_sat *s, hd_lit a, hd_lit b, hd_lit c);      /* a xor b xor c */
hd_lit hd_sat_majority(hd_sat *s, hd_lit a, hd_lit b, hd_lit c); /* the carry */

/* How many bits a value needs; the last of them is false when it is never negative. */
typedef struct {
  uint8_t len;
  bool positive;
} hd_sat_span;

/* Terms as circuits. `spans` (by symbol, or NULL) says what a variable is known to need; a
 * symbol beyond n_spans and one of length 0 may have any value of its sort. */
typedef struct hd_blaster hd_blaster;
hd_blaster *hd_blaster_new(hd_sat *s, const hd_terms *T, unsigned room, const hd_sat_span *spans, uint32_t n_spans);
void hd_blaster_free(hd_blaster *b);
/* The literal of a Boolean term. */
hd_lit hd_blast(hd_blaster *b, hd_term t);
/* When the bits of the term are not its value. */
hd_lit hd_blast_loss(hd_blaster *b, hd_term t);
/* Asserts a fact. Equations and alternatives become plain clauses. */
void hd_blast_assert(hd_blaster *b, hd_term fact);
/* Something had no circuit (floating point): what was built is meaningless. */
bool hd_blast_failed(const hd_blaster *b);
/* After a MODEL: the value of a symbol, 0 for one that was never met. */
uint64_t hd_blast_symbol(const hd_blaster *b, uint32_t symbol);
/* An element of an array symbol. */
uint64_t hd_blast_element(const hd_blaster *b, uint32_t symbol, uint64_t index);

/* What a term needs with this room, when its variables need what `spans` says. */
typedef struct {
  const hd_terms *T;
  unsigned room;
  const hd_sat_span *spans;
  uint32_t n_spans;
  hd_sat_span *known; /* by term id; length 0: not yet */
  uint32_t n_known;
} hd_spanner;
hd_sat_span hd_sat_span_of(hd_spanner *s, hd_term t);
hd_sat_span hd_sat_span_of_value(uint64_t value, unsigned width);

#endif
