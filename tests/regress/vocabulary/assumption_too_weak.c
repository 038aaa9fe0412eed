// property: unreach-call
// expect: unsafe
extern void __VERIFIER_error(void);
extern void __VERIFIER_assume(int);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
  unsigned char x = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(x >= 3);
  if (x == 3) __VERIFIER_error();
  return 0;
}
