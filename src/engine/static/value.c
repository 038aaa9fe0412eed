/* value.c - join, meet, widening and inclusion. */
#include "engine/static/value.h"

#include "base/map.h"

static uint64_t top_bit(unsigned width)
{
  return UINT64_C(1) << (width - 1);
}
static int64_t smallest(unsigned width)
{
  return -(int64_t)(top_bit(width) - 1) - 1;
}
static int64_t largest(unsigned width)
{
  return (int64_t)(top_bit(width) - 1);
}

hd_abstract_value hd_value_own(uint64_t count)
{
  return (hd_abstract_value){.kind = HD_VALUE_OWN, .own = {1, 0, count}};
}

/* --- ranges ------------------------------------------------------------------------------------- */

typedef struct {
  uint64_t low, high;
  int64_t least, most;
} bounds;

static bounds full_bounds(unsigned width)
{
  return (bounds){0, hd_mask(width), smallest(width), largest(width)};
}

/* Tells each view what the other knows; false: there is no member. */
static bool tighten_bounds(bounds *b, unsigned width)
{
  if (b->low > b->high || b->least > b->most) return false;
  uint64_t half = top_bit(width);
  for (int round = 0; round < 2; round++) {
    if (b->high < half || b->low >= half) {
      int64_t least = hd_signed(b->low, width), most = hd_signed(b->high, width);
      if (b->least < least) b->least = least;
      if (b->most > most) b->most = most;
    }
    if (b->least > b->most) return false;
    if (b->least >= 0 || b->most < 0) {
      uint64_t low = (uint64_t)b->least & hd_mask(width), high = (uint64_t)b->most & hd_mask(width);
      if (b->low < low) b->low = low;
      if (b->high > high) b->high = high;
    }
    if (b->low > b->high) return false;
  }
  return true;
}

static hd_abstract_value of_bounds(bounds b, unsigned width)
{
  bounds full = full_bounds(width);
  if (!tighten_bounds(&b, width)) return hd_value_none();
  if (b.low == b.high) return hd_value_const(b.low);
  if (b.least == b.most) return hd_value_const((uint64_t)b.least & hd_mask(width));
  bool any = b.low == full.low && b.high == full.high && b.least == full.least && b.most == full.most;
  if (any) return hd_value_any();
  if (b.high - b.low < 2) return (hd_abstract_value){.kind = HD_VALUE_SET, .n = 2, .set = {b.low, b.high}};
  return (hd_abstract_value){.kind = HD_VALUE_RANGE, .range = {b.low, b.high, b.least, b.most}};
}

static bounds bounds_of_set(const hd_abstract_value *v, unsigned width)
{
  bounds b = {v->set[0], v->set[v->n - 1], INT64_MAX, INT64_MIN};
  for (unsigned i = 0; i < v->n; i++) {
    int64_t s = hd_signed(v->set[i], width);
    if (s < b.least) b.least = s;
    if (s > b.most) b.most = s;
  }
  return b;
}

/* Does `times * number + plus` stay below 2^width for every number? Factors of more than 62 bits are not tried. */
static bool fits_own(const hd_abstract_value *v, unsigned width)
{
  if (v->own.times >> 62 || v->own.count >> 62) return false;
  return (hd_value_wide)v->own.times * (v->own.count - 1) + v->own.plus <= hd_mask(width);
}

static bounds bounds_of_own(const hd_abstract_value *v, unsigned width)
{
  bounds b = full_bounds(width);
  if (!fits_own(v, width)) return b;
  b.low = v->own.plus;
  b.high = v->own.times * (v->own.count - 1) + v->own.plus;
  tighten_bounds(&b, width);
  return b;
}

/* Of a value that has members. */
static bounds bounds_of(const hd_abstract_value *v, unsigned width)
{
  if (v->kind == HD_VALUE_SET) return bounds_of_set(v, width);
  if (v->kind == HD_VALUE_OWN) return bounds_of_own(v, width);
  if (v->kind != HD_VALUE_RANGE) return full_bounds(width);
  return (bounds){v->range.low, v->range.high, v->range.least, v->range.most};
}

hd_abstract_value hd_value_unsigned(uint64_t low, uint64_t high, unsigned width)
{
  bounds b = full_bounds(width);
  b.low = low;
  b.high = high;
  return of_bounds(b, width);
}

hd_abstract_value hd_value_signed(int64_t least, int64_t most, unsigned width)
{
  bounds b = full_bounds(width);
  b.least = least;
  b.most = most;
  return of_bounds(b, width);
}

hd_abstract_value hd_value_as_range(const hd_abstract_value *v, unsigned width)
{
  return v->kind == HD_VALUE_NONE ? *v : of_bounds(bounds_of(v, width), width);
}

hd_abstract_value hd_value_foreign(const hd_abstract_value *v, unsigned width)
{
  return v->kind == HD_VALUE_OWN ? hd_value_as_range(v, width) : *v;
}

/* --- sets --------------------------------------------------------------------------------------- */

