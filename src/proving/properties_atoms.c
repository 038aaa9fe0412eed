/* properties_atoms.c - what may hold at a place: candidates, read off the program. */
#include "proving/properties_state.h"

#include "analysis/sharing.h"
#include "expr/memo.h"

enum {
  MOST_CONSTANTS = 8, /* of a cell */
  MOST_ALONE = 260,   /* candidates at a place, */
  MOST_BESIDE = 320,  /* and at two */
  MOST_ATOMS = 150,
  MOST_INCREMENTS = 12,
  LARGEST_ATOM = 16, /* subterms */
  MOST_LITERALS = 6  /* of a failed assertion, for clauses of them */
};

typedef struct {
  hd_term term;
  uint32_t owner; /* the thread whose locals it mentions, or HD_NONE */
} atom;

/* Some step adds the constant to the variable. */
typedef struct {
  hd_term var, by;
} increment;

typedef struct {
  hd_properties *x;
  HD_VEC(atom) clauses, atoms;
  hd_map seen;
  HD_VEC(increment) increments;
  hd_map here;             /* candidates at the place at hand */
  hd_term_list *constants; /* by cell */
  uint8_t *used;           /* by variable */
} guessing;

/* --- what a formula is about ----------------------------------------------------------------------------- */

typedef struct {
  const hd_properties *x;
  uint32_t owner;
  bool strange; /* inputs, whole arrays, locals of two threads */
  const hd_loc *at;
} subject;

static void look_at(void *context, hd_term leaf)
{
  subject *s = context;
  uint32_t cell;
  unsigned copy;
  if (hd_term_sort(s->x->T, leaf).kind == HD_SORT_ARRAY ||
      !hd_properties_cell(s->x, hd_term_symbol(s->x->T, leaf), &cell, &copy) || copy) {
    s->strange = true;
    return;
  }
  hd_var v = s->x->cells->list.data[cell].var;
  uint32_t t = hd_var_get(s->x->p, v)->thread.id;
  if (t == HD_NONE) return;
  s->strange |= s->owner != HD_NONE && s->owner != t;
  s->owner = t;
  if (s->at && !hd_is_live(s->x->live, *s->at, v)) s->strange = true;
}

static bool is_plain(const hd_properties *x, hd_term t, uint32_t *owner)
{
  subject s = {.x = x, .owner = HD_NONE};
  hd_term_visit_leaves(x->T, t, look_at, &s);
  *owner = s.owner;
  return !s.strange;
}

static bool is_live(const hd_properties *x, hd_term t, hd_loc at)
{
  subject s = {.x = x, .owner = HD_NONE, .at = &at};
  hd_term_visit_leaves(x->T, t, look_at, &s);
  return !s.strange;
}

/* --- reading -------------------------------------------------------------------------------------------- */

static bool is_comparison(hd_op op)
{
  return op == HD_OP_EQ || op == HD_OP_ULT || op == HD_OP_ULE || op == HD_OP_SLT || op == HD_OP_SLE;
}

static void note_constant(guessing *g, uint32_t cell, hd_term value)
{
  hd_term_list *list = &g->constants[cell];
  for (uint32_t i = 0; i < list->len; i++)
    if (hd_term_same(list->data[i], value)) return;
  if (list->len < MOST_CONSTANTS) hd_vec_push(list, value);
}

/* A cell compared with a constant. */
static void note_bound(guessing *g, hd_term a, hd_term b)
{
  hd_terms *T = g->x->T;
  uint32_t cell;
  unsigned copy;
  uint64_t value;
  if (hd_term_op(T, a) == HD_OP_VAR && hd_term_is_const(T, b, &value) &&
      hd_properties_cell(g->x, hd_term_symbol(T, a), &cell, &copy))
    note_constant(g, cell, b);
}

