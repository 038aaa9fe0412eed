/* auto.h - the portfolio: the engines that are there and accept the task, in the table's
 * order, under one budget, each in a process of its own. The first definite answer wins. */
#ifndef HD_ENGINE_AUTO_AUTO_H
#define HD_ENGINE_AUTO_AUTO_H

#include "engine/engine.h"

/* `only` NULL: all engines. *who is set to the engine whose answer *out is (a string
 * constant, or NULL when none accepts); *defect when one of them failed of itself. */
void hd_auto_run(const hd_engine *only, const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out,
                 const char **who, bool *defect);

#endif
