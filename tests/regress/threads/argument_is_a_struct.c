// property: unreach-call no-deadlock valid-memsafety
// expect: safe
// Arguments and results travel through a pointer to a local of main.
#include <assert.h>
#include <pthread.h>

struct job {
  int a, b, sum;
};

void *add(void *arg)
{
  struct job *j = arg;
  j->sum = j->a + j->b;
  return NULL;
}

int main(void)
{
  struct job j = {3, 4, 0};
  pthread_t t;
  pthread_create(&t, NULL, add, &j);
  pthread_join(t, NULL);
  assert(j.sum == 7);
  return 0;
}