static void note_atom(guessing *g, hd_term t)
{
  hd_terms *T = g->x->T;
  atom a = {.term = t};
  if (hd_term_arity(T, t) == 2) {
    note_bound(g, hd_term_arg(T, t, 0), hd_term_arg(T, t, 1));
    note_bound(g, hd_term_arg(T, t, 1), hd_term_arg(T, t, 0));
  }
  if (hd_map_find(&g->seen, t.id)) return;
  hd_map_put(&g->seen, t.id, 1);
  if (g->atoms.len < MOST_ATOMS && hd_term_size(T, t) <= LARGEST_ATOM && is_plain(g->x, t, &a.owner))
    hd_vec_push(&g->atoms, a);
}

static void note_atoms(guessing *g, hd_term t)
{
  hd_u32s order = {0};
  hd_term_walk(g->x->T, t, &order);
  for (uint32_t i = 0; i < order.len; i++)
    if (is_comparison(hd_term_op(g->x->T, (hd_term){order.data[i]}))) note_atom(g, (hd_term){order.data[i]});
  hd_vec_clear(&order);
}

/* The constants among which choices choose. */
static void note_choices(guessing *g, uint32_t cell, hd_term value)
{
  hd_u32s work = {0};
  hd_map seen = {0};
  hd_vec_push(&work, value.id);
  while (work.len) {
    hd_term t = {hd_vec_pop(&work)};
    uint64_t k;
    if (hd_map_find(&seen, t.id)) continue;
    hd_map_put(&seen, t.id, 1);
    if (hd_term_is_const(g->x->T, t, &k)) note_constant(g, cell, t);
    if (hd_term_op(g->x->T, t) != HD_OP_ITE) continue;
    hd_vec_push(&work, hd_term_arg(g->x->T, t, 1).id);
    hd_vec_push(&work, hd_term_arg(g->x->T, t, 2).id);
  }
  hd_vec_clear(&work);
  hd_map_clear(&seen);
}

static void note_clause(guessing *g, hd_term clause)
{
  atom a = {.term = clause};
  if (hd_term_is_const(g->x->T, clause, NULL) || hd_map_find(&g->seen, clause.id)) return;
  hd_map_put(&g->seen, clause.id, 1);
  if (is_plain(g->x, clause, &a.owner)) hd_vec_push(&g->clauses, a);
}

/* An assertion fails when all of these hold: the negations of some of them, as clauses. */
static void note_failure(guessing *g, hd_term cond)
{
  hd_terms *T = g->x->T;
  hd_term_list parts = {0};
  hd_formula_conjuncts(T, cond, &parts);
  if (hd_term_size(T, cond) <= 4 * LARGEST_ATOM) note_clause(g, hd_formula_not(T, cond));
  for (uint32_t i = 0; i < parts.len && parts.len <= MOST_LITERALS; i++) {
    hd_term one = hd_formula_not(T, parts.data[i]);
    note_clause(g, one);
    for (uint32_t k = i + 1; k < parts.len; k++) {
      hd_term two = hd_term_2(T, HD_OP_OR, one, hd_formula_not(T, parts.data[k]));
      note_clause(g, two);
      for (uint32_t m = k + 1; m < parts.len; m++)
        note_clause(g, hd_term_2(T, HD_OP_OR, two, hd_formula_not(T, parts.data[m])));
    }
  }
  hd_vec_clear(&parts);
}

/* Does the target leave all that the term is about as it is? */
typedef struct {
  const hd_properties *x;
  const hd_block_target *t;
  bool changed;
} staying;

static void look_for_change(void *context, hd_term leaf)
{
  staying *s = context;
  uint32_t cell;
  unsigned copy;
  s->changed |=
      !hd_properties_cell(s->x, hd_term_symbol(s->x->T, leaf), &cell, &copy) || !hd_term_same(s->t->post[cell], leaf);
}

static void note_increment(guessing *g, hd_term v, hd_term by)
{
  uint64_t value;
  if (!hd_term_is_const(g->x->T, by, &value)) return;
  for (uint32_t i = 0; i < g->increments.len; i++)
    if (hd_term_same(g->increments.data[i].var, v) && hd_term_same(g->increments.data[i].by, by)) return;
  if (g->increments.len < MOST_INCREMENTS) hd_vec_push(&g->increments, (increment){v, by});
}

