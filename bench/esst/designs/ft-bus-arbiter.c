/* Three masters share a bus; an arbiter grants it in turn. Who writes owns the bus, and what is on it afterwards is
 * what was written. -DBUG: a master gives the bus back before its last write. */
#include <heddle/fairthreads.h>
#include "../data.h"

enum { MASTERS = 3 };
ft_event_t request, grant[MASTERS], done;
unsigned wants[MASTERS], owner = MASTERS, bus, writes, granted;

static void use_bus(unsigned me)
{
  unsigned value = INPUT();
  heddle_assert(owner == me);
  bus = value;
  ft_thread_cooperate();
  heddle_assert(owner == me);
  heddle_assert(bus == value);
  writes = WRAP(writes + 1);
}

static void master(unsigned me, ft_event_t granted_to_me)
{
  for (;;) {
    wants[me] = 1;
    ft_thread_generate(request);
    ft_thread_await(granted_to_me);
    use_bus(me);
#ifdef BUG
    ft_thread_generate(done);
    ft_thread_cooperate();
    bus = 0;
#else
    ft_thread_generate(done);
#endif
    ft_thread_cooperate();
  }
}

void master0(void *unused) { master(0, grant[0]); (void)unused; }
void master1(void *unused) { master(1, grant[1]); (void)unused; }
void master2(void *unused) { master(2, grant[2]); (void)unused; }

static int choose(unsigned last)
{
  for (unsigned i = 1; i <= MASTERS; i++)
    if (wants[(last + i) % MASTERS]) return (int)((last + i) % MASTERS);
  return -1;
}

void arbiter(void *unused)
{
  unsigned last = 0;
  (void)unused;
  for (;;) {
    int next = choose(last);
    if (next < 0) {
      ft_thread_await(request);
      ft_thread_cooperate();
      continue;
    }
    heddle_assert(owner == MASTERS);
    last = (unsigned)next;
    wants[next] = 0;
    owner = (unsigned)next;
    granted = WRAP(granted + 1);
    if (next == 0) ft_thread_generate(grant[0]);
    if (next == 1) ft_thread_generate(grant[1]);
    if (next == 2) ft_thread_generate(grant[2]);
    ft_thread_await(done);
    heddle_assert(writes == granted);
    owner = MASTERS;
    ft_thread_cooperate();
  }
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  request = ft_event_create(s);
  grant[0] = ft_event_create(s);
  grant[1] = ft_event_create(s);
  grant[2] = ft_event_create(s);
  done = ft_event_create(s);
  ft_thread_create(s, arbiter, 0, 0);
  ft_thread_create(s, master0, 0, 0);
  ft_thread_create(s, master1, 0, 0);
  ft_thread_create(s, master2, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
