/* store.h - the set of states, exact and small.
 *
 * Words are interned: equal words get equal numbers. Pairs of numbers are interned again,
 * and so on in a binary tree, until two numbers are left: these 64 bits are the state's key.
 * Different states have different keys, and the way back leads from the key to the words: no
 * hash ever stands for a state. As a step changes a few words only, only their ways to the
 * root are computed anew. A state of one word is its own key. */
#ifndef HD_EXPLICIT_STORE_H
#define HD_EXPLICIT_STORE_H

#include "engine/explicit/machine.h"

/* Numbers for 64-bit keys. */
typedef struct {
  uint64_t *keys; /* by number */
  uint32_t len, cap;
  uint32_t *slots; /* number + 1; 0 is free */
  uint32_t mask;
} hd_intern;

/* One state spread out: its words and the numbers of the tree's nodes. */
typedef struct {
  uint64_t *words;    /* borrowed: the machine's */
  uint32_t **numbers; /* by level, the words' own first */
  struct {
    uint32_t level, at, number;
  } * undo;
  uint32_t *seen, stamp; /* by word: the refolding that looked at it last */
} hd_unfolded;

typedef struct {
  uint32_t n_words;
  uint32_t n_levels; /* of numbers; 0: the state is one word */
  uint32_t *width;   /* by level: how many numbers; 2 at the last */
  uint32_t *scratch; /* numbers, for folding from scratch */
  hd_intern leaves, inner;
  /* The set of keys; 0 marks a free slot, and the key 0 itself is kept separately. */
  uint64_t *slots;
  bool with_ids;
  uint32_t *ids, zero; /* with_ids: by slot, and of the key 0, the state's number */
  uint64_t mask;
  bool has_zero;
  /* States in the order they were found. */
  uint64_t *keys;
  uint32_t *parents; /* the state that each was found from; HD_NONE: an initial state */
  uint32_t len, cap;
} hd_store;

/* with_ids: a state's number can be asked for when it is met again. */
void hd_store_init(hd_store *s, uint32_t n_words, bool with_ids);
void hd_store_clear(hd_store *s);
size_t hd_store_bytes(const hd_store *s);
/* Is every key in the set, and the way from its words back to it the same? Not const: the words are looked up. */
bool hd_store_check(hd_store *s);

void hd_unfolded_init(hd_unfolded *u, const hd_store *s, uint64_t *words);
void hd_unfolded_clear(hd_unfolded *u, const hd_store *s);

/* Spreads out the state of this key. */
void hd_store_unfold(const hd_store *s, uint64_t key, hd_unfolded *u);
/* The key of words that are not what u was unfolded to, from scratch. */
uint64_t hd_store_fold(hd_store *s, const uint64_t *words);
/* The key of u's words after the logged changes. */
uint64_t hd_store_refold(hd_store *s, hd_unfolded *u, const hd_change *log, uint32_t n_log);

static inline uint64_t hd_store_hash(uint64_t key)
{
  key *= UINT64_C(0x9e3779b97f4a7c15);
  return key ^ key >> 32;
}
static inline void hd_store_prefetch(const hd_store *s, uint64_t key)
{
  __builtin_prefetch(&s->slots[hd_store_hash(key) & s->mask], 1);
}
/* True if the key is new; then it has been added at the end. */
bool hd_store_add(hd_store *s, uint64_t key, uint32_t parent);
/* The same; *id: its number, also when it is not new. Only with_ids. */
bool hd_store_meet(hd_store *s, uint64_t key, uint32_t parent, uint32_t *id);

#endif
