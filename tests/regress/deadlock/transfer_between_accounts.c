// property: no-deadlock
// expect: unsafe
#include <pthread.h>

struct acc {
  pthread_mutex_t m;
  int bal;
} A[2];

void xfer(struct acc *f, struct acc *g, int n)
{
  pthread_mutex_lock(&f->m);
  pthread_mutex_lock(&g->m);
  f->bal -= n;
  g->bal += n;
  pthread_mutex_unlock(&g->m);
  pthread_mutex_unlock(&f->m);
}

void *t(void *a)
{
  xfer(&A[1], &A[0], 3);
  return 0;
}

int main(void)
{
  pthread_mutex_init(&A[0].m, 0);
  pthread_mutex_init(&A[1].m, 0);
  pthread_t h;
  pthread_create(&h, 0, t, 0);
  xfer(&A[0], &A[1], 1);
  pthread_join(h, 0);
  return 0;
}
