/* Leader election in a ring of three: a station passes on numbers greater than its own, and who gets its own number
 * back leads. -DBUG: equal numbers are passed on as well as greater ones, and the leader is who sees the greatest. */
#include <heddle/fairthreads.h>
#include "../data.h"

enum { STATIONS = 3 };
ft_event_t passed[STATIONS];
unsigned id[STATIONS], link[STATIONS], leaders, leader;

static void take_part(unsigned me, ft_event_t in, ft_event_t out)
{
  unsigned next = (me + 1) % STATIONS;
  link[next] = id[me];
  ft_thread_generate(out);
  for (;;) {
    ft_thread_await(in);
    unsigned got = link[me];
#ifdef BUG
    if (got >= id[me]) {
#else
    if (got == id[me]) {
#endif
      leaders++;
      leader = got;
      heddle_assert(leaders == 1);
      heddle_assert(leader >= id[0] && leader >= id[1] && leader >= id[2]);
      return;
    }
    ft_thread_cooperate();
    if (got > id[me]) {
      link[next] = got;
      ft_thread_generate(out);
    }
  }
}

void station0(void *unused) { take_part(0, passed[0], passed[1]); (void)unused; }
void station1(void *unused) { take_part(1, passed[1], passed[2]); (void)unused; }
void station2(void *unused) { take_part(2, passed[2], passed[0]); (void)unused; }

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  id[0] = INPUT();
  id[1] = INPUT();
  id[2] = INPUT();
  heddle_assume(id[0] != id[1] && id[1] != id[2] && id[0] != id[2]);
  passed[0] = ft_event_create(s);
  passed[1] = ft_event_create(s);
  passed[2] = ft_event_create(s);
  ft_thread_create(s, station0, 0, 0);
  ft_thread_create(s, station1, 0, 0);
  ft_thread_create(s, station2, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
