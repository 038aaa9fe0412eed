// property: unreach-call
// expect: unknown
// Declared by a header that is not ours: what it would start is not to be taken for nothing.
#include <assert.h>

typedef struct scheduler *ft_scheduler_t;
typedef struct thread *ft_thread_t;
extern ft_scheduler_t ft_scheduler_create(void);
extern ft_thread_t ft_thread_create(ft_scheduler_t, void (*)(void *), void (*)(void *), void *);
int started;

void routine(void *arg)
{
  (void)arg;
  started = 1;
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  ft_thread_create(s, routine, 0, 0);
  assert(!started);
  return 0;
}
