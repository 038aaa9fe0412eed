/* A machine with four instructions interprets a program. */
#include "common.h"
enum { LOAD, ADD, JUMP_IF_LESS, STOP };
const int code[] = {LOAD, FIRST, ADD, STEP, JUMP_IF_LESS, GOAL, STOP, 0};
int main(void)
{
  int at = 0, x = 0, steps = 0;
  while (1) {
    int argument = code[at + 1];
    switch (code[at]) {
    case LOAD: x = argument; at += 2; break;
    case ADD: x += argument; at += 2; break;
    case JUMP_IF_LESS: at = x < argument ? 2 : 6; break;
    default: assert(x == RESULT); return 0;
    }
    steps++;
    assert(at >= 0 && at <= 6);
  }
}
