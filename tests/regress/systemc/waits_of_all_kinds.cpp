// property: unreach-call
// expect: safe
// engines: explicit
// Lists of events, time-outs, next_trigger, and methods that trigger themselves.
#include <systemc>
using namespace sc_core;

SC_MODULE(all)
{
  sc_event a, b, c;
  int either, both, late, ticks;
  SC_CTOR(all) : either(0), both(0), late(0), ticks(0)
  {
    SC_THREAD(notifier);
    SC_THREAD(waits_for_either);
    SC_THREAD(waits_for_both);
    SC_THREAD(waits_not_for_ever);
    SC_METHOD(ticker);
  }
  void notifier()
  {
    a.notify(10, SC_NS);
    b.notify(sc_time(20, SC_NS));
    c.notify(30, SC_NS);
    c.notify(25, SC_NS);
    wait(1, SC_NS);
    b.cancel();
    b.notify(4, SC_NS);
  }
  void waits_for_either()
  {
    wait(a | b);
    sc_assert(sc_time_stamp() == sc_time(5, SC_NS));
    either++;
  }
  void waits_for_both()
  {
    wait(a & b);
    sc_assert(sc_time_stamp() == sc_time(10, SC_NS));
    both++;
  }
  void waits_not_for_ever()
  {
    wait(sc_time(7, SC_NS), c);
    late += sc_time_stamp() == sc_time(7, SC_NS);
    wait(50, SC_NS, c);
    late += sc_time_stamp() == sc_time(25, SC_NS);
    wait(sc_time(1, SC_NS), a | b);
    late += sc_time_stamp() == sc_time(26, SC_NS);
  }
  void ticker()
  {
    if (++ticks < 4)
      next_trigger(2, SC_NS);
    else if (ticks == 4)
      next_trigger(c);
    else
      sc_assert(sc_time_stamp() == sc_time(25, SC_NS));
  }
};

int sc_main(int, char *[])
{
  all all_of_them("all");
  sc_start();
  sc_assert(all_of_them.either == 1 && all_of_them.both == 1 && all_of_them.late == 3);
#ifdef WRONG
  sc_assert(all_of_them.ticks == 4);
#else
  sc_assert(all_of_them.ticks == 5);
#endif
  return 0;
}
