/* smt.h - questions about our terms to the SMT solver.
 *
 * An hd_smt translates the terms of one pool, each once, under one arithmetic; the solvers
 * made from it are kept and used incrementally, since a fresh solver costs forty times a
 * kept one. Z3 and its reference counts stay inside this folder.
 *
 * The arithmetics give the same answers (UNBOUNDED aside): BV is bit-vectors; INT is linear
 * integers, where a bit-vector is an integer in a known interval that is brought back into
 * its range only where an operator needs that, overflow that the formula itself excludes is
 * not asked about again, and bit operations that have no integer form go through bit-vectors;
 * UNBOUNDED is mathematical integers: what wraps in C does not wrap there.
 *
 * A query that a budget or Z3 ended is HD_DONT_KNOW, never HD_UNSAT and never HD_SAT. */
#ifndef HD_LOGIC_SMT_H
#define HD_LOGIC_SMT_H

#include "base/budget.h"
#include "expr/term.h"
#include "program/program.h"

typedef enum { HD_ARITH_AUTO, HD_ARITH_BV, HD_ARITH_INT, HD_ARITH_UNBOUNDED } hd_arith;
const char *hd_arith_name(hd_arith arith);
bool hd_arith_find(const char *name, hd_arith *arith); /* auto, bv, int, unbounded */

typedef enum { HD_UNSAT, HD_SAT, HD_DONT_KNOW } hd_answer;

/* How a variable's bits are best read as an integer under INT: chosen by the caller, which knows its C
 * type. It changes speed, never an answer. NULL: everything signed. */
typedef struct {
  bool (*is_signed)(void *context, uint32_t symbol);
  void *context;
} hd_signs;

typedef struct hd_smt hd_smt;
/* Borrows all of it; arith is not AUTO (see hd_arith_choose). The budget bounds every query. */
hd_smt *hd_smt_new(hd_terms *T, hd_arith arith, const hd_signs *signs, const hd_budget *budget);
void hd_smt_free(hd_smt *s);
hd_terms *hd_smt_terms(const hd_smt *s);
hd_arith hd_smt_arith(const hd_smt *s);
const hd_budget *hd_smt_budget(const hd_smt *s);
void hd_smt_set_budget(hd_smt *s, const hd_budget *budget);

/* INT for terms that are (nearly) linear, BV where bits matter: AUTO's choice, by what the
 * terms contain. */
hd_arith hd_arith_choose(const hd_terms *T, const hd_term *terms, size_t n);
/* The arithmetic for questions about the program: what is asked for, or AUTO's choice for all that its edges say. */
hd_arith hd_arith_of_program(const hd_program *p, hd_arith asked);

/* Promises that this ADD, SUB or MUL, read as signed, does not wrap wherever its value matters; said before the term is
 * first used. INT then need not ask. */
void hd_smt_no_overflow(hd_smt *s, hd_term t);

/* What the queries of this process cost so far. */
typedef struct {
  uint64_t queries;
  double seconds;
} hd_smt_cost;
hd_smt_cost hd_smt_spent(const hd_smt *s);

typedef struct hd_solver hd_solver;
hd_solver *hd_solver_new(hd_smt *s);
void hd_solver_free(hd_solver *v);
hd_terms *hd_solver_terms(const hd_solver *v);
void hd_solver_push(hd_solver *v);
void hd_solver_pop(hd_solver *v, uint32_t levels);
void hd_solver_assert(hd_solver *v, hd_term fact);
/* Are the facts and the assumptions (any Boolean terms) satisfiable together? */
hd_answer hd_solver_check(hd_solver *v, const hd_term *assumptions, uint32_t n);
/* A limit for the next checks, in Z3's deterministic resource units; 0: none but the budget's. */
void hd_solver_limit(hd_solver *v, uint32_t resources);

/* After UNSAT: the indices of assumptions that suffice, ascending; valid until the next check. */
const uint32_t *hd_solver_core(hd_solver *v, uint32_t *n);
/* After SAT: values in the model, completed with zeros; of a Boolean or bit-vector term. */
uint64_t hd_solver_value(hd_solver *v, hd_term t);
uint64_t hd_solver_element(hd_solver *v, hd_term array, uint64_t index);
/* The same as an environment; valid until the next check. */
hd_env hd_solver_model(hd_solver *v);

/* One-off questions, on a solver that the hd_smt keeps for them. */
hd_answer hd_smt_satisfiable(hd_smt *s, const hd_term *facts, uint32_t n);
/* HD_UNSAT: facts imply the conclusion (there is no counterexample). */
hd_answer hd_smt_refutes(hd_smt *s, const hd_term *facts, uint32_t n, hd_term conclusion);

#endif
