/* map.h - the project's one hash map: 64-bit keys to 64-bit values, open addressing.
 *
 * Strings go through hd_strings, which gives equal strings equal numbers. */
#ifndef HD_BASE_MAP_H
#define HD_BASE_MAP_H

#include "base/arena.h"

typedef struct {
  uint64_t *keys, *values;
  uint8_t *used;
  uint32_t len, cap; /* cap is zero or a power of two */
} hd_map;

void hd_map_clear(hd_map *m); /* {0} is an empty map */
void hd_map_put(hd_map *m, uint64_t key, uint64_t value);
/* The address of the key's value, or NULL; valid until the next put. */
uint64_t *hd_map_find(const hd_map *m, uint64_t key);
/* The value, or `otherwise` when the key is absent. */
uint64_t hd_map_get_or(const hd_map *m, uint64_t key, uint64_t otherwise);

/* Mixes 64 bits well enough for a power-of-two table. */
static inline uint64_t hd_hash_u64(uint64_t x)
{
  x ^= x >> 32;
  x *= UINT64_C(0xd6e8feb86659fd93);
  x ^= x >> 32;
  x *= UINT64_C(0xd6e8feb86659fd93);
  x ^= x >> 32;
  return x;
}

/* The next number of a random sequence; every seed, also 0, gives a good one. */
static inline uint64_t hd_roll(uint64_t *state)
{
  return hd_hash_u64(*state += UINT64_C(0x9e3779b97f4a7c15));
}
uint64_t hd_hash_bytes(const void *data, size_t size, uint64_t seed);

/* Interned strings, numbered from 0 in the order of their first appearance. */
typedef struct {
  hd_arena arena;
  HD_VEC(const char *) texts;
  uint32_t *slots;
  uint32_t cap;
} hd_strings;

void hd_strings_init(hd_strings *s);
void hd_strings_clear(hd_strings *s);
uint32_t hd_strings_add(hd_strings *s, const char *text);
/* The number of a string that is there already, or HD_NONE. */
uint32_t hd_strings_find(const hd_strings *s, const char *text);
const char *hd_strings_get(const hd_strings *s, uint32_t id);

#endif
