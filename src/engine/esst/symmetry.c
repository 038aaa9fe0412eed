#include "engine/esst/symmetry.h"

#include "analysis/replicated.h"

struct hd_esst_symmetry {
  const hd_esst_space *x;
  hd_alike *alike; /* by thread */
  uint8_t *asks;   /* by location and thread: may somebody from there on touch the thread's statuses? */
};

static void note_status(void *context, hd_var v, bool write)
{
  hd_var *status = context;
  (void)write;
  if (v.id == status->id) status->id = HD_NONE;
}

/* Backwards from the edges that touch the statuses, in all threads but the one itself. */
static void find_asks(hd_esst_symmetry *s, uint32_t thread)
{
  const hd_program *p = s->x->p;
  uint32_t n = p->threads.len;
  hd_var status = p->threads.data[thread].status;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t e = 0; e < p->edges.len; e++) {
      uint8_t *from = &s->asks[(size_t)p->edges.data[e].from.id * n + thread];
      if (*from || hd_loc_get(p, p->edges.data[e].from)->thread.id == thread) continue;
      hd_var seen = status;
      if (status.id != HD_NONE) hd_edge_accesses(p, (hd_edge){e}, note_status, &seen);
      if (seen.id == status.id && !s->asks[(size_t)p->edges.data[e].to.id * n + thread]) continue;
      *from = 1;
      more = true;
    }
  }
}

hd_esst_symmetry *hd_esst_symmetry_new(const hd_esst_space *x)
{
  bool some = false;
  hd_esst_symmetry *s = hd_alloc(1, sizeof *s);
  uint32_t n = x->p->threads.len;
  *s = (hd_esst_symmetry){.x = x, .alike = hd_alloc(n + 1, sizeof *s->alike)};
  s->asks = hd_alloc((size_t)x->p->locs.len * n + 1, 1);
  for (uint32_t t = 0; t < n; t++) {
    if (x->p->threads.data[t].instances < 2) continue;
    s->alike[t] = hd_thread_alike(x->p, (hd_thread){t});
    if (s->alike[t] == HD_ALIKE_NOT) continue;
    find_asks(s, t);
    some = true;
  }
  if (some) return s;
  hd_esst_symmetry_free(s);
  return NULL;
}

void hd_esst_symmetry_free(hd_esst_symmetry *s)
{
  if (!s) return;
  free(s->alike);
  free(s->asks);
  free(s);
}

typedef struct {
  const hd_esst_space *x;
  uint32_t a, b;
  bool found;
} naming;

/* Does the label speak of one of the two, or of an element of an array? */
static void note_name(void *context, hd_term leaf)
{
  naming *n = context;
  uint32_t slot = hd_esst_slot_of_symbol(n->x, hd_term_symbol(n->x->T, leaf));
  if (slot == HD_NONE) return;
  uint32_t party = n->x->slots.data[slot].party;
  bool shared_array = party == HD_NONE && hd_var_get(n->x->p, hd_esst_var(n->x, slot))->count;
  n->found |= shared_array || party == n->a || party == n->b;
}

static const uint64_t *value_at(const hd_esst_space *x, const hd_esst_place *p, uint32_t party, uint32_t cell)
{
  uint32_t slot = x->slot_of[party * x->cells->list.len + cell];
  uint32_t number = slot == HD_NONE ? HD_NONE : x->slots.data[slot].number;
  return number == HD_NONE ? NULL : &p->values[number];
}

/* Are the explicit values of the two the same? Which elements of arrays are theirs is not asked: all must be
 * equal, but for the statuses. */
static bool same_values(const hd_esst_space *x, const hd_esst_place *p, uint32_t a, uint32_t b)
{
  hd_var status = hd_thread_get(x->p, x->who.data[a].thread)->status;
  for (uint32_t c = 0; c < x->cells->list.len; c++) {
    hd_cell cell = x->cells->list.data[c];
    const hd_var_info *info = hd_var_get(x->p, cell.var);
    const uint64_t *value = value_at(x, p, a, c), *other = NULL;
    if (!value || info->role == HD_ROLE_SELF) continue;
    if (info->thread.id != HD_NONE)
      other = value_at(x, p, b, c);
    else if (info->count && cell.var.id != status.id)
      other = value_at(x, p, a, x->cells->first[cell.var.id]);
    else if (info->count && cell.element == x->who.data[a].instance)
      other = value_at(x, p, a, x->cells->first[cell.var.id] + x->who.data[b].instance);
    if (other && *other != *value) return false;
  }
  return true;
}

static bool nobody_asks(const hd_esst_symmetry *s, const hd_esst_place *p, hd_thread t)
{
  if (s->alike[t.id] == HD_ALIKE) return true;
  for (uint32_t i = 0; i < s->x->who.len; i++)
    if (s->asks[(size_t)p->at[i].id * s->x->p->threads.len + t.id]) return false;
  return true;
}

/* The second is a later instance of the first's thread. */
static bool are_alike(hd_esst_symmetry *s, const hd_esst_search *x, uint32_t node, uint32_t a, uint32_t b)
{
  const hd_esst_place *p = &s->x->places.data[x->tree.nodes.data[node].place];
  hd_thread t = s->x->who.data[a].thread;
  uint64_t asleep = x->nodes.data[node].sleep;
  if (t.id != s->x->who.data[b].thread.id || s->alike[t.id] == HD_ALIKE_NOT) return false;
  if (p->at[a].id != p->at[b].id || (asleep >> a & 1) != (asleep >> b & 1)) return false;
  if (!nobody_asks(s, p, t) || !same_values(s->x, p, a, b)) return false;
  naming n = {s->x, a, b, false};
  hd_term_visit_leaves(x->T, hd_tree_label(&x->tree, node), note_name, &n);
  return !n.found;
}

uint64_t hd_esst_symmetry_choose(hd_esst_symmetry *s, const hd_esst_search *x, uint32_t node, uint64_t parties)
{
  if (!s) return parties;
  uint64_t chosen = parties;
  for (uint32_t b = 0; b < s->x->who.len; b++)
    for (uint32_t a = 0; a < b && chosen >> b & 1; a++)
      if (chosen >> a & 1 && are_alike(s, x, node, a, b)) chosen &= ~(UINT64_C(1) << b);
  return chosen;
}
