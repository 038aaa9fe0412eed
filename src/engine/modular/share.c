/* share.c - facts and invariants as bytes, each sent once. */
#include "engine/modular/share.h"

#include "program/pack.h"

/* Invariants are noted as facts of a level that there is not. */
static uint64_t key_of(uint32_t level, hd_term t)
{
  return (uint64_t)level << 32 | t.id;
}

/* True: the other one does not know it yet. */
static bool note_shared(hd_share *s, uint32_t level, hd_term t)
{
  uint64_t key = key_of(level, t);
  if (hd_map_find(&s->known, key)) return false;
  hd_map_put(&s->known, key, 1);
  return true;
}

void hd_share_note(hd_share *s, const hd_hierarchy *h)
{
  for (uint32_t i = 0; i < h->n; i++)
    for (uint32_t k = 0; k < h->levels[i].facts.len; k++) note_shared(s, i, h->levels[i].facts.data[k]);
  for (uint32_t k = 0; k < h->invariants.len; k++) note_shared(s, h->n, h->invariants.data[k]);
}

void hd_share_clear(hd_share *s)
{
  hd_map_clear(&s->known);
}

static void put_new(hd_share *s, hd_bytes *out, const hd_hierarchy *h, uint32_t level, const hd_term *all, uint32_t n)
{
  hd_term_list fresh = {0};
  for (uint32_t i = 0; i < n; i++)
    if (note_shared(s, level, all[i])) hd_vec_push(&fresh, all[i]);
  hd_put(out, fresh.len);
  for (uint32_t i = 0; i < fresh.len; i++) hd_put_term(out, h->u->p, fresh.data[i]);
  hd_vec_clear(&fresh);
}

void hd_share_put(hd_share *s, hd_bytes *out, const hd_hierarchy *h)
{
  put_new(s, out, h, h->n, h->invariants.data, h->invariants.len);
  for (uint32_t i = 0; i < h->n; i++) put_new(s, out, h, i, h->levels[i].facts.data, h->levels[i].facts.len);
}

/* Without --without preserve, what was learned for another query is not to be used. */
static bool is_used(const hd_hierarchy *h, uint32_t level, uint32_t first)
{
  return level == first || hd_modular_run_uses(h->u, HD_SWITCH_PRESERVE);
}

static void get_facts(hd_share *s, hd_reader *in, hd_hierarchy *h, uint32_t level, uint32_t first)
{
  for (uint32_t n = hd_get_count(in); n > 0 && !in->bad; n--) {
    hd_term fact = hd_get_term(in, h->u->p);
    if (in->bad || level < first || !is_used(h, level, first)) continue;
    note_shared(s, level, fact);
    const hd_level *l = &h->levels[level];
    bool there = false;
    for (uint32_t i = 0; i < l->facts.len && !there; i++) there = hd_term_same(l->facts.data[i], fact);
    if (!there) hd_level_add_fact(&h->levels[level], fact);
  }
}

static void get_invariants(hd_share *s, hd_reader *in, hd_hierarchy *h, uint32_t first)
{
  for (uint32_t n = hd_get_count(in); n > 0 && !in->bad; n--) {
    hd_term invariant = hd_get_term(in, h->u->p);
    if (in->bad) continue;
    note_shared(s, h->n, invariant);
    bool there = false;
    for (uint32_t i = 0; i < h->invariants.len && !there; i++) there = hd_term_same(h->invariants.data[i], invariant);
    if (!there) hd_hierarchy_add_invariant(h, first, invariant);
  }
}

bool hd_share_get(hd_share *s, hd_reader *in, hd_hierarchy *h, uint32_t first)
{
  get_invariants(s, in, h, first);
  for (uint32_t i = 0; i < h->n; i++) get_facts(s, in, h, i, first);
  return !in->bad;
}
