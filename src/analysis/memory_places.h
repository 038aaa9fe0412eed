/* memory_places.h - inside resolving: the places that an address can be. */
#ifndef HD_ANALYSIS_MEMORY_PLACES_H
#define HD_ANALYSIS_MEMORY_PLACES_H

#include "analysis/memory.h"
#include "analysis/memory_address.h"
#include "analysis/points_to.h"

/* The threads that access a variable that holds memory. */
typedef struct {
  uint32_t object;
  hd_thread thread; /* of the first access */
  bool several;     /* threads */
  bool plain;       /* an access that is not SYNC */
} hd_memory_use;

typedef struct {
  hd_program *p;
  hd_points_to *pt;
  hd_memory_options options;
  uint32_t first_var;         /* variables from here on hold memory ... */
  HD_VEC(hd_memory_use) uses; /* ... and are accessed in these ways */
} hd_resolving;

/* Elements of one slot: `bytes` bytes of them from the match's index on. */
typedef struct {
  hd_var var;
  uint32_t object;
  uint32_t elements; /* accessed, at least 1 */
  uint32_t element_bytes;
  hd_match match;
  bool fixed;        /* one address only ... */
  uint64_t required; /* ... and what the address's terms then add up to */
  hd_term alive;     /* and inside its object's extent; HD_NO_TERM: need not be checked */
} hd_memory_place;

/* One address of an edge. */
typedef struct {
  hd_term address;
  uint32_t bytes;
  bool written; /* what never changes is no place for it */
  hd_sum sum;
  HD_VEC(hd_memory_place) places;
  bool certain;       /* one of the places matches, whatever happens */
  hd_term unfollowed; /* when none matches: may it be memory all the same? HD_NO_TERM: no */
  const char *reason; /* of `unfollowed` */
} hd_memory_site;

enum { HD_MAX_PLACES = 64 };

/* Fills in all but address and bytes. */
void hd_site_find_places(hd_resolving *r, hd_memory_site *site);

#endif
