// property: unreach-call
// expect: safe
// engines: explicit
// A counter of three bits behind two levels of ports, clocked; a monitor is sensitive to its value.
#include <systemc.h>

SC_MODULE(counter)
{
  sc_in<bool> clk, reset;
  sc_out<sc_uint<3>> value;
  sc_uint<3> count;
  SC_CTOR(counter) : clk("clk"), reset("reset"), value("value"), count(5)
  {
    SC_METHOD(step);
    sensitive << clk.pos();
    dont_initialize();
  }
  void step()
  {
    if (reset.read())
      count = 0;
    else
      count++;
    value.write(count);
  }
};

SC_MODULE(around)
{
  sc_in<bool> clk, reset;
  sc_out<sc_uint<3>> value;
  counter inside;
  SC_CTOR(around) : inside("inside")
  {
    inside.clk(clk);
    inside.reset(reset);
    inside.value(value);
  }
};

SC_MODULE(monitor)
{
  sc_in<sc_uint<3>> value;
  int changes, last;
  SC_CTOR(monitor) : changes(0), last(0)
  {
    SC_METHOD(look);
    sensitive << value;
    dont_initialize();
  }
  void look()
  {
    int now = value.read().to_int();
    sc_assert(now == (last + 1) % 8);
    last = now;
    changes++;
  }
};

int sc_main(int, char *[])
{
  sc_clock clk("clk", 10, SC_NS);
  sc_signal<bool> reset;
  sc_signal<sc_uint<3>> value;
  around a("around");
  monitor m("monitor");
  a.clk(clk);
  a.reset(reset);
  a.value(value);
  m.value(value);

  reset = true;
  sc_start(15, SC_NS); // edges at 0 and 10
  sc_assert(value.read() == 0 && m.changes == 0);
  reset = false;
  sc_start(100, SC_NS); // edges at 20, 30, ..., 110
  sc_assert(m.changes == 10);
#ifdef WRONG
  sc_assert(value.read() == 10);
#else
  sc_assert(value.read() == 2);
#endif
  return 0;
}
