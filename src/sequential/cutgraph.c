/* cutgraph.c - chooses the cut-points and computes the moves between them, again when the program changes. */
#include "sequential/cutgraph.h"

#include "analysis/facts.h"

/* --- making ------------------------------------------------------------------------------ */

static void add_cut(hd_cutgraph *g, hd_loc l)
{
  if (g->number[l.id] != HD_NONE) return;
  g->number[l.id] = g->cuts.len;
  g->is_cut[l.id] = 1;
  hd_vec_push(&g->cuts, l);
}

static void choose_cuts(hd_cutgraph *g)
{
  hd_program *p = g->p;
  g->is_cut = hd_alloc(p->locs.len + 1, 1);
  g->number = hd_alloc(p->locs.len + 1, sizeof *g->number);
  for (uint32_t i = 0; i < p->locs.len; i++) g->number[i] = HD_NONE;
  hd_vec_push(&g->cuts, p->threads.data[HD_MAIN.id].entry);
  hd_facts *facts = hd_facts_new(p);
  const hd_loops *loops = hd_facts_loops(facts);
  for (uint32_t i = 0; i < loops->list.len; i++) add_cut(g, loops->list.data[i].head);
  hd_facts_free(facts);
  for (uint32_t i = 0; i < g->task.n_marks; i++) add_cut(g, g->task.marks[i]);
  for (uint32_t i = 0; i < p->locs.len; i++) {
    hd_loc_kind kind = p->locs.data[i].kind;
    if (kind == HD_LOC_UNSUPPORTED || kind == HD_LOC_BOUND) add_cut(g, (hd_loc){i});
  }
}

static hd_term whole_array(hd_cutgraph *g, hd_var v, hd_term array)
{
  hd_terms *T = g->p->terms;
  const hd_var_info *info = hd_var_get(g->p, v);
  hd_term facts = hd_term_true(T);
  for (uint32_t i = 0; i < info->count; i++) {
    hd_term element = hd_term_2(T, HD_OP_SELECT, array, hd_term_bv(T, 32, i));
    facts = hd_term_2(T, HD_OP_AND, hd_term_eq_bv(T, element, hd_var_init(g->p, v, i)), facts);
  }
  return facts;
}

static void make_initial(hd_cutgraph *g)
{
  g->initially = hd_term_true(g->p->terms);
  for (uint32_t i = 0; i < g->cells->list.len; i++) {
    hd_var v = g->cells->list.data[i].var;
    g->initial[i] = hd_cell_initial(g->cells, i);
    if (hd_term_is(g->initial[i])) continue;
    g->initial[i] = hd_symbols_fresh(&g->symbols, hd_cell_sort(g->cells, i), v);
    if (!hd_var_get(g->p, v)->any)
      g->initially = hd_term_2(g->p->terms, HD_OP_AND, g->initially, whole_array(g, v, g->initial[i]));
  }
}

/* A program variable is a cell's name too; so that a block's state is not taken for the initial one,
 * the cells have symbols of their own. */
static void make_state(hd_cutgraph *g)
{
  for (uint32_t i = 0; i < g->cells->list.len; i++)
    g->state[i] = hd_symbols_fresh(&g->symbols, hd_cell_sort(g->cells, i), g->cells->list.data[i].var);
}

static void drop_blocks(hd_cutgraph *g)
{
  for (uint32_t i = 0; i < g->blocks.len; i++) hd_block_free(g->blocks.data[i]);
  g->blocks.len = 0;
  g->moves.len = 0;
}

static void add_moves(hd_cutgraph *g, uint32_t from, const hd_block *b)
{
  for (uint32_t i = 0; i < b->targets.len; i++) {
    const hd_block_target *t = &b->targets.data[i];
    uint32_t to = t->kind == HD_TO_FAIL ? HD_NONE : g->number[t->loc.id];
    if (to == HD_NONE && t->kind != HD_TO_FAIL) continue; /* the end of the thread */
    hd_vec_push(&g->moves, (hd_move){from, to, t->kind, t->cond, t->post});
  }
}

/* What was alive once stays so: facts may be about it, though a condition that became simpler does not ask any more. */
static void refresh_liveness(hd_cutgraph *g)
{
  hd_liveness *old = g->live;
  g->live = hd_liveness_new_alone(g->p);
  if (old) hd_liveness_add(g->live, old);
  hd_liveness_free(old);
}

void hd_cutgraph_refresh(hd_cutgraph *g)
{
  drop_blocks(g);
  refresh_liveness(g);
  for (uint32_t i = 0; i < g->cuts.len; i++) {
    hd_loc l = g->cuts.data[i];
    bool ends = hd_loc_get(g->p, l)->kind != HD_LOC_NORMAL;
    const hd_term *pre = i == HD_CUT_START ? g->initial : g->state;
    hd_block *b = ends ? NULL : hd_block_new(g->cells, &g->symbols, g->live, g->is_cut, l, pre);
    hd_vec_push(&g->blocks, b);
    if (b) add_moves(g, i, b);
  }
}

