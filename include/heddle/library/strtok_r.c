#include "letters.h"

char *strtok_r(char *text, const char *separators, char **next)
{
  return heddle_token(text, separators, next);
}
