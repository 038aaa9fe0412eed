/* spacer.c - the checker that gives the program's clauses to Spacer. */
#include "analysis/facts.h"
#include "sequential/product.h"
#include "sequential/session.h"

typedef struct {
  hd_seq_session *session;
} spacer;

static void *open_spacer(hd_seq_session *s)
{
  spacer *x = hd_alloc(1, sizeof *x);
  x->session = s;
  return x;
}

static void close_spacer(void *state)
{
  free(state);
}

/* Loop heads, marks and the entry: between them there is no cycle. */
static uint8_t *find_cuts(const hd_program *p, const hd_loops *loops, const hd_seq_task *t)
{
  uint8_t *cut = hd_alloc(p->locs.len + 1, 1);
  for (uint32_t i = 0; i < loops->list.len; i++) cut[loops->list.data[i].head.id] = 1;
  for (uint32_t i = 0; i < t->n_marks; i++) cut[t->marks[i].id] = 1;
  cut[hd_thread_get(p, HD_MAIN)->entry.id] = 1;
  return cut;
}

static void give_invariants(const hd_program *p, const hd_product *x, const hd_horn *h, hd_seq_result *out)
{
  out->verdict = HD_SEQ_SAFE;
  out->has_proof = true;
  out->invariants.len = 0;
  for (uint32_t i = 0; i < hd_product_nodes(x); i++) {
    hd_loc l = *hd_product_at(x, i);
    hd_term formula = hd_product_meaning(x, h, i);
    if (hd_loc_get(p, l)->kind == HD_LOC_NORMAL) hd_vec_push(&out->invariants, (hd_seq_invariant){l, formula});
  }
}

/* False: what is beyond was reached, and out says so; the caller may ask about assertions alone. */
static bool solve_product(hd_program *p, const hd_seq_task *t, hd_product *x, hd_smt *s, bool beyond,
                          const hd_budget *b, hd_seq_result *out)
{
  hd_horn *h = hd_horn_new(s);
  hd_product_clauses(x, h, beyond);
  hd_answer answer = hd_horn_solve(h, b);
  hd_loc end = answer == HD_SAT ? hd_product_end(x, h) : HD_NO_LOC;
  hd_trace *trace = NULL;
  if (end.id != HD_NONE)
    hd_seq_beyond(out, p, end);
  else if (answer == HD_UNSAT && beyond)
    give_invariants(p, x, h, out);
  else if (answer == HD_SAT && t->proofs_only)
    hd_seq_set_unsafe(out, NULL);
  else if (answer == HD_SAT && (trace = hd_product_trace(x, h, t->property, b)))
    hd_seq_set_unsafe(out, trace);
  else if (beyond && answer == HD_SAT)
    hd_seq_unknown(out, HD_CAUSE_REFUSED, "a derivation could not be executed");
  else if (beyond)
    hd_seq_give_up(out, hd_horn_cause(h));
  hd_horn_free(h);
  return end.id == HD_NONE;
}

static void ask_product(hd_program *p, const hd_seq_task *t, hd_product *x, const hd_budget *b, hd_seq_result *out)
{
  uint32_t n;
  hd_term *formulas = hd_product_formulas(x, &n);
  hd_signs signs = hd_symbols_signs(hd_product_symbols(x));
  hd_arith arith = t->arith == HD_ARITH_AUTO ? hd_arith_choose(p->terms, formulas, n) : t->arith;
  hd_smt *s = hd_smt_new(p->terms, arith, &signs, b);
  if (!solve_product(p, t, x, s, true, b, out)) solve_product(p, t, x, s, false, b, out);
  hd_seq_stat_set(out, "time.smt", hd_smt_spent(s).seconds);
  hd_smt_free(s);
  free(formulas);
}

static void run_spacer(void *state, const hd_budget *b, hd_seq_result *out)
{
  hd_seq_session *session = ((spacer *)state)->session;
  hd_program *p = hd_seq_program(session);
  const hd_seq_task *t = hd_seq_get_task(session);
  hd_program_index(p);
  hd_facts *facts = hd_facts_new(p);
  uint8_t *cut = find_cuts(p, hd_facts_loops(facts), t);
  hd_product *x = hd_product_new(p, cut, hd_facts_liveness(facts));
  if (hd_product_explore(x, HD_NONE, b) == HD_PRODUCT_OK)
    ask_product(p, t, x, b, out);
  else
    hd_seq_give_up(out, hd_cause_spent(b, "too many vectors of locations"));
  hd_product_free(x);
  hd_facts_free(facts);
  free(cut);
}

const hd_seq_checker hd_seq_spacer = {
    .name = "spacer",
    .summary = "Horn clauses, one for each loop-free region, solved by Spacer",
    .open = open_spacer,
    .run = run_spacer,
    .close = close_spacer,
};
