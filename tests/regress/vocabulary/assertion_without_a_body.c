// property: unreach-call
// expect: unsafe
extern void __VERIFIER_assert(int);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
  unsigned char x = __VERIFIER_nondet_uchar();
  __VERIFIER_assert(x < 255);
  return 0;
}
