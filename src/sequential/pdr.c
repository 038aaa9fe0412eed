/* pdr.c - property-directed reachability over the moves between cut-points.
 *
 * Frame k over-approximates, for every cut, the states there after at most k moves: a conjunction of
 * lemmas, each the negation of a cube of literals, that hold at least that far. A state at the last
 * frame that can fail is traced back, one move at a time, as a cube that implies the way to the failure
 * (logic/implicant.h): either it comes from the start, and the moves are a violation, or it is
 * unreachable from the frame before, and the literals that the solver needed to say so become a
 * lemma. Lemmas are pushed to later frames as far as they hold; two equal frames are a proof.
 * (A. Bradley, 2011; on control-flow graphs: T. Lange, M. Neuhäusser, J.-P. Katoen, 2015.)
 *
 * Stronger guards and assertions leave every frame an over-approximation, so that all of it is kept
 * between the checks of a session. */
#include "sequential/explain.h"
#include "sequential/session.h"

enum {
  MOST_DROPS = 30, /* literals that generalization tries to drop without a hint */
  MOST_PARENTS = 20000
};

typedef struct {
  uint32_t cut;
  uint32_t level;    /* holds in frames up to this one */
  hd_term_list cube; /* what it excludes */
  bool gone;         /* another says more */
} lemma;

/* A cube at a cut from which `move` leads on to the parent's cube, or to the failure. */
typedef struct {
  uint32_t cut, level;
  hd_term_list cube;
  uint32_t move, parent;
  bool done;
} obligation;

/* A solver about the states at a cut, with the lemmas that it knows so far. */
typedef struct {
  hd_solver *solver;
  uint32_t known; /* of the cut's news */
} asker;

/* A lemma that holds up to a level. */
typedef struct {
  hd_term clause;
  uint32_t level;
} news;
typedef HD_VEC(news) news_list;

typedef struct {
  hd_seq_session *session;
  hd_cutgraph *g;
  hd_terms *T;
  const hd_budget *budget;
  asker *at; /* by cut */
  asker *by; /* by move: it is made */
  uint32_t n_by;
  news_list *news;      /* by cut */
  hd_map *obvious;      /* by cut: conjuncts of the facts */
  HD_VEC(hd_term) acts; /* by level: switches its lemmas on */
  HD_VEC(lemma) lemmas;
  HD_VEC(obligation) open;
  hd_u32s *into;    /* by cut: moves */
  uint8_t *ignored; /* by cut: a place beyond that is known to be reached */
  hd_loc beyond;
  uint32_t last; /* the last frame */
  bool changed;  /* moves are new */
  bool lost;     /* the solver did not answer */
  HD_VEC(hd_term) assumptions;
  uint32_t first_literal; /* where the cube begins in them */
  hd_solver *model;
  double queries;
} pdr;

/* A cube of the solver's model, about the cells alone, from which the formula can be made true. What always
 * holds at the cut need not be said. */
static hd_term_list explain_model(pdr *x, uint32_t cut, hd_term formula)
{
  hd_term_list cube = hd_seq_explain(x->g, x->model, formula);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < cube.len; i++)
    if (!hd_map_find(&x->obvious[cut], cube.data[i].id)) cube.data[kept++] = cube.data[i];
  cube.len = kept;
  return cube;
}

/* --- queries ----------------------------------------------------------------------------- */

static hd_term negation_of_cube(pdr *x, const hd_term_list *cube)
{
  hd_term clause = hd_term_false(x->T);
  for (uint32_t i = 0; i < cube->len; i++)
    clause = hd_term_2(x->T, HD_OP_OR, clause, hd_term_1(x->T, HD_OP_NOT, cube->data[i]));
  return clause;
}

static void suppose_frame(pdr *x, uint32_t level)
{
  x->assumptions.len = 0;
  for (uint32_t k = level; k < x->acts.len; k++) hd_vec_push(&x->assumptions, x->acts.data[k]);
}

/* The solver, made when it is first used, with all that is known about the cut. move: HD_NONE, or one
 * out of it that is made. */
static hd_solver *prepare_asker(pdr *x, uint32_t cut, uint32_t move)
{
  asker *a = move == HD_NONE ? &x->at[cut] : &x->by[move];
  if (!a->solver) {
    a->solver = hd_solver_new(x->g->smt);
    hd_solver_assert(a->solver, cut == HD_CUT_START ? x->g->initially : hd_seq_facts(x->session, x->budget)[cut]);
    if (move != HD_NONE) hd_solver_assert(a->solver, x->g->moves.data[move].cond);
  }
  for (; a->known < x->news[cut].len; a->known++) {
    news n = x->news[cut].data[a->known];
    hd_term off = hd_term_1(x->T, HD_OP_NOT, x->acts.data[n.level]);
    hd_solver_assert(a->solver, hd_term_2(x->T, HD_OP_OR, off, n.clause));
  }
  return a->solver;
}

