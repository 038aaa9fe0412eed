// property: unreach-call
// expect: unsafe
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assert(int cond)
{
  if (!cond) reach_error();
}

int main(void)
{
  int x = __VERIFIER_nondet_uchar() & 7;
  __VERIFIER_assert(x != 5);
  return 0;
}
