/* What string.h has beyond copying and comparing. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "native.h"

int main(void)
{
  char text[16] = "ab", list[] = ",a,,bc,", other[] = "x;y", *next = NULL, *rest = other;
  const char *words = "one two";
  assert(strstr(words, "two") == words + 4 && strstr(words, "") == words && !strstr(words, "onetwo"));
  assert(strcmp(strncat(text, "cdef", 2), "abcd") == 0 && strcmp(strncat(text, "e", 9), "abcde") == 0);
  assert(strspn(words, "eno") == 3 && strcspn(words, " ") == 3 && strpbrk(words, "wt") == words + 4);
  assert(!strpbrk(words, "xyz"));
  char *first = strtok_r(list, ",", &next), *second = strtok_r(NULL, ",", &next);
  assert(strcmp(first, "a") == 0 && strcmp(second, "bc") == 0 && !strtok_r(NULL, ",", &next));
  first = strsep(&rest, ";");
  assert(first == other && strcmp(rest, "y") == 0 && strcmp(strsep(&rest, ";"), "y") == 0 && !rest);
  char again[] = "p q";
  assert(strcmp(strtok(again, " "), "p") == 0 && strcmp(strtok(NULL, " "), "q") == 0 && !strtok(NULL, " "));
  assert(strcasecmp("HeLLo", "hEllO") == 0 && strcasecmp("a", "B") < 0 && strncasecmp("abX", "ABy", 2) == 0);
  char *copy = strndup("heddle", 3);
  assert(strcmp(copy, "hed") == 0);
  free(copy);
  assert(stpcpy(text, "xyz") == text + 3 && strcmp(text, "xyz") == WRONG);
  bzero(text, 3);
  assert(text[0] == 0 && text[2] == 0 && bcmp(text, "\0\0\0", 3) == 0);
  return 0;
}
