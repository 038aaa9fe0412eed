/* persistent_choose.c - a persistent set in one state: the smallest closure under conflicts. */
#include "engine/explicit/persistent_state.h"

static inline const uint64_t *sets_of(const hd_persistent *x, uint32_t instance, uint32_t pc)
{
  return x->sets[instance] + (size_t)pc * HD_N_SETS * x->words;
}

/* Reads and writes: all that the second may still access before the first has moved. */
static const uint64_t *future_of(const hd_persistent *x, const uint32_t *pcs, uint32_t i, uint32_t k)
{
  const uint64_t *before = x->before[(size_t)i * x->n_instances + k];
  if (before) return before + (size_t)pcs[k] * 2 * x->words;
  return sets_of(x, k, pcs[k]) + (size_t)HD_ALL_READS * x->words;
}

/* Can anything the other does before conflict with the next step? */
static bool conflicts(const hd_persistent *x, const uint64_t *next, const uint64_t *other)
{
  uint32_t n = x->words;
  uint64_t common = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t reads = next[HD_NEXT_READS * n + i], writes = next[HD_NEXT_WRITES * n + i];
    common |= (reads | (writes & ~x->same[i])) & other[HD_WRITES * n + i];
    common |= writes & other[HD_READS * n + i];
  }
  return common != 0;
}

static bool instances_conflict(const hd_persistent *x, const uint32_t *pcs, uint32_t i, uint32_t k)
{
  if (!x->known) return conflicts(x, sets_of(x, i, pcs[i]), future_of(x, pcs, i, k));
  _Atomic uint8_t *known = &x->known[(size_t)(x->first[i] + pcs[i]) * x->n_places + x->first[k] + pcs[k]];
  uint8_t answer = atomic_load_explicit(known, memory_order_relaxed);
  if (!answer) {
    answer = conflicts(x, sets_of(x, i, pcs[i]), future_of(x, pcs, i, k)) ? 1 : 2;
    atomic_store_explicit(known, answer, memory_order_relaxed);
  }
  return answer == 1;
}

static bool are_independent(const hd_persistent *x, const uint32_t *pcs, uint32_t i, uint32_t k)
{
  if (x->special[i][pcs[i]] || x->special[k][pcs[k]]) return false;
  return !conflicts(x, sets_of(x, i, pcs[i]), sets_of(x, k, pcs[k]));
}

bool hd_persistent_independent(const hd_persistent *x, const uint32_t *pcs, uint32_t i, uint32_t k)
{
  if (!x->apart) return are_independent(x, pcs, i, k);
  _Atomic uint8_t *apart = &x->apart[(size_t)(x->first[i] + pcs[i]) * x->n_places + x->first[k] + pcs[k]];
  uint8_t answer = atomic_load_explicit(apart, memory_order_relaxed);
  if (!answer) {
    answer = are_independent(x, pcs, i, k) ? 1 : 2;
    atomic_store_explicit(apart, answer, memory_order_relaxed);
  }
  return answer == 1;
}

bool hd_persistent_awaits_creation(const hd_persistent *x, uint32_t instance)
{
  return x->exists[instance] != HD_NONE;
}

typedef struct {
  const uint32_t *pcs;
  uint64_t alive, unborn, blocked;
} situation;

static int size_of(const situation *now, uint64_t set)
{
  return __builtin_popcountll(set & ~now->blocked);
}

/* May the other do something that matters for what this one does next? */
static bool instance_meets(const hd_persistent *x, const situation *now, uint32_t i, uint32_t k)
{
  if (now->unborn >> i & 1) {
    const uint64_t *writes = sets_of(x, k, now->pcs[k]) + (size_t)HD_ALL_WRITES * x->words;
    return writes[x->exists[i] / 64] >> (x->exists[i] % 64) & 1;
  }
  return instances_conflict(x, now->pcs, i, k);
}

/* The closure of one instance under conflicts; `alive` when a special place is in it, or when
 * it gets as large as the best so far. */
static uint64_t closure(const hd_persistent *x, const situation *now, uint32_t seed, int best)
{
  uint64_t set = UINT64_C(1) << seed, todo = set;
  while (todo) {
    uint32_t i = (uint32_t)__builtin_ctzll(todo);
    todo &= todo - 1;
    if (!(now->unborn >> i & 1) && x->special[i][now->pcs[i]]) return now->alive;
    for (uint64_t rest = now->alive & ~set; rest; rest &= rest - 1) {
      uint32_t k = (uint32_t)__builtin_ctzll(rest);
      if (!instance_meets(x, now, i, k)) continue;
      set |= UINT64_C(1) << k;
      todo |= UINT64_C(1) << k;
    }
    if (size_of(now, set) >= best) return now->alive;
  }
  return set;
}

uint64_t hd_persistent_choose(const hd_persistent *x, const uint32_t *pcs, uint64_t alive, uint64_t unborn,
                              uint64_t blocked)
{
  situation now = {pcs, alive, unborn, blocked};
  uint64_t best = alive;
  for (uint64_t rest = alive & ~blocked; rest; rest &= rest - 1) {
    uint64_t set = closure(x, &now, (uint32_t)__builtin_ctzll(rest), size_of(&now, best));
    if (size_of(&now, set) < size_of(&now, best)) best = set;
    if (size_of(&now, best) <= 1) break;
  }
  return best;
}
