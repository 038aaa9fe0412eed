/* known_touched.c - memory that known functions touch beside what their steps do.
 *
 * Most properties need nothing of a condition variable or of attributes, and their steps leave them alone: every
 * word that a step reads is one more word of every state. But they are memory: where accesses count, each is one. */
#include "frontend/c/known.h"

typedef enum {
  TOUCH_TIME,   /* reads a struct timespec */
  TOUCH_OBJECT, /* looks at an object that synchronizes, for valid-memsafety */
  TOUCH_READ,   /* reads attributes, unless none are given */
  TOUCH_WRITE   /* sets attributes */
} touch_kind;

typedef struct {
  const char *function; /* `*' at its end: all that begin so */
  unsigned argument;
  touch_kind kind;
} touched;

static const touched rows[] = {{"nanosleep", 0, TOUCH_TIME},
                               {"clock_nanosleep", 2, TOUCH_TIME},
                               {"thrd_sleep", 0, TOUCH_TIME},
                               {"pthread_mutex_timedlock", 1, TOUCH_TIME},
                               {"pthread_mutex_clocklock", 2, TOUCH_TIME},
                               {"pthread_cond_timedwait", 2, TOUCH_TIME},
                               {"pthread_cond_clockwait", 3, TOUCH_TIME},
                               {"pthread_rwlock_timedrdlock", 1, TOUCH_TIME},
                               {"pthread_rwlock_timedwrlock", 1, TOUCH_TIME},
                               {"pthread_rwlock_clockrdlock", 2, TOUCH_TIME},
                               {"pthread_rwlock_clockwrlock", 2, TOUCH_TIME},
                               {"sem_timedwait", 1, TOUCH_TIME},
                               {"sem_clockwait", 2, TOUCH_TIME},
                               {"mtx_timedlock", 1, TOUCH_TIME},
                               {"cnd_timedwait", 2, TOUCH_TIME},
                               {"pthread_cond_*", 0, TOUCH_OBJECT},
                               {"cnd_*", 0, TOUCH_OBJECT},
                               {"pthread_mutex_destroy", 0, TOUCH_OBJECT},
                               {"pthread_mutex_consistent", 0, TOUCH_OBJECT},
                               {"pthread_rwlock_destroy", 0, TOUCH_OBJECT},
                               {"pthread_spin_destroy", 0, TOUCH_OBJECT},
                               {"pthread_barrier_destroy", 0, TOUCH_OBJECT},
                               {"sem_destroy", 0, TOUCH_OBJECT},
                               {"mtx_destroy", 0, TOUCH_OBJECT},
                               {"pthread_create", 1, TOUCH_READ},
                               {"pthread_mutex_init", 1, TOUCH_READ},
                               {"pthread_cond_init", 1, TOUCH_READ},
                               {"pthread_rwlock_init", 1, TOUCH_READ},
                               {"pthread_barrier_init", 1, TOUCH_READ},
                               {"pthread_attr_*", 0, TOUCH_WRITE},
                               {"pthread_mutexattr_*", 0, TOUCH_WRITE},
                               {"pthread_condattr_*", 0, TOUCH_WRITE},
                               {"pthread_rwlockattr_*", 0, TOUCH_WRITE},
                               {"pthread_barrierattr_*", 0, TOUCH_WRITE}};

static bool function_touches(const touched *row, const char *function)
{
  size_t n = strlen(row->function);
  if (row->function[n - 1] == '*') return strncmp(row->function, function, n - 1) == 0;
  return strcmp(row->function, function) == 0;
}

static void read_time(hd_cursor *c, hd_term time)
{
  unsigned width = hd_lower_pointer_width(c->lower);
  for (unsigned k = 0; k < 2; k++) hd_cursor_load(c, hd_known_at(c, time, k * width / 8), width, HD_ACCESS_PLAIN);
}

static void read_unless_null(hd_cursor *c, hd_term attributes)
{
  if (hd_known_is_null(c, attributes)) return;
  hd_cursor none = hd_cursor_split(c, hd_term_ne(hd_known_terms(c), attributes, hd_known_null(c)));
  if (!hd_cursor_dead(c)) hd_cursor_load(c, attributes, 32, HD_ACCESS_PLAIN);
  hd_cursor_join(c, none);
}

/* What it writes is the handler's, if it matters; here the same again. */
static void write_again(hd_cursor *c, hd_term attributes)
{
  hd_term same = hd_cursor_load(c, attributes, 32, HD_ACCESS_PLAIN);
  hd_cursor_store(c, attributes, same, HD_ACCESS_PLAIN);
}

void hd_known_touch(hd_cursor *c, const char *function, const hd_term *args, unsigned n_args)
{
  if (!hd_known_reads_count(c)) return;
  bool memory = hd_property_asks(hd_lower_options(c->lower)->property, HD_CHECK_DEREF);
  for (size_t i = 0; i < HD_COUNT(rows); i++) {
    const touched *row = &rows[i];
    if (row->argument >= n_args || !function_touches(row, function)) continue;
    hd_term at = args[row->argument];
    if (!hd_known_is_address(c, at)) continue;
    switch (row->kind) {
    case TOUCH_TIME: read_time(c, at); break;
    case TOUCH_OBJECT:
      if (memory) hd_cursor_load(c, at, 32, HD_ACCESS_SYNC);
      break;
    case TOUCH_READ: read_unless_null(c, at); break;
    case TOUCH_WRITE: write_again(c, at); break;
    }
  }
}
