// property: no-overflow
// expect: unknown
// Folded, and not told apart from a shift of a negative number.
int main(void)
{
  int x = 1 << 31;
  return x != 0;
}
