/* A clocked counter with enable and load, a register behind it, and a checker that computes the same by itself.
 * -DBUG: load and enable at the same time count. */
#include <heddle/systemc.h>
#include "../data.h"

sc_signal enable, load, value, delayed;
sc_event edge;
int model, model_delayed;

void clock(void *unused)
{
  (void)unused;
  for (;;) {
    sc_wait_time(5);
    sc_notify(&edge);
  }
}

void stimulus(void *unused)
{
  (void)unused;
  for (;;) {
    sc_wait_event(&edge);
    sc_signal_write(&enable, INPUT() == 1);
    sc_signal_write(&load, INPUT() == 1);
  }
}

void counter(void *unused)
{
  (void)unused;
  for (;;) {
    sc_wait_event(&edge);
    int next = sc_signal_read(&value);
    if (sc_signal_read(&load)) next = 3;
#ifdef BUG
    if (sc_signal_read(&enable)) next = (next + 1) & 15;
#else
    else if (sc_signal_read(&enable)) next = (next + 1) & 15;
#endif
    sc_signal_write(&value, next);
  }
}

void stage(void *unused)
{
  (void)unused;
  for (;;) {
    sc_wait_event(&edge);
    sc_signal_write(&delayed, sc_signal_read(&value));
  }
}

void checker(void *unused)
{
  (void)unused;
  for (;;) {
    sc_wait_event(&edge);
    heddle_assert(sc_signal_read(&value) == model);
    heddle_assert(sc_signal_read(&delayed) == model_delayed);
    model_delayed = model;
    if (sc_signal_read(&load))
      model = 3;
    else if (sc_signal_read(&enable))
      model = (model + 1) & 15;
  }
}

int main(void)
{
  sc_thread(clock, 0);
  sc_thread(stimulus, 0);
  sc_thread(counter, 0);
  sc_thread(stage, 0);
  sc_thread(checker, 0);
  sc_start();
}
