/* race.c - no two instances are both before conflicting accesses of the user's memory. */
#include "evidence/access.h"

typedef struct {
  hd_proof *x;
  hd_touches *touches; /* by edge: accesses that can race */
} work;

static void find_touches(work *w, uint32_t e)
{
  hd_touches all = {0};
  if (w->x->steps.edges[e].access == HD_ACCESS_SYNC) return;
  hd_edge_touches(w->x, (hd_edge){e}, &all);
  for (uint32_t i = 0; i < all.len; i++)
    if (all.data[i].var.id != HD_NONE && hd_var_get(w->x->p, all.data[i].var)->role == HD_ROLE_USER)
      hd_vec_push(&w->touches[e], all.data[i]);
  hd_vec_clear(&all);
}

/* The player is before the access, and it happens. */
static hd_term is_before(const hd_proof *x, const hd_player *who, uint32_t player, const hd_edge_info *e,
                         const hd_touch *touch)
{
  hd_terms *T = x->T;
  hd_term now = hd_term_2(T, HD_OP_AND, hd_proof_started(x, who, player), hd_proof_term_of(x, e->guard, player));
  if (!hd_term_is(touch->index)) return now;
  hd_term count = hd_term_bv(T, 32, hd_var_get(x->p, touch->var)->count);
  hd_term inside = hd_term_2(T, HD_OP_ULT, hd_proof_term_of(x, touch->index, player), count);
  return hd_term_2(T, HD_OP_AND, now, inside);
}

static void claim_no_race(hd_proof *x, uint32_t e, const hd_touch *a, uint32_t f, const hd_touch *b, hd_player one,
                          hd_player two)
{
  hd_terms *T = x->T;
  hd_term both = hd_term_2(T, HD_OP_AND, is_before(x, &one, 0, &x->steps.edges[e], a),
                           is_before(x, &two, 1, &x->steps.edges[f], b));
  if (hd_term_is(a->index) && hd_term_is(b->index))
    both = hd_term_2(T, HD_OP_AND, both, hd_term_2(T, HD_OP_EQ, a->index, hd_proof_term_of(x, b->index, 1)));
  hd_claim claim = {
      .kind = HD_CLAIM_RACE, .clause = HD_NONE, .fact = HD_NONE, .thread = one.thread, .loc = one.at, .edge = {e}};
  hd_proof_claim_pair(x, claim, one, two, hd_term_1(T, HD_OP_NOT, both));
}

static void claim_instances(hd_proof *x, uint32_t e, const hd_touch *a, uint32_t f, const hd_touch *b)
{
  hd_loc from[2] = {x->steps.edges[e].from, x->steps.edges[f].from};
  hd_players who[2] = {{0}, {0}};
  for (unsigned i = 0; i < 2; i++) hd_proof_instances(x, hd_loc_get(x->p, from[i])->thread, &who[i]);
  for (uint32_t i = 0; i < who[0].len; i++) {
    for (uint32_t k = 0; k < who[1].len; k++) {
      hd_player one = who[0].data[i], two = who[1].data[k];
      bool same = one.thread.id == two.thread.id && one.instance == two.instance;
      bool only = hd_thread_get(x->p, one.thread)->instances == 1 && !hd_proof_is_any(x, one.thread);
      if (same && (one.instance != HD_EVERY || only)) continue;
      one.at = from[0];
      two.at = from[1];
      claim_no_race(x, e, a, f, b, one, two);
    }
  }
  hd_vec_clear(&who[0]);
  hd_vec_clear(&who[1]);
}

/* Between cut-points, outside atomic sections, accesses are private (quiet.c). */
static bool is_placed(hd_proof *x, uint32_t e, bool *skip)
{
  hd_loc from = x->steps.edges[e].from;
  *skip |= !hd_proof_is_cut(x, from);
  if (hd_proof_is_cut(x, from) || (!hd_proof_is_atomic(x, from) && !(x->c->relies & HD_RELIES_LIPTON))) return true;
  return hd_proof_refuse(x, from, "L%u, where memory is accessed, is not a cut-point", from.id);
}

static bool claim_edges(work *w, uint32_t e, uint32_t f)
{
  hd_proof *x = w->x;
  const hd_edge_info *a = &x->steps.edges[e], *b = &x->steps.edges[f];
  bool skip = a->access != HD_ACCESS_PLAIN && b->access != HD_ACCESS_PLAIN;
  hd_thread ta = hd_loc_get(x->p, a->from)->thread, tb = hd_loc_get(x->p, b->from)->thread;
  for (uint32_t i = 0; !skip && i < w->touches[e].len; i++)
    for (uint32_t k = 0; !skip && k < w->touches[f].len; k++) {
      const hd_touch *one = &w->touches[e].data[i], *two = &w->touches[f].data[k];
      if (!hd_touches_conflict(x, one, ta, two, tb)) continue;
      if (!is_placed(x, e, &skip) || !is_placed(x, f, &skip)) return false;
      if (!skip) claim_instances(x, e, one, f, two);
    }
  return true;
}

bool hd_proof_add_races(hd_proof *x)
{
  work w = {.x = x, .touches = hd_alloc(x->p->edges.len, sizeof *w.touches)};
  bool ok = true;
  for (uint32_t e = 0; e < x->p->edges.len; e++) find_touches(&w, e);
  for (uint32_t e = 0; ok && e < x->p->edges.len; e++)
    for (uint32_t f = e; ok && f < x->p->edges.len; f++) ok = claim_edges(&w, e, f);
  for (uint32_t e = 0; e < x->p->edges.len; e++) hd_vec_clear(&w.touches[e]);
  free(w.touches);
  return ok;
}
