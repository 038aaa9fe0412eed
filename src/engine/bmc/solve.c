/* solve.c - encodes the order of events, as circuits with cycles excluded lazily or as clocks for Z3. */
#include "engine/bmc/solve.h"

#include "logic/acyclic.h"
#include "logic/order_theory.h"

enum { MOST_CLAUSES = 40000000, CLOCK_BITS = 16 };

struct hd_bmc_solver {
  hd_bmc_memory *m;
  hd_bmc_unfolding *u;
  const char *failure;
  /* circuits */
  hd_sat *sat;
  hd_blaster *blaster;
  hd_sat_span *spans;
  hd_lit loss;
  bool lazy;     /* cycles of the order are excluded when they show */
  bool lossless; /* shown: there is no execution in which anything is lost */
  /* terms */
  hd_smt *smt;
  hd_solver *solver;
  hd_term *clocks; /* by event; NULL: the order is a theory */
  hd_order_theory *theory;
};

/* --- circuits ------------------------------------------------------------------------------------------ */

static hd_sat_span join_spans(hd_sat_span a, hd_sat_span b)
{
  return (hd_sat_span){a.len > b.len ? a.len : b.len, a.positive && b.positive};
}

/* What a variable's cells may need: as much as what is written to them. */
static bool widen_cells(hd_bmc_solver *s, hd_spanner *spanner, hd_sat_span *cells)
{
  hd_bmc_unfolding *u = s->u;
  bool changed = false;
  memset(spanner->known, 0, spanner->n_known * sizeof *spanner->known);
  for (uint32_t i = 0; i < u->reads.len; i++)
    s->spans[hd_term_symbol(u->T, u->reads.data[i].symbol)] = cells[u->reads.data[i].var.id];
  for (uint32_t i = 0; i < u->writes.len; i++) {
    hd_sat_span *cell = &cells[u->writes.data[i].var.id],
                now = join_spans(*cell, hd_sat_span_of(spanner, u->writes.data[i].value));
    changed = changed || now.len != cell->len || now.positive != cell->positive;
    *cell = now;
  }
  return changed;
}

static void find_spans(hd_bmc_solver *s, unsigned room)
{
  hd_bmc_unfolding *u = s->u;
  s->spans = hd_alloc(u->symbols + 1, sizeof *s->spans);
  hd_spanner spanner = {.T = u->T, .room = room, .spans = s->spans, .n_spans = u->symbols};
  spanner.n_known = hd_terms_count(u->T) + 1;
  spanner.known = hd_alloc(spanner.n_known, sizeof *spanner.known);
  hd_sat_span *cells = hd_alloc(u->p->vars.len, sizeof *cells);
  for (uint32_t v = 0; v < u->p->vars.len; v++) {
    const hd_var_info *info = &u->p->vars.data[v];
    cells[v] = info->any ? (hd_sat_span){info->sort.width, false} : (hd_sat_span){1, true};
    for (uint32_t i = 0; !info->any && i < hd_var_elements(info); i++)
      cells[v] = join_spans(cells[v], hd_sat_span_of_value(hd_var_init(u->p, (hd_var){v}, i), info->sort.width));
  }
  while (widen_cells(s, &spanner, cells)) {
  }
  free(cells);
  free(spanner.known);
}

static void encode_order(hd_bmc_solver *s)
{
  HD_VEC(hd_order_pair) pairs = {0};
  for (uint32_t i = 0; i < s->m->open.len; i++) {
    const hd_bmc_open *o = &s->m->open.data[i];
    hd_vec_push(&pairs, (hd_order_pair){o->a, o->b, hd_blast(s->blaster, o->symbol)});
  }
  if (!s->lazy && !hd_order_encode(s->m->order, s->sat, pairs.data, pairs.len, MOST_CLAUSES))
    s->failure = "too many events";
  hd_vec_clear(&pairs);
}

static void start_circuits(hd_bmc_solver *s, unsigned room, const hd_budget *b)
{
  hd_bmc_unfolding *u = s->u;
  s->sat = hd_sat_new(b);
  find_spans(s, room);
  s->blaster = hd_blaster_new(s->sat, u->T, room, s->spans, u->symbols);
  for (uint32_t i = 0; i < u->facts.len; i++) hd_blast_assert(s->blaster, u->facts.data[i]);
  encode_order(s);
  s->loss = HD_LIT_FALSE;
  for (uint32_t i = 0; i < u->used.len; i++) {
    hd_lit lost = hd_blast_loss(s->blaster, u->used.data[i].term);
    if (lost == HD_LIT_FALSE) continue;
    s->loss = hd_sat_or(s->sat, s->loss, hd_sat_and(s->sat, hd_blast(s->blaster, u->used.data[i].when), lost));
  }
}

