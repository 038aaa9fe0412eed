/* memory_address.h - an address term against a slot: is it an element, and which?
 *
 * An address is read as a sum: a constant and multiples of terms, a term once for each time it is added. Where the
 * multiples are the slot's strides, the index comes from the terms themselves, and the condition is on them; then an
 * address that lies in the slot only because a product wraps around, which C leaves undefined, is refused. Otherwise
 * the index is found by division. */
#ifndef HD_ANALYSIS_MEMORY_ADDRESS_H
#define HD_ANALYSIS_MEMORY_ADDRESS_H

#include "program/program.h"

enum { HD_MAX_SUMMANDS = 6 };

typedef struct {
  uint64_t constant;
  uint32_t n;
  struct {
    hd_term term; /* a pointer wide */
    uint64_t factor;
  } parts[HD_MAX_SUMMANDS];
  bool mixed; /* a term was added and subtracted */
} hd_sum;

hd_sum hd_sum_of(hd_program *p, hd_term address);
hd_term hd_sum_term(hd_program *p, const hd_sum *sum);

/* `bytes` bytes at the address are `bytes` / element size consecutive elements of the slot. */
typedef struct {
  hd_term guard; /* HD_NO_TERM: always */
  hd_term index; /* of the first element, 32 bits; HD_NO_TERM when there is one element only */
  bool never;    /* a constant address that is no element */
} hd_match;

hd_match hd_address_match(hd_program *p, const hd_sum *sum, const hd_object_info *o, const hd_slot *s, uint32_t bytes);
/* The same for the one element at this offset from the object's base, over all copies. */
hd_match hd_address_match_at(hd_program *p, const hd_sum *sum, const hd_object_info *o, const hd_slot *s,
                             uint32_t bytes, uint64_t offset);
/* Which copy of the object the address lies in, given that it lies in one: 32 bits. */
hd_term hd_address_copy(hd_program *p, const hd_sum *sum, const hd_object_info *o);

/* Elements of a slot over all copies. */
uint64_t hd_slot_elements(const hd_object_info *o, const hd_slot *s);

#endif
