/* share.h - what two processes that work on the same hierarchy tell each other.
 *
 * Facts and invariants hold whichever process found them. Each side notes what the other knows, and tells the rest. */
#ifndef HD_ENGINE_MODULAR_SHARE_H
#define HD_ENGINE_MODULAR_SHARE_H

#include "base/bytes.h"
#include "engine/modular/check.h"

typedef struct {
  hd_map known; /* a level's fact, or an invariant: does the other one know it? */
} hd_share;

/* Both know everything now. */
void hd_share_note(hd_share *s, const hd_hierarchy *h);
void hd_share_clear(hd_share *s);

/* Tells what is new. */
void hd_share_put(hd_share *s, hd_bytes *out, const hd_hierarchy *h);
/* Learns it, from level `first` on. No path of these levels may be in use. Level `first` gets the variables of new
 * invariants. False: the bytes are malformed. */
bool hd_share_get(hd_share *s, hd_reader *in, hd_hierarchy *h, uint32_t first);

#endif
