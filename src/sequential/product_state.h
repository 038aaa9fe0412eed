/* product_state.h - how a product lies in memory; only the files of product.h include this. */
#ifndef HD_SEQUENTIAL_PRODUCT_STATE_H
#define HD_SEQUENTIAL_PRODUCT_STATE_H

#include <stdio.h>

#include "program/any_copies.h"
#include "sequential/product.h"

/* An instance, or any copy of a thread (instance HD_EVERY). */
typedef struct {
  hd_thread thread;
  uint32_t instance;
  uint32_t home;   /* the module where it is looked at as a mover; HD_NONE: it stands for another copy */
  uint32_t shadow; /* the party that stands for another copy of it, or HD_NONE */
} hd_party_info;

/* Parties whose locations and locals are looked at together. */
typedef struct {
  uint32_t *parties;
  uint32_t n;
} hd_module;

/* A cell of the whole state: of the shared memory (party HD_NONE), or of one instance. */
typedef struct {
  uint32_t cell, party;
  hd_term var; /* the variable that stands for it */
} hd_slot_info;

typedef struct {
  uint32_t module;
  hd_loc *at;      /* by party; HD_NO_LOC for those of other modules */
  hd_term *values; /* by slot: a constant, or the slot's variable; HD_NO_TERM: not of this module */
  uint32_t next;   /* with the same hash */
  bool seen, waiting;
  hd_pred pred;
  uint32_t *params; /* the slots that its predicate is about */
  uint32_t n_params;
} hd_node_info;

typedef struct {
  uint32_t node;          /* HD_NONE: the start */
  uint32_t party, target; /* party HD_NONE: none moves, the node itself is bad */
  uint32_t to;            /* HD_NONE: bad */
} hd_rule_info;

/* A step of a party: of one that the node looks at (inside), or of another. */
typedef struct {
  uint32_t node;  /* what is looked at .. */
  uint32_t mover; /* .. and the node where the party stands */
  uint32_t also;  /* PAIRS, a third copy moves: where it stands beside the second; or HD_NONE */
  uint32_t party; /* the one that moves, as the terms know it */
  hd_loc from;
  bool inside;
} hd_product_move;

struct hd_product {
  hd_program *p;
  hd_terms *T;
  const uint8_t *cut;
  const hd_liveness *live;
  hd_cells *cells;
  hd_symbols symbols;
  hd_arena arena;
  HD_VEC(hd_party_info) who; /* of a product: the instances, thread by thread */
  HD_VEC(hd_module) modules;
  bool modular; /* parties outside a node's module move, too */
  bool pairs;   /* two copies are looked at together; these are the parties then: */
  uint32_t copy, second, third;
  const uint32_t *ghost; /* by variable: a flag that at most one party has, of those with this number; or HD_NONE */
  hd_u32s marked;        /* slots of ghosts and of copies' numbers */
  HD_VEC(hd_slot_info) slots;
  uint32_t *slot_of;          /* by instance and cell; HD_NONE: a local of another thread */
  hd_block **blocks;          /* by instance and location */
  HD_VEC(hd_node_info) nodes; /* the first is the start */
  hd_map by_hash;
  hd_u32s work;
  HD_VEC(hd_rule_info) rules; /* by tag */
  hd_property watched;        /* whose bad states count */
};

/* What is constant in a move, for putting it into terms. */
typedef struct {
  hd_product *x;
  hd_map values;
  hd_map by_cond; /* what the condition of the target at hand says besides */
  hd_term cond;   /* what has to hold besides */
} hd_product_known;
/* False: the two nodes exclude each other. */
bool hd_product_known_init(hd_product_known *k, hd_product *x, const hd_product_move *m);
void hd_product_known_clear(hd_product_known *k);
hd_term hd_product_known_apply(hd_product_known *k, hd_term t);

/* The node, if it is there; or HD_NONE. */
uint32_t hd_product_find(const hd_product *x, uint32_t module, const hd_loc *at);
/* A slot of the node where the mover stands (which 0: mover, 1: also), as the move's terms know it. */
uint32_t hd_product_as_moved(const hd_product *x, const hd_product_move *m, unsigned which, uint32_t slot);

/* The steps of making one. */
hd_product *hd_product_new_empty(hd_program *p, const uint8_t *cut, const hd_liveness *live);
void hd_product_add_slots(hd_product *x);

/* The slot's value at the start: a constant, or its variable. */
hd_term hd_product_initial(const hd_product *x, uint32_t slot);
/* What whole arrays hold at the start. */
hd_term hd_product_initial_arrays(const hd_product *x);
/* When a state at these locations, with these values by slot, is bad by itself. */
hd_term hd_product_bad_state(const hd_product *x, const hd_loc *at, const hd_term *values);
hd_block *hd_product_block(hd_product *x, uint32_t party, hd_loc from);
bool hd_product_is_dead(const hd_product *x, uint32_t slot, const hd_loc *at);

/* Calls `visit` for every target of every move that changes what is looked at in the node, or in
 * which it moves others, as the constants so far allow. After a CUT target, `at` and `values` say
 * what the node looked at becomes. */
typedef void hd_move_fn(void *context, const hd_product_move *m, const hd_block_target *t, uint32_t target,
                        hd_term cond, const hd_loc *at, const hd_term *values);
void hd_product_moves(hd_product *x, uint32_t node, bool as_mover, hd_move_fn *visit, void *context);

#endif
