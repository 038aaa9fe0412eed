/* level_parts.h - how a level's program is put together; for the files that do. */
#ifndef HD_ENGINE_MODULAR_LEVEL_PARTS_H
#define HD_ENGINE_MODULAR_LEVEL_PARTS_H

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

/* It holds after the start; at level 0 always. */
hd_term hd_level_implied_by_start(const hd_level *l, hd_term t);
/* The program and its session are there. */
void hd_level_open(hd_level *l);
/* A query that is refuted is weakened to what the check needed. */
void hd_level_use_needed(hd_level *l, const hd_seq_result *r);

/* What may be an invariant, for the session (level_proof.c). */
void hd_level_make_hints(hd_level *l);
/* The invariants of a check, if it has some, are kept. */
void hd_level_keep_proof(hd_level *l, const hd_seq_result *r);

#endif
