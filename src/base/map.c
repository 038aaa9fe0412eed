/* map.c - linear probing; the same table serves interned strings. */
#include "base/map.h"

void hd_map_clear(hd_map *m)
{
  free(m->keys);
  free(m->values);
  free(m->used);
  *m = (hd_map){0};
}

static uint32_t probe_slot(const hd_map *m, uint64_t key)
{
  uint32_t i = (uint32_t)hd_hash_u64(key) & (m->cap - 1);
  while (m->used[i] && m->keys[i] != key) i = (i + 1) & (m->cap - 1);
  return i;
}

static void grow_map(hd_map *m)
{
  hd_map old = *m;
  m->cap = old.cap ? old.cap * 2 : 16;
  m->keys = hd_alloc(m->cap, sizeof *m->keys);
  m->values = hd_alloc(m->cap, sizeof *m->values);
  m->used = hd_alloc(m->cap, sizeof *m->used);
  for (uint32_t i = 0; i < old.cap; i++) {
    if (!old.used[i]) continue;
    uint32_t at = probe_slot(m, old.keys[i]);
    m->used[at] = 1;
    m->keys[at] = old.keys[i];
    m->values[at] = old.values[i];
  }
  hd_map_clear(&old);
}

void hd_map_put(hd_map *m, uint64_t key, uint64_t value)
{
  if (m->len * 4 >= m->cap * 3) grow_map(m);
  uint32_t i = probe_slot(m, key);
  if (!m->used[i]) m->len++;
  m->used[i] = 1;
  m->keys[i] = key;
  m->values[i] = value;
}

uint64_t *hd_map_find(const hd_map *m, uint64_t key)
{
  if (!m->len) return NULL;
  uint32_t i = probe_slot(m, key);
  return m->used[i] ? &m->values[i] : NULL;
}

uint64_t hd_map_get_or(const hd_map *m, uint64_t key, uint64_t otherwise)
{
  const uint64_t *value = hd_map_find(m, key);
  return value ? *value : otherwise;
}

uint64_t hd_hash_bytes(const void *data, size_t size, uint64_t seed)
{
  const unsigned char *p = data;
  uint64_t h = seed ^ (size * UINT64_C(0x9e3779b97f4a7c15));
  for (; size >= 8; size -= 8, p += 8) {
    uint64_t word;
    memcpy(&word, p, 8);
    h = (h ^ word) * UINT64_C(0xff51afd7ed558ccd);
    h ^= h >> 32;
  }
  uint64_t rest = 0;
  memcpy(&rest, p, size);
  return hd_hash_u64(h ^ rest);
}

void hd_strings_init(hd_strings *s)
{
  *s = (hd_strings){0};
  hd_arena_init(&s->arena);
}

void hd_strings_clear(hd_strings *s)
{
  hd_arena_clear(&s->arena);
  hd_vec_clear(&s->texts);
  free(s->slots);
  hd_strings_init(s);
}

/* The slot of the text, or the free slot where it belongs; slots hold id + 1. */
static uint32_t string_slot(const hd_strings *s, const char *text)
{
  uint32_t i = (uint32_t)hd_hash_bytes(text, strlen(text), 0) & (s->cap - 1);
  while (s->slots[i] && strcmp(s->texts.data[s->slots[i] - 1], text) != 0) i = (i + 1) & (s->cap - 1);
  return i;
}

static void strings_grow(hd_strings *s)
{
  free(s->slots);
  s->cap = s->cap ? s->cap * 2 : 64;
  s->slots = hd_alloc(s->cap, sizeof *s->slots);
  for (uint32_t id = 0; id < s->texts.len; id++) s->slots[string_slot(s, s->texts.data[id])] = id + 1;
}

uint32_t hd_strings_add(hd_strings *s, const char *text)
{
  if (s->texts.len * 2 >= s->cap) strings_grow(s);
  uint32_t i = string_slot(s, text);
  if (!s->slots[i]) {
    hd_vec_push(&s->texts, hd_arena_strdup(&s->arena, text));
    s->slots[i] = s->texts.len;
  }
  return s->slots[i] - 1;
}

uint32_t hd_strings_find(const hd_strings *s, const char *text)
{
  if (!s->cap) return HD_NONE;
  uint32_t i = string_slot(s, text);
  return s->slots[i] ? s->slots[i] - 1 : HD_NONE;
}

const char *hd_strings_get(const hd_strings *s, uint32_t id)
{
  HD_CHECK(id < s->texts.len);
  return s->texts.data[id];
}
