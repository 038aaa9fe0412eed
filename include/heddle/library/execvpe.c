#include "exec.h"

int execvpe(const char *path, char *const argv[], char *const envp[])
{
  for (int i = 0; envp && envp[i]; i++) heddle_read_text(envp[i]);
  return heddle_exec(path, argv);
}
