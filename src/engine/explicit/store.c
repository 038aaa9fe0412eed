/* store.c - states as trees of interned pairs of words (tree compression). */
#include "engine/explicit/store.h"

/* --- numbers for keys ------------------------------------------------------------------------ */

static void intern_grow(hd_intern *t)
{
  uint32_t n = t->slots ? (t->mask + 1) * 2 : 1024;
  free(t->slots);
  t->slots = hd_alloc(n, sizeof *t->slots);
  t->mask = n - 1;
  for (uint32_t i = 0; i < t->len; i++) {
    uint32_t at = (uint32_t)hd_store_hash(t->keys[i]) & t->mask;
    while (t->slots[at]) at = (at + 1) & t->mask;
    t->slots[at] = i + 1;
  }
}

static uint32_t intern_add(hd_intern *t, uint64_t key, uint32_t at)
{
  if (t->len == t->cap) {
    t->cap = t->cap ? t->cap * 2 : 512;
    t->keys = hd_realloc(t->keys, t->cap, sizeof *t->keys);
  }
  t->keys[t->len++] = key;
  t->slots[at] = t->len;
  if ((uint64_t)t->len * 3 > (uint64_t)t->mask * 2) intern_grow(t);
  return t->len - 1;
}

static inline uint32_t intern(hd_intern *t, uint64_t key)
{
  uint32_t at = (uint32_t)hd_store_hash(key) & t->mask;
  for (uint32_t n; (n = t->slots[at]); at = (at + 1) & t->mask)
    if (t->keys[n - 1] == key) return n - 1;
  return intern_add(t, key, at);
}

static void intern_clear(hd_intern *t)
{
  free(t->keys);
  free(t->slots);
}

/* --- the set of keys ------------------------------------------------------------------------- */

static void set_grow(hd_store *s)
{
  uint64_t *old = s->slots, n = old ? s->mask + 1 : 0, size = n ? n * 2 : 4096;
  uint32_t *old_ids = s->ids;
  s->slots = hd_alloc(size, sizeof *s->slots);
  if (s->with_ids) s->ids = hd_alloc(size, sizeof *s->ids);
  s->mask = size - 1;
  for (uint64_t i = 0; i < n; i++) {
    if (!old[i]) continue;
    uint64_t at = hd_store_hash(old[i]) & s->mask;
    while (s->slots[at]) at = (at + 1) & s->mask;
    s->slots[at] = old[i];
    if (old_ids) s->ids[at] = old_ids[i];
  }
  free(old);
  free(old_ids);
}

static void append(hd_store *s, uint64_t key, uint32_t parent)
{
  if (s->len == s->cap) {
    HD_CHECK(s->cap < UINT32_MAX / 2);
    s->cap = s->cap ? s->cap * 2 : 4096;
    s->keys = hd_realloc(s->keys, s->cap, sizeof *s->keys);
    s->parents = hd_realloc(s->parents, s->cap, sizeof *s->parents);
  }
  s->keys[s->len] = key;
  s->parents[s->len++] = parent;
}

bool hd_store_add(hd_store *s, uint64_t key, uint32_t parent)
{
  if (key == 0) {
    if (s->has_zero) return false;
    s->has_zero = true;
    append(s, key, parent);
    return true;
  }
  uint64_t at = hd_store_hash(key) & s->mask;
  for (; s->slots[at]; at = (at + 1) & s->mask)
    if (s->slots[at] == key) return false;
  s->slots[at] = key;
  append(s, key, parent);
  if ((uint64_t)s->len * 4 > s->mask * 3) set_grow(s);
  return true;
}

bool hd_store_meet(hd_store *s, uint64_t key, uint32_t parent, uint32_t *id)
{
  uint64_t at = hd_store_hash(key) & s->mask;
  while (key && s->slots[at] && s->slots[at] != key) at = (at + 1) & s->mask;
  bool known = key ? s->slots[at] == key : s->has_zero;
  *id = !known ? s->len : key ? s->ids[at] : s->zero;
  if (known) return false;
  if (key) {
    s->slots[at] = key;
    s->ids[at] = s->len;
  } else {
    s->has_zero = true;
    s->zero = s->len;
  }
  append(s, key, parent);
  if ((uint64_t)s->len * 4 > s->mask * 3) set_grow(s);
  return true;
}

/* --- folding and unfolding ------------------------------------------------------------------- */

void hd_store_init(hd_store *s, uint32_t n_words, bool with_ids)
{
  *s = (hd_store){.n_words = n_words, .with_ids = with_ids};
  for (uint32_t n = n_words; n > 1; n = n > 2 ? (n + 1) / 2 : 1) {
    s->width = hd_realloc(s->width, (size_t)s->n_levels + 1, sizeof *s->width);
    s->width[s->n_levels++] = n;
  }
  s->scratch = hd_alloc(n_words, sizeof *s->scratch);
  intern_grow(&s->leaves);
  intern_grow(&s->inner);
  set_grow(s);
}

void hd_store_clear(hd_store *s)
{
  intern_clear(&s->leaves);
  intern_clear(&s->inner);
  free(s->width);
  free(s->scratch);
  free(s->slots);
  free(s->ids);
  free(s->keys);
  free(s->parents);
  *s = (hd_store){0};
}

static size_t intern_bytes(const hd_intern *t)
{
  return (size_t)t->len * sizeof *t->keys + ((size_t)t->mask + 1) * sizeof *t->slots;
}

size_t hd_store_bytes(const hd_store *s)
{
  size_t slot = sizeof *s->slots + (s->with_ids ? sizeof *s->ids : 0);
  return intern_bytes(&s->leaves) + intern_bytes(&s->inner) + ((size_t)s->mask + 1) * slot +
         (size_t)s->len * (sizeof *s->keys + sizeof *s->parents);
}

