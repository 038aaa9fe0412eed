// property: valid-memsafety
// expect: unsafe
extern _Bool __VERIFIER_nondet_bool(void);

struct s {
  char n[4];
  int x;
} v;

int main(void)
{
  int i = __VERIFIER_nondet_bool() ? 3 : 9;
  v.n[i] = 1;
  return v.x;
}
