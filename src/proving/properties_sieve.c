/* properties_sieve.c - candidates that every step keeps.
 *
 * Nothing is reached at first; a block whose premises hold reaches its target, and takes from the target's
 * candidates those that are wrong afterwards. Premises about a party are those of where it stands, alone and
 * beside the others that the question is about: with fewer premises a conclusion stays right. */
#include "proving/properties_state.h"

#include "expr/memo.h"

/* Resources of a query: one that takes longer costs its candidates. */
enum { EFFORT = 3000000 };

/* A party that a question is about: where it stands, as which copy. */
typedef struct {
  uint32_t place;
  unsigned copy;
} party;

typedef struct {
  hd_properties *x;
  hd_map premises; /* that were asserted, by term */
  hd_map renamed;  /* by term and copies */
  hd_map done;     /* by question: when it was last answered */
  bool changed;
} sieve;

/* --- renaming ------------------------------------------------------------------------------------------- */

typedef struct {
  const hd_properties *x;
  hd_thread first, second;
  unsigned as_first, as_second;
} renaming;

static hd_term rename_leaf(void *context, hd_term leaf)
{
  const renaming *r = context;
  uint32_t cell;
  unsigned copy;
  if (!hd_properties_cell(r->x, hd_term_symbol(r->x->T, leaf), &cell, &copy)) return HD_NO_TERM;
  uint32_t t = hd_var_get(r->x->p, r->x->cells->list.data[cell].var)->thread.id;
  if (t == HD_NONE) return HD_NO_TERM;
  bool is_second = r->first.id == r->second.id ? copy == 1 : t == r->second.id;
  return r->x->state[is_second ? r->as_second : r->as_first][cell];
}

/* A fact about two places, or about one (then both are the same and the second does not occur), for these copies. */
static hd_term rename_fact(sieve *s, hd_term fact, party a, party b)
{
  hd_properties *x = s->x;
  hd_thread first = hd_place_thread(x, a.place), second = hd_place_thread(x, b.place);
  if (a.copy == 0 && b.copy == (first.id == second.id ? 1 : 0)) return fact;
  uint64_t key = (uint64_t)fact.id << 28 | (uint64_t)first.id << 16 | second.id << 4 | a.copy << 2 | b.copy;
  const uint64_t *known = hd_map_find(&s->renamed, key);
  if (known) return (hd_term){(uint32_t)*known};
  renaming r = {x, first, second, a.copy, b.copy};
  hd_term t = hd_term_substitute(x->T, fact, &(hd_rewrite){rename_leaf, &r});
  hd_map_put(&s->renamed, key, t.id);
  return t;
}

/* --- premises --------------------------------------------------------------------------------------------- */

static hd_candidates *beside(hd_properties *x, uint32_t i, uint32_t j)
{
  return &x->beside[(size_t)i * x->places.len + j];
}

static void assume_fact(sieve *s, hd_term fact)
{
  if (hd_map_find(&s->premises, fact.id)) return;
  hd_map_put(&s->premises, fact.id, 1);
  hd_solver_assert(s->x->solver, fact);
}

static void assume_alone(sieve *s, party a)
{
  const hd_term_list *facts = &s->x->alone[a.place].facts;
  party other = {a.place, 1};
  for (uint32_t i = 0; i < facts->len; i++)
    if (hd_term_is(facts->data[i])) assume_fact(s, rename_fact(s, facts->data[i], a, other));
}

/* In the order in which the pair is kept: by threads, and by copies of one. */
static bool in_order(const hd_properties *x, party *a, party *b)
{
  uint32_t first = hd_place_thread(x, a->place).id, second = hd_place_thread(x, b->place).id;
  if (first > second || (first == second && a->copy > b->copy)) {
    party c = *a;
    *a = *b;
    *b = c;
  }
  return hd_is_pair(x, a->place, b->place);
}

/* False: the two are never there together. */
static bool assume_beside(sieve *s, party a, party b)
{
  hd_properties *x = s->x;
  if (!x->pairs || !in_order(x, &a, &b)) return true;
  const hd_candidates *c = beside(x, a.place, b.place);
  if (!c->reached) return false;
  for (uint32_t i = 0; i < c->facts.len; i++)
    if (hd_term_is(c->facts.data[i])) assume_fact(s, rename_fact(s, c->facts.data[i], a, b));
  return true;
}

