// property: unreach-call
// expect: safe
// Locals of a loop's body that are written before they are read.
#include <assert.h>

struct s {
  int a;
  char b[5];
};

void set(int *p)
{
  *p = 1;
}

int main(void)
{
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int x;
    struct s v;
    set(&x);
    v.a = i;
    v.b[2] = 3;
    sum += x + v.a + v.b[2];
    int arr[4] = {1, 2};
    int *q = arr;
    sum += q[3];
  }
  assert(sum == 15);
  return 0;
}
