/* Two threads note who takes the first turn of an instant. */
#include <heddle/fairthreads.h>

int first[2];

static void turn(int who)
{
  for (int i = 0; i < 2; i++) {
    if (!first[i]) first[i] = who;
#ifdef FIRST
    heddle_assert(first[i] != FIRST);
#endif
    ft_thread_cooperate();
  }
  heddle_assert(first[0] == first[1]);
}

void thread1(void *unused)
{
  (void)unused;
  turn(1);
}

void thread2(void *unused)
{
  (void)unused;
  turn(2);
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  ft_thread_create(s, thread1, 0, 0);
  ft_thread_create(s, thread2, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
