/* memory_look.h - inside resolving: does an operator look at an address, or only pass it on?
 *
 * Asked of a term of the raw program. A weak target (points_to.h) stands for what was computed from real addresses
 * already; HD_FROM_PARTS for a part of a pointer that was read from memory, which has no real address. */
#ifndef HD_ANALYSIS_MEMORY_LOOK_H
#define HD_ANALYSIS_MEMORY_LOOK_H

#include "analysis/points_to.h"

/* What belongs to the user: no object lies below the first page, nor in the upper half. */
enum { HD_LOWEST_ADDRESS = 4096 };
static inline uint64_t hd_highest_address(unsigned pointer_width)
{
  return pointer_width == 64 ? (UINT64_C(1) << 47) - 1 : UINT64_C(0xfffff000);
}

typedef struct {
  unsigned arguments;  /* bit i: the address of argument i matters */
  bool unless_same;    /* unless both point into the same object; ADD: unless one is a number */
  unsigned parts;      /* bit i: argument i may be a part of a pointer; it is refused only then */
  bool unless_alive;   /* both are threads' own variables: it is refused only if a thread has ended */
  const char *refused; /* why it cannot be followed, or NULL */
} hd_look;

/* Is it a variable of a thread other than main, which ends with it? */
bool hd_object_is_own(const hd_object_info *o);
/* Is it a pointer that holds the number of an object, whose real address may be different? */
bool hd_target_is_identity(const hd_program *p, const hd_target *t);
/* Is a comparison with its address as a constant the front end's own: which block, function or thread is meant? */
bool hd_object_is_asked_for(const hd_object_info *o);
/* May one of them be just behind an object, and the other at the start of another, which may lie there? */
bool hd_pointees_may_touch(const hd_program *p, hd_pointees a, hd_pointees b);
hd_look hd_look_at(const hd_program *p, hd_points_to *pt, hd_term t);

#endif
