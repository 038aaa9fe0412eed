/* layout.h - where everything stands in a packed state.
 *
 * A state is a few 64-bit words. Each instance has its program counter (a number for each
 * location where it can stand between steps) and those locals that are live at such a place;
 * locals that are never live together share their bits. Shared variables follow. What lives
 * only between two such places is in a register of the machine, not in the state.
 *
 * Widths are a guess: a field gets as many bits as the values met so far need. A value that
 * does not fit stops the search, the width is corrected, and the search starts again; so
 * states stay small and nothing is ever cut off. */
#ifndef HD_EXPLICIT_LAYOUT_H
#define HD_EXPLICIT_LAYOUT_H

#include "analysis/cuts.h"
#include "analysis/liveness.h"

/* Bits of one word; of an array: of its first element, the others following. */
typedef struct {
  uint32_t word;
  uint8_t shift, width;
  bool is_signed; /* the value is the field's sign extension */
} hd_field;

typedef struct {
  uint8_t width; /* bits in a state */
  bool is_signed;
} hd_width;

typedef enum { HD_PLACE_NONE, HD_PLACE_FIELD, HD_PLACE_REGISTER, HD_PLACE_SELF, HD_PLACE_CONSTANT } hd_place_kind;

typedef struct {
  hd_thread thread;
  uint32_t number; /* among the thread's instances */
  hd_field pc;
  hd_field *slots; /* of its locals, by the thread's slot */
} hd_instance;

#define HD_PC_NONE UINT32_MAX

typedef struct {
  hd_loc *locs; /* by program counter; HD_NO_LOC for `stopped` */
  uint32_t n_pcs;
  uint32_t finished; /* the counter of all END locations */
  uint32_t stopped;  /* about to end the execution, or at something that cannot be followed: it never moves again */
  uint32_t n_registers;
  uint32_t n_slots;
  hd_field *slots;  /* widths; arrays: of an element */
  uint32_t *counts; /* of a slot: elements, 0 for a scalar */
  hd_u32s scalars;  /* its locals that have a slot, arrays aside */
} hd_thread_plan;

typedef struct {
  hd_program *p;
  const hd_cuts *cuts;
  const hd_liveness *liveness;
  uint32_t n_words;
  uint32_t n_instances;
  hd_instance *instances;
  hd_thread_plan *threads;
  uint32_t *pc;           /* by location: its counter, or HD_PC_NONE */
  hd_place_kind *kind;    /* by variable */
  uint32_t *slot;         /* by local: its slot, or its register */
  hd_field *shared;       /* by shared variable */
  const uint8_t *is_open; /* by variable: may its value be left open? borrowed */
  bool copies;            /* may an open value be copied? */
  hd_field *open;         /* by shared variable: bits that say that the value is still open; width 0: never */
  uint32_t *open_slot;    /* by local: the slot of such bits, or HD_NONE */
  const uint8_t *written; /* by variable */
  hd_width *widths;       /* by variable; borrowed, and corrected between searches */
  uint32_t contexts;      /* switches allowed, or HD_NONE */
  hd_field last, left;    /* a bound on contexts: the instance that moved last, and switches left; width 0: none */
  uint64_t bits;          /* in use */
} hd_xlayout;

/* First guesses for all variables; the caller frees them. */
hd_width *hd_widths_new(const hd_program *p);
/* Makes room for the value; called when it did not fit. */
void hd_width_admit(hd_width *w, unsigned var_width, uint64_t value);
bool hd_width_fits(hd_width w, unsigned var_width, uint64_t value);

/* What is borrowed from the analyses; by variable: written, whether anything assigns it, and
 * is_open, whether its value may be left open until it is read. */
typedef struct {
  hd_program *p;
  const hd_cuts *cuts;
  const hd_liveness *liveness;
  const uint8_t *written, *is_open;
  bool copies;
  hd_width *widths;
  uint32_t contexts; /* HD_NONE: no bound */
} hd_layout_input;

hd_xlayout *hd_layout_new(const hd_layout_input *in);
void hd_layout_free(hd_xlayout *l);

/* Where the instance (of its thread) finds the variable; the kind must be FIELD. */
hd_field hd_layout_field(const hd_xlayout *l, const hd_instance *who, hd_var v);
/* The bits that say whether its value (or an element's) is open; false: it never is. */
bool hd_layout_open(const hd_xlayout *l, const hd_instance *who, hd_var v, hd_field *f);
/* An element of an array's field. */
static inline hd_field hd_field_element(hd_field f, uint32_t index)
{
  uint64_t at = (uint64_t)f.word * 64 + f.shift + (uint64_t)index * f.width;
  return (hd_field){(uint32_t)(at / 64), (uint8_t)(at % 64), f.width, f.is_signed};
}
static inline uint64_t hd_field_mask(hd_field f)
{
  return hd_mask(f.width) << f.shift;
}
uint64_t hd_field_get(const uint64_t *words, hd_field f, unsigned var_width);
/* The value must fit. */
void hd_field_set(uint64_t *words, hd_field f, uint64_t value);

/* May the instance move from this counter at all? */
static inline bool hd_pc_moves(const hd_thread_plan *t, uint32_t pc)
{
  return pc != t->finished && pc != t->stopped;
}

/* The state before any step; arbitrary initial values are open. */
void hd_layout_initial(const hd_xlayout *l, uint64_t *words);

#endif
