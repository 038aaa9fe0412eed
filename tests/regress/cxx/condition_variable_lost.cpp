// property: no-deadlock
// expect: unsafe
// The notification may come before the wait.
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable cv;

int main()
{
  std::thread a([] { cv.notify_one(); });
  {
    std::unique_lock<std::mutex> lock(m);
    cv.wait(lock);
  }
  a.join();
}
