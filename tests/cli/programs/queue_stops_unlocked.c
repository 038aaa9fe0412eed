#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define CAP 4
struct queue {
  int items[CAP];
  int head, tail, count;
  int done;
  pthread_mutex_t lock;
  pthread_cond_t not_empty, not_full;
};
static struct queue q = {.lock = PTHREAD_MUTEX_INITIALIZER,
                         .not_empty = PTHREAD_COND_INITIALIZER,
                         .not_full = PTHREAD_COND_INITIALIZER};

static void put(struct queue *q, int v)
{
  pthread_mutex_lock(&q->lock);
  while (q->count == CAP) pthread_cond_wait(&q->not_full, &q->lock);
  q->items[q->tail] = v;
  q->tail = (q->tail + 1) % CAP;
  q->count++;
  pthread_cond_signal(&q->not_empty);
  pthread_mutex_unlock(&q->lock);
}

static int get(struct queue *q, int *v)
{
  pthread_mutex_lock(&q->lock);
  while (q->count == 0 && !q->done) pthread_cond_wait(&q->not_empty, &q->lock);
  if (q->count == 0) {
    pthread_mutex_unlock(&q->lock);
    return 0;
  }
  *v = q->items[q->head];
  q->head = (q->head + 1) % CAP;
  q->count--;
  pthread_cond_signal(&q->not_full);
  pthread_mutex_unlock(&q->lock);
  return 1;
}

static void *consumer(void *arg)
{
  long *sum = arg;
  int v;
  while (get(&q, &v)) *sum += v;
  return NULL;
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 10;
  pthread_t t[2];
  long sums[2] = {0, 0};
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, consumer, &sums[i]);
  for (int i = 0; i < n; i++) put(&q, i);
  q.done = 1;
  pthread_cond_signal(&q.not_empty);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("%ld\n", sums[0] + sums[1]);
  return 0;
}
