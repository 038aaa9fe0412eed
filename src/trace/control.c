/* control.c - postdominators by iteration over the reversed graph. */
#include "trace/control.h"

static void index_predecessors(hd_postdominators *d)
{
  const hd_program *p = d->p;
  uint32_t n = p->locs.len;
  d->in_first = hd_alloc((size_t)n + 2, sizeof *d->in_first);
  d->in_from = hd_alloc(p->edges.len, sizeof *d->in_from);
  for (uint32_t i = 0; i < p->edges.len; i++) d->in_first[p->edges.data[i].to.id + 2]++;
  for (uint32_t i = 2; i < n + 2; i++) d->in_first[i] += d->in_first[i - 1];
  for (uint32_t i = 0; i < p->edges.len; i++)
    d->in_from[d->in_first[p->edges.data[i].to.id + 1]++] = p->edges.data[i].from.id;
}

typedef struct {
  uint32_t loc, at; /* at: the next predecessor to look at */
} visit;

/* Depth-first from `root` against the edges, without recursion. */
static void number_from(hd_postdominators *d, uint32_t root, uint8_t *seen)
{
  HD_VEC(visit) stack = {0};
  seen[root] = 1;
  hd_vec_push(&stack, (visit){root, d->in_first[root]});
  while (stack.len) {
    uint32_t loc = hd_vec_last(&stack).loc, at = hd_vec_last(&stack).at++;
    if (at == d->in_first[loc + 1]) {
      d->rank[loc] = d->order.len;
      hd_vec_push(&d->order, loc);
      stack.len--;
    } else if (!seen[d->in_from[at]]) {
      seen[d->in_from[at]] = 1;
      hd_vec_push(&stack, (visit){d->in_from[at], d->in_first[d->in_from[at]]});
    }
  }
  hd_vec_clear(&stack);
}

static uint32_t meet_postdominators(const hd_postdominators *d, uint32_t a, uint32_t b)
{
  while (a != b) {
    while (d->rank[a] < d->rank[b]) a = d->ipdom[a];
    while (d->rank[b] < d->rank[a]) b = d->ipdom[b];
  }
  return a;
}

static bool update(hd_postdominators *d, uint32_t loc)
{
  uint32_t n, best = HD_NONE;
  const uint32_t *out = hd_loc_out(d->p, (hd_loc){loc}, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t to = d->p->edges.data[out[i]].to.id;
    if (d->ipdom[to] == HD_NONE) continue;
    best = best == HD_NONE ? to : meet_postdominators(d, best, to);
  }
  if (n == 0) best = d->end;
  bool changed = best != HD_NONE && best != d->ipdom[loc];
  if (changed) d->ipdom[loc] = best;
  return changed;
}

void hd_control_init(hd_postdominators *d, const hd_program *p)
{
  uint32_t n = p->locs.len;
  *d = (hd_postdominators){.p = p, .end = n};
  d->ipdom = hd_alloc((size_t)n + 1, sizeof *d->ipdom);
  d->rank = hd_alloc((size_t)n + 1, sizeof *d->rank);
  memset(d->ipdom, 0xff, ((size_t)n + 1) * sizeof *d->ipdom);
  index_predecessors(d);
  uint8_t *seen = hd_alloc(n, sizeof *seen);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t out;
    hd_loc_out(p, (hd_loc){i}, &out);
    if (!out) number_from(d, i, seen);
  }
  free(seen);
  d->rank[n] = d->order.len;
  d->ipdom[n] = n;
  bool changed = true;
  while (changed) {
    changed = false;
    for (uint32_t i = d->order.len; i-- > 0;) changed |= update(d, d->order.data[i]);
  }
  HD_ASSERT(hd_control_check(d));
}

static bool is_above(const hd_postdominators *d, uint32_t above, uint32_t loc)
{
  while (loc != above && loc != d->end && loc != HD_NONE) loc = d->ipdom[loc];
  return loc == above;
}

/* Nothing below the immediate postdominator is above all successors that come to an end. */
static bool check_loc(const hd_postdominators *d, uint32_t loc)
{
  uint32_t n, first = HD_NONE;
  const uint32_t *out = hd_loc_out(d->p, (hd_loc){loc}, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t to = d->p->edges.data[out[i]].to.id;
    if (d->ipdom[to] == HD_NONE) continue;
    if (!is_above(d, d->ipdom[loc], to)) return false;
    if (first == HD_NONE) first = to;
  }
  if (first == HD_NONE) return d->ipdom[loc] == (n == 0 ? d->end : HD_NONE);
  for (; first != d->ipdom[loc]; first = d->ipdom[first]) {
    bool all = true;
    for (uint32_t i = 0; i < n; i++) {
      uint32_t to = d->p->edges.data[out[i]].to.id;
      all &= d->ipdom[to] == HD_NONE || is_above(d, first, to);
    }
    if (all) return false;
  }
  return true;
}

bool hd_control_check(const hd_postdominators *d)
{
  for (uint32_t i = 0; i < d->p->locs.len; i++)
    if (!check_loc(d, i)) return false;
  return true;
}

void hd_control_clear(hd_postdominators *d)
{
  free(d->ipdom);
  free(d->rank);
  free(d->in_first);
  free(d->in_from);
  hd_vec_clear(&d->order);
}

/* Is `loc` passed on every way from `from` to an end? */
static bool postdominates(const hd_postdominators *d, uint32_t loc, uint32_t from)
{
  if (d->ipdom[from] == HD_NONE) return false;
  while (from != loc && from != d->end) from = d->ipdom[from];
  return from == loc;
}

bool hd_control_decides(const hd_postdominators *d, const hd_edge_info *e, hd_loc loc)
{
  uint32_t n;
  hd_loc_out(d->p, e->from, &n);
  return n > 1 && (e->from.id == loc.id || !postdominates(d, loc.id, e->from.id));
}
