// property: valid-sync
// expect: unsafe
// A copy of a mutex is no mutex, also when it is memory that was copied.
#include <pthread.h>
#include <string.h>

struct guarded {
  int value;
  pthread_mutex_t mutex;
};

static struct guarded first, second;

int main(void)
{
  pthread_mutex_lock(&first.mutex);
  memcpy(&second, &first, sizeof second);
  pthread_mutex_unlock(&second.mutex);
  pthread_mutex_unlock(&first.mutex);
  return 0;
}
