// property: unreach-call
// expect: unknown
// Exceptions are not followed.
#include <cassert>

int half(int n)
{
  if (n % 2) throw n;
  return n / 2;
}

int main(int argc, char **)
{
  try {
    half(argc);
  } catch (int) {
    assert(false);
  }
}
