/* lazy.c - lazy abstraction with interpolants over the moves between cut-points (McMillan's IMPACT).
 *
 * The graph is unwound into a tree (logic/tree.h) whose labels begin as the session's facts. Where a label
 * allows a failure, the path to it is asked about exactly. It is a violation, or its nodes get labels that
 * exclude it: backwards from the failure, each state before it that the label still allows becomes a cube
 * that implies the rest of the way, and what the exact prefix of the path needs to exclude that cube becomes
 * a conjunct. Those are sequence interpolants in conjunctive form, made one clause at a time. */
#include "logic/implicant.h"
#include "logic/tree.h"
#include "sequential/explain.h"
#include "sequential/session.h"

enum { MOST_CLAUSES = 200 }; /* at one node for one path */

typedef struct {
  hd_seq_session *session;
  hd_cutgraph *g;
  hd_terms *T;
  const hd_budget *budget;
  hd_tree tree;
  hd_solver **by; /* by move: it is made */
  uint32_t n_by;
  hd_loc beyond;
  uint8_t *ignored; /* by cut: a place beyond that is known to be reached */
  bool started, changed, lost;
  double refinements, queries;
} lazy;

/* --- queries ----------------------------------------------------------------------------- */

/* The solver that has made the move from some state that the facts allow. */
static hd_solver *solver_of(lazy *x, uint32_t move)
{
  const hd_move *m = &x->g->moves.data[move];
  if (!x->by[move]) {
    x->by[move] = hd_solver_new(x->g->smt);
    hd_solver_assert(x->by[move],
                     m->from == HD_CUT_START ? x->g->initially : hd_seq_facts(x->session, x->budget)[m->from]);
    hd_solver_assert(x->by[move], m->cond);
  }
  return x->by[move];
}

/* Can the move be made from the node's label, into what `after` (about the state after, or HD_NO_TERM)
 * excludes? The solver stays pushed. */
static hd_answer ask_move(lazy *x, uint32_t node, uint32_t move, hd_term after)
{
  hd_solver *s = solver_of(x, move);
  hd_solver_push(s);
  const hd_term_list *label = &x->tree.nodes.data[node].label;
  for (uint32_t i = 0; i < label->len; i++) hd_solver_assert(s, label->data[i]);
  if (hd_term_is(after)) {
    hd_term t = hd_cutgraph_apply(x->g, x->g->moves.data[move].post, after);
    hd_solver_assert(s, hd_term_1(x->T, HD_OP_NOT, t));
  }
  x->queries++;
  hd_answer a = hd_solver_check(s, NULL, 0);
  if (a == HD_DONT_KNOW) x->lost = true;
  return a;
}

static void end_move(lazy *x, uint32_t move)
{
  hd_solver_pop(x->by[move], 1);
}

static bool can_move(lazy *x, uint32_t node, uint32_t move)
{
  hd_answer a = ask_move(x, node, move, HD_NO_TERM);
  end_move(x, move);
  return a != HD_UNSAT;
}

static bool holds_after(void *context, uint32_t node, hd_term conjunct)
{
  lazy *x = context;
  const hd_tree_node *n = &x->tree.nodes.data[node];
  if (n->parent == HD_NONE) return false;
  hd_answer a = ask_move(x, n->parent, n->via, conjunct);
  end_move(x, n->via);
  return a == HD_UNSAT;
}

/* --- refinement -------------------------------------------------------------------------- */

/* The nodes from the root to a node, and the exact path along their moves. */
typedef struct {
  hd_u32s nodes; /* nodes.data[i] is after i moves */
  hd_cutpath path;
  hd_solver *prefix; /* the first `pushed` moves of it */
} way;

