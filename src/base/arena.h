/* arena.h - memory of one phase, released together. Nothing in it is freed alone. */
#ifndef HD_BASE_ARENA_H
#define HD_BASE_ARENA_H

#include "base/base.h"

typedef struct hd_arena_block hd_arena_block;
typedef struct {
  hd_arena_block *blocks;
  size_t used;
} hd_arena;

void hd_arena_init(hd_arena *a);
void hd_arena_clear(hd_arena *a);

/* Zero-filled, aligned for any type, valid until hd_arena_clear. */
void *hd_arena_alloc(hd_arena *a, size_t size);
char *hd_arena_strdup(hd_arena *a, const char *s);
char *hd_arena_strndup(hd_arena *a, const char *s, size_t n);
char *hd_arena_printf(hd_arena *a, const char *format, ...) HD_PRINTF(2, 3);
void *hd_arena_copy(hd_arena *a, const void *data, size_t size);

#endif
