#include "letters.h"

int ispunct(int c)
{
  _Bool in = (c > ' ' && c < '0') || (c > '9' && c < 'A') || (c > 'Z' && c < 'a') || (c > 'z' && c <= '~');
  return in ? __heddle_true() : 0;
}
