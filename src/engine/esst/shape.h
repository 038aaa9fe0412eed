/* shape.h - inside the engine: do two threads' graphs have the same shape? */
#ifndef HD_ESST_SHAPE_H
#define HD_ESST_SHAPE_H

#include "engine/esst/space.h"

/* From a and b on, edge by edge in their order. Then the locations correspond by position in the two lists. */
bool hd_esst_same_shape(const hd_esst_space *x, hd_loc a, hd_loc b, hd_u32s *as, hd_u32s *bs);

#endif
