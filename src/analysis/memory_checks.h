/* memory_checks.h - inside resolving: checks that an earlier check makes redundant.
 *
 * A step over memory passes only where its address is one of the places; from there on the
 * same question about the same locals has the same answer, until one of them is assigned.
 * What is known on all paths to a step need not be asked again. */
#ifndef HD_ANALYSIS_MEMORY_CHECKS_H
#define HD_ANALYSIS_MEMORY_CHECKS_H

#include "program/program.h"

/* A question that a step asks: `none` says that no place matches. */
typedef struct {
  hd_term none;  /* over locals only */
  hd_term place; /* the guard of the only place, HD_NO_TERM when there are several */
} hd_memory_question;

/* One edge on its way into the program. A failing edge is taken where `fails` holds (and what
 * its guard says besides); a passing one asked the questions. */
typedef struct {
  hd_edge_info edge;
  hd_term fails;
  hd_term rest; /* the guard of a passing edge without the questions' places */
  const hd_memory_question *questions;
  uint32_t n_questions;
} hd_checked_edge;
typedef HD_VEC(hd_checked_edge) hd_checked_edges;

/* Makes the guards of redundant failing edges false, and removes redundant places from the guards of passing ones. */
void hd_drop_checks(hd_program *p, hd_checked_edges *edges);

#endif
