/* cuts.c - transactions as a regular expression over movers: right movers, one other step, left movers. */
#include "analysis/cuts.h"

#include "analysis/guards.h"
#include "analysis/movers.h"

/* `heavy` marks atomic locations from which a step that others can see happens before the atomic section ends. There
 * can be no switch inside the section, so it goes before the section. */
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

/* Does this step end the execution of all instances? */
static bool ends_execution(const plan *x, const hd_edge_info *e)
{
  hd_loc_kind kind = x->p->locs.data[e->to.id].kind;
  return kind != HD_LOC_NORMAL && kind != HD_LOC_END;
}

/* Can another instance notice whether this step comes before or after its own? */
static bool is_visible(const plan *x, uint32_t e)
{
  return x->sharing->touches[e];
}

/* --- cycles ------------------------------------------------------------------------------------ */

typedef struct {
  uint32_t loc, next;
} frame;

/* Searches depth-first through locations that are no STEP cuts. Where it closes a cycle, it puts a STEP cut. */
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

/* --- atomic sections ------------------------------------------------------------------------ */

static bool is_heavy_edge(const plan *x, uint32_t e)
{
  const hd_edge_info *info = &x->p->edges.data[e];
  const hd_loc_info *to = &x->p->locs.data[info->to.id];
  bool goes_on = to->atomic && to->kind == HD_LOC_NORMAL;
  return is_visible(x, e) || ends_execution(x, info) || (goes_on && x->heavy[info->to.id]);
}

static bool is_inside(const plan *x, uint32_t l)
{
  return x->p->locs.data[l].atomic && is_normal(x, l);
}

/* An instance that stays inside for ever, waiting or in a cycle, keeps all others from moving, so they must have had
 * the chance to move before it enters. To find these cycles, all locations outside are made cuts. */
static void find_endless(plan *x)
{
  uint32_t n = x->p->locs.len;
  for (uint32_t l = 0; l < n; l++) x->cut[l] = is_inside(x, l) ? HD_CUT_NOT : HD_CUT_STEP;
  break_cycles(x);
  for (uint32_t l = 0; l < n; l++)
    x->heavy[l] = is_inside(x, l) && (x->cut[l] == HD_CUT_STEP || !hd_guards_exhaustive(x->p, (hd_loc){l}));
}

static void find_heavy(plan *x)
{
  const hd_program *p = x->p;
  find_endless(x);
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
  if (hd_violated_by(x->property, HD_BY_RACE) && races_here(x, out, n)) return HD_CUT_STEP;
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

/* --- movers --------------------------------------------------------------------------------------- */

/* A run from one STEP cut to the next is a transaction when it has the shape
 *   (right | both)* none? (left | both)*
 * and cannot get stuck or go on for ever after its `none`: then another interleaving, in which
 * no other thread moves during the run, reaches the same violation. Partial runs of others that
 * are still before their `none` can be left out, those past it can be completed; both without
 * the violating step noticing. PRE and POST say which half a location may be in. */
enum { PRE = 1, POST = 2 };

/* Atomic sections count as one step that does not move. */
static bool is_in_section(const plan *x, const hd_edge_info *e)
{
  return x->heavy[e->from.id] || x->heavy[e->to.id];
}

static uint8_t phase_after(const plan *x, const uint8_t *movers, uint32_t e, uint8_t phase)
{
  if (is_in_section(x, &x->p->edges.data[e])) return POST;
  return movers[e] == HD_MOVER_NONE || movers[e] == HD_MOVER_LEFT ? POST : phase;
}

static void find_phases(const plan *x, const uint8_t *movers, uint8_t *phase)
{
  const hd_program *p = x->p;
  memset(phase, 0, p->locs.len);
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < p->edges.len; i++) {
      const hd_edge_info *e = &p->edges.data[i];
      uint8_t before = x->cut[e->from.id] == HD_CUT_STEP ? PRE : phase[e->from.id];
      if (!before || x->cut[e->to.id] == HD_CUT_STEP) continue;
      uint8_t now = phase_after(x, movers, i, before);
      if (now <= phase[e->to.id]) continue;
      phase[e->to.id] = now;
      more = true;
    }
  }
}

/* Does this step end the execution for a reason that is not shared, such as an index out of range? */
static bool ends_alone(const plan *x, uint32_t e)
{
  return ends_execution(x, &x->p->edges.data[e]) && !is_visible(x, e) && x->p->edges.data[e].kind == HD_EDGE_STEP;
}

