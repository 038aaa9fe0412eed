/* Bit-fields: neighbours stay as they are, values are cut and sign-extended. */
#include "native.h"

struct flags {
  unsigned a : 3;
  unsigned b : 7;
  int c : 5;
  unsigned d : 1;
  unsigned e : 16;
};

static struct flags f;

int main(void)
{
  f.a = 5;
  f.b = 100;
  f.c = -9;
  f.d = 1;
  f.e = 54321;
  SEE(f.a);
  SEE(f.b);
  SEE(f.c);
  SEE(f.d);
  SEE(f.e);
  f.a += 4;
  SEE(f.a);
  f.c = (f.c - 7) & 15;
  SEE(f.c);
  f.b = 0;
  SEE(f.a * 1000 + f.b * 100 + f.d);
  struct flags g = f;
  g.e++;
  SEE(g.e);
  SEE(f.e);
  f.b = g.e & 127;
  SEE(f.b);
  SEE(f.d);
  DONE(0xf40349bfu);
  return 0;
}
