/* horn_domains.h - parameters that take few values, as Booleans.
 *
 * Flags, states of automata and owners of locks are integers in the program, but only ever hold a few constants. A
 * simple analysis finds which: the values that every rule can give to a parameter, as sets of at most HD_DOMAIN_MOST.
 * In the encoded system such a parameter is the binary number of its value among those of its domain. Spacer then works
 * on Booleans, where it does not have to discover the domain as an invariant first.
 *
 * Parameters that are the same variable have one domain, whatever predicate they belong to. */
#ifndef HD_LOGIC_HORN_DOMAINS_H
#define HD_LOGIC_HORN_DOMAINS_H

#include "logic/horn_system.h"

enum { HD_DOMAIN_MOST = 8 };

typedef struct hd_domains hd_domains;
/* NULL: nothing is worth it. */
hd_domains *hd_domains_find(hd_horn *h, const hd_budget *budget);
void hd_domains_free(hd_domains *d);
/* The system with the same rules and tags over Booleans; the caller frees it. */
hd_horn *hd_domains_encode(hd_domains *d);
/* After solving: the encoded system's meanings, or its derivation, as the original's. */
void hd_domains_decode(hd_domains *d, const hd_horn *encoded);

#endif
