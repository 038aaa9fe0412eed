// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// A place that creates several threads: each knows its event by its argument.
#include <heddle/fairthreads.h>

enum { N = 3 };
ft_thread_t runners[N];
ft_event_t starts[N], finish;
int order[N], count;

void runner(void *argument)
{
  long id = (long)argument;
  heddle_assert(ft_thread_await(starts[id]) == OK);
  order[count++] = (int)id;
  ft_thread_generate(id + 1 < N ? starts[id + 1] : finish);
}

void judge(void *unused)
{
  (void)unused;
  ft_thread_generate(starts[0]);
  ft_thread_await(finish);
  for (int i = 0; i < N; i++) ft_thread_join(runners[i]);
  heddle_assert(count == N);
  for (int i = 0; i < N; i++) heddle_assert(order[i] == i);
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  finish = ft_event_create(s);
  for (int i = 0; i < N; i++) {
    starts[i] = ft_event_create(s);
    runners[i] = ft_thread_create(s, runner, 0, (void *)(long)i);
  }
  ft_thread_create(s, judge, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
