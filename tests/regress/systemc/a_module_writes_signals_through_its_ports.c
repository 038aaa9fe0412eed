// property: unreach-call
// expect: safe
// engines: explicit esst
// Ports are pointers to signals; two modules are made of the same code.
#include <heddle/systemc.h>

struct stage {
  sc_signal *in, *out;
  int seen;
};
sc_signal wires[3];
struct stage first, second;

void pass(void *module)
{
  struct stage *self = module;
  for (;;) {
    sc_wait_event(&self->in->changed);
    self->seen = sc_signal_read(self->in);
    sc_signal_write(self->out, self->seen + 1);
  }
}

void drive(void *unused)
{
  (void)unused;
  sc_signal_write(&wires[0], 5);
  sc_wait_time(1);
  heddle_assert(sc_signal_read(&wires[2]) == 7 && first.seen == 5 && second.seen == 6);
}

int main(void)
{
  first.in = &wires[0], first.out = &wires[1];
  second.in = &wires[1], second.out = &wires[2];
  sc_thread(pass, &first);
  sc_thread(pass, &second);
  sc_thread(drive, 0);
  sc_start();
}
