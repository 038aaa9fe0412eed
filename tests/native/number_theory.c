/* Greatest common divisors, primes by a sieve, Collatz, powers modulo. */
#include "native.h"

static unsigned gcd(unsigned a, unsigned b)
{
  while (b) {
    unsigned rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static uint32_t power(uint32_t base, uint32_t exponent, uint32_t modulus)
{
  uint64_t result = 1, square = base;
  for (; exponent; exponent >>= 1) {
    if (exponent & 1) result = result * square % modulus;
    square = square * square % modulus;
  }
  return (uint32_t)result;
}

int main(void)
{
  SEE(gcd(1071, 462));
  SEE(gcd(17, 5));
  uint8_t composite[40] = {0};
  for (int i = 2; i < 40; i++) {
    if (composite[i]) continue;
    SEE(i);
    for (int k = i * i; k < 40; k += i) composite[k] = 1;
  }
  unsigned n = 27, steps = 0;
  for (; n != 1; steps++) n = n & 1 ? 3 * n + 1 : n / 2;
  SEE(steps);
  SEE(power(7, 560, 561));
  SEE(power(1234567, 891011, 1000000007));
  DONE(0xe29986f8u);
  return 0;
}
