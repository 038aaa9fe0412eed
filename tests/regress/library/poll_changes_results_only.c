// property: unreach-call
// expect: safe
// poll and select give some of what was asked for, and leave the rest.
#include <assert.h>
#include <poll.h>
#include <stddef.h>
#include <sys/select.h>

int main(void)
{
  struct pollfd files[2] = {{.fd = 0, .events = POLLIN}, {.fd = -1, .events = POLLIN}};
  int ready = poll(files, 2, 10);
  assert(ready <= 1);
  assert(files[0].fd == 0 && files[0].events == POLLIN && files[1].fd == -1);
  if (ready >= 0) assert(files[1].revents == 0 && !(files[0].revents & POLLOUT) && (files[0].revents != 0) == ready);
  fd_set set;
  struct timeval limit = {1, 0};
  FD_ZERO(&set);
  FD_SET(1, &set);
  ready = select(2, &set, NULL, NULL, &limit);
  assert(ready <= 1 && !FD_ISSET(0, &set));
  if (ready >= 0) assert(!FD_ISSET(1, &set) == !ready);
  return 0;
}
