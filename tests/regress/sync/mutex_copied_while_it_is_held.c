// property: valid-sync
// expect: safe
// What was copied is initialized before it is used, and the original stays as it is.
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
  pthread_mutex_unlock(&first.mutex);
  pthread_mutex_init(&second.mutex, NULL);
  pthread_mutex_lock(&second.mutex);
  pthread_mutex_unlock(&second.mutex);
  return 0;
}
