// property: unreach-call
// expect: safe
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void)
{
  char *words[] = {"ls", "-l", NULL};
  assert(execvp(words[0], words) == -1);
  assert(errno == ENOENT || errno == EACCES);
  return 0;
}
