// property: unreach-call
// expect: safe
// engines: auto explicit
// Its twin.
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
int destroyed;

void destroy(void *value)
{
  (void)value;
  destroyed = 1;
  assert(destroyed);
}

int main(void)
{
  pthread_key_create(&key, destroy);
  pthread_setspecific(key, &key);
  pthread_exit(NULL);
}
