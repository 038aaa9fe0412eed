/* Pointer arithmetic inside an object: steps, differences, comparisons, negative indices. */
#include "native.h"

static int16_t a[8] = {1, 2, 4, 8, 16, 32, 64, 128};

int main(void)
{
  int sum = 0;
  for (int16_t *p = a; p < a + 8; p++) sum = sum * 3 + *p;
  SEE(sum);
  int16_t *first = &a[1], *last = a + 6;
  SEE(last - first);
  SEE(first < last);
  SEE(last[-2]);
  SEE(*(first + 3));
  SEE(*--last);
  SEE(*first++);
  SEE(*first);
  uint8_t *bytes = (uint8_t *)a;
  SEE(bytes[14]);
  SEE(bytes[15]);
  bytes[15] = 1;
  SEE(a[7]);
  int16_t *end = a + 8;
  while (end != a) SEE(*--end);
  DONE(0xb7473680u);
  return 0;
}
