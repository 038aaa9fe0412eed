/* A stack of DEPTH places, used any number of times. */
#include "common.h"
int stack[DEPTH];
int main(void)
{
  int top = 0;
  while (INPUT()) {
    if (INPUT()) {
      if (top < DEPTH + EXTRA) { assert(top >= 0 && top < DEPTH); stack[top++] = INPUT(); }
    } else if (top > 0) {
      top--;
    }
    assert(top >= 0);
  }
}
