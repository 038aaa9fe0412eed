// property: unreach-call
// expect: unknown
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
  char text[16];
  snprintf(text, sizeof text, "%.1f", 1.5);
  assert(strcmp(text, "1.5") == 0);
}
