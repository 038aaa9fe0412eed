/* A value goes round: written, computed upon by one or two threads, written back to a channel, and read. */
#include <heddle/systemc.h>
#include "../data.h"

sc_event start, read_done, computing, computed;
sc_signal channel;
unsigned d, data;
_Bool processed;

void write_loop(void *unused)
{
  (void)unused;
  sc_notify_delta(&start);
  sc_wait_event(&start);
  for (;;) {
    unsigned t = d;
    data = d;
    processed = 0;
    sc_notify(&computing);
    sc_wait_event(&read_done);
    heddle_assert(d == WRAP(t + 1) || d == WRAP(t + 2));
  }
}

void compute1(void *unused)
{
  (void)unused;
  for (;;) {
    sc_wait_event(&computing);
    if (!processed) {
      data = WRAP(data + 1);
      sc_notify(&computed);
    }
  }
}

void compute2(void *unused)
{
  (void)unused;
  for (;;) {
    sc_wait_event(&computing);
    if (!processed) {
      data = WRAP(data + 1);
      sc_notify(&computed);
    }
  }
}

void write_back(void *unused)
{
  (void)unused;
  for (;;) {
    sc_wait_event(&computed);
    sc_signal_write(&channel, (int)data);
    processed = 1;
  }
}

void read(void *unused)
{
  (void)unused;
  d = (unsigned)sc_signal_read(&channel);
  sc_notify(&read_done);
}

int main(void)
{
  sc_thread(write_loop, 0);
  sc_thread(compute1, 0);
  sc_thread(compute2, 0);
  sc_thread(write_back, 0);
  sc_process reader = sc_method(read, 0);
  sc_sensitive(reader, &channel.changed);
  sc_dont_initialize(reader);
  sc_start();
}
