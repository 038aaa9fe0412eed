// property: unreach-call
// expect: unsafe
// engines: auto explicit
// pthread_exit in main runs the destructors of its keys.
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
int destroyed;

void destroy(void *value)
{
  (void)value;
  destroyed = 1;
  assert(!destroyed);
}

int main(void)
{
  pthread_key_create(&key, destroy);
  pthread_setspecific(key, &key);
  pthread_exit(NULL);
}
