#include "input.h"
#include <sys/select.h>

/* Some of the files of a set; how many. */
static inline int heddle_select_some(fd_set *set, int n)
{
  int ready = 0;
  for (int i = 0; set && i < n; i++) {
    if (!FD_ISSET(i, set)) continue;
    if (heddle_nondet_bool())
      ready++;
    else
      FD_CLR(i, set);
  }
  return ready;
}

/* Some files are ready; or none in time, or an error. What is left of the time may be written. */
int select(int n, fd_set *reads, fd_set *writes, fd_set *others, struct timeval *timeout)
{
  if (heddle_nondet_bool()) return heddle_fail(), -1;
  int ready = heddle_select_some(reads, n) + heddle_select_some(writes, n) + heddle_select_some(others, n);
  if (timeout && heddle_nondet_bool()) timeout->tv_sec = timeout->tv_usec = 0;
  heddle_assume(ready > 0 || timeout);
  return ready;
}
