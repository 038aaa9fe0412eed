/* atol: as strtol does it; what does not fit is undefined. */
#include "number.h"

long atol(const char *text)
{
  heddle_number n = heddle_read(text, NULL, 10);
  return (long)(n.negative ? 0 - n.value : n.value);
}
