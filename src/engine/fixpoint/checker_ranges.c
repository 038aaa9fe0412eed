/* checker_ranges.c - unions of increments in a tree of ranges. */
#include "engine/fixpoint/checker_ranges.h"

void hd_fx_ranges_init(hd_fx_ranges *r, const hd_fx_checker *c)
{
  *r = (hd_fx_ranges){c, hd_alloc(c->n_nodes + 1, sizeof *r->nodes)};
}

void hd_fx_ranges_clear(hd_fx_ranges *r)
{
  for (uint32_t i = 0; i < r->c->n_nodes; i++) {
    for (uint32_t k = 0; k < r->nodes[i].len; k++) {
      for (uint32_t j = 0; j < r->nodes[i].data[k].n; j++) hd_bdd_drop(r->nodes[i].data[k].unions[j]);
      free(r->nodes[i].data[k].unions);
    }
    hd_vec_clear(&r->nodes[i]);
  }
  free(r->nodes);
}

static hd_bdd increment_at(const hd_fx_checker *c, uint32_t n, uint32_t i)
{
  return c->increments.data[c->nodes[n].increments.data[i]].pairs;
}

/* Of 2^level neighbours, from 2^level * i on. */
static hd_bdd union_at(const hd_fx_ranges *r, uint32_t n, uint32_t level, uint32_t i)
{
  return level == 0 ? increment_at(r->c, n, i) : r->nodes[n].data[level - 1].unions[i];
}

static void make_unions(hd_fx_ranges *r, uint32_t n)
{
  uint32_t len = r->c->nodes[n].increments.len;
  for (uint32_t level = r->nodes[n].len + 1; len >> level > 0; level++) {
    hd_fx_level l = {hd_alloc(len >> level, sizeof(hd_bdd)), len >> level};
    for (uint32_t i = 0; i < l.n; i++) {
      hd_bdd_scope s = hd_bdd_open();
      hd_bdd both = hd_bdd_or(union_at(r, n, level - 1, 2 * i), union_at(r, n, level - 1, 2 * i + 1));
      hd_bdd_set(&l.unions[i], both);
      hd_bdd_close(s);
    }
    hd_vec_push(&r->nodes[n], l);
  }
}

/* How many increments of the node lie before this time: they are in order. */
static uint32_t count_before(const hd_fx_checker *c, uint32_t n, uint32_t before)
{
  const hd_u32s *list = &c->nodes[n].increments;
  uint32_t low = 0, high = list->len;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (list->data[middle] < before)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* The largest level whose union begins at `at` and ends at `end` or before. */
static uint32_t level_from(uint32_t at, uint32_t end)
{
  uint32_t level = 0;
  while (at % (UINT32_C(2) << level) == 0 && at + (UINT32_C(2) << level) <= end) level++;
  return level;
}

static bool sets_meet(hd_bdd a, hd_bdd b)
{
  hd_bdd_scope s = hd_bdd_open();
  hd_bdd common = hd_bdd_and(a, b);
  bool some = hd_bdd_ok(common) && !hd_bdd_is_false(common);
  hd_bdd_close(s);
  return some;
}

uint32_t hd_fx_ranges_find(hd_fx_ranges *r, uint32_t n, uint32_t before, hd_bdd set)
{
  uint32_t end = count_before(r->c, n, before);
  make_unions(r, n);
  for (uint32_t at = 0; at < end;) {
    uint32_t level = level_from(at, end);
    if (!sets_meet(union_at(r, n, level, at >> level), set)) {
      at += UINT32_C(1) << level;
      continue;
    }
    for (; level > 0; level--) /* the left half, or else the right one */
      if (!sets_meet(union_at(r, n, level - 1, at >> (level - 1)), set)) at += UINT32_C(1) << (level - 1);
    return r->c->nodes[n].increments.data[at];
  }
  return HD_NONE;
}

hd_bdd hd_fx_ranges_before(hd_fx_ranges *r, uint32_t n, uint32_t before)
{
  uint32_t end = count_before(r->c, n, before);
  hd_bdd all = HD_BDD_FALSE;
  make_unions(r, n);
  for (uint32_t at = 0; at < end;) {
    uint32_t level = level_from(at, end);
    all = hd_bdd_or(all, union_at(r, n, level, at >> level));
    at += UINT32_C(1) << level;
  }
  return all;
}
