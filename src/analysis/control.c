/* control.c - control dependence from postdominators, and the places where an execution can stop for good. */
#include "analysis/control.h"

#include "analysis/dominators.h"
#include "analysis/guards.h"

typedef struct {
  uint32_t loc, edge;
} dependent;
typedef HD_VEC(dependent) dependents;

/* All locations from the edge's target up to, and without, what post-dominates its source. */
static void link_edge(const hd_program *p, const hd_dominators *post, uint32_t e, dependents *out)
{
  const hd_edge_info *info = &p->edges.data[e];
  uint32_t stop = post->parent[info->from.id];
  for (uint32_t l = info->to.id; l != HD_NONE && l != stop; l = post->parent[l]) hd_vec_push(out, (dependent){l, e});
}

static hd_links sort_links(const hd_program *p, const dependents *list)
{
  hd_links r = {hd_alloc((size_t)p->locs.len + 2, sizeof *r.first), hd_alloc(list->len, sizeof *r.edges)};
  for (uint32_t i = 0; i < list->len; i++) r.first[list->data[i].loc + 2]++;
  for (uint32_t l = 2; l < p->locs.len + 2; l++) r.first[l] += r.first[l - 1];
  for (uint32_t i = 0; i < list->len; i++) r.edges[r.first[list->data[i].loc + 1]++] = list->data[i].edge;
  return r;
}

/* Links of the edges out of those locations where there is a choice. */
static hd_links find_links(const hd_program *p, const hd_dominators *post, const uint8_t *choice,
                           const uint8_t *dropped)
{
  dependents list = {0};
  for (uint32_t e = 0; e < p->edges.len; e++)
    if (choice[p->edges.data[e].from.id] && !(dropped && dropped[e])) link_edge(p, post, e, &list);
  hd_links r = sort_links(p, &list);
  hd_vec_clear(&list);
  return r;
}

static bool is_end(const hd_program *p, hd_loc l)
{
  hd_loc_kind kind = hd_loc_get(p, l)->kind;
  return kind != HD_LOC_NORMAL && kind != HD_LOC_END;
}

static void find_control(hd_program *p, hd_control *c)
{
  for (uint32_t e = 0; e < p->edges.len; e++) c->ends[e] = is_end(p, p->edges.data[e].to);
  for (uint32_t l = 0; l < p->locs.len; l++) {
    uint32_t n, going_on = 0;
    const uint32_t *out = hd_loc_out(p, (hd_loc){l}, &n);
    for (uint32_t i = 0; i < n; i++) going_on += !c->ends[out[i]];
    c->branches[l] = going_on > 1;
  }
  hd_dominators *post = hd_post_dominators_new(p, c->ends, NULL);
  c->control = find_links(p, post, c->branches, c->ends);
  hd_dominators_free(post);
}

/* Where a thread may stay for ever: every cycle passes the head of a loop. */
static void find_waits(hd_program *p, const hd_loops *loops, uint8_t *waits)
{
  for (uint32_t l = 0; l < p->locs.len; l++) {
    uint32_t n;
    hd_loc_out(p, (hd_loc){l}, &n);
    waits[l] = n > 0 && !hd_guards_exhaustive(p, (hd_loc){l});
  }
  for (uint32_t i = 0; i < loops->list.len; i++)
    if (loops->list.data[i].bound == HD_NONE) waits[loops->list.data[i].head.id] = 1;
}

static void find_stop(hd_program *p, const hd_loops *loops, hd_control *c)
{
  uint8_t *waits = hd_alloc(p->locs.len, 1), *choice = hd_alloc(p->locs.len, 1);
  find_waits(p, loops, waits);
  for (uint32_t l = 0; l < p->locs.len; l++) {
    uint32_t n;
    hd_loc_out(p, (hd_loc){l}, &n);
    choice[l] = n > 1 || waits[l];
  }
  hd_dominators *post = hd_post_dominators_new(p, NULL, waits);
  c->stop = find_links(p, post, choice, NULL);
  hd_dominators_free(post);
  free(choice);
  free(waits);
}

hd_control *hd_control_new(hd_program *p, const hd_loops *loops)
{
  hd_program_index(p);
  hd_control *c = hd_alloc(1, sizeof *c);
  c->ends = hd_alloc(p->edges.len, 1);
  c->branches = hd_alloc(p->locs.len, 1);
  find_control(p, c);
  find_stop(p, loops, c);
  return c;
}

void hd_control_free(hd_control *c)
{
  if (!c) return;
  free(c->control.first);
  free(c->control.edges);
  free(c->stop.first);
  free(c->stop.edges);
  free(c->ends);
  free(c->branches);
  free(c);
}
