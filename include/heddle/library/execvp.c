#include "exec.h"

int execvp(const char *path, char *const argv[])
{
  return heddle_exec(path, argv);
}