static hd_answer ask_frame(pdr *x, hd_solver *s)
{
  x->queries++;
  x->model = s;
  hd_answer a = hd_solver_check(s, x->assumptions.data, x->assumptions.len);
  if (a == HD_DONT_KNOW) x->lost = true;
  return a;
}

/* Can the move lead from the frame at `level` into the cube? `unless`: not from this cube. */
static hd_answer ask_move(pdr *x, uint32_t move, uint32_t level, const hd_term_list *cube, const hd_term_list *unless)
{
  const hd_move *m = &x->g->moves.data[move];
  if (m->from != HD_CUT_START && level == 0) return HD_UNSAT;
  suppose_frame(x, level);
  if (m->from == HD_CUT_START) x->assumptions.len = 0;
  x->first_literal = x->assumptions.len;
  for (uint32_t i = 0; i < cube->len; i++)
    hd_vec_push(&x->assumptions, hd_cutgraph_apply(x->g, m->post, cube->data[i]));
  hd_solver *s = prepare_asker(x, m->from, move);
  hd_solver_push(s);
  if (unless && m->from == m->to) hd_solver_assert(s, negation_of_cube(x, unless));
  return ask_frame(x, s);
}

/* Core and model of the answer have been read. */
static void end_move(pdr *x, uint32_t move, uint32_t level)
{
  if (x->g->moves.data[move].from != HD_CUT_START && level == 0) return;
  hd_solver_pop(x->by[move].solver, 1);
}

/* Marks the literals of the cube that the last answer needed. */
static void mark_core(pdr *x, uint32_t move, uint32_t level, uint8_t *marks)
{
  uint32_t n;
  if (x->g->moves.data[move].from != HD_CUT_START && level == 0) return;
  const uint32_t *core = hd_solver_core(x->by[move].solver, &n);
  for (uint32_t i = 0; i < n; i++)
    if (core[i] >= x->first_literal) marks[core[i] - x->first_literal] = 1;
}

static hd_term_list only_marked(const hd_term_list *cube, const uint8_t *marks)
{
  hd_term_list kept = {0};
  for (uint32_t i = 0; i < cube->len; i++)
    if (marks[i]) hd_vec_push(&kept, cube->data[i]);
  return kept;
}

/* Can the move be excluded with the marked literals, or with all? Marks those that are needed. */
static hd_answer try_move(pdr *x, uint32_t move, uint32_t level, const hd_term_list *cube, uint8_t *marks)
{
  hd_term_list some = only_marked(cube, marks);
  hd_answer a = HD_SAT;
  if (some.len && some.len < cube->len) {
    a = ask_move(x, move, level, &some, cube);
    end_move(x, move, level);
  }
  hd_vec_clear(&some);
  if (a == HD_UNSAT) return a;
  a = ask_move(x, move, level, cube, cube);
  if (a == HD_UNSAT) mark_core(x, move, level, marks);
  end_move(x, move, level);
  return a;
}

/* Is the cube unreachable from the frame before `level`? Then the part of it that is needed;
 * otherwise *reaching is a move that leads there. */
static bool is_blocked(pdr *x, uint32_t cut, uint32_t level, const hd_term_list *cube, hd_term_list *needed,
                       uint32_t *reaching)
{
  uint8_t *marks = hd_alloc(cube->len + 1, 1);
  hd_u32s *into = &x->into[cut];
  bool blocked = true;
  for (uint32_t i = 0; i < into->len && blocked; i++) {
    uint32_t m = into->data[i];
    hd_answer a = try_move(x, m, level - 1, cube, marks);
    blocked = a == HD_UNSAT;
    if (blocked) continue;
    if (reaching && a == HD_SAT) *reaching = m;
    into->data[i] = into->data[0]; /* what failed once is tried first the next time */
    into->data[0] = m;
  }
  if (blocked) *needed = only_marked(cube, marks);
  free(marks);
  return blocked;
}

/* --- lemmas ------------------------------------------------------------------------------ */

static void assert_lemma(pdr *x, const lemma *l)
{
  hd_vec_push(&x->news[l->cut], (news){negation_of_cube(x, &l->cube), l->level});
}

static bool includes(const hd_term_list *all, const hd_term_list *some)
{
  for (uint32_t i = 0; i < some->len; i++) {
    bool found = false;
    for (uint32_t k = 0; k < all->len && !found; k++) found = hd_term_same(all->data[k], some->data[i]);
    if (!found) return false;
  }
  return true;
}

