/* no_overflow.h - what is known not to overflow while terms are translated to integers.
 *
 * A formula that has not(saddo a b) among its conjuncts means the same when a + b is
 * written in it without wrapping around; so do facts asserted before, while their level
 * stands. A world holds such knowledge in levels, and the images of the terms that it
 * changes; terms that it does not touch keep the images that all levels share. Images made
 * with less knowledge stay right when more is known. */
#ifndef HD_LOGIC_NO_OVERFLOW_H
#define HD_LOGIC_NO_OVERFLOW_H

#include "logic/translate.h"

typedef struct {
  uint32_t term, level;
  bool plain; /* the world does not change this term */
  hd_image image;
} hd_world_image;

typedef struct {
  uint32_t term, level;
} hd_world_fact;

typedef struct hd_world {
  uint32_t level;
  HD_VEC(hd_world_image) images;
  hd_map image_at; /* term to its index + 1 in images, or 0 */
  HD_VEC(hd_world_fact) facts;
  hd_map exact; /* term to the overflow test that is known to fail, or 0 */
} hd_world;

void hd_world_clear(hd_world *w);
void hd_world_push(hd_world *w);
void hd_world_pop(hd_world *w, uint32_t levels);
/* Takes what the conjuncts of the formula say; was there anything new? */
bool hd_world_learn(hd_world *w, hd_terms *T, hd_term formula);
/* Is it this test whose failing would make the term exact? */
bool hd_world_is_tested_by(const hd_terms *T, hd_term value, hd_term test);
/* The test that says the term does not overflow, or HD_NO_TERM. */
hd_term hd_world_exact(const hd_world *w, hd_term t);
/* NULL: not seen in this world yet. Valid until the next put. */
hd_world_image *hd_world_find(const hd_world *w, hd_term t);
/* Takes over the references of the image. */
void hd_world_put(hd_world *w, hd_term t, bool plain, hd_image image);

#endif
