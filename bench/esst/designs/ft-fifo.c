/* A producer and a consumer over a fifo of four places: numbers arrive in the order in which they were sent.
 * -DBUG: the producer takes the fifo for full one element too late. */
#include <heddle/fairthreads.h>
#include "../data.h"

enum { SIZE = 4 };
ft_event_t put, got;
unsigned fifo[SIZE], head, tail, count, sent, received;

#ifdef BUG
#define IS_FULL (count > SIZE)
#else
#define IS_FULL (count == SIZE)
#endif

void producer(void *unused)
{
  (void)unused;
  for (;;) {
    while (IS_FULL) {
      ft_thread_await(got);
      if (IS_FULL) ft_thread_cooperate();
    }
    heddle_assert(count < SIZE);
    fifo[head] = sent;
    sent = WRAP(sent + 1);
    head = (head + 1) % SIZE;
    count++;
    ft_thread_generate(put);
    if (INPUT() == 1) ft_thread_cooperate();
  }
}

void consumer(void *unused)
{
  (void)unused;
  for (;;) {
    while (count == 0) {
      ft_thread_await(put);
      if (count == 0) ft_thread_cooperate();
    }
    heddle_assert(fifo[tail] == received);
    received = WRAP(received + 1);
    tail = (tail + 1) % SIZE;
    count--;
    ft_thread_generate(got);
    if (INPUT() == 1) ft_thread_cooperate();
  }
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  put = ft_event_create(s);
  got = ft_event_create(s);
  ft_thread_create(s, producer, 0, 0);
  ft_thread_create(s, consumer, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
