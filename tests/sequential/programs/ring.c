/* A ring buffer of N places: what is put in comes out again, in order. */
#include "common.h"
int buffer[N];
int main(void)
{
  int head = 0, tail = 0, used = 0, in = 0, out = 0;
  for (int step = 0; step < STEPS; step++) {
    if (INPUT() && used < N + EXTRA) {
      buffer[head] = in++;
      head = (head + 1) % N;
      used++;
    } else if (used > 0) {
      assert(buffer[tail] == out);
      out++;
      tail = (tail + 1) % N;
      used--;
    }
  }
}
