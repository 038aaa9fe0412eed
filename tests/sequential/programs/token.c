/* A token goes around; exactly one of N has it. */
#include "common.h"
int has[N];
int main(void)
{
  int at = START;
  has[at] = 1;
  while (INPUT()) {
    int to = at + 1 == N ? 0 : at + 1;
    has[to] = 1;
    if (KEEP) has[at] = 0;
    at = to;
    int n = 0;
    for (int i = 0; i < N; i++) n += has[i];
    assert(n == 1);
  }
}
