#include "letters.h"

int isblank(int c)
{
  return (c == ' ' || c == '\t') ? __heddle_true() : 0;
}
