/* An index that must stay inside. */
#include "common.h"
int a[N];
int main(void)
{
  int i = INPUT();
  if (i >= LOW && i < HIGH) {
    a[i] = 1;
    return a[i] - 1;
  }
  return 0;
}