static bool way_init(lazy *x, way *w, uint32_t node)
{
  *w = (way){0};
  hd_cutpath_init(&w->path, x->g);
  for (uint32_t i = node; i != HD_NONE; i = x->tree.nodes.data[i].parent) hd_vec_push(&w->nodes, i);
  for (uint32_t i = 0; i < w->nodes.len / 2; i++) {
    uint32_t other = w->nodes.len - 1 - i, n = w->nodes.data[i];
    w->nodes.data[i] = w->nodes.data[other];
    w->nodes.data[other] = n;
  }
  bool fits = true;
  for (uint32_t i = 1; i < w->nodes.len && fits; i++)
    fits = hd_cutpath_extend(&w->path, &x->g->moves.data[x->tree.nodes.data[w->nodes.data[i]].via]);
  return fits;
}

static void way_clear(way *w)
{
  hd_vec_clear(&w->nodes);
  hd_cutpath_clear(&w->path);
  hd_solver_free(w->prefix);
}

static const hd_term *state_after(const way *w, uint32_t moves)
{
  if (moves == 0) return w->path.g->initial;
  const hd_path_block *b = &w->path.blocks.data[moves - 1];
  return b->block->targets.data[b->target].post;
}

/* Keeps the literals, the solver's assumptions, that its last answer needed. */
static void keep_core(hd_solver *s, hd_term_list *cube)
{
  uint32_t n, kept = 0;
  const uint32_t *core = hd_solver_core(s, &n);
  for (uint32_t i = 0; i < n; i++) cube->data[kept++] = cube->data[core[i]];
  cube->len = kept;
}

/* Does the label before exclude the cube already? Such a conjunct asks for no more further back, and holds
 * for other paths as well. */
static bool exclude_near(lazy *x, uint32_t node, hd_term_list *cube)
{
  const hd_tree_node *n = &x->tree.nodes.data[node], *parent = &x->tree.nodes.data[n->parent];
  hd_solver *s = solver_of(x, n->via);
  HD_VEC(hd_term) assumptions = {0};
  for (uint32_t i = 0; i < cube->len; i++)
    hd_vec_push(&assumptions, hd_cutgraph_apply(x->g, x->g->moves.data[n->via].post, cube->data[i]));
  hd_solver_push(s);
  for (uint32_t i = 0; i < parent->label.len; i++) hd_solver_assert(s, parent->label.data[i]);
  x->queries++;
  hd_answer a = hd_solver_check(s, assumptions.data, assumptions.len);
  if (a == HD_UNSAT) keep_core(s, cube);
  hd_solver_pop(s, 1);
  hd_vec_clear(&assumptions);
  return a == HD_UNSAT;
}

/* The part of the cube that the first `moves` moves exclude; false when they do not. */
static bool exclude_by_moves(lazy *x, way *w, uint32_t moves, hd_term_list *cube)
{
  HD_VEC(hd_term) assumptions = {0};
  for (uint32_t i = 0; i < cube->len; i++)
    hd_vec_push(&assumptions, hd_cutgraph_apply(x->g, state_after(w, moves), cube->data[i]));
  x->queries++;
  hd_answer a = hd_solver_check(w->prefix, assumptions.data, assumptions.len);
  if (a == HD_UNSAT) keep_core(w->prefix, cube);
  hd_vec_clear(&assumptions);
  return a == HD_UNSAT;
}

static hd_term clause_of(lazy *x, const hd_term_list *cube)
{
  hd_term clause = hd_term_false(x->T);
  for (uint32_t i = 0; i < cube->len; i++)
    clause = hd_term_2(x->T, HD_OP_OR, clause, hd_term_1(x->T, HD_OP_NOT, cube->data[i]));
  return clause;
}

