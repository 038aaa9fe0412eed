/* base.h - what every file may use: sizes, assertions, checked allocation, vectors.
 *
 * Memory: an allocation that fails ends the process by hd_out_of_memory, with an exit status of its own
 * that the parent of an engine process reads. So no code tests a pointer from hd_alloc. */
#ifndef HD_BASE_BASE_H
#define HD_BASE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define HD_NONE UINT32_MAX
#define HD_COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define HD_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#define HD_NORETURN __attribute__((noreturn))

enum {
  HD_EXIT_SAFE = 0,
  HD_EXIT_UNSAFE = 10,
  HD_EXIT_UNKNOWN = 20,
  HD_EXIT_USAGE = 64,
  HD_EXIT_INPUT = 65,
  HD_EXIT_DEFECT = 70,
  HD_EXIT_MEMORY = 71 /* of an engine's own process only; its parent says `unknown (out of memory)` */
};

/* What a function that can fail because of its input or its resources returns. */
typedef enum {
  HD_OK,
  HD_BAD_INPUT,   /* a diagnostic says what and where */
  HD_BAD_USAGE,   /* likewise */
  HD_UNSUPPORTED, /* a construct that cannot be treated; a diagnostic says which */
  HD_EXHAUSTED    /* time, memory or another bound ended the work */
} hd_status;

/* A condition that holds unless the tool itself is wrong; kept in release builds. */
#define HD_CHECK(cond) ((cond) ? (void)0 : hd_defect(__FILE__, __LINE__, #cond))
/* One that is too expensive for release builds: debug and sanitizer builds only. For a structure whose header states an
 * invariant, hd_<type>_check says whether it holds, and HD_ASSERT calls it where the structure is built or changed. */
#if defined(HD_DEBUG)
#define HD_ASSERT(cond) HD_CHECK(cond)
#else
#define HD_ASSERT(cond) ((void)sizeof((cond) ? 1 : 0))
#endif
#define HD_UNREACHABLE() hd_defect(__FILE__, __LINE__, "unreachable")

HD_NORETURN void hd_defect(const char *file, int line, const char *what);
HD_NORETURN void hd_out_of_memory(void);

/* Never NULL; zero-filled. Freed with free(). */
void *hd_alloc(size_t count, size_t size);
void *hd_realloc(void *old, size_t count, size_t size);
char *hd_strdup(const char *s);

/* A growable array: HD_VEC(int) v = {0}; hd_vec_push(&v, 3); v.data[0]; hd_vec_clear(&v). */
#define HD_VEC(T)      \
  struct {             \
    T *data;           \
    uint32_t len, cap; \
  }

#define hd_vec_reserve(v, n) \
  ((n) > (v)->cap ? (void)((v)->data = hd_vec_grow((v)->data, &(v)->cap, (n), sizeof *(v)->data)) : (void)0)
#define hd_vec_push(v, ...) (hd_vec_reserve((v), (v)->len + 1), (void)((v)->data[(v)->len++] = (__VA_ARGS__)))
#define hd_vec_pop(v) ((v)->data[--(v)->len])
#define hd_vec_last(v) ((v)->data[(v)->len - 1])
#define hd_vec_clear(v) (free((v)->data), (v)->data = NULL, (v)->len = (v)->cap = 0)

void *hd_vec_grow(void *data, uint32_t *cap, uint32_t wanted, size_t size);

typedef HD_VEC(uint32_t) hd_u32s;
typedef HD_VEC(uint64_t) hd_u64s;

void hd_u64s_sort_unique(hd_u64s *v); /* ascending, each value once */

/* --- numbers ---------------------------------------------------------------------------------------- */

static inline uint64_t hd_gcd(uint64_t a, uint64_t b)
{
  while (b) {
    uint64_t r = a % b;
    a = b;
    b = r;
  }
  return a;
}

static inline uint64_t hd_magnitude(int64_t v)
{
  return v < 0 ? (uint64_t)0 - (uint64_t)v : (uint64_t)v;
}

#endif
