/* Random programs: what the interpreter reaches is a proof exactly when nothing bad is reached, and
 * with one state less it is none. Then hand-written proofs, changed at random: whatever the
 * recheck accepts is inductive, as trying every state of the program shows. */
#include "certificate_programs.h"
#include "certificate_states.h"
#include "random_model.h"
#include "oracle/systematic.h"

static const hd_budget unlimited = {.jobs = 1};

static uint64_t seed_now;
static uint32_t roll(uint32_t n)
{
  return (uint32_t)(hd_roll(&seed_now) % n);
}

static hd_checked_verdict check(const hd_program *p, const hd_certificate *c)
{
  hd_checked r;
  hd_certificate_check(p, c, HD_PROP_UNREACH_CALL, NULL, &unlimited, &r);
  hd_checked_verdict verdict = r.verdict;
  if (verdict == HD_PROOF_OPEN) fail_msg("%s", r.cause.what);
  hd_checked_clear(&r);
  return verdict;
}

/* --- reachable states -------------------------------------------------------------------------------------
 */

enum { MOST_STATES = 400 };
typedef struct {
  const hd_program *p;
  hd_state *states[MOST_STATES];
  uint32_t n;
  bool full, bad; /* more than fit; a violation, or an end of what is known */
} reached;

static void add_state(reached *r, hd_state *s)
{
  for (uint32_t i = 0; i < r->n; i++) {
    if (!hd_state_same(r->states[i], s)) continue;
    hd_state_free(s);
    return;
  }
  r->bad |= hd_state_beyond(s);
  if (r->n == MOST_STATES) {
    r->full = true;
    hd_state_free(s);
  } else {
    r->states[r->n++] = s;
  }
}

/* All inputs have 2 bits, and an edge has at most one. */
static uint64_t values_of(const hd_program *p, uint32_t edge)
{
  const hd_edge_info *e = &p->edges.data[edge];
  return e->n_assigns && !hd_term_is(e->assigns[0].value) ? 4 : 1;
}

static void take_edge(reached *r, const hd_state *from, hd_who who, uint32_t edge)
{
  for (uint64_t input = 0; input < values_of(r->p, edge); input++) {
    hd_step step = {.thread = who.thread, .instance = who.instance, .edge = {edge}, .inputs = &input, .n_inputs = 1};
    hd_state *s = hd_state_copy(from);
    hd_step_result how = hd_state_step(s, &step, NULL);
    r->bad |= how == HD_STEP_VIOLATED;
    if (how == HD_STEP_OK)
      add_state(r, s);
    else
      hd_state_free(s);
  }
}

static void explore(reached *r)
{
  for (uint32_t i = 0; i < r->n && !r->full; i++) {
    const hd_layout *l = r->states[i]->layout;
    for (uint32_t k = 0; k < l->n_who; k++) {
      uint32_t n;
      const uint32_t *out = hd_loc_out(r->p, hd_state_loc(r->states[i], l->who[k].thread, l->who[k].instance), &n);
      for (uint32_t e = 0; e < n; e++) take_edge(r, r->states[i], l->who[k], out[e]);
    }
  }
}

/* Variables that start with any value make several initial states: all 2-bit values of each. */
static void add_initial(reached *r, hd_trace *t, uint32_t v)
{
  const hd_program *p = r->p;
  while (v < p->vars.len && !p->vars.data[v].any) v++;
  if (v == p->vars.len) {
    add_state(r, hd_state_new(p, t));
    return;
  }
  for (uint64_t value = 0; value < 4; value++) {
    uint32_t had = t->initial.len;
    hd_vec_push(&t->initial, (hd_initial){{v}, 0, 0, value});
    hd_vec_push(&t->initial, (hd_initial){{v}, 1, 0, value}); /* a second instance starts alike: some states less */
    add_initial(r, t, v + 1);
    t->initial.len = had;
  }
}

/* The state's values as a formula over the parties of the product. */
static hd_term describe(const hd_program *p, const hd_state *s)
{
  hd_terms *T = p->terms;
  hd_term all = hd_term_true(T);
  for (uint32_t k = 0; k < s->layout->n_who; k++) {
    hd_who who = s->layout->who[k];
    for (uint32_t v = 0; v < p->vars.len; v++) {
      const hd_var_info *info = &p->vars.data[v];
      bool own = info->thread.id == who.thread.id, shared = info->thread.id == HD_NONE && k == 0;
      for (uint32_t i = 0; (own || shared) && i < hd_var_elements(info); i++) {
        hd_term x = hd_certificate_var(p, k, (hd_var){v});
        if (info->count) x = hd_term_2(T, HD_OP_SELECT, x, hd_term_bv(T, 32, i));
        hd_term value = hd_term_const(T, info->sort, hd_state_read(s, (hd_var){v}, who.instance, i));
        all = hd_term_2(T, HD_OP_AND, all, hd_term_2(T, HD_OP_EQ, x, value));
      }
    }
  }
  return all;
}

