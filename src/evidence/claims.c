/* claims.c - initiation, consecution, interference and safety. */
#include "evidence/proof.h"

enum { MOST_VECTORS = 1 << 20 };

/* --- vectors ----------------------------------------------------------------------------------------------
 */

static bool all_vectors(hd_proof *x, const hd_clause *k, hd_vectors *out)
{
  uint64_t count = 1;
  hd_u32s *cuts = hd_alloc(k->n_parties + 1, sizeof *cuts);
  for (uint32_t i = 0; i < k->n_parties; i++) {
    for (uint32_t l = 0; l < x->p->locs.len; l++)
      if (x->p->locs.data[l].thread.id == k->parties[i].thread.id && hd_proof_is_cut(x, (hd_loc){l}))
        hd_vec_push(&cuts[i], l);
    count = count > MOST_VECTORS ? count : count * cuts[i].len;
  }
  for (uint64_t n = 0; count <= MOST_VECTORS && n < count; n++) {
    uint64_t rest = n;
    for (uint32_t i = 0; i < k->n_parties; i++) {
      hd_vec_push(&out->locs, (hd_loc){cuts[i].data[rest % cuts[i].len]});
      rest /= cuts[i].len;
    }
    out->count++;
  }
  for (uint32_t i = 0; i < k->n_parties; i++) hd_vec_clear(&cuts[i]);
  free(cuts);
  return count <= MOST_VECTORS || hd_proof_refuse(x, HD_NO_LOC, "a clause has too many vectors of locations");
}

bool hd_proof_vectors(hd_proof *x, uint32_t clause, hd_vectors *out)
{
  const hd_clause *k = &x->c->clauses.data[clause];
  if (k->otherwise) return all_vectors(x, k, out);
  for (uint32_t f = 0; f < k->facts.len; f++) {
    if (hd_proof_is_over(x, clause, f)) continue;
    for (uint32_t i = 0; i < k->n_parties; i++) hd_vec_push(&out->locs, k->facts.data[f].at[i]);
    out->count++;
  }
  return true;
}

/* The parties at a vector as players, party `first` before the others; who: by party. */
static void seat_parties(const hd_proof *x, const hd_clause *k, const hd_loc *at, uint32_t first, hd_players *out,
                         uint32_t *who)
{
  out->len = 0;
  if (first < k->n_parties) hd_vec_push(out, hd_proof_player(x, k->parties[first], at[first]));
  for (uint32_t i = 0; i < k->n_parties; i++) {
    who[i] = i == first ? 0 : out->len;
    if (i != first) hd_vec_push(out, hd_proof_player(x, k->parties[i], at[i]));
  }
}

/* May player 0 move, as far as it depends on the others' locations? */
static bool may_move(const hd_proof *x, const hd_players *who)
{
  for (uint32_t i = 1; i < who->len; i++)
    if (hd_proof_is_atomic(x, who->data[i].at)) return false;
  return true;
}

/* --- initiation -------------------------------------------------------------------------------- */

/* The initial values of what a formula mentions, for the party whose symbol it is. */
typedef struct {
  hd_proof *x;
  hd_term all;
} start;

static void note_start(void *context, hd_term leaf)
{
  start *s = context;
  hd_terms *T = s->x->T;
  const hd_program *p = s->x->p;
  if (hd_term_op(T, leaf) != HD_OP_VAR) return;
  hd_meaning m = hd_certificate_meaning(p, hd_term_symbol(T, leaf));
  hd_var v = m.var;
  if (m.means == HD_MEANS_GHOST) {
    const hd_ghost *g = &s->x->c->ghosts.data[m.ghost];
    hd_term starts = hd_term_2(T, HD_OP_EQ, leaf, hd_term_const(T, g->sort, g->init));
    s->all = hd_term_2(T, HD_OP_AND, s->all, starts);
  }
  if (v.id == HD_NONE || hd_var_get(p, v)->any || hd_var_get(p, v)->role == HD_ROLE_SELF) return;
  const hd_var_info *info = hd_var_get(p, v);
  enum { MOST_ELEMENTS = 4096 }; /* what is not said is not assumed */
  for (uint32_t i = 0; i < hd_var_elements(info) && i < MOST_ELEMENTS; i++) {
    hd_term element = info->count ? hd_term_2(T, HD_OP_SELECT, leaf, hd_term_bv(T, 32, i)) : leaf;
    hd_term value = hd_term_const(T, info->sort, hd_var_init(p, v, i));
    s->all = hd_term_2(T, HD_OP_AND, s->all, hd_term_2(T, HD_OP_EQ, element, value));
  }
}

