/* orders.c - may a graph leave out the steps that it does?
 *
 * The certificate says for each fact who sleeps there, and which set of parties is enough (`order` lines). A turn is
 * what a party does from a location where others may move to the next one. Two turns are independent at a fact when
 * neither writes a shared variable that the other reads or writes there, given the values that the fact
 * tells (fold.h). Shown here, for every fact:
 *   - no party sleeps where it starts; one that sleeps after a turn was asleep before or is explored before it, in some
 *     order, and its turn is independent of it; a covering fact has no more sleepers than the one that it covers;
 *   - where a party that is awake is left out, there is a persistent set of parties: nothing that the others may
 *     do while its members stand still conflicts with a member's turn. What they may do is found by propagating
 *     values along their segments, each party by itself: what another one may write is unknown;
 *   - the set's members are explored or asleep, and one of them, the seed, is awake and surely finishes its turn (a
 *     claim for the solver) in one segment;
 *   - going on with seeds alone leads round in no circle.
 * Then every violation (and every deadlock) that the program reaches is reached by steps of the graph: take a run to it
 * none of whose first turns, up to independence, is asleep. If it has a turn of the set, the first of them can come
 * first, and is explored. If not, the seed can be put before it, and is; which cannot go on for ever. */
#include "evidence/fold.h"
#include "evidence/judge.h"

/* Sets of shared variables. */
typedef struct {
  uint64_t *reads, *writes;
} access;

/* What is known at a location that a party has reached. */
typedef struct {
  hd_loc loc;
  hd_values values;
} row;

typedef struct {
  HD_VEC(row) rows;
  access all;
} mover;

typedef struct {
  hd_proof *x;
  const hd_clause *k;
  hd_fold fold;
  hd_arena arena;    /* of the question at hand */
  mover *movers;     /* by party */
  uint64_t *writers; /* by variable: parties that may write it */
  hd_values scratch;
  access *turns;            /* by party, of the fact at hand; reads NULL: not asked */
  uint8_t *single;          /* .. it is one segment */
  uint64_t *asleep, *alone; /* by fact */
  uint32_t *seed;           /* by fact, or HD_NONE: everything is explored there */
  bool changed;
} work;

static uint64_t party_mask(uint32_t i)
{
  return UINT64_C(1) << i;
}

static hd_values values_new(work *w)
{
  uint32_t n = w->x->p->vars.len + 1;
  return (hd_values){hd_arena_alloc(&w->arena, n), hd_arena_alloc(&w->arena, n * sizeof(uint64_t))};
}

static void values_copy(const work *w, hd_values *to, const hd_values *from)
{
  uint32_t n = w->x->p->vars.len;
  memcpy(to->known, from->known, n);
  memcpy(to->values, from->values, n * sizeof *to->values);
}

static access access_new(work *w)
{
  size_t size = w->fold.words * sizeof(uint64_t);
  return (access){hd_arena_alloc(&w->arena, size), hd_arena_alloc(&w->arena, size)};
}

static bool movers_conflict(const work *w, const access *a, const access *b)
{
  for (uint32_t i = 0; i < w->fold.words; i++)
    if (a->writes[i] & (b->reads[i] | b->writes[i]) || a->reads[i] & b->writes[i]) return true;
  return false;
}

/* --- what a fact tells ---------------------------------------------------------------------------------- */

/* Not about the program's own shared data: what is known of it seldom keeps a way from being taken, and to use it is
 * to read it. */
static void tell_value(work *w, uint32_t party, hd_term variable, uint64_t value, hd_values *out)
{
  const hd_program *p = w->x->p;
  if (hd_term_op(w->x->T, variable) != HD_OP_VAR) return;
  hd_meaning m = hd_certificate_meaning(p, hd_term_symbol(w->x->T, variable));
  if (m.means != HD_MEANS_VAR || hd_var_get(p, m.var)->count) return;
  const hd_var_info *info = hd_var_get(p, m.var);
  if (info->thread.id != HD_NONE ? m.party != party : info->role == HD_ROLE_USER) return;
  out->known[m.var.id] = 1;
  out->values[m.var.id] = value;
}

/* Equations among the conjuncts. */
static void tell_conjuncts(work *w, uint32_t party, hd_term t, hd_values *out)
{
  const hd_terms *T = w->x->T;
  uint64_t value;
  switch (hd_term_op(T, t)) {
  case HD_OP_AND:
    for (unsigned i = 0; i < 2; i++) tell_conjuncts(w, party, hd_term_arg(T, t, i), out);
    return;
  case HD_OP_EQ:
    if (hd_term_is_const(T, hd_term_arg(T, t, 1), &value)) tell_value(w, party, hd_term_arg(T, t, 0), value, out);
    return;
  case HD_OP_VAR: tell_value(w, party, t, 1, out); return;
  case HD_OP_NOT: tell_value(w, party, hd_term_arg(T, t, 0), 0, out); return;
  default: return;
  }
}

