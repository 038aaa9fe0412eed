// property: valid-sync
// expect: unsafe
// The same by assignment; the copy will not be unlocked either.
#include <pthread.h>

int main(void)
{
  pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second;
  pthread_mutex_lock(&first);
  second = first;
  pthread_mutex_unlock(&first);
  pthread_mutex_trylock(&second);
  return 0;
}
