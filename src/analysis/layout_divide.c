/* layout_divide.c - divides one object into slots that fit its accesses.
 *
 * It works level by level. A level is a stretch of bytes, repeated along the dimensions found so far, with the slots
 * and accesses inside it. Slots whose extents overlap form a group. A group that is an array is entered: its row is the
 * next level, with the accesses modulo the stride of the array. A group that some access does not fit becomes a rough
 * range, which is divided into words instead of slots. */
#include <stdio.h>

#include "analysis/layout.h"
#include "analysis/points_to_value.h"

typedef HD_VEC(const hd_slot *) slot_refs;
typedef HD_VEC(hd_slot) slot_list;

/* An access; home: the only slot that it is meant for, or NULL. */
typedef struct {
  hd_span span;
  const hd_slot *home;
} placed;
typedef HD_VEC(placed) placed_list;

/* Bytes [start, end) of a level. */
typedef struct {
  uint64_t start, end;
  uint32_t first, n; /* its slots in the level's list */
  bool array;        /* whole rows, one after the other */
  bool rough;
} range;
typedef HD_VEC(range) ranges;

typedef struct {
  hd_program *p;
  const hd_object_info *o;
  slot_list out;
  bool failed; /* too many dimensions */
} division;

typedef struct {
  division *d;
  uint64_t origin, length; /* origin: offset in the object at index 0 everywhere */
  hd_slot prefix;          /* its dims are those around the level */
  slot_refs slots;         /* by offset */
  placed_list accesses;    /* offsets from origin */
  ranges groups, gaps;
} level;

/* --- arithmetic ------------------------------------------------------------------------ */

static uint64_t start_of(const level *l, const hd_slot *s)
{
  return s->offset - l->origin;
}

/* The number of dimensions of its slots that the level has entered. */
static unsigned level_depth(const level *l)
{
  return l->prefix.n_dims;
}

static uint64_t end_of(const level *l, const hd_slot *s)
{
  uint64_t end = start_of(l, s) + hd_slot_bytes(s);
  for (unsigned i = level_depth(l); i < s->n_dims; i++) end += s->dims[i].stride * (s->dims[i].count - 1);
  return end;
}

/* The first place of the access at or after `at`; false: no such place. */
static bool first_place(const level *l, placed a, uint64_t at, uint64_t *place)
{
  uint64_t end = a.home ? end_of(l, a.home) : l->length;
  if (a.home && at < start_of(l, a.home)) at = start_of(l, a.home);
  *place = a.span.offset;
  if (a.span.stride) {
    uint64_t r = a.span.offset % a.span.stride, behind = at % a.span.stride;
    *place = at + (r >= behind ? r - behind : r + a.span.stride - behind);
  }
  return *place >= at && *place + a.span.bytes <= end;
}

/* Can the access have a byte in [start, end)? */
static bool access_meets(const level *l, placed a, uint64_t start, uint64_t end)
{
  uint32_t more = a.span.bytes - 1;
  uint64_t place;
  return first_place(l, a, start >= more ? start - more : 0, &place) && place < end;
}

/* Can the access have bytes on both sides of the border? */
static bool straddles(const level *l, placed a, uint64_t border)
{
  uint32_t more = a.span.bytes - 1;
  uint64_t place;
  return more && first_place(l, a, border >= more ? border - more : 0, &place) && place < border &&
         place + a.span.bytes > border;
}

/* --- groups ---------------------------------------------------------------------------- */

