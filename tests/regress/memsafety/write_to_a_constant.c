// property: valid-memsafety
// expect: unsafe
extern _Bool __VERIFIER_nondet_bool(void);

const int k = 1;
int w;

int main(void)
{
  int *t = __VERIFIER_nondet_bool() ? &w : (int *)&k;
  *t = 3;
  return 0;
}
