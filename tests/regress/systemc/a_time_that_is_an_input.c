// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// Arguments of primitives need not be constants: when the notification comes, and which event it is, are inputs.
#include <heddle/systemc.h>

sc_event tick, tock;
unsigned when;
_Bool first;

void notifying(void *unused)
{
  (void)unused;
  when = heddle_uint_range(1, 2);
  first = heddle_nondet_bool();
  if (first)
    sc_notify_at(&tick, when);
  else
    sc_notify_at(&tock, when);
}

void waiting(void *unused)
{
  (void)unused;
  int came = sc_wait_either(&tick, &tock);
  heddle_assert(came == first);
}

int main(void)
{
  sc_thread(notifying, 0);
  sc_thread(waiting, 0);
  sc_start();
}
