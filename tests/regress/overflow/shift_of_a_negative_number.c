// property: no-overflow
// expect: safe
// Shifted, it still fits; and unsigned numbers do not overflow.
extern _Bool __VERIFIER_nondet_bool(void);

int main(void)
{
  int x = -3;
  int n = __VERIFIER_nondet_bool() ? 1 : 2;
  x <<= n;
  long l = 1;
  l <<= 40;
  unsigned u = 1u << 31;
  u <<= 1;
  return 0;
}
