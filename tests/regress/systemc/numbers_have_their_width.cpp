// property: unreach-call
// expect: safe
// engines: explicit
// sc_uint and sc_int keep their bits; bits and ranges are read and written.
#include <systemc.h>

int sc_main(int, char *[])
{
  sc_uint<4> u = 15;
  u++;
  sc_assert(u == 0);
  u = 9;
  u += 10;
  sc_assert(u == 3);
  sc_int<4> i = 7;
  i = i + 1;
  sc_assert(i == -8);
  i -= 1;
#ifdef WRONG
  sc_assert(i == -9);
#else
  sc_assert(i == 7);
#endif
  sc_uint<8> bits = 0;
  bits[3] = 1;
  bits.range(7, 6) = 2;
  sc_assert(bits == 0x88);
  sc_assert(bits[3] == 1 && bits[2] == 0 && bits.range(7, 4) == 8);
  sc_uint<12> wide = bits.range(7, 3);
  wide <<= 7;
  sc_assert(wide == 0x880);
  sc_uint<2> last = bits.range(4, 3);
  sc_assert(last == 1 && last.to_uint() == 1u);
  sc_time t(2.5, SC_NS);
  sc_assert(t * 2 == sc_time(5, SC_NS) && t < sc_time(1, SC_US));
  return 0;
}
