/* input.h - what comes from outside: any bytes, as many as there happen to be. */
#pragma once
#include <errno.h>
#include <heddle/verifier.h>
#include <stddef.h>

static inline size_t heddle_any_size(size_t most)
{
  size_t n = heddle_nondet_size_t();
  heddle_assume(n <= most);
  return n;
}

static inline void heddle_any_bytes(void *to, size_t n)
{
  unsigned char *at = to;
  for (size_t i = 0; i < n; i++) at[i] = heddle_nondet_uchar();
}

/* As functions on files and sockets fail. */
static inline void heddle_fail(void)
{
  int e = heddle_nondet_int();
  heddle_assume(e == EINTR || e == EAGAIN || e == EIO || e == EBADF || e == ECONNRESET);
  errno = e;
}

/* read and its like: an error, the end, or some of the bytes that were asked for. */
static inline long heddle_receive(void *to, size_t most)
{
  if (heddle_nondet_bool()) return heddle_fail(), -1;
  size_t n = heddle_any_size(most);
  heddle_any_bytes(to, n);
  return (long)n;
}

/* pipe and its like: two descriptors that were not there before, or an error. */
static inline int heddle_two_files(int files[2])
{
  if (heddle_nondet_bool()) return errno = EMFILE, -1;
  for (int i = 0; i < 2; i++) {
    files[i] = heddle_nondet_int();
    heddle_assume(files[i] >= 0);
  }
  heddle_assume(files[0] != files[1]);
  return 0;
}

enum { HEDDLE_END = -1 };

/* A byte of a stream, or its end. */
static inline int heddle_byte(void)
{
  return heddle_nondet_bool() ? HEDDLE_END : heddle_nondet_uchar();
}
