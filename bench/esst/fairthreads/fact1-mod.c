/* The server multiplies once an instant, and the reply comes when it is done; the client checks it. */
#include <heddle/fairthreads.h>

ft_event_t request, reply;
unsigned n, result, factor;

void server(void *unused)
{
  (void)unused;
  for (;;) {
    ft_thread_await(request);
    unsigned f = 1;
    for (factor = 2; factor <= n; factor++) {
      f *= factor;
      ft_thread_cooperate();
    }
    result = f;
    ft_thread_generate(reply);
    ft_thread_cooperate();
  }
}

void client(void *unused)
{
  (void)unused;
  unsigned expected = 1;
  for (n = 1; n < 5; n++) {
    expected *= n;
    ft_thread_generate(request);
    if (ft_thread_await_n(reply, 4) == ETIMEOUT) heddle_error();
    heddle_assert(result == expected);
    ft_thread_cooperate();
  }
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  request = ft_event_create(s);
  reply = ft_event_create(s);
  ft_thread_create(s, server, 0, 0);
  ft_thread_create(s, client, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
