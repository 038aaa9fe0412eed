// property: no-overflow
// expect: unsafe
// Two unsigned short are multiplied as int.
int main(void)
{
  unsigned short a = 65535, b = 65535;
  int r = a * b;
  (void)r;
  return 0;
}
