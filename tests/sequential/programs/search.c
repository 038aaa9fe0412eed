/* Binary search in a sorted array. */
#include "common.h"
const int a[N] = {1, 4, 6, 7, 9, 12, 15};
int main(void)
{
  int key = between(0, 16), low = 0, high = N - 1, found = -1;
  while (low COMPARE high) {
    int middle = (low + high) / 2;
    if (a[middle] == key) { found = middle; break; }
    if (a[middle] < key) low = middle + 1; else high = middle - 1;
  }
  int there = -1;
  for (int i = 0; i < N; i++) if (a[i] == key) there = i;
  assert(found == there);
}
