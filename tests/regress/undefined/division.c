// property: def-behavior
// expect: safe
// engines: explicit bmc
extern int __VERIFIER_nondet_int(void);

int main(void)
{
  int x = __VERIFIER_nondet_int();
#ifndef UNDEFINED
  if (x)
#endif
    return 7 % x;
}
