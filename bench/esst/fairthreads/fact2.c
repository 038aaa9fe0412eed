/* Two servers, one for the even and one for the odd factors; the client needs both replies in the
 * instant of its request. */
#include <heddle/fairthreads.h>

ft_event_t request, even_reply, odd_reply;
unsigned n, even, odd;

static unsigned product(unsigned from)
{
  unsigned f = 1;
  for (unsigned i = from; i <= n; i += 2) f *= i;
  return f;
}

void even_server(void *unused)
{
  (void)unused;
  for (;;) {
    ft_thread_await(request);
    even = product(2);
    ft_thread_generate(even_reply);
    ft_thread_cooperate();
  }
}

void odd_server(void *unused)
{
  (void)unused;
  for (;;) {
    ft_thread_await(request);
    odd = product(1);
    ft_thread_generate(odd_reply);
    ft_thread_cooperate();
  }
}

void client(void *unused)
{
  (void)unused;
  for (n = 1; n < 4; n++) {
    ft_thread_generate(request);
    if (ft_thread_await_n(even_reply, 1) == ETIMEOUT) heddle_error();
    if (ft_thread_await_n(odd_reply, 1) == ETIMEOUT) heddle_error();
    ft_thread_cooperate();
  }
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  request = ft_event_create(s);
  even_reply = ft_event_create(s);
  odd_reply = ft_event_create(s);
  ft_thread_create(s, even_server, 0, 0);
  ft_thread_create(s, odd_server, 0, 0);
  ft_thread_create(s, client, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
