// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <stddef.h>
#include <unistd.h>

int main(void)
{
  char *words[] = {"ls", NULL};
  execv("/bin/ls", words);
  assert(0);
}
