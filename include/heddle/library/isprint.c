#include "letters.h"

int isprint(int c)
{
  return (c >= ' ' && c <= '~') ? __heddle_true() : 0;
}
