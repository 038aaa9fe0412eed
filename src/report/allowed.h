/* allowed.h - violations that are known already: those of an earlier answer, and those that the user has allowed.
 *
 * The baseline is a file that --json wrote; its violations are recognized by their fingerprints. A suppression names a
 * rule and a place, and gives a reason:
 *   no-data-race stats.c:42 the count may be a little off       in a file, a line each; without `:42`, the whole file
 *   // heddle: allow no-data-race: the count may be a little off    in the source, at the line or above it
 * Nothing is allowed without a reason. */
#ifndef HD_REPORT_ALLOWED_H
#define HD_REPORT_ALLOWED_H

#include "base/diag.h"
#include "base/map.h"
#include "program/checks.h"

struct hd_json_result;

typedef struct {
  const char *rule, *file, *reason;
  uint32_t line; /* 0: any */
  bool comment;  /* it allows what is in the next line, too */
  hd_place at;   /* where it was written */
  bool used;     /* a violation was there */
} hd_suppression;

typedef struct {
  hd_strings fingerprints; /* of the baseline; its memory is that of all texts here */
  HD_VEC(hd_suppression) suppressions;
} hd_allowed;

void hd_allowed_init(hd_allowed *a);
void hd_allowed_clear(hd_allowed *a);
/* `name` stands in diagnostics. False with one: the text is not what it should be. */
bool hd_allowed_read_baseline(hd_allowed *a, const char *text, const char *name, hd_diags *diags);
bool hd_allowed_read_file(hd_allowed *a, const char *text, const char *name, hd_diags *diags);
/* Comments of a source file. One without a reason allows nothing: a warning says so. */
void hd_allowed_read_comments(hd_allowed *a, const char *text, const char *name, hd_diags *diags);

/* Is anything allowed? */
bool hd_allowed_any(const hd_allowed *a);
/* Why the violation is not new: `in the baseline`, or the reason of a suppression, which then counts as used. NULL: it
 * is new. */
const char *hd_allowed_why(hd_allowed *a, const struct hd_json_result *violation);
/* Could the suppression be about the check? */
bool hd_suppression_fits(const hd_suppression *s, const hd_program *p, const hd_check_info *check);

#endif
