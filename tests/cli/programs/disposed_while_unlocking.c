/* main frees the channel as soon as it has the message; the sender has yet to unlock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct channel {
  pthread_mutex_t lock;
  const char *message;
};

static void *sender(void *arg)
{
  struct channel *c = arg;
  pthread_mutex_lock(&c->lock);
  c->message = "ping";
  pthread_mutex_unlock(&c->lock);
  pthread_mutex_lock(&c->lock);
  return NULL;
}

int main(void)
{
  pthread_t t;
  struct channel *c = malloc(sizeof *c);
  if (!c) return 1;
  pthread_mutex_init(&c->lock, NULL);
  c->message = NULL;
  pthread_create(&t, NULL, sender, c);
  pthread_mutex_lock(&c->lock);
  const char *message = c->message;
  pthread_mutex_unlock(&c->lock);
  if (!message) exit(0);
  printf("%s\n", message);
  free(c);
  pthread_join(t, NULL);
  return 0;
}
