/* json.h - a result and its trace for programs, and back.
 *
 * What a person reads (texts, names, values as the source writes them) stands beside what a
 * replay needs (edges, inputs, initial values, the limits the program was lowered with).
 * Numbers that may need 64 bits are strings. docs/result.schema.json has every field. */
#ifndef HD_REPORT_JSON_H
#define HD_REPORT_JSON_H

#include <stdio.h>

#include "boolean/run.h"
#include "program/assumption.h"
#include "program/cause.h"
#include "report/checks.h"
#include "report/missing_bodies.h"
#include "report/stops.h"
#include "trace/certificate.h"
#include "trace/trace.h"

/* The schema's version. A file without one, of an earlier heddle, is read as version 1; a later one is refused. */
enum { HD_JSON_SCHEMA = 1 };

typedef struct hd_json_result {
  const hd_program *program;
  const char *file;                  /* the input, as named by the user */
  const char *verdict;               /* safe, unsafe, unknown */
  const char *reason;                /* of `unknown`; may be NULL */
  const hd_cause *cause;             /* of `unknown`; may be NULL */
  const hd_assumptions *assumptions; /* may be NULL */
  const hd_stops *stops;             /* may be NULL */
  const hd_rests *rests;             /* may be NULL */
  const char *engine;                /* may be NULL */
  const char *proof;                 /* of `safe`, in a few words; may be NULL */
  const hd_certificate *certificate; /* of `safe`, if it has facts; may be NULL */
  hd_property property;
  uint32_t limits[HD_LIMIT_COUNT];
  bool fixed_order; /* of turns */
  uint32_t n_stats;
  const char *const *stat_names;
  const double *stat_values;
  const hd_check_answer *checks; /* each check's own answer */
  uint32_t n_checks;
  const char *allowed;               /* why the violation is not new; may be NULL */
  const hd_trace *trace;             /* may be NULL */
  const struct hd_json_result *more; /* further violations: their programs and traces */
  unsigned n_more;
  const hd_bp *bp;       /* of a Boolean program, and its counterexample; may be NULL */
  const hd_bp_trace *bp_trace;
} hd_json_result;

/* False when the file could not be written. The program of a result may be NULL when there is no trace. One result
 * is an object; several are one with `verdict`, their total, and `properties`, a list of such objects. */
bool hd_report_json(FILE *out, const hd_json_result *results, unsigned n, const char *total);

/* Reads back what a replay needs. `name` stands in diagnostics. First the property and the
 * limits and the order of turns, with which the program can be built; what is not mentioned stays. Of several
 * results it is the wanted property's; NULL: the first that has a trace. */
hd_status hd_report_parse_header(const char *text, const char *name, const hd_property *wanted, hd_property *property,
                                 uint32_t limits[HD_LIMIT_COUNT], bool *fixed_order, hd_diags *diags);
/* Then the property's trace; NULL with a diagnostic if it is not a trace of this program. */
hd_trace *hd_report_parse_trace(const char *text, const char *name, const hd_program *p, hd_property property,
                                hd_diags *diags);

#endif
