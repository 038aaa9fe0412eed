/* Calls functions that it does not have. */
#include <assert.h>
#include <stddef.h>

typedef unsigned char level;
struct reading {
  int value;
};

level sensor_level(int number);
struct reading sensor_read(const char *name, size_t tries);
void sensor_watch(void (*changed)(int), const int levels[2]);

static void on_change(int n)
{
  (void)n;
}

int main(void)
{
  static const int levels[2];
  sensor_watch(on_change, levels);
  if (sensor_read("a", 2).value > 3) assert(sensor_level(1) <= 255);
  return 0;
}
