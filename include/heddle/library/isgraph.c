#include "letters.h"

int isgraph(int c)
{
  return (c > ' ' && c <= '~') ? __heddle_true() : 0;
}
