/* access.h - which shared elements an edge reads and writes, as far as the text tells. */
#ifndef HD_EVIDENCE_ACCESS_H
#define HD_EVIDENCE_ACCESS_H

#include "evidence/proof.h"

typedef struct {
  hd_var var;
  uint32_t ghost; /* when var is HD_NO_VAR */
  hd_term index;  /* HD_NO_TERM for a scalar */
  bool write;
} hd_touch;
typedef HD_VEC(hd_touch) hd_touches;

/* Variables that are never assigned do not count. */
void hd_edge_touches(const hd_proof *x, hd_edge e, hd_touches *out);
/* Could these accesses of two instances be to the same element, one of them writing? The threads
 * are those of the instances. */
bool hd_touches_conflict(const hd_proof *x, const hd_touch *a, hd_thread ta, const hd_touch *b, hd_thread tb);

#endif
