/* guess.c - candidates from conditions, bounds and constants of the program, sieved by induction. */
#include "sequential/guess.h"

#include "expr/memo.h"
#include "logic/houdini.h"
#include "sequential/sample.h"

enum {
  MOST_CANDIDATES = 500, /* at a cut */
  LARGEST_ATOM = 16,     /* subterms */
  EFFORT = 2000000       /* resources of a query */
};

typedef struct {
  hd_cutgraph *g;
  hd_terms *T;
  const hd_budget *budget;
  hd_candidates *at; /* by cut */
  hd_map *added;     /* by cut: facts that are, or were, among its candidates */
  uint8_t *changes;  /* by cell: a move between cuts gives it a new value */
  hd_term *facts;
  hd_solver *solver;
  HD_VEC(hd_term) atoms;
  hd_map seen; /* atoms */
} guessing;

static uint8_t *find_changing(const hd_cutgraph *g)
{
  uint8_t *changes = hd_alloc(g->cells->list.len + 1, 1);
  for (uint32_t i = 0; i < g->moves.len; i++) {
    const hd_move *m = &g->moves.data[i];
    for (uint32_t k = 0; m->kind == HD_TO_CUT && m->from != HD_CUT_START && k < g->cells->list.len; k++)
      changes[k] |= !hd_term_same(m->post[k], g->state[k]);
  }
  return changes;
}

/* --- candidates -------------------------------------------------------------------------- */

typedef struct {
  const hd_cutgraph *g;
  hd_loc loc;
  bool dead;
} deadness;

static void look_for_dead(void *context, hd_term leaf)
{
  deadness *d = context;
  hd_var v = hd_symbols_origin(&d->g->symbols, hd_term_symbol(d->g->p->terms, leaf));
  d->dead |= v.id == HD_NONE || !hd_is_live(d->g->live, d->loc, v);
}

static bool is_live(const hd_cutgraph *g, hd_loc loc, hd_term t)
{
  deadness d = {.g = g, .loc = loc};
  hd_term_visit_leaves(g->p->terms, t, look_for_dead, &d);
  return !d.dead;
}

static void add_cut_candidate(guessing *x, uint32_t cut, hd_term t)
{
  hd_candidates *c = &x->at[cut];
  uint64_t value;
  if (c->facts.len >= MOST_CANDIDATES || hd_map_find(&x->added[cut], t.id) || hd_term_is_const(x->T, t, &value)) return;
  hd_map_put(&x->added[cut], t.id, 1);
  if (is_live(x->g, x->g->cuts.data[cut], t)) hd_vec_push(&c->facts, t);
}

static bool is_comparison(hd_op op)
{
  return op == HD_OP_EQ || op == HD_OP_ULT || op == HD_OP_ULE || op == HD_OP_SLT || op == HD_OP_SLE;
}

static void collect_atoms(guessing *x, hd_term t)
{
  hd_u32s order = {0};
  hd_term_walk(x->T, t, &order);
  for (uint32_t i = 0; i < order.len; i++) {
    hd_term a = {order.data[i]};
    hd_op op = hd_term_op(x->T, a);
    bool atom = is_comparison(op) || (op == HD_OP_VAR && hd_term_sort(x->T, a).kind == HD_SORT_BOOL);
    if (!atom || hd_map_find(&x->seen, a.id)) continue;
    hd_map_put(&x->seen, a.id, 1);
    if (hd_cutgraph_is_local(x->g, a) && hd_term_size(x->T, a) <= LARGEST_ATOM) hd_vec_push(&x->atoms, a);
  }
  hd_vec_clear(&order);
}

static void add_bounds(guessing *x, uint32_t cut, hd_term cell, hd_term value)
{
  add_cut_candidate(x, cut, hd_term_2(x->T, HD_OP_EQ, cell, value));
  if (hd_term_sort(x->T, cell).kind != HD_SORT_BV) return;
  add_cut_candidate(x, cut, hd_term_2(x->T, HD_OP_SLE, value, cell));
  add_cut_candidate(x, cut, hd_term_2(x->T, HD_OP_SLE, cell, value));
  add_cut_candidate(x, cut, hd_term_2(x->T, HD_OP_ULE, value, cell));
  add_cut_candidate(x, cut, hd_term_2(x->T, HD_OP_ULE, cell, value));
}

