/* distance.h - how far two variables are apart: `to - from`, as far as one thread knows it.
 *
 * A distance is a local cell of the thread, behind its variables: after `t = x` it is 0, after `x = t + 1` it is 1, and
 * when anything else is assigned to one of them, it is any. So what a test says about a copy also applies to the
 * variable, as long as that has not been changed. There are distances between scalars of which some edge of the thread
 * copies one to the other, with or without a constant added, or compares one with the other; and where one of them is a
 * copy of a shared variable, with that one. A test `i < n` says that `n - i` is at least 1.
 *
 * Distances between shared variables are shared cells: a thread that knows them tells those that it creates. There are
 * such between variables that are copies of the same, or compared through copies. */
#ifndef HD_ENGINE_STATIC_DISTANCE_H
#define HD_ENGINE_STATIC_DISTANCE_H

#include "engine/static/space.h"

/* Adds those between shared variables, when the cells of all variables are there, and of single threads, when all
 * other cells are. */
void hd_space_relate_shared(hd_space *s);
void hd_space_relate_locals(hd_space *s);
void hd_space_free_distances(hd_space *s);
/* Those between shared variables at the start of the program. */
void hd_distances_start(const hd_space *s, hd_abstract_value *env);
/* Makes known what follows from two distances about a third one; false: they contradict each other. */
bool hd_distances_close(const hd_space *s, hd_thread t, hd_abstract_value *env, bool *changed);
/* Adds the shared cells of distances from or to the variable. */
void hd_distances_shared(const hd_space *s, hd_var v, hd_u32s *cells);
/* What the distances of the thread become by the edge's assignments; env is still the one before. */
void hd_distances_assign(hd_space *s, hd_thread t, hd_abstract_value *env, const hd_edge_info *e);
/* Does the thread alone know a distance from or to the variable? The second function forgets these distances. */
bool hd_distances_known(const hd_space *s, hd_thread t, const hd_abstract_value *env, hd_var v);
void hd_distances_lose(const hd_space *s, hd_thread t, hd_abstract_value *env, hd_var v);
/* The cell of the distance between two variables, or HD_NONE; *back: it is from b to a. */
uint32_t hd_distance_find(const hd_space *s, hd_thread t, hd_var a, hd_var b, bool *back);

#endif
