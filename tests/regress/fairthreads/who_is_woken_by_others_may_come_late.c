// property: unreach-call
// expect: unsafe
// engines: explicit esst
// `left` and `right` keep their order, but who wakes `left` may stand after it in the ring: then `right` is first.
#include <heddle/fairthreads.h>

int first[3];
ft_event_t go;

static void note(int who)
{
  for (int i = 0; i < 2; i++) {
    if (!first[i]) first[i] = who;
    ft_thread_cooperate();
  }
  heddle_assert(first[0] == first[1]);
  ft_thread_cooperate();
}

void left(void *unused)
{
  (void)unused;
  note(1);
  ft_thread_await(go);
  if (!first[2]) first[2] = 1;
}

void right(void *unused)
{
  (void)unused;
  note(2);
  if (!first[2]) first[2] = 2;
  heddle_assert(first[0] != 1 || first[2] == 1);
}

void waker(void *unused)
{
  (void)unused;
  ft_thread_cooperate_n(3);
  ft_thread_generate(go);
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  go = ft_event_create(s);
  ft_thread_create(s, left, 0, 0);
  ft_thread_create(s, waker, 0, 0);
  ft_thread_create(s, right, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
