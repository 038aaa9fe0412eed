/* quiet.c - between cut-points an instance is not interrupted: why that is allowed.
 *
 * A location that is not a cut-point, and where others could move, is quiet: every step out of it can
 * be taken earlier, right after the step before it, without another instance noticing. For then every
 * execution has another one with the same violation in which instances are only interrupted at
 * cut-points. It takes that
 *   - an instance there can always go on (progress), and not to the end of the execution, where
 *     the others could not: what it has begun can be completed;
 *   - no other instance that may be under way at the same time touches what the steps touch
 *     (privacy): the variables are other ones; or locks that are held there keep the other from
 *     its step (locks.c); or the certificate itself excludes that the two meet, wherever they
 *     stand after completing what they have begun.
 * Inside an atomic section no other instance moves, and nothing is asked; a section that is entered from
 * a quiet location is asked the same. An instance that is alone has no other to ask about. */
#include "evidence/access.h"
#include "evidence/judge.h"

typedef struct {
  hd_proof *x;
  uint8_t *quiet;      /* by location: has to be */
  hd_touches *touches; /* by edge */
  uint8_t *next;       /* scratch, by location */
  hd_locks *locks;     /* who holds what where, once that was asked; may be NULL */
  bool asked;
} work;

static bool must_be_quiet(work *w, uint32_t l)
{
  return !w->x->steps.cut[l] && !hd_proof_is_atomic(w->x, (hd_loc){l});
}

static bool may_lead_to(work *w, hd_loc from, hd_loc to)
{
  hd_proof *x = w->x;
  if (hd_loc_get(x->p, to)->kind == HD_LOC_EXIT)
    return hd_proof_refuse(x, from, "L%u, which ends the execution, is not a cut-point", from.id);
  if (x->steps.cut[to.id] && hd_proof_is_atomic(x, to))
    return hd_proof_refuse(x, from, "L%u, which enters an atomic section, is not a cut-point", from.id);
  return true;
}

/* Atomic sections that are entered from quiet locations join them. */
static bool spread_quiet(work *w)
{
  const hd_program *p = w->x->p;
  hd_u32s todo = {0};
  bool ok = true;
  for (uint32_t l = 0; l < p->locs.len; l++)
    if ((w->quiet[l] = must_be_quiet(w, l))) hd_vec_push(&todo, l);
  while (ok && todo.len) {
    uint32_t n, l = hd_vec_pop(&todo);
    const uint32_t *out = hd_loc_out(p, (hd_loc){l}, &n);
    for (uint32_t i = 0; ok && i < n; i++) {
      hd_loc to = w->x->steps.edges[out[i]].to;
      ok = may_lead_to(w, (hd_loc){l}, to);
      if (w->x->steps.cut[to.id] || w->quiet[to.id]) continue;
      w->quiet[to.id] = 1;
      hd_vec_push(&todo, to.id);
    }
  }
  hd_vec_clear(&todo);
  return ok;
}

static void claim_progress(work *w, hd_loc l)
{
  hd_proof *x = w->x;
  uint32_t n;
  const uint32_t *out = hd_loc_out(x->p, l, &n);
  hd_term some = hd_term_false(x->T);
  for (uint32_t i = 0; i < n; i++) {
    hd_term guard = x->steps.edges[out[i]].guard;
    some = hd_term_2(x->T, HD_OP_OR, some, hd_term_is(guard) ? guard : hd_term_true(x->T));
  }
  hd_player one = {hd_loc_get(x->p, l)->thread, HD_EVERY, l};
  hd_claim claim = {
      .kind = HD_CLAIM_PROGRESS, .clause = HD_NONE, .fact = HD_NONE, .thread = one.thread, .loc = l, .edge = {HD_NONE}};
  hd_proof_claim(x, claim, hd_proof_numbers(x, &one, 1), some);
}