/* The literal of the pair as the model has it. */
static hd_lit chosen_literal(hd_bmc_solver *s, uint32_t pair)
{
  hd_lit lit = hd_blast(s->blaster, s->m->open.data[pair].symbol);
  return hd_sat_value(s->sat, lit) ? lit : -lit;
}

static void exclude_cycle(hd_bmc_solver *s, const hd_lit *chose, uint32_t pair, const hd_u32s *why)
{
  HD_VEC(hd_lit) clause = {0};
  hd_vec_push(&clause, -chose[pair]);
  for (uint32_t i = 0; i < why->len; i++)
    if (why->data[i] != HD_NONE) hd_vec_push(&clause, -chose[why->data[i]]);
  hd_sat_clause(s->sat, clause.data, clause.len);
  hd_vec_clear(&clause);
}

/* Excludes the cycles of the model's order, each by what it is made of; false: there is none. */
static bool exclude_cycles(hd_bmc_solver *s)
{
  uint32_t n, open = s->m->open.len;
  const hd_order_arrow *arrows = hd_order_arrows(s->m->order, &n);
  const hd_u32s *why;
  hd_acyclic *g = hd_acyclic_new(s->m->blocks.len);
  hd_lit *chose = hd_alloc(open + 1, sizeof *chose);
  bool some = false;
  for (uint32_t i = 0; i < n; i++) hd_acyclic_add(g, arrows[i].a, arrows[i].b, HD_NONE, &why);
  for (uint32_t i = 0; i < open; i++) chose[i] = chosen_literal(s, i);
  for (uint32_t i = 0; i < open; i++) {
    const hd_bmc_open *o = &s->m->open.data[i];
    bool forward = chose[i] == hd_blast(s->blaster, o->symbol);
    if (hd_acyclic_add(g, forward ? o->a : o->b, forward ? o->b : o->a, i, &why)) continue;
    exclude_cycle(s, chose, i, why);
    some = true;
  }
  free(chose);
  hd_acyclic_free(g);
  return some;
}

static hd_sat_answer solve_acyclic(hd_bmc_solver *s, const hd_lit *lits, uint32_t n)
{
  hd_sat_answer answer;
  do answer = hd_sat_solve(s->sat, lits, n);
  while (answer == HD_SAT_MODEL && s->lazy && exclude_cycles(s));
  return answer;
}

static hd_answer ask_circuits(hd_bmc_solver *s, hd_lit wanted, hd_lit loss)
{
  if (hd_blast_failed(s->blaster)) s->failure = "floating point";
  if (s->failure) return HD_DONT_KNOW;
  if (wanted == HD_LIT_FALSE || loss == HD_LIT_FALSE) return HD_UNSAT;
  hd_sat_answer answer = solve_acyclic(s, (const hd_lit[]){wanted, loss}, 2);
  return answer == HD_SAT_UNSAT ? HD_UNSAT : answer == HD_SAT_MODEL ? HD_SAT : HD_DONT_KNOW;
}

/* Most often nothing is found and nothing lost: both at once, then. */
static hd_answer check_circuits(hd_bmc_solver *s, hd_lit wanted)
{
  if (s->lossless || s->loss == HD_LIT_FALSE) return ask_circuits(s, wanted, HD_LIT_TRUE);
  hd_answer either = ask_circuits(s, hd_sat_or(s->sat, wanted, s->loss), HD_LIT_TRUE);
  s->lossless = either == HD_UNSAT;
  if (either != HD_SAT || (hd_sat_value(s->sat, wanted) && !hd_sat_value(s->sat, s->loss))) return either;
  return ask_circuits(s, wanted, -s->loss);
}

/* --- terms, with a clock for each event ------------------------------------------------------------------
 */

static hd_term clock_of(hd_bmc_solver *s, uint32_t event)
{
  if (!hd_term_is(s->clocks[event])) s->clocks[event] = hd_bmc_fresh(s->u, HD_BV(CLOCK_BITS));
  return s->clocks[event];
}

static hd_term is_before(hd_bmc_solver *s, uint32_t a, uint32_t b)
{
  return hd_term_2(s->u->T, HD_OP_SLT, clock_of(s, a), clock_of(s, b));
}

