/* A serial line: four bits after a start bit, with a parity bit. What was sent arrives. -DBUG: the receiver counts one
 * bit too few. */
#include <heddle/systemc.h>
#include "../data.h"

sc_signal line;
sc_event clock, arrived;
unsigned outgoing, incoming;

#ifdef BUG
enum { BITS = 4, READ = 3 };
#else
enum { BITS = 4, READ = 4 };
#endif

void ticker(void *unused)
{
  (void)unused;
  for (;;) {
    sc_wait_time(10);
    sc_notify(&clock);
  }
}

void sender(void *unused)
{
  (void)unused;
  for (;;) {
    outgoing = heddle_uint_range(0, 15);
    sc_signal_write(&line, 0);
    sc_wait_event(&clock);
    for (int i = 0; i < BITS; i++) {
      sc_signal_write(&line, (int)(outgoing >> i & 1));
      sc_wait_event(&clock);
    }
    sc_signal_write(&line, 1);
    sc_wait_event(&arrived);
  }
}

void receiver(void *unused)
{
  (void)unused;
  for (;;) {
    sc_wait_event(&clock);
    unsigned value = 0;
    for (int i = 0; i < READ; i++) {
      sc_wait_event(&clock);
      value |= (unsigned)sc_signal_read(&line) << i;
    }
    incoming = value;
    heddle_assert(incoming == outgoing);
    sc_notify_delta(&arrived);
  }
}

int main(void)
{
  sc_thread(sender, 0);
  sc_thread(receiver, 0);
  sc_thread(ticker, 0);
  sc_start();
}
