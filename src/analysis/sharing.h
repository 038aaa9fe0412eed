/* sharing.h - which threads read and write which variable, and which are shared.
 *
 * A variable is shared when two different thread instances may access it and one of them
 * may write it after another instance may have started; everything else is as good as local:
 * a variable of one thread with one instance, a variable only ever read, or one whose
 * accesses are ordered by creation and joining. */
#ifndef HD_ANALYSIS_SHARING_H
#define HD_ANALYSIS_SHARING_H

#include "program/program.h"

typedef struct {
  uint8_t *shared;             /* by variable: may another instance's step change it, or see its change? */
  uint8_t *written;            /* by variable: is it ever assigned? */
  uint64_t *readers, *writers; /* by variable: bit min(thread, 63) for each thread with an access */
  uint8_t *touches;            /* by edge: bit 0 reads a shared variable, bit 1 writes one */
  uint8_t *early;              /* by edge: taken by main, and only before any other thread has started */
} hd_sharing;

hd_sharing *hd_sharing_new(hd_program *p);
void hd_sharing_free(hd_sharing *s);

/* Every variable an edge reads (guard, condition, indices, values) or writes, once each. */
typedef void hd_access_fn(void *context, hd_var var, bool write);
void hd_edge_accesses(const hd_program *p, hd_edge e, hd_access_fn *fn, void *context);

#endif
