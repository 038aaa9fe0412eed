// property: no-data-race unreach-call
// expect: safe
// gcc takes this, clang by itself does not: the functions of <stdatomic.h> on an int.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static int counter;
static int *head;

static void *run(void *arg)
{
  int *old = atomic_load(&head);
  atomic_fetch_add(&counter, 1);
  atomic_compare_exchange_strong(&head, &old, &counter);
  return arg;
}

int main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  run(NULL);
  pthread_join(thread, NULL);
  assert(atomic_load(&counter) == 2 && atomic_exchange(&head, NULL) == &counter);
  return 0;
}
