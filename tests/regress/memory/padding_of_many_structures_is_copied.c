// property: unreach-call
// expect: safe
// Ten thousand bytes.
#include <assert.h>
#include <string.h>

struct mixed {
  char letter;
  int number;
};

static struct mixed from[1250], to[1250];

int main(void)
{
  from[700].number = 3;
  ((char *)&from[700])[2] = 4;
  memcpy(to, from, sizeof to);
  assert(to[700].number == 3 && ((const char *)&to[700])[2] == 4 && ((const char *)&to[701])[2] == 0);
  return 0;
}
