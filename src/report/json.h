/* json.h - a result for scripts, and a trace that can be read back. */
#ifndef HD_REPORT_JSON_H
#define HD_REPORT_JSON_H

#include "trace/interp.h"

typedef struct {
  const char *file, *verdict, *reason, *engine; /* reason and engine may be NULL */
  hd_property property;
  uint32_t n_stats;
  const char *const *stat_names;
  const double *stat_values;
  const hd_trace *trace; /* NULL unless the verdict is unsafe */
  uint32_t limits[HD_LIMIT_COUNT]; /* the bounds the program was lowered with: its ids depend on them */
} hd_json_result;

/* False when writing failed (a full disk). */
bool hd_report_json(FILE *out, const hd_program *p, const hd_json_result *result);

/* Reads the trace of such a text; NULL with a diagnostic when there is none or it does not
 * fit the program. */
hd_trace *hd_report_parse_trace(const char *text, const char *name, const hd_program *p, hd_diags *diags);

/* Reads the property and the bounds that such a text was written for. */
hd_status hd_report_parse_header(const char *text, const char *name, hd_property *property,
                                 uint32_t limits[HD_LIMIT_COUNT], hd_diags *diags);

#endif
