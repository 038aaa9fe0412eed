// property: valid-memsafety
// expect: unsafe
// engines: explicit bmc auto
int main(void)
{
  int *old = 0;
  for (int i = 1; i < 3; i++) {
    int a[i];
    a[0] = 1;
    if (old) *old = 2;
    old = a;
  }
  return 0;
}
