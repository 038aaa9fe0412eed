#include <stdlib.h>

char *__heddle_environment(const char *name);

char *secure_getenv(const char *name)
{
  return __heddle_environment(name);
}
