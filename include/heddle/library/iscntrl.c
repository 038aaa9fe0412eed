#include "letters.h"

int iscntrl(int c)
{
  return ((c >= 0 && c < ' ') || c == 127) ? __heddle_true() : 0;
}