static hd_values values_at(work *w, uint32_t fact, uint32_t party)
{
  const hd_program *p = w->x->p;
  hd_values v = values_new(w);
  for (uint32_t i = 0; i < p->vars.len; i++) {
    const hd_var_info *info = &p->vars.data[i];
    bool number = info->role == HD_ROLE_SELF && info->thread.id == w->k->parties[party].thread.id;
    v.known[i] = number || (w->x->constant[i] && !info->count);
    if (v.known[i]) v.values[i] = number ? w->k->parties[party].instance : hd_var_init(p, (hd_var){i}, 0);
  }
  tell_conjuncts(w, party, w->k->facts.data[fact].holds, &v);
  return v;
}

/* --- steps ---------------------------------------------------------------------------------------------- */

static void row_reach(work *w, mover *m, hd_loc loc, const hd_values *values)
{
  for (uint32_t i = 0; i < m->rows.len; i++) {
    row *r = &m->rows.data[i];
    if (r->loc.id != loc.id) continue;
    for (uint32_t v = 0; v < w->x->p->vars.len; v++) {
      if (!r->values.known[v] || (values->known[v] && values->values[v] == r->values.values[v])) continue;
      r->values.known[v] = 0;
      w->changed = true;
    }
    return;
  }
  row r = {loc, values_new(w)};
  values_copy(w, &r.values, values);
  hd_vec_push(&m->rows, r);
  w->changed = true;
}

static void note_write(work *w, uint32_t party, hd_var v)
{
  access *a = &w->movers[party].all;
  if (hd_var_get(w->x->p, v)->thread.id != HD_NONE) return;
  a->writes[v.id / 64] |= party_mask(v.id % 64);
  if (w->writers[v.id] & party_mask(party)) return;
  w->writers[v.id] |= party_mask(party);
  w->changed = true;
}

/* The values after the way to the target. */
static void take_segment(work *w, uint32_t party, const hd_segment_view *s, const hd_segment_target *t,
                         hd_values *after)
{
  hd_terms *T = w->x->T;
  uint64_t *reads = w->movers[party].all.reads, value;
  for (uint32_t i = 0; i < s->n_variables; i++) {
    hd_meaning m = hd_certificate_meaning(w->x->p, hd_term_symbol(T, s->variables[i]));
    hd_term now = hd_fold_value(&w->fold, s->variables[i], t->state[i], reads);
    if (m.means != HD_MEANS_VAR || !hd_term_is(now)) continue;
    note_write(w, party, m.var);
    after->known[m.var.id] = hd_term_is_const(T, now, &value);
    if (after->known[m.var.id]) after->values[m.var.id] = value;
  }
}

/* Segments from the location under the values. all: what makes a way impossible is read, too. True: it may lead into
 * an atomic location, and so on from there; `forever`: rows are kept for all places reached, not for those alone. */
static bool step_segments(work *w, uint32_t party, hd_loc from, const hd_values *values, bool all, bool forever)
{
  hd_proof *x = w->x;
  bool goes_on = false;
  uint32_t n;
  const uint32_t *out = hd_loc_out(x->p, from, &n);
  access *a = &w->movers[party].all;
  uint64_t *unless = hd_arena_alloc(&w->arena, w->fold.words * sizeof *unless);
  hd_values after = values_new(w);
  hd_fold_under(&w->fold, values);
  for (uint32_t i = 0; i < n; i++) {
    hd_segment_view s = hd_segment_of(&x->steps, (hd_edge){out[i]});
    memset(unless, 0, w->fold.words * sizeof *unless);
    bool possible = !hd_term_is_true(x->T, hd_fold_term(&w->fold, s.safe, unless));
    for (uint32_t k = 0; k < s.n_targets; k++) {
      const hd_segment_target *t = &s.targets[k];
      if (hd_term_is_false(x->T, hd_fold_term(&w->fold, t->cond, unless))) continue;
      possible = true;
      values_copy(w, &after, values);
      take_segment(w, party, &s, t, &after);
      bool atomic = hd_proof_is_atomic(x, t->loc);
      goes_on |= atomic;
      if (atomic || forever) row_reach(w, &w->movers[party], t->loc, &after);
    }
    for (uint32_t k = 0; (all || possible) && k < w->fold.words; k++) a->reads[k] |= unless[k];
  }
  return goes_on;
}

