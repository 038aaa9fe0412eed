#include "letters.h"

static char *heddle_next_token;

char *strtok(char *text, const char *separators)
{
  return heddle_token(text, separators, &heddle_next_token);
}
