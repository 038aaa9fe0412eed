#include "signals.h"

int sigaction(int number, const struct sigaction *now, struct sigaction *before)
{
  if (!heddle_is_signal(number) || (now && !heddle_may_register(number))) return errno = EINVAL, -1;
  heddle_action old = __VERIFIER_atomic_heddle_action(number), new = {SIG_DFL, NULL, 0, 0};
  if (now) {
    __heddle_no_signals();
    new.flags = now->sa_flags;
    new.mask = heddle_set(&now->sa_mask);
    if (now->sa_flags & SA_SIGINFO) new.long_handler = now->sa_sigaction;
    else new.handler = now->sa_handler;
    __VERIFIER_atomic_heddle_set_action(number, new);
  }
  if (before) {
    before->sa_flags = old.flags;
    heddle_put_set(&before->sa_mask, old.mask);
    if (old.long_handler) before->sa_sigaction = old.long_handler;
    else before->sa_handler = old.handler;
  }
  return 0;
}
