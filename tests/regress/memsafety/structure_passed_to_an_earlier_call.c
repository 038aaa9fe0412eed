// property: valid-memsafety
// expect: unsafe
// engines: explicit bmc auto
struct s {
  int a[10];
};
int *g;
void f(struct s x)
{
  if (g) *g = 1;
  g = x.a;
}
int main(void)
{
  struct s y;
  y.a[0] = 1;
  for (int i = 0; i < 2; i++) f(y);
  return 0;
}
