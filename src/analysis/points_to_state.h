/* points_to_state.h - inside the points-to analysis: the fixed point under way. */
#ifndef HD_ANALYSIS_POINTS_TO_STATE_H
#define HD_ANALYSIS_POINTS_TO_STATE_H

#include "analysis/points_to_value.h"

/* What an object's memory holds. The hole stands for the bytes that no cell covers; what
 * it holds is blurred. */
typedef struct {
  HD_VEC(hd_points_cell) cells;
  hd_points_cell hole;
  hd_u32s users; /* constraints that read or write the object */
} hd_points_cells;

/* One assignment of the program: its target holds at least its value. */
typedef struct {
  uint32_t edge, assign;
} hd_constraint;

struct hd_points_to {
  hd_program *p;
  hd_arena arena;
  hd_address_map map;
  hd_pointees *vars;        /* by variable */
  hd_points_cells *objects; /* by object */
  uint32_t n_cells;
  HD_VEC(hd_constraint) constraints; /* an edge's after those of the edge before */
  uint32_t *first;                   /* by edge: its first constraint */
  uint32_t *use_first, *uses;        /* constraints by variable that they mention */
  hd_map registered;                 /* (cell or object, constraint) pairs in the lists above */
  hd_u32s queue;
  uint32_t queue_head;
  uint8_t *queued;
  uint8_t *live;    /* by edge: can it be taken, as far as is known */
  uint32_t current; /* constraint being evaluated; HD_NONE: a caller asks */
  /* What terms can be, during one evaluation. */
  hd_pointees *memo;
  uint32_t *stamps, stamp, memo_cap;
  HD_VEC(hd_term) stack;
};

void hd_points_to_enqueue(hd_points_to *pt, const hd_u32s *constraints);
/* A number as a program's constant of this width. */
hd_target hd_points_to_constant(const hd_points_to *pt, uint64_t value, unsigned width);

/* Memory: cells for the suggested slots, with what they hold at first; reading; writing. */
void hd_cells_init(hd_points_to *pt);
void hd_cells_clear(hd_points_to *pt);
void hd_cells_read(hd_points_to *pt, hd_target_set *out, hd_pointees address, unsigned width);
void hd_cells_write(hd_points_to *pt, hd_pointees address, unsigned width, hd_pointees value);
/* Joins into what is held; true when that grew. */
bool hd_pointees_grow(hd_points_to *pt, hd_pointees *held, hd_pointees more);

#endif
