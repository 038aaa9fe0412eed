/* A server computes factorials. Client and server meet in one instant: the client would wait for ever
 * (here: fail) if the reply were given in an instant that it does not see. */
#include <heddle/fairthreads.h>

ft_event_t request, reply;
unsigned n, result;

void server(void *unused)
{
  (void)unused;
  for (;;) {
    ft_thread_await(request);
    unsigned f = 1;
    for (unsigned i = 2; i <= n; i++) f *= i;
    result = f;
    ft_thread_generate(reply);
    ft_thread_cooperate();
  }
}

void client(void *unused)
{
  (void)unused;
  for (n = 0; n < 4; n++) {
    ft_thread_generate(request);
    if (ft_thread_await_n(reply, 1) == ETIMEOUT) heddle_error();
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
