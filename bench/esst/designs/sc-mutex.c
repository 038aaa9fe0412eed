/* Three processes and a lock that is built from an event: a balance is never seen while it is changed. -DBUG: who
 * waits takes the lock without looking again. */
#include <heddle/systemc.h>
#include "../data.h"

sc_event unlocked;
_Bool locked;
unsigned balance, paid_in, paid_out;

static void lock(void)
{
#ifdef BUG
  if (locked) sc_wait_event(&unlocked);
#else
  while (locked) sc_wait_event(&unlocked);
#endif
  locked = 1;
}

static void unlock(void)
{
  locked = 0;
  sc_notify(&unlocked);
}

void payer(void *unused)
{
  (void)unused;
  for (;;) {
    unsigned amount = INPUT();
    lock();
    unsigned old = balance;
    sc_wait_time(1);
    balance = old + amount;
    paid_in += amount;
    unlock();
    sc_wait_time(2);
  }
}

void drawer(void *unused)
{
  (void)unused;
  for (;;) {
    unsigned amount = INPUT();
    lock();
    if (amount <= balance) {
      unsigned old = balance;
      sc_wait_time(1);
      balance = old - amount;
      paid_out += amount;
    }
    unlock();
    sc_wait_time(3);
  }
}

void auditor(void *unused)
{
  (void)unused;
  for (;;) {
    lock();
    sc_wait_time(1);
    heddle_assert(balance == paid_in - paid_out);
    unlock();
    sc_wait_time(1);
  }
}

int main(void)
{
  sc_thread(payer, 0);
  sc_thread(drawer, 0);
  sc_thread(auditor, 0);
  sc_start();
}
