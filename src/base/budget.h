/* budget.h - what a piece of work may use, and what may stop it.
 *
 * Work asks hd_budget_spent in its loops and, when it is true, returns with what it
 * has covered; an ended budget is never an answer. Asking is cheap: the processor's clock is read once in a
 * millisecond at most, memory once in fifty.
 *
 * The user's limit is one of wall-clock time. What is shared out below it, to engines, checkers and attempts, is
 * processor time: how far work gets does not depend on what else the machine does. Its clock counts what this process
 * has computed and the children that it has waited for; a child goes on with the clock of its parent
 * (hd_child_fork), so that a limit means the same in both. */
#ifndef HD_BASE_BUDGET_H
#define HD_BASE_BUDGET_H

#include <stdatomic.h>

#include "base/base.h"

/* Cores that became free while the work goes on: a number that related processes share. */
typedef atomic_uint hd_spare_cores;

/* Why work ends without an answer: code compares these, never the words that people read. */
typedef enum {
  HD_CAUSE_NONE,
  HD_CAUSE_TIME,        /* a time limit */
  HD_CAUSE_MEMORY,      /* a memory limit */
  HD_CAUSE_BOUND,       /* everything within some bounds was searched, and more may lie beyond them */
  HD_CAUSE_UNSUPPORTED, /* something in the program that is not modelled */
  HD_CAUSE_ASSUMPTION,  /* an answer would rest on what was not checked */
  HD_CAUSE_REFUSED,     /* an engine or tool does not treat it, or gave up */
  HD_CAUSE_CANCELLED,   /* from outside */
  HD_CAUSE_FAILED,      /* something that must not happen: a crash, a proof that does not hold */
  HD_CAUSE_COUNT
} hd_cause_kind;

typedef struct {
  double deadline;             /* on hd_now's clock; 0: none */
  double work;                 /* on hd_work_now's clock; 0: no limit */
  size_t memory;               /* bytes this process may hold; 0: no limit */
  uint32_t jobs;               /* threads that the work may use, at least 1 */
  hd_spare_cores *spare;       /* and so many more, by now; may be NULL */
  bool divides_early;          /* for tests: even small work is divided among the jobs */
  const volatile bool *cancel; /* set by a signal handler: stop; may be NULL */
  /* Called now and then from long work, with a line about how far it is; may be NULL. */
  void (*progress)(void *context, const char *line);
  void *progress_context;
} hd_budget;

double hd_now(void);                   /* seconds on a monotonic clock */
double hd_processor_now(void);         /* seconds that this process has computed, its children's not counted */
double hd_work_now(void);              /* seconds of processor time, as above */
void hd_work_continue(double parents); /* in a child: what its parent's clock said */
double hd_work_of(int pid);            /* seconds that another process has computed; 0: it is gone */
size_t hd_memory_used(void);           /* resident bytes of this process */

/* Is there a limit of time? How many seconds are left of it, or `otherwise` when there is none? */
bool hd_budget_is_limited(const hd_budget *b);
double hd_budget_left(const hd_budget *b, double otherwise);
/* The same budget with so many seconds of work at most. */
hd_budget hd_budget_share(const hd_budget *b, double seconds);
/* With a part of what is left, at most so many seconds; with so many if there is no limit (0: still no limit). */
hd_budget hd_budget_part(const hd_budget *b, double part, double most);

/* How many cores may the work use now? */
uint32_t hd_budget_cores(const hd_budget *b);
/* None at first. NULL: there is no memory that can be shared. */
hd_spare_cores *hd_spare_cores_new(void);
void hd_spare_cores_free(hd_spare_cores *spare);

/* Asks a budget from inner loops, and looks at it now and then only. Once spent, it stays spent. */
typedef struct {
  const hd_budget *budget;
  const char *phase; /* what the work is doing, for people */
  uint32_t asked;    /* since the last look */
  uint32_t patience; /* questions until it is spent, whatever the clock says; 0: no such limit */
  hd_cause_kind spent;
} hd_watch;
bool hd_watch_spent(hd_watch *w); /* NULL: never */
/* A new phase begins; true when there is no budget left for it. */
bool hd_watch_begin(hd_watch *w, const char *phase);

bool hd_budget_spent(const hd_budget *b);
bool hd_budget_is_over(const hd_budget *b); /* only time counts */
/* The same while another process works for this one: `elsewhere` seconds that the clock does not show yet. */
bool hd_budget_is_over_with(const hd_budget *b, double elsewhere);
/* Why: TIME, MEMORY or CANCELLED; NONE when it is not spent. */
hd_cause_kind hd_budget_cause(const hd_budget *b);

#endif
