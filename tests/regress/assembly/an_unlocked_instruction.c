// property: unreach-call
// expect: unknown
// Without a lock it is no atomic step; it is not taken for one.
int main(void)
{
  int x = 0;
  __asm__ volatile("incl %0" : "+m"(x));
  return x;
}
