/* backward.c - preconditions of assertions, cube by cube, until they cover themselves. */
#include "proving/backward.h"

#include "logic/implicant.h"
#include "logic/linear.h"
#include "proving/named_cells.h"

enum { MOST_CUBES = 60, EFFORT = 3000000 };

/* --- the program ---------------------------------------------------------------------------------------- */

static hd_term cell_term(hd_backward *x, uint32_t cell)
{
  hd_thread t = hd_var_get(x->w->q, x->cells->list.data[cell].var)->thread;
  return hd_named_cell(x->cells, &x->symbols, 0, cell, t.id != HD_NONE && x->w->any[t.id]);
}

static void make_state(hd_backward *x)
{
  uint32_t n = x->cells->list.len;
  x->state = hd_alloc(n + 1, sizeof *x->state);
  x->goes = hd_alloc(n + 1, 1);
  for (uint32_t i = 0; i < n; i++) {
    x->state[i] = cell_term(x, i);
    if (hd_term_op(x->T, x->state[i]) == HD_OP_VAR) hd_map_put(&x->cell_of, hd_term_symbol(x->T, x->state[i]), i);
  }
}

static void open_solver(hd_backward *x)
{
  hd_arith arith = hd_arith_of_program(x->w->q, x->w->task->arith);
  x->signs = hd_symbols_signs(&x->symbols);
  x->smt = hd_smt_new(x->T, arith, &x->signs, &x->w->budget);
  x->solver = hd_solver_new(x->smt);
  hd_solver_limit(x->solver, EFFORT);
}

void hd_backward_init(hd_backward *x, hd_proving *w)
{
  *x = (hd_backward){.w = w, .T = w->q->terms};
  x->cells = hd_cells_new(w->q);
  hd_symbols_init(&x->symbols, w->q);
  x->facts = hd_facts_new(w->q);
  x->live = hd_facts_liveness(x->facts);
  make_state(x);
  x->blocks = hd_alloc(w->q->locs.len + 1, sizeof(hd_block *));
  x->known = hd_alloc(w->q->locs.len + 1, sizeof *x->known);
  x->keeps = hd_cells_apply(x->cells, x->state, w->keeps);
  open_solver(x);
}

void hd_backward_clear(hd_backward *x)
{
  hd_solver_free(x->solver);
  hd_smt_free(x->smt);
  for (uint32_t l = 0; l < x->w->q->locs.len; l++) hd_block_free(x->blocks[l]);
  free(x->blocks);
  free(x->known);
  free(x->state);
  free(x->goes);
  hd_map_clear(&x->cell_of);
  hd_facts_free(x->facts);
  hd_cells_free(x->cells);
  hd_symbols_clear(&x->symbols);
}

const hd_block *hd_backward_block(hd_backward *x, hd_loc from)
{
  hd_block **b = &x->blocks[from.id];
  if (!*b) *b = hd_block_new(x->cells, &x->symbols, x->live, x->w->cuts->cut, from, x->state);
  return *b;
}

hd_term hd_backward_known(hd_backward *x, hd_loc at)
{
  hd_term *known = &x->known[at.id];
  if (!hd_term_is(*known)) *known = hd_cells_apply(x->cells, x->state, hd_proving_known(x->w, at));
  return *known;
}

bool hd_backward_cell(const hd_backward *x, uint32_t symbol, uint32_t *cell)
{
  const uint64_t *found = hd_map_find(&x->cell_of, symbol);
  if (found) *cell = (uint32_t)*found;
  return found != NULL;
}

typedef struct {
  const hd_backward *x;
  const hd_block_target *t;
} taken;

static hd_term after_leaf(void *context, hd_term leaf)
{
  const taken *m = context;
  uint32_t cell;
  return hd_backward_cell(m->x, hd_term_symbol(m->x->T, leaf), &cell) ? m->t->post[cell] : HD_NO_TERM;
}

hd_term hd_backward_before(hd_backward *x, const hd_block_target *t, hd_term formula)
{
  taken m = {x, t};
  return hd_term_substitute(x->T, formula, &(hd_rewrite){after_leaf, &m});
}

/* --- cubes ----------------------------------------------------------------------------------------------- */

hd_term hd_backward_some(hd_backward *x, const hd_term_list *cubes)
{
  return hd_formula_or(x->T, cubes->data, cubes->len);
}

/* Inputs and choices go, too. */
static bool goes(void *context, uint32_t symbol)
{
  const hd_backward *x = context;
  uint32_t cell;
  return !hd_backward_cell(x, symbol, &cell) || x->goes[cell];
}

typedef struct {
  const hd_backward *x;
  bool found;
} search;

static void look_for_changed(void *context, hd_term leaf)
{
  search *s = context;
  uint32_t cell;
  if (hd_term_op(s->x->T, leaf) != HD_OP_VAR) return;
  s->found |= hd_backward_cell(s->x, hd_term_symbol(s->x->T, leaf), &cell) && s->x->goes[cell];
}

/* What is known matters for what is eliminated; the rest of it will be known again. */
static hd_term about_changed(hd_backward *x, hd_term premise)
{
  hd_term_list parts = {0};
  hd_term all = hd_term_true(x->T);
  hd_formula_conjuncts(x->T, premise, &parts);
  for (uint32_t i = 0; i < parts.len; i++) {
    search s = {x, false};
    hd_term_visit_leaves(x->T, parts.data[i], look_for_changed, &s);
    if (s.found) all = hd_term_2(x->T, HD_OP_AND, all, parts.data[i]);
  }
  hd_vec_clear(&parts);
  return all;
}

