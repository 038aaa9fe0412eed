// property: valid-memsafety
// expect: safe
// engines: explicit bmc auto
int *g;
void f(int i)
{
  int x = i;
  g = &x;
  *g = 5;
  g = 0;
}
int main(void)
{
  for (int i = 0; i < 2; i++) f(i);
  return 0;
}
