/* Two floats travel in one register, as a vector. */
#include <assert.h>
#include <stdio.h>

struct point {
  float x, y;
};
struct ball {
  float x, y, size;
};

static struct point turn(struct point p)
{
  return (struct point){-p.y, p.x};
}

static struct ball grow(struct ball b, struct point by)
{
  b.x += by.x;
  b.y += by.y;
  b.size *= 2;
  return b;
}

int main(void)
{
  struct point p = turn((struct point){1.5f, -2.0f});
  struct ball b = grow((struct ball){4, 8, 16}, p);
  unsigned long long check = (unsigned)(b.x * 100 + b.y * 10 + b.size);
#ifdef PRINT
  printf("%llu\n", check);
#else
  assert(check == EXPECTED);
#endif
  return 0;
}
