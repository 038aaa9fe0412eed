/* A producer and a consumer over a synchronized fifo of one place. With -DBUG the consumer insists on
 * not being the first to run. */
#include <heddle/systemc.h>
#include "../data.h"

sc_event written, taken;
unsigned buffer, n_written, n_read, last_written, last_read;
_Bool is_free = 1, begun;

void producer(void *unused)
{
  (void)unused;
  for (;;) {
    begun = 1;
    if (!is_free) sc_wait_event(&taken);
    buffer = INPUT();
    last_written = buffer;
    n_written = WRAP(n_written + 1);
    is_free = 0;
    sc_notify(&written);
  }
}

void consumer(void *unused)
{
  (void)unused;
#ifdef BUG
  heddle_assert(begun);
#endif
  for (;;) {
    if (is_free) sc_wait_event(&written);
    last_read = buffer;
    n_read = WRAP(n_read + 1);
    is_free = 1;
    sc_notify(&taken);
    heddle_assert(last_read == last_written);
    heddle_assert(n_read == n_written);
  }
}

int main(void)
{
  sc_thread(producer, 0);
  sc_thread(consumer, 0);
  sc_start();
}
