/* checker_unfold.h - a path in which calls that return are steps, and its writing out.
 *
 * Written out, such a path may double with every level of calls. A *block* is what one activation does from its
 * begin to its exit; a call that comes to the same state in the same way refers to the same block. So all blocks
 * together are seldom many steps. */
#ifndef HD_ENGINE_FIXPOINT_CHECKER_UNFOLD_H
#define HD_ENGINE_FIXPOINT_CHECKER_UNFOLD_H

#include "engine/fixpoint/checker.h"

/* A step; or, with a block, a call that returns: then `at` is the return, with the edge of the call. */
typedef struct {
  hd_fx_path_step at;
  uint32_t block; /* HD_NONE: none */
} hd_fx_item;
typedef HD_VEC(hd_fx_item) hd_fx_items;

typedef struct {
  hd_fx_path_step entry; /* the state with which the activation begins */
  hd_fx_items reversed;  /* what it does, from its exit back */
  uint32_t order;        /* a block refers only to blocks of lower order */
  double length;         /* in steps, written out */
} hd_fx_block;
typedef HD_VEC(hd_fx_block) hd_fx_blocks;

/* Writes the path: in full up to `most` steps; when it is longer each block once, and HD_BP_AGAIN where it comes
 * again. `starts` of such a step is the index of the call in the path. */
void hd_fx_write_out(const hd_fx_items *reversed, hd_fx_blocks *blocks, uint32_t most, hd_fx_path *path);

#endif
