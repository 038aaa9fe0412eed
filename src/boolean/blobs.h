/* blobs.h - a set of byte strings, numbered in the order they came. */
#ifndef HD_BOOLEAN_BLOBS_H
#define HD_BOOLEAN_BLOBS_H

#include "base/arena.h"

typedef struct {
  hd_arena arena;
  HD_VEC(const uint8_t *) data;
  hd_u32s sizes;
  uint32_t *slots;
  uint32_t cap;
} hd_blobs;

void hd_blobs_init(hd_blobs *b);
void hd_blobs_clear(hd_blobs *b);
/* The string's number; *fresh: it was not there before. */
uint32_t hd_blobs_add(hd_blobs *b, const void *data, uint32_t size, bool *fresh);

#endif