static bool edges_conflict(const work *w, uint32_t e, hd_thread te, uint32_t f, hd_thread tf)
{
  for (uint32_t i = 0; i < w->touches[e].len; i++)
    for (uint32_t k = 0; k < w->touches[f].len; k++)
      if (hd_touches_conflict(w->x, &w->touches[e].data[i], te, &w->touches[f].data[k], tf)) return true;
  return false;
}

/* The cut-points from which the location, inside an atomic section, is reached without another. */
static void find_before(work *w, hd_loc l, uint8_t *before)
{
  const hd_program *p = w->x->p;
  for (uint32_t c = 0; c < p->locs.len; c++) {
    if (!hd_proof_is_cut(w->x, (hd_loc){c}) || p->locs.data[c].thread.id != hd_loc_get(p, l)->thread.id) continue;
    hd_u32s todo = {0};
    uint8_t *seen = hd_alloc(p->locs.len, 1);
    hd_vec_push(&todo, c);
    while (todo.len) {
      uint32_t n, at = hd_vec_pop(&todo);
      const uint32_t *out = hd_loc_out(p, (hd_loc){at}, &n);
      for (uint32_t i = 0; i < n; i++) {
        uint32_t to = w->x->steps.edges[out[i]].to.id;
        if (to == l.id) before[c] = 1;
        if (w->x->steps.cut[to] || seen[to]) continue;
        seen[to] = 1;
        hd_vec_push(&todo, to);
      }
    }
    hd_vec_clear(&todo);
    free(seen);
  }
}

/* Where an instance that is at the location now may stand when it has completed what it began;
 * or stood when it began, if it is in an atomic section that is not quiet. */
static void find_places(work *w, hd_loc l, hd_u32s *out)
{
  const hd_program *p = w->x->p;
  out->len = 0;
  memset(w->next, 0, p->locs.len);
  if (w->x->steps.cut[l.id])
    w->next[l.id] = 1;
  else if (w->quiet[l.id])
    hd_segment_next(&w->x->steps, l, w->next);
  else
    find_before(w, l, w->next);
  for (uint32_t i = 0; i < p->locs.len; i++)
    if (w->next[i] && hd_proof_is_cut(w->x, (hd_loc){i})) hd_vec_push(out, i);
}

/* Does a lock that the first holds before e keep the second from taking f? */
static bool is_locked_out(work *w, hd_claim claim, uint32_t f, hd_player one, hd_player two)
{
  hd_proof *x = w->x;
  if (!w->asked) w->locks = hd_locks_new(x);
  w->asked = true;
  if (!w->locks) return false;
  one.at = claim.loc;
  two.at = x->steps.edges[f].from;
  hd_player both[2] = {one, two};
  hd_term held = hd_proof_assume(&w->locks->proof, both, 2);
  hd_term waits = hd_term_1(x->T, HD_OP_NOT, hd_proof_term_of(x, x->steps.edges[f].guard, 1));
  hd_term never = hd_term_2(x->T, HD_OP_OR, hd_term_1(x->T, HD_OP_NOT, held), waits);
  if (hd_court_ask(x->court, never) != HD_UNSAT) return false;
  hd_proof_claim(x, claim, held, waits);
  return true;
}

/* Where privacy may be taken for granted it is claimed only if it holds. */
static void settle_privacy(hd_proof *x, uint32_t first)
{
  if (!(x->c->relies & HD_RELIES_LIPTON)) return;
  for (uint32_t i = first; i < x->claims.len && !x->relied; i++)
    x->relied = hd_court_ask(x->court, x->claims.data[i].holds) != HD_UNSAT;
  if (x->relied) x->claims.len = first;
}

/* The two never meet, wherever they stand after completing what they began. */
static void claim_apart(work *w, hd_claim claim, hd_player one, hd_player two, const hd_u32s places[2])
{
  for (uint32_t i = 0; i < places[0].len; i++) {
    for (uint32_t k = 0; k < places[1].len; k++) {
      one.at = (hd_loc){places[0].data[i]};
      two.at = (hd_loc){places[1].data[k]};
      hd_proof_claim_pair(w->x, claim, one, two, hd_term_false(w->x->T));
    }
  }
}

