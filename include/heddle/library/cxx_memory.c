/* operator new and delete. Both are weak, since a program may have its own. What new throws is not followed, so that it
 * never returns NULL. */
#pragma once

#include <stddef.h>
#include <stdlib.h>

void __heddle_unsupported(const char *what);

#define HEDDLE_WEAK __attribute__((weak))
#if __SIZEOF_SIZE_T__ == 8
#define HEDDLE_NEW(kind, more) _Zn##kind##m##more
#define HEDDLE_SIZED(kind, more) _Zd##kind##Pvm##more
#else
#define HEDDLE_NEW(kind, more) _Zn##kind##j##more
#define HEDDLE_SIZED(kind, more) _Zd##kind##Pvj##more
#endif

static inline void *heddle_new(void *block)
{
  if (!block) __heddle_unsupported("an exception of operator new");
  return block;
}

/* of w, one object, and a, an array */
#define HEDDLE_OPERATORS(w, l)                                                                      \
  HEDDLE_WEAK void *HEDDLE_NEW(w, )(size_t n) { return heddle_new(malloc(n)); }                      \
  HEDDLE_WEAK void *HEDDLE_NEW(w, RKSt9nothrow_t)(size_t n, const void *tag)                         \
  {                                                                                                 \
    (void)tag;                                                                                      \
    return malloc(n);                                                                               \
  }                                                                                                 \
  HEDDLE_WEAK void *HEDDLE_NEW(w, St11align_val_t)(size_t n, size_t at)                              \
  {                                                                                                 \
    return heddle_new(aligned_alloc(at, n));                                                        \
  }                                                                                                 \
  HEDDLE_WEAK void _Zd##l##Pv(void *p) { free(p); }                                                 \
  HEDDLE_WEAK void HEDDLE_SIZED(l, )(void *p, size_t n) { (void)n, free(p); }                        \
  HEDDLE_WEAK void _Zd##l##PvRKSt9nothrow_t(void *p, const void *tag) { (void)tag, free(p); }        \
  HEDDLE_WEAK void _Zd##l##PvSt11align_val_t(void *p, size_t at) { (void)at, free(p); }              \
  HEDDLE_WEAK void HEDDLE_SIZED(l, St11align_val_t)(void *p, size_t n, size_t at)                    \
  {                                                                                                 \
    (void)n, (void)at, free(p);                                                                     \
  }

HEDDLE_OPERATORS(w, l)
HEDDLE_OPERATORS(a, a)
