// property: def-behavior
// expect: unsafe
// memcpy is for blocks that do not overlap.
#include <string.h>

int main(void)
{
  char text[8] = "abcdefg";
  memcpy(text + 1, text, 5);
  return text[0];
}
