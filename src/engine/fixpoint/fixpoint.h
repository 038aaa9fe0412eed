/* fixpoint.h - model checking of Boolean programs by fixed-point formulas.
 *
 * An algorithm is a file in the language of docs/mu-language.md that speaks about the program through the
 * relations of docs/mu-relations.md. This module supplies the relations, chooses the algorithm by the
 * program's kind, raises bounds, and turns a formula's `true` into an execution of the program.
 *
 * What is a proof: a least fixed point over all executions of a sequential program (recursion
 * included); over all interleavings of a concurrent one without recursion and with a known number
 * of threads; the thread-modular fixed point of any other, which visits more than is reachable; and, with
 * recursion, a set of visible states that can grow no more. A search up to some number of context switches or
 * rounds is none. */
#ifndef HD_ENGINE_FIXPOINT_FIXPOINT_H
#define HD_ENGINE_FIXPOINT_FIXPOINT_H

#include "engine/engine.h"

extern const hd_engine hd_engine_fixpoint;

/* Steps of a thread's execution that a counterexample shows one by one; in a longer one, calls that repeat others are
 * one step. */
enum { HD_FX_READABLE_STEPS = 10000 };

/* Decides the program in this process: the BDD layer is started and stopped. */
void hd_fixpoint_run(const hd_bp *p, const hd_task *t, uint32_t most_steps, const hd_budget *b, hd_result *out);

/* The algorithms by name; NULL past the end. */
const char *hd_fixpoint_algorithm(unsigned i, const char **summary);

/* The file of an algorithm, in the arena: a path as it is, a name where it is installed. NULL: there is no such
 * algorithm. */
const char *hd_fixpoint_find(hd_arena *arena, const char *name);

/* Prints the relations of the program as formulas, for `heddle solve`. */
void hd_fixpoint_emit(FILE *out, const hd_bp *p, const char *label);

#endif
