// property: unreach-call no-data-race valid-memsafety
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct arg {
  int id;
  int *out;
};

void *t(void *a)
{
  struct arg *p = a;
  *p->out = p->id * 2;
  free(p);
  return 0;
}

int main(void)
{
  pthread_t h[3];
  int r[3];
  for (int i = 0; i < 3; i++) {
    struct arg *p = malloc(sizeof *p);
    if (!p) return 0;
    p->id = i;
    p->out = &r[i];
    pthread_create(&h[i], 0, t, p);
  }
  for (int i = 0; i < 3; i++) {
    pthread_join(h[i], 0);
    assert(r[i] == 2 * i);
  }
  return 0;
}
