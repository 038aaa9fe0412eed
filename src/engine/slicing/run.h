/* run.h - an abstract counterexample, reduced to what it says about steps and their order, without values.
 *
 * Of an execution that fails a check, only what comes before the failed check in its order is said: which
 * way was taken where there was a choice, and which of two blocks that touch the same memory came first.
 * That stands for every execution with these steps in an order with the same dependencies, whatever the
 * values (the first optimization of the algorithm): one counterexample refuted, all of them are. With
 * `values` on, the values that were read from kept variables are said, too. */
#ifndef HD_ENGINE_SLICING_RUN_H
#define HD_ENGINE_SLICING_RUN_H

#include "engine/slicing/level.h"

typedef enum { HD_SAYS_TARGET, HD_SAYS_TAKEN, HD_SAYS_BEFORE, HD_SAYS_VALUE } hd_says;

typedef struct {
  hd_says says;
  uint32_t a, b;  /* the step; the two blocks; the read */
  uint64_t value; /* VALUE */
  hd_term here;   /* in its own level, where it holds */
} hd_saying;

typedef struct {
  hd_slice_level *level;
  HD_VEC(hd_saying) says; /* the first is the target */
} hd_slice_run;

/* Of the level's last model, in which a target holds. */
void hd_slice_run_read(hd_slice_run *r, hd_slice_level *level, bool values);
void hd_slice_run_clear(hd_slice_run *r);

/* Saying number i in terms of another level; HD_NO_TERM: that level cannot express it. */
hd_term hd_slice_run_translate(const hd_slice_run *r, uint32_t i, hd_slice_level *to);

/* Excludes from the run's own level every run of the same target that says what is needed (by saying). */
void hd_slice_run_block(const hd_slice_run *r, const uint8_t *needed);

#endif
