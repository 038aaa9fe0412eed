// property: unreach-call
// expect: safe
#include <assert.h>
#include <errno.h>
#include <semaphore.h>

sem_t s;

int main(void)
{
  int value;
  sem_init(&s, 0, 1);
  sem_getvalue(&s, &value);
  assert(value == 1);
  assert(sem_trywait(&s) == 0);
  errno = 0;
  assert(sem_trywait(&s) == -1);
  assert(errno == EAGAIN);
  sem_post(&s);
  sem_post(&s);
  sem_getvalue(&s, &value);
  assert(value == 2);
  return 0;
}
