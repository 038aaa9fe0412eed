// property: unreach-call
// expect: unsafe
// engines: explicit esst
// The last module is told in a later delta cycle than the first.
#include <heddle/systemc.h>

enum { N = 3 };
struct module {
  sc_event go;
  sc_event *next;
  int number, got;
} modules[N];
int sum;

void run(void *module)
{
  struct module *self = module;
  for (;;) {
    sc_wait_event(&self->go);
    self->got++;
    sum += self->number;
    if (self->next) sc_notify_delta(self->next);
  }
}

void drive(void *unused)
{
  (void)unused;
  for (int i = 1; i <= 2; i++) {
    sc_notify_at(&modules[0].go, 10);
    sc_wait_time(10);
    heddle_assert(sum == i * (0 + 1 + 2));
  }
  sc_stop();
}

int main(void)
{
  for (int i = 0; i < N; i++) {
    modules[i].number = i;
    modules[i].next = i + 1 < N ? &modules[i + 1].go : 0;
    sc_thread(run, &modules[i]);
  }
  sc_thread(drive, 0);
  sc_start();
  heddle_assert(modules[N - 1].got == 2);
}
