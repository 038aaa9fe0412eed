/* base.c - failing allocations end the process; so does a broken invariant, with its place. */
#include "base/base.h"

#include <stdio.h>

void hd_defect(const char *file, int line, const char *what)
{
  fprintf(stderr, "heddle: internal error: %s:%d: %s\n", file, line, what);
  fflush(stderr);
  _Exit(HD_EXIT_DEFECT);
}

void hd_out_of_memory(void)
{
  fputs("heddle: out of memory\n", stderr);
  _Exit(HD_EXIT_MEMORY);
}

void *hd_alloc(size_t count, size_t size)
{
  void *p = calloc(count ? count : 1, size);
  if (!p) hd_out_of_memory();
  return p;
}

void *hd_realloc(void *old, size_t count, size_t size)
{
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) hd_out_of_memory();
  void *p = realloc(old, bytes ? bytes : 1);
  if (!p) hd_out_of_memory();
  return p;
}

char *hd_strdup(const char *s)
{
  size_t n = strlen(s) + 1;
  return memcpy(hd_alloc(n, 1), s, n);
}

void *hd_vec_grow(void *data, uint32_t *cap, uint32_t wanted, size_t size)
{
  uint32_t grown = *cap ? *cap : 8;
  while (grown < wanted) {
    if (grown > UINT32_MAX / 2) hd_out_of_memory();
    grown *= 2;
  }
  *cap = grown;
  return hd_realloc(data, grown, size);
}

static int by_value(const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

void hd_u64s_sort_unique(hd_u64s *v)
{
  uint32_t n = 0;
  if (v->len) qsort(v->data, v->len, sizeof *v->data, by_value);
  for (uint32_t i = 0; i < v->len; i++)
    if (!n || v->data[n - 1] != v->data[i]) v->data[n++] = v->data[i];
  v->len = n;
}
