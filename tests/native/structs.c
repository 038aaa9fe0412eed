/* Fields of all widths, nested structures, copies as a whole. */
#include "native.h"

struct point {
  int16_t x, y;
};
struct box {
  uint8_t tag;
  struct point low, high;
  int64_t weight;
  char name[3];
};

static struct box global = {1, {2, 3}, {4, -5}, -600, {'a', 'b', 'c'}};

int main(void)
{
  struct box b = global, c;
  b.low.x = (int16_t)(b.low.x * 100);
  b.high = b.low;
  b.high.y++;
  c = b;
  c.weight -= 1000;
  c.name[1] = 'z';
  SEE(global.low.x);
  SEE(b.tag);
  SEE(b.low.x + b.low.y);
  SEE(b.high.x - b.high.y);
  SEE(c.weight);
  SEE(b.weight);
  SEE(c.name[1] - b.name[1]);
  struct point p[3] = {{1, 2}, {.x = 0, .y = 7}, {9, 0}};
  p[2] = p[0];
  p[0].x = 50;
  SEE(p[0].x + p[1].x * 3 + p[1].y * 5 + p[2].x * 7 + p[2].y);
  DONE(0x6968728eu);
  return 0;
}