static int by_offset(const void *a, const void *b)
{
  const hd_slot *x = *(const hd_slot *const *)a, *y = *(const hd_slot *const *)b;
  return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static void find_groups(level *l)
{
  if (l->slots.len) qsort(l->slots.data, l->slots.len, sizeof *l->slots.data, by_offset);
  for (uint32_t i = 0; i < l->slots.len; i++) {
    uint64_t start = start_of(l, l->slots.data[i]), end = end_of(l, l->slots.data[i]);
    range *last = l->groups.len ? &hd_vec_last(&l->groups) : NULL;
    if (last && start < last->end) {
      last->n++;
      if (end > last->end) last->end = end;
    } else {
      hd_vec_push(&l->groups, (range){.start = start, .end = end, .first = i, .n = 1});
    }
  }
}

/* Is the group an array? All its slots must have the same next dimension and lie inside one stride, and all rows with
 * their padding must fit between `from` and `limit`, the ends of the groups around it. If so, the group becomes the
 * whole array, which begins before the first slot if the padding after the last row would not fit. */
static bool take_as_array(const level *l, range *g, uint64_t from, uint64_t limit)
{
  const hd_slot *first = l->slots.data[g->first];
  unsigned d = level_depth(l);
  if (first->n_dims <= d) return false;
  uint64_t size = first->dims[d].stride * first->dims[d].count, start = g->start;
  if (start + size > limit && limit >= from + size) start = limit - size;
  for (uint32_t i = g->first; i < g->first + g->n; i++) {
    const hd_slot *s = l->slots.data[i];
    if (s->n_dims <= d || s->dims[d].stride != first->dims[d].stride || s->dims[d].count != first->dims[d].count)
      return false;
    uint64_t row_end = end_of(l, s) - s->dims[d].stride * (s->dims[d].count - 1);
    if (row_end > start + s->dims[d].stride) return false;
  }
  if (start + size > limit) return false;
  g->start = start;
  g->end = start + size;
  return true;
}

static void find_arrays(level *l)
{
  for (uint32_t k = 0; k < l->groups.len; k++) {
    uint64_t from = k ? l->groups.data[k - 1].end : 0;
    uint64_t limit = k + 1 < l->groups.len ? l->groups.data[k + 1].start : l->length;
    l->groups.data[k].array = take_as_array(l, &l->groups.data[k], from, limit);
  }
}

/* Does an access reach from one row of the array into the next, or across its ends? */
static bool crosses_rows(const level *l, const range *g, placed a)
{
  uint64_t stride = l->slots.data[g->first]->dims[level_depth(l)].stride;
  if (straddles(l, a, g->start)) return true;
  if (!a.span.stride && a.span.offset + a.span.bytes > g->end) return true;
  uint64_t step = hd_gcd(a.span.stride, stride);
  uint64_t at = (a.span.offset % step + step - g->start % step) % step;
  return at + a.span.bytes > step;
}

/* Does an access that meets the group fit it? */
static bool fits_group(const level *l, const range *g, placed a)
{
  const hd_slot *s = l->slots.data[g->first];
  if (g->array) return !crosses_rows(l, g, a);
  return g->n == 1 && s->n_dims <= level_depth(l) &&
         hd_element_fit(start_of(l, s), hd_slot_bytes(s), a.span) != HD_FIT_MIXED;
}

static bool is_met(const level *l, const range *g)
{
  for (uint32_t i = 0; i < l->accesses.len; i++)
    if (access_meets(l, l->accesses.data[i], g->start, g->end)) return true;
  return false;
}

static void judge_groups(level *l)
{
  for (uint32_t k = 0; k < l->groups.len; k++) {
    range *g = &l->groups.data[k];
    if (!is_met(l, g)) continue;
    for (uint32_t i = 0; i < l->accesses.len && !g->rough; i++)
      g->rough = access_meets(l, l->accesses.data[i], g->start, g->end) && !fits_group(l, g, l->accesses.data[i]);
  }
}

/* --- rough ranges ------------------------------------------------------------------------ */

static bool in_clean_group(const level *l, hd_span a)
{
  for (uint32_t k = 0; k < l->groups.len; k++) {
    const range *g = &l->groups.data[k];
    if (!g->rough && a.offset >= g->start && a.offset + a.bytes <= g->end) return true;
  }
  return false;
}

/* Bytes between groups that an access meets. */
static void find_gaps(level *l)
{
  uint64_t from = 0;
  for (uint32_t k = 0; k <= l->groups.len; k++) {
    uint64_t to = k < l->groups.len ? l->groups.data[k].start : l->length;
    for (uint32_t i = 0; i < l->accesses.len; i++) {
      placed a = l->accesses.data[i];
      if (from < to && a.span.stride && access_meets(l, a, from, to)) {
        hd_vec_push(&l->gaps, (range){.start = from, .end = to, .rough = true});
        break;
      }
    }
    if (k < l->groups.len) from = l->groups.data[k].end;
  }
  for (uint32_t i = 0; i < l->accesses.len; i++) {
    hd_span a = l->accesses.data[i].span;
    if (!a.stride && a.offset + a.bytes <= l->length && !in_clean_group(l, a))
      hd_vec_push(&l->gaps, (range){.start = a.offset, .end = a.offset + a.bytes, .rough = true});
  }
}

static int by_start(const void *a, const void *b)
{
  const range *x = a, *y = b;
  return x->start < y->start ? -1 : x->start > y->start;
}

static bool belong_together(const level *l, const range *a, const range *b)
{
  if (b->start < a->end) return true;
  if (b->start > a->end) return false;
  for (uint32_t i = 0; i < l->accesses.len; i++)
    if (straddles(l, l->accesses.data[i], b->start)) return true;
  return false;
}

/* The rough groups and gaps in order, joined if one access meets both. */
static void join_rough(level *l, ranges *out)
{
  for (uint32_t k = 0; k < l->groups.len; k++)
    if (l->groups.data[k].rough) hd_vec_push(out, l->groups.data[k]);
  for (uint32_t k = 0; k < l->gaps.len; k++) hd_vec_push(out, l->gaps.data[k]);
  if (out->len) qsort(out->data, out->len, sizeof *out->data, by_start);
  uint32_t kept = 0;
  for (uint32_t k = 0; k < out->len; k++) {
    if (kept && belong_together(l, &out->data[kept - 1], &out->data[k])) {
      if (out->data[k].end > out->data[kept - 1].end) out->data[kept - 1].end = out->data[k].end;
    } else {
      out->data[kept++] = out->data[k];
    }
  }
  out->len = kept;
}

/* Where the words of a range begin, and how long they are: the largest power of two, up to 8, that divides the lengths
 * of all accesses there and their distances from the start. 0: nothing is accessed. */
static uint32_t word_size(const level *l, const range *r, uint64_t *start)
{
  uint64_t g = 0;
  *start = r->end;
  for (uint32_t i = 0; i < l->accesses.len; i++) {
    uint64_t place;
    placed a = l->accesses.data[i];
    if (access_meets(l, a, r->start, r->end) && first_place(l, a, r->start, &place) && place < *start) *start = place;
  }
  for (uint32_t i = 0; i < l->accesses.len; i++) {
    uint64_t place;
    placed a = l->accesses.data[i];
    if (!access_meets(l, a, r->start, r->end) || !first_place(l, a, r->start, &place)) continue;
    g = hd_gcd(hd_gcd(g, a.span.bytes), hd_gcd(a.span.stride, place - *start));
  }
  uint64_t power = g & (0 - g);
  return power > 8 ? 8 : (uint32_t)power;
}

/* The name of a range: that of its slot by type, or what the names of several slots have in common. */
static const char *rough_name(const level *l, uint64_t start, uint64_t end)
{
  const hd_object_info *o = l->d->o;
  const char *name = NULL;
  size_t length = 0;
  bool several = false;
  for (uint32_t i = 0; i < o->n_slots; i++) {
    const hd_slot *s = &o->slots[i];
    if (s->offset < l->origin + start || s->offset >= l->origin + end) continue;
    if (!name) {
      name = s->name;
      length = strlen(name);
      continue;
    }
    several = true;
    size_t same = 0;
    while (same < length && name[same] == s->name[same]) same++;
    while (same > 0 && name[same] != '.' && name[same] != '[') same--;
    length = same;
  }
  if (!name || (several && !length && (start || end < l->length)))
    return start + l->origin == 0 ? ""
                                  : hd_arena_printf(&l->d->p->arena, "+%llu", (unsigned long long)(l->origin + start));
  return hd_arena_strndup(&l->d->p->arena, name, length);
}

static hd_show rough_show(const level *l, uint64_t start, uint32_t bytes)
{
  const hd_object_info *o = l->d->o;
  for (uint32_t i = 0; i < o->n_slots; i++)
    if (o->slots[i].offset == l->origin + start && hd_slot_bytes(&o->slots[i]) == bytes) return o->slots[i].show;
  return HD_SHOW_UNSIGNED;
}

static void emit_rough(level *l, const range *r)
{
  uint64_t start;
  uint32_t bytes = word_size(l, r, &start);
  if (!bytes || start + bytes > r->end) return;
  uint64_t count = (r->end - start) / bytes;
  hd_slot s = l->prefix;
  s.offset = l->origin + start;
  s.width = (uint8_t)(8 * bytes);
  s.show = rough_show(l, start, bytes);
  s.name = rough_name(l, start, r->end);
  if (count > 1) {
    if (s.n_dims == HD_MAX_DIMS || count > UINT32_MAX) {
      l->d->failed = true;
      return;
    }
    s.dims[s.n_dims].stride = bytes;
    s.dims[s.n_dims++].count = (uint32_t)count;
  }
  hd_vec_push(&l->d->out, s);
}

/* --- levels ------------------------------------------------------------------------------ */

static void divide_level(level *l);

static void clear_level(level *l)
{
  hd_vec_clear(&l->slots);
  hd_vec_clear(&l->accesses);
  hd_vec_clear(&l->groups);
  hd_vec_clear(&l->gaps);
}

/* An access relative to a row of the array. */
static placed in_row(placed a, const range *g, uint64_t stride)
{
  uint64_t step = a.span.stride ? hd_gcd(a.span.stride, stride) : stride;
  uint64_t at = (a.span.offset % step + step - g->start % step) % step;
  hd_span span = {.offset = at, .stride = step == stride ? 0 : step, .bytes = a.span.bytes};
  return (placed){span, span.stride ? a.home : NULL};
}

static void enter_array(level *l, const range *g)
{
  const hd_slot *first = l->slots.data[g->first];
  uint64_t stride = first->dims[level_depth(l)].stride;
  level inner = {.d = l->d, .origin = l->origin + g->start, .length = stride, .prefix = l->prefix};
  inner.prefix.dims[inner.prefix.n_dims++] = first->dims[level_depth(l)];
  for (uint32_t i = g->first; i < g->first + g->n; i++) hd_vec_push(&inner.slots, l->slots.data[i]);
  for (uint32_t i = 0; i < l->accesses.len; i++)
    if (access_meets(l, l->accesses.data[i], g->start, g->end))
      hd_vec_push(&inner.accesses, in_row(l->accesses.data[i], g, stride));
  divide_level(&inner);
  clear_level(&inner);
}

static void divide_level(level *l)
{
  find_groups(l);
  find_arrays(l);
  judge_groups(l);
  find_gaps(l);
  ranges rough = {0};
  join_rough(l, &rough);
  for (uint32_t k = 0; k < rough.len; k++) emit_rough(l, &rough.data[k]);
  hd_vec_clear(&rough);
  for (uint32_t k = 0; k < l->groups.len; k++) {
    const range *g = &l->groups.data[k];
    if (g->rough || !is_met(l, g)) continue;
    if (g->array)
      enter_array(l, g);
    else
      hd_vec_push(&l->d->out, *l->slots.data[g->first]);
  }
}

/* Does an access hit exactly this slot? Other slots are left out. */
static bool is_hit(const hd_slot *s, const hd_spans *accesses)
{
  for (uint32_t i = 0; i < accesses->len; i++)
    if (hd_slot_fit(s, accesses->data[i]) == HD_FIT_EXACT) return true;
  return false;
}

static const hd_slot *home_of(const level *l, hd_span a)
{
  for (uint32_t i = 0; i < l->slots.len; i++)
    if (hd_slot_is_home(l->slots.data[i], a)) return l->slots.data[i];
  return NULL;
}

static bool stays_inside(const division *d)
{
  for (uint32_t i = 0; i < d->out.len; i++)
    if (hd_slot_end(&d->out.data[i]) > d->o->size) return false;
  return !d->failed;
}

static bool divide_object(division *d, const hd_points_cell *cells, uint32_t n_cells, const hd_spans *accesses)
{
  level l = {.d = d, .length = d->o->size, .prefix = {.var = HD_NO_VAR}};
  for (uint32_t i = 0; i < n_cells; i++)
    if (is_hit(&cells[i].slot, accesses)) hd_vec_push(&l.slots, &cells[i].slot);
  for (uint32_t i = 0; i < accesses->len; i++)
    hd_vec_push(&l.accesses, (placed){accesses->data[i], home_of(&l, accesses->data[i])});
  d->out.len = 0;
  d->failed = false;
  divide_level(&l);
  clear_level(&l);
  return stays_inside(d);
}

hd_slot *hd_layout_divide(hd_program *p, const hd_object_info *o, const hd_points_cell *cells, uint32_t n_cells,
                          const hd_spans *accesses, uint32_t *n)
{
  division d = {.p = p, .o = o};
  if (!divide_object(&d, cells, n_cells, accesses)) divide_object(&d, NULL, 0, accesses); /* words only */
  hd_slot *slots = hd_arena_copy(&p->arena, d.out.data, d.out.len * sizeof *slots);
  *n = d.out.len;
  for (uint32_t i = 0; i < *n; i++) slots[i].var = HD_NO_VAR;
  hd_vec_clear(&d.out);
  return slots;
}
