/* distance.h - how far two variables are apart: `to - from`, as far as one thread knows it.
 *
 * A distance is a local cell of the thread, behind its variables: after `t = x` it is 0, after `x = t + 1` it is 1, and
 * when anything else is assigned to one of them, it is any. So what a test says about a copy is told to the variable,
 * as long as nobody has changed it. There are distances between scalars of which some edge of the thread copies one to
 * the other, with or without a constant added. */
#ifndef HD_ENGINE_STATIC_DISTANCE_H
#define HD_ENGINE_STATIC_DISTANCE_H

#include "engine/static/space.h"

/* Adds the distances of all threads to the space, whose other cells are all there. */
void hd_space_add_distances(hd_space *s);
void hd_space_free_distances(hd_space *s);
/* What the distances of the thread become by the edge's assignments; env is still the one before. */
void hd_distances_assign(hd_space *s, hd_thread t, hd_value *env, const hd_edge_info *e);
/* Is something known of a distance from or to the variable? Then it is not any more. */
bool hd_distances_known(const hd_space *s, hd_thread t, const hd_value *env, hd_var v);
void hd_distances_lose(const hd_space *s, hd_thread t, hd_value *env, hd_var v);
/* The cell of the distance between two variables, or HD_NONE; *back: it is from b to a. */
uint32_t hd_distance_find(const hd_space *s, hd_thread t, hd_var a, hd_var b, bool *back);

#endif
