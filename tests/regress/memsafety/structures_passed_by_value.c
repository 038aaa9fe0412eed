// property: valid-memsafety
// expect: safe
// engines: explicit bmc auto
struct s {
  int a[10];
};
int f(struct s x)
{
  return x.a[3];
}
int main(void)
{
  struct s y = {{1}};
  int t = 0;
  for (int i = 0; i < 2; i++) t += f(y);
  return t;
}
