/* ffsll: where the lowest bit that is set stands, counted from 1; 0: none is. */

int ffsll(long long x)
{
  return x ? __builtin_ctzll((unsigned long long)x) + 1 : 0;
}
