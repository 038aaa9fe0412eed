/* points_to_value.h - inside the points-to analysis: sets of targets and what operators
 * do to them.
 *
 * Sets stay small by widening: more than a few offsets into one object become a
 * progression, more than a few progressions one. Both only ever grow, so that a fixed
 * point is reached. */
#ifndef HD_ANALYSIS_POINTS_TO_VALUE_H
#define HD_ANALYSIS_POINTS_TO_VALUE_H

#include "analysis/points_to.h"

/* Where addresses belong: objects in the order of their bases. */
typedef struct {
  const hd_program *p;
  uint32_t *sorted;
  uint64_t slack; /* how far from an object a constant may lie and still belong to it */
} hd_address_map;

void hd_address_map_init(hd_address_map *m, const hd_program *p);
void hd_address_map_clear(hd_address_map *m);
/* The object that a constant address belongs to, or HD_NONE: the one that it lies in, or else
 * the nearest, if that is near: `a[i - 1]` may have become `i + (a - 1)`. */
uint32_t hd_address_map_find(const hd_address_map *m, uint64_t address);

/* A constant beyond this is no step inside an object, but perhaps the way to another. */
enum { HD_MAX_STEP = 1 << 16 };

/* A set being built. */
typedef struct {
  HD_VEC(hd_target) targets;
  uint8_t flags;
} hd_target_set;

void hd_target_set_add(hd_target_set *s, hd_target t);
void hd_target_set_join(hd_target_set *s, hd_pointees v);
/* Copies the set into the arena and leaves it empty for the next use. */
hd_pointees hd_target_set_take(hd_target_set *s, hd_arena *arena);

static inline hd_target hd_target_number(uint64_t offset, uint64_t stride)
{
  return (hd_target){.object = HD_NONE, .offset = stride ? offset % stride : offset, .stride = stride};
}
static inline hd_target hd_target_weak(uint32_t object)
{
  return (hd_target){.object = object, .weak = true, .stride = 1, .home = HD_NO_HOME};
}
static inline bool hd_target_is_number(const hd_target *t)
{
  return t->object == HD_NONE;
}
/* Does the first contain all that the second contains? */
bool hd_target_covers(const hd_target *a, const hd_target *b);
bool hd_pointees_cover(hd_pointees a, hd_pointees b);
bool hd_pointees_have_number(hd_pointees v);

/* May these be pointers into the same object, each of them known by its identity? They may also be numbers. */
bool hd_pointees_share(const hd_program *p, hd_pointees a, hd_pointees b);

/* a + b, or a - b, in so many bits. */
void hd_points_to_sum(hd_target_set *out, const hd_program *p, unsigned width, hd_pointees a, hd_pointees b,
                      bool minus);
/* One operator on sets. `t` is the operator's term; args are what its arguments can be. */
void hd_points_to_apply(hd_target_set *out, const hd_program *p, hd_term t, const hd_pointees *args);
/* The same values after parts of them were replaced or cut out. */
void hd_points_to_blur(hd_target_set *out, hd_pointees v);

#endif