void hd_proof_claim_start(hd_proof *x, uint32_t clause, uint32_t fact)
{
  const hd_clause *k = &x->c->clauses.data[clause];
  hd_loc *at = hd_alloc(k->n_parties + 1, sizeof *at);
  uint32_t *who = hd_alloc(k->n_parties + 1, sizeof *who);
  hd_players seats = {0};
  for (uint32_t i = 0; i < k->n_parties; i++) at[i] = hd_thread_get(x->p, k->parties[i].thread)->entry;
  seat_parties(x, k, at, 0, &seats, who);
  hd_term says = fact == HD_NONE ? hd_proof_says(x, clause, at) : k->facts.data[fact].holds;
  says = hd_proof_rename(x, says, who, seats.data);
  start s = {x, hd_proof_numbers(x, seats.data, seats.len)};
  hd_term_visit_leaves(x->T, says, note_start, &s);
  hd_claim claim = {.kind = HD_CLAIM_INITIATION,
                    .clause = clause,
                    .fact = hd_proof_find(x, clause, at),
                    .thread = HD_NO_THREAD,
                    .loc = HD_NO_LOC,
                    .edge = {HD_NONE}};
  hd_proof_claim(x, claim, s.all, says);
  hd_vec_clear(&seats);
  free(who);
  free(at);
}

/* --- steps ------------------------------------------------------------------------------------- */

/* What a clause says after player 0 has reached another cut-point. */
typedef struct {
  hd_proof *x;
  uint32_t clause;
  uint32_t mover; /* the party that moves, or HD_NONE: none of them */
  hd_loc *at;     /* before, and with the mover's location replaced for a moment */
  const uint32_t *who;
  const hd_players *seats;
} outcome;

static hd_term after_step(void *context, hd_loc to)
{
  outcome *o = context;
  hd_players moved = {0};
  for (uint32_t i = 0; i < o->seats->len; i++) hd_vec_push(&moved, o->seats->data[i]);
  moved.data[0].at = to;
  hd_loc from = o->mover == HD_NONE ? HD_NO_LOC : o->at[o->mover];
  if (o->mover != HD_NONE) o->at[o->mover] = to;
  hd_term says = hd_proof_rename(o->x, hd_proof_says(o->x, o->clause, o->at), o->who, moved.data);
  if (o->mover != HD_NONE) o->at[o->mover] = from;
  hd_vec_clear(&moved);
  return says;
}

typedef struct {
  const hd_terms *T;
  hd_map symbols;
} mentioned;

static void note_symbol(void *context, hd_term leaf)
{
  mentioned *m = context;
  if (hd_term_op(m->T, leaf) == HD_OP_VAR) hd_map_put(&m->symbols, hd_term_symbol(m->T, leaf), 1);
}

/* Could the segment that begins with the edge change what the clause says here? Asked of those who
 * are no parties: they change shared variables and ghosts. */
static bool may_matter(const hd_proof *x, const hd_map *symbols, uint32_t edge)
{
  hd_u32s todo = {0};
  bool matters = false;
  uint8_t *seen = hd_alloc(x->p->locs.len, 1);
  hd_vec_push(&todo, edge);
  while (todo.len && !matters) {
    const hd_edge_info *e = &x->steps.edges[todo.data[todo.len - 1]];
    const hd_ghost_set *g = x->steps.sets[hd_vec_pop(&todo)];
    for (uint32_t i = 0; i < e->n_assigns; i++) matters |= hd_map_find(symbols, e->assigns[i].var.id) != NULL;
    for (; g->ghost != HD_NONE; g++) {
      hd_term ghost = hd_certificate_ghost(x->p, x->c, g->ghost);
      matters |= hd_map_find(symbols, hd_term_symbol(x->T, ghost)) != NULL;
    }
    if (x->steps.cut[e->to.id] || seen[e->to.id]) continue;
    seen[e->to.id] = 1;
    uint32_t n;
    const uint32_t *out = hd_loc_out(x->p, e->to, &n);
    for (uint32_t i = 0; i < n; i++) hd_vec_push(&todo, out[i]);
  }
  free(seen);
  hd_vec_clear(&todo);
  return matters;
}

