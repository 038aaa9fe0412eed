#include "signals.h"

int __heddle_has_one_thread(void);

/* A signal to another process changes nothing here. One to this process may run in any of its threads. */
int kill(pid_t process, int signal)
{
  if (signal < 0 || signal > HEDDLE_SIGNALS) return errno = EINVAL, -1;
  if (process != 0 && process != -1 && process != getpid()) {
    if (!heddle_nondet_bool()) return 0;
    errno = heddle_nondet_bool() ? EPERM : ESRCH;
    return -1;
  }
  if (signal == 0) return 0;
  if (__heddle_has_one_thread()) return heddle_send_self(signal);
  heddle_action a = __VERIFIER_atomic_heddle_action(signal);
  if (a.handler == SIG_IGN) return 0;
  if (a.handler || a.long_handler) __heddle_unsupported("a handler of a signal to the whole process");
  heddle_default(signal);
  return 0;
}