static hd_arith choose_arith(const hd_cutgraph *g)
{
  HD_VEC(hd_term) terms = {0};
  for (uint32_t i = 0; i < g->moves.len; i++) {
    const hd_move *m = &g->moves.data[i];
    hd_vec_push(&terms, m->cond);
    for (uint32_t k = 0; m->post && k < g->cells->list.len; k++) hd_vec_push(&terms, m->post[k]);
  }
  hd_arith arith = hd_arith_choose(g->p->terms, terms.data, terms.len);
  hd_vec_clear(&terms);
  return arith;
}

hd_cutgraph *hd_cutgraph_new(hd_program *p, const hd_seq_task *task, const hd_budget *b)
{
  hd_cutgraph *g = hd_alloc(1, sizeof *g);
  g->p = p;
  g->task = *task;
  hd_program_index(p);
  hd_symbols_init(&g->symbols, p);
  g->cells = hd_cells_new(p);
  g->state = hd_alloc(g->cells->list.len + 1, sizeof *g->state);
  g->initial = hd_alloc(g->cells->list.len + 1, sizeof *g->initial);
  choose_cuts(g);
  make_state(g);
  make_initial(g);
  hd_cutgraph_refresh(g);
  g->arith = task->arith == HD_ARITH_AUTO ? choose_arith(g) : task->arith;
  g->signs = hd_symbols_signs(&g->symbols);
  g->smt = hd_smt_new(p->terms, g->arith, &g->signs, b);
  return g;
}

void hd_cutgraph_free(hd_cutgraph *g)
{
  if (!g) return;
  drop_blocks(g);
  hd_smt_free(g->smt);
  hd_vec_clear(&g->blocks);
  hd_vec_clear(&g->moves);
  hd_vec_clear(&g->cuts);
  hd_liveness_free(g->live);
  hd_cells_free(g->cells);
  hd_symbols_clear(&g->symbols);
  free(g->is_cut);
  free(g->number);
  free(g->state);
  free(g->initial);
  free(g);
}

/* --- formulas ---------------------------------------------------------------------------- */

typedef struct {
  const hd_term *with;
  hd_cutgraph *g;
  bool outside;
} rewriting;

static uint32_t cell_of(const hd_cutgraph *g, uint32_t symbol)
{
  const hd_terms *T = g->p->terms;
  uint32_t first = hd_term_symbol(T, g->state[0]); /* the cells' symbols were made in a row */
  return symbol >= first && symbol - first < g->cells->list.len ? symbol - first : HD_NONE;
}

static hd_term with_other(void *context, hd_term leaf)
{
  rewriting *r = context;
  if (hd_term_op(r->g->p->terms, leaf) != HD_OP_VAR) return HD_NO_TERM;
  uint32_t cell = cell_of(r->g, hd_term_symbol(r->g->p->terms, leaf));
  return cell == HD_NONE ? HD_NO_TERM : r->with[cell];
}

hd_term hd_cutgraph_apply(hd_cutgraph *g, const hd_term *state, hd_term formula)
{
  if (!g->cells->list.len) return formula;
  rewriting r = {.g = g, .with = state};
  return hd_term_substitute(g->p->terms, formula, &(hd_rewrite){.replace = with_other, .context = &r});
}

hd_term hd_cutgraph_to_program(hd_cutgraph *g, hd_term formula)
{
  hd_term *with = hd_alloc(g->cells->list.len + 1, sizeof *with);
  for (uint32_t i = 0; i < g->cells->list.len; i++) {
    hd_cell c = g->cells->list.data[i];
    with[i] = c.element == HD_NONE ? hd_program_var_term(g->p, c.var)
                                   : hd_program_element(g->p, c.var, hd_term_bv(g->p->terms, 32, c.element));
  }
  hd_term t = hd_cutgraph_apply(g, with, formula);
  free(with);
  return t;
}

static void look_outside(void *context, hd_term leaf)
{
  rewriting *r = context;
  r->outside |= cell_of(r->g, hd_term_symbol(r->g->p->terms, leaf)) == HD_NONE;
}

bool hd_cutgraph_is_local(const hd_cutgraph *g, hd_term formula)
{
  rewriting r = {.g = (hd_cutgraph *)g};
  hd_term_visit_leaves(g->p->terms, formula, look_outside, &r);
  return !r.outside;
}

/* --- paths ------------------------------------------------------------------------------- */

void hd_cutpath_init(hd_cutpath *path, hd_cutgraph *g)
{
  *path = (hd_cutpath){.g = g};
  hd_vec_push(&path->conds, g->initially);
}