/* --- turns, and what others may do ---------------------------------------------------------------------- */

static void movers_reset(work *w)
{
  for (uint32_t i = 0; i < w->k->n_parties; i++) {
    w->movers[i].rows.len = 0;
    w->movers[i].all = access_new(w);
  }
  memset(w->writers, 0, (w->x->p->vars.len + 1) * sizeof *w->writers);
}

/* The values at a row, without what others may write. */
static const hd_values *values_for(work *w, uint32_t party, const row *r)
{
  values_copy(w, &w->scratch, &r->values);
  for (uint32_t v = 0; v < w->x->p->vars.len; v++)
    if (w->writers[v] & ~party_mask(party)) w->scratch.known[v] = 0;
  return &w->scratch;
}

static const access *turn_of(work *w, uint32_t fact, uint32_t party)
{
  if (w->turns[party].reads) return &w->turns[party];
  movers_reset(w);
  mover *m = &w->movers[party];
  hd_values first = values_at(w, fact, party);
  w->single[party] = !step_segments(w, party, w->k->facts.data[fact].at[party], &first, true, false);
  do {
    w->changed = false;
    for (uint32_t i = 0; i < m->rows.len; i++)
      step_segments(w, party, m->rows.data[i].loc, values_for(w, party, &m->rows.data[i]), true, false);
  } while (w->changed);
  w->turns[party] = m->all;
  return &w->turns[party];
}

/* A party that has to wait inside an atomic section keeps all others waiting: what it waits for matters. */
static void step_on(work *w, uint32_t party, uint32_t r)
{
  hd_loc from = w->movers[party].rows.data[r].loc;
  const hd_values *values = values_for(w, party, &w->movers[party].rows.data[r]);
  step_segments(w, party, from, values, hd_proof_is_atomic(w->x, from), true);
}

/* All but the members of the set go on from the fact as long as something new happens. */
static void let_others(work *w, uint32_t fact, uint64_t set)
{
  movers_reset(w);
  for (uint32_t i = 0; i < w->k->n_parties; i++) {
    if (set & party_mask(i)) continue;
    hd_values first = values_at(w, fact, i);
    row_reach(w, &w->movers[i], w->k->facts.data[fact].at[i], &first);
  }
  do {
    w->changed = false;
    for (uint32_t i = 0; i < w->k->n_parties; i++)
      for (uint32_t r = 0; r < w->movers[i].rows.len; r++) step_on(w, i, r);
  } while (w->changed && !hd_budget_spent(w->x->budget));
}

/* --- what the certificate says -------------------------------------------------------------------------- */

/* Parties whose steps from the fact are left out; the others' are all there. */
static uint64_t left_at(const work *w, uint32_t fact)
{
  const hd_proof *x = w->x;
  uint64_t left = 0;
  for (uint32_t i = x->linked[fact]; i < x->linked[fact + 1]; i++)
    if (x->links[i].to == HD_NONE) left |= party_mask(x->links[i].party);
  return left;
}

static bool is_choice(const work *w, uint32_t fact)
{
  for (uint32_t i = 0; i < w->k->n_parties; i++)
    if (hd_proof_is_atomic(w->x, w->k->facts.data[fact].at[i])) return false;
  return true;
}

/* Is there an order of the parties in which each comes after those in before[it]? */
static bool can_be_ordered(uint64_t *before, uint32_t n)
{
  uint64_t done = 0;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < n; i++) {
      if (done & party_mask(i) || before[i] & ~done) continue;
      done |= party_mask(i);
      more = true;
    }
  }
  return done == (n == 64 ? UINT64_MAX : party_mask(n) - 1);
}

/* Who sleeps after the steps from the fact may do so. */
static bool sleeps_well(work *w, uint32_t fact)
{
  const hd_proof *x = w->x;
  uint64_t before[64] = {0}, here = w->asleep[fact];
  bool choice = is_choice(w, fact);
  uint64_t could = here | (choice ? ~left_at(w, fact) : 0);
  for (uint32_t i = x->linked[fact]; i < x->linked[fact + 1]; i++) {
    const hd_link *l = &x->links[i];
    uint64_t after = l->to == HD_NONE ? 0 : w->asleep[l->to];
    if (after & ~could || after & party_mask(l->party)) return false;
    if (!choice) continue;
    before[l->party] |= after & ~here;
    for (uint32_t u = 0; u < w->k->n_parties; u++) {
      if (!(after & party_mask(u))) continue;
      const access *a = turn_of(w, fact, u);
      if (movers_conflict(w, a, turn_of(w, fact, l->party))) return false;
    }
  }
  return can_be_ordered(before, w->k->n_parties);
}