/* Copies have different numbers. */
static void assume_different(sieve *s, party a, party b)
{
  const hd_properties *x = s->x;
  hd_thread t = hd_place_thread(x, a.place);
  hd_var self = hd_thread_get(x->p, t)->self;
  if (t.id != hd_place_thread(x, b.place).id || self.id == HD_NONE) return;
  uint32_t cell = x->cells->first[self.id];
  assume_fact(s, hd_term_ne(x->T, x->state[a.copy][cell], x->state[b.copy][cell]));
}

/* All that is known about the parties, in the solver. False: they never stand there together. */
static bool assume_all(sieve *s, const party *who, uint32_t n)
{
  hd_map_clear(&s->premises);
  for (uint32_t i = 0; i < n; i++) assume_alone(s, who[i]);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = i + 1; k < n; k++) {
      assume_different(s, who[i], who[k]);
      if (!assume_beside(s, who[i], who[k])) return false;
    }
  return true;
}

/* --- conclusions ------------------------------------------------------------------------------------------ */

/* A block's target, taken by the copy. */
typedef struct {
  const hd_properties *x;
  const hd_block_target *t;
  unsigned copy;
  hd_thread thread;
} taken;

static hd_term after_leaf(void *context, hd_term leaf)
{
  const taken *m = context;
  uint32_t cell;
  unsigned copy;
  if (!hd_properties_cell(m->x, hd_term_symbol(m->x->T, leaf), &cell, &copy)) return HD_NO_TERM;
  uint32_t t = hd_var_get(m->x->p, m->x->cells->list.data[cell].var)->thread.id;
  if (t != HD_NONE && (t != m->thread.id || copy != m->copy)) return HD_NO_TERM;
  return m->t->post[cell];
}

/* What is asked about: facts of a place or of two, for these parties. */
typedef struct {
  hd_candidates *c;
  party a, b; /* of one: b is not in it */
  HD_VEC(hd_term) after;
} goal;

static void find_after(sieve *s, goal *g, const taken *m)
{
  for (uint32_t i = 0; i < g->c->facts.len; i++) {
    hd_term fact = g->c->facts.data[i], after = HD_NO_TERM;
    if (hd_term_is(fact)) {
      after = hd_term_substitute(s->x->T, rename_fact(s, fact, g->a, g->b), &(hd_rewrite){after_leaf, (void *)m});
      if (hd_map_find(&s->premises, after.id)) after = HD_NO_TERM; /* it is kept */
    }
    hd_vec_push(&g->after, after);
  }
}

static void note_change(sieve *s, hd_candidates *c)
{
  c->changed = ++s->x->clock;
  s->changed = true;
}

/* The target's condition and the premises are in the solver: brings the goal down to what holds then. */
static void settle_goal(sieve *s, goal *g, const taken *m)
{
  find_after(s, g, m);
  if (hd_candidates_sieve(g->c, g->after.data, s->x->solver, &s->x->budget)) note_change(s, g->c);
  hd_vec_clear(&g->after);
}

/* --- questions -------------------------------------------------------------------------------------------- */

static bool is_atomic(const hd_properties *x, uint32_t place)
{
  const hd_loc_info *l = hd_loc_get(x->p, x->places.data[place]);
  return l->atomic && l->kind == HD_LOC_NORMAL;
}

/* When what is known about the parties last changed. */
static uint32_t last_change(hd_properties *x, const party *who, uint32_t n)
{
  uint32_t last = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (x->alone[who[i].place].changed > last) last = x->alone[who[i].place].changed;
    for (uint32_t k = i + 1; k < n && x->pairs; k++) {
      party a = who[i], b = who[k];
      if (in_order(x, &a, &b) && beside(x, a.place, b.place)->changed > last)
        last = beside(x, a.place, b.place)->changed;
    }
  }
  return last;
}

/* Is there something new to be asked about the parties, of which the first moves? */
static bool is_due(sieve *s, const party *who, uint32_t n)
{
  hd_properties *x = s->x;
  uint64_t key = 0, places = x->places.len + 1;
  for (uint32_t i = 0; i < n; i++) key = key * places + who[i].place + 1;
  key = key * HD_COPIES + who[0].copy;
  uint64_t done = hd_map_get_or(&s->done, key, 0);
  if (done && last_change(x, who, n) < done) return false;
  hd_map_put(&s->done, key, ++x->clock);
  return true;
}

