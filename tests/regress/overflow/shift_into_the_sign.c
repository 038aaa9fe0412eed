// property: no-overflow
// expect: unsafe
int main(void)
{
  int x = 1 << 30;
  int y = x << 1;
  return y != 0;
}
