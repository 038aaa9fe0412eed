/* bdd.h - sets of bit vectors as binary decision diagrams (over BuDDy, which no other file sees).
 *
 * One manager a process: hd_bdd_start, then anything below, then hd_bdd_stop.
 *
 * References. Every function that returns an hd_bdd registers it with the innermost open *scope*;
 * it lives until that scope is closed. Nothing has to be freed alone:
 *
 *   hd_bdd_scope s = hd_bdd_open();
 *   hd_bdd image = hd_bdd_and_exists(set, relation, cube);
 *   image = hd_bdd_rename(image, back);
 *   return hd_bdd_close_with(s, image);       the one value that survives, in the scope outside
 *
 * What outlives scopes (a field of a struct, a table) is kept: hd_bdd_set(&field, value) keeps the
 * new value and drops the old one; hd_bdd_keep/hd_bdd_drop are its halves. Equal sets are equal
 * numbers, so hd_bdd_same compares in constant time.
 *
 * Budget. The node table grows up to the memory of the budget given to hd_bdd_start. When it can't
 * grow further, or when the time is over, the operation returns the *none* value; every operation on
 * none returns none, and hd_bdd_exhausted says why. So a long computation may test once, at its end:
 * a none is never a set. Tests of constants (hd_bdd_is_false, ...) are false for none. */
#ifndef HD_LOGIC_BDD_H
#define HD_LOGIC_BDD_H

#include "base/budget.h"

typedef struct {
  int node;
} hd_bdd;

#define HD_BDD_FALSE ((hd_bdd){0})
#define HD_BDD_TRUE ((hd_bdd){1})
#define HD_BDD_NONE ((hd_bdd){-1})

/* --- the manager ------------------------------------------------------------------------------- */

/* The budget is borrowed until hd_bdd_stop; NULL: no limit of time, half of the machine's memory. */
void hd_bdd_start(const hd_budget *budget);
/* The same with room for so many nodes from the start: to grow empties the caches. */
void hd_bdd_start_with(const hd_budget *budget, uint32_t nodes);
void hd_bdd_stop(void); /* every value is gone, kept or not; variable maps have to be freed before */
bool hd_bdd_running(void);
/* NONE, or why values are none: TIME, MEMORY, CANCELLED. Once set it stays until hd_bdd_forgive, after which
 * work may go on with what was kept. */
hd_cause_kind hd_bdd_exhausted(void);
/* For long work between operations: looks at the budget, including memory outside the node table. */
bool hd_bdd_budget_ended(void);
void hd_bdd_forgive(void);

typedef struct {
  uint64_t live;  /* nodes in use, garbage not yet collected included */
  uint64_t peak;  /* the most there ever were */
  uint64_t table; /* places in the node table */
  uint64_t limit; /* places it may grow to */
  uint64_t collections, reorderings;
} hd_bdd_stats;
hd_bdd_stats hd_bdd_get_stats(void);

/* --- references -------------------------------------------------------------------------------- */

typedef uint32_t hd_bdd_scope;
hd_bdd_scope hd_bdd_open(void);
void hd_bdd_close(hd_bdd_scope s); /* scopes close in the reverse order of their opening */
hd_bdd hd_bdd_close_with(hd_bdd_scope s, hd_bdd survivor);

hd_bdd hd_bdd_keep(hd_bdd x); /* returns x; constants and none may be kept and dropped, too */
void hd_bdd_drop(hd_bdd x);
void hd_bdd_set(hd_bdd *slot, hd_bdd value);

/* --- variables --------------------------------------------------------------------------------- */

/* n new variables, numbered from the returned one on, below all others in the order. */
uint32_t hd_bdd_vars_new(uint32_t n);
uint32_t hd_bdd_vars_count(void);
hd_bdd hd_bdd_var(uint32_t var);
hd_bdd hd_bdd_not_var(uint32_t var);

/* Variables first..first+n-1 move together and in this order when variables are reordered: say it
 * for each group (the copies x, x' of a bit). A group lies next to each other in the present order. */
void hd_bdd_group(uint32_t first, uint32_t n);
/* Sifts the groups; every variable that is in no group is a group of its own. */
void hd_bdd_reorder(void);
/* Reorders when the live nodes have doubled since the last time (and are at least `least`). True
 * when it did. Call between operations, with everything needed registered or kept. */
bool hd_bdd_reorder_if_grown(uint64_t least);
uint32_t hd_bdd_level(uint32_t var);

/* --- operations -------------------------------------------------------------------------------- */

static inline bool hd_bdd_same(hd_bdd a, hd_bdd b)
{
  return a.node == b.node;
}
static inline bool hd_bdd_ok(hd_bdd x)
{
  return x.node >= 0;
}
static inline bool hd_bdd_is_false(hd_bdd x)
{
  return x.node == 0;
}
static inline bool hd_bdd_is_true(hd_bdd x)
{
  return x.node == 1;
}