/* Low bits that never change: an odd number stays odd. */
static void add_low_bits(guessing *x, uint32_t cut, hd_term cell, hd_term value)
{
  if (hd_term_sort(x->T, cell).kind != HD_SORT_BV || hd_term_sort(x->T, cell).width < 8) return;
  for (unsigned n = 1; n <= 3; n++)
    add_cut_candidate(x, cut,
                      hd_term_2(x->T, HD_OP_EQ, hd_term_extract(x->T, cell, 0, n), hd_term_extract(x->T, value, 0, n)));
}

typedef struct {
  const guessing *x;
  bool fixed;
} fixedness;

static void look_for_change(void *context, hd_term leaf)
{
  fixedness *f = context;
  const hd_cutgraph *g = f->x->g;
  uint32_t cell = hd_term_symbol(f->x->T, leaf) - hd_term_symbol(f->x->T, g->state[0]);
  f->fixed &= cell < g->cells->list.len && !f->x->changes[cell];
}

/* Is it a term over cells that keep their values? */
static bool is_fixed(const guessing *x, hd_term t)
{
  fixedness f = {x, hd_term_size(x->T, t) <= LARGEST_ATOM};
  if (f.fixed) hd_term_visit_leaves(x->T, t, look_for_change, &f);
  return f.fixed;
}

/* The constants, and what is computed from cells that keep their values, among which choices choose. */
static void add_choices(guessing *x, uint32_t cut, hd_term cell, hd_term value)
{
  hd_u32s work = {0};
  hd_map seen = {0};
  hd_vec_push(&work, value.id);
  while (work.len && x->at[cut].facts.len < MOST_CANDIDATES) {
    hd_term t = {hd_vec_pop(&work)};
    uint64_t k;
    if (hd_map_find(&seen, t.id)) continue;
    hd_map_put(&seen, t.id, 1);
    bool chooses = hd_term_op(x->T, t) == HD_OP_ITE;
    if (hd_term_is_const(x->T, t, &k))
      add_bounds(x, cut, cell, t);
    else if (!chooses && is_fixed(x, t))
      add_cut_candidate(x, cut, hd_term_2(x->T, HD_OP_EQ, cell, t));
    if (!chooses) continue;
    hd_vec_push(&work, hd_term_arg(x->T, t, 1).id);
    hd_vec_push(&work, hd_term_arg(x->T, t, 2).id);
  }
  hd_vec_clear(&work);
  hd_map_clear(&seen);
}

/* By the constants that some move puts into a cell. */
static void add_constants(guessing *x, uint32_t cut)
{
  const hd_cutgraph *g = x->g;
  for (uint32_t i = 0; i < g->moves.len; i++) {
    const hd_move *m = &g->moves.data[i];
    for (uint32_t k = 0; m->kind == HD_TO_CUT && k < g->cells->list.len; k++)
      if (hd_term_sort(x->T, g->state[k]).kind != HD_SORT_ARRAY) {
        add_choices(x, cut, g->state[k], m->post[k]);
        if (m->from == HD_CUT_START && m->to == cut) add_low_bits(x, cut, g->state[k], m->post[k]);
      }
  }
}

/* Loops that go side by side count alike, and loops that compute the same have the same results. Few samples get that
 * far when inputs must be equal, so every two numbers that change are candidates. */
static void add_equalities(guessing *x)
{
  const hd_cutgraph *g = x->g;
  for (uint32_t i = 0; i < g->cells->list.len; i++) {
    hd_sort sort = hd_term_sort(x->T, g->state[i]);
    if (!x->changes[i] || sort.kind != HD_SORT_BV || sort.width < 8) continue;
    for (uint32_t j = i + 1; j < g->cells->list.len; j++)
      if (x->changes[j] && hd_sort_same(sort, hd_term_sort(x->T, g->state[j])))
        for (uint32_t cut = 1; cut < g->cuts.len; cut++)
          add_cut_candidate(x, cut, hd_term_2(x->T, HD_OP_EQ, g->state[i], g->state[j]));
  }
}

static void add_relation(void *context, uint32_t cut, hd_term relation)
{
  add_cut_candidate(context, cut, relation);
}

