// property: def-behavior
// expect: safe
// engines: explicit bmc
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
  unsigned char n = __VERIFIER_nondet_uchar();
#ifndef UNDEFINED
  n |= 1;
#endif
  return __builtin_ctz(n);
}
