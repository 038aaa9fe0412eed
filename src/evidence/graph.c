/* graph.c - the claims of an abstract reachability graph: every edge and every covering. */
#include "evidence/proof.h"

typedef struct {
  hd_proof *x;
  const hd_clause *k;
  uint32_t fact, party;
  uint32_t *who; /* by party: the player */
  hd_player *seats;
} move;

/* Is the fact about the vector to which the party's step to `to` leads? */
static bool fact_fits(const move *m, const hd_fact *next, hd_loc to)
{
  for (uint32_t j = 0; j < m->k->n_parties; j++)
    if (next->at[j].id != (j == m->party ? to.id : m->k->facts.data[m->fact].at[j].id)) return false;
  return true;
}

static hd_term or_fact(const move *m, hd_term some, uint32_t fact)
{
  return hd_term_2(m->x->T, HD_OP_OR, some, hd_proof_rename(m->x, m->k->facts.data[fact].holds, m->who, m->seats));
}

/* Any fact of the vector: a graph without links. */
static hd_term after_any(const move *m, hd_loc to)
{
  hd_term some = hd_term_false(m->x->T);
  hd_loc *at = hd_alloc(m->k->n_parties + 1, sizeof *at);
  memcpy(at, m->k->facts.data[m->fact].at, m->k->n_parties * sizeof *at);
  at[m->party] = to;
  for (uint32_t f = hd_proof_find(m->x, 0, at); f != HD_NONE; f = m->x->twin[f]) some = or_fact(m, some, f);
  free(at);
  return some;
}

static hd_term after_links(const move *m, hd_loc to)
{
  hd_term some = hd_term_false(m->x->T);
  for (uint32_t i = m->x->linked[m->fact]; i < m->x->linked[m->fact + 1]; i++) {
    const hd_link *l = &m->x->links[i];
    if (l->party != m->party || l->to == HD_NONE) continue;
    if (fact_fits(m, &m->k->facts.data[l->to], to)) some = or_fact(m, some, l->to);
  }
  return some;
}

/* Where the graph goes on when the party has reached `to`: one of those facts must hold. */
static hd_term after_move(void *context, hd_loc to)
{
  const move *m = context;
  hd_loc from = m->seats[0].at;
  m->seats[0].at = to;
  hd_term some = m->x->c->links.len ? after_links(m, to) : after_any(m, to);
  m->seats[0].at = from;
  return some;
}

/* `@` in a formula of a fact stands for that fact's own locations. */
static hd_term fact_of(const move *m, uint32_t fact)
{
  return hd_proof_rename(m->x, m->k->facts.data[fact].holds, m->who, m->seats);
}

static void claim_moves(move *m)
{
  hd_proof *x = m->x;
  uint32_t n;
  hd_loc from = m->k->facts.data[m->fact].at[m->party];
  hd_term assumed = hd_term_2(x->T, HD_OP_AND, hd_proof_numbers(x, m->seats, m->k->n_parties), fact_of(m, m->fact));
  hd_goal goal = {after_move, m};
  const uint32_t *out = hd_loc_out(x->p, from, &n);
  hd_claim claim = {
      .kind = HD_CLAIM_CONSECUTION, .clause = 0, .fact = m->fact, .thread = m->seats[0].thread, .loc = from};
  for (uint32_t i = 0; i < n; i++) {
    claim.edge = (hd_edge){out[i]};
    hd_proof_claim(x, claim, assumed, hd_segment_before_edge(&x->steps, claim.edge, &goal));
  }
  claim.kind = HD_CLAIM_SAFETY;
  claim.edge = (hd_edge){HD_NONE};
  hd_proof_claim(x, claim, assumed, hd_segment_safe(&x->steps, from));
}

static bool others_wait(const hd_proof *x, const hd_clause *k, const hd_fact *f, uint32_t party)
{
  for (uint32_t i = 0; i < k->n_parties; i++)
    if (i != party && hd_proof_is_atomic(x, f->at[i])) return false;
  return true;
}

/* Are the party's steps left to a partial-order reduction? */
static bool is_left(const hd_proof *x, uint32_t fact, uint32_t party)
{
  for (uint32_t i = x->linked[fact]; i < x->linked[fact + 1]; i++)
    if (x->links[i].party == party && x->links[i].to == HD_NONE) return true;
  return false;
}

