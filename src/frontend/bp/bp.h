/* bp.h - Boolean programs as text.
 *
 * One grammar reads both dialects in use (docs/boolean-programs.md). They disagree about which operators bind tighter:
 * without a dialect the richer one (Boppo's) is taken, with a warning at each place that the other would read
 * differently. */
#ifndef HD_FRONTEND_BP_BP_H
#define HD_FRONTEND_BP_BP_H

#include "boolean/boolean.h"

typedef enum { HD_BP_ANY_DIALECT, HD_BP_BOPPO, HD_BP_GETAFIX } hd_bp_dialect;

typedef struct {
  hd_bp_dialect dialect;
  const char *label; /* that is asked for; NULL: ERROR and SLIC_ERROR. Other labels get no locations of their own */
} hd_bp_options;

/* NULL with diagnostics when the text is no Boolean program. `file` stands in messages. */
hd_bp *hd_bp_parse(const char *text, size_t length, const char *file, const hd_bp_options *options, hd_diags *diags);

#endif
