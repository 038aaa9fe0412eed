/* options.h - what is asked of the library, checked once and handed on.
 *
 * The fields of heddle_options and of hd_task come from the same rows (include/heddle/options.def): no option is named
 * here. After hd_options_check has said yes, each choice is one of its values or NULL. */
#ifndef HD_API_OPTIONS_H
#define HD_API_OPTIONS_H

#include "api/input.h"
#include "engine/engine.h"

/* Does each choice have one of its values? Otherwise the input's status is HD_BAD_USAGE, with a diagnostic. */
bool hd_options_check(heddle_input *in, const heddle_options *o);

/* The task for the engines. False, likewise, when an engine does not understand an option that belongs to it. */
bool hd_options_task(heddle_input *in, const heddle_options *o, hd_task *t);

#endif
