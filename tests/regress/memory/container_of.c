// property: unreach-call no-deadlock valid-memsafety
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct link {
  struct link *next;
};
struct device {
  int id;
  struct link link;
  int state;
};
#define container_of(p, type, member) ((type *)((char *)(p)-offsetof(type, member)))

struct device devices[2] = {{7, {NULL}, 0}, {8, {&devices[0].link}, 0}};

void *worker(void *arg)
{
  for (struct link *l = arg; l; l = l->next) {
    struct device *d = container_of(l, struct device, link);
    d->state = d->id + 1;
  }
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, worker, &devices[1].link);
  pthread_join(t, NULL);
  assert(devices[0].state == 8 && devices[1].state == 9);
  return 0;
}
