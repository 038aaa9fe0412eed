/* Between integers, float and double: exactly, rounded and cut. */
#include "native.h"

union bits {
  float f;
  uint32_t u;
};
union wide_bits {
  double d;
  uint64_t u;
};

int main(void)
{
  static const int32_t numbers[] = {0, 1, -1, 16777217, -2147483647, 2147483647};
  for (int i = 0; i < 6; i++) {
    union bits b = {(float)numbers[i]};
    union wide_bits w = {(double)numbers[i]};
    SEE(b.u);
    SEE(w.u);
    SEE((int64_t)b.f);
    SEE((int32_t)w.d == numbers[i]);
  }
  union bits u = {(float)4294967295u};
  SEE(u.u);
  union wide_bits v = {(double)18446744073709551615u};
  SEE(v.u);
  SEE((uint64_t)(v.d / 2));
  SEE((uint8_t)200.7);
  SEE((int16_t)-300.99f);
  union bits narrow = {(float)0.1};
  SEE(narrow.u);
  union wide_bits wide = {(double)narrow.f};
  SEE(wide.u);
  DONE(0x55770b69u);
  return 0;
}
