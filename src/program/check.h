/* check.h - the validator, with the places of its messages chosen by the caller: for a model that was parsed they are
 * places in its text, for any other model places in its source. */
#ifndef HD_PROGRAM_CHECK_H
#define HD_PROGRAM_CHECK_H

#include "program/validate.h"

typedef enum {
  HD_PART_PROGRAM,
  HD_PART_FRAME,
  HD_PART_THREAD,
  HD_PART_VAR,
  HD_PART_OBJECT,
  HD_PART_LOC,
  HD_PART_EDGE,
  HD_PART_COUNT
} hd_part;

typedef struct {
  hd_place (*place)(void *context, hd_part part, uint32_t id);
  void *context;
} hd_placer;

hd_status hd_program_check_placed(const hd_program *p, hd_diags *diags, const hd_placer *placer);

#endif
