// property: valid-memsafety
// expect: unsafe
int sum(int n)
{
  int a[n];
  for (int i = 0; i <= n; i++) a[i] = i;
  return a[0];
}

int main(void)
{
  return sum(3);
}
