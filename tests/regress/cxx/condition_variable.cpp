// property: unreach-call no-deadlock
// expect: safe
// A condition variable with a predicate.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

int x;
bool ready;
std::mutex m;
std::condition_variable cv;

int main()
{
  std::thread a([] {
    std::unique_lock<std::mutex> lock(m);
    x = 5;
    ready = true;
    cv.notify_one();
  });
  {
    std::unique_lock<std::mutex> lock(m);
    cv.wait(lock, [] { return ready; });
    assert(x == 5);
  }
  a.join();
}
