/* pipes.h - pipes within the process: what is written at one end is read at the other, in this order.
 *
 * Used where programs call pipe() and no function that makes further descriptors of one (HEDDLE_PIPES, library.c);
 * otherwise a descriptor gives any bytes. */
#pragma once
#include "input.h"
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

void __heddle_unsupported(const char *what);

enum { HEDDLE_MOST_PIPES = 4, HEDDLE_PIPE_BYTES = 16 };

typedef struct {
  int from, to; /* descriptors; -1: closed */
  unsigned first, n;
  unsigned char bytes[HEDDLE_PIPE_BYTES];
} heddle_pipe;

static heddle_pipe heddle_pipes[HEDDLE_MOST_PIPES];
static unsigned heddle_n_pipes;
static int heddle_first_file;
static pthread_mutex_t heddle_pipe_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t heddle_pipe_changed = PTHREAD_COND_INITIALIZER;

/* The number of the pipe that a descriptor is an end of, or how many there are. */
static unsigned __VERIFIER_atomic_heddle_find_pipe(int file, _Bool reads)
{
  unsigned i = 0;
  while (i < heddle_n_pipes && (file < 0 || (reads ? heddle_pipes[i].from : heddle_pipes[i].to) != file)) i++;
  return i;
}

static inline int heddle_open_pipe(int ends[2], _Bool waits)
{
  if (heddle_nondet_bool()) return errno = EMFILE, -1;
  pthread_mutex_lock(&heddle_pipe_lock);
  if (heddle_n_pipes == HEDDLE_MOST_PIPES) __heddle_unsupported("more than 4 pipes");
  if (!waits) __heddle_unsupported("a pipe that does not wait");
  if (heddle_n_pipes == 0) heddle_first_file = heddle_nondet_bool() ? 3 : 10;
  heddle_pipe *p = &heddle_pipes[heddle_n_pipes];
  p->from = heddle_first_file + 2 * (int)heddle_n_pipes;
  p->to = p->from + 1;
  ends[0] = p->from;
  ends[1] = p->to;
  heddle_n_pipes++;
  pthread_mutex_unlock(&heddle_pipe_lock);
  return 0;
}

/* All that is there, up to the number asked for; 0 when the other end is closed. */
static inline long heddle_pipe_read(unsigned i, void *to, size_t most)
{
  heddle_pipe *p = &heddle_pipes[i];
  unsigned char *at = to;
  long n = 0;
  pthread_mutex_lock(&heddle_pipe_lock);
  while (most && p->n == 0 && p->to >= 0) pthread_cond_wait(&heddle_pipe_changed, &heddle_pipe_lock);
  for (; p->n && (size_t)n < most; n++) {
    at[n] = p->bytes[p->first];
    p->first = (p->first + 1) % HEDDLE_PIPE_BYTES;
    p->n--;
  }
  pthread_mutex_unlock(&heddle_pipe_lock);
  return n;
}

static inline long heddle_pipe_write(unsigned i, const void *from, size_t n)
{
  heddle_pipe *p = &heddle_pipes[i];
  const unsigned char *at = from;
  pthread_mutex_lock(&heddle_pipe_lock);
  if (p->from < 0) __heddle_unsupported("a write to a pipe whose other end is closed");
  if (n > HEDDLE_PIPE_BYTES - p->n) __heddle_unsupported("more than 16 bytes in a pipe");
  for (size_t k = 0; k < n; k++) p->bytes[(p->first + p->n + (unsigned)k) % HEDDLE_PIPE_BYTES] = at[k];
  p->n += (unsigned)n;
  pthread_cond_broadcast(&heddle_pipe_changed);
  pthread_mutex_unlock(&heddle_pipe_lock);
  return (long)n;
}
