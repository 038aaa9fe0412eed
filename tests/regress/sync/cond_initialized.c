// property: valid-sync
// expect: safe
// engines: explicit bmc
#include <pthread.h>
#include <stdlib.h>

struct box {
  pthread_mutex_t m;
  pthread_cond_t c;
};

int main(void)
{
  struct box *b = malloc(sizeof *b);
  pthread_mutex_init(&b->m, 0);
#ifndef MISUSE
  pthread_cond_init(&b->c, 0);
#endif
  pthread_cond_signal(&b->c);
}
