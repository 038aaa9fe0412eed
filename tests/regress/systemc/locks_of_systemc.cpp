// property: unreach-call
// expect: safe
// engines: explicit
// sc_mutex and sc_semaphore: one process at a time, and two.
#include <systemc.h>

SC_MODULE(shared)
{
  sc_mutex mutex;
  sc_semaphore two;
  int inside, together;
  SC_CTOR(shared) : two(2), inside(0), together(0)
  {
    SC_THREAD(first);
    SC_THREAD(second);
    SC_THREAD(third);
  }
  void use()
  {
    two.wait();
    together++;
#ifdef WRONG
    sc_assert(together < 2);
#else
    sc_assert(together <= 2);
#endif
    mutex.lock();
    sc_assert(inside == 0);
    inside = 1;
    wait(1, SC_NS);
    inside = 0;
    mutex.unlock();
    together--;
    two.post();
  }
  void first() { use(); }
  void second() { use(); }
  void third()
  {
    wait(SC_ZERO_TIME);
    use();
  }
};

int sc_main(int, char *[])
{
  shared s("shared");
  sc_start();
  sc_assert(s.inside == 0 && s.together == 0);
  sc_assert(s.two.get_value() == 2);
  sc_assert(sc_time_stamp() == sc_time(3, SC_NS));
  return 0;
}
