/* deadlock.c - in no state that the invariant allows does a party wait while none can move.
 *
 * The clause of a product or a graph says where all instances may stand together; at each such vector some
 * instance must have an enabled edge, or none that was created be unfinished. Between cut-points, inside atomic
 * sections too, an instance must always be able to go on: then a state in which none can move has all of them
 * at cut-points. */
#include "evidence/proof.h"

static hd_term some_edge(const hd_proof *x, hd_loc l, uint32_t player)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(x->p, l, &n);
  hd_term some = hd_term_false(x->T);
  for (uint32_t i = 0; i < n; i++) {
    hd_term guard = x->steps.edges[out[i]].guard;
    some = hd_term_2(x->T, HD_OP_OR, some, hd_term_is(guard) ? hd_proof_term_of(x, guard, player) : hd_term_true(x->T));
  }
  return some;
}

/* While one is in an atomic section, no other one moves. */
static bool may_run(const hd_proof *x, const hd_players *all, uint32_t player)
{
  for (uint32_t i = 0; i < all->len; i++)
    if (i != player && hd_proof_is_atomic(x, all->data[i].at)) return false;
  return true;
}

static hd_term goes_on(const hd_proof *x, const hd_players *all)
{
  hd_term moves = hd_term_false(x->T), waits = hd_term_false(x->T);
  for (uint32_t i = 0; i < all->len; i++) {
    const hd_player *who = &all->data[i];
    if (may_run(x, all, i)) moves = hd_term_2(x->T, HD_OP_OR, moves, some_edge(x, who->at, i));
    if (hd_loc_get(x->p, who->at)->kind != HD_LOC_END)
      waits = hd_term_2(x->T, HD_OP_OR, waits, hd_proof_started(x, who, i));
  }
  return hd_term_2(x->T, HD_OP_OR, moves, hd_term_1(x->T, HD_OP_NOT, waits));
}

static void claim_vector(hd_proof *x, uint32_t fact)
{
  const hd_clause *k = &x->c->clauses.data[0];
  const hd_loc *at = k->facts.data[fact].at;
  hd_players all = {0};
  uint32_t *who = hd_alloc(k->n_parties + 1, sizeof *who);
  for (uint32_t i = 0; i < k->n_parties; i++) {
    who[i] = i;
    hd_vec_push(&all, hd_proof_player(x, k->parties[i], at[i]));
  }
  hd_claim claim = {.kind = HD_CLAIM_DEADLOCK,
                    .clause = 0,
                    .fact = fact,
                    .thread = HD_NO_THREAD,
                    .loc = HD_NO_LOC,
                    .edge = {HD_NONE}};
  hd_term holds = hd_proof_rename(x, k->facts.data[fact].holds, who, all.data);
  hd_term numbers = hd_proof_numbers(x, all.data, all.len);
  hd_proof_claim(x, claim, hd_term_2(x->T, HD_OP_AND, numbers, holds), goes_on(x, &all));
  hd_vec_clear(&all);
  free(who);
}

static void claim_progress(hd_proof *x, hd_loc l)
{
  hd_player one = {hd_loc_get(x->p, l)->thread, HD_EVERY, l};
  hd_claim claim = {
      .kind = HD_CLAIM_PROGRESS, .clause = HD_NONE, .fact = HD_NONE, .thread = one.thread, .loc = l, .edge = {HD_NONE}};
  hd_proof_claim(x, claim, hd_proof_numbers(x, &one, 1), some_edge(x, l, 0));
}

bool hd_proof_add_deadlocks(hd_proof *x)
{
  const hd_certificate *c = x->c;
  if (c->kind == HD_PROOF_MODULAR || c->clauses.len != 1 || c->clauses.data[0].otherwise || c->any)
    return hd_proof_refuse(x, HD_NO_LOC, "it does not say where all instances may stand together");
  if (c->relies & ~(unsigned)HD_RELIES_ORDERS) /* that one is shown or told (orders.c), and hides no deadlock */
    return hd_proof_refuse(x, HD_NO_LOC, "a reduction is taken for granted, and may hide a deadlock");
  for (uint32_t f = 0; f < c->clauses.data[0].facts.len; f++)
    if (!hd_proof_is_over(x, 0, f)) claim_vector(x, f);
  for (uint32_t l = 0; l < x->p->locs.len; l++)
    if (!x->steps.cut[l] && hd_loc_get(x->p, (hd_loc){l})->kind == HD_LOC_NORMAL) claim_progress(x, (hd_loc){l});
  return true;
}