bool hd_value_same(const hd_abstract_value *a, const hd_abstract_value *b)
{
  if (a->kind != b->kind) return false;
  switch ((hd_value_kind)a->kind) {
  case HD_VALUE_SET: return a->n == b->n && memcmp(a->set, b->set, a->n * sizeof a->set[0]) == 0;
  case HD_VALUE_RANGE:
    return a->range.low == b->range.low && a->range.high == b->range.high && a->range.least == b->range.least &&
           a->range.most == b->range.most;
  case HD_VALUE_OWN: return a->own.times == b->own.times && a->own.plus == b->own.plus;
  case HD_VALUE_NONE:
  case HD_VALUE_ANY: break;
  }
  return true;
}

uint64_t hd_value_hash(const hd_abstract_value *v, uint64_t seed)
{
  seed = hd_hash_u64(seed ^ v->kind);
  if (v->kind == HD_VALUE_SET)
    for (unsigned i = 0; i < v->n; i++) seed = hd_hash_u64(seed ^ v->set[i]);
  if (v->kind == HD_VALUE_OWN) seed = hd_hash_u64(hd_hash_u64(seed ^ v->own.times) ^ v->own.plus);
  if (v->kind != HD_VALUE_RANGE) return seed;
  seed = hd_hash_u64(hd_hash_u64(seed ^ v->range.low) ^ v->range.high);
  return hd_hash_u64(hd_hash_u64(seed ^ (uint64_t)v->range.least) ^ (uint64_t)v->range.most);
}

bool hd_value_is_const(const hd_abstract_value *v, uint64_t *c)
{
  if (v->kind != HD_VALUE_SET || v->n != 1) return false;
  *c = v->set[0];
  return true;
}

bool hd_value_has(const hd_abstract_value *v, uint64_t c, unsigned width)
{
  if (v->kind == HD_VALUE_NONE) return false;
  if (v->kind == HD_VALUE_SET) {
    for (unsigned i = 0; i < v->n; i++)
      if (v->set[i] == c) return true;
    return false;
  }
  bounds b = bounds_of(v, width);
  int64_t s = hd_signed(c, width);
  return c >= b.low && c <= b.high && s >= b.least && s <= b.most;
}

bool hd_value_includes(const hd_abstract_value *big, const hd_abstract_value *small, unsigned width)
{
  if (small->kind == HD_VALUE_NONE || big->kind == HD_VALUE_ANY) return true;
  if (big->kind == HD_VALUE_OWN) return hd_value_same(big, small);
  if (big->kind == HD_VALUE_NONE || small->kind == HD_VALUE_ANY) return false;
  if (small->kind == HD_VALUE_SET) {
    for (unsigned i = 0; i < small->n; i++)
      if (!hd_value_has(big, small->set[i], width)) return false;
    return true;
  }
  bounds s = bounds_of(small, width), b = bounds_of(big, width);
  if (big->kind == HD_VALUE_SET) return false;
  return b.low <= s.low && s.high <= b.high && b.least <= s.least && s.most <= b.most;
}

/* Adds a constant; false: it does not fit. */
static bool add_constant(hd_abstract_value *v, uint64_t c)
{
  unsigned i = 0;
  while (i < v->n && v->set[i] < c) i++;
  if (i < v->n && v->set[i] == c) return true;
  if (v->n == HD_VALUE_MOST) return false;
  for (unsigned k = v->n; k > i; k--) v->set[k] = v->set[k - 1];
  v->set[i] = c;
  v->n++;
  return true;
}

static void include_bounds(bounds *b, bounds c)
{
  if (c.low < b->low) b->low = c.low;
  if (c.high > b->high) b->high = c.high;
  if (c.least < b->least) b->least = c.least;
  if (c.most > b->most) b->most = c.most;
}

hd_abstract_value hd_value_join(const hd_abstract_value *a, const hd_abstract_value *b, unsigned width)
{
  if (a->kind == HD_VALUE_NONE || hd_value_same(a, b)) return *b;
  if (b->kind == HD_VALUE_NONE) return *a;
  if (a->kind == HD_VALUE_ANY || b->kind == HD_VALUE_ANY) return hd_value_any();
  if (a->kind == HD_VALUE_SET && b->kind == HD_VALUE_SET) {
    hd_abstract_value all = *a;
    bool fits = true;
    for (unsigned i = 0; i < b->n && fits; i++) fits = add_constant(&all, b->set[i]);
    if (fits) return all;
  }
  bounds x = bounds_of(a, width);
  include_bounds(&x, bounds_of(b, width));
  return of_bounds(x, width);
}

static hd_abstract_value meet_set(const hd_abstract_value *set, const hd_abstract_value *v, unsigned width)
{
  hd_abstract_value both = {.kind = HD_VALUE_SET};
  for (unsigned i = 0; i < set->n; i++)
    if (hd_value_has(v, set->set[i], width)) both.set[both.n++] = set->set[i];
  return both.n ? both : hd_value_none();
}