/* Sums are of integers here: that they do not overflow is seldom the reason. */
static void drop_ranges(hd_linear *l)
{
  for (uint32_t i = 0; i < l->rows.len; i++) {
    hd_linear_row *r = &l->rows.data[i];
    if (r->gone || r->equal || r->sum.len == 0) continue;
    uint64_t width = hd_map_get_or(&l->width, r->sum.data[0].symbol, 64);
    int64_t large = INT64_C(1) << (width < 50 ? width - 2 : 48);
    if (width >= 16 && (r->bound >= large || r->bound <= -large)) r->gone = true;
  }
}

static hd_term cube_of(hd_backward *x, hd_term formula, const hd_env *model)
{
  hd_linear l;
  hd_term_list literals = {0};
  hd_symbol_set set = {goes, x};
  hd_implicant(x->T, formula, model, &literals);
  hd_linear_init(&l, x->T);
  hd_linear_add(&l, hd_formula_and(x->T, literals.data, literals.len));
  hd_linear_eliminate(&l, &set);
  drop_ranges(&l);
  hd_term cube = hd_linear_formula(&l);
  hd_linear_clear(&l);
  hd_vec_clear(&literals);
  return cube;
}

static bool premise_implies(hd_backward *x, hd_term premise, hd_term a, hd_term b)
{
  hd_solver_push(x->solver);
  hd_solver_assert(x->solver, premise);
  hd_solver_assert(x->solver, a);
  hd_solver_assert(x->solver, hd_term_1(x->T, HD_OP_NOT, b));
  bool yes = hd_solver_check(x->solver, NULL, 0) == HD_UNSAT;
  hd_solver_pop(x->solver, 1);
  return yes;
}

/* Adds a cube and removes those that it contains, given the premise (or `always`, where there is one). */
static void add_cube(hd_backward *x, hd_term_list *cubes, hd_term premise, hd_term cube)
{
  uint32_t kept = 0;
  if (hd_term_is(x->always)) premise = x->always;
  for (uint32_t i = 0; i < cubes->len; i++)
    if (!premise_implies(x, premise, cubes->data[i], cube)) cubes->data[kept++] = cubes->data[i];
  cubes->len = kept;
  hd_vec_push(cubes, cube);
  x->failed |= cubes->len > MOST_CUBES;
}

/* HD_NO_TERM: there is none. */
static hd_term next_cube(hd_backward *x, const hd_term_list *cubes, hd_term premise, hd_term why)
{
  hd_term cube = HD_NO_TERM;
  hd_solver_push(x->solver);
  hd_solver_assert(x->solver, premise);
  hd_solver_assert(x->solver, why);
  for (uint32_t i = 0; i < cubes->len; i++) hd_solver_assert(x->solver, hd_term_1(x->T, HD_OP_NOT, cubes->data[i]));
  hd_answer answer = hd_solver_check(x->solver, NULL, 0);
  if (answer == HD_SAT) {
    hd_env model = hd_solver_model(x->solver);
    cube = cube_of(x, why, &model);
  }
  x->failed |= answer == HD_DONT_KNOW;
  hd_solver_pop(x->solver, 1);
  return cube;
}

bool hd_backward_pull(hd_backward *x, hd_term_list *cubes, hd_term premise, hd_term step)
{
  bool changed = false;
  hd_term why = hd_term_2(x->T, HD_OP_AND, step, about_changed(x, premise));
  if (hd_term_is_false(x->T, why)) return false;
  for (hd_term cube; !x->failed && hd_term_is(cube = next_cube(x, cubes, premise, why)); changed = true)
    add_cube(x, cubes, premise, cube);
  return changed;
}

/* --- the start ------------------------------------------------------------------------------------------- */

static hd_term initial_leaf(void *context, hd_term leaf)
{
  const hd_backward *x = context;
  uint32_t cell;
  if (!hd_backward_cell(x, hd_term_symbol(x->T, leaf), &cell)) return HD_NO_TERM;
  if (hd_var_get(x->w->q, x->cells->list.data[cell].var)->role == HD_ROLE_SELF) return HD_NO_TERM;
  return hd_cell_initial(x->cells, cell);
}

bool hd_backward_starts(hd_backward *x, const hd_term_list *cubes)
{
  hd_term some = hd_term_substitute(x->T, hd_backward_some(x, cubes), &(hd_rewrite){initial_leaf, x});
  return !hd_term_is_false(x->T, some) && hd_smt_satisfiable(x->smt, &some, 1) != HD_UNSAT;
}

/* --- as facts of a proof ---------------------------------------------------------------------------------- */

static hd_term element_leaf(void *context, hd_term leaf)
{
  const hd_backward *x = context;
  uint32_t cell;
  bool known = hd_backward_cell(x, hd_term_symbol(x->T, leaf), &cell);
  return known ? hd_named_cell_element(x->cells, 0, cell) : HD_NO_TERM;
}

hd_term hd_backward_none(hd_backward *x, const hd_term_list *cubes)
{
  hd_term none = hd_term_true(x->T);
  for (uint32_t i = 0; i < cubes->len; i++)
    none = hd_term_2(x->T, HD_OP_AND, none, hd_term_1(x->T, HD_OP_NOT, cubes->data[i]));
  return hd_term_substitute(x->T, none, &(hd_rewrite){element_leaf, x});
}
