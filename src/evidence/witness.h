/* witness.h - does an execution follow a witness of a violation?
 *
 * The product of a program and a witness is a program with one more variable, the segment that the execution stands in.
 * An edge where a waypoint is passed is there twice: taken in the waypoint's segment, by its thread, with its
 * constraint, it goes on to the next segment; otherwise it is as it was. What an `avoid` waypoint forbids cannot be
 * done in its segment. Only the checks, or the two accesses of a race, at the targets count, and only in the last
 * segment. So a violation of the product is a violation of the program that follows the witness, and any engine may
 * find it. */
#ifndef HD_EVIDENCE_WITNESS_H
#define HD_EVIDENCE_WITNESS_H

#include "program/witness.h"
#include "trace/trace.h"

typedef struct {
  hd_program *program;
  uint32_t *origin; /* by edge of the product: the program's */
} hd_witness_product;

/* p is indexed. False with diagnostics when a waypoint lies nowhere in the program or its constraint cannot be read;
 * `name` is the witness file's. Free it with hd_witness_product_clear in any case. */
bool hd_witness_apply(const hd_program *p, const hd_witness *w, hd_property property, const char *name, hd_diags *diags,
                      hd_witness_product *out);
void hd_witness_product_clear(hd_witness_product *x);

/* The trace of p as one of the product; it ends where the witness cannot be followed. */
hd_trace *hd_witness_lift(const hd_witness_product *x, const hd_trace *t);

/* The program with the invariants of a correctness witness as assertions where they are claimed, before the first
 * step of their line: it is safe only if they hold. NULL with diagnostics. */
hd_program *hd_witness_assert(const hd_program *p, const hd_witness *w, const char *name, hd_diags *diags);

#endif