/* An equation that holds before such a step is another one afterwards; in a loop that ends before the step, one of
 * two inequalities. */
static void shift_atom(guessing *g, hd_term equation, const increment *by)
{
  hd_terms *T = g->x->T;
  uint32_t symbol = hd_term_symbol(T, by->var);
  if (hd_term_op(T, equation) != HD_OP_EQ || !hd_term_mentions(T, equation, symbol)) return;
  hd_term before = hd_term_2(T, HD_OP_SUB, by->var, by->by);
  hd_term a = hd_formula_replace(T, hd_term_arg(T, equation, 0), symbol, before);
  hd_term b = hd_formula_replace(T, hd_term_arg(T, equation, 1), symbol, before);
  if (hd_term_is_const(T, a, NULL) || hd_term_is_const(T, b, NULL)) return;
  note_atom(g, hd_term_2(T, HD_OP_EQ, a, b));
  note_atom(g, hd_term_2(T, HD_OP_SLE, a, b));
  note_atom(g, hd_term_2(T, HD_OP_SLE, b, a));
}

static void shift_atoms(guessing *g)
{
  uint32_t n = g->atoms.len;
  for (uint32_t i = 0; i < g->increments.len; i++)
    for (uint32_t k = 0; k < n; k++) shift_atom(g, g->atoms.data[k].term, &g->increments.data[i]);
}

/* What was assigned may hold as an equation for a while: with what it was computed from, or with something else
 * that was computed at the same time and differs by a constant. */
static void note_assignment(guessing *g, const hd_block_target *t, uint32_t cell)
{
  hd_properties *x = g->x;
  hd_term value = t->post[cell], v = x->state[0][cell];
  staying s = {x, t, false};
  if (hd_term_sort(x->T, v).kind != HD_SORT_BV || hd_term_size(x->T, value) > LARGEST_ATOM) return;
  note_increment(g, v, hd_term_2(x->T, HD_OP_SUB, value, v));
  hd_term_visit_leaves(x->T, value, look_for_change, &s);
  if (!s.changed && hd_term_op(x->T, value) != HD_OP_CONST) note_atom(g, hd_term_2(x->T, HD_OP_EQ, v, value));
  for (uint32_t i = 0; i < cell; i++) {
    uint64_t by;
    hd_term other = t->post[i];
    if (hd_term_same(other, x->state[0][i]) || !hd_sort_same(hd_term_sort(x->T, other), hd_term_sort(x->T, v)))
      continue;
    hd_term difference = hd_term_2(x->T, HD_OP_SUB, value, other);
    if (hd_term_op(x->T, value) == HD_OP_CONST || !hd_term_is_const(x->T, difference, &by)) continue;
    hd_term sum = hd_term_2(x->T, HD_OP_ADD, x->state[0][i], difference);
    note_atom(g, hd_term_2(x->T, HD_OP_EQ, v, sum));
    note_atom(g, hd_term_2(x->T, HD_OP_SLE, v, sum));
    note_atom(g, hd_term_2(x->T, HD_OP_SLE, sum, v));
  }
}

static void read_target(guessing *g, const hd_block_target *t)
{
  const hd_properties *x = g->x;
  if (hd_budget_spent(&x->budget)) return;
  note_atoms(g, t->cond);
  if (t->kind == HD_TO_FAIL) note_failure(g, t->cond);
  for (uint32_t i = 0; t->kind == HD_TO_CUT && i < x->cells->list.len; i++) {
    if (hd_term_same(t->post[i], x->state[0][i]) || hd_term_sort(x->T, x->state[0][i]).kind == HD_SORT_ARRAY) continue;
    note_choices(g, i, t->post[i]);
    note_assignment(g, t, i);
    if (hd_term_op(x->T, t->post[i]) != HD_OP_CONST) note_atoms(g, t->post[i]);
  }
}

static void note_use(void *context, hd_var v, bool write)
{
  (void)write;
  ((uint8_t *)context)[v.id] = true;
}

