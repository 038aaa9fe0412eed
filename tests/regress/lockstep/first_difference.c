// property: unreach-call
// expect: safe
// engines: lockstep auto
// Two threads look for the first place where two arrays differ, one of them with the arrays exchanged: their answers
// have opposite signs. Side by side both count alike; no sample gets far enough to show it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
int *a, *b, length, forward, backward;

void *compare_forward(void *arg)
{
  for (int i = 0; i < length; i++)
    if (a[i] != b[i]) {
      forward = a[i] < b[i] ? -1 : 1;
      break;
    }
  return arg;
}

void *compare_backward(void *arg)
{
  for (int k = 0; k < length; k++)
    if (b[k] != a[k]) {
      backward = b[k] < a[k] ? -1 : 1;
      break;
    }
  return arg;
}

int *any_numbers(int n)
{
  int *numbers = malloc(sizeof *numbers * (unsigned)n);
  if (!numbers) exit(1);
  for (int i = 0; i < n; i++) numbers[i] = __VERIFIER_nondet_int();
  return numbers;
}

int main(void)
{
  pthread_t s, t;
  length = __VERIFIER_nondet_int();
  if (length < 0 || length > 100000) return 0;
  a = any_numbers(length);
  b = any_numbers(length);
  pthread_create(&s, 0, compare_forward, 0);
  pthread_create(&t, 0, compare_backward, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(forward == -backward);
  return 0;
}
