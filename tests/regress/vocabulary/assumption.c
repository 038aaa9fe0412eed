// property: unreach-call
// expect: safe
extern void abort(void);
extern void __VERIFIER_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void assume_abort_if_not(int cond)
{
  if (!cond) abort();
}
extern void __VERIFIER_assume(int);

int main(void)
{
  unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar() & 15;
  assume_abort_if_not(x > 3);
  __VERIFIER_assume(x < y);
  if (y < 5) __VERIFIER_error();
  return 0;
}