static void make_candidates(guessing *x)
{
  const hd_cutgraph *g = x->g;
  hd_sample_relations(x->g, &(hd_sample_sink){add_relation, x});
  add_equalities(x);
  for (uint32_t i = 0; i < g->moves.len; i++) {
    const hd_move *m = &g->moves.data[i];
    if (m->from != HD_CUT_START && m->kind == HD_TO_FAIL && hd_cutgraph_is_local(g, m->cond))
      add_cut_candidate(x, m->from, hd_term_1(x->T, HD_OP_NOT, m->cond));
    collect_atoms(x, m->cond);
  }
  for (uint32_t cut = 1; cut < g->cuts.len; cut++) {
    for (uint32_t i = 0; i < g->task.n_hints; i++)
      add_cut_candidate(x, cut, hd_cells_apply(g->cells, g->state, g->task.hints[i]));
    add_constants(x, cut);
    for (uint32_t i = 0; i < x->atoms.len; i++) {
      add_cut_candidate(x, cut, x->atoms.data[i]);
      add_cut_candidate(x, cut, hd_term_1(x->T, HD_OP_NOT, x->atoms.data[i]));
    }
  }
}

/* --- sieving ----------------------------------------------------------------------------- */

static void assert_before(guessing *x, const hd_move *m)
{
  hd_solver_assert(x->solver, m->from == HD_CUT_START ? x->g->initially : x->facts[m->from]);
  hd_solver_assert(x->solver, m->cond);
  const hd_term_list *known = &x->at[m->from].facts;
  for (uint32_t i = 0; i < known->len; i++)
    if (hd_term_is(known->data[i])) hd_solver_assert(x->solver, known->data[i]);
}

/* Drops what the move does not keep; true when something was dropped. */
static bool sieve_move(guessing *x, const hd_move *m)
{
  hd_candidates *c = &x->at[m->to];
  hd_term *after = hd_alloc(c->facts.len + 1, sizeof *after);
  for (uint32_t i = 0; i < c->facts.len; i++)
    if (hd_term_is(c->facts.data[i])) after[i] = hd_cutgraph_apply(x->g, m->post, c->facts.data[i]);
  hd_solver_push(x->solver);
  assert_before(x, m);
  bool dropped = hd_candidates_sieve(c, after, x->solver, x->budget);
  hd_solver_pop(x->solver, 1);
  free(after);
  return dropped;
}

static bool sieve_all(guessing *x)
{
  const hd_cutgraph *g = x->g;
  uint8_t *due = hd_alloc(g->moves.len + 1, 1);
  memset(due, 1, g->moves.len);
  for (bool more = true; more && !hd_budget_spent(x->budget);) {
    more = false;
    for (uint32_t i = 0; i < g->moves.len; i++) {
      const hd_move *m = &g->moves.data[i];
      if (!due[i] || m->kind != HD_TO_CUT) continue;
      due[i] = 0;
      more = true;
      if (!sieve_move(x, m)) continue;
      for (uint32_t k = 0; k < g->moves.len; k++) due[k] |= g->moves.data[k].from == m->to;
    }
  }
  free(due);
  return !hd_budget_spent(x->budget);
}

static void keep_facts(guessing *x)
{
  for (uint32_t cut = 1; cut < x->g->cuts.len; cut++)
    for (uint32_t i = 0; i < x->at[cut].facts.len; i++)
      if (hd_term_is(x->at[cut].facts.data[i]))
        x->facts[cut] = hd_term_2(x->T, HD_OP_AND, x->at[cut].facts.data[i], x->facts[cut]);
}

bool hd_guess_facts(hd_cutgraph *g, const hd_budget *b, hd_term *facts)
{
  guessing x = {.g = g, .T = g->p->terms, .budget = b, .facts = facts};
  x.at = hd_alloc(g->cuts.len, sizeof *x.at);
  x.added = hd_alloc(g->cuts.len, sizeof *x.added);
  for (uint32_t i = 0; i < g->cuts.len; i++) x.at[i].reached = true; /* the facts say where nothing comes */
  x.solver = hd_solver_new(g->smt);
  hd_solver_limit(x.solver, EFFORT);
  x.changes = find_changing(g);
  make_candidates(&x);
  bool done = sieve_all(&x);
  if (done) keep_facts(&x);
  hd_solver_free(x.solver);
  for (uint32_t i = 0; i < g->cuts.len; i++) {
    hd_candidates_clear(&x.at[i]);
    hd_map_clear(&x.added[i]);
  }
  free(x.at);
  free(x.added);
  free(x.changes);
  hd_vec_clear(&x.atoms);
  hd_map_clear(&x.seen);
  return done;
}
