/* A SystemC design: a sender puts numbers on a signal and waits for an acknowledgement that a receiver sends
 * two units of time later. A monitor, a method, watches the signal.
 *
 *   heddle verify -p unreach-call examples/systemc_handshake.c              safe
 *   heddle verify -p unreach-call -DIMMEDIATE examples/systemc_handshake.c  unsafe: an acknowledgement can come too early */
#include <heddle/systemc.h>

enum { LAST = 3 };
sc_signal line;
sc_event acknowledged;
int received, changes;

void sender(void *unused)
{
  (void)unused;
  for (int i = 1; i <= LAST; i++) {
    sc_signal_write(&line, i);
    sc_wait_event(&acknowledged);
    heddle_assert(received == i);
  }
}

void receiver(void *unused)
{
  (void)unused;
  for (;;) {
#ifdef IMMEDIATE
    sc_notify_delta(&acknowledged);
#endif
    sc_wait_event(&line.changed);
    received = sc_signal_read(&line);
    sc_notify_at(&acknowledged, 2);
  }
}

void monitor(void *unused)
{
  (void)unused;
  changes++;
}

int main(void)
{
  sc_thread(sender, 0);
  sc_thread(receiver, 0);
  sc_process m = sc_method(monitor, 0);
  sc_sensitive(m, &line.changed);
  sc_dont_initialize(m);
  sc_start();
  heddle_assert(received == LAST && changes == LAST);
}
