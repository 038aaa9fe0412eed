// property: unreach-call
// expect: unsafe
// engines: auto
// lengths_compared_first.c with a wrong claim: it is about words that differ.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
int *a, *b, *c, a_length, b_length, c_length, ab, ac, bc;

void *compare_ab(void *arg)
{
  ab = a_length - b_length;
  for (int i = 0; i < a_length && i < b_length; i++)
    if (a[i] != b[i]) {
      ab = a[i] < b[i] ? -1 : 1;
      break;
    }
  return arg;
}

void *compare_ac(void *arg)
{
  ac = a_length - c_length;
  for (int i = 0; i < a_length && i < c_length; i++)
    if (a[i] != c[i]) {
      ac = a[i] < c[i] ? -1 : 1;
      break;
    }
  return arg;
}

void *compare_bc(void *arg)
{
  bc = b_length - c_length;
  for (int i = 0; i < b_length && i < c_length; i++)
    if (b[i] != c[i]) {
      bc = b[i] < c[i] ? -1 : 1;
      break;
    }
  return arg;
}

int any_length(void)
{
  int length = __VERIFIER_nondet_int();
  if (length < 0 || length > 100000) exit(0);
  return length;
}

int *any_word(int length)
{
  int *word = malloc(sizeof *word * (unsigned)length);
  if (!word) exit(1);
  for (int i = 0; i < length; i++) word[i] = __VERIFIER_nondet_int();
  return word;
}

int main(void)
{
  pthread_t s, t, u;
  a_length = any_length();
  b_length = any_length();
  c_length = any_length();
  a = any_word(a_length);
  b = any_word(b_length);
  c = any_word(c_length);
  pthread_create(&s, 0, compare_ab, 0);
  pthread_create(&t, 0, compare_ac, 0);
  pthread_create(&u, 0, compare_bc, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(!ab || (ac > 0) == (bc > 0));
  return 0;
}
