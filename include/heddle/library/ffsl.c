/* ffsl: where the lowest bit that is set stands, counted from 1; 0: none is. */

int ffsl(long x)
{
  return x ? __builtin_ctzl((unsigned long)x) + 1 : 0;
}
