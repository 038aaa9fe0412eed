/* A master writes to a memory through requests and reads back what it wrote. */
#include <heddle/systemc.h>
#include "../data.h"

enum { READ, WRITE };
sc_event request, reply;
unsigned kind, address, value, memory0, memory1;

void slave(void *unused)
{
  (void)unused;
  for (;;) {
    sc_wait_event(&request);
    if (kind == WRITE) {
      if (address == 0)
        memory0 = value;
      else
        memory1 = value;
    } else {
      value = address == 0 ? memory0 : memory1;
    }
    sc_notify_at(&reply, 3);
  }
}

static void transact(unsigned k, unsigned a)
{
  kind = k;
  address = a;
  sc_notify_delta(&request);
  sc_wait_event(&reply);
}

void master(void *unused)
{
  (void)unused;
  for (;;) {
    unsigned x = INPUT(), a = heddle_uint_range(0, 1);
    value = x;
    transact(WRITE, a);
    value = x + 1;
    transact(READ, a);
    heddle_assert(value == x);
  }
}

int main(void)
{
  sc_thread(slave, 0);
  sc_thread(master, 0);
  sc_start();
}
