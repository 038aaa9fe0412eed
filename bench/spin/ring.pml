/* A ring: each process adds to its neighbour's cell what it finds in its own. */
#define N 5
#define M 7
byte cell[N];

active [N] proctype p()
{
  byte x;
again:
  x = cell[_pid];
  x = (x + 1) % M;
  cell[(_pid + 1) % N] = x;
  d_step { assert(x < M); x = 0 };
  goto again
}
