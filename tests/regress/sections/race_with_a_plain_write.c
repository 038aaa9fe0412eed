// property: no-data-race
// expect: unsafe
// An atomic section does not protect from an access outside of any.
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x, y;

void *worker(void *arg)
{
  __VERIFIER_atomic_begin();
  x++;
  y++;
  __VERIFIER_atomic_end();
  return NULL;
}

int main(void)
{
  pthread_t t, s;
  pthread_create(&t, NULL, worker, NULL);
  pthread_create(&s, NULL, worker, NULL);
  y = 5;
  pthread_join(t, NULL);
  pthread_join(s, NULL);
  return 0;
}
