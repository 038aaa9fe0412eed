/* checker_rounds.c - the order of summaries-optimized.mu, in C, to compare with.
 *
 * A location is relevant when the last round found something there. A round closes all pairs at relevant locations
 * under internal steps, and makes one step of calls and returns from them. */
#include "engine/fixpoint/checker_data.h"

typedef struct {
  hd_fx_checker *c;
  hd_bdd *known;   /* kept, by location: what was there when the round began */
  hd_bdd *closed;  /* kept: New1, of the formula */
  hd_bdd *waiting; /* kept: of it, what has not been followed */
  bool *relevant;
  hd_u32s queue;
} rounds;

static bool goes_on(const hd_fx_checker *c)
{
  return (c->goal == HD_NONE || c->run->everything) && !hd_bdd_exhausted();
}

static bool begin_round(rounds *r)
{
  bool any = false;
  for (uint32_t i = 0; i < r->c->p->locs.len; i++) {
    hd_bdd now = r->c->nodes[i].all;
    r->relevant[i] = !hd_bdd_same(now, r->known[i]);
    any |= r->relevant[i];
    hd_bdd_set(&r->known[i], now);
    hd_bdd_set(&r->closed[i], r->relevant[i] ? now : HD_BDD_FALSE);
    hd_bdd_set(&r->waiting[i], r->closed[i]);
    if (r->relevant[i]) hd_vec_push(&r->queue, i);
  }
  return any;
}

static void follow_edge_image(rounds *r, uint32_t from, hd_bdd pairs, uint32_t edge)
{
  hd_fx_checker *c = r->c;
  uint32_t to = c->p->edges.data[edge].to;
  hd_bdd image = hd_fx_step_image(c, pairs, edge);
  hd_bdd legal = hd_bdd_and(image, c->enforce[c->p->locs.data[from].proc]);
  hd_bdd fresh = hd_bdd_minus(legal, r->closed[to]);
  hd_fx_enter(c, to, image, BY_STEP, edge);
  if (hd_bdd_is_false(fresh) || !hd_bdd_ok(fresh)) return;
  if (hd_bdd_is_false(r->waiting[to])) hd_vec_push(&r->queue, to);
  hd_bdd_set(&r->closed[to], hd_bdd_or(r->closed[to], fresh));
  hd_bdd_set(&r->waiting[to], hd_bdd_or(r->waiting[to], fresh));
}

static void close_under_steps(rounds *r)
{
  const hd_bp *p = r->c->p;
  while (r->queue.len > 0 && goes_on(r->c)) {
    hd_bdd_scope s = hd_bdd_open();
    uint32_t at = hd_vec_pop(&r->queue);
    hd_bdd pairs = hd_bdd_and(r->waiting[at], HD_BDD_TRUE); /* registered, since the field changes */
    hd_bdd_set(&r->waiting[at], HD_BDD_FALSE);
    for (uint32_t i = 0; i < p->locs.data[at].out.len; i++)
      if (p->edges.data[p->locs.data[at].out.data[i]].kind == HD_BP_STEP)
        follow_edge_image(r, at, pairs, p->locs.data[at].out.data[i]);
    hd_bdd_close(s);
  }
}

static void call_and_return(rounds *r, uint32_t at)
{
  const hd_bp *p = r->c->p;
  const hd_bp_loc *l = &p->locs.data[at];
  hd_bdd_scope s = hd_bdd_open();
  if (l->kind == HD_BP_EXIT) hd_fx_go_return(r->c, at, r->known[at]);
  for (uint32_t i = 0; i < l->out.len; i++) {
    if (p->edges.data[l->out.data[i]].kind != HD_BP_CALL) continue;
    hd_fx_go_call(r->c, at, r->known[at], l->out.data[i]);
    hd_fx_go_across(r->c, at, r->known[at], l->out.data[i]);
  }
  hd_bdd_close(s);
}

void hd_fx_checker_rounds(hd_fx_checker *c)
{
  uint32_t n = c->p->locs.len;
  rounds r = {.c = c,
              .known = hd_alloc(n + 1, sizeof(hd_bdd)),
              .closed = hd_alloc(n + 1, sizeof(hd_bdd)),
              .waiting = hd_alloc(n + 1, sizeof(hd_bdd)),
              .relevant = hd_alloc(n + 1, sizeof(bool))};
  while (goes_on(c) && begin_round(&r)) {
    close_under_steps(&r);
    for (uint32_t i = 0; i < n && goes_on(c); i++)
      if (r.relevant[i]) call_and_return(&r, i);
  }
  for (uint32_t i = 0; i < n; i++) {
    hd_bdd_drop(r.known[i]);
    hd_bdd_drop(r.closed[i]);
    hd_bdd_drop(r.waiting[i]);
  }
  hd_vec_clear(&r.queue);
  free(r.known);
  free(r.closed);
  free(r.waiting);
  free(r.relevant);
}
