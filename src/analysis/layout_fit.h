/* layout_fit.h - how an access lies on a slot: pure arithmetic on offsets. */
#ifndef HD_ANALYSIS_LAYOUT_FIT_H
#define HD_ANALYSIS_LAYOUT_FIT_H

#include "analysis/points_to.h"

/* An access to one copy of an object: `bytes` bytes at offset, or at any offset congruent
 * to it modulo stride. */
typedef struct {
  uint64_t offset, stride;
  uint32_t bytes;
  uint64_t began; /* of a progression: its target's home, or HD_NO_HOME */
} hd_span;

typedef enum {
  HD_FIT_NONE,  /* no byte in common */
  HD_FIT_EXACT, /* where they meet, the access is one element of the slot */
  HD_FIT_MIXED  /* anything else */
} hd_fit;

hd_fit hd_slot_fit(const hd_slot *slot, hd_span span);
/* The same for one element without dimensions, `bytes` bytes at offset. */
hd_fit hd_element_fit(uint64_t offset, uint32_t bytes, hd_span span);

/* Is the slot the array that the progression indexes? It goes from element to element, and
 * began at one. Such an access is meant for this slot alone. */
bool hd_slot_is_home(const hd_slot *slot, hd_span span);
/* Are all places of the progression elements of the slot? `false` may mean that it could not be shown. */
bool hd_slot_covers(const hd_slot *slot, uint64_t object_size, hd_span span);

/* What a target means for one copy of its object; false: no such access is valid. */
bool hd_target_span(const hd_object_info *o, const hd_target *t, uint32_t bytes, hd_span *span);

static inline uint32_t hd_slot_bytes(const hd_slot *s)
{
  return (s->width + 7u) / 8u;
}
/* One past the last byte of the last element. */
static inline uint64_t hd_slot_end(const hd_slot *s)
{
  uint64_t end = s->offset + hd_slot_bytes(s);
  for (unsigned i = 0; i < s->n_dims; i++) end += s->dims[i].stride * (s->dims[i].count - 1);
  return end;
}

#endif
