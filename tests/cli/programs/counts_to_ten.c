#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
  int x = 0;
  while (x < 10 && __VERIFIER_nondet_int()) x++;
  assert(x <= LIMIT);
}
