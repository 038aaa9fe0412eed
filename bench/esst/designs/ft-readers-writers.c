/* Two readers and two writers. A writer is alone, and what a reader sees does not change while it reads. -DBUG: a
 * writer looks for other writers only. */
#include <heddle/fairthreads.h>
#include "../data.h"

ft_event_t released;
unsigned readers, writers, data, version;

static void read_for_ever(void)
{
  for (;;) {
    while (writers) {
      ft_thread_await(released);
      ft_thread_cooperate();
    }
    readers++;
    unsigned seen = data, at = version;
    ft_thread_cooperate();
    heddle_assert(data == seen && version == at);
    heddle_assert(writers == 0 && readers > 0);
    readers--;
    ft_thread_generate(released);
    ft_thread_cooperate();
  }
}

static void write_for_ever(void)
{
  for (;;) {
#ifdef BUG
    while (writers) {
#else
    while (readers || writers) {
#endif
      ft_thread_await(released);
      ft_thread_cooperate();
    }
    writers++;
    data = INPUT();
    ft_thread_cooperate();
    version = WRAP(version + 1);
    heddle_assert(writers == 1 && readers == 0);
    writers--;
    ft_thread_generate(released);
    ft_thread_cooperate();
  }
}

void reader1(void *unused) { read_for_ever(); (void)unused; }
void reader2(void *unused) { read_for_ever(); (void)unused; }
void writer1(void *unused) { write_for_ever(); (void)unused; }
void writer2(void *unused) { write_for_ever(); (void)unused; }

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  released = ft_event_create(s);
  ft_thread_create(s, reader1, 0, 0);
  ft_thread_create(s, reader2, 0, 0);
  ft_thread_create(s, writer1, 0, 0);
  ft_thread_create(s, writer2, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
