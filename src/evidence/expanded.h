/* expanded.h - inside the recheck: a graph that leaves steps out, or exchanges parties, about the expanded program.
 *
 * Accesses are asked for single variables: so every instance becomes a thread of its own, and arrays that are
 * only ever indexed by known numbers become a variable for each element (program/expand.h, which keeps the behaviour).
 * A party of the graph is one instance, so it is one thread afterwards; its facts are rewritten. */
#ifndef HD_EVIDENCE_EXPANDED_H
#define HD_EVIDENCE_EXPANDED_H

#include "trace/certificate.h"

typedef struct {
  const hd_program *program;
  hd_certificate *certificate;
  void *expanded;
} hd_expanded_proof;

/* NULL: the certificate is of another kind, or nothing is gained, or it says something that cannot be expressed in this
 * way. */
hd_expanded_proof *hd_expanded_proof_new(const hd_program *p, const hd_certificate *c);
void hd_expanded_proof_free(hd_expanded_proof *e);

#endif
