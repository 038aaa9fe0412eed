/* A producer, a filter and a consumer over two fifos of two places. What arrives is what was sent, twice as large.
 * -DBUG: the filter takes an element before it has looked whether there is one. */
#include <heddle/systemc.h>
#include "../data.h"

enum { SIZE = 2 };
typedef struct {
  unsigned data[SIZE], count;
  sc_event put, got;
} fifo;
fifo first, second;
unsigned sent, received;

static void fifo_write(fifo *f, unsigned value)
{
  while (f->count == SIZE) sc_wait_event(&f->got);
  f->data[f->count++] = value;
  sc_notify_delta(&f->put);
}

static unsigned fifo_read(fifo *f)
{
  while (f->count == 0) sc_wait_event(&f->put);
  unsigned value = f->data[0];
  f->data[0] = f->data[1];
  f->count--;
  sc_notify_delta(&f->got);
  return value;
}

void producer(void *unused)
{
  (void)unused;
  for (;;) {
    fifo_write(&first, sent);
    sent = WRAP(sent + 1);
  }
}

void filter(void *unused)
{
  (void)unused;
  for (;;) {
#ifdef BUG
    unsigned value = first.data[0];
    fifo_read(&first);
#else
    unsigned value = fifo_read(&first);
#endif
    fifo_write(&second, 2 * value);
  }
}

void consumer(void *unused)
{
  (void)unused;
  for (;;) {
    unsigned value = fifo_read(&second);
    heddle_assert(value == 2 * received);
    received = WRAP(received + 1);
  }
}

int main(void)
{
  sc_thread(producer, 0);
  sc_thread(filter, 0);
  sc_thread(consumer, 0);
  sc_start();
}
