// property: unreach-call
// expect: safe
// engines: explicit
// A fifo of two places, written and read through ports; what is sent arrives once and in order.
#include <systemc.h>
#include <iomanip>
using std::hex;
using std::setw;

SC_MODULE(producer)
{
  sc_fifo_out<int> out;
  SC_CTOR(producer) { SC_THREAD(run); }
  void run()
  {
    for (int i = 0; i < 5; i++) {
      out.write(i);
      if (i == 2) wait(10, SC_NS);
    }
  }
};

SC_MODULE(consumer)
{
  sc_fifo_in<int> in;
  int expected;
  SC_CTOR(consumer) : expected(0) { SC_THREAD(run); }
  void run()
  {
    for (;;) {
      int value = in.read();
      cout << "got " << setw(3) << value << hex << ' ' << sc_time_stamp() << endl;
      sc_assert(value == expected);
      expected++;
    }
  }
};

int sc_main(int, char *[])
{
  sc_fifo<int> fifo(2);
  producer p("producer");
  consumer c("consumer");
  p.out(fifo);
  c.in(fifo);
  sc_start();
#ifdef WRONG
  sc_assert(c.expected == 4);
#else
  sc_assert(c.expected == 5);
#endif
  return 0;
}
