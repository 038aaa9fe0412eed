/* passed_facts.c - drops the candidates that fail on some move that passes the assertions. */
#include "sequential/passed_facts.h"

#include "logic/formula.h"
#include "sequential/session.h"

enum { EFFORT = 1000000 }; /* resources of a query */

typedef struct {
  const hd_seq_holding *h;
  hd_cutgraph *g;
  hd_terms *T;
  hd_term *invariants; /* by cut */
  hd_term *names;      /* by formula */
  uint8_t *holds;
  hd_solver *solver;
} finding;

/* The state with a term for the name of each formula, and with true for what is supposed. */
static hd_term *with_names(const finding *x, const hd_term *state)
{
  const hd_cutgraph *g = x->g;
  hd_term *copy = hd_alloc(g->cells->list.len + 1, sizeof *copy);
  memcpy(copy, state, g->cells->list.len * sizeof *copy);
  for (uint32_t i = 0; i < g->task.n_supposed; i++) copy[g->cells->first[g->task.supposed[i].id]] = hd_term_true(x->T);
  for (uint32_t i = 0; i < x->h->n; i++) copy[g->cells->first[x->h->names[i].id]] = x->names[i];
  return copy;
}

/* Replaces the names so that the formula `only` is the only candidate. */
typedef struct {
  const finding *x;
  uint32_t only;
} choice;

static hd_term choose_leaf(void *context, hd_term leaf)
{
  const choice *c = context;
  for (uint32_t i = 0; i < c->x->h->n; i++)
    if (hd_term_same(leaf, c->x->names[i])) return hd_term_bool(c->x->T, i == c->only);
  return HD_NO_TERM;
}

static void drop_failing(finding *x, hd_term fails)
{
  for (uint32_t i = 0; i < x->h->n; i++) {
    choice c = {x, i};
    if (!x->holds[i]) continue;
    hd_term alone = hd_term_substitute(x->T, fails, &(hd_rewrite){choose_leaf, &c});
    if (hd_solver_value(x->solver, alone)) x->holds[i] = false;
  }
}

static uint32_t count_holding(const finding *x)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < x->h->n; i++) n += x->holds[i];
  return n;
}

static void sieve_holding(finding *x, hd_term before, hd_term fails)
{
  hd_term_list assumptions = {0};
  hd_answer answer = HD_SAT;
  hd_solver_push(x->solver);
  hd_solver_assert(x->solver, before);
  hd_solver_assert(x->solver, fails);
  for (uint32_t left = count_holding(x); answer == HD_SAT && left; left = count_holding(x)) {
    assumptions.len = 0;
    for (uint32_t i = 0; i < x->h->n; i++)
      hd_vec_push(&assumptions, x->holds[i] ? x->names[i] : hd_term_1(x->T, HD_OP_NOT, x->names[i]));
    answer = hd_solver_check(x->solver, assumptions.data, assumptions.len);
    if (answer == HD_SAT) drop_failing(x, fails);
    if (answer == HD_DONT_KNOW || (answer == HD_SAT && count_holding(x) == left)) memset(x->holds, 0, x->h->n);
  }
  hd_solver_pop(x->solver, 1);
  hd_vec_clear(&assumptions);
}

static void sieve_from(finding *x, uint32_t cut)
{
  hd_cutgraph *g = x->g;
  if (hd_loc_get(g->p, g->cuts.data[cut])->kind != HD_LOC_NORMAL) return;
  hd_term *pre = with_names(x, cut == HD_CUT_START ? g->initial : g->state);
  hd_term before = cut == HD_CUT_START ? g->initially : hd_cutgraph_apply(g, pre, x->invariants[cut]);
  hd_block *b = hd_block_new(g->cells, &g->symbols, NULL, g->is_cut, g->cuts.data[cut], pre);
  for (uint32_t i = 0; i < b->targets.len; i++)
    if (b->targets.data[i].kind == HD_TO_FAIL) sieve_holding(x, before, b->targets.data[i].cond);
  hd_block_free(b);
  free(pre);
}

/* `when` implies every formula whose name is true. */
static hd_term candidates_hold(const finding *x)
{
  hd_terms *T = x->T;
  hd_term all = hd_term_true(T);
  for (uint32_t i = 0; i < x->h->n; i++) {
    hd_term name = hd_program_var_term(x->g->p, x->h->names[i]);
    all = hd_term_2(T, HD_OP_AND, all, hd_term_2(T, HD_OP_OR, hd_term_1(T, HD_OP_NOT, name), x->h->formulas[i]));
  }
  return hd_term_2(T, HD_OP_OR, hd_term_1(T, HD_OP_NOT, x->h->when), all);
}

/* Adds the candidates to the assertions of the program for the queries, and restores them afterwards. */
static void sieve_all(finding *x)
{
  const hd_seq_holding *h = x->h;
  hd_program *p = x->g->p;
  hd_term *was = hd_alloc(h->n_edges + 1, sizeof *was), ask = candidates_hold(x);
  for (uint32_t i = 0; i < h->n_edges; i++) {
    hd_edge_info *e = hd_edge_get(p, h->edges[i]);
    was[i] = e->cond;
    e->cond = hd_term_2(x->T, HD_OP_AND, e->cond, ask);
  }
  for (uint32_t i = 0; i < x->g->cuts.len && count_holding(x); i++) sieve_from(x, i);
  for (uint32_t i = 0; i < h->n_edges; i++) hd_edge_get(p, h->edges[i])->cond = was[i];
  free(was);
}

void hd_seq_find_holding(hd_seq_session *s, const hd_seq_holding *h, const hd_budget *b, uint8_t *holds)
{
  hd_cutgraph *g = hd_seq_graph(s, b);
  finding x = {.h = h, .g = g, .T = g->p->terms, .holds = holds, .solver = hd_solver_new(g->smt)};
  hd_solver_limit(x.solver, EFFORT);
  x.invariants = hd_seq_placed(g, h->invariants, h->n_invariants);
  x.names = hd_alloc(h->n + 1, sizeof *x.names);
  for (uint32_t i = 0; i < h->n; i++) x.names[i] = hd_symbols_fresh(&g->symbols, HD_BOOL, h->names[i]);
  memset(holds, 1, h->n);
  sieve_all(&x);
  free(x.invariants);
  free(x.names);
  hd_solver_free(x.solver);
}