/* No instance is before f while another is before e, both in any way that instances are named. */
static void claim_privacy(work *w, uint32_t e, uint32_t f)
{
  hd_proof *x = w->x;
  hd_loc from[2] = {x->steps.edges[e].from, x->steps.edges[f].from};
  hd_players who[2] = {{0}, {0}};
  hd_u32s places[2] = {{0}, {0}};
  for (unsigned i = 0; i < 2; i++) {
    hd_proof_instances(x, hd_loc_get(x->p, from[i])->thread, &who[i]);
    find_places(w, from[i], &places[i]);
  }
  hd_claim claim = {.kind = HD_CLAIM_PRIVACY,
                    .clause = HD_NONE,
                    .fact = HD_NONE,
                    .thread = hd_loc_get(x->p, from[0])->thread,
                    .loc = from[0],
                    .edge = {e}};
  for (uint32_t a = 0; a < who[0].len; a++) {
    for (uint32_t b = 0; b < who[1].len; b++) {
      hd_player one = who[0].data[a], two = who[1].data[b];
      if (one.thread.id == two.thread.id && one.instance == two.instance && one.instance != HD_EVERY) continue;
      if (x->relied || is_locked_out(w, claim, f, one, two)) continue;
      uint32_t first = x->claims.len;
      x->ordered |= hd_proof_leaves_steps(x) || x->c->images.len; /* then facts do not tell who meets */
      claim_apart(w, claim, one, two, places);
      settle_privacy(x, first);
    }
  }
  for (unsigned i = 0; i < 2; i++) {
    hd_vec_clear(&who[i]);
    hd_vec_clear(&places[i]);
  }
}

static void claim_private_edge(work *w, uint32_t e)
{
  const hd_program *p = w->x->p;
  hd_thread te = hd_loc_get(p, w->x->steps.edges[e].from)->thread;
  if (!w->touches[e].len || w->x->relied) return;
  for (uint32_t f = 0; f < p->edges.len; f++) {
    hd_thread tf = hd_loc_get(p, w->x->steps.edges[f].from)->thread;
    bool alone = te.id == tf.id && hd_thread_get(p, te)->instances == 1 && !hd_proof_is_any(w->x, te);
    if (!alone && edges_conflict(w, e, te, f, tf)) claim_privacy(w, e, f);
  }
}

static void claim_quiet(work *w)
{
  hd_proof *x = w->x;
  for (uint32_t l = 0; l < x->p->locs.len; l++) {
    uint32_t n;
    if (!w->quiet[l]) continue;
    claim_progress(w, (hd_loc){l});
    const uint32_t *out = hd_loc_out(x->p, (hd_loc){l}, &n);
    for (uint32_t i = 0; i < n; i++) claim_private_edge(w, out[i]);
  }
}

static bool is_alone(const hd_proof *x)
{
  return x->p->threads.len == 1 && x->p->threads.data[0].instances == 1 && !x->c->any;
}

bool hd_proof_add_quiet(hd_proof *x)
{
  work w = {.x = x};
  if (is_alone(x)) return true;
  w.quiet = hd_alloc(x->p->locs.len, 1);
  w.next = hd_alloc(x->p->locs.len, 1);
  w.touches = hd_alloc(x->p->edges.len, sizeof *w.touches);
  for (uint32_t e = 0; e < x->p->edges.len; e++) hd_edge_touches(x, (hd_edge){e}, &w.touches[e]);
  bool ok = spread_quiet(&w);
  if (ok) claim_quiet(&w);
  hd_locks_free(w.locks);
  for (uint32_t e = 0; e < x->p->edges.len; e++) hd_vec_clear(&w.touches[e]);
  free(w.touches);
  free(w.next);
  free(w.quiet);
  return ok;
}
