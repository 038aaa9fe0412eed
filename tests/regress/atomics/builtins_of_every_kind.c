// property: unreach-call no-data-race
// expect: safe
#include <assert.h>
#include <pthread.h>
static int n;
static int m = 7;
static _Bool f;
static unsigned char c;
static long long ll;
static void *w(void *a)
{
  __sync_fetch_and_add(&n, 1);
  __sync_add_and_fetch(&n, 1);
  __sync_fetch_and_sub(&n, 1);
  __atomic_fetch_or(&c, 1 << (long)a, __ATOMIC_SEQ_CST);
  __atomic_fetch_xor(&ll, 1LL << 40, __ATOMIC_RELAXED);
  return a;
}
int main(void)
{
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, w, (void *)i);
  for (int i = 0; i < 2; i++) {
    void *r;
    pthread_join(t[i], &r);
    assert((long)r == i);
  }
  assert(n == 2 && c == 3 && ll == 0);
  assert(__sync_bool_compare_and_swap(&m, 7, 9) && __sync_val_compare_and_swap(&m, 9, 11) == 9 && m == 11);
  int e = 1, d = 5;
  assert(!__atomic_compare_exchange(&m, &e, &d, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) && e == 11);
  assert(__atomic_compare_exchange_n(&m, &e, 6, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) && m == 6);
  assert(!__atomic_test_and_set(&f, __ATOMIC_SEQ_CST) && f && __atomic_test_and_set(&f, __ATOMIC_SEQ_CST));
  __atomic_clear(&f, __ATOMIC_SEQ_CST);
  assert(!f);
  int v = 3, o;
  __atomic_exchange(&m, &v, &o, __ATOMIC_SEQ_CST);
  assert(o == 6 && m == 3 && __atomic_nand_fetch(&m, 1, __ATOMIC_SEQ_CST) == ~1);
  assert(__sync_lock_test_and_set(&m, 1) == ~1 && m == 1);
  __sync_lock_release(&m);
  assert(m == 0 && __atomic_always_lock_free(4, 0));
  assert(__sync_fetch_and_nand(&m, 0) == 0 && m == -1 && __sync_and_and_fetch(&m, 12) == 12 &&
         __sync_xor_and_fetch(&m, 4) == 8 && __sync_or_and_fetch(&m, 1) == 9 &&
         __sync_sub_and_fetch(&m, 9) == 0);
  return 0;
}
