// property: no-overflow
// expect: safe
// Clocks show moments that a program can add its time limit to.
#include <sys/time.h>
#include <time.h>

int main(void)
{
  struct timespec until;
  struct timeval now;
  time_t begin = time(NULL);
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 3600;
  gettimeofday(&now, NULL);
  return now.tv_sec - begin + 60 < until.tv_sec;
}
