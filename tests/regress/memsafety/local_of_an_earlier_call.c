// property: valid-memsafety
// expect: unsafe
// engines: explicit bmc auto
int *g;
void f(int i)
{
  int x = i;
  if (i == 1) *g = 5;
  g = &x;
}
int main(void)
{
  for (int i = 0; i < 2; i++) f(i);
  return 0;
}
