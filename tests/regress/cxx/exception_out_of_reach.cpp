// property: unreach-call
// expect: safe
// Where none is thrown, exceptions do no harm: destructors run, handlers do not.
#include <cassert>

int alive;

struct held {
  held() { alive++; }
  ~held() { alive--; }
};

int half(int n)
{
  held h;
  if (n % 2) throw n;
  return n / 2;
}

int main()
{
  int result = 0;
  try {
    held h;
    result = half(8);
  } catch (...) {
    result = -1;
  }
  assert(result == 4 && alive == 0);
}