static hd_term put_clocks(void *context, hd_term leaf)
{
  hd_bmc_solver *s = context;
  const uint64_t *at = hd_term_sort(s->u->T, leaf).kind == HD_SORT_BOOL
                           ? hd_map_find(&s->m->by_symbol, hd_term_symbol(s->u->T, leaf))
                           : NULL;
  return at ? is_before(s, s->m->open.data[*at].a, s->m->open.data[*at].b) : HD_NO_TERM;
}

static hd_term with_clocks(hd_bmc_solver *s, hd_term t)
{
  hd_rewrite r = {put_clocks, s};
  if (!s->clocks) return t;
  return hd_term_substitute(s->u->T, t, &r);
}

static void start_solver(hd_bmc_solver *s, hd_arith arith, const hd_budget *b)
{
  hd_bmc_unfolding *u = s->u;
  if (arith == HD_ARITH_AUTO) arith = hd_arith_choose(u->T, u->facts.data, u->facts.len);
  s->smt = hd_smt_new(u->T, arith, NULL, b);
  s->solver = hd_solver_new(s->smt);
}

static void start_theory(hd_bmc_solver *s, hd_arith arith, const hd_budget *b)
{
  start_solver(s, arith, b);
  s->theory = hd_order_theory_new(s->m->order, s->m->blocks.len);
  for (uint32_t i = 0; i < s->m->open.len; i++) {
    const hd_bmc_open *o = &s->m->open.data[i];
    hd_order_theory_pair(s->theory, o->a, o->b, o->symbol);
  }
  hd_solver_set_order(s->solver, s->theory);
  for (uint32_t i = 0; i < s->u->facts.len; i++) hd_solver_assert(s->solver, s->u->facts.data[i]);
}

static void start_clocks(hd_bmc_solver *s, hd_arith arith, const hd_budget *b)
{
  hd_bmc_unfolding *u = s->u;
  hd_terms *T = u->T;
  uint32_t n;
  const hd_order_arrow *arrows = hd_order_arrows(s->m->order, &n);
  if (s->m->blocks.len >= 1u << (CLOCK_BITS - 1)) s->failure = "too many events";
  s->clocks = hd_alloc(s->m->blocks.len + 1, sizeof *s->clocks);
  start_solver(s, arith, b);
  for (uint32_t i = 0; i < n; i++) hd_solver_assert(s->solver, is_before(s, arrows[i].a, arrows[i].b));
  for (uint32_t i = 0; i < s->m->open.len; i++) {
    const hd_bmc_open *o = &s->m->open.data[i];
    hd_solver_assert(s->solver, hd_term_2(T, HD_OP_OR, is_before(s, o->a, o->b), is_before(s, o->b, o->a)));
  }
  for (uint32_t i = 0; i < u->facts.len; i++) hd_solver_assert(s->solver, with_clocks(s, u->facts.data[i]));
}

/* --- either ------------------------------------------------------------------------------------------------
 */

hd_bmc_solver *hd_bmc_solver_new(hd_bmc_memory *m, unsigned room, hd_arith arith, const hd_budget *b)
{
  hd_bmc_solver *s = hd_alloc(1, sizeof *s);
  s->m = m;
  s->u = m->u;
  room ? start_circuits(s, room, b) : start_theory(s, arith, b);
  return s;
}

hd_bmc_solver *hd_bmc_solver_new_lazy(hd_bmc_memory *m, unsigned room, const hd_budget *b)
{
  hd_bmc_solver *s = hd_alloc(1, sizeof *s);
  s->m = m;
  s->u = m->u;
  s->lazy = true;
  start_circuits(s, room, b);
  return s;
}

hd_bmc_solver *hd_bmc_solver_new_clocks(hd_bmc_memory *m, hd_arith arith, const hd_budget *b)
{
  hd_bmc_solver *s = hd_alloc(1, sizeof *s);
  s->m = m;
  s->u = m->u;
  start_clocks(s, arith, b);
  return s;
}

void hd_bmc_solver_free(hd_bmc_solver *s)
{
  if (!s) return;
  hd_blaster_free(s->blaster);
  hd_sat_free(s->sat);
  if (s->solver) hd_solver_free(s->solver);
  hd_order_theory_free(s->theory);
  if (s->smt) hd_smt_free(s->smt);
  free(s->spans);
  free(s->clocks);
  free(s);
}

hd_answer hd_bmc_solver_check(hd_bmc_solver *s, hd_term wanted)
{
  if (s->failure) return HD_DONT_KNOW;
  if (hd_term_is_false(s->u->T, wanted)) return HD_UNSAT;
  if (s->sat) return check_circuits(s, hd_blast(s->blaster, wanted));
  hd_term goal = with_clocks(s, wanted);
  return hd_solver_check(s->solver, &goal, 1);
}

