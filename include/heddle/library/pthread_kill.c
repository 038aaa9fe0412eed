#include "signals.h"

int pthread_kill(pthread_t thread, int signal)
{
  if (signal < 0 || signal > HEDDLE_SIGNALS) return EINVAL;
  if (pthread_equal(thread, pthread_self())) return heddle_send_self(signal);
  if (signal == 0) return heddle_nondet_bool() ? ESRCH : 0;
  heddle_action a = __VERIFIER_atomic_heddle_action(signal);
  if (a.handler == SIG_IGN) return 0;
  if (a.handler || a.long_handler) __heddle_unsupported("a handler of a signal that another thread sends");
  heddle_default(signal);
  return 0;
}
