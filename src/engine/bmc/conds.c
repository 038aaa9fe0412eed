/* conds.c - conditions have a depth; two are compared by walking up to the same depth. */
#include "engine/bmc/conds.h"

void hd_bmc_conds_init(hd_bmc_conds *c, hd_terms *T)
{
  *c = (hd_bmc_conds){.T = T};
  hd_vec_push(&c->list, (hd_bmc_cond){.parent = HD_NONE, .literal = hd_term_true(T), .term = hd_term_true(T)});
}

void hd_bmc_conds_clear(hd_bmc_conds *c)
{
  hd_vec_clear(&c->list);
  hd_map_clear(&c->known);
}

uint32_t hd_bmc_cond_and(hd_bmc_conds *c, uint32_t cond, hd_term literal)
{
  if (hd_term_is_true(c->T, literal)) return cond;
  uint64_t key = (uint64_t)cond << 32 | literal.id;
  const uint64_t *known = hd_map_find(&c->known, key);
  if (known) return (uint32_t)*known;
  hd_bmc_cond new = {.parent = cond, .literal = literal, .depth = c->list.data[cond].depth + 1};
  new.term = hd_term_2(c->T, HD_OP_AND, c->list.data[cond].term, literal);
  hd_map_put(&c->known, key, c->list.len);
  hd_vec_push(&c->list, new);
  return c->list.len - 1;
}

bool hd_bmc_cond_within(const hd_bmc_conds *c, uint32_t a, uint32_t b)
{
  while (c->list.data[b].depth > c->list.data[a].depth) b = c->list.data[b].parent;
  return a == b;
}

/* One of the two implies the other, or they are the two ways of a branch: what both are together. */
static bool merge_pair(hd_bmc_conds *c, uint32_t a, uint32_t b, uint32_t *both)
{
  const hd_bmc_cond *x = &c->list.data[a], *y = &c->list.data[b];
  if (hd_bmc_cond_within(c, a, b)) return *both = a, true;
  if (hd_bmc_cond_within(c, b, a)) return *both = b, true;
  if (x->parent != y->parent || !hd_term_same(hd_term_1(c->T, HD_OP_NOT, x->literal), y->literal)) return false;
  *both = x->parent;
  return true;
}

uint32_t hd_bmc_cond_common(const hd_bmc_conds *c, uint32_t a, uint32_t b)
{
  while (a != b) {
    if (c->list.data[a].depth >= c->list.data[b].depth)
      a = c->list.data[a].parent;
    else
      b = c->list.data[b].parent;
  }
  return a;
}

hd_term hd_bmc_cond_beyond(const hd_bmc_conds *c, uint32_t part, uint32_t cond)
{
  hd_term t = hd_term_true(c->T);
  for (; cond != part; cond = c->list.data[cond].parent) t = hd_term_2(c->T, HD_OP_AND, c->list.data[cond].literal, t);
  return t;
}

uint32_t hd_bmc_cond_or(hd_bmc_conds *c, uint32_t *conds, uint32_t n)
{
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < n; i++) {
      for (uint32_t k = i + 1; k < n; k++) {
        uint32_t both;
        if (!merge_pair(c, conds[i], conds[k], &both)) continue;
        conds[i] = both;
        conds[k--] = conds[--n];
        changed = true;
      }
    }
  }
  if (n == 1) return conds[0];
  uint32_t part = conds[0];
  for (uint32_t i = 1; i < n; i++) part = hd_bmc_cond_common(c, part, conds[i]);
  hd_term some = hd_term_false(c->T);
  for (uint32_t i = 0; i < n; i++) some = hd_term_2(c->T, HD_OP_OR, some, hd_bmc_cond_beyond(c, part, conds[i]));
  return hd_bmc_cond_and(c, part, some);
}
