/* parts.h - how a level's program is put together; for the files that do. */
#ifndef HD_ENGINE_MODULAR_PARTS_H
#define HD_ENGINE_MODULAR_PARTS_H

#include "engine/modular/level.h"

typedef HD_VEC(hd_assign) hd_assigns;

/* A location for something that happens where `like` is. */
hd_loc hd_level_add_loc(hd_level *l, hd_loc like);
/* An edge of the abstraction at a cut-point. */
hd_edge hd_level_add_part(hd_level *l, hd_part_kind kind, hd_loc at, hd_loc from, hd_loc to, hd_term guard,
                          const hd_assigns *assign);
void hd_level_add_assert(hd_level *l, hd_part_kind kind, hd_loc at, hd_loc from, hd_loc to, hd_term cond);
/* A thread's own edge. assumes: a failed assertion is not followed. */
void hd_level_add_own(hd_level *l, hd_edge own, hd_loc from, hd_loc to, bool assumes);

/* The query's conjuncts, each only if it is supposed. */
hd_term hd_level_supposed_alpha(const hd_level *l);
hd_term hd_level_supposed_beta(const hd_level *l);

#endif
