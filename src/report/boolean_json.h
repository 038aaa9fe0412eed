/* boolean_json.h - a counterexample of a Boolean program as JSON. */
#ifndef HD_REPORT_BOOLEAN_JSON_H
#define HD_REPORT_BOOLEAN_JSON_H

#include <cjson/cJSON.h>

#include "boolean/run.h"

/* Steps with thread, place, statement and all values, and what a replay needs beside. */
cJSON *hd_report_boolean_json(const hd_bp *p, const hd_bp_trace *t);

#endif
