/* engines.h - the engines as the command line offers them. */
#ifndef HD_CLI_ENGINES_H
#define HD_CLI_ENGINES_H

#include "base/base.h"

/* The i-th engine's name as typed after --engine, or NULL after the last; one line about
 * it, and one about what it takes. */
const char *hd_cli_engine(size_t i, const char **summary, const char **accepts);
const char *hd_cli_engine_name(size_t i);

#endif
