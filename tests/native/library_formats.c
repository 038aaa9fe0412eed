/* sprintf and its relatives: integers, characters, texts. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "native.h"

static int is(const char *expected, const char *format, ...)
{
  char text[48];
  va_list args;
  va_start(args, format);
  int n = vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return n == (int)strlen(expected) && strcmp(text, expected) == 0;
}

int main(void)
{
  char text[8];
  assert(is("", ""));
  assert(is("100%", "%d%%", 100));
  assert(is("-12 ab 00007 ff", "%d %s %05u %x", -12, "ab", 7u, 255));
  assert(is("[  42][42  ][+42][ 42]", "[%4d][%-4d][%+d][% d]", 42, 42, 42, 42));
  assert(is("0x2a 0X2A 052", "%#x %#X %#o", 42, 42, 42));
  assert(is("007 |     |0", "%.3d |%5.0d|%d", 7, 0, 0));
  assert(is("-9223372036854775808", "%lld", -9223372036854775807LL - 1));
  assert(is("-1 255 -2 65535", "%hhd %hhu %hd %hu", -1, 255, -2, 65535));
  assert(is("18446744073709551615", "%llu", 18446744073709551615ULL));
  assert(is("7 8", "%zu %ld", (size_t)7, 8L));
  assert(is("[x][ x][x ]", "[%c][%2c][%-2c]", 'x', 'x', 'x'));
  assert(is("[ab][   ab][ab   ]", "[%.2s][%5.2s][%-5.2s]", "abc", "abc", "abc"));
  assert(is("[   7][7   ]", "[%*d][%*d]", 4, 7, -4, 7));
  assert(snprintf(text, sizeof text, "%s", "0123456789") == 10 && strcmp(text, "0123456") == 0);
  assert(snprintf(NULL, 0, "%d", 1234) == 4);
  assert(sprintf(text, "%d-%d", 3, -4) == 4 && strcmp(text, "3--4") == WRONG);
  return 0;
}
