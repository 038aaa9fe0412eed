// A counter that two threads increment once each, and values that have nothing to do with it.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
int counter, unrelated = 5;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *count(void *arg)
{
  int seen;
  pthread_mutex_lock(&m);
  counter = counter + 1;
  seen = unrelated;
  if (seen > 100) unrelated = 5;
  if (seen < 0) unrelated = 6;
  if (seen == 50) unrelated = seen ^ 3;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, count, NULL);
  pthread_create(&b, NULL, count, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return unrelated > 100 || unrelated < 0;
}
