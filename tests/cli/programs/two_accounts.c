/* Money moves between two accounts below a lock; the sum, seen below the lock, stays. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int a = 50, b = 50;

static void *transfer(void *arg)
{
  int n = __VERIFIER_nondet_int();
  while (n-- > 0) {
    pthread_mutex_lock(&m);
    if (a > 0) { a--; b++; }
    pthread_mutex_unlock(&m);
  }
  return arg;
}

static void *look(void *arg)
{
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&m);
    assert(a + b == 100);
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void)
{
  pthread_t t, u;
  pthread_create(&t, NULL, transfer, NULL);
  pthread_create(&u, NULL, look, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
}
