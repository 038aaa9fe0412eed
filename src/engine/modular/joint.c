/* joint.c - what a module consists of. */
#include "engine/modular/joint.h"

#include "analysis/sharing.h"
#include "engine/modular/joint_state.h"

/* A block finds what any of the writes may have left: the program grows with the product of both. */
enum { MOST_NODES = 3000, MOST_DEPTH = 40, MOST_PAIRS = 6000 };

typedef struct {
  hd_joint *j;
  bool good;
  uint32_t thread;
} survey;

bool hd_joint_goes(const hd_program *p, const hd_edge_info *e)
{
  return !hd_term_is(e->guard) || !hd_term_is_false(p->terms, e->guard);
}

static uint32_t add_node(survey *s, hd_loc loc, uint32_t depth, bool *is_new)
{
  hd_joint *j = s->j;
  uint64_t key = (uint64_t)loc.id << 16 | depth;
  uint64_t *known = hd_map_find(&j->by_key, key);
  *is_new = !known;
  if (known) return (uint32_t)*known;
  const hd_loc_info *info = hd_loc_get(j->u->p, loc);
  hd_joint_node n = {.loc = loc, .thread = s->thread, .depth = depth};
  n.stands = info->kind == HD_LOC_END || (info->kind == HD_LOC_NORMAL && j->u->cut[loc.id]);
  hd_vec_push(&j->nodes, n);
  hd_map_put(&j->by_key, key, j->nodes.len - 1);
  return j->nodes.len - 1;
}

static void visit_joint_node(survey *s, uint32_t node)
{
  hd_program *p = s->j->u->p;
  hd_joint_node at = s->j->nodes.data[node];
  uint32_t n, depth = at.depth + at.stands;
  const uint32_t *out = hd_loc_out(p, at.loc, &n);
  s->good = s->good && s->j->nodes.len <= MOST_NODES && at.depth < MOST_DEPTH;
  s->j->nodes.data[node].open = true;
  for (uint32_t i = 0; i < n && s->good; i++) {
    const hd_edge_info *e = &p->edges.data[out[i]];
    hd_loc_kind kind = hd_loc_get(p, e->to)->kind;
    bool is_new;
    if (!hd_joint_goes(p, e)) continue;
    if (depth > s->j->depth[s->thread]) s->j->depth[s->thread] = depth;
    if (kind == HD_LOC_EXIT) continue; /* nothing comes after it */
    if (kind == HD_LOC_UNSUPPORTED || kind == HD_LOC_BOUND) s->good = false;
    uint32_t to = add_node(s, e->to, depth, &is_new);
    if (is_new)
      visit_joint_node(s, to);
    else if (s->j->nodes.data[to].open)
      s->good = false;
  }
  s->j->nodes.data[node].open = false;
}

typedef struct {
  hd_joint *j;
  uint32_t block;
} noting;

static void note_access(void *context, hd_var v, bool write)
{
  const noting *x = context;
  if (v.id >= x->j->u->first_copy) return;
  x->j->access[(size_t)x->block * x->j->u->first_copy + v.id] |= write ? HD_JOINT_WRITES : HD_JOINT_READS;
}

static void find_blocks(hd_joint *j)
{
  hd_program *p = j->u->p;
  for (uint32_t t = 0; t < j->n; t++) {
    j->first[t] = j->n_blocks;
    j->n_blocks += j->depth[t];
  }
  j->access = hd_alloc((size_t)j->n_blocks * j->u->first_copy + 1, 1);
  for (uint32_t i = 0; i < j->nodes.len; i++) {
    const hd_joint_node *at = &j->nodes.data[i];
    uint32_t n;
    const uint32_t *out = hd_loc_out(p, at->loc, &n);
    for (uint32_t k = 0; k < n; k++) {
      if (!hd_joint_goes(p, &p->edges.data[out[k]])) continue;
      noting x = {j, j->first[at->thread] + at->depth + at->stands - 1};
      hd_edge_accesses(p, (hd_edge){out[k]}, note_access, &x);
    }
  }
}

/* Who accesses what. */
static void find_sharing(hd_joint *j, const hd_thread *outside, uint32_t n_outside)
{
  uint32_t n = j->u->first_copy;
  for (uint32_t v = 0; v < n; v++) {
    uint32_t threads = 0;
    j->by[v] = HD_NONE;
    for (uint32_t i = 0; i < n_outside; i++) j->outside[v] |= j->u->writes[outside[i].id][v];
    for (uint32_t t = 0; t < j->n; t++) {
      uint8_t all = 0;
      for (uint32_t b = 0; b < j->depth[t]; b++) all |= hd_joint_access(j, j->first[t] + b, v);
      if (v == j->u->pc[j->threads[t].id].id) all = HD_JOINT_WRITES;
      j->written[v] |= (all & HD_JOINT_WRITES) != 0;
      if (all) threads++;
      if (all) j->by[v] = t;
    }
    if (threads > 1) j->by[v] = HD_NONE;
    j->shared[v] = (threads > 1 && j->written[v]) || (threads > 0 && j->outside[v]);
  }
}

/* Are there shared arrays, or too many pairs of a write and who may see it? */
static bool joint_fits(const hd_joint *j)
{
  uint64_t pairs = 0;
  for (uint32_t v = 0; v < j->u->first_copy; v++) {
    uint64_t found = 0, written = 0;
    for (uint32_t b = 0; b < j->n_blocks && j->shared[v]; b++) {
      found += hd_joint_access(j, b, v) != 0;
      written += (hd_joint_access(j, b, v) & HD_JOINT_WRITES) != 0;
    }
    if (j->shared[v] && j->u->p->vars.data[v].count) return false;
    pairs += found * written;
  }
  return pairs <= MOST_PAIRS;
}

hd_joint *hd_joint_new(hd_modular_run *u, const hd_thread *threads, uint32_t n, const hd_thread *outside,
                       uint32_t n_outside)
{
  hd_joint *j = hd_alloc(1, sizeof *j);
  *j = (hd_joint){.u = u, .threads = threads, .n = n};
  j->depth = hd_alloc(n, sizeof *j->depth);
  j->first = hd_alloc(n, sizeof *j->first);
  j->outside = hd_alloc(u->first_copy, 1);
  j->written = hd_alloc(u->first_copy, 1);
  j->shared = hd_alloc(u->first_copy, 1);
  j->by = hd_alloc(u->first_copy, sizeof *j->by);
  survey s = {j, true, 0};
  for (; s.thread < n && s.good; s.thread++) {
    bool is_new;
    hd_loc entry = u->p->threads.data[threads[s.thread].id].entry;
    uint32_t node = add_node(&s, entry, 0, &is_new);
    s.good = j->nodes.data[node].stands;
    visit_joint_node(&s, node);
  }
  if (s.good) {
    find_blocks(j);
    find_sharing(j, outside, n_outside);
    s.good = joint_fits(j);
  }
  if (s.good) return j;
  hd_joint_free(j);
  return NULL;
}

void hd_joint_free(hd_joint *j)
{
  if (!j) return;
  hd_vec_clear(&j->nodes);
  hd_map_clear(&j->by_key);
  free(j->depth);
  free(j->first);
  free(j->access);
  free(j->outside);
  free(j->written);
  free(j->shared);
  free(j->by);
  free(j->clock);
  free(j->left);
  free(j->begins);
  free(j);
}

const hd_thread *hd_joint_threads(const hd_joint *j, uint32_t *n)
{
  *n = j->n;
  return j->threads;
}