/* All states but one. */
static hd_certificate *exact_proof(const reached *r, uint32_t without)
{
  hd_certificate *c = hd_certificate_new(HD_PROOF_PRODUCT, "test");
  uint32_t clause = hd_certificate_add_product(c, r->p);
  for (uint32_t i = 0; i < r->n; i++) {
    const hd_state *s = r->states[i];
    if (i == without) continue;
    hd_term now = describe(r->p, s);
    hd_clause *k = &c->clauses.data[clause];
    uint32_t f = 0;
    while (f < k->facts.len && memcmp(k->facts.data[f].at, s->locs, k->n_parties * sizeof *s->locs) != 0) f++;
    if (f == k->facts.len)
      hd_certificate_add_fact(c, clause, s->locs, now);
    else
      k->facts.data[f].holds = hd_term_2(r->p->terms, HD_OP_OR, k->facts.data[f].holds, now);
  }
  return c;
}

static void reach(reached *r, const hd_program *p)
{
  *r = (reached){.p = p};
  hd_trace *t = hd_trace_new();
  add_initial(r, t, 0);
  hd_trace_free(t);
  explore(r);
}

static void forget(reached *r)
{
  for (uint32_t i = 0; i < r->n; i++) hd_state_free(r->states[i]);
}

static bool has_two_any(const hd_program *p)
{
  for (uint32_t v = 0; v < p->vars.len; v++)
    if (p->vars.data[v].any && p->vars.data[v].thread.id != HD_NONE &&
        hd_thread_get(p, p->vars.data[v].thread)->instances > 1)
      return true;
  return false;
}

static void what_is_reached_is_the_least_proof(void **state)
{
  (void)state;
  uint32_t safe = 0, unsafe = 0;
  for (uint64_t seed = 1; safe + unsafe < 60; seed++) {
    hd_program *p = random_model(seed);
    hd_program_index(p);
    reached r = {0};
    if (!has_two_any(p)) reach(&r, p);
    if (r.n && !r.full) {
      hd_certificate *c = exact_proof(&r, HD_NONE);
      hd_checked_verdict got = check(p, c), wanted = r.bad ? HD_PROOF_FAILS : HD_PROOF_HOLDS;
      if (got != wanted) fail_msg("seed %" PRIu64 ": %u states, verdict %d", seed, r.n, got);
      hd_certificate_free(c);
      safe += !r.bad;
      unsafe += r.bad;
      seed_now = seed;
      uint32_t without = roll(r.n);
      c = exact_proof(&r, without);
      if (!r.bad && !hd_state_exited(r.states[without])) assert_int_equal(check(p, c), HD_PROOF_FAILS);
      hd_certificate_free(c);
    }
    forget(&r);
    hd_program_free(p);
  }
  assert_true(safe > 10 && unsafe > 10);
}

/* --- cut-points -------------------------------------------------------------------------------- */

/* Runs instances from cut-point to cut-point only. */
typedef struct {
  reached *r;
  const uint8_t *cut;
  uint32_t depth;
} composed;

static void run_on(composed *c, const hd_state *from, hd_who who)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(c->r->p, hd_state_loc(from, who.thread, who.instance), &n);
  if (c->depth > 8) {
    c->r->full = true; /* a cycle without a cut-point */
    return;
  }
  for (uint32_t e = 0; e < n; e++) {
    for (uint64_t input = 0; input < values_of(c->r->p, out[e]); input++) {
      hd_step step = {who.thread, who.instance, {out[e]}, &input, 1};
      hd_state *s = hd_state_copy(from);
      hd_step_result how = hd_state_step(s, &step, NULL);
      c->r->bad |= how == HD_STEP_VIOLATED;
      if (how == HD_STEP_OK && c->cut[hd_state_loc(s, who.thread, who.instance).id]) {
        add_state(c->r, s);
        continue;
      }
      c->depth++;
      if (how == HD_STEP_OK) run_on(c, s, who);
      c->depth--;
      hd_state_free(s);
    }
  }
}

static void reach_composed(reached *r, const hd_program *p, const uint8_t *cut)
{
  *r = (reached){.p = p};
  hd_trace *t = hd_trace_new();
  add_initial(r, t, 0);
  hd_trace_free(t);
  composed c = {r, cut, 0};
  for (uint32_t i = 0; i < r->n && !r->full; i++)
    for (uint32_t k = 0; k < r->states[i]->layout->n_who; k++) run_on(&c, r->states[i], r->states[i]->layout->who[k]);
}

