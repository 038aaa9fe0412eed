/* path.h - what holds before and after a path.
 *
 * A path is a sequence of edges of one program, each beginning where the one before ends.
 * Preconditions are existential, as in the thesis (chapter 2): from every state that satisfies
 * hd_path_pre the path can be taken so that `after` holds at its end. It may be stronger than the
 * weakest one: where inputs cannot be eliminated exactly, what is left of them is what holds around the execution
 * that the caller knows (project.h), or they are given the values they had there. Postconditions
 * hold after every execution of the path that began with `before`; they may be weaker than the
 * strongest one.
 *
 * A precondition of a path that writes into an array also asks that it writes inside of it;
 * a postcondition says nothing about arrays. */
#ifndef HD_LOGIC_PATH_H
#define HD_LOGIC_PATH_H

#include "logic/formula.h"
#include "logic/smt.h"
#include "program/program.h"

typedef struct {
  hd_edge edge;
  const uint64_t *inputs; /* of the execution that is known; NULL: none is */
  uint32_t n_inputs;
} hd_path_step;

/* How many inputs a step along the edge takes. */
uint32_t hd_path_takes(const hd_edge_info *e);

/* How preconditions are computed. */
typedef struct {
  bool skip_asserts;    /* ASSERT edges count as plain steps, whatever their condition (thesis, section 8.1) */
  bool linear;          /* inputs and intermediate values are eliminated from inequalities, too (linear.h) */
  hd_smt *smt;          /* for projection; NULL: inputs get values instead */
  const hd_env *before; /* the state before the first step of an execution, whose inputs the steps have; or NULL */
} hd_path_how;
hd_term hd_path_pre(hd_program *p, const hd_path_step *steps, uint32_t n, hd_term after, const hd_path_how *how);

/* keep: may the result mention this variable? */
typedef struct {
  bool (*keep)(void *context, hd_var v);
  void *context;
} hd_path_frame;
hd_term hd_path_post(hd_program *p, const hd_path_step *steps, uint32_t n, hd_term before, const hd_path_frame *frame,
                     bool linear);

typedef struct {
  hd_var var;
  uint32_t index;
  uint64_t value;
} hd_path_start;

/* The variables' initial values, as a formula about those that `frame` keeps. */
hd_term hd_path_initial(hd_program *p, const hd_path_frame *frame);

/* Values that take the path: for each step its inputs, and where variables that may start with any value
 * start. */
typedef struct {
  hd_arena arena;
  HD_VEC(hd_path_step) steps;
  HD_VEC(hd_path_start) starts;
} hd_path_values;
void hd_path_values_clear(hd_path_values *v);

/* Can the edges be taken one after the other from the initial state, whichever threads they belong to, so that the last
 * one fails its assertion, if asked? SAT: *out has the values, and is the caller's to clear. */
hd_answer hd_path_solve(hd_smt *s, hd_program *p, const hd_edge *edges, uint32_t n, bool fails, hd_path_values *out);

/* With which inputs do the steps lead from the state `how->before` to `after`? SAT: the steps have them, in the arena
 * (elements of large arrays may be others than the state's). */
hd_answer hd_path_inputs(hd_program *p, hd_path_step *steps, uint32_t n, hd_term after, const hd_path_how *how,
                         hd_arena *arena);

#endif
