// property: unreach-call
// expect: unsafe
// engines: auto explicit
// What a function without effect returns is any value.
#include <assert.h>
#include <locale.h>
#include <stdio.h>

int main(void)
{
  const char *name = setlocale(LC_ALL, "C");
  assert(fflush(stdout) == 0 || !name);
  return 0;
}
