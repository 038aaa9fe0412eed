// property: valid-memsafety
// expect: unsafe
int main(void)
{
  int *p;
  {
    int x = 3;
    p = &x;
  }
  return *p;
}