/* symbols: what the clause mentions; NULL: ask about every step. */
static void claim_steps(hd_proof *x, outcome *o, const hd_map *symbols)
{
  hd_term assumed = HD_NO_TERM;
  uint32_t n;
  hd_loc from = o->seats->data[0].at;
  hd_goal goal = {after_step, o};
  const uint32_t *out = hd_loc_out(x->p, from, &n);
  for (uint32_t i = 0; i < n; i++) {
    if (symbols && !may_matter(x, symbols, out[i])) continue;
    hd_claim claim = {.kind = o->mover == HD_NONE ? HD_CLAIM_INTERFERENCE : HD_CLAIM_CONSECUTION,
                      .clause = o->clause,
                      .fact = hd_proof_find(x, o->clause, o->at),
                      .thread = o->seats->data[0].thread,
                      .loc = from,
                      .edge = {out[i]}};
    hd_term then = hd_segment_before_edge(&x->steps, claim.edge, &goal);
    if (hd_term_is_true(x->T, then)) continue;
    if (!hd_term_is(assumed)) assumed = hd_proof_assume(x, o->seats->data, o->seats->len);
    hd_proof_claim(x, claim, assumed, then);
  }
}

/* The parties' own steps from a vector. */
static void claim_consecution(hd_proof *x, uint32_t clause, hd_loc *at)
{
  const hd_clause *k = &x->c->clauses.data[clause];
  uint32_t *who = hd_alloc(k->n_parties + 1, sizeof *who);
  hd_players seats = {0};
  for (uint32_t i = 0; i < k->n_parties; i++) {
    seat_parties(x, k, at, i, &seats, who);
    if (!may_move(x, &seats)) continue;
    outcome o = {x, clause, i, at, who, &seats};
    claim_steps(x, &o, NULL);
  }
  hd_vec_clear(&seats);
  free(who);
}

/* Instances of a thread that are none of the parties: by number, or one for all of them. */
static void find_others(const hd_proof *x, const hd_clause *k, hd_thread t, hd_players *out)
{
  uint32_t instances = hd_thread_get(x->p, t)->instances, taken = 0;
  bool any = hd_proof_is_any(x, t);
  for (uint32_t i = 0; i < k->n_parties; i++) taken += k->parties[i].thread.id == t.id;
  if (!any && taken >= instances) return;
  bool by_number = !any && (instances == 1 || x->numbered[t.id]);
  if (!by_number) hd_vec_push(out, (hd_player){t, HD_EVERY, HD_NO_LOC});
  for (uint32_t n = 0; by_number && n < instances; n++) {
    bool is_party = false;
    for (uint32_t i = 0; i < k->n_parties; i++)
      is_party |= k->parties[i].thread.id == t.id && hd_proof_player(x, k->parties[i], HD_NO_LOC).instance == n;
    if (!is_party) hd_vec_push(out, (hd_player){t, n, HD_NO_LOC});
  }
}

/* Steps of one that is no party, from wherever it may stand. */
static void claim_interference_by(hd_proof *x, uint32_t clause, hd_loc *at, hd_player other, const hd_map *symbols)
{
  const hd_clause *k = &x->c->clauses.data[clause];
  uint32_t *who = hd_alloc(k->n_parties + 1, sizeof *who);
  hd_players seats = {0};
  hd_vec_push(&seats, other);
  for (uint32_t i = 0; i < k->n_parties; i++) {
    who[i] = seats.len;
    hd_vec_push(&seats, hd_proof_player(x, k->parties[i], at[i]));
  }
  for (uint32_t l = 0; l < x->p->locs.len && may_move(x, &seats); l++) {
    if (x->p->locs.data[l].thread.id != other.thread.id || !hd_proof_is_cut(x, (hd_loc){l})) continue;
    seats.data[0].at = (hd_loc){l};
    outcome o = {x, clause, HD_NONE, at, who, &seats};
    claim_steps(x, &o, symbols);
  }
  hd_vec_clear(&seats);
  free(who);
}

