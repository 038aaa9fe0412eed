// property: no-data-race unreach-call
// expect: unsafe
// The same without the lock.
#include <cassert>
#include <thread>

int sum;

int main()
{
  std::thread a([] { sum++; }), b([] { sum++; });
  a.join();
  b.join();
  assert(sum == 2);
}
