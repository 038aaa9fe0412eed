/* product.h - all instances of a program side by side, as Horn clauses.
 *
 * A node is a vector of cut-points, one for each instance; nodes are found forward from the entries,
 * together with the cells that are constant whenever control is there, so that what a thread's
 * status or a lock's owner excludes is never built. A node is a predicate over the other cells, a
 * block of one instance (sequential/blocks.h) a clause. A program with one thread is the special
 * case with one clause for each loop-free region.
 *
 * A derivation of the bad becomes a trace by solving for the inputs of its blocks, edge by edge; the
 * interpreter has executed it before it is returned. */
#ifndef HD_SEQUENTIAL_PRODUCT_H
#define HD_SEQUENTIAL_PRODUCT_H

#include "logic/horn.h"
#include "sequential/blocks.h"
#include "trace/certificate.h"
#include "trace/trace.h"

typedef struct hd_product hd_product;

typedef enum {
  HD_PRODUCT_OK,
  HD_PRODUCT_LARGE, /* more nodes than allowed */
  HD_PRODUCT_SPENT  /* the budget ended */
} hd_product_size;

/* Borrows all; p is resolved, selected and indexed. cut by location, at least one on every cycle
 * and at every entry. */
hd_product *hd_product_new(hd_program *p, const uint8_t *cut, const hd_liveness *live);
/* The same with modules: a predicate is about one thread's location and locals, and the steps of the
 * others interfere. any: by thread, has any number of copies, of which one is looked at (p is what
 * program/any_copies.h makes of it); others have one instance. ghost: by variable, a local Boolean that
 * at most one party has at a time, among all that have the same number; HD_NONE: no ghost.
 * The threads that have one instance are looked at together, alone and beside a copy. pairs: beside two
 * copies as well, for a program in which one thread has copies; what a copy may do to another is then what it
 * may do where the two stand together. */
hd_product *hd_product_new_modular(hd_program *p, const uint8_t *cut, const hd_liveness *live, const uint8_t *any,
                                   const uint32_t *ghost, bool pairs);
void hd_product_free(hd_product *x);
/* Of a product of all instances: beside failed checks, deadlocks (NO_DEADLOCK) or states in which two instances are
 * both before conflicting accesses (NO_DATA_RACE) are bad. */
void hd_product_watch(hd_product *x, hd_property property);

/* Finds the nodes and makes the blocks. */
hd_product_size hd_product_explore(hd_product *x, uint32_t max_nodes, const hd_budget *budget);
uint32_t hd_product_nodes(const hd_product *x);
/* What its clauses say, for choosing an arithmetic; the caller frees the array. */
hd_term *hd_product_formulas(const hd_product *x, uint32_t *n);
hd_symbols *hd_product_symbols(hd_product *x);
/* A name for a symbol, the variable's, and whose it is. For hd_names; the context is x. */
const char *hd_product_name(void *x, uint32_t symbol);

/* The clauses; beyond: UNSUPPORTED and BOUND locations are bad, too. */
void hd_product_clauses(hd_product *x, hd_horn *h, bool beyond);

/* After HD_SAT: the location that is beyond what is known, where the derivation ends, or HD_NO_LOC. */
hd_loc hd_product_end(const hd_product *x, const hd_horn *h);
/* After HD_SAT: the derivation as an executed trace; NULL when that did not succeed. */
hd_trace *hd_product_trace(hd_product *x, const hd_horn *h, hd_property property, const hd_budget *budget);

/* After HD_UNSAT: what holds at a node, over the symbols of trace/certificate.h. */
/* A location for each party; of a product: for each instance, thread by thread. */
const hd_loc *hd_product_at(const hd_product *x, uint32_t node);
hd_term hd_product_meaning(const hd_product *x, const hd_horn *h, uint32_t node);

/* Of modules: the party that they are about. */
uint32_t hd_product_modules(const hd_product *x);
const uint32_t *hd_product_parties(const hd_product *x, uint32_t module, uint32_t *n);
hd_party hd_product_party(const hd_product *x, uint32_t party);
uint32_t hd_product_module(const hd_product *x, uint32_t node);

#endif