static hd_answer check_all_circuits(hd_bmc_solver *s, const hd_term *wanted, uint32_t n, uint8_t *needed)
{
  hd_lit *lits = hd_alloc(n + 1, sizeof *lits);
  for (uint32_t i = 0; i < n; i++) lits[i] = hd_blast(s->blaster, wanted[i]);
  lits[n] = s->lossless ? HD_LIT_TRUE : -s->loss;
  if (hd_blast_failed(s->blaster)) s->failure = "floating point";
  hd_sat_answer answer = s->failure ? HD_SAT_STOPPED : solve_acyclic(s, lits, n + 1);
  for (uint32_t i = 0; answer == HD_SAT_UNSAT && i < n; i++) needed[i] = hd_sat_failed(s->sat, lits[i]);
  free(lits);
  return answer == HD_SAT_UNSAT ? HD_UNSAT : answer == HD_SAT_MODEL ? HD_SAT : HD_DONT_KNOW;
}

hd_answer hd_bmc_solver_check_all(hd_bmc_solver *s, const hd_term *wanted, uint32_t n, uint8_t *needed)
{
  memset(needed, 0, n);
  if (s->failure) return HD_DONT_KNOW;
  if (s->sat) return check_all_circuits(s, wanted, n, needed);
  hd_term *goals = hd_alloc(n + 1, sizeof *goals);
  for (uint32_t i = 0; i < n; i++) goals[i] = with_clocks(s, wanted[i]);
  hd_answer answer = hd_solver_check(s->solver, goals, n);
  uint32_t count = 0;
  const uint32_t *core = answer == HD_UNSAT ? hd_solver_core(s->solver, &count) : NULL;
  for (uint32_t i = 0; i < count; i++) needed[core[i]] = 1;
  free(goals);
  return answer;
}

/* --- parts of a question ------------------------------------------------------------------------------------ */

bool hd_bmc_solver_can_divide(const hd_bmc_solver *s)
{
  return s->sat && !s->lazy && !s->failure;
}

/* FNV-1a over what each choice is about. */
static void add_choice(hd_bmc_solver *s, hd_bmc_choices *out, hd_term choice, uint32_t a, uint32_t b, uint64_t *hash)
{
  hd_lit lit = hd_blast(s->blaster, choice);
  if (lit == HD_LIT_TRUE || lit == HD_LIT_FALSE) return;
  hd_vec_push(out, choice);
  *hash = ((*hash ^ a) * 0x100000001b3 ^ b) * 0x100000001b3;
}

static void add_input_choices(hd_bmc_solver *s, hd_bmc_choices *out, uint32_t i, uint64_t *hash)
{
  hd_terms *T = s->u->T;
  hd_term input = s->u->inputs.data[i];
  hd_sort sort = hd_term_sort(T, input);
  if (sort.kind == HD_SORT_BOOL) add_choice(s, out, input, HD_NONE, i, hash);
  for (unsigned k = 0; sort.kind == HD_SORT_BV && k < sort.width; k++)
    add_choice(s, out, hd_term_2(T, HD_OP_EQ, hd_term_extract(T, input, k, 1), hd_term_bv(T, 1, 1)), k, i, hash);
}

uint64_t hd_bmc_solver_choices(hd_bmc_solver *s, hd_bmc_choices *out)
{
  uint64_t hash = 0xcbf29ce484222325;
  for (uint32_t i = 0; i < s->m->open.len; i++) {
    const hd_bmc_open *o = &s->m->open.data[i];
    add_choice(s, out, o->symbol, o->a, o->b, &hash);
  }
  for (uint32_t i = 0; i < s->u->inputs.len; i++) add_input_choices(s, out, i, &hash);
  return hash;
}

void hd_bmc_solver_count_activity(hd_bmc_solver *s)
{
  if (s->sat) hd_sat_count_learned(s->sat);
}

