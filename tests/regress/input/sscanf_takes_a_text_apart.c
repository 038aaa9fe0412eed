// property: unreach-call
// expect: safe
#include <assert.h>
#include <stdio.h>

int main(void)
{
  int a = 0, n = 0;
  char letter = 0, word[4] = "";
  assert(sscanf(" 12,x ab", "%d,%c %3s%n", &a, &letter, word, &n) == 3);
  assert(a == 12 && letter == 'x' && word[0] == 'a' && word[1] == 'b' && word[2] == 0 && n == 8);
  assert(sscanf("-7", "%d%d", &a, &n) == 1 && a == -7);
  assert(sscanf("", "%d", &a) == EOF && sscanf("x", "%d", &a) == 0);
  return 0;
}
