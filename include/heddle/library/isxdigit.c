#include "letters.h"

int isxdigit(int c)
{
  return ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) ? __heddle_true() : 0;
}