typedef struct {
  const hd_proof *x;
  hd_term choice; /* the last one that was seen, or HD_NO_TERM */
  bool value;
} chosen;

static void note_choice(void *context, hd_term leaf)
{
  chosen *c = context;
  if (hd_term_op(c->x->T, leaf) != HD_OP_VAR) return;
  uint32_t symbol = hd_term_symbol(c->x->T, leaf);
  if (symbol >= c->x->steps.choices && symbol < c->x->steps.choices + c->x->p->edges.len) c->choice = leaf;
}

static hd_term choose_branch(void *context, hd_term leaf)
{
  const chosen *c = context;
  return hd_term_same(leaf, c->choice) ? hd_term_bool(c->x->T, c->value) : HD_NO_TERM;
}

/* Some choice between edges makes it true. Few choices are tried. */
static hd_term with_some_choice(const hd_proof *x, hd_term t)
{
  enum { MOST_CHOICES = 8 };
  for (unsigned i = 0; i < MOST_CHOICES; i++) {
    chosen c = {x, HD_NO_TERM, false};
    hd_term_visit_leaves(x->T, t, note_choice, &c);
    if (!hd_term_is(c.choice)) break;
    hd_term without = hd_term_substitute(x->T, t, &(hd_rewrite){choose_branch, &c});
    c.value = true;
    t = hd_term_2(x->T, HD_OP_OR, without, hd_term_substitute(x->T, t, &(hd_rewrite){choose_branch, &c}));
  }
  return t;
}

/* Can the party's turn be finished from every state of the fact? */
static bool is_sure(work *w, uint32_t fact, uint32_t party)
{
  hd_proof *x = w->x;
  uint32_t n;
  hd_loc from = w->k->facts.data[fact].at[party];
  const uint32_t *out = hd_loc_out(x->p, from, &n);
  hd_term some = hd_term_false(x->T), holds = hd_proof_fact_for(x, fact, party);
  turn_of(w, fact, party);
  if (!w->single[party]) return false;
  for (uint32_t i = 0; i < n; i++) {
    hd_segment_view s = hd_segment_of(&x->steps, (hd_edge){out[i]});
    for (uint32_t k = 0; k < s.n_targets; k++) some = hd_term_2(x->T, HD_OP_OR, some, s.targets[k].cond);
  }
  hd_values values = values_at(w, fact, party);
  uint64_t *unused = hd_arena_alloc(&w->arena, w->fold.words * sizeof *unused);
  hd_fold_under(&w->fold, &values);
  some = with_some_choice(x, hd_fold_term(&w->fold, some, unused));
  hd_term sure = hd_term_2(x->T, HD_OP_OR, hd_term_1(x->T, HD_OP_NOT, holds), some);
  if (hd_court_ask(x->court, sure) != HD_UNSAT) return false;
  hd_claim claim = {.kind = HD_CLAIM_PROGRESS, .clause = 0, .fact = fact, .loc = from, .edge = {HD_NONE}};
  claim.thread = w->k->parties[party].thread;
  hd_proof_claim(x, claim, holds, some);
  return true;
}

static bool is_persistent(work *w, uint32_t fact, uint64_t set)
{
  for (uint32_t i = 0; i < w->k->n_parties; i++)
    if (set & party_mask(i)) turn_of(w, fact, i);
  let_others(w, fact, set);
  for (uint32_t i = 0; i < w->k->n_parties; i++)
    for (uint32_t k = 0; set & party_mask(i) && k < w->k->n_parties; k++)
      if (!(set & party_mask(k)) && movers_conflict(w, &w->turns[i], &w->movers[k].all)) return false;
  return true;
}

/* Where a party that is awake is left out: the set is enough. */
static bool is_enough(work *w, uint32_t fact)
{
  uint64_t left = left_at(w, fact), set = w->alone[fact], asleep = w->asleep[fact];
  if (!(left & ~asleep)) return true;
  if (!is_choice(w, fact) || set & ~asleep & left) return false;
  for (uint32_t i = 0; i < w->k->n_parties && w->seed[fact] == HD_NONE; i++)
    if (set & ~asleep & party_mask(i) && is_sure(w, fact, i)) w->seed[fact] = i;
  return w->seed[fact] != HD_NONE && is_persistent(w, fact, set);
}

/* Who sleeps at a covered fact, in terms of the covering one. */
static uint64_t asleep_there(const work *w, uint32_t fact)
{
  const uint8_t *to = w->x->image[fact];
  uint64_t there = 0;
  if (!to) return w->asleep[fact];
  for (uint32_t i = 0; i < w->k->n_parties; i++)
    if (w->asleep[fact] & party_mask(i)) there |= party_mask(to[i]);
  return there;
}

