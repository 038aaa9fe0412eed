// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
struct node {
  int key;
  unsigned lo : 3, hi : 5;
  struct {
    int inner;
  } in;
};
#define container_of(p, T, m) ((T *)((char *)(p)-offsetof(T, m)))
static struct node n = {1, 2, 3, {4}};
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static void *w(void *a)
{
  struct node *k = container_of(a, struct node, in);
  pthread_mutex_lock(&l);
  k->hi += 30;
  k->lo = k->hi;
  pthread_mutex_unlock(&l);
  return NULL;
}
int main(void)
{
  pthread_t t;
  pthread_create(&t, 0, w, &n.in);
  pthread_mutex_lock(&l);
  n.hi++;
  pthread_mutex_unlock(&l);
  pthread_join(t, 0);
  assert(n.hi == 2 && n.key == 1 && n.in.inner == 4);
  assert(n.lo == 2);
  return 0;
}
