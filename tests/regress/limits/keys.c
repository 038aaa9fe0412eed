// property: unreach-call
// expect: unknown
// More than eight keys of thread-specific values.
#include <assert.h>
#include <pthread.h>

int main(void)
{
  pthread_key_t key;
  for (int i = 0; i < 9; i++) pthread_key_create(&key, NULL);
  assert(0);
  return 0;
}
