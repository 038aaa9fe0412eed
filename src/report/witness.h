/* witness.h - results as witnesses of SV-COMP, for other validators and for `heddle check`.
 *
 * A violation becomes a sequence of waypoints (2.2 where threads are created, otherwise 2.0): each creation of a
 * thread, each value that a nondeterministic function returned, and around each context switch the lines that the two
 * threads stand at, with the values of shared variables that the execution changes. A line that is a waypoint once is
 * one whenever it is come to, so that a reader who counts visits cannot lose count. */
#ifndef HD_REPORT_WITNESS_H
#define HD_REPORT_WITNESS_H

#include "report/json.h"

typedef enum { HD_WITNESS_AUTO, HD_WITNESS_2_0, HD_WITNESS_2_1, HD_WITNESS_2_2, HD_WITNESS_GRAPHML } hd_witness_format;

typedef struct {
  hd_witness_format format;
  const char *const *files; /* the sources, as named by the user */
  uint32_t n_files;
  unsigned pointer_width;
} hd_witness_options;

/* NULL when the format has such witnesses; otherwise why there is none. */
const char *hd_report_no_witness(const hd_json_result *r);
/* False when the file could not be written. */
bool hd_report_witness(FILE *out, const hd_json_result *r, const hd_witness_options *o);
bool hd_report_graphml(FILE *out, const hd_json_result *r, const hd_witness_options *o);

/* Inside: what both formats share. In the arena. */
const char *hd_witness_time(hd_arena *arena);                   /* now, as ISO 8601 has it */
const char *hd_witness_hash(const char *path, hd_arena *arena); /* SHA-256 of a file; of an empty one if it is gone */
/* The source that the position lies in, as the user named it; NULL: none of them. */
const char *hd_witness_file(const hd_witness_options *o, const hd_program *p, hd_pos pos);

#endif
