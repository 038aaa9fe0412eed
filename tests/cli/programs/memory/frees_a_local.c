#include <stdlib.h>
static void give_back(void *p)
{
  free(p);
}
int main(void)
{
  int x = 3;
  give_back(&x);
  return x;
}
