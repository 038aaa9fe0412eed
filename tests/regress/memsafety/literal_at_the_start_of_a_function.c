// property: valid-memsafety
// expect: safe
// The first thing that a function executes lies in an inner block, that of a condition.
static int first(const int *a)
{
  return a[0];
}

int main(void)
{
  if (first((int[]){1, 2, 3}) == 1) return 0;
  return 1;
}
