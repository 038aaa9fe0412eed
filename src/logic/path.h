/* path.h - what holds before and after a path.
 *
 * A path is a sequence of edges of one program, each beginning where the one before ends.
 * Preconditions are existential, as in the thesis (chapter 2): from every state that satisfies
 * hd_path_pre the path can be taken so that `after` holds at its end. It may be stronger than the
 * weakest one: where an input cannot be eliminated, it is given the value it had in the execution
 * that the caller knows. Postconditions hold after every execution of the path that began with
 * `before`; they may be weaker than the strongest one.
 *
 * Arrays are not treated: such a path has no pre- or postcondition here but false and true. */
#ifndef HD_LOGIC_PATH_H
#define HD_LOGIC_PATH_H

#include "logic/formula.h"
#include "program/program.h"

typedef struct {
  hd_edge edge;
  const uint64_t *inputs; /* of the execution that is known; NULL: none is */
  uint32_t n_inputs;
} hd_path_step;

/* skip_asserts: ASSERT edges count as plain steps, whatever their condition (thesis, section 8.1). */
hd_term hd_path_pre(hd_program *p, const hd_path_step *steps, uint32_t n, hd_term after, bool skip_asserts);

/* keep: may the result mention this variable? */
typedef struct {
  bool (*keep)(void *context, hd_var v);
  void *context;
} hd_path_frame;
hd_term hd_path_post(hd_program *p, const hd_path_step *steps, uint32_t n, hd_term before,
                     const hd_path_frame *frame);

/* The variables' initial values, as a formula about those that `frame` keeps. */
hd_term hd_path_initial(hd_program *p, const hd_path_frame *frame);

#endif
