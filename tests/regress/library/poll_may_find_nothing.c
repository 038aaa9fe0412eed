// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <poll.h>

int main(void)
{
  struct pollfd file = {.fd = 0, .events = POLLIN};
  assert(poll(&file, 1, 10) == 1);
  return 0;
}
