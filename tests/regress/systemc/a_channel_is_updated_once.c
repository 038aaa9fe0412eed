// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// However often it is asked for.
#include <heddle/systemc.h>

sc_event e, f;
sc_channel channel;
int updates;
void update(void *unused) { (void)unused; updates++; }

void process1(void *unused)
{
  (void)unused;
  sc_request_update(&channel, update);
}

void process2(void *unused)
{
  (void)unused;
  sc_request_update(&channel, update);
  heddle_assert(updates == 0);
  sc_wait_time(0);
  heddle_assert(updates == 1);
}

int main(void)
{
  sc_process p1 = sc_thread(process1, 0);
  sc_process p2 = sc_thread(process2, 0);
  (void)p1;
  (void)p2;
  sc_start();
}
