/* blobs.c - open addressing over one buffer that holds all strings. */
#include "boolean/blobs.h"

#include "base/map.h"

void hd_blobs_init(hd_blobs *b)
{
  *b = (hd_blobs){0};
  hd_arena_init(&b->arena);
}

void hd_blobs_clear(hd_blobs *b)
{
  hd_vec_clear(&b->data);
  hd_vec_clear(&b->sizes);
  free(b->slots);
  hd_arena_clear(&b->arena);
}

static uint32_t *find_blob(const hd_blobs *b, const void *data, uint32_t size)
{
  uint32_t i = (uint32_t)hd_hash_bytes(data, size, 0) & (b->cap - 1);
  for (;; i = (i + 1) & (b->cap - 1)) {
    uint32_t at = b->slots[i];
    if (at == HD_NONE || (b->sizes.data[at] == size && memcmp(b->data.data[at], data, size) == 0)) return &b->slots[i];
  }
}

static void grow_blobs(hd_blobs *b)
{
  free(b->slots);
  b->cap = b->cap ? b->cap * 2 : 256;
  b->slots = hd_alloc(b->cap, sizeof *b->slots);
  memset(b->slots, 0xff, b->cap * sizeof *b->slots);
  for (uint32_t i = 0; i < b->data.len; i++) *find_blob(b, b->data.data[i], b->sizes.data[i]) = i;
}

uint32_t hd_blobs_add(hd_blobs *b, const void *data, uint32_t size, bool *fresh)
{
  if (b->data.len * 2 >= b->cap) grow_blobs(b);
  uint32_t *slot = find_blob(b, data, size);
  *fresh = *slot == HD_NONE;
  if (!*fresh) return *slot;
  *slot = b->data.len;
  hd_vec_push(&b->data, hd_arena_copy(&b->arena, data, size));
  hd_vec_push(&b->sizes, size);
  return b->data.len - 1;
}
