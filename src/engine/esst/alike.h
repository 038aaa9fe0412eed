/* alike.h - inside the engine: parties that can be exchanged.
 *
 * The members of a class are parties with the same code: instances of a thread, or threads whose graphs have the same
 * shape. Exchanging two of them in a state means: each stands where the other stood; its locals, and the shared slots
 * that are its own (its status, its places in signals), get the other's values; and a slot whose value names one of the
 * two (the owner of a mutex) names the other. Which slots are whose is guessed from what the members' blocks touch.
 * Then it is shown, block by block and with all values symbolic, that exchanging the first member with each other one
 * turns what a party does into what its counterpart does: the same targets, under equal conditions, with equal
 * outcomes. So exchanging members turns executions into executions, as long as no thread comes to a location where that
 * could not be shown (for instance, where main starts the members one after the other, or waits for one of them). A
 * party that stands where such a location can still be reached is said to ask. */
#ifndef HD_ESST_ALIKE_H
#define HD_ESST_ALIKE_H

#include "engine/esst/space.h"

typedef struct {
  uint32_t party;
  const hd_loc *locs;    /* of its thread, in an order that all members share */
  const uint32_t *slots; /* its own: locals, then shared ones; in such an order */
  const uint64_t *ids;   /* by name: the value that stands for it */
} hd_esst_member;

typedef struct {
  hd_esst_member *members;
  uint32_t n_members, n_locs, n_slots, n_names;
  const uint32_t *names; /* slots */
  uint8_t *asks;         /* by location: from there on the members may be told apart */
} hd_esst_class;

typedef struct {
  hd_arena arena;
  HD_VEC(hd_esst_class) list; /* no party is in two of them */
} hd_esst_classes;

/* deadlocks: the parties that wait, and those that can move, must be the same as well. */
void hd_esst_classes_find(hd_esst_classes *c, hd_esst_space *x, hd_smt *smt, bool deadlocks, const hd_budget *budget);
void hd_esst_classes_clear(hd_esst_classes *c);

#endif