void hd_cutpath_clear(hd_cutpath *path)
{
  for (uint32_t i = 0; i < path->blocks.len; i++) hd_block_free(path->blocks.data[i].block);
  hd_vec_clear(&path->blocks);
  hd_vec_clear(&path->conds);
}

const hd_term *hd_cutpath_state(const hd_cutpath *path)
{
  if (!path->blocks.len) return path->g->initial;
  const hd_path_block *last = &hd_vec_last(&path->blocks);
  return last->block->targets.data[last->target].post;
}

static uint32_t find_target(const hd_block *b, hd_target_kind kind, hd_loc loc)
{
  for (uint32_t i = 0; i < b->targets.len; i++)
    if (b->targets.data[i].kind == kind && b->targets.data[i].loc.id == loc.id) return i;
  return HD_NONE;
}

bool hd_cutpath_extend(hd_cutpath *path, const hd_move *m)
{
  hd_cutgraph *g = path->g;
  hd_loc to = m->to == HD_NONE ? HD_NO_LOC : g->cuts.data[m->to];
  const hd_term *pre = hd_cutpath_state(path);
  hd_block *b = hd_block_new(g->cells, &g->symbols, g->live, g->is_cut, g->cuts.data[m->from], pre);
  uint32_t target = find_target(b, m->kind, to);
  if (target == HD_NONE) {
    hd_block_free(b);
    return false;
  }
  hd_vec_push(&path->blocks, (hd_path_block){b, target});
  hd_vec_push(&path->conds, b->targets.data[target].cond);
  return true;
}

/* --- traces ------------------------------------------------------------------------------ */

static void trace_initial(hd_cutgraph *g, hd_solver *model, hd_trace *t)
{
  for (uint32_t i = 0; i < g->cells->list.len; i++) {
    hd_cell c = g->cells->list.data[i];
    const hd_var_info *info = hd_var_get(g->p, c.var);
    if (!info->any) continue;
    bool whole = info->count && c.element == HD_NONE;
    for (uint32_t k = 0; k < (whole ? info->count : 1); k++) {
      uint64_t value = whole ? hd_solver_element(model, g->initial[i], k) : hd_solver_value(model, g->initial[i]);
      uint32_t index = whole ? k : c.element == HD_NONE ? 0 : c.element;
      if (value) hd_vec_push(&t->initial, (hd_initial){.var = c.var, .index = index, .value = value});
    }
  }
}

static void trace_block(const hd_block *b, hd_solver *model, hd_trace *t)
{
  hd_u64s inputs = {0};
  for (uint32_t i = 0; i < b->edges.len; i++) {
    const hd_block_edge *e = &b->edges.data[i];
    if (!hd_solver_value(model, e->taken)) continue;
    inputs.len = 0;
    for (uint32_t k = 0; k < e->n_inputs; k++)
      hd_vec_push(&inputs, hd_solver_value(model, b->inputs.data[e->input + k]));
    hd_trace_push(t, HD_MAIN, 0, e->edge, inputs.data, inputs.len);
  }
  hd_vec_clear(&inputs);
}

hd_trace *hd_cutgraph_trace(hd_cutgraph *g, hd_block *const *blocks, uint32_t n, hd_solver *model)
{
  if (g->task.proofs_only) return NULL;
  hd_trace *t = hd_trace_new();
  trace_initial(g, model, t);
  for (uint32_t i = 0; i < n; i++) trace_block(blocks[i], model, t);
  return t;
}

static hd_answer solve_with(hd_cutpath *path, hd_smt *smt, hd_trace **trace)
{
  hd_solver *s = hd_solver_new(smt);
  hd_answer a = hd_solver_check(s, path->conds.data, path->conds.len);
  if (a == HD_SAT && trace) {
    HD_VEC(hd_block *) blocks = {0};
    for (uint32_t i = 0; i < path->blocks.len; i++) hd_vec_push(&blocks, path->blocks.data[i].block);
    *trace = hd_cutgraph_trace(path->g, blocks.data, blocks.len, s);
    hd_vec_clear(&blocks);
  }
  hd_solver_free(s);
  return a;
}

hd_answer hd_cutpath_solve(hd_cutpath *path, hd_trace **trace)
{
  hd_cutgraph *g = path->g;
  hd_answer a = solve_with(path, g->smt, trace);
  if (a != HD_DONT_KNOW || g->arith != HD_ARITH_INT) return a;
  hd_smt *exact = hd_smt_new(g->p->terms, HD_ARITH_BV, &g->signs, hd_smt_budget(g->smt));
  a = solve_with(path, exact, trace);
  hd_smt_free(exact);
  return a;
}

void hd_cutgraph_beyond(const hd_cutgraph *g, hd_loc loc, hd_seq_result *out)
{
  hd_seq_beyond(out, g->p, loc);
}
