/* main_ends_first.c - the main thread waits for no other: natively it has to wait until their steps are over. The choice is
 * a pointer that only has to be something else than NULL. */
#include <assert.h>
#include <pthread.h>

void *__VERIFIER_nondet_pointer(void);

static int written;

static void *writer(void *arg)
{
  if (__VERIFIER_nondet_pointer()) written = 1;
  return arg;
}

static void *reader(void *arg)
{
  assert(!written);
  return arg;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  return 0;
}
