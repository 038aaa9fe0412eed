// property: unreach-call
// expect: safe
// engines: explicit
#include <heddle/systemc.h>
#include <stdlib.h>

struct module {
  int number;
  sc_event go, *next;
};
int order;

void run(void *module)
{
  struct module *self = module;
  sc_wait_event(&self->go);
  order = 10 * order + self->number;
  if (self->next) sc_notify_delta(self->next);
}

void drive(void *module)
{
  sc_wait_time(1);
  sc_notify_delta(&((struct module *)module)->go);
}

int main(void)
{
  struct module local = {1};
  struct module *allocated = calloc(1, sizeof *allocated);
  if (!allocated) return 0;
  allocated->number = 2;
  local.next = &allocated->go;
  sc_thread(run, &local);
  sc_thread(run, allocated);
  sc_thread(drive, &local);
  sc_start();
  heddle_assert(order == 12);
  free(allocated);
}
