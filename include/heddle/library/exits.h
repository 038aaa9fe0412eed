/* exits.h - what atexit and the objects of C++ leave to be done when the process ends (exit, return from main): the
 * latest first. */
#ifndef HEDDLE_LIBRARY_EXITS_H
#define HEDDLE_LIBRARY_EXITS_H

#include <stddef.h>

/* One of the two; a destructor is given its object. */
struct heddle_exit {
  void (*handler)(void);
  void (*destructor)(void *);
  void *object;
};

static struct heddle_exit heddle_exits[32];
static unsigned heddle_n_exits;

/* Functions of such names are atomic sections. */
static _Bool __VERIFIER_atomic_heddle_push(void (*handler)(void), void (*destructor)(void *), void *object)
{
  if (heddle_n_exits == 32) return 0;
  struct heddle_exit *next = &heddle_exits[heddle_n_exits++];
  next->handler = handler;
  next->destructor = destructor;
  next->object = object;
  return 1;
}

static _Bool __VERIFIER_atomic_heddle_pop(struct heddle_exit *last)
{
  if (heddle_n_exits == 0) return 0;
  const struct heddle_exit *from = &heddle_exits[--heddle_n_exits];
  last->handler = from->handler;
  last->destructor = from->destructor;
  last->object = from->object;
  return 1;
}

/* Called where the process ends. */
void __heddle_at_exit(void)
{
  for (struct heddle_exit last; __VERIFIER_atomic_heddle_pop(&last);) {
    if (last.handler)
      last.handler();
    else
      last.destructor(last.object);
  }
}

#endif