static void add_lemma(pdr *x, uint32_t cut, uint32_t level, hd_term_list cube_take)
{
  for (uint32_t i = 0; i < x->lemmas.len; i++) {
    lemma *old = &x->lemmas.data[i];
    if (!old->gone && old->cut == cut && old->level <= level && includes(&old->cube, &cube_take)) old->gone = true;
  }
  hd_vec_push(&x->lemmas, (lemma){cut, level, cube_take, false});
  assert_lemma(x, &hd_vec_last(&x->lemmas));
}

/* Drops literals while the rest stays unreachable. */
static void generalize(pdr *x, uint32_t cut, uint32_t level, hd_term_list *cube)
{
  uint32_t tries = 0;
  for (uint32_t i = cube->len; i-- > 0 && tries < MOST_DROPS && cube->len > 1 && !hd_budget_spent(x->budget);) {
    hd_term_list less = {0}, needed = {0};
    if (i >= cube->len) continue;
    for (uint32_t k = 0; k < cube->len; k++)
      if (k != i) hd_vec_push(&less, cube->data[k]);
    tries++;
    if (is_blocked(x, cut, level, &less, &needed, NULL)) {
      hd_vec_clear(cube);
      *cube = needed;
    }
    hd_vec_clear(&less);
  }
}

static void new_frame(pdr *x)
{
  hd_vec_push(&x->acts, hd_symbols_fresh(&x->g->symbols, HD_BOOL, HD_NO_VAR));
}

/* Pushes lemmas as far as they hold; the level at which two frames are equal, or HD_NONE. */
static uint32_t propagate_lemmas(pdr *x)
{
  for (uint32_t k = 1; k < x->last; k++) {
    bool stays = false;
    for (uint32_t i = 0; i < x->lemmas.len && !hd_budget_spent(x->budget); i++) {
      lemma *l = &x->lemmas.data[i];
      hd_term_list needed = {0};
      if (l->gone || l->level != k) continue;
      if (!is_blocked(x, l->cut, k + 1, &l->cube, &needed, NULL)) {
        stays = true;
        continue;
      }
      hd_vec_clear(&needed);
      l->level = k + 1;
      assert_lemma(x, l);
    }
    if (hd_budget_spent(x->budget)) return HD_NONE;
    if (!stays) return k;
  }
  return HD_NONE;
}

/* --- obligations ------------------------------------------------------------------------- */

static void drop_obligations(pdr *x)
{
  for (uint32_t i = 0; i < x->open.len; i++) hd_vec_clear(&x->open.data[i].cube);
  x->open.len = 0;
}

static uint32_t next_obligation(const pdr *x)
{
  uint32_t best = HD_NONE;
  for (uint32_t i = x->open.len; i-- > 0;)
    if (!x->open.data[i].done && (best == HD_NONE || x->open.data[i].level < x->open.data[best].level)) best = i;
  return best;
}

/* Does the frame exclude the cube already? */
static bool is_excluded(pdr *x, const obligation *o)
{
  suppose_frame(x, o->level);
  for (uint32_t i = 0; i < o->cube.len; i++) hd_vec_push(&x->assumptions, o->cube.data[i]);
  return ask_frame(x, prepare_asker(x, o->cut, HD_NONE)) == HD_UNSAT;
}

static hd_term move_formula(pdr *x, const hd_move *m, const hd_term_list *cube)
{
  hd_term t = m->cond;
  for (uint32_t i = 0; i < cube->len; i++)
    t = hd_term_2(x->T, HD_OP_AND, t, hd_cutgraph_apply(x->g, m->post, cube->data[i]));
  return t;
}

static void blocked_at(pdr *x, uint32_t i)
{
  obligation *o = &x->open.data[i];
  if (o->level < x->last)
    o->level++;
  else
    o->done = true;
}

/* Treats one obligation. True: the move leads from the start into the cube. */
static bool treat(pdr *x, uint32_t i, uint32_t *from_start)
{
  obligation *o = &x->open.data[i];
  hd_term_list needed = {0};
  uint32_t reaching = HD_NONE;
  if (is_excluded(x, o)) {
    blocked_at(x, i);
    return false;
  }
  if (x->lost) return false;
  if (is_blocked(x, o->cut, o->level, &o->cube, &needed, &reaching)) {
    generalize(x, o->cut, o->level, &needed);
    add_lemma(x, o->cut, o->level, needed);
    blocked_at(x, i);
    return false;
  }
  if (reaching == HD_NONE) return false;
  const hd_move *m = &x->g->moves.data[reaching];
  *from_start = reaching;
  if (m->from == HD_CUT_START) return true;
  obligation before = {.cut = m->from, .level = o->level - 1, .move = reaching, .parent = i};
  before.cube = explain_model(x, m->from, move_formula(x, m, &o->cube));
  hd_vec_push(&x->open, before);
  return false;
}

