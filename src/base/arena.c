/* arena.c - blocks in a list; an allocation is a step forward in the newest one. */
#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>

struct hd_arena_block {
  hd_arena_block *next;
  size_t size;
  _Alignas(max_align_t) unsigned char data[];
};

enum { BLOCK_SIZE = 64 * 1024 };

void hd_arena_init(hd_arena *a)
{
  a->blocks = NULL;
  a->used = 0;
}

void hd_arena_clear(hd_arena *a)
{
  for (hd_arena_block *b = a->blocks, *next; b; b = next) {
    next = b->next;
    free(b);
  }
  hd_arena_init(a);
}

void *hd_arena_alloc(hd_arena *a, size_t size)
{
  size_t align = _Alignof(max_align_t);
  size = (size + align - 1) / align * align;
  if (!a->blocks || a->blocks->size - a->used < size) {
    size_t payload = size > BLOCK_SIZE ? size : BLOCK_SIZE;
    hd_arena_block *b = hd_alloc(1, sizeof *b + payload);
    b->next = a->blocks;
    b->size = payload;
    a->blocks = b;
    a->used = 0;
  }
  void *p = a->blocks->data + a->used;
  a->used += size;
  return p;
}

void *hd_arena_copy(hd_arena *a, const void *data, size_t size)
{
  void *p = hd_arena_alloc(a, size ? size : 1);
  if (size) memcpy(p, data, size);
  return p;
}

char *hd_arena_strndup(hd_arena *a, const char *s, size_t n)
{
  char *p = hd_arena_alloc(a, n + 1);
  memcpy(p, s, n);
  return p;
}

char *hd_arena_strdup(hd_arena *a, const char *s)
{
  return hd_arena_strndup(a, s, strlen(s));
}

char *hd_arena_printf(hd_arena *a, const char *format, ...)
{
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int n = vsnprintf(NULL, 0, format, args);
  va_end(args);
  HD_CHECK(n >= 0);
  char *p = hd_arena_alloc(a, (size_t)n + 1);
  vsnprintf(p, (size_t)n + 1, format, again);
  va_end(again);
  return p;
}
