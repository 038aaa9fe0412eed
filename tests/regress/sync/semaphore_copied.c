// property: valid-sync
// expect: safe
// A copy of a semaphore is none. Copies that are not used do no harm, nor does a semaphore that is initialized again elsewhere.
#include <semaphore.h>
#include <string.h>

struct gate {
  sem_t free;
  int number;
} first, second;

int main(void)
{
  sem_init(&first.free, 0, 1);
  memcpy(&second, &first, sizeof first);
#ifndef MISUSED
  sem_init(&second.free, 0, 1);
#endif
  sem_wait(&second.free);
  sem_post(&first.free);
  return second.number;
}
