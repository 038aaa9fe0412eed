#include "input.h"
#include <poll.h>

/* Some of what was asked for has happened to some files, or trouble; or nothing in time, or an error. */
int poll(struct pollfd *files, nfds_t n, int timeout)
{
  int ready = 0;
  (void)timeout;
  if (heddle_nondet_bool()) return heddle_fail(), -1;
  for (nfds_t i = 0; i < n; i++) {
    short some = (short)(heddle_nondet_short() & (files[i].events | POLLERR | POLLHUP | POLLNVAL));
    files[i].revents = files[i].fd < 0 ? 0 : some;
    if (files[i].revents) ready++;
  }
  heddle_assume(ready > 0 || timeout >= 0);
  return ready;
}
