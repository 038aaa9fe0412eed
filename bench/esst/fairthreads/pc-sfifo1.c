/* A producer and a consumer over a synchronized fifo of one place. */
#include <heddle/fairthreads.h>
#include "../data.h"

ft_event_t written, taken;
unsigned buffer, n_written, n_read, last_written, last_read;
_Bool is_free = 1;

void producer(void *unused)
{
  (void)unused;
  for (;;) {
    while (!is_free) {
      ft_thread_await(taken);
      if (!is_free) ft_thread_cooperate();
    }
    buffer = INPUT();
    last_written = buffer;
    n_written = WRAP(n_written + 1);
    is_free = 0;
    ft_thread_generate(written);
  }
}

void consumer(void *unused)
{
  (void)unused;
  for (;;) {
    while (is_free) {
      ft_thread_await(written);
      if (is_free) ft_thread_cooperate();
    }
    last_read = buffer;
    n_read = WRAP(n_read + 1);
    is_free = 1;
    ft_thread_generate(taken);
    heddle_assert(last_read == last_written);
    heddle_assert(n_read == n_written);
  }
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  written = ft_event_create(s);
  taken = ft_event_create(s);
  ft_thread_create(s, producer, 0, 0);
  ft_thread_create(s, consumer, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
