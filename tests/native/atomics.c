/* C11 atomics: additions that are not lost, exchange, compare and exchange. */
#include <pthread.h>
#include <stdatomic.h>

#include "native.h"

static atomic_int counter;
static atomic_uint bits;
static _Atomic uint8_t small = 250;

static void *work(void *unused)
{
  for (int i = 0; i < 3; i++) {
    atomic_fetch_add(&counter, 2);
    int expected = atomic_load(&counter);
    while (!atomic_compare_exchange_weak(&counter, &expected, expected + 1)) continue;
  }
  atomic_fetch_or(&bits, 5);
  return unused;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  atomic_fetch_or(&bits, 8);
  pthread_join(a, 0);
  pthread_join(b, 0);
  SEE(counter);
  SEE(bits);
  SEE(atomic_exchange(&counter, 7));
  SEE(atomic_fetch_sub(&counter, 10));
  SEE(counter);
  small += 10;
  SEE(small);
  int expected = 1;
  SEE(atomic_compare_exchange_strong(&counter, &expected, 5));
  SEE(expected);
  SEE(atomic_fetch_xor(&bits, 0xff));
  SEE(bits);
  DONE(0x08722cf2u);
  return 0;
}