/* Two threads that lock, access and unlock, sometimes in the wrong order or not at all. */
static void lock_step(hd_program *p, const hd_var vars[3], uint32_t who, hd_loc from, hd_loc to)
{
  hd_terms *T = p->terms;
  hd_term lock = hd_program_var_term(p, vars[0]), x = hd_program_var_term(p, vars[1]),
          l = hd_program_var_term(p, vars[2]);
  hd_assign a = {.var = vars[0], .value = hd_term_bv(T, 2, 0)};
  hd_edge_info e = {.from = from, .to = to, .assigns = &a, .n_assigns = 1, .pos = HD_NO_POS, .frame = HD_NONE};
  switch (roll(6)) {
  case 0:
  case 1:
    e.guard = hd_term_eq_bv(T, lock, 0);
    a.value = hd_term_bv(T, 2, who + 1);
    break;
  case 2: break; /* unlock */
  case 3: a = (hd_assign){.var = vars[1], .value = hd_term_2(T, HD_OP_ADD, l, hd_term_bv(T, 2, 1 + roll(2)))}; break;
  case 4: a = (hd_assign){.var = vars[2], .value = x}; break;
  default:
    e.kind = HD_EDGE_ASSERT;
    e.cond = roll(2) ? hd_term_eq_bv(T, lock, who + 1) : hd_term_2(T, HD_OP_EQ, x, l);
    e.n_assigns = 0;
  }
  hd_program_add_edge(p, e);
}

static hd_program *lock_model(uint64_t seed)
{
  hd_program *p = hd_program_new();
  seed_now = seed * 31337;
  hd_var_info info = {.name = "m", .thread = HD_NO_THREAD, .sort = HD_BV(2), .pos = HD_NO_POS};
  hd_var vars[3] = {hd_program_add_var(p, info)};
  info.name = "x";
  vars[1] = hd_program_add_var(p, info);
  for (uint32_t t = 0; t < 2; t++) {
    hd_loc first = {p->locs.len};
    info = (hd_var_info){.name = "l", .thread = {t}, .sort = HD_BV(2), .pos = HD_NO_POS};
    vars[2] = hd_program_add_var(p, info);
    for (uint32_t i = 0, n = 4 + roll(4); i < n; i++) {
      hd_loc_info l = {.thread = {t}, .pos = HD_NO_POS, .frame = HD_NONE};
      l.kind = i + 1 == n ? HD_LOC_END : HD_LOC_NORMAL;
      hd_loc now = hd_program_add_loc(p, l);
      if (i) lock_step(p, vars, t, (hd_loc){now.id - 1}, now);
    }
    hd_thread_info thread = {.name = t ? "b" : "main", .entry = first, .instances = 1, .pos = HD_NO_POS};
    thread.self = thread.status = HD_NO_VAR;
    hd_program_add_thread(p, thread);
  }
  return p;
}

typedef struct {
  uint32_t accepted, refused, tricky;
} tally;

/* What is reached from cut-point to cut-point, with some cut-points, as a proof. */
static void try_cuts(hd_program *p, uint64_t seed, tally *n)
{
  hd_program_index(p);
  uint8_t *cut = hd_alloc(p->locs.len, 1);
  seed_now = seed;
  for (uint32_t l = 0; l < p->locs.len; l++) cut[l] = p->locs.data[l].kind != HD_LOC_NORMAL || roll(3) == 0;
  for (uint32_t t = 0; t < p->threads.len; t++) cut[p->threads.data[t].entry.id] = 1;
  reached some = {0}, all = {0};
  if (!has_two_any(p)) reach_composed(&some, p, cut);
  if (some.n && some.n < 80 && !some.full && !some.bad) {
    hd_certificate *c = exact_proof(&some, HD_NONE);
    hd_certificate_set_cuts(c, p, cut);
    reach(&all, p);
    bool holds = check(p, c) == HD_PROOF_HOLDS;
    if (holds && all.bad) fail_msg("seed %" PRIu64 ": a proof of an unsafe program", seed);
    n->accepted += holds;
    n->refused += !holds;
    n->tricky += all.bad;
    hd_certificate_free(c);
  }
  forget(&some);
  forget(&all);
  free(cut);
  hd_program_free(p);
}

static void proofs_at_cut_points_prove_what_lies_between(void **state)
{
  (void)state;
  tally n = {0}, locks = {0};
  for (uint64_t seed = 1; seed < 1500; seed++) try_cuts(random_model(seed), seed, &n);
  for (uint64_t seed = 1; seed < 1500; seed++) try_cuts(lock_model(seed), seed, &locks);
  if (!(n.accepted > 50 && n.refused > 50 && n.tricky > 5)) fail_msg("%u %u %u", n.accepted, n.refused, n.tricky);
  if (!(locks.accepted > 28 && locks.refused > 50 && locks.tricky > 20))
    fail_msg("locks: %u %u %u", locks.accepted, locks.refused, locks.tricky);
}

/* --- damage ------------------------------------------------------------------------------------ */

