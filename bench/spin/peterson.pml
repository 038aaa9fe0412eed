/* Peterson's algorithm for N processes (the filter lock), every statement a step. */
#define N 5
byte level[N], last[N], inside;

active [N] proctype p()
{
  byte l;
again:
  l = 1;
  do
  :: l < N ->
     level[_pid] = l;
     last[l] = _pid;
     (last[l] != _pid ||
      ((_pid == 0 || level[0] < l) && (_pid == 1 || level[1] < l) && (_pid == 2 || level[2] < l) &&
       (_pid == 3 || level[3] < l) && (_pid == 4 || level[4] < l)));
     l++
  :: d_step { l >= N -> l = 0 }; break
  od;
  inside++;
  assert(inside == 1);
  inside--;
  level[_pid] = 0;
  goto again
}