/* Strengthens the label after `moves` moves until the next move leads into `after` only. */
static bool strengthen_label(lazy *x, way *w, uint32_t moves, uint32_t move, hd_term after)
{
  uint32_t node = w->nodes.data[moves];
  const hd_move *m = &x->g->moves.data[move];
  hd_term bad = m->cond;
  if (hd_term_is(after))
    bad = hd_term_2(x->T, HD_OP_AND, bad, hd_term_1(x->T, HD_OP_NOT, hd_cutgraph_apply(x->g, m->post, after)));
  for (unsigned i = 0; i < MOST_CLAUSES && !hd_budget_spent(x->budget); i++) {
    hd_answer a = ask_move(x, node, move, after);
    hd_term_list cube = {0};
    if (a == HD_SAT && moves > 0) cube = hd_seq_explain(x->g, solver_of(x, move), bad);
    end_move(x, move);
    if (a != HD_SAT) return a == HD_UNSAT;
    if (moves == 0) return false;
    bool excluded = exclude_near(x, node, &cube) || exclude_by_moves(x, w, moves, &cube);
    hd_term clause = excluded ? clause_of(x, &cube) : HD_NO_TERM;
    hd_vec_clear(&cube);
    if (!excluded) return false;
    hd_tree_strengthen(&x->tree, node, clause);
    if (x->tree.nodes.data[node].dead) return true;
  }
  return false;
}

/* What was added to each label has to hold after the move before it: so further back. */
static bool refine_way(lazy *x, way *w, uint32_t last_move)
{
  uint32_t n = w->nodes.len - 1, move = last_move;
  hd_term after = HD_NO_TERM;
  x->refinements++;
  w->prefix = hd_solver_new(x->g->smt);
  for (uint32_t i = 0; i <= n; i++) {
    hd_solver_assert(w->prefix, w->path.conds.data[i]);
    hd_solver_push(w->prefix);
  }
  for (uint32_t i = n + 1; i-- > 0;) {
    hd_solver_pop(w->prefix, 1);
    uint32_t before = x->tree.nodes.data[w->nodes.data[i]].label.len;
    if (!strengthen_label(x, w, i, move, after)) return false;
    const hd_term_list *label = &x->tree.nodes.data[w->nodes.data[i]].label;
    if (label->len == before) return true; /* the rest of the path is as it was */
    after = hd_formula_and(x->T, label->data + before, label->len - before);
    move = x->tree.nodes.data[w->nodes.data[i]].via;
  }
  return true;
}

/* The path ends after some moves, by form alone: the node there dies. */
static bool cut_short(lazy *x, way *w)
{
  uint32_t reached = w->path.conds.len, dead = w->nodes.data[reached];
  w->nodes.len = reached;
  if (!refine_way(x, w, x->tree.nodes.data[dead].via)) return false;
  hd_tree_strengthen(&x->tree, dead, hd_term_false(x->T));
  return true;
}

/* The label allows the failing (or ending) move. True: there is a result. */
static bool examine_move(lazy *x, uint32_t node, uint32_t move, hd_seq_result *out)
{
  way w;
  const hd_move *m = &x->g->moves.data[move];
  bool decided = false;
  if (!way_init(x, &w, node)) {
    if (!cut_short(x, &w)) x->lost = true;
    way_clear(&w);
    return false;
  }
  bool fits = hd_cutpath_extend(&w.path, m);
  hd_trace *trace = NULL;
  x->queries++;
  hd_answer a = fits ? hd_cutpath_solve(&w.path, m->kind == HD_TO_FAIL ? &trace : NULL) : HD_UNSAT;
  if (a == HD_SAT && m->kind == HD_TO_BEYOND) {
    x->ignored[m->to] = 1;
    if (x->beyond.id == HD_NONE) x->beyond = x->g->cuts.data[m->to];
  } else if (a == HD_SAT) {
    hd_seq_set_unsafe(out, trace);
    decided = true;
  } else if (a == HD_DONT_KNOW || !refine_way(x, &w, move)) {
    x->lost = true;
  }
  way_clear(&w);
  return decided;
}

/* --- unwinding --------------------------------------------------------------------------- */

static bool is_goal(const lazy *x, const hd_move *m)
{
  return m->kind == HD_TO_FAIL || (m->kind == HD_TO_BEYOND && !x->ignored[m->to]);
}

