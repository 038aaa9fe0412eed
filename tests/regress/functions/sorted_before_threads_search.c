// property: unreach-call no-deadlock no-data-race
// expect: safe
// engines: auto explicit
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int key;
  char tag;
} item;

static item items[4] = {{3, 'c'}, {1, 'a'}, {4, 'd'}, {2, 'b'}};
static int found;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int by_key(const void *a, const void *b)
{
  return ((const item *)a)->key - ((const item *)b)->key;
}

static void *look(void *arg)
{
  item wanted = {atoi(arg), 0};
  const item *hit = bsearch(&wanted, items, 4, sizeof items[0], by_key);
  pthread_mutex_lock(&lock);
  if (hit && hit->tag == 'a' + wanted.key - 1) found++;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void)
{
  pthread_t threads[2];
  char texts[2][4];
  qsort(items, 4, sizeof items[0], by_key);
  for (int i = 0; i < 2; i++) {
    snprintf(texts[i], sizeof texts[i], "%d", i + 2);
    pthread_create(&threads[i], NULL, look, texts[i]);
  }
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(found == 2);
  return 0;
}