static void claim_interference(hd_proof *x, uint32_t clause, hd_loc *at)
{
  const hd_clause *k = &x->c->clauses.data[clause];
  hd_players others = {0};
  mentioned m = {.T = x->T};
  hd_term says = hd_proof_says(x, clause, at);
  if (hd_term_is_true(x->T, says)) return;
  hd_term_visit_leaves(x->T, says, note_symbol, &m);
  for (uint32_t t = 0; t < x->p->threads.len; t++) find_others(x, k, (hd_thread){t}, &others);
  for (uint32_t i = 0; i < others.len; i++) claim_interference_by(x, clause, at, others.data[i], &m.symbols);
  hd_map_clear(&m.symbols);
  hd_vec_clear(&others);
}

/* --- safety ------------------------------------------------------------------------------------ */

static hd_term safe_from(hd_proof *x, hd_loc l)
{
  if (!hd_term_is(x->safe[l.id])) x->safe[l.id] = hd_segment_safe(&x->steps, l);
  return x->safe[l.id];
}

static void claim_safe(hd_proof *x, uint32_t clause, const hd_players *seats)
{
  hd_term safe = safe_from(x, seats->data[0].at);
  if (hd_term_is_true(x->T, safe) || !may_move(x, seats)) return;
  hd_claim claim = {.kind = HD_CLAIM_SAFETY,
                    .clause = clause,
                    .fact = HD_NONE,
                    .thread = seats->data[0].thread,
                    .loc = seats->data[0].at,
                    .edge = {HD_NONE}};
  hd_proof_claim(x, claim, hd_proof_assume(x, seats->data, seats->len), safe);
}

/* Are there surely as many instances as the clause has parties, when one is there already? */
static bool surely_exist(const hd_proof *x, const hd_clause *k, hd_thread there)
{
  for (uint32_t i = 0; i < k->n_parties; i++) {
    uint32_t wanted = 0, t = k->parties[i].thread.id;
    for (uint32_t j = 0; j < k->n_parties; j++) wanted += k->parties[j].thread.id == t;
    uint32_t least = hd_proof_is_any(x, (hd_thread){t}) ? t == there.id : x->p->threads.data[t].instances;
    if (wanted > least) return false;
  }
  return true;
}

/* The party of the clause that the instance can be, or HD_NONE. */
static uint32_t party_for(const hd_proof *x, const hd_clause *k, const hd_player *one)
{
  for (uint32_t i = 0; i < k->n_parties; i++) {
    hd_player party = hd_proof_player(x, k->parties[i], HD_NO_LOC);
    if (party.thread.id == one->thread.id && (party.instance == HD_EVERY || party.instance == one->instance)) return i;
  }
  return HD_NONE;
}

/* The clause that says most about the instance and others that surely exist. */
static uint32_t home_of(const hd_proof *x, const hd_player *one)
{
  uint32_t best = HD_NONE;
  for (uint32_t i = 0; i < x->c->clauses.len; i++) {
    const hd_clause *k = &x->c->clauses.data[i];
    bool fits = party_for(x, k, one) != HD_NONE && surely_exist(x, k, one->thread);
    if (fits && (best == HD_NONE || k->n_parties > x->c->clauses.data[best].n_parties)) best = i;
  }
  return best;
}

static bool claim_safe_alone(hd_proof *x, hd_player one)
{
  hd_players seats = {0};
  hd_vec_push(&seats, one);
  for (uint32_t l = 0; l < x->p->locs.len; l++) {
    if (x->p->locs.data[l].thread.id != one.thread.id || !hd_proof_is_cut(x, (hd_loc){l})) continue;
    seats.data[0].at = (hd_loc){l};
    claim_safe(x, HD_NONE, &seats);
  }
  hd_vec_clear(&seats);
  return true;
}

static bool claim_safe_at_home(hd_proof *x, hd_player one, uint32_t home)
{
  const hd_clause *k = &x->c->clauses.data[home];
  hd_vectors v = {0};
  hd_players seats = {0};
  uint32_t *who = hd_alloc(k->n_parties + 1, sizeof *who);
  bool ok = hd_proof_vectors(x, home, &v);
  for (uint32_t i = 0; ok && i < v.count; i++) {
    uint32_t party = party_for(x, k, &one);
    seat_parties(x, k, v.locs.data + (size_t)i * k->n_parties, party, &seats, who);
    seats.data[0].instance = one.instance;
    claim_safe(x, home, &seats);
  }
  free(who);
  hd_vec_clear(&seats);
  hd_vec_clear(&v.locs);
  return ok;
}

