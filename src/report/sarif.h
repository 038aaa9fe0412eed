/* sarif.h - results as SARIF 2.1.0, for editors and code-scanning services.
 *
 * One run. Its rules are the kinds of checks, each with its help and its weakness (CWE); each violated property is a
 * result. A result has two code flows: the first is the whole interleaving as one thread flow, since many viewers show
 * nothing else; the second has a thread flow for each thread, put in order by `executionOrder`. What is not decided is
 * a notification of the invocation, and `properties` has every verdict.
 *
 * The fingerprint of a result does not change when lines are added above it: it is made of the rule, the file and the
 * texts of the lines that the check stands on. A result has at most HD_SARIF_STEPS thread-flow locations in all, since
 * services keep no more; how many steps are left out is said in the code flow. */
#ifndef HD_REPORT_SARIF_H
#define HD_REPORT_SARIF_H

#include "report/json.h"

enum { HD_SARIF_STEPS = 1000 };

/* False when the file could not be written. */
bool hd_report_sarif(FILE *out, const hd_json_result *results, unsigned n);

#endif
