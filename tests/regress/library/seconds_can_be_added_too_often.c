// property: no-overflow
// expect: unsafe
// A moment of today in thousandths of a second is no int.
#include <time.h>

int main(void)
{
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  int seconds = (int)now.tv_sec;
  return seconds * 1000 < 0;
}
