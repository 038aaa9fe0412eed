#include "signals.h"

void (*signal(int number, void (*handler)(int)))(int)
{
  heddle_action now = {handler, NULL, SA_RESTART, 0};
  if (!heddle_may_register(number) || handler == SIG_ERR) return errno = EINVAL, SIG_ERR;
  __heddle_no_signals();
  heddle_action before = __VERIFIER_atomic_heddle_action(number);
  __VERIFIER_atomic_heddle_set_action(number, now);
  return before.long_handler ? (heddle_handler)before.long_handler : before.handler;
}
