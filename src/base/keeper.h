/* keeper.h - run another program under limits that hold for all its descendants.
 *
 * Each program runs below a process of ours, its keeper, which adopts every descendant whose parent is gone. So the
 * keeper sees them all, whatever process group or session they have moved to: their processor time and their memory
 * are added up, and when the program ends, or a limit is reached, every one of them is killed and waited for before
 * the keeper itself ends. A keeper whose own parent dies does the same.
 *
 * Limits are enforced by looking at the descendants every few milliseconds: no special rights are needed. */
#ifndef HD_BASE_KEEPER_H
#define HD_BASE_KEEPER_H

#include "base/base.h"

typedef struct {
  const char *const *argv; /* NULL-terminated; argv[0] is looked up in PATH when it has no slash */
  double wall, processor;  /* seconds; 0: no limit */
  size_t memory;           /* bytes that all of them may hold; 0: no limit */
  int core;                /* the only core that they may use; -1: any */
} hd_keeper_job;

typedef enum {
  HD_KEPT_EXITED,      /* by itself; status is its exit status */
  HD_KEPT_SIGNALED,    /* status is the signal */
  HD_KEPT_WALL,        /* a limit was reached */
  HD_KEPT_PROCESSOR,   /* likewise */
  HD_KEPT_MEMORY,      /* likewise */
  HD_KEPT_OUTPUT,      /* it wrote more than HD_KEEPER_OUTPUT bytes */
  HD_KEPT_STOPPED,     /* hd_keeper_stop was called */
  HD_KEPT_NOT_STARTED, /* status is the errno */
  HD_KEPT_LOST         /* the keeper itself was killed */
} hd_kept_end;

enum { HD_KEEPER_OUTPUT = 64 << 20 };

typedef struct {
  hd_kept_end end;
  int status;
  double wall, processor; /* seconds that passed; that all of them have computed */
  uint64_t memory;        /* the most bytes that they were seen to hold together */
} hd_keeper_result;

typedef struct hd_keeper hd_keeper;

/* NULL when there is no process or no pipe for it (errno says why). */
hd_keeper *hd_keeper_start(const hd_keeper_job *job);
/* Becomes readable when the program has ended and nothing of it is left. */
int hd_keeper_fd(const hd_keeper *k);
/* Asks the keeper to kill everything; its end comes as usual. */
void hd_keeper_stop(hd_keeper *k);
/* Waits for the end, gives what was written (malloc'ed, NUL-terminated) and frees the keeper. */
hd_keeper_result hd_keeper_finish(hd_keeper *k, char **output, char **errors);

#endif
