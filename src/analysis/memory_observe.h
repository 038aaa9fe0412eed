/* memory_observe.h - inside resolving: where a program looks at addresses, it sees any layout of memory.
 *
 * In the model an object lies at a number of its own, its *identity*, and pointers are such numbers. Most of what
 * programs do with a pointer does not depend on which number that is: adding to it, subtracting two that point into one
 * object, asking whether two point to the same place, tagging bits that the object's alignment leaves free. Everything
 * else looks at the address: the order of two objects, bits, remainders, differences, products, and whether the end of
 * one object is where another one begins.
 *
 * What looks at an address gets the real one: `object.address + offset`, where `address` starts with any value that an
 * implementation may choose (a multiple of the alignment, in the user's part of memory, objects that do not overlap).
 * No real address is an identity, so that a value that was computed from real addresses can be told from a pointer:
 * points-to has the object as a weak target, an access through it is to the place at that distance from `address`,
 * and a comparison with a pointer turns the pointer into an address, too.
 *
 * Objects of models that are not made from C (alignment 0) lie where the model says. Where nothing is looked at,
 * nothing changes. Where addresses are not known well enough (blocks that are freed before others begin, handles of
 * threads, bytes of pointers that were read from memory), the step leads to an UNSUPPORTED location
 * (docs/decisions/0013-layout.md). */
#ifndef HD_ANALYSIS_MEMORY_OBSERVE_H
#define HD_ANALYSIS_MEMORY_OBSERVE_H

#include "analysis/points_to.h"

/* True: the program changed, and points-to has to be found anew. */
bool hd_observe_addresses(hd_program *p, hd_points_to *pt);

#endif
