/* Two producers and a consumer with a buffer of two places; producers come every second unit of time,
 * the consumer every unit. */
#include <heddle/systemc.h>
#include "../data.h"

enum { ROUNDS = 8 };
sc_event wake;
int n, rounds, timer;
char data0, data1;

static void put(int i, char c)
{
  heddle_assert(i == 0 || i == 1);
  if (i == 0)
    data0 = c;
  else
    data1 = c;
}

static char get(int i)
{
  heddle_assert(i == 0 || i == 1);
  return i == 0 ? data0 : data1;
}

void producer1(void *unused)
{
  (void)unused;
  while (rounds < ROUNDS) {
    put(n, 'A');
    n++;
    sc_wait_time(2);
  }
}

void producer2(void *unused)
{
  (void)unused;
  while (rounds < ROUNDS) {
    put(n, 'B');
    n++;
    if (timer) {
      timer = 0;
      sc_notify(&wake);
    }
    sc_wait_time(2);
  }
}

void consumer(void *unused)
{
  (void)unused;
  while (rounds < ROUNDS) {
    if (n == 0) {
      timer = 1;
      rounds++;
      sc_wait_event(&wake);
    }
    n--;
    heddle_assert(n >= 0);
    get(n);
    rounds++;
    sc_wait_time(1);
  }
}

int main(void)
{
  sc_thread(producer1, 0);
  sc_thread(producer2, 0);
  sc_thread(consumer, 0);
  sc_start();
}
