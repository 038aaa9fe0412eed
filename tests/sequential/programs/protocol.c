/* A device is opened before it is used, and closed once. */
#include "common.h"
int main(void)
{
  int is_open = 0, uses = 0;
  while (INPUT()) {
    int command = INPUT();
    if (command == 0 && !is_open) is_open = 1;
    else if (command == 1 && (is_open || SLOPPY)) { assert(is_open); uses = uses < 100 ? uses + 1 : 0; }
    else if (command == 2 && is_open) { is_open = 0; uses = 0; }
    assert(uses == 0 || is_open);
  }
}