/* --- verdicts ---------------------------------------------------------------------------- */

/* The moves from the start: `first`, then what the obligation and those after it say. */
static bool make_trace(pdr *x, uint32_t first, uint32_t i, hd_seq_result *out)
{
  hd_cutpath path;
  hd_cutpath_init(&path, x->g);
  bool fits = hd_cutpath_extend(&path, &x->g->moves.data[first]);
  for (; fits && i != HD_NONE; i = x->open.data[i].parent)
    fits = hd_cutpath_extend(&path, &x->g->moves.data[x->open.data[i].move]);
  hd_trace *trace = NULL;
  bool feasible = fits && hd_cutpath_solve(&path, &trace) == HD_SAT;
  if (feasible) hd_seq_set_unsafe(out, trace);
  hd_cutpath_clear(&path);
  return feasible;
}

/* A way to the goal was found: a violation, or the end of what can be said. */
static bool reached_goal(pdr *x, uint32_t first, uint32_t i, const hd_move *goal, hd_seq_result *out)
{
  if (goal->kind == HD_TO_BEYOND) {
    x->ignored[goal->to] = 1;
    if (x->beyond.id == HD_NONE) x->beyond = x->g->cuts.data[goal->to];
    return false;
  }
  if (!make_trace(x, first, i, out))
    hd_seq_unknown(out, HD_CAUSE_FAILED, "the path to the violation could not be rebuilt");
  return true;
}

static bool is_goal(const pdr *x, const hd_move *m)
{
  return m->kind == HD_TO_FAIL || (m->kind == HD_TO_BEYOND && !x->ignored[m->to]);
}

static bool check_start(pdr *x, hd_seq_result *out)
{
  for (uint32_t i = 0; i < x->g->moves.len; i++) {
    const hd_move *m = &x->g->moves.data[i];
    if (m->from != HD_CUT_START || !is_goal(x, m)) continue;
    x->assumptions.len = 0;
    if (ask_frame(x, prepare_asker(x, HD_CUT_START, i)) == HD_SAT && reached_goal(x, i, HD_NONE, m, out)) return true;
  }
  return false;
}

/* Excludes every way from the last frame to the goal. True: there is a result. */
static bool exclude_goal_ways(pdr *x, uint32_t goal, hd_seq_result *out)
{
  const hd_move *m = &x->g->moves.data[goal];
  while (is_goal(x, m) && !x->lost && !hd_budget_spent(x->budget)) {
    suppose_frame(x, x->last);
    if (ask_frame(x, prepare_asker(x, m->from, goal)) != HD_SAT) break;
    drop_obligations(x);
    obligation root = {.cut = m->from, .level = x->last, .move = goal, .parent = HD_NONE};
    root.cube = explain_model(x, m->from, m->cond);
    hd_vec_push(&x->open, root);
    uint32_t i, first;
    while ((i = next_obligation(x)) != HD_NONE && !x->lost && !hd_budget_spent(x->budget)) {
      if (x->open.len > MOST_PARENTS) x->lost = true;
      if (!treat(x, i, &first)) continue;
      if (reached_goal(x, first, i, m, out)) return true;
      break;
    }
  }
  return false;
}

static void prove_by_frames(pdr *x, uint32_t level, hd_seq_result *out)
{
  const hd_term *facts = hd_seq_facts(x->session, x->budget);
  hd_term *invariants = hd_alloc(x->g->cuts.len, sizeof *invariants);
  for (uint32_t i = 0; i < x->g->cuts.len; i++) invariants[i] = facts[i];
  for (uint32_t i = 0; i < x->lemmas.len; i++) {
    lemma *l = &x->lemmas.data[i];
    if (l->gone || l->level <= level) continue;
    invariants[l->cut] = hd_term_2(x->T, HD_OP_AND, invariants[l->cut], negation_of_cube(x, &l->cube));
  }
  if (x->beyond.id != HD_NONE)
    hd_cutgraph_beyond(x->g, x->beyond, out);
  else
    hd_seq_set_safe(x->session, invariants, out);
  free(invariants);
}

/* --- the checker ------------------------------------------------------------------------- */

