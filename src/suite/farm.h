/* farm.h - the tasks of a suite, handed out one by one to the members of a crew.
 *
 * The manager keeps the list of tasks that wait and gives the next one to each worker that asks. Every member has read
 * the same suite, so a task travels as its number and comes back as a row of results.
 *
 * A worker tells the manager every few seconds that it is alive. One that is silent for longer counts as lost: its task
 * waits again, and another worker gets it. A worker that was only slow may come back; of two rows about one task the
 * first counts. So a lost worker or message costs time, never a row, and each task has at most one row. */
#ifndef HD_SUITE_FARM_H
#define HD_SUITE_FARM_H

#include "suite/crew.h"
#include "suite/runner.h"

typedef struct {
  uint32_t lost;      /* workers that were silent when the run ended */
  uint32_t strangers; /* workers that were sent away: they have read another suite */
} hd_farm_end;

/* The manager's part: calls skips and ended of r as hd_suite_run_all does. Ends when every task has its row, when it
 * is cancelled, or when no worker is left; the tasks that remain have no row then. */
hd_farm_end hd_farm_manage(const hd_suite_run *r, const hd_crew *crew);

/* A worker's part, until the manager dismisses it or is silent. True: the whole crew is still there. */
bool hd_farm_work(const hd_suite_run *r, const hd_crew *crew);

#endif