/* Numbers start as HD_NONE: nothing is unfolded yet. */
void hd_unfolded_init(hd_unfolded *u, const hd_store *s, uint64_t *words)
{
  uint32_t total = 1;
  u->words = words;
  u->numbers = hd_alloc((size_t)s->n_levels + 1, sizeof *u->numbers);
  for (uint32_t i = 0; i < s->n_levels; i++) {
    u->numbers[i] = hd_alloc(s->width[i], sizeof **u->numbers);
    memset(u->numbers[i], 0xff, s->width[i] * sizeof **u->numbers);
    total += s->width[i];
  }
  u->undo = hd_alloc(total, sizeof *u->undo);
  u->seen = hd_alloc(s->n_words, sizeof *u->seen);
  u->stamp = 0;
}

void hd_unfolded_clear(hd_unfolded *u, const hd_store *s)
{
  for (uint32_t i = 0; i < s->n_levels; i++) free(u->numbers[i]);
  free(u->numbers);
  free(u->undo);
  free(u->seen);
}

/* Subtrees that are as in the state before are left alone. */
static void unfold_node(const hd_store *s, hd_unfolded *u, uint32_t level, uint32_t at, uint32_t number)
{
  if (u->numbers[level][at] == number) return;
  u->numbers[level][at] = number;
  if (level == 0) {
    u->words[at] = s->leaves.keys[number];
  } else if (at * 2 + 1 == s->width[level - 1]) {
    unfold_node(s, u, level - 1, at * 2, number);
  } else {
    uint64_t pair = s->inner.keys[number];
    unfold_node(s, u, level - 1, at * 2, (uint32_t)(pair >> 32));
    unfold_node(s, u, level - 1, at * 2 + 1, (uint32_t)pair);
  }
}

void hd_store_unfold(const hd_store *s, uint64_t key, hd_unfolded *u)
{
  if (!s->n_levels) {
    u->words[0] = key;
    return;
  }
  unfold_node(s, u, s->n_levels - 1, 0, (uint32_t)(key >> 32));
  unfold_node(s, u, s->n_levels - 1, 1, (uint32_t)key);
}

static inline uint64_t pair_of(uint32_t a, uint32_t b)
{
  return (uint64_t)a << 32 | b;
}

uint64_t hd_store_fold(hd_store *s, const uint64_t *words)
{
  if (!s->n_levels) return words[0];
  uint32_t *numbers = s->scratch, n = s->n_words;
  for (uint32_t i = 0; i < n; i++) numbers[i] = intern(&s->leaves, words[i]);
  for (; n > 2; n = (n + 1) / 2)
    for (uint32_t i = 0; i < n; i += 2)
      numbers[i / 2] = i + 1 < n ? intern(&s->inner, pair_of(numbers[i], numbers[i + 1])) : numbers[i];
  return pair_of(numbers[0], numbers[1]);
}

static bool has_key(const hd_store *s, uint64_t key)
{
  if (!key) return s->has_zero;
  uint64_t at = hd_store_hash(key) & s->mask;
  while (s->slots[at] && s->slots[at] != key) at = (at + 1) & s->mask;
  return s->slots[at] == key;
}

bool hd_store_check(hd_store *s)
{
  hd_unfolded u;
  uint64_t *words = hd_alloc(s->n_words, sizeof *words);
  uint32_t leaves = s->leaves.len, inner = s->inner.len;
  bool ok = true;
  hd_unfolded_init(&u, s, words);
  for (uint32_t i = 0; i < s->len && ok; i++) {
    hd_store_unfold(s, s->keys[i], &u);
    ok = has_key(s, s->keys[i]) && hd_store_fold(s, words) == s->keys[i] && s->leaves.len == leaves &&
         s->inner.len == inner;
  }
  hd_unfolded_clear(&u, s);
  free(words);
  return ok;
}

/* Sets a node's number for now. False when it is what it was. */
static inline bool renumber_node(hd_unfolded *u, uint32_t *n_undo, uint32_t level, uint32_t at, uint32_t number)
{
  uint32_t old = u->numbers[level][at];
  if (old == number) return false;
  u->undo[*n_undo].level = level;
  u->undo[*n_undo].at = at;
  u->undo[(*n_undo)++].number = old;
  u->numbers[level][at] = number;
  return true;
}

static void refold_level(hd_store *s, hd_unfolded *u, uint32_t level, uint32_t from, uint32_t to, uint32_t *n)
{
  for (uint32_t k = from; k < to; k++) {
    uint32_t left = u->undo[k].at & ~1u;
    const uint32_t *below = u->numbers[level - 1];
    bool single = left + 1 == s->width[level - 1];
    uint32_t number = single ? below[left] : intern(&s->inner, pair_of(below[left], below[left + 1]));
    renumber_node(u, n, level, left / 2, number);
  }
}

uint64_t hd_store_refold(hd_store *s, hd_unfolded *u, const hd_change *log, uint32_t n_log)
{
  if (!s->n_levels) return u->words[0];
  uint32_t n = 0, from = 0, top = s->n_levels - 1;
  u->stamp++;
  for (uint32_t i = 0; i < n_log; i++) {
    uint32_t at = log[i].word;
    if (u->seen[at] == u->stamp) continue;
    u->seen[at] = u->stamp;
    renumber_node(u, &n, 0, at, intern(&s->leaves, u->words[at]));
  }
  for (uint32_t level = 1; level <= top; level++) {
    uint32_t to = n;
    refold_level(s, u, level, from, to, &n);
    from = to;
  }
  uint64_t key = pair_of(u->numbers[top][0], u->numbers[top][1]);
  while (n-- > 0) u->numbers[u->undo[n].level][u->undo[n].at] = u->undo[n].number;
  return key;
}
