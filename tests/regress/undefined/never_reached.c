// property: def-behavior
// expect: safe
// engines: explicit bmc
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
  unsigned char n = __VERIFIER_nondet_uchar();
#ifdef UNDEFINED
  if (n == 3) __builtin_unreachable();
#else
  if (n == 300) __builtin_unreachable();
#endif
}