static bool never_together(sieve *s, const party *who, uint32_t n)
{
  hd_properties *x = s->x;
  for (uint32_t i = 0; i < n; i++) {
    if (!x->alone[who[i].place].reached || (i && is_atomic(x, who[i].place))) return true;
    for (uint32_t k = i + 1; k < n && x->pairs; k++) {
      party a = who[i], b = who[k];
      if (in_order(x, &a, &b) && !beside(x, a.place, b.place)->reached) return true;
    }
  }
  return false;
}

static void ask_target(sieve *s, const party *who, uint32_t n, const hd_block_target *t)
{
  hd_properties *x = s->x;
  taken m = {x, t, who[0].copy, hd_place_thread(x, who[0].place)};
  uint32_t to = x->number[t->loc.id];
  party moved = {to, who[0].copy};
  hd_solver_push(x->solver);
  if (assume_all(s, who, n)) {
    hd_solver_assert(x->solver, t->cond);
    if (n == 1) settle_goal(s, &(goal){.c = &x->alone[to], .a = moved, .b = {to, 1}}, &m);
    if (n == 2) {
      party a = moved, b = who[1];
      settle_goal(s, &(goal){.c = &x->alone[b.place], .a = b, .b = {b.place, 1}}, &m);
      if (x->pairs && in_order(x, &a, &b))
        settle_goal(s, &(goal){.c = beside(x, a.place, b.place), .a = a, .b = b}, &m);
    }
    if (n == 3) {
      party a = who[1], b = who[2];
      if (in_order(x, &a, &b)) settle_goal(s, &(goal){.c = beside(x, a.place, b.place), .a = a, .b = b}, &m);
    }
  }
  hd_solver_pop(x->solver, 1);
}

/* Does the target change something that the other parties may be concerned with? */
static bool is_noticed(const hd_properties *x, const hd_block_target *t)
{
  for (uint32_t i = 0; i < x->cells->list.len; i++)
    if (hd_var_get(x->p, x->cells->list.data[i].var)->thread.id == HD_NONE && !hd_term_same(t->post[i], x->state[0][i]))
      return true;
  return false;
}

/* The first one moves. */
static void ask_parties(sieve *s, const party *who, uint32_t n)
{
  hd_properties *x = s->x;
  if (hd_budget_spent(&x->budget) || never_together(s, who, n) || !is_due(s, who, n)) return;
  const hd_block *b = hd_properties_block(x, who[0].place, who[0].copy);
  for (uint32_t i = 0; i < b->targets.len; i++) {
    const hd_block_target *t = &b->targets.data[i];
    if (t->kind != HD_TO_CUT || x->number[t->loc.id] == HD_NONE) continue;
    if (n > (x->pairs ? 2 : 1) && !is_noticed(x, t)) continue;
    ask_target(s, who, n, t);
  }
}

static bool is_many(const hd_properties *x, hd_thread t)
{
  return x->any && x->any[t.id];
}

/* Two that stand where the first of the pair, as it is kept, is copy 0, and a third that moves. */
static void ask_three(sieve *s, uint32_t mover, uint32_t i)
{
  hd_properties *x = s->x;
  hd_thread m = hd_place_thread(x, mover), a = hd_place_thread(x, i);
  for (uint32_t j = 0; j < x->places.len; j++) {
    hd_thread b = hd_place_thread(x, j);
    if (!hd_is_pair(x, i, j) || ((m.id == a.id || m.id == b.id) && !is_many(x, m))) continue;
    party who[3] = {{mover, is_many(x, m) ? 2 : 0}, {i, 0}, {j, a.id == b.id ? 1 : 0}};
    ask_parties(s, who, 3);
  }
}

static void ask_two(sieve *s, uint32_t mover, uint32_t i)
{
  hd_properties *x = s->x;
  hd_thread m = hd_place_thread(x, mover), a = hd_place_thread(x, i);
  if (m.id == a.id && !is_many(x, m)) return;
  if (m.id != a.id) {
    ask_parties(s, (party[]){{mover, 0}, {i, 0}}, 2);
    return;
  }
  ask_parties(s, (party[]){{mover, 0}, {i, 1}}, 2);
  ask_parties(s, (party[]){{mover, 1}, {i, 0}}, 2);
}

