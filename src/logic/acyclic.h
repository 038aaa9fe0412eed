/* acyclic.h - a graph kept acyclic while arrows come and go: the order of events as a theory.
 *
 * Arrows are added one by one and taken back in the opposite order. The nodes have ranks that agree with all
 * arrows: one that goes up changes nothing, and one that goes down moves only nodes between its ends
 * (Pearce and Kelly, "A dynamic topological sort algorithm", 2007). An arrow that would close a cycle is
 * refused, with the reasons of a cycle that has as few as possible. After an arrow was added, the pairs of
 * nodes that it puts in order can be asked for, with their reasons. */
#ifndef HD_LOGIC_ACYCLIC_H
#define HD_LOGIC_ACYCLIC_H

#include "base/base.h"

typedef struct hd_acyclic hd_acyclic;
hd_acyclic *hd_acyclic_new(uint32_t n);
void hd_acyclic_free(hd_acyclic *g);

/* The reason is the caller's number; HD_NONE: always so. False: a cycle; nothing has changed, and the reasons of
 * the others on it are in *why, until the next call. */
bool hd_acyclic_add(hd_acyclic *g, uint32_t a, uint32_t b, uint32_t reason, const hd_u32s **why);
/* A number that grows along every arrow. */
uint32_t hd_acyclic_rank(const hd_acyclic *g, uint32_t node);
uint32_t hd_acyclic_mark(const hd_acyclic *g);
void hd_acyclic_release(hd_acyclic *g, uint32_t mark);

/* After hd_acyclic_add of an arrow from a to b: the nodes that now come before others because of it. */
typedef struct {
  const hd_u32s *earlier, *later; /* a and all before it; b and all after it */
} hd_acyclic_cone;
hd_acyclic_cone hd_acyclic_cone_of(hd_acyclic *g, uint32_t a, uint32_t b);
bool hd_acyclic_is_later(const hd_acyclic *g, uint32_t node); /* is it in the cone's later part? */
/* The reasons for x (of the earlier part) coming before y (of the later part), but for the arrow's own. */
void hd_acyclic_reasons(hd_acyclic *g, uint32_t x, uint32_t y, hd_u32s *out);

#endif
