#include "analysis/cuts.h"

#include "analysis/guards.h"

/* The work: `heavy` marks atomic locations from which something that others can see happens
 * before the atomic section ends. A switch cannot be put there, so it goes before the section. */
typedef struct {
  hd_program *p;
  const hd_sharing *sharing;
  hd_property property;
  uint8_t *heavy;
  uint8_t *cut;
} plan;

static bool is_normal(const plan *x, uint32_t l)
{
  return x->p->locs.data[l].kind == HD_LOC_NORMAL;
}

static bool ends_execution(const plan *x, const hd_edge_info *e)
{
  return x->p->locs.data[e->to.id].kind == HD_LOC_EXIT;
}

/* Can another instance notice whether this step comes before or after its own? */
static bool is_visible(const plan *x, uint32_t e)
{
  const hd_edge_info *info = &x->p->edges.data[e];
  return info->kind == HD_EDGE_PRIM || x->sharing->touches[e];
}

/* --- atomic sections ------------------------------------------------------------------------ */

static bool is_heavy_edge(const plan *x, uint32_t e)
{
  const hd_edge_info *info = &x->p->edges.data[e];
  const hd_loc_info *to = &x->p->locs.data[info->to.id];
  return is_visible(x, e) || ends_execution(x, info) || (to->atomic && to->kind == HD_LOC_NORMAL && x->heavy[info->to.id]);
}

static void find_heavy(plan *x)
{
  const hd_program *p = x->p;
  for (uint32_t l = 0; l < p->locs.len; l++)
    x->heavy[l] = p->locs.data[l].atomic && is_normal(x, l) && !hd_guards_exhaustive(p, (hd_loc){l});
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = p->edges.len; i-- > 0;) {
      uint32_t from = p->edges.data[i].from.id;
      if (!p->locs.data[from].atomic || x->heavy[from] || !is_heavy_edge(x, i)) continue;
      x->heavy[from] = 1;
      more = true;
    }
  }
}

/* --- single locations ------------------------------------------------------------------------ */

static bool races_here(const plan *x, const uint32_t *out, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    if (x->sharing->touches[out[i]] && x->p->edges.data[out[i]].access != HD_ACCESS_SYNC) return true;
  return false;
}

static uint8_t cut_of(const plan *x, uint32_t l, hd_reduction reduction)
{
  const hd_loc_info *loc = &x->p->locs.data[l];
  uint32_t n;
  const uint32_t *out = hd_loc_out(x->p, (hd_loc){l}, &n);
  if (loc->kind != HD_LOC_NORMAL) return HD_CUT_STEP;
  if (x->property == HD_PROP_NO_DATA_RACE && races_here(x, out, n)) return HD_CUT_STEP;
  if (loc->atomic) return HD_CUT_NOT;
  if (reduction == HD_REDUCTION_NONE) return HD_CUT_STEP;
  bool stop = !hd_guards_exhaustive(x->p, (hd_loc){l});
  for (uint32_t i = 0; i < n; i++) {
    const hd_edge_info *e = &x->p->edges.data[out[i]];
    const hd_loc_info *to = &x->p->locs.data[e->to.id];
    if (is_visible(x, out[i])) return HD_CUT_STEP;
    if (to->atomic && to->kind == HD_LOC_NORMAL && x->heavy[e->to.id]) return HD_CUT_STEP;
    stop |= ends_execution(x, e);
  }
  return stop ? HD_CUT_STOP : HD_CUT_NOT;
}

/* --- cycles ------------------------------------------------------------------------------------ */

typedef struct {
  uint32_t loc, next;
} frame;

/* Depth-first through what is not a STEP cut; where it closes a cycle, one is put. */
static void break_cycles_from(plan *x, uint32_t start, uint8_t *colour)
{
  enum { WHITE, GREY, BLACK };
  HD_VEC(frame) stack = {0};
  if (colour[start] != WHITE || x->cut[start] == HD_CUT_STEP) return;
  colour[start] = GREY;
  hd_vec_push(&stack, (frame){start, 0});
  while (stack.len) {
    frame *f = &hd_vec_last(&stack);
    uint32_t n;
    const uint32_t *out = hd_loc_out(x->p, (hd_loc){f->loc}, &n);
    if (f->next == n) {
      colour[f->loc] = BLACK;
      stack.len--;
      continue;
    }
    uint32_t to = x->p->edges.data[out[f->next++]].to.id;
    if (x->cut[to] == HD_CUT_STEP) continue;
    if (colour[to] == GREY) x->cut[to] = HD_CUT_STEP;
    if (colour[to] != WHITE) continue;
    colour[to] = GREY;
    hd_vec_push(&stack, (frame){to, 0});
  }
  hd_vec_clear(&stack);
}

static void break_cycles(plan *x)
{
  uint8_t *colour = hd_alloc(x->p->locs.len, 1);
  for (uint32_t l = 0; l < x->p->locs.len; l++) break_cycles_from(x, l, colour);
  free(colour);
}

hd_cuts *hd_cuts_new(hd_program *p, const hd_sharing *sharing, hd_reduction reduction, hd_property property)
{
  hd_program_index(p);
  hd_cuts *c = hd_alloc(1, sizeof *c);
  plan x = {.p = p, .sharing = sharing, .property = property};
  x.cut = c->cut = hd_alloc(p->locs.len, 1);
  x.heavy = hd_alloc(p->locs.len, 1);
  find_heavy(&x);
  for (uint32_t l = 0; l < p->locs.len; l++) c->cut[l] = cut_of(&x, l, reduction);
  for (uint32_t t = 0; t < p->threads.len; t++) c->cut[p->threads.data[t].entry.id] = HD_CUT_STEP;
  break_cycles(&x);
  for (uint32_t l = 0; l < p->locs.len; l++) c->count += c->cut[l] != HD_CUT_NOT;
  free(x.heavy);
  return c;
}

void hd_cuts_free(hd_cuts *c)
{
  if (!c) return;
  free(c->cut);
  free(c);
}