static hd_term initial_leaf(void *context, hd_term leaf)
{
  const hd_properties *x = context;
  uint32_t cell;
  unsigned copy;
  if (!hd_properties_cell(x, hd_term_symbol(x->T, leaf), &cell, &copy)) return HD_NO_TERM;
  if (hd_var_get(x->p, x->cells->list.data[cell].var)->role == HD_ROLE_SELF) return HD_NO_TERM;
  return hd_cell_initial(x->cells, cell);
}

static void begin_candidates(sieve *s, hd_candidates *c)
{
  hd_properties *x = s->x;
  c->reached = true;
  note_change(s, c);
  for (uint32_t i = 0; i < c->facts.len; i++) {
    hd_term first = hd_term_substitute(x->T, c->facts.data[i], &(hd_rewrite){initial_leaf, x});
    bool holds = hd_term_is_true(x->T, first) || hd_smt_refutes(x->smt, NULL, 0, first) == HD_UNSAT;
    if (!holds) c->facts.data[i] = HD_NO_TERM;
  }
}

static void begin_all(sieve *s)
{
  hd_properties *x = s->x;
  uint32_t n_threads = x->p->threads.len;
  for (uint32_t t = 0; t < n_threads; t++) {
    uint32_t i = x->number[x->p->threads.data[t].entry.id];
    begin_candidates(s, &x->alone[i]);
    for (uint32_t k = 0; k < n_threads && x->pairs; k++) {
      uint32_t j = x->number[x->p->threads.data[k].entry.id];
      if (hd_is_pair(x, i, j)) begin_candidates(s, beside(x, i, j));
    }
  }
}

/* The questions that are due, once. */
static void sieve_pass(sieve *s)
{
  hd_properties *x = s->x;
  for (uint32_t m = 0; m < x->places.len && !hd_budget_spent(&x->budget); m++) {
    if (hd_loc_get(x->p, x->places.data[m])->kind != HD_LOC_NORMAL || !x->alone[m].reached) continue;
    ask_parties(s, &(party){m, 0}, 1);
    for (uint32_t i = 0; i < x->places.len; i++) ask_two(s, m, i);
  }
  for (uint32_t m = 0; m < x->places.len && x->pairs && !s->changed; m++) {
    if (hd_loc_get(x->p, x->places.data[m])->kind != HD_LOC_NORMAL || !x->alone[m].reached) continue;
    for (uint32_t i = 0; i < x->places.len; i++) ask_three(s, m, i);
  }
}

void hd_properties_sieve(hd_properties *x)
{
  sieve s = {.x = x};
  hd_solver_limit(x->solver, EFFORT);
  begin_all(&s);
  do {
    s.changed = false;
    sieve_pass(&s);
  } while (s.changed && !hd_budget_spent(&x->budget));
  x->spent = hd_budget_spent(&x->budget);
  hd_map_clear(&s.premises);
  hd_map_clear(&s.renamed);
  hd_map_clear(&s.done);
}

/* --- what they exclude ------------------------------------------------------------------------------------ */

static bool excluded_with(sieve *s, const party *who, uint32_t n, hd_term cond)
{
  hd_properties *x = s->x;
  hd_solver_push(x->solver);
  bool out = !assume_all(s, who, n);
  if (!out) {
    hd_solver_assert(x->solver, cond);
    out = hd_solver_check(x->solver, NULL, 0) == HD_UNSAT;
  }
  hd_solver_pop(x->solver, 1);
  return out;
}

bool hd_properties_exclude(hd_properties *x, uint32_t place, hd_thread beside, hd_term cond)
{
  sieve s = {.x = x};
  bool out = excluded_with(&s, &(party){place, 0}, 1, cond), somewhere = false;
  if (!out && beside.id != HD_NONE) {
    out = true;
    for (uint32_t i = 0; i < x->places.len && out; i++) {
      if (hd_place_thread(x, i).id != beside.id || !x->alone[i].reached) continue;
      somewhere = true;
      out = excluded_with(&s, (party[]){{place, 0}, {i, 0}}, 2, cond);
    }
    out = out && somewhere;
  }
  hd_map_clear(&s.premises);
  hd_map_clear(&s.renamed);
  return out;
}