hd_bdd hd_bdd_not(hd_bdd a);
hd_bdd hd_bdd_and(hd_bdd a, hd_bdd b);
hd_bdd hd_bdd_or(hd_bdd a, hd_bdd b);
hd_bdd hd_bdd_xor(hd_bdd a, hd_bdd b);
hd_bdd hd_bdd_iff(hd_bdd a, hd_bdd b);
hd_bdd hd_bdd_implies(hd_bdd a, hd_bdd b);
hd_bdd hd_bdd_minus(hd_bdd a, hd_bdd b); /* a and not b */
hd_bdd hd_bdd_ite(hd_bdd a, hd_bdd b, hd_bdd c);

/* The conjunction of variables: what quantifiers take. */
hd_bdd hd_bdd_cube(const uint32_t *vars, uint32_t n);
/* The conjunction of literals: values[i] false stands for the negated variable. */
hd_bdd hd_bdd_literals(const uint32_t *vars, const bool *values, uint32_t n);
hd_bdd hd_bdd_exists(hd_bdd a, hd_bdd cube);
hd_bdd hd_bdd_forall(hd_bdd a, hd_bdd cube);
hd_bdd hd_bdd_and_exists(hd_bdd a, hd_bdd b, hd_bdd cube); /* exists cube. a & b, in one pass */

hd_bdd hd_bdd_restrict(hd_bdd a, hd_bdd literals); /* the cofactor: variables replaced by constants */
/* Some set, hopefully small, that agrees with a inside of care. */
hd_bdd hd_bdd_simplify(hd_bdd a, hd_bdd care);

/* A simultaneous renaming of from[i] to to[i]. Both lists are without repetition; a variable of `to`
 * that isn't in `from` must not occur in the set that is renamed. */
typedef struct hd_bdd_map hd_bdd_map;
hd_bdd_map *hd_bdd_map_new(const uint32_t *from, const uint32_t *to, uint32_t n);
void hd_bdd_map_free(hd_bdd_map *m);
hd_bdd hd_bdd_rename(hd_bdd a, hd_bdd_map *m);
/* Simultaneous substitution of sets for variables, repetition allowed; slower than renaming. */
hd_bdd hd_bdd_substitute(hd_bdd a, const uint32_t *vars, const hd_bdd *values, uint32_t n);

/* --- looking at sets --------------------------------------------------------------------------- */

uint64_t hd_bdd_nodes(hd_bdd a);                          /* distinct inner nodes */
uint64_t hd_bdd_nodes_of(const hd_bdd *sets, uint32_t n); /* shared ones counted once */
void hd_bdd_support(hd_bdd a, hd_u32s *vars);             /* appends, in the present order */
/* How many assignments to exactly these variables satisfy a; a must depend on no others. Exact below
 * 2^53, rounded above, infinity beyond the range of double. */
double hd_bdd_count(hd_bdd a, const uint32_t *vars, uint32_t n);
/* The assignment of these variables that is least when vars[0] is the most significant: false
 * before true. False when a is empty (or none). Variables that a does not mention become false. */
bool hd_bdd_pick(hd_bdd a, const uint32_t *vars, uint32_t n, bool *values);
/* The same as a set: one literal for each of vars; none when the budget ends meanwhile. */
hd_bdd hd_bdd_pick_cube(hd_bdd a, const uint32_t *vars, uint32_t n);
/* The values in such a conjunction of literals; nothing is computed, so no budget can end. */
void hd_bdd_read(hd_bdd literals, const uint32_t *vars, uint32_t n, bool *values);
bool hd_bdd_contains(hd_bdd a, const uint32_t *vars, const bool *values, uint32_t n);

/* The diagrams of sets as a list, children first: where `var` is 0 the node is `low`, where it is 1 `high`. 0 and 1
 * are the constants, list->data[i] is i + 2; numbers[i] is that of sets[i]. Appends; starts from an empty list. */
typedef struct {
  uint32_t var, low, high;
} hd_bdd_node;
typedef HD_VEC(hd_bdd_node) hd_bdd_list;
void hd_bdd_export(const hd_bdd *sets, uint32_t n, hd_bdd_list *list, uint32_t *numbers);

/* Every assignment of vars in a, ascending as hd_bdd_pick orders them; a may depend on no others.
 *   for (hd_bdd_walk w = hd_bdd_walk_begin(a, vars, n); hd_bdd_walk_next(&w);) use w.values[i];
 * Ends by itself; hd_bdd_walk_end for leaving early. */
typedef struct {
  hd_bdd set;
  const uint32_t *vars;
  uint32_t n;
  bool *values;
  bool began;
} hd_bdd_walk;
hd_bdd_walk hd_bdd_walk_begin(hd_bdd a, const uint32_t *vars, uint32_t n);
bool hd_bdd_walk_next(hd_bdd_walk *w);
void hd_bdd_walk_end(hd_bdd_walk *w);

#endif