void hd_proof_instances(const hd_proof *x, hd_thread t, hd_players *out)
{
  const hd_clause no_parties = {0};
  find_others(x, &no_parties, t, out);
}

static bool claim_safety(hd_proof *x)
{
  hd_players all = {0};
  bool ok = true;
  for (uint32_t t = 0; t < x->p->threads.len; t++) hd_proof_instances(x, (hd_thread){t}, &all);
  for (uint32_t i = 0; ok && i < all.len; i++) {
    uint32_t home = home_of(x, &all.data[i]);
    ok = home == HD_NONE ? claim_safe_alone(x, all.data[i]) : claim_safe_at_home(x, all.data[i], home);
  }
  hd_vec_clear(&all);
  return ok;
}

/* --- all of it --------------------------------------------------------------------------------- */

static bool claim_clause(hd_proof *x, uint32_t clause)
{
  hd_vectors v = {0};
  bool ok = hd_proof_vectors(x, clause, &v);
  if (ok) hd_proof_claim_start(x, clause, HD_NONE);
  uint32_t n = x->c->clauses.data[clause].n_parties;
  for (uint32_t i = 0; ok && i < v.count && !hd_budget_spent(x->budget); i++) {
    hd_loc *at = n ? v.locs.data + (size_t)i * n : NULL;
    claim_consecution(x, clause, at);
    claim_interference(x, clause, at);
  }
  hd_vec_clear(&v.locs);
  return ok;
}

bool hd_proof_add_induction(hd_proof *x)
{
  for (uint32_t i = 0; i < x->c->clauses.len; i++)
    if (!claim_clause(x, i)) return false;
  return true;
}

bool hd_proof_add_claims(hd_proof *x)
{
  return hd_proof_add_induction(x) && claim_safety(x);
}

/* --- two players ------------------------------------------------------------------------------- */

/* The parties of the clause that the two can be. */
static bool parties_for(const hd_proof *x, const hd_clause *k, const hd_player *a, const hd_player *b, uint32_t who[2])
{
  for (uint32_t i = 0; i < k->n_parties; i++) {
    for (uint32_t j = 0; j < k->n_parties; j++) {
      hd_clause one = {.parties = &k->parties[i], .n_parties = 1}, two = {.parties = &k->parties[j], .n_parties = 1};
      if (i == j || party_for(x, &one, a) == HD_NONE || party_for(x, &two, b) == HD_NONE) continue;
      who[0] = i;
      who[1] = j;
      return true;
    }
  }
  return false;
}

static uint32_t home_of_two(const hd_proof *x, const hd_player *a, const hd_player *b, uint32_t who[2])
{
  for (uint32_t i = 0; i < x->c->clauses.len; i++) {
    const hd_clause *k = &x->c->clauses.data[i];
    bool enough = k->n_parties == 2 || (!k->otherwise && surely_exist(x, k, a->thread));
    if (enough && parties_for(x, k, a, b, who)) return i;
  }
  return HD_NONE;
}

void hd_proof_claim_pair(hd_proof *x, hd_claim claim, hd_player a, hd_player b, hd_term then)
{
  uint32_t who[2], home = home_of_two(x, &a, &b, who);
  hd_players seats = {0};
  hd_vec_push(&seats, a);
  hd_vec_push(&seats, b);
  const hd_clause *k = home == HD_NONE ? NULL : &x->c->clauses.data[home];
  if (!k || k->n_parties == 2) hd_proof_claim(x, claim, hd_proof_assume(x, seats.data, 2), then);
  for (uint32_t f = 0; k && k->n_parties > 2 && f < k->facts.len; f++) {
    const hd_fact *fact = &k->facts.data[f];
    if (fact->at[who[0]].id != a.at.id || fact->at[who[1]].id != b.at.id) continue;
    seats.len = 2;
    for (uint32_t i = 0; i < k->n_parties; i++)
      if (i != who[0] && i != who[1]) hd_vec_push(&seats, hd_proof_player(x, k->parties[i], fact->at[i]));
    claim.clause = home;
    claim.fact = f;
    hd_proof_claim(x, claim, hd_proof_assume(x, seats.data, seats.len), then);
  }
  hd_vec_clear(&seats);
}