static void *open_pdr(hd_seq_session *s)
{
  pdr *x = hd_alloc(1, sizeof *x);
  x->session = s;
  x->beyond = HD_NO_LOC;
  x->changed = true;
  return x;
}

static void start_pdr(pdr *x)
{
  hd_cutgraph *g = x->g;
  x->T = g->p->terms;
  x->at = hd_alloc(g->cuts.len, sizeof *x->at);
  x->news = hd_alloc(g->cuts.len, sizeof *x->news);
  x->obvious = hd_alloc(g->cuts.len, sizeof *x->obvious);
  for (uint32_t i = 0; i < g->cuts.len; i++) {
    hd_term_list facts = {0};
    hd_formula_conjuncts(x->T, hd_seq_facts(x->session, x->budget)[i], &facts);
    for (uint32_t k = 0; k < facts.len; k++) hd_map_put(&x->obvious[i], facts.data[k].id, 1);
    hd_vec_clear(&facts);
  }
  x->into = hd_alloc(g->cuts.len, sizeof *x->into);
  x->ignored = hd_alloc(g->cuts.len, 1);
  new_frame(x); /* frame 0: the start alone */
  new_frame(x);
  x->last = 1;
}

static void drop_askers(pdr *x)
{
  for (uint32_t i = 0; i < x->n_by; i++) hd_solver_free(x->by[i].solver);
  free(x->by);
  x->n_by = 0;
}

/* Moves are numbered anew; places beyond may have become unreachable. */
static void renew(pdr *x)
{
  drop_obligations(x);
  drop_askers(x);
  x->n_by = x->g->moves.len;
  x->by = hd_alloc(x->n_by + 1, sizeof *x->by);
  x->beyond = HD_NO_LOC;
  memset(x->ignored, 0, x->g->cuts.len);
  for (uint32_t i = 0; i < x->g->cuts.len; i++) x->into[i].len = 0;
  for (uint32_t i = 0; i < x->g->moves.len; i++)
    if (x->g->moves.data[i].kind == HD_TO_CUT) hd_vec_push(&x->into[x->g->moves.data[i].to], i);
  x->changed = false;
}

static void run_pdr(void *state, const hd_budget *b, hd_seq_result *out)
{
  pdr *x = state;
  x->budget = b;
  x->lost = false;
  x->g = hd_seq_graph(x->session, b);
  if (!x->at) start_pdr(x);
  if (x->changed) renew(x);
  bool done = check_start(x, out);
  while (!done && !x->lost && !hd_budget_spent(b)) {
    for (uint32_t i = 0; i < x->g->moves.len && !done; i++)
      if (x->g->moves.data[i].from != HD_CUT_START && is_goal(x, &x->g->moves.data[i]))
        done = exclude_goal_ways(x, i, out);
    if (done || x->lost || hd_budget_spent(b)) break;
    uint32_t equal = propagate_lemmas(x);
    if (equal != HD_NONE && !x->lost) {
      prove_by_frames(x, equal, out);
      break;
    }
    new_frame(x);
    x->last++;
  }
  if (x->lost && !hd_budget_spent(b)) hd_seq_unknown(out, HD_CAUSE_REFUSED, "the solver did not answer");
  hd_seq_stat_set(out, "frames", x->last);
  hd_seq_stat_set(out, "lemmas", x->lemmas.len);
  hd_seq_stat_set(out, "queries", x->queries);
}

static void changed_pdr(void *state, hd_edge e, hd_term fact)
{
  (void)e, (void)fact;
  ((pdr *)state)->changed = true;
}

static void close_pdr(void *state)
{
  pdr *x = state;
  drop_obligations(x);
  for (uint32_t i = 0; i < x->lemmas.len; i++) hd_vec_clear(&x->lemmas.data[i].cube);
  drop_askers(x);
  for (uint32_t i = 0; x->at && i < x->g->cuts.len; i++) {
    hd_solver_free(x->at[i].solver);
    hd_vec_clear(&x->into[i]);
    hd_vec_clear(&x->news[i]);
    hd_map_clear(&x->obvious[i]);
  }
  hd_vec_clear(&x->lemmas);
  hd_vec_clear(&x->open);
  hd_vec_clear(&x->acts);
  hd_vec_clear(&x->assumptions);
  free(x->at);
  free(x->news);
  free(x->obvious);
  free(x->into);
  free(x->ignored);
  free(x);
}

const hd_seq_checker hd_seq_pdr = {
    .name = "pdr",
    .summary = "property-directed reachability: frames of lemmas, kept between checks",
    .covers = HD_MEASURE_FRAMES,
    .open = open_pdr,
    .run = run_pdr,
    .changed = changed_pdr,
    .close = close_pdr,
};