/* May this cut be given up, judging by the location alone? Yes if it is a cut only because of what its edges touch, no
 * thread waits there or ends the execution there after reading shared data, and no race is searched for there. */
static bool is_candidate(const plan *x, uint32_t l, const uint8_t *movers)
{
  const hd_loc_info *loc = &x->p->locs.data[l];
  if (x->cut[l] != HD_CUT_STEP || loc->kind != HD_LOC_NORMAL || loc->atomic) return false;
  if (x->p->threads.data[loc->thread.id].entry.id == l || !hd_guards_exhaustive(x->p, (hd_loc){l})) return false;
  uint32_t n;
  const uint32_t *out = hd_loc_out(x->p, (hd_loc){l}, &n);
  for (uint32_t i = 0; i < n; i++) {
    const hd_edge_info *e = &x->p->edges.data[out[i]];
    if ((ends_execution(x, e) && !ends_alone(x, out[i])) || is_in_section(x, e)) return false;
    bool may_race = hd_violated_by(x->property, HD_BY_RACE) && e->access != HD_ACCESS_SYNC;
    if (may_race && movers[out[i]] != HD_MOVER_BOTH) return false;
  }
  return true;
}

/* After the step that does not move, only left movers may follow: is there another one? */
static bool breaks_shape(const plan *x, uint32_t l, const uint8_t *movers)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(x->p, (hd_loc){l}, &n);
  for (uint32_t i = 0; i < n; i++)
    if (movers[out[i]] == HD_MOVER_NONE || movers[out[i]] == HD_MOVER_RIGHT) return true;
  return false;
}

/* What remains of a cut that was given up: the instance may still end the execution there. */
static uint8_t given_up_cut(const plan *x, uint32_t l)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(x->p, (hd_loc){l}, &n);
  for (uint32_t i = 0; i < n; i++)
    if (ends_execution(x, &x->p->edges.data[out[i]])) return HD_CUT_STOP;
  return HD_CUT_NOT;
}

/* Gives up every cut that can be given up, then puts back those that transactions need. */
static void join_transactions(plan *x)
{
  uint32_t n = x->p->locs.len;
  uint8_t *movers = hd_movers_new(x->p, x->sharing);
  uint8_t *phase = hd_alloc(n, 1), *given_up = hd_alloc(n, 1);
  for (uint32_t l = 0; l < n; l++) given_up[l] = is_candidate(x, l, movers);
  for (uint32_t l = 0; l < n; l++)
    if (given_up[l]) x->cut[l] = given_up_cut(x, l);
  for (bool more = true; more;) {
    more = false;
    find_phases(x, movers, phase);
    for (uint32_t l = 0; l < n; l++) {
      if (!given_up[l] || phase[l] != POST || !breaks_shape(x, l, movers)) continue;
      x->cut[l] = HD_CUT_STEP;
      given_up[l] = 0;
      more = true;
    }
  }
  free(given_up);
  free(phase);
  free(movers);
}

/* An instance that waits inside an atomic section keeps all others from ending a transaction that they have begun. To
 * see that deadlock, an instance must be able to enter the section in the middle of the transaction of another. */
static bool waits_in_section(const plan *x)
{
  for (uint32_t l = 0; l < x->p->locs.len; l++)
    if (x->p->locs.data[l].atomic && is_normal(x, l) && !hd_guards_exhaustive(x->p, (hd_loc){l})) return true;
  return false;
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
  bool may_join =
      reduction == HD_REDUCTION_LIPTON && (!hd_violated_by(property, HD_BY_DEADLOCK) || !waits_in_section(&x));
  if (may_join) join_transactions(&x);
  break_cycles(&x);
  for (uint32_t l = 0; l < p->locs.len; l++) c->count += c->cut[l] != HD_CUT_NOT;
  free(x.heavy);
  return c;
}

hd_cuts *hd_cuts_copy(const hd_program *p, const hd_cuts *c)
{
  hd_cuts *copy = hd_alloc(1, sizeof *copy);
  *copy = (hd_cuts){hd_alloc(p->locs.len, 1), c->count};
  memcpy(copy->cut, c->cut, p->locs.len);
  return copy;
}

void hd_cuts_free(hd_cuts *c)
{
  if (!c) return;
  free(c->cut);
  free(c);
}
