#include <pthread.h>
#include <stdlib.h>

struct box {
  pthread_mutex_t lock;
  int value;
};

static struct box *box;

static void *adder(void *unused)
{
  (void)unused;
  pthread_mutex_lock(&box->lock);
  box->value++;
  pthread_mutex_unlock(&box->lock);
  return NULL;
}

int main(void)
{
  pthread_t thread;
  box = malloc(sizeof *box);
  pthread_mutex_init(&box->lock, NULL);
  box->value = 0;
  pthread_create(&thread, NULL, adder, NULL);
  box->value = 2;
  pthread_join(thread, NULL);
  free(box);
}
