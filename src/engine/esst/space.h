/* space.h - the explicit half of a state: where each thread stands, and what the scheduler knows.
 *
 * A place is a location for each instance together with values of the explicit cells: the scheduler's state,
 * locks, thread statuses, and temporaries that are computed from those alone. Everything else is symbolic: a place
 * stands for all states that agree with it. What an instance does from one cut-point to the next is a large
 * block (sequential/blocks.h) made for the explicit values that it touches, so that the scheduler is executed, not
 * described; blocks are shared between all places that agree about those. A step is one target of a block. Its
 * explicit outcome is a number in nearly all cases; where it depends on symbolic values, the caller enumerates the
 * possible outcomes, and each makes a step of its own.
 *
 * Slots are cells of the whole state: shared ones, and those of each instance (a party). */
#ifndef HD_ESST_SPACE_H
#define HD_ESST_SPACE_H

#include "engine/engine.h"
#include "sequential/blocks.h"

typedef struct {
  uint32_t cell, party; /* party HD_NONE: shared */
  hd_term var;          /* the variable that stands for it */
  uint32_t number;      /* among the explicit slots, or HD_NONE */
} hd_esst_slot;

typedef struct {
  hd_loc *at;       /* by party */
  uint64_t *values; /* by number of the explicit slot; dead ones are 0 */
  uint32_t next;    /* with the same hash */
  uint32_t runner;  /* the party at an atomic location, which alone may move; HD_NONE: the scheduler chooses */
  uint32_t stuck;   /* the step into a deadlock, once asked for; otherwise HD_NONE */
} hd_esst_place;

/* One target of a block with its explicit outcome; or (block HD_NONE) that no thread can move. */
typedef struct {
  uint32_t block, target;
  hd_target_kind kind;
  hd_loc to;
  hd_term cond;           /* with what the outcome asks for */
  const uint64_t *values; /* outcome of the block's open slots; NULL: there are none for this target */
  uint32_t next;          /* of the same target */
} hd_esst_step;

typedef struct {
  uint32_t slot;
  hd_term value;
} hd_esst_change;

/* What is known of a target before any region is looked at. */
typedef struct {
  HD_VEC(hd_esst_change) fixed;    /* explicit slots that get a number */
  HD_VEC(hd_esst_change) open;     /* explicit slots that get a symbolic value */
  HD_VEC(hd_esst_change) symbolic; /* other slots that change */
  uint32_t first;                  /* its steps, or HD_NONE */
} hd_esst_target;

typedef struct {
  hd_block *block;
  uint32_t party;
  hd_esst_target *targets; /* by target of the block */
  uint64_t *key;           /* values of the explicit slots that it touches */
  uint32_t next;           /* with the same hash */
} hd_esst_block;

typedef struct {
  hd_program *p; /* our own copy */
  hd_terms *T;
  hd_facts *facts;
  const hd_sharing *sharing;
  hd_cuts *cuts;
  const hd_liveness *live;
  hd_cells *cells;
  hd_symbols symbols;
  hd_arena arena;
  HD_VEC(hd_party) who;
  HD_VEC(hd_esst_slot) slots;
  hd_u32s explicits; /* slots, by number */
  uint32_t *slot_of; /* by party and cell; HD_NONE: a local of another thread */
  hd_map by_symbol;  /* a slot's symbol to the slot */
  hd_u32s *touched;  /* by party and location: the explicit slots that a block from there touches */
  uint8_t *touch_known;
  HD_VEC(hd_esst_place) places;
  HD_VEC(hd_esst_block) blocks;
  HD_VEC(hd_esst_step) steps;
  hd_map place_of, block_of; /* by hash */
} hd_esst_space;

/* demoted: by variable, must not be explicit whatever its role; may be NULL. p is resolved, selected and indexed. */
hd_esst_space *hd_esst_space_new(const hd_program *p, const hd_task *t, const uint8_t *demoted);
void hd_esst_space_free(hd_esst_space *x);

uint32_t hd_esst_start(hd_esst_space *x);                             /* the first place */
hd_term hd_esst_initial(const hd_esst_space *x);                      /* what the symbolic slots hold there */
hd_term hd_esst_initial_value(const hd_esst_space *x, uint32_t slot); /* a constant, or its variable */

/* May the party move there, as far as atomic sections tell? */
bool hd_esst_may_run(const hd_esst_space *x, uint32_t place, uint32_t party);
/* What the party does there. */
uint32_t hd_esst_block_at(hd_esst_space *x, uint32_t place, uint32_t party);
/* The target's step with this outcome (values of its open slots, in their order; NULL when it has none). */
uint32_t hd_esst_step_of(hd_esst_space *x, uint32_t block, uint32_t target, const uint64_t *values);
/* The goal of a deadlock: no thread can move at the place, and one that has begun has not finished. */
uint32_t hd_esst_stuck_step(hd_esst_space *x, uint32_t place);
/* For a party that stands there, whatever the values are: has it begun and not finished, and may it go on? */
void hd_esst_standing(hd_esst_space *x, uint32_t party, hd_loc at, hd_term *waits, hd_term *moves);
/* Where a CUT step leads. */
uint32_t hd_esst_after(hd_esst_space *x, uint32_t place, uint32_t step);

/* A formula about the state after the step, as one about the state before it (inputs are the block's). */
hd_term hd_esst_before(hd_esst_space *x, uint32_t step, hd_term after);
const hd_esst_target *hd_esst_target_of(const hd_esst_space *x, uint32_t step);

/* The slot behind a symbol; HD_NONE: an input or a choice. */
uint32_t hd_esst_slot_of_symbol(const hd_esst_space *x, uint32_t symbol);
hd_var hd_esst_var(const hd_esst_space *x, uint32_t slot);

/* The terms of the program, for choosing an arithmetic; the caller frees them. */
hd_term *hd_esst_formulas(const hd_esst_space *x, uint32_t *n);

#endif