static bool satisfies(const hd_program *p, const hd_certificate *c, const hd_state *s)
{
  return certificate_is_true(p, c, s, NULL);
}

static bool steps_satisfy(const hd_program *p, const hd_certificate *c, const hd_state *s)
{
  for (uint32_t k = 0; k < s->layout->n_who; k++) {
    uint32_t n;
    hd_who who = s->layout->who[k];
    const uint32_t *out = hd_loc_out(p, s->locs[k], &n);
    for (uint32_t e = 0; e < n; e++) {
      hd_state *next = hd_state_copy(s);
      hd_step step = {who.thread, who.instance, {out[e]}, NULL, 0};
      hd_step_result how = hd_state_step(next, &step, NULL);
      bool good = how == HD_STEP_DISABLED || (how == HD_STEP_OK && satisfies(p, c, next));
      hd_state_free(next);
      if (!good) return false;
    }
  }
  return true;
}

/* Every state there is, one after the other: locations, and values of all but `self`. */
static bool next_state(const hd_program *p, hd_state *s)
{
  for (uint32_t k = 0; k < s->layout->n_who; k++) {
    uint32_t l = s->locs[k].id + 1;
    if (l < p->locs.len && p->locs.data[l].thread.id == s->layout->who[k].thread.id) {
      s->locs[k] = (hd_loc){l};
      return true;
    }
    while (l > 0 && p->locs.data[l - 1].thread.id == s->layout->who[k].thread.id) l--;
    s->locs[k] = (hd_loc){l};
  }
  for (uint32_t v = 0; v < p->vars.len; v++) {
    if (p->vars.data[v].role == HD_ROLE_SELF) continue;
    uint64_t *cell = hd_state_cell(s, (hd_var){v}, 0, 0);
    if (++*cell <= hd_mask(p->vars.data[v].sort.width)) return true;
    *cell = 0;
  }
  return false;
}

/* Is it an inductive invariant that excludes violations? By trying everything. */
static bool is_proof(const hd_program *p, const hd_certificate *c)
{
  hd_state *s = hd_state_new(p, NULL);
  bool good = satisfies(p, c, s);
  for (uint32_t k = 0; k < s->layout->n_who; k++) { /* to the first of all states */
    uint32_t l = s->locs[k].id;
    while (l > 0 && p->locs.data[l - 1].thread.id == s->layout->who[k].thread.id) l--;
    s->locs[k] = (hd_loc){l};
  }
  do {
    if (good && satisfies(p, c, s)) good = steps_satisfy(p, c, s);
  } while (good && next_state(p, s));
  hd_state_free(s);
  return good;
}

/* One place of the certificate; copied, so that no other certificate shares its facts. */
static void damage(const hd_program *p, hd_certificate *c)
{
  hd_clause *k = &c->clauses.data[roll(c->clauses.len)];
  hd_fact *f = &k->facts.data[roll(k->facts.len)], *g = &k->facts.data[roll(k->facts.len)];
  uint32_t where;
  switch (roll(8)) {
  case 0: *f = hd_vec_pop(&k->facts); break;
  case 1: k->otherwise = !k->otherwise; break;
  case 2: {
    hd_term holds = f->holds;
    f->holds = g->holds;
    g->holds = holds;
    break;
  }
  default:
    where = roll(hd_term_size(p->terms, f->holds));
    f->holds = certificate_damage_term(p->terms, f->holds, &where, roll);
  }
}

static void what_is_accepted_after_damage_is_still_a_proof(void **state)
{
  (void)state;
  static const char *const programs[] = {PETERSON, COUNTER, SMALL_MUTEX};
  static const char *const proofs[] = {PETERSON_PROOF, COUNTER_PROOF, SMALL_MUTEX_PROOF};
  for (unsigned i = 0; i < HD_COUNT(programs); i++) {
    hd_program *p = indexed(programs[i]);
    uint32_t rejected = 0, kept = 0;
    for (uint64_t seed = 0; seed < 120; seed++) {
      hd_certificate *c = proof_of(p, proofs[i]);
      assert_true(seed > 0 || is_proof(p, c));
      seed_now = seed * 7919;
      if (seed) damage(p, c);
      bool accepted = check(p, c) == HD_PROOF_HOLDS;
      if (accepted && !is_proof(p, c)) fail_msg("program %u, seed %u: accepted", i, (unsigned)seed);
      rejected += !accepted;
      kept += accepted;
      hd_certificate_free(c);
    }
    if (rejected < 60 || kept == 0) fail_msg("program %u: %u rejected, %u kept", i, rejected, kept);
    hd_program_free(p);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_reached_is_the_least_proof),
      cmocka_unit_test(proofs_at_cut_points_prove_what_lies_between),
      cmocka_unit_test(what_is_accepted_after_damage_is_still_a_proof),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
