/* solve.h - the solvers behind the engine: circuits (CaDiCaL), or terms (Z3) with the order of the events as a
 * theory of its own (logic/order_theory.h).
 *
 * Both answer the same question: is there an execution in which `wanted` holds? In circuits, values
 * have only so much room (sat.h): a model is one in which nothing was lost, and where there is none,
 * hd_bmc_solver_loses asks whether more room could change that. An execution in which something is
 * lost has a first block in which that happens; everything up to it means what it says. */
#ifndef HD_ENGINE_BMC_SOLVE_H
#define HD_ENGINE_BMC_SOLVE_H

#include "engine/bmc/memory.h"
#include "logic/smt.h"

typedef struct hd_bmc_solver hd_bmc_solver;

/* room 0: terms, with this arithmetic. Takes the facts as they are now. */
hd_bmc_solver *hd_bmc_solver_new(hd_bmc_memory *m, unsigned room, hd_arith arith, const hd_budget *b);
/* Terms, with a clock for each event instead of a theory: to compare with. */
hd_bmc_solver *hd_bmc_solver_new_clocks(hd_bmc_memory *m, hd_arith arith, const hd_budget *b);
/* Circuits, with the order kept acyclic lazily: a model with cycles is excluded by them, and asked for again. */
hd_bmc_solver *hd_bmc_solver_new_lazy(hd_bmc_memory *m, unsigned room, const hd_budget *b);
void hd_bmc_solver_free(hd_bmc_solver *s);

/* The next questions to circuits are given up after so many conflicts; 0: they are not. */
void hd_bmc_solver_limit(hd_bmc_solver *s, uint32_t conflicts);
/* HD_DONT_KNOW: the budget or the limit ended, or *hd_bmc_solver_failure. */
hd_answer hd_bmc_solver_check(hd_bmc_solver *s, hd_term wanted);
hd_answer hd_bmc_solver_loses(hd_bmc_solver *s);
/* Is there an execution in which all of them hold and nothing is lost? After HD_UNSAT, `needed` (by place, for
 * the caller to read) says which of them suffice for that. */
hd_answer hd_bmc_solver_check_all(hd_bmc_solver *s, const hd_term *wanted, uint32_t n, uint8_t *needed);
/* --- parts of a question, for circuits only (engine/divide.h) --- */

typedef HD_VEC(hd_term) hd_bmc_choices;
bool hd_bmc_solver_can_divide(const hd_bmc_solver *s);
/* From now on the solver counts which choices matter. */
void hd_bmc_solver_count_activity(hd_bmc_solver *s);
/* What the question may be divided by: the order of two events, and bits of inputs. The number that is returned is the
 * same for solvers with the same choices. */
uint64_t hd_bmc_solver_choices(hd_bmc_solver *s, hd_bmc_choices *out);
/* Is there an execution in which `wanted` and all of them hold? *lost: there is one in which a value does not fit, and
 * the answer is HD_DONT_KNOW. After HD_UNSAT, `needed` says which of them suffice for that. */
hd_answer hd_bmc_solver_check_part(hd_bmc_solver *s, hd_term wanted, const hd_term *all, uint32_t n, uint8_t *needed,
                                   bool *lost);
/* All parts together are closed: nothing is lost in any execution. */
void hd_bmc_solver_set_lossless(hd_bmc_solver *s);
/* How much the choice has mattered lately; 0: it is settled, or has not. */
uint32_t hd_bmc_solver_activity(hd_bmc_solver *s, hd_term choice);
void hd_bmc_solver_forget_activity(hd_bmc_solver *s); /* by half */

/* One more fact, over symbols that the solver knows. */
void hd_bmc_solver_assert(hd_bmc_solver *s, hd_term fact);
const char *hd_bmc_solver_failure(const hd_bmc_solver *s);

/* After HD_SAT: the value of a term of the unfolding. */
uint64_t hd_bmc_solver_value(hd_bmc_solver *s, hd_term t);
/* An element of an array that starts with any values. */
uint64_t hd_bmc_solver_element(hd_bmc_solver *s, hd_term array, uint64_t index);

typedef struct {
  uint64_t literals, clauses;
  double seconds;
} hd_bmc_cost;
hd_bmc_cost hd_bmc_solver_cost(const hd_bmc_solver *s);

/* The room to begin with: what the program's constants need, and a little. */
unsigned hd_bmc_first_room(const hd_bmc_unfolding *u);

#endif
