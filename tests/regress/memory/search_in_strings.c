// property: unreach-call valid-memsafety
// expect: safe
#include <assert.h>
#include <string.h>

int main(void)
{
  char b[12] = "hello";
  assert(strchr(b, 'l') == b + 2);
  assert(strrchr(b, 'l') == b + 3);
  assert(strchr(b, 'z') == 0);
  assert(strchr(b, 0) == b + 5);
  assert(strrchr(b, 'h') == b);
  assert(memchr(b, 'o', 4) == 0);
  assert(memchr(b, 'o', 5) == b + 4);
  char d[8];
  strncpy(d, b, 8);
  assert(d[4] == 'o' && d[5] == 0 && d[7] == 0);
  strncpy(d, "abcdefgh", 3);
  assert(d[2] == 'c' && d[3] == 'l');
  return 0;
}
