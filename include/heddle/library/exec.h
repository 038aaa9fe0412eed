/* exec.h - another program takes the place of this one, which ends; or there is none. The texts are read. */
#pragma once
#include <errno.h>
#include <heddle/verifier.h>
#include <stddef.h>
#include <unistd.h>

static inline void heddle_read_text(const char *text)
{
  while (*text) text++;
}

static inline int heddle_exec(const char *path, char *const argv[])
{
  heddle_read_text(path);
  for (int i = 0; argv && argv[i]; i++) heddle_read_text(argv[i]);
  if (heddle_nondet_bool()) _exit(0);
  errno = heddle_nondet_bool() ? ENOENT : EACCES;
  return -1;
}