static void read_program(guessing *g)
{
  hd_properties *x = g->x;
  for (uint32_t e = 0; e < x->p->edges.len; e++) hd_edge_accesses(x->p, (hd_edge){e}, note_use, g->used);
  for (uint32_t i = 0; i < x->cells->list.len; i++) {
    hd_term value = hd_cell_initial(x->cells, i);
    if (hd_term_is(value)) note_constant(g, i, value);
  }
  for (uint32_t i = 0; i < x->places.len && !hd_budget_spent(&x->budget); i++) {
    if (hd_loc_get(x->p, x->places.data[i])->kind != HD_LOC_NORMAL) continue;
    const hd_block *b = hd_properties_block(x, i, 0);
    for (uint32_t k = 0; k < b->targets.len; k++) read_target(g, &b->targets.data[k]);
  }
  shift_atoms(g);
}

/* --- candidates ------------------------------------------------------------------------------------------ */

static void add_atom(guessing *g, hd_candidates *c, hd_term t, uint32_t most)
{
  if (c->facts.len >= most || hd_term_is_const(g->x->T, t, NULL) || hd_map_find(&g->here, t.id)) return;
  hd_map_put(&g->here, t.id, 1);
  hd_vec_push(&c->facts, t);
}

static void add_both(guessing *g, hd_candidates *c, hd_term t)
{
  add_atom(g, c, t, MOST_ALONE);
  add_atom(g, c, hd_term_1(g->x->T, HD_OP_NOT, t), MOST_ALONE);
}

static bool is_fitting(const guessing *g, uint32_t cell, hd_thread t, hd_loc at)
{
  hd_var v = g->x->cells->list.data[cell].var;
  const hd_var_info *info = hd_var_get(g->x->p, v);
  bool scalar = hd_term_op(g->x->T, g->x->state[0][cell]) == HD_OP_VAR &&
                hd_term_sort(g->x->T, g->x->state[0][cell]).kind != HD_SORT_ARRAY;
  if (!scalar || !g->used[v.id]) return false;
  return info->thread.id == HD_NONE || (info->thread.id == t.id && hd_is_live(g->x->live, at, v));
}

static void add_constants(guessing *g, hd_candidates *c, uint32_t cell)
{
  hd_terms *T = g->x->T;
  hd_term v = g->x->state[0][cell];
  if (hd_term_sort(T, v).kind == HD_SORT_BOOL) {
    add_both(g, c, v);
    return;
  }
  bool is_signed = hd_var_get(g->x->p, g->x->cells->list.data[cell].var)->show == HD_SHOW_SIGNED;
  hd_op le = is_signed ? HD_OP_SLE : HD_OP_ULE;
  for (uint32_t i = 0; i < g->constants[cell].len; i++) {
    hd_term k = g->constants[cell].data[i];
    add_both(g, c, hd_term_2(T, HD_OP_EQ, v, k));
    add_atom(g, c, hd_term_2(T, le, v, k), MOST_ALONE);
    add_atom(g, c, hd_term_2(T, le, k, v), MOST_ALONE);
  }
}

static void add_relations(guessing *g, hd_candidates *c, uint32_t a, uint32_t b)
{
  hd_terms *T = g->x->T;
  hd_term u = g->x->state[0][a], v = g->x->state[0][b];
  const hd_var_info *first = hd_var_get(g->x->p, g->x->cells->list.data[a].var);
  const hd_var_info *second = hd_var_get(g->x->p, g->x->cells->list.data[b].var);
  if (!hd_sort_same(hd_term_sort(T, u), hd_term_sort(T, v)) || hd_term_sort(T, u).kind != HD_SORT_BV) return;
  if (first->role == HD_ROLE_STATUS || second->role == HD_ROLE_STATUS) return;
  hd_op le = first->show == HD_SHOW_SIGNED ? HD_OP_SLE : HD_OP_ULE, lt = le == HD_OP_SLE ? HD_OP_SLT : HD_OP_ULT;
  add_both(g, c, hd_term_2(T, HD_OP_EQ, u, v));
  add_atom(g, c, hd_term_2(T, le, u, v), MOST_ALONE);
  add_atom(g, c, hd_term_2(T, le, v, u), MOST_ALONE);
  add_atom(g, c, hd_term_2(T, lt, u, v), MOST_ALONE);
  add_atom(g, c, hd_term_2(T, lt, v, u), MOST_ALONE);
}