static bool is_fine(work *w, uint32_t fact)
{
  const hd_fact *f = &w->k->facts.data[fact];
  bool fine = true;
  if (hd_proof_is_over(w->x, 0, fact)) return true;
  if (f->covered != HD_NONE) return !(w->asleep[f->covered] & ~asleep_there(w, fact));
  memset(w->turns, 0, (w->k->n_parties + 1) * sizeof *w->turns);
  fine = sleeps_well(w, fact) && is_enough(w, fact);
  hd_arena_clear(&w->arena);
  hd_arena_init(&w->arena);
  w->scratch = values_new(w);
  return fine;
}

/* --- circles -------------------------------------------------------------------------------------------- */

enum { UNSEEN, ON_WAY, DONE };

/* Where seeds and coverings lead from the fact. */
static bool goes_round(const work *w, uint32_t fact, uint8_t *seen)
{
  const hd_proof *x = w->x;
  uint32_t by = w->k->facts.data[fact].covered;
  if (seen[fact] != UNSEEN) return seen[fact] == ON_WAY;
  seen[fact] = ON_WAY;
  bool round = by != HD_NONE && goes_round(w, by, seen);
  for (uint32_t i = x->linked[fact]; by == HD_NONE && i < x->linked[fact + 1] && !round; i++)
    round = x->links[i].party == w->seed[fact] && x->links[i].to != HD_NONE && goes_round(w, x->links[i].to, seen);
  seen[fact] = DONE;
  return round;
}

static bool has_circle(const work *w)
{
  uint8_t *seen = hd_alloc(w->k->facts.len + 1, 1);
  bool round = false;
  for (uint32_t i = 0; i < w->k->facts.len && !round; i++) round = goes_round(w, i, seen);
  free(seen);
  return round;
}

/* --- the whole ------------------------------------------------------------------------------------------ */

/* A fact at the start in which no party sleeps is claimed to hold there. */
static bool starts_awake(work *w)
{
  hd_loc *at = hd_alloc(w->k->n_parties + 1, sizeof *at);
  for (uint32_t i = 0; i < w->k->n_parties; i++) at[i] = hd_thread_get(w->x->p, w->k->parties[i].thread)->entry;
  uint32_t f = hd_proof_find(w->x, 0, at);
  while (f != HD_NONE && w->asleep[f]) f = w->x->twin[f];
  free(at);
  if (f != HD_NONE) hd_proof_claim_start(w->x, 0, f);
  return f != HD_NONE;
}

static bool read_orders(work *w)
{
  const hd_certificate *c = w->x->c;
  for (uint32_t i = 0; i < w->k->facts.len; i++) w->seed[i] = HD_NONE;
  for (uint32_t i = 0; i < c->orders.len; i++) {
    if (c->orders.data[i].fact >= w->k->facts.len) return false;
    w->asleep[c->orders.data[i].fact] = c->orders.data[i].asleep;
    w->alone[c->orders.data[i].fact] = c->orders.data[i].alone;
  }
  return true;
}

bool hd_proof_shows_orders(hd_proof *x)
{
  const hd_clause *k = &x->c->clauses.data[0];
  uint32_t n = k->facts.len + 1, parties = k->n_parties + 1;
  if (k->n_parties > 64 || x->c->ghosts.len) return false;
  work w = {.x = x, .k = k};
  hd_fold_init(&w.fold, x->p);
  hd_arena_init(&w.arena);
  w.movers = hd_alloc(parties, sizeof *w.movers);
  w.writers = hd_alloc(x->p->vars.len + 1, sizeof *w.writers);
  w.turns = hd_alloc(parties, sizeof *w.turns);
  w.single = hd_alloc(parties, 1);
  w.asleep = hd_alloc(n, sizeof *w.asleep);
  w.alone = hd_alloc(n, sizeof *w.alone);
  w.seed = hd_alloc(n, sizeof *w.seed);
  w.scratch = values_new(&w);
  bool shown = read_orders(&w) && starts_awake(&w);
  for (uint32_t i = 0; shown && i < k->facts.len; i++) shown = !hd_budget_spent(x->budget) && is_fine(&w, i);
  shown = shown && !has_circle(&w);
  for (uint32_t i = 0; i < k->n_parties; i++) hd_vec_clear(&w.movers[i].rows);
  free(w.movers);
  free(w.writers);
  free(w.turns);
  free(w.single);
  free(w.asleep);
  free(w.alone);
  free(w.seed);
  hd_arena_clear(&w.arena);
  hd_fold_clear(&w.fold);
  return shown;
}
