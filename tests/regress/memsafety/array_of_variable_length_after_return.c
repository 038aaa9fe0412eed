// property: valid-memsafety
// expect: unsafe
// engines: explicit bmc auto
int *g;
void f(int n)
{
  int a[n];
  a[0] = 1;
  g = a;
}
int main(void)
{
  f(3);
  return *g;
}
