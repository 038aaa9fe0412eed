// property: valid-memsafety
// expect: unsafe
// engines: explicit bmc auto
int main(void)
{
  int *old = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    if (old) *old = 3;
    old = &x;
  }
  return 0;
}
