// property: def-behavior
// expect: safe
// engines: explicit bmc
// An array of variable length has an element.
#ifdef UNDEFINED
enum { LENGTH = 0 };
#else
enum { LENGTH = 1 };
#endif

int main(void)
{
  volatile int n = LENGTH;
  int a[n];
  return (int)sizeof a;
}
