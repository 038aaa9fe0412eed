/* signals.h - handlers of signals, masks, and signals that a thread sends to itself.
 *
 * A signal that the program sends itself runs its handler in the thread that it is sent to, when that is the one that
 * sends it: at once, or, while it is blocked, when it is unblocked. What comes from outside is assumed not to come,
 * except where a thread waits for it. A handler in another thread than the sender's is not supported. */
#pragma once
#include <errno.h>
#include <heddle/verifier.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

void __heddle_unsupported(const char *what);
void __heddle_no_signals(void); /* the answer rests on that none comes from outside */

enum { HEDDLE_SIGNALS = 64 };
typedef unsigned long long heddle_signals; /* a bit each */

typedef void (*heddle_handler)(int);
typedef void (*heddle_long_handler)(int, siginfo_t *, void *);

static heddle_handler heddle_signal_handlers[HEDDLE_SIGNALS + 1]; /* SIG_DFL is NULL */
static heddle_long_handler heddle_long_handlers[HEDDLE_SIGNALS + 1];
static int heddle_flags[HEDDLE_SIGNALS + 1];
static heddle_signals heddle_masks[HEDDLE_SIGNALS + 1];
static _Thread_local heddle_signals heddle_blocked, heddle_pending;

static inline heddle_signals heddle_bit(int signal)
{
  return 1ull << (signal - 1);
}

static inline _Bool heddle_is_signal(int signal)
{
  return signal >= 1 && signal <= HEDDLE_SIGNALS;
}

/* A set's first word holds the signals up to 64, or the first two where a long has 32 bits. */
static inline heddle_signals heddle_set(const sigset_t *set)
{
  return sizeof set->__val[0] == 8 ? set->__val[0] : set->__val[0] | (heddle_signals)set->__val[1] << 32;
}

static inline void heddle_put_set(sigset_t *set, heddle_signals signals)
{
  set->__val[0] = (unsigned long)signals;
  if (sizeof set->__val[0] < 8) set->__val[1] = (unsigned long)(signals >> 32);
}

typedef struct {
  heddle_handler handler;
  heddle_long_handler long_handler;
  int flags;
  heddle_signals mask;
} heddle_action;

/* Functions of such names are atomic sections. */
static heddle_action __VERIFIER_atomic_heddle_action(int signal)
{
  heddle_action a = {heddle_signal_handlers[signal], heddle_long_handlers[signal], heddle_flags[signal],
                     heddle_masks[signal]};
  return a;
}

static void __VERIFIER_atomic_heddle_set_action(int signal, heddle_action a)
{
  heddle_signal_handlers[signal] = a.handler;
  heddle_long_handlers[signal] = a.long_handler;
  heddle_flags[signal] = a.flags;
  heddle_masks[signal] = a.mask;
}

static inline _Bool heddle_may_register(int signal)
{
  return heddle_is_signal(signal) && signal != SIGKILL && signal != SIGSTOP;
}

static inline void heddle_default(int signal)
{
  switch (signal) {
  case SIGCHLD:
  case SIGCONT:
  case SIGURG:
  case SIGWINCH: return;
  case SIGSTOP:
  case SIGTSTP:
  case SIGTTIN:
  case SIGTTOU: __heddle_unsupported("a signal that stops the process"); return;
  default: _exit(128 + signal);
  }
}

static void heddle_run_handler(int signal)
{
  heddle_action a = __VERIFIER_atomic_heddle_action(signal);
  heddle_action none = {SIG_DFL, NULL, 0, 0};
  if (!a.handler && !a.long_handler) {
    heddle_default(signal);
    return;
  }
  if (a.handler == SIG_IGN) return;
  heddle_signals before = heddle_blocked;
  heddle_blocked |= a.mask | (a.flags & SA_NODEFER ? 0 : heddle_bit(signal));
  if (a.flags & (int)SA_RESETHAND) __VERIFIER_atomic_heddle_set_action(signal, none);
  if (a.long_handler) {
    siginfo_t info;
    info.si_signo = signal;
    a.long_handler(signal, &info, NULL);
  } else {
    a.handler(signal);
  }
  heddle_blocked = before;
}

/* Sends the calling thread a signal. */
static inline void heddle_deliver(int signal)
{
  if (heddle_blocked & heddle_bit(signal)) heddle_pending |= heddle_bit(signal);
  else heddle_run_handler(signal);
}

/* Those that waited for it run; a handler may send others. */
static inline void heddle_block(heddle_signals set)
{
  heddle_blocked = set & ~(heddle_bit(SIGKILL) | heddle_bit(SIGSTOP));
  for (int signal = 1; signal <= HEDDLE_SIGNALS && (heddle_pending & ~heddle_blocked); signal++) {
    if (!(heddle_pending & ~heddle_blocked & heddle_bit(signal))) continue;
    heddle_pending &= ~heddle_bit(signal);
    heddle_run_handler(signal);
  }
}

static inline int heddle_change_mask(int how, const sigset_t *set, sigset_t *old)
{
  heddle_signals before = heddle_blocked;
  if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK) return EINVAL;
  if (set) {
    heddle_signals given = heddle_set(set);
    heddle_block(how == SIG_BLOCK ? before | given : how == SIG_UNBLOCK ? before & ~given : given);
  }
  if (old) heddle_put_set(old, before);
  return 0;
}

/* Something that comes from outside while the thread waits for it: one of the set. */
static inline int heddle_wait_for(heddle_signals set)
{
  for (int signal = 1; signal <= HEDDLE_SIGNALS; signal++)
    if (heddle_pending & set & heddle_bit(signal)) {
      heddle_pending &= ~heddle_bit(signal);
      return signal;
    }
  int signal = heddle_int_range(1, HEDDLE_SIGNALS);
  heddle_assume(set & heddle_bit(signal));
  return signal;
}

/* A handler runs, whichever is registered and not blocked. */
static inline void heddle_interrupt(void)
{
  int signal = heddle_int_range(1, HEDDLE_SIGNALS);
  heddle_action a = __VERIFIER_atomic_heddle_action(signal);
  heddle_assume(!(heddle_blocked & heddle_bit(signal)) && (a.handler || a.long_handler) && a.handler != SIG_IGN);
  heddle_run_handler(signal);
}

static inline int heddle_send_self(int signal)
{
  if (signal == 0) return 0;
  if (!heddle_is_signal(signal)) return EINVAL;
  heddle_deliver(signal);
  return 0;
}
