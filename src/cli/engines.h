/* engines.h - the engines' names, as the command line needs them. */
#ifndef HD_CLI_ENGINES_H
#define HD_CLI_ENGINES_H

#include "base/base.h"

/* The i-th engine's name as typed after --engine, or NULL after the last. */
const char *hd_cli_engine_name(size_t i);
/* One line about it. */
const char *hd_cli_engine_summary(size_t i);

#endif