static void add_atoms(guessing *g, hd_candidates *c, hd_thread t, hd_loc at)
{
  for (uint32_t i = 0; i < g->clauses.len; i++)
    if (g->clauses.data[i].owner == HD_NONE || g->clauses.data[i].owner == t.id)
      if (is_live(g->x, g->clauses.data[i].term, at)) add_atom(g, c, g->clauses.data[i].term, MOST_ALONE);
  for (uint32_t i = 0; i < g->atoms.len; i++)
    if (g->atoms.data[i].owner == HD_NONE || g->atoms.data[i].owner == t.id)
      if (is_live(g->x, g->atoms.data[i].term, at)) add_both(g, c, g->atoms.data[i].term);
}

static void guess_at(guessing *g, uint32_t place)
{
  hd_properties *x = g->x;
  hd_loc at = x->places.data[place];
  hd_thread t = hd_place_thread(x, place);
  hd_candidates *c = &x->alone[place];
  hd_map_clear(&g->here);
  add_atoms(g, c, t, at);
  for (uint32_t i = 0; i < x->cells->list.len; i++)
    if (is_fitting(g, i, t, at)) add_constants(g, c, i);
  for (uint32_t i = 0; i < x->cells->list.len && c->facts.len < MOST_ALONE; i++)
    for (uint32_t k = i + 1; is_fitting(g, i, t, at) && k < x->cells->list.len; k++)
      if (is_fitting(g, k, t, at)) add_relations(g, c, i, k);
}

/* --- two places ------------------------------------------------------------------------------------------- */

/* The same about the second copy. */
static hd_term second_leaf(void *context, hd_term leaf)
{
  const hd_properties *x = context;
  uint32_t cell;
  unsigned copy;
  if (!hd_properties_cell(x, hd_term_symbol(x->T, leaf), &cell, &copy)) return HD_NO_TERM;
  return x->state[1][cell];
}

static void guess_beside(guessing *g, uint32_t i, uint32_t j)
{
  hd_properties *x = g->x;
  hd_candidates *c = &x->beside[(size_t)i * x->places.len + j];
  bool copies = hd_place_thread(x, i).id == hd_place_thread(x, j).id;
  hd_map_clear(&g->here);
  for (uint32_t k = 0; k < x->alone[i].facts.len; k++) add_atom(g, c, x->alone[i].facts.data[k], MOST_BESIDE);
  for (uint32_t k = 0; k < x->alone[j].facts.len; k++) {
    hd_term t = x->alone[j].facts.data[k];
    if (copies) t = hd_term_substitute(x->T, t, &(hd_rewrite){second_leaf, x});
    add_atom(g, c, t, MOST_BESIDE);
  }
}

void hd_properties_guess(hd_properties *x)
{
  guessing g = {.x = x};
  g.constants = hd_alloc(x->cells->list.len + 1, sizeof *g.constants);
  g.used = hd_alloc(x->p->vars.len + 1, 1);
  read_program(&g);
  uint32_t n = x->places.len;
  for (uint32_t i = 0; i < n; i++) guess_at(&g, i);
  for (uint32_t i = 0; i < n && x->pairs; i++)
    for (uint32_t j = 0; j < n; j++)
      if (hd_is_pair(x, i, j)) guess_beside(&g, i, j);
  for (uint32_t i = 0; i < x->cells->list.len; i++) hd_vec_clear(&g.constants[i]);
  free(g.constants);
  free(g.used);
  hd_vec_clear(&g.atoms);
  hd_vec_clear(&g.clauses);
  hd_vec_clear(&g.increments);
  hd_map_clear(&g.seen);
  hd_map_clear(&g.here);
  x->spent = hd_budget_spent(&x->budget);
}
