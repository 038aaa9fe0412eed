/* statements.h - random statements of threads with few values: locks used well and badly, waits, atomic sections,
 * branches, loops, checks, ends of every kind. Each goes on from where the maker is. */
#ifndef HD_TESTS_FUZZ_STATEMENTS_H
#define HD_TESTS_FUZZ_STATEMENTS_H

#include "maker.h"

enum { ELEMENTS = 2 }; /* of each array that is indexed by a thread's number or a local */

hd_edge_info edge_from(maker *m, hd_loc from, hd_loc to); /* with an access of any kind */
void add_statements(maker *m, uint32_t n);
/* Those that threads begin and end with. */
void add_assign(maker *m, hd_assign first);
void add_check(maker *m);
void switch_section(maker *m, bool atomic);

#endif
