/* Enumerations, type names, sizes, and constants in expressions. */
#include "native.h"

typedef enum { RED, GREEN = 5, BLUE, LAST = BLUE * 2 } colour;
typedef struct pixel {
  colour c : 4;
  uint8_t depth;
} pixel;
typedef int row[3];

static colour next(colour c)
{
  switch (c) {
  case RED: return GREEN;
  case GREEN: return BLUE;
  default: return RED;
  }
}

int main(void)
{
  colour c = RED;
  for (int i = 0; i < 4; i++) {
    c = next(c);
    SEE(c);
  }
  SEE(LAST);
  pixel p = {BLUE, 3};
  p.c = next(p.c);
  SEE(p.c + p.depth);
  row r = {GREEN, sizeof(row) / sizeof(int), 1 << BLUE};
  SEE(r[0] + r[1] + r[2]);
  SEE(sizeof(int16_t[7]));
  SEE('a' + '\n' + '\x10');
  SEE(010 + 0x10 + 10);
  DONE(0x62f86db0u);
  return 0;
}
