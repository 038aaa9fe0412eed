#include "format.h"

int vsnprintf(char *to, size_t room, const char *format, va_list args)
{
  return heddle_format(to, room, format, args);
}
