/* paths.h - paths that a level is known to have.
 *
 * A violating path of P'_M goes, after the activation, through states in which the level could have been asked as
 * well: a query for a way from one of them to a later one gets the same answer. So an attempt to generalize that
 * such a path refutes need not be checked. A path that rests on environment moves counts as long as no more is known
 * about those. An attempt that is not made costs generality at most, never a wrong answer. */
#ifndef HD_ENGINE_MODULAR_PATHS_H
#define HD_ENGINE_MODULAR_PATHS_H

#include "base/bytes.h"
#include "engine/modular/level.h"

/* Keeps what a violation of the level's program went through. */
void hd_paths_note(hd_level *l, const hd_trace *t);
/* Is there a path from alpha to beta among them? */
bool hd_paths_refute(const hd_level *l, hd_term alpha, hd_term beta);
/* Does one of them let the variable grow, or shrink? */
bool hd_paths_move(const hd_level *l, hd_var v, bool grow);
void hd_paths_clear(hd_level *l);

/* The last path, for another process that works on the same hierarchy; and one from that process, found with so many
 * facts and invariants. */
void hd_paths_put(const hd_level *l, hd_bytes *out);
void hd_paths_get(hd_level *l, hd_reader *in, uint32_t facts, uint32_t invariants);

#endif
