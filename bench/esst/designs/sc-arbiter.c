/* Two clients and an arbiter with request and grant signals: never both grants, and a client uses the resource only
 * while it has the grant. -DBUG: the arbiter does not wait for the request to be taken back. */
#include <heddle/systemc.h>
#include "../data.h"

sc_signal request1, request2, grant1, grant2;
sc_event tick;
unsigned users, uses;

void ticker(void *unused)
{
  (void)unused;
  for (;;) {
    sc_wait_time(1);
    sc_notify_delta(&tick);
  }
}

static void use(sc_signal *request, sc_signal *grant)
{
  for (;;) {
    if (INPUT() == 1) {
      sc_signal_write(request, 1);
      while (!sc_signal_read(grant)) sc_wait_event(&grant->changed);
      users++;
      heddle_assert(users == 1);
      uses = WRAP(uses + 1);
      sc_wait_event(&tick);
      sc_wait_event(&tick);
      users--;
      sc_signal_write(request, 0);
      while (sc_signal_read(grant)) sc_wait_event(&grant->changed);
    }
    sc_wait_event(&tick);
  }
}

void client1(void *unused) { use(&request1, &grant1); (void)unused; }
void client2(void *unused) { use(&request2, &grant2); (void)unused; }

static void serve(sc_signal *request, sc_signal *grant)
{
  if (!sc_signal_read(request)) return;
  sc_signal_write(grant, 1);
#ifdef BUG
  sc_wait_event(&tick);
#else
  while (sc_signal_read(request)) sc_wait_event(&request->changed);
#endif
  sc_signal_write(grant, 0);
  sc_wait_event(&grant->changed);
}

void arbiter(void *unused)
{
  (void)unused;
  for (;;) {
    sc_wait_event(&tick);
    serve(&request1, &grant1);
    serve(&request2, &grant2);
    heddle_assert(!sc_signal_read(&grant1) && !sc_signal_read(&grant2));
  }
}

int main(void)
{
  sc_thread(ticker, 0);
  sc_thread(client1, 0);
  sc_thread(client2, 0);
  sc_thread(arbiter, 0);
  sc_start();
}
