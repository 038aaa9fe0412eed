/* Blocks of the heap: zeroed ones, arrays, one reused after being freed. */
#include <stdlib.h>

#include "native.h"

struct cell {
  int16_t low, high;
};

int main(void)
{
  int *numbers = malloc(6 * sizeof *numbers);
  struct cell *cells = calloc(3, sizeof *cells);
  if (!numbers || !cells) return 1;
  for (int i = 0; i < 6; i++) numbers[i] = i * i;
  cells[1].low = -4;
  cells[2].high = (int16_t)numbers[5];
  for (int i = 0; i < 3; i++) SEE(cells[i].low * 100 + cells[i].high);
  int *middle = numbers + 3;
  SEE(middle[-1] + middle[2]);
  free(cells);
  for (int round = 0; round < 5; round++) {
    int *one = malloc(sizeof *one);
    if (!one) return 1;
    *one = round;
    SEE(*one + numbers[round]);
    free(one);
  }
  free(numbers);
  DONE(0xf96e2c37u);
  return 0;
}
