/* answers.h - what the facts of a flow say about the property: the checks that may fail and the pairs that may race. */
#ifndef HD_ENGINE_STATIC_ANSWERS_H
#define HD_ENGINE_STATIC_ANSWERS_H

#include "engine/static/flow.h"

/* An ASSERT edge (then both are the same), or two edges whose accesses conflict. */
typedef struct {
  hd_edge first, second;
  hd_var var; /* of a race */
  bool open;
} hd_finding;

typedef struct {
  HD_VEC(hd_finding) list;
  uint32_t n_open;
  hd_loc beyond; /* reached, and not modelled; or HD_NO_LOC */
} hd_findings;

/* False: the budget ended. The caller clears *out. */
bool hd_answers_find(hd_flow *f, hd_property property, hd_findings *out);
void hd_findings_clear(hd_findings *x);

#endif
