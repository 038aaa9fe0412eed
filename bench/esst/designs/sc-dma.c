/* A processor programs a DMA controller that copies words from one memory to another and interrupts it at the end.
 * Afterwards the copy is the original. -DBUG: the interrupt comes one word early. */
#include <heddle/systemc.h>
#include "../data.h"

enum { WORDS = 3 };
sc_event start, interrupt, bus_free;
unsigned from[WORDS], to[WORDS], length, copied;
_Bool bus;

static void take_bus(void)
{
  while (bus) sc_wait_event(&bus_free);
  bus = 1;
}

static void free_bus(void)
{
  heddle_assert(bus);
  bus = 0;
  sc_notify_delta(&bus_free);
}

void processor(void *unused)
{
  (void)unused;
  for (;;) {
    take_bus();
    for (unsigned i = 0; i < WORDS; i++) from[i] = INPUT();
    sc_wait_time(1);
    free_bus();
    length = WORDS;
    sc_notify_delta(&start);
    sc_wait_event(&interrupt);
    take_bus();
    for (unsigned i = 0; i < WORDS; i++) heddle_assert(to[i] == from[i]);
    free_bus();
  }
}

void dma(void *unused)
{
  (void)unused;
  for (;;) {
    sc_wait_event(&start);
    for (copied = 0; copied < length; copied++) {
      take_bus();
      to[copied] = from[copied];
      sc_wait_time(2);
      free_bus();
#ifdef BUG
      if (copied == WORDS - 2) break;
#endif
    }
    sc_notify_delta(&interrupt);
  }
}

void display(void *unused)
{
  (void)unused;
  for (;;) {
    take_bus();
    sc_wait_time(3);
    free_bus();
    sc_wait_time(5);
  }
}

int main(void)
{
  sc_thread(processor, 0);
  sc_thread(dma, 0);
  sc_thread(display, 0);
  sc_start();
}
