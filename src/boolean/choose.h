/* choose.h - all states that a step can lead to, one after the other. */
#ifndef HD_BOOLEAN_CHOOSE_H
#define HD_BOOLEAN_CHOOSE_H

#include "boolean/step.h"

typedef struct {
  const hd_bp *p;
  uint8_t *globals, *locals; /* the present choice: room for all globals, and for the largest procedure */
  uint8_t **open;            /* what is enumerated: pointers into the two */
  uint32_t n_open;
  uint64_t at, end;
} hd_bp_choices;

void hd_bp_choices_init(hd_bp_choices *c, const hd_bp *p);
void hd_bp_choices_clear(hd_bp_choices *c);

/* Starts the enumeration; then hd_bp_choices_next until it is false. Candidates only: the functions of
 * step.h decide. A step with more than 24 open variables is a defect of the caller. */
void hd_bp_choose_step(hd_bp_choices *c, const hd_bp_edge *e, hd_bp_view now); /* STEP and SPAWN */
void hd_bp_choose_call(hd_bp_choices *c, const hd_bp_edge *e, hd_bp_view now); /* the callee's state */
void hd_bp_choose_args(hd_bp_choices *c, const hd_bp_edge *e, hd_bp_view now); /* of a SPAWN, in locals */
void hd_bp_choose_entry(hd_bp_choices *c, uint32_t proc, const uint8_t *globals, const uint8_t *args);
void hd_bp_choose_globals(hd_bp_choices *c); /* initial values */
bool hd_bp_choices_next(hd_bp_choices *c);
/* The caller's state after a return, which is determined. */
void hd_bp_return_state(const hd_bp *p, const hd_bp_edge *e, const uint8_t *caller, hd_bp_view leaving,
                        uint8_t *globals, uint8_t *locals);

#endif
