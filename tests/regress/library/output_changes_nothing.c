// property: unreach-call
// expect: safe
// engines: auto explicit
// Output reads, and does not write.
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
  char text[4] = "abc";
  int n = 1;
  printf("%s %d %p\n", text, n, (void *)&n);
  fprintf(stderr, "%s", text);
  puts(text);
  fputs(text, stdout);
  perror(text);
  fwrite(text, 1, 3, stdout);
  assert(text[0] == 'a' && text[3] == 0 && n == 1);
  return 0;
}
