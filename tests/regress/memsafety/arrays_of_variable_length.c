// property: valid-memsafety
// expect: safe
// engines: explicit bmc auto
int f(int n)
{
  int a[n];
  for (int i = 0; i < n; i++) a[i] = i;
  return a[n - 1];
}
int main(void)
{
  for (int i = 1; i < 4; i++) f(i);
  return 0;
}
