/* atexit: the functions run in reverse order before the process ends (exit, return from main). */
#include <stddef.h>

static void (*heddle_handlers[32])(void);
static unsigned heddle_n_handlers;

/* Functions of such names are atomic sections. */
static _Bool __VERIFIER_atomic_heddle_push(void (*handler)(void))
{
  if (heddle_n_handlers == 32) return 0;
  heddle_handlers[heddle_n_handlers++] = handler;
  return 1;
}

static void (*__VERIFIER_atomic_heddle_pop(void))(void)
{
  return heddle_n_handlers > 0 ? heddle_handlers[--heddle_n_handlers] : NULL;
}

int atexit(void (*handler)(void))
{
  return __VERIFIER_atomic_heddle_push(handler) ? 0 : -1;
}

/* Called where the process ends. */
void __heddle_at_exit(void)
{
  for (void (*handler)(void); (handler = __VERIFIER_atomic_heddle_pop());) handler();
}
