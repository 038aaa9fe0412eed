/* A bounded buffer behind a lock: two producers of three kinds of items, two consumers. */
#define SIZE 4
byte buf[SIZE], head, tail, count, lock;

active [2] proctype producer()
{
  byte v;
again:
  if
  :: v = 0
  :: v = 1
  :: v = 2
  fi;
  atomic { lock == 0 && count < SIZE -> lock = 1 };
  d_step { buf[tail] = v; v = 0 };
  tail = (tail + 1) % SIZE;
  count++;
  assert(count <= SIZE);
  lock = 0;
  goto again
}

active [2] proctype consumer()
{
  byte v;
again:
  atomic { lock == 0 && count > 0 -> lock = 1 };
  v = buf[head];
  head = (head + 1) % SIZE;
  count--;
  lock = 0;
  d_step { assert(v < 3); v = 0 };
  goto again
}
