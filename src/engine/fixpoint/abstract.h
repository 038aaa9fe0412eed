/* abstract.h - from C to Boolean programs: predicate abstraction of a program of the model.
 *
 * Every instance of a thread becomes a `thread` procedure, every edge one statement. A condition that
 * mentions shared variables is a global of the Boolean program, and every step of every thread that may
 * change it says how; a condition about a thread's own variables is a local. A step is the strongest relation
 * between the conditions before and after it that the solver finds, so every execution of the program is one
 * of the Boolean program (up to statements that change nothing). Where the program cannot be followed an
 * assertion fails.
 *
 * So if the Boolean program is safe, so is the program. The converse does not hold: a violation is one of the
 * program only when its edges can be executed. */
#ifndef HD_ENGINE_FIXPOINT_ABSTRACT_H
#define HD_ENGINE_FIXPOINT_ABSTRACT_H

#include "base/budget.h"
#include "boolean/run.h"
#include "engine/fixpoint/predicates.h"
#include "trace/trace.h"

typedef struct {
  hd_expanded *x;
  hd_fx_predicates predicates;
  char *text; /* the Boolean program */
  size_t length;
  hd_u32s edge_of;    /* for each line from 1: the edge of x that its statement stands for, or HD_NONE */
  hd_u32s unknown_at; /* for each line: the location of x that cannot be followed, or HD_NONE */
} hd_fx_abstraction;

/* conditions: the text of a file called `name`. p is resolved, and the property's checks are selected. NULL
 * with a diagnostic, or because the budget ended. */
hd_fx_abstraction *hd_fx_abstraction_new(const hd_program *p, const char *conditions, const char *name,
                                         const hd_budget *budget, hd_diags *diags);
void hd_fx_abstraction_free(hd_fx_abstraction *a);

/* The edges of a counterexample of the Boolean program (`bp` is a->text, read), one after the other from the
 * initial state, into the failing assertion: a trace of the original program, or NULL when they cannot be
 * executed, or not within the budget. *beyond: the counterexample ends where the program cannot be followed;
 * otherwise none. */
hd_trace *hd_fx_abstraction_execute(hd_fx_abstraction *a, const hd_bp *bp, const hd_bp_trace *t,
                                    const hd_budget *budget, hd_loc *beyond);

#endif
