/* counterexample.h - a model as a trace, with few context switches. */
#ifndef HD_ENGINE_BMC_COUNTEREXAMPLE_H
#define HD_ENGINE_BMC_COUNTEREXAMPLE_H

#include "engine/bmc/solve.h"
#include "trace/trace.h"

/* Of the solver's last model. Executing it decides whether it is one. */
hd_trace *hd_bmc_counterexample(hd_bmc_memory *m, hd_bmc_solver *s);
/* The blocks that the solver's last model executes before the given one, and that one: by block; freed with free().
 * Only those that must come before it, directly or through others. */
uint8_t *hd_bmc_past(hd_bmc_memory *m, hd_bmc_solver *s, uint32_t block);

#endif
