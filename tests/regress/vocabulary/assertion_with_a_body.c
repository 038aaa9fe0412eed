// property: unreach-call
// expect: unsafe
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond)
{
  if (!cond) reach_error();
}

int main(void)
{
  int x = __VERIFIER_nondet_int() & 7;
  __VERIFIER_assert(x != 5);
  return 0;
}
