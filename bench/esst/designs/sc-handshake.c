/* Two stages with valid and ready signals between them: nothing is lost and nothing comes twice. -DBUG: the source
 * goes on when valid was seen, whether or not the sink was ready. */
#include <heddle/systemc.h>
#include "../data.h"

#ifdef SMALL
enum { LAST = 3 };
#else
enum { LAST = 1000 };
#endif
sc_signal valid, ready, data;
sc_event edge;
unsigned sent, received;

void clock(void *unused)
{
  (void)unused;
  for (;;) {
    sc_wait_time(5);
    sc_notify(&edge);
  }
}

void source(void *unused)
{
  int value = 0;
  (void)unused;
  for (;;) {
    sc_wait_event(&edge);
#ifdef BUG
    if (sc_signal_read(&valid)) {
#else
    if (sc_signal_read(&valid) && sc_signal_read(&ready)) {
#endif
      sent = WRAP(sent + 1);
      value = value < LAST ? value + 1 : 0;
      sc_signal_write(&valid, 0);
    } else {
      sc_signal_write(&data, value);
      sc_signal_write(&valid, 1);
    }
  }
}

void sink(void *unused)
{
  int wanted = 0;
  (void)unused;
  for (;;) {
    sc_wait_event(&edge);
    if (sc_signal_read(&valid) && sc_signal_read(&ready)) {
      heddle_assert(sc_signal_read(&data) == wanted);
      wanted = wanted < LAST ? wanted + 1 : 0;
      received = WRAP(received + 1);
    }
    sc_signal_write(&ready, INPUT() == 1);
  }
}

void compare(void *unused)
{
  (void)unused;
  for (;;) {
    sc_wait_time(5);
    sc_wait_time(0);
    heddle_assert(sent == received);
  }
}

int main(void)
{
  sc_thread(source, 0);
  sc_thread(sink, 0);
  sc_thread(clock, 0);
  sc_thread(compare, 0);
  sc_start();
}
