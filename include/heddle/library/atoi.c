/* atoi: as strtol does it; what does not fit is undefined. */
#include "number.h"

int atoi(const char *text)
{
  heddle_number n = heddle_read(text, NULL, 10);
  return (int)(n.negative ? 0 - n.value : n.value);
}
