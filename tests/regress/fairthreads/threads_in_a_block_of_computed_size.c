// property: unreach-call
// expect: safe
// engines: explicit esst
// A block whose size is computed has no bound that could be copied: main's steps before the first turn are followed
// without it.
#include <heddle/fairthreads.h>
#include <stdlib.h>

int max = 2, ran;
ft_thread_t *table;

void worker(void *unused)
{
  (void)unused;
  ran++;
}

void waiter(void *unused)
{
  (void)unused;
  for (int i = 0; i < max; i++) ft_thread_join(table[i]);
  heddle_assert(ran == 2);
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  table = malloc(max * sizeof *table);
  for (int i = 0; i < max; i++) table[i] = ft_thread_create(s, worker, 0, 0);
  ft_thread_create(s, waiter, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