/* Numbers the players, beginning with the party that moves. */
static void seat_mover(const move *m)
{
  for (uint32_t i = 0, next = 1; i < m->k->n_parties; i++) {
    m->who[i] = i == m->party ? 0 : next++;
    m->seats[m->who[i]] = hd_proof_player(m->x, m->k->parties[i], m->k->facts.data[m->fact].at[i]);
  }
}

static void claim_fact(hd_proof *x, const hd_clause *k, uint32_t fact)
{
  hd_player *seats = hd_alloc(k->n_parties + 1, sizeof *seats);
  uint32_t *who = hd_alloc(k->n_parties + 1, sizeof *who);
  for (uint32_t party = 0; party < k->n_parties; party++) {
    move m = {x, k, fact, party, who, seats};
    if (!others_wait(x, k, &k->facts.data[fact], party) || is_left(x, fact, party)) continue;
    seat_mover(&m);
    claim_moves(&m);
  }
  free(who);
  free(seats);
}

hd_term hd_proof_fact_for(hd_proof *x, uint32_t fact, uint32_t party)
{
  const hd_clause *k = &x->c->clauses.data[0];
  hd_player *seats = hd_alloc(k->n_parties + 1, sizeof *seats);
  uint32_t *who = hd_alloc(k->n_parties + 1, sizeof *who);
  move m = {x, k, fact, party, who, seats};
  seat_mover(&m);
  hd_term all = hd_term_2(x->T, HD_OP_AND, hd_proof_numbers(x, seats, k->n_parties), fact_of(&m, fact));
  free(who);
  free(seats);
  return all;
}

static bool claim_covering(hd_proof *x, const hd_clause *k, uint32_t fact)
{
  const hd_fact *f = &k->facts.data[fact];
  if (f->covered >= k->facts.len || k->facts.data[f->covered].covered != HD_NONE)
    return hd_proof_refuse(x, HD_NO_LOC, "fact %u is covered by one that is covered itself", fact);
  const hd_fact *by = &k->facts.data[f->covered];
  const uint8_t *to = x->image[fact];
  hd_term holds = f->holds;
  if (to && !hd_proof_image(x, fact, &holds)) return false;
  for (uint32_t i = 0; i < k->n_parties && !to; i++)
    if (by->at[i].id != f->at[i].id)
      return hd_proof_refuse(x, f->at[i], "fact %u is covered by one at other locations", fact);
  hd_claim claim = {.kind = HD_CLAIM_COVERING,
                    .clause = 0,
                    .fact = f->covered,
                    .thread = HD_NO_THREAD,
                    .loc = HD_NO_LOC,
                    .edge = {HD_NONE}};
  hd_proof_claim(x, claim, holds, by->holds);
  return true;
}

/* The one clause has every instance among its parties, by number. */
static bool is_whole(hd_proof *x)
{
  uint32_t all = 0;
  for (uint32_t t = 0; t < x->p->threads.len; t++) all += x->p->threads.data[t].instances;
  bool whole = x->c->clauses.len == 1 && x->c->clauses.data[0].n_parties == all && !x->c->any;
  for (uint32_t i = 0; whole && i < all; i++)
    whole = hd_proof_player(x, x->c->clauses.data[0].parties[i], HD_NO_LOC).instance != HD_EVERY;
  return (whole && !x->c->clauses.data[0].otherwise) ||
         hd_proof_refuse(x, HD_NO_LOC, "a graph has one clause about all instances, otherwise false");
}

bool hd_proof_leaves_steps(const hd_proof *x)
{
  for (uint32_t i = 0; i < x->c->links.len; i++)
    if (x->c->links.data[i].to == HD_NONE) return true;
  return false;
}

bool hd_proof_add_graph(hd_proof *x)
{
  if (!is_whole(x)) return false;
  const hd_clause *k = &x->c->clauses.data[0];
  hd_proof_claim_start(x, 0, HD_NONE);
  if (!(x->c->relies & HD_RELIES_ORDERS) && hd_proof_leaves_steps(x))
    return hd_proof_refuse(x, HD_NO_LOC, "a graph leaves steps out and does not say that it relies on that");
  if (!hd_proof_index_images(x)) return false;
  for (uint32_t i = 0; i < k->facts.len; i++) {
    if (hd_proof_is_over(x, 0, i)) continue;
    if (k->facts.data[i].covered == HD_NONE)
      claim_fact(x, k, i);
    else if (!claim_covering(x, k, i))
      return false;
  }
  x->ordered = hd_proof_leaves_steps(x) && !hd_proof_shows_orders(x);
  return true;
}
