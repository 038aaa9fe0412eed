// property: unreach-call
// expect: safe
// engines: explicit
// An exclusive or of four gates, in a module of its own: ports of gates are bound to ports around them before those are.
#include <systemc.h>

SC_MODULE(nand)
{
  sc_in<bool> a, b;
  sc_out<bool> out;
  SC_CTOR(nand)
  {
    SC_METHOD(compute);
    sensitive << a << b;
  }
  void compute() { out.write(!(a.read() && b.read())); }
};

SC_MODULE(exclusive_or)
{
  sc_in<bool> a, b;
  sc_out<bool> out;
  nand first, upper, lower, last;
  sc_signal<bool> s1, s2, s3;
  SC_CTOR(exclusive_or) : first("first"), upper("upper"), lower("lower"), last("last")
  {
    first.a(a), first.b(b), first.out(s1);
    upper.a(a), upper.b(s1), upper.out(s2);
    lower.a(s1), lower.b(b), lower.out(s3);
    last.a(s2), last.b(s3), last.out(out);
  }
};

int sc_main(int, char *[])
{
  sc_signal<bool> a, b, out;
  exclusive_or gate("gate");
  gate.a(a), gate.b(b), gate.out(out);
  sc_trace_file *trace = 0;
  if (trace) sc_trace(trace, out, "out");
  for (int i = 0; i < 4; i++) {
    a = i & 1;
    b = i / 2;
    sc_start(1, SC_NS);
    sc_assert(out.read() == (i == 1 || i == 2));
  }
  return 0;
}
