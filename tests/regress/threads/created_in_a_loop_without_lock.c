// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <pthread.h>

enum { N = 3 };
int count;

void *worker(void *arg)
{
  count++;
  return NULL;
}

int main(void)
{
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  assert(count == N);
  return 0;
}
