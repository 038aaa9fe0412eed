/* Arrays: sorting by insertion, searching by halves. */
#include "native.h"

static int data[10] = {42, -7, 13, 0, 99, -100, 5, 5, 77, 1};

static int find(const int *a, int n, int wanted)
{
  int low = 0, high = n - 1;
  while (low <= high) {
    int middle = (low + high) / 2;
    if (a[middle] == wanted) return middle;
    if (a[middle] < wanted)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}

int main(void)
{
  for (int i = 1; i < 10; i++) {
    int value = data[i], k = i;
    for (; k > 0 && data[k - 1] > value; k--) data[k] = data[k - 1];
    data[k] = value;
  }
  for (int i = 0; i < 10; i++) SEE(data[i]);
  SEE(find(data, 10, 77));
  SEE(find(data, 10, 78));
  SEE(find(data, 10, -100));
  DONE(0x4b463a0au);
  return 0;
}
