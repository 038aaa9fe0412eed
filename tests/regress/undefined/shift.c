// property: def-behavior
// expect: safe
// engines: explicit bmc
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
  unsigned char n = __VERIFIER_nondet_uchar();
#ifdef UNDEFINED
  return (int)(1u << n);
#else
  return (int)(1u << n % 32);
#endif
}
