#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int readers, writer, x;
void *reader(void *u)
{
  while (1) {
    __VERIFIER_atomic_begin(); if (writer == 0) { readers = readers + 1; __VERIFIER_atomic_end(); } else { __VERIFIER_atomic_end(); continue; }
    int a = x;
    int b = x;
    assert(a == b);
    __VERIFIER_atomic_begin(); readers = readers - 1; __VERIFIER_atomic_end();
  }
}
void *writer_(void *u)
{
  while (1) {
    __VERIFIER_atomic_begin(); if (readers == 0 && writer == 0) { writer = 1; __VERIFIER_atomic_end(); } else { __VERIFIER_atomic_end(); continue; }
    if (x < 7) x = x + 1; else x = 0;
    writer = 0;
  }
}
int main(void)
{
  pthread_t a, b;
  pthread_create(&a, 0, reader, 0);
  pthread_create(&b, 0, writer_, 0);
  return 0;
}
