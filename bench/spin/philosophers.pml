/* Dining philosophers; the last one takes its forks the other way round. */
#define N 9
bit fork[N];
byte eating;

active [N] proctype p()
{
  byte first = (_pid == N - 1 -> 0 : _pid), second = (_pid == N - 1 -> _pid : _pid + 1);
again:
  atomic { fork[first] == 0 -> fork[first] = 1 };
  atomic { fork[second] == 0 -> fork[second] = 1 };
  eating++;
  assert(eating <= N / 2);
  eating--;
  fork[second] = 0;
  fork[first] = 0;
  goto again
}
