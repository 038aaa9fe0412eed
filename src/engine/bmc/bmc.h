/* bmc.h - bounded checking: programs unfolded, the order of events by constraints, no interleaving
 * enumerated. */
#ifndef HD_ENGINE_BMC_BMC_H
#define HD_ENGINE_BMC_BMC_H

#include "engine/engine.h"

extern const hd_engine hd_engine_bmc;

/* How the engine solves: for tests that compare the ways. */
typedef enum { HD_BMC_AUTO, HD_BMC_CIRCUITS, HD_BMC_LAZY, HD_BMC_TERMS, HD_BMC_CLOCKS } hd_bmc_way;
void hd_bmc_run(const hd_program *p, const hd_task *t, hd_bmc_way way, const hd_budget *b, hd_result *out);
/* The same for a program as it is: counted loops are not written out before. heads: by location, what was the head of
 * a loop that has been written out already (written_out.h); NULL: nothing was. */
void hd_bmc_run_written_out(const hd_program *p, const uint8_t *heads, const hd_task *t, hd_bmc_way way,
                            const hd_budget *b, hd_result *out);

#endif
