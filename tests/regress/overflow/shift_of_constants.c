// property: no-overflow
// expect: unknown
// engines: explicit
// Folded, and not told apart from a shift of a negative number.
int main(void)
{
  int x = 1 << 31;
  return x != 0;
}
