/* boolean_json.h - a counterexample of a Boolean program as JSON. */
#ifndef HD_REPORT_BOOLEAN_JSON_H
#define HD_REPORT_BOOLEAN_JSON_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include "boolean/run.h"

extern const char *const hd_report_actor_kinds[]; /* by hd_bp_actor_kind */

/* Steps with thread, place, statement and all values, and what a replay needs beside. */
cJSON *hd_report_boolean_json(const hd_bp *p, const hd_bp_trace *t);

/* The trace in a result that was written as JSON, for this program; NULL with a diagnostic. Nothing is trusted: numbers
 * are checked here, and the replay decides whether it can be executed. */
hd_bp_trace *hd_report_boolean_parse(const char *text, const char *name, const hd_bp *p, hd_diags *diags);

/* Prints the value and a line feed; false when that could not be written. */
bool hd_report_print_json(FILE *out, const cJSON *value);

/* The JSON value in a text, or NULL with a diagnostic at the place of the first error. */
cJSON *hd_report_read_json(const char *text, const char *name, hd_diags *diags);

#endif
