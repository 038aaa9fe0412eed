#include "exec.h"

int execv(const char *path, char *const argv[])
{
  return heddle_exec(path, argv);
}
