/* ffs: where the lowest bit that is set stands, counted from 1; 0: none is. */

int ffs(int x)
{
  return x ? __builtin_ctz((unsigned)x) + 1 : 0;
}
