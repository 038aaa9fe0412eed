/* Two stages: a producer, a filter and a consumer over two synchronized fifos of one place each. */
#include <heddle/fairthreads.h>
#include "../data.h"

ft_event_t written1, taken1, written2, taken2;
unsigned buffer1, buffer2, n_written, n_read, last_written, last_read;
_Bool free1 = 1, free2 = 1;

static void wait_for(_Bool *place, _Bool state, ft_event_t event)
{
  while (*place != state) {
    ft_thread_await(event);
    if (*place != state) ft_thread_cooperate();
  }
}

void producer(void *unused)
{
  (void)unused;
  for (;;) {
    wait_for(&free1, 1, taken1);
    buffer1 = INPUT();
    last_written = buffer1;
    n_written = WRAP(n_written + 1);
    free1 = 0;
    ft_thread_generate(written1);
    ft_thread_await(taken2);
    ft_thread_cooperate();
  }
}

void filter(void *unused)
{
  (void)unused;
  for (;;) {
    wait_for(&free1, 0, written1);
    unsigned x = buffer1;
    free1 = 1;
    ft_thread_generate(taken1);
    wait_for(&free2, 1, taken2);
    buffer2 = x;
    free2 = 0;
    ft_thread_generate(written2);
  }
}

void consumer(void *unused)
{
  (void)unused;
  for (;;) {
    wait_for(&free2, 0, written2);
    last_read = buffer2;
    n_read = WRAP(n_read + 1);
    free2 = 1;
    ft_thread_generate(taken2);
    heddle_assert(last_read == last_written);
    heddle_assert(n_read == n_written);
  }
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  written1 = ft_event_create(s);
  taken1 = ft_event_create(s);
  written2 = ft_event_create(s);
  taken2 = ft_event_create(s);
  ft_thread_create(s, producer, 0, 0);
  ft_thread_create(s, filter, 0, 0);
  ft_thread_create(s, consumer, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