/* Nothing is found and nothing lost: both at once, as in check_circuits. */
hd_answer hd_bmc_solver_check_part(hd_bmc_solver *s, hd_term wanted, const hd_term *all, uint32_t n, uint8_t *needed,
                                   bool *lost)
{
  hd_lit *lits = hd_alloc(n + 1, sizeof *lits), goal = hd_blast(s->blaster, wanted);
  for (uint32_t i = 0; i < n; i++) lits[i] = hd_blast(s->blaster, all[i]);
  lits[n] = s->lossless ? goal : hd_sat_or(s->sat, goal, s->loss);
  hd_sat_answer answer = solve_acyclic(s, lits, n + 1);
  for (uint32_t i = 0; answer == HD_SAT_UNSAT && i < n; i++) needed[i] = hd_sat_failed(s->sat, lits[i]);
  free(lits);
  *lost = answer == HD_SAT_MODEL && !s->lossless && hd_sat_value(s->sat, s->loss);
  if (answer == HD_SAT_UNSAT) return HD_UNSAT;
  return answer == HD_SAT_MODEL && !*lost ? HD_SAT : HD_DONT_KNOW;
}

void hd_bmc_solver_set_lossless(hd_bmc_solver *s)
{
  s->lossless = true;
}

uint32_t hd_bmc_solver_activity(hd_bmc_solver *s, hd_term choice)
{
  return hd_sat_activity(s->sat, hd_blast(s->blaster, choice));
}

void hd_bmc_solver_forget_activity(hd_bmc_solver *s)
{
  hd_sat_halve_activity(s->sat);
}

void hd_bmc_solver_assert(hd_bmc_solver *s, hd_term fact)
{
  if (s->sat)
    hd_blast_assert(s->blaster, fact);
  else
    hd_solver_assert(s->solver, with_clocks(s, fact));
}

hd_answer hd_bmc_solver_loses(hd_bmc_solver *s)
{
  if (!s->sat || s->lossless) return HD_UNSAT;
  hd_answer answer = ask_circuits(s, s->loss, HD_LIT_TRUE);
  s->lossless = answer == HD_UNSAT;
  return answer;
}

void hd_bmc_solver_limit(hd_bmc_solver *s, uint32_t conflicts)
{
  if (s->sat) hd_sat_limit(s->sat, conflicts);
}

const char *hd_bmc_solver_failure(const hd_bmc_solver *s)
{
  return s->failure;
}

hd_bmc_cost hd_bmc_solver_cost(const hd_bmc_solver *s)
{
  if (!s->sat) return (hd_bmc_cost){.seconds = hd_smt_spent(s->smt).seconds};
  hd_sat_cost c = hd_sat_spent(s->sat);
  return (hd_bmc_cost){c.literals, c.clauses, c.seconds};
}

uint64_t hd_bmc_solver_element(hd_bmc_solver *s, hd_term array, uint64_t index)
{
  return s->sat ? hd_blast_element(s->blaster, hd_term_symbol(s->u->T, array), index)
                : hd_solver_element(s->solver, array, index);
}

/* In circuits only symbols have values of their own: what is built from them follows. */
static uint64_t read_symbol(void *context, uint32_t symbol, bool array, uint64_t index)
{
  hd_bmc_solver *s = context;
  return array ? hd_blast_element(s->blaster, symbol, index) : hd_blast_symbol(s->blaster, symbol);
}

/* With a theory, what was not decided does not matter, but all must agree with one order. */
static uint64_t read_ordered(void *context, uint32_t symbol, bool array, uint64_t index)
{
  hd_bmc_solver *s = context;
  hd_env model = hd_solver_model(s->solver);
  const uint64_t *at = array ? NULL : hd_map_find(&s->m->by_symbol, symbol);
  if (!at) return model.read(model.context, symbol, array, index);
  return hd_order_theory_before(s->theory, s->m->open.data[*at].a, s->m->open.data[*at].b);
}

uint64_t hd_bmc_solver_value(hd_bmc_solver *s, hd_term t)
{
  hd_env env = {.read = s->theory ? read_ordered : read_symbol, .context = s};
  if (s->theory) return hd_term_eval(s->u->T, t, &env);
  if (!s->sat) return hd_solver_value(s->solver, with_clocks(s, t));
  return hd_term_eval(s->u->T, t, &env);
}

/* --- room
 * ---------------------------------------------------------------------------------------------------- */

/* Constants that need more than this are addresses and masks rather than numbers to count with. */
enum { COUNTING_BITS = 24 };

unsigned hd_bmc_first_room(const hd_bmc_unfolding *u)
{
  unsigned most = 4;
  for (uint32_t i = 1; i <= hd_terms_count(u->T); i++) {
    uint64_t value;
    hd_sort sort = hd_term_sort(u->T, (hd_term){i});
    if (sort.kind != HD_SORT_BV || !hd_term_is_const(u->T, (hd_term){i}, &value)) continue;
    hd_sat_span span = hd_sat_span_of_value(value, sort.width);
    if (span.len > most && span.len <= COUNTING_BITS) most = span.len;
  }
  return most;
}
