// property: unreach-call no-data-race
// expect: safe
// std::thread, std::mutex, std::lock_guard and std::atomic.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

int sum;
std::mutex m;
std::atomic<int> n;

void work(int by)
{
  std::lock_guard<std::mutex> guard(m);
  sum += by;
  n++;
}

int main()
{
  std::thread a(work, 1), b([] { work(2); });
  a.join();
  b.join();
  assert(sum == 3 && n == 2);
}
