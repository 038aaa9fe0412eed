// property: unreach-call
// expect: safe
// engines: explicit esst
// Two threads have to keep their order; the three that hand on an event do not care.
#include <heddle/fairthreads.h>

enum { STATIONS = 3 };
int first[2];
ft_event_t go[STATIONS];

static void note(int who)
{
  for (int i = 0; i < 2; i++) {
    if (!first[i]) first[i] = who;
    ft_thread_cooperate();
  }
  heddle_assert(first[0] == first[1]);
}

void left(void *unused)
{
  (void)unused;
  note(1);
}

void right(void *unused)
{
  (void)unused;
  note(2);
}

static void hand_on(int station)
{
  for (;;) {
    ft_thread_await(go[station]);
    ft_thread_generate(go[(station + 1) % STATIONS]);
    ft_thread_cooperate();
  }
}

void station0(void *unused)
{
  (void)unused;
  hand_on(0);
}

void station1(void *unused)
{
  (void)unused;
  hand_on(1);
}

void station2(void *unused)
{
  (void)unused;
  hand_on(2);
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  for (int i = 0; i < STATIONS; i++) go[i] = ft_event_create(s);
  ft_thread_create(s, left, 0, 0);
  ft_thread_create(s, station0, 0, 0);
  ft_thread_create(s, station1, 0, 0);
  ft_thread_create(s, station2, 0, 0);
  ft_thread_create(s, right, 0, 0);
  ft_scheduler_broadcast(go[0]);
  ft_scheduler_start(s);
  ft_exit();
}
