/* child.h - work in a process of its own, whose result comes back as bytes; and races of several.
 *
 * The child is a fork: it sees all that its parent holds. A crash, a leak or an out-of-memory there costs
 * its answer and nothing more. It is killed when its parent dies first. */
#ifndef HD_BASE_CHILD_H
#define HD_BASE_CHILD_H

#include <sys/types.h>

#include "base/budget.h"

typedef enum {
  HD_CHILD_DONE,    /* the bytes are complete */
  HD_CHILD_STOPPED, /* it was killed, or not even started, since the budget was spent */
  HD_CHILD_MEMORY,  /* it ran out of memory */
  HD_CHILD_KILLED,  /* by another process, perhaps for lack of memory */
  HD_CHILD_CRASHED, /* status is the signal */
  HD_CHILD_FAILED,  /* status is the exit status */
  HD_CHILD_NONE     /* there was no process or no pipe for it */
} hd_child_end;

typedef struct {
  hd_child_end end;
  int status;
  double seconds;      /* of work, its own children's included */
  unsigned char *data; /* freed by the caller */
  size_t size;
} hd_child_result;

/* What the child does: malloc'ed bytes and their number. */
typedef unsigned char *hd_child_work(void *context, size_t *size);

void hd_child_run(hd_child_work *work, void *context, const hd_budget *budget, hd_child_result *out);

/* One of several children that work at the same time. */
typedef struct {
  hd_child_work *work;
  void *context;
  hd_budget
      *budget;    /* its own, which its work gets through the context; killed soon after it is spent */
  double seconds; /* of work that it may do from its start on; 0: as the budget says */
} hd_racer;

/* Called as each ends, in that order; the data is the callee's. True: the race is over. */
typedef bool hd_race_ended(void *context, uint32_t racer, hd_child_result *r);

/* Runs them, at most so many at a time, in their order. When it returns none is left. */
void hd_child_race(const hd_racer *racers, uint32_t n, uint32_t at_once, hd_race_ended *ended, void *context);

/* What all of them rest on: a fork that dies with its parent and keeps to the budget's memory. 0 in the child, which
 * ends by _exit. */
pid_t hd_child_fork(const hd_budget *b);
/* False when the other end is closed. */
bool hd_write_all(int fd, const unsigned char *data, size_t size);

#endif
