/* strtol and its relatives; div; classes of characters. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

#include "native.h"

static const char text[] = " \t-0x7fz";

int main(void)
{
  char *end;
  assert(atoi("42") == 42 && atoi(" -7x") == -7 && atol("+3") == 3 && atoll("") == 0);
  assert(strtol(text, &end, 0) == -127 && end == text + 7);
  assert(strtol(text, &end, 10) == 0 && end == text + 4);
  assert(strtoul("0777", &end, 0) == 511 && *end == 0);
  assert(strtol("zz", NULL, 36) == 35 * 36 + 35 && strtol("0x", &end, 16) == 0 && *end == 'x');
  assert(strtol("none", &end, 10) == 0 && *end == 'n');
  errno = 0;
  assert(strtoll("9223372036854775807", NULL, 10) == LLONG_MAX && errno == 0);
  assert(strtoll("9223372036854775808", NULL, 10) == LLONG_MAX && errno == ERANGE);
  errno = 0;
  assert(strtoll("-9223372036854775808", NULL, 10) == LLONG_MIN && errno == 0);
  assert(strtoull("18446744073709551615", NULL, 10) == ULLONG_MAX && errno == 0);
  assert(strtoull("18446744073709551616", NULL, 10) == ULLONG_MAX && errno == ERANGE);
  assert(strtoull("-1", NULL, 10) == ULLONG_MAX);
  div_t d = div(-7, 2);
  ldiv_t l = ldiv(17L, -5L);
  lldiv_t ll = lldiv(17LL, 5LL);
  assert(d.quot == -3 && d.rem == -1 && l.quot == -3 && l.rem == 2 && ll.quot == 3 && ll.rem == 2);
  int digits = 0, hex = 0, letters = 0, points = 0, blanks = 0, printed = 0, controls = 0;
  for (int c = 0; c < 128; c++) {
    digits += isdigit(c) != 0, hex += isxdigit(c) != 0, letters += isalpha(c) != 0, points += ispunct(c) != 0;
    blanks += isblank(c) != 0, printed += isprint(c) != 0, controls += iscntrl(c) != 0;
  }
  assert(digits == 10 && hex == 22 && letters == 52 && points == 32);
  assert(blanks == 2 && printed == 95 && controls == 33 + WRONG);
  return 0;
}