/* Which number it is remains unknown: OWN says more than a set of constants. */
static hd_abstract_value meet_own(const hd_abstract_value *a, const hd_abstract_value *b, unsigned width)
{
  const hd_abstract_value *own = a->kind == HD_VALUE_OWN ? a : b;
  return meet_set(own == a ? b : a, own, width).kind == HD_VALUE_NONE ? hd_value_none() : *own;
}

hd_abstract_value hd_value_meet(const hd_abstract_value *a, const hd_abstract_value *b, unsigned width)
{
  if (a->kind == HD_VALUE_NONE || b->kind == HD_VALUE_ANY) return *a;
  if (b->kind == HD_VALUE_NONE || a->kind == HD_VALUE_ANY) return *b;
  bool own = a->kind == HD_VALUE_OWN || b->kind == HD_VALUE_OWN;
  if (own && (a->kind == HD_VALUE_SET || b->kind == HD_VALUE_SET)) return meet_own(a, b, width);
  if (a->kind == HD_VALUE_SET) return meet_set(a, b, width);
  if (b->kind == HD_VALUE_SET) return meet_set(b, a, width);
  bounds x = bounds_of(a, width), y = bounds_of(b, width);
  if (x.low < y.low) x.low = y.low;
  if (x.high > y.high) x.high = y.high;
  if (x.least < y.least) x.least = y.least;
  if (x.most > y.most) x.most = y.most;
  hd_abstract_value both = of_bounds(x, width);
  if (both.kind == HD_VALUE_NONE) return both;
  if (a->kind == HD_VALUE_OWN) return *a;
  return b->kind == HD_VALUE_OWN ? *b : both;
}

hd_abstract_value hd_value_without(const hd_abstract_value *v, uint64_t c, unsigned width)
{
  hd_abstract_value rest = {.kind = HD_VALUE_SET};
  if (v->kind == HD_VALUE_NONE || v->kind == HD_VALUE_OWN) return *v;
  if (v->kind == HD_VALUE_SET) {
    for (unsigned i = 0; i < v->n; i++)
      if (v->set[i] != c) rest.set[rest.n++] = v->set[i];
    return rest.n ? rest : hd_value_none();
  }
  bounds b = bounds_of(v, width);
  int64_t s = hd_signed(c, width);
  if (b.low == c) b.low++;
  if (b.high == c) b.high--;
  if (b.least == s) b.least++;
  if (b.most == s) b.most--;
  return of_bounds(b, width);
}

/* --- widening ----------------------------------------------------------------------------------- */

static uint64_t bits_below(const hd_thresholds *t, uint64_t c)
{
  uint64_t best = 0;
  for (uint32_t i = 0; i < t->bits.len && t->bits.data[i] <= c; i++) best = t->bits.data[i];
  return best;
}
static uint64_t bits_above(const hd_thresholds *t, uint64_t c, uint64_t most)
{
  for (uint32_t i = 0; i < t->bits.len; i++)
    if (t->bits.data[i] >= c) return t->bits.data[i] < most ? t->bits.data[i] : most;
  return most;
}
static int64_t signs_below(const hd_thresholds *t, int64_t c, int64_t least)
{
  int64_t best = least;
  for (uint32_t i = 0; i < t->signs.len && t->signs.data[i] <= c; i++)
    if (t->signs.data[i] > least) best = t->signs.data[i];
  return best;
}
static int64_t signs_above(const hd_thresholds *t, int64_t c, int64_t most)
{
  for (uint32_t i = 0; i < t->signs.len; i++)
    if (t->signs.data[i] >= c) return t->signs.data[i] < most ? t->signs.data[i] : most;
  return most;
}

hd_abstract_value hd_value_widen(const hd_abstract_value *a, const hd_abstract_value *b, unsigned width,
                                 const hd_thresholds *t)
{
  hd_abstract_value joined = hd_value_join(a, b, width);
  if (a->kind == HD_VALUE_NONE || joined.kind == HD_VALUE_ANY || hd_value_includes(a, &joined, width)) return joined;
  bounds x = bounds_of(a, width), y = bounds_of(&joined, width);
  if (y.low < x.low) y.low = bits_below(t, y.low);
  if (y.high > x.high) y.high = bits_above(t, y.high, hd_mask(width));
  if (y.least < x.least) y.least = signs_below(t, y.least, smallest(width));
  if (y.most > x.most) y.most = signs_above(t, y.most, largest(width));
  return of_bounds(y, width);
}

/* --- two instances ------------------------------------------------------------------------------ */

/* Different numbers give different values. */
static bool tells_apart(const hd_abstract_value *v, unsigned width)
{
  if (!v->own.times || v->own.times >> 62 || v->own.count >> 62) return false;
  return (hd_value_wide)v->own.times * (v->own.count - 1) <= hd_mask(width);
}

bool hd_value_may_meet(const hd_abstract_value *a, const hd_abstract_value *b, unsigned width, bool same)
{
  if (same && a->kind == HD_VALUE_OWN && hd_value_same(a, b) && tells_apart(a, width)) return false;
  return hd_value_meet(a, b, width).kind != HD_VALUE_NONE;
}