/* Excludes the failures behind the node, then adds its children. True: there is a result. */
static bool expand_lazy_node(lazy *x, uint32_t node, hd_seq_result *out)
{
  uint32_t place = x->tree.nodes.data[node].place;
  for (uint32_t i = 0; i < x->g->moves.len && !x->lost; i++) {
    const hd_move *m = &x->g->moves.data[i];
    if (m->from != place || !is_goal(x, m)) continue;
    while (is_goal(x, m) && !x->lost && hd_tree_lives(&x->tree, node) && can_move(x, node, i) && !x->lost)
      if (examine_move(x, node, i, out)) return true;
  }
  if (x->lost || !hd_tree_lives(&x->tree, node)) return false;
  x->tree.nodes.data[node].expanded = true;
  for (uint32_t i = 0; i < x->g->moves.len && !x->lost; i++) {
    const hd_move *m = &x->g->moves.data[i];
    if (m->from == place && m->kind == HD_TO_CUT && can_move(x, node, i))
      hd_tree_add(&x->tree, node, i, m->to, HD_NO_TERM);
  }
  if (x->lost) x->tree.nodes.data[node].expanded = false;
  return false;
}

static void prove_by_labels(lazy *x, hd_seq_result *out)
{
  const hd_term *facts = hd_seq_facts(x->session, x->budget);
  if (x->beyond.id != HD_NONE) {
    hd_cutgraph_beyond(x->g, x->beyond, out);
    return;
  }
  hd_term *invariants = hd_alloc(x->g->cuts.len, sizeof *invariants);
  for (uint32_t i = 0; i < x->g->cuts.len; i++)
    invariants[i] = hd_term_2(x->T, HD_OP_AND, facts[i], hd_tree_invariant(&x->tree, i));
  hd_seq_set_safe(x->session, invariants, out);
  free(invariants);
}

/* --- the checker ------------------------------------------------------------------------- */

static void *open_lazy(hd_seq_session *s)
{
  lazy *x = hd_alloc(1, sizeof *x);
  x->session = s;
  x->beyond = HD_NO_LOC;
  return x;
}

static void start_lazy(lazy *x)
{
  x->T = x->g->p->terms;
  x->n_by = x->g->moves.len;
  x->by = hd_alloc(x->n_by + 1, sizeof(hd_solver *));
  x->ignored = hd_alloc(x->g->cuts.len, 1);
  hd_tree_init(&x->tree, x->g->smt);
  hd_tree_add(&x->tree, HD_NONE, HD_NONE, HD_CUT_START, HD_NO_TERM);
  x->started = true;
}

static void run_lazy(void *state, const hd_budget *b, hd_seq_result *out)
{
  lazy *x = state;
  hd_tree_force force = {holds_after, x};
  x->budget = b;
  x->lost = false;
  x->g = hd_seq_graph(x->session, b);
  hd_seq_facts(x->session, b);
  if (!x->started) start_lazy(x);
  uint32_t node = HD_NONE;
  bool done = false;
  while (!done && !x->lost && !hd_budget_spent(b) && (node = hd_tree_next(&x->tree)) != HD_NONE) {
    if (!hd_tree_cover(&x->tree, node, &force)) done = expand_lazy_node(x, node, out);
    if (!x->tree.nodes.data[node].expanded) hd_tree_wait(&x->tree, node);
  }
  bool complete = !done && !x->lost && !hd_budget_spent(b);
  if (complete) prove_by_labels(x, out);
  if (x->lost && !hd_budget_spent(b)) hd_seq_unknown(out, HD_CAUSE_REFUSED, "no labels were found that exclude a path");
  hd_seq_stat_set(out, "nodes", x->tree.nodes.len);
  hd_seq_stat_set(out, "refinements", x->refinements);
  hd_seq_stat_set(out, "queries", x->queries);
}

static void close_lazy(void *state)
{
  lazy *x = state;
  for (uint32_t i = 0; i < x->n_by; i++) hd_solver_free(x->by[i]);
  free(x->by);
  free(x->ignored);
  if (x->started) hd_tree_clear(&x->tree);
  free(x);
}

const hd_seq_checker hd_seq_lazy = {
    .name = "lazy",
    .summary = "lazy abstraction: an unwinding labelled by interpolants, with coverage",
    .covers = HD_MEASURE_NODES,
    .open = open_lazy,
    .run = run_lazy,
    .close = close_lazy,
};
