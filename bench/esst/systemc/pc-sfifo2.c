/* Two stages over two synchronized fifos of one place each. */
#include <heddle/systemc.h>
#include "../data.h"

sc_event written1, taken1, written2, taken2;
unsigned buffer1, buffer2, n_written, n_read, last_written, last_read;
_Bool free1 = 1, free2 = 1;

void producer(void *unused)
{
  (void)unused;
  for (;;) {
    buffer1 = INPUT();
    last_written = buffer1;
    n_written = WRAP(n_written + 1);
    free1 = 0;
    sc_notify(&written1);
    sc_wait_event(&taken2);
  }
}

void filter(void *unused)
{
  (void)unused;
  for (;;) {
    if (free1) sc_wait_event(&written1);
    unsigned x = buffer1;
    free1 = 1;
    buffer2 = x;
    free2 = 0;
    sc_notify(&written2);
  }
}

void consumer(void *unused)
{
  (void)unused;
  for (;;) {
    if (free2) sc_wait_event(&written2);
    last_read = buffer2;
    n_read = WRAP(n_read + 1);
    free2 = 1;
    heddle_assert(last_read == last_written);
    heddle_assert(n_read == n_written);
    sc_notify(&taken2);
  }
}

int main(void)
{
  sc_thread(producer, 0);
  sc_thread(filter, 0);
  sc_thread(consumer, 0);
  sc_start();
}
