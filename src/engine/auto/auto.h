/* auto.h - the portfolio: the engines that are there and accept the task, under one budget, each in a
 * process of its own. The first definite answer wins.
 *
 * Each engine has a first look of a few seconds, in the table's order, as many at a time as there are cores;
 * those that ran out of time go on, all at the same time where there are several cores, by turns where there is
 * one. When no engine knows, the result is the most telling one, with a note about each. */
#ifndef HD_ENGINE_AUTO_AUTO_H
#define HD_ENGINE_AUTO_AUTO_H

#include "engine/engine.h"

/* Asked about every definite answer: leaves it as it is, or makes it `unknown`; then the next engine
 * gets its turn. Asked about an `unknown` with closed checks, too: leaves these, or takes them out.
 * Sets *defect when the engine was wrong. */
typedef struct {
  void (*check)(void *context, const hd_program *p, const char *engine, const hd_budget *b, hd_result *r, bool *defect);
  void *context;
} hd_confirm;

/* `only` NULL: all engines. *who is set to the engine whose answer *out is (a string constant, or NULL when none
 * accepts); *defect is set if one of them failed because of a defect of its own. */
void hd_auto_run(const hd_engine *only, const hd_program *p, const hd_task *t, const hd_confirm *confirm,
                 const hd_budget *b, hd_result *out, const char **who, bool *defect);

#endif
