/* boolean.h - how the library handles a Boolean program: it has a front end, a trace and a recheck of its own, and
 * shares options, engines, budget, result and messages with the rest. */
#ifndef HD_API_BOOLEAN_H
#define HD_API_BOOLEAN_H

#include "api/result.h"

void hd_boolean_load(heddle_input *in, const heddle_options *o, const char *path);
/* Fills the result, unless an option is wrong, which the input's status then says. */
void hd_boolean_verify(heddle_input *in, const heddle_options *o, const hd_budget *budget, heddle_result *r);
/* The engine of that name, or for `auto` (or NULL) the one for Boolean programs; NULL: it does not take them. */
const hd_engine *hd_boolean_engine(const char *name);
/* Runs the engine, in a process of its own, on a program that need not be the input's. If a file named by an option is
 * wrong, the input's status says so. */
void hd_boolean_ask(heddle_input *in, const hd_engine *engine, const hd_bp *p, const hd_task *t,
                    const hd_budget *budget, heddle_result *r);
/* What shows SAFE, for people; the algorithm may be NULL. */
const char *hd_boolean_proof(const char *algorithm, hd_arena *arena);
/* NULL, a name, or a file that is there; otherwise a diagnostic. */
bool hd_boolean_algorithm_exists(heddle_input *in, const char *name);
/* Executes the trace in `text`, JSON from a file called `name`; true, and printed, when it leads to a target. */
bool hd_boolean_replay(heddle_input *in, const heddle_options *o, const char *text, const char *name, FILE *out);
/* False: no such form for a Boolean program. */
bool hd_boolean_emit(heddle_input *in, const heddle_options *o, const char *form, FILE *out);

/* Checks the text of a certificate (boolean/proof.h) against the program: r stays SAFE, or becomes unknown. */
void hd_boolean_recheck(heddle_input *in, const char *label, const char *text, const char *name,
                        const hd_budget *budget, heddle_result *r);

#endif
