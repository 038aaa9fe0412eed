// property: no-overflow
// expect: unsafe
// 1 << 31 does not fit into an int.
extern _Bool __VERIFIER_nondet_bool(void);

int main(void)
{
  int n = __VERIFIER_nondet_bool() ? 30 : 31;
  return (1 << n) != 0;
}
