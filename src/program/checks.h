/* checks.h - the checks of a program: what can fail, and where in the source.
 *
 * A check is its kind, its place and its text. Inlining makes copies of the edges that carry it, and so do engines that
 * build programs of their own: all of them are the same check, since they keep these three. */
#ifndef HD_PROGRAM_CHECKS_H
#define HD_PROGRAM_CHECKS_H

#include "program/program.h"

typedef struct {
  uint32_t id;
} hd_check;

typedef struct {
  hd_check_kind kind;
  hd_pos pos;
  const char *text; /* the label of its edges, in the program's memory; may be NULL */
  uint32_t n_edges; /* copies */
} hd_check_info;

typedef struct {
  HD_VEC(hd_check_info) list;
  hd_check *of_edge; /* by edge; HD_NONE: it is no ASSERT edge */
} hd_checks;

/* In the order of their first edges. */
hd_checks *hd_checks_new(const hd_program *p);
void hd_checks_free(hd_checks *checks);

#endif
