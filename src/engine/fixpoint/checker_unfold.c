/* checker_unfold.c - finds the lengths of calls first, then writes the steps. */
#include "engine/fixpoint/checker_unfold.h"

/* --- lengths --------------------------------------------------------------------------------------------- */

static double length_of(const hd_fx_items *items, const hd_fx_blocks *blocks)
{
  double sum = 0;
  for (uint32_t i = 0; i < items->len; i++) {
    uint32_t b = items->data[i].block;
    sum += b == HD_NONE ? 1 : 2 + blocks->data[b].length;
  }
  return sum;
}

typedef struct {
  uint32_t order, block;
} place;

static int by_order(const void *a, const void *b)
{
  uint32_t x = ((const place *)a)->order, y = ((const place *)b)->order;
  return (x > y) - (x < y);
}

static void find_lengths(hd_fx_blocks *blocks)
{
  place *places = hd_alloc(blocks->len + 1, sizeof *places);
  for (uint32_t i = 0; i < blocks->len; i++) places[i] = (place){blocks->data[i].order, i};
  qsort(places, blocks->len, sizeof *places, by_order);
  for (uint32_t i = 0; i < blocks->len; i++) {
    hd_fx_block *b = &blocks->data[places[i].block];
    b->length = length_of(&b->reversed, blocks);
  }
  free(places);
}

/* --- steps ------------------------------------------------------------------------------------------------- */

/* What is being written: the path itself, or a block, whose call returns with the last of these items. */
typedef struct {
  const hd_fx_items *reversed;
  uint32_t left; /* items to go */
  const hd_fx_item *call;
} level;

typedef struct {
  const hd_fx_blocks *blocks;
  hd_fx_path *path;
  HD_VEC(level) levels;
  uint32_t *written; /* of each block: its call, when it is to be written once; HD_NONE: not yet. NULL: write all */
} writer;

static void write_again(writer *w, const hd_fx_item *item)
{
  hd_fx_path_step s = item->at;
  s.step.move = HD_BP_AGAIN;
  s.step.starts = w->written[item->block];
  hd_vec_push(w->path, s);
}

static void write_call(writer *w, const hd_fx_item *item)
{
  const hd_fx_block *b = &w->blocks->data[item->block];
  if (w->written && w->written[item->block] != HD_NONE) {
    write_again(w, item);
    return;
  }
  if (w->written) w->written[item->block] = w->path->len;
  hd_fx_path_step s = b->entry;
  s.step.edge = item->at.step.edge;
  hd_vec_push(w->path, s);
  hd_vec_push(&w->levels, (level){&b->reversed, b->reversed.len, item});
}

static void write_return(writer *w, const hd_fx_item *item)
{
  hd_fx_path_step s = item->at;
  s.step.edge = HD_NONE;
  hd_vec_push(w->path, s);
}

void hd_fx_write_out(const hd_fx_items *reversed, hd_fx_blocks *blocks, uint32_t most, hd_fx_path *path)
{
  writer w = {.blocks = blocks, .path = path};
  find_lengths(blocks);
  if (length_of(reversed, blocks) > most) {
    w.written = hd_alloc(blocks->len + 1, sizeof *w.written);
    for (uint32_t i = 0; i < blocks->len; i++) w.written[i] = HD_NONE;
  }
  hd_vec_push(&w.levels, (level){reversed, reversed->len, NULL});
  while (w.levels.len > 0) {
    level *top = &hd_vec_last(&w.levels);
    if (top->left == 0) {
      level done = hd_vec_pop(&w.levels);
      if (done.call) write_return(&w, done.call);
      continue;
    }
    const hd_fx_item *item = &top->reversed->data[--top->left];
    if (item->block == HD_NONE)
      hd_vec_push(path, item->at);
    else
      write_call(&w, item);
  }
  hd_vec_clear(&w.levels);
  free(w.written);
}
