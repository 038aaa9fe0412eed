/* search.c - from level to level: a run of a smaller one is tried on the next. */
#include "engine/slicing/search.h"

#include "engine/bmc/counterexample.h"
#include "engine/bmc/grow.h"
#include "engine/slicing/run.h"
#include "program/relevant.h"
#include "trace/interp.h"

enum { MOST_REFINEMENTS = 24, SHRINKING = 3 };

typedef struct {
  const hd_program *p;
  const hd_task *task;
  const hd_slicing_ways *ways;
  const hd_budget *budget;
  hd_result *out;
  hd_slice_level_common common;
  HD_VEC(hd_slice_level *) levels;
  hd_bmc_growth growth;
  uint32_t refinements, executed, given_up;
  const char *failure; /* why an answer is missing, when it is not the budget */
  hd_pos failure_pos;
} search;

/* --- counterexamples
 * ------------------------------------------------------------------------------------------ */

static hd_trace *trace_of(const search *x, hd_slice_level *l)
{
  hd_trace *t = hd_bmc_counterexample(l->m, l->s);
  if (!l->a) return t;
  hd_trace *mapped = hd_abstraction_map(l->a, x->p, t);
  hd_trace_free(t);
  return mapped;
}

/* Does the level's last model, executed on the program, fail a check? Then it is the answer. */
static bool executes(search *x, hd_slice_level *l)
{
  hd_trace *t = trace_of(x, l);
  hd_replay replay = hd_trace_replay(x->p, t, x->task->property);
  x->executed++;
  if (replay.end != HD_END_VIOLATION) {
    hd_trace_free(t);
    return false;
  }
  t->steps.len = replay.at + 1;
  x->out->verdict = HD_UNSAFE;
  x->out->trace = t;
  return true;
}

/* --- one level after the other
 * -------------------------------------------------------------------------------- */

static bool open_level(search *x, uint32_t i)
{
  hd_slice_level *l = x->levels.data[i];
  if (hd_slice_level_open(l, x->growth.unwind)) return true;
  x->failure = l->u->failure ? l->u->failure : hd_budget_spent(x->budget) ? NULL : "too large";
  x->failure_pos = l->u->failure ? l->u->failure_pos : HD_NO_POS;
  return false;
}

static hd_term within_unwinding(hd_slice_level *l, hd_term goal)
{
  hd_terms *T = l->u->T;
  return hd_term_2(T, HD_OP_AND, goal, hd_term_1(T, HD_OP_NOT, hd_bmc_goes_beyond(l->u, true, true)));
}

/* What suffices to exclude an execution often contains less that does: asked again with that alone, as long
 * as it becomes less. goals[0] stays; place follows. */
static uint32_t shrink(hd_slice_level *l, hd_term *goals, uint32_t *place, uint8_t *core, uint32_t n)
{
  for (uint32_t round = 0;; round++) {
    uint32_t kept = 1;
    for (uint32_t i = 1; i < n; i++) {
      if (!core[i]) continue;
      goals[kept] = goals[i];
      place[kept++] = place[i];
    }
    bool less = kept < n;
    n = kept;
    if (!less || n < 3 || round == SHRINKING || hd_slice_level_ask_all(l, goals, n, core) != HD_UNSAT) return n;
  }
}

/* Asks the level for an execution that says what the run says (NULL: any that fails a check). */
static hd_answer ask_level(hd_slice_level *l, const hd_slice_run *run, uint8_t *needed)
{
  if (!run) return hd_slice_level_ask(l, within_unwinding(l, hd_slice_level_any_target(l)));
  hd_term *goals = hd_alloc(run->says.len, sizeof *goals);
  uint32_t *place = hd_alloc(run->says.len, sizeof *place), n = 0;
  uint8_t *core = hd_alloc(run->says.len, 1);
  for (uint32_t i = 0; i < run->says.len; i++) {
    hd_term t = hd_slice_run_translate(run, i, l);
    if (i > 0 && (!hd_term_is(t) || hd_term_is_true(l->u->T, t))) continue;
    place[n] = i;
    goals[n++] = i == 0 ? within_unwinding(l, t) : t;
  }
  hd_answer answer = hd_slice_level_ask_all(l, goals, n, core);
  memset(needed, 0, run->says.len);
  if (answer == HD_UNSAT) n = shrink(l, goals, place, core, n);
  for (uint32_t i = 0; answer == HD_UNSAT && i < n; i++) needed[place[i]] = 1;
  free(goals);
  free(place);
  free(core);
  return answer;
}

static hd_answer search_from(search *x, uint32_t i, const hd_slice_run *run, uint8_t *needed);

/* The level's last model: is it an execution of the program? If not, it is excluded. */
static hd_answer complete_model(search *x, uint32_t i)
{
  hd_slice_level *l = x->levels.data[i];
  hd_slice_run run;
  if (!x->ways->no_execution && executes(x, l)) return HD_SAT;
  hd_slice_run_read(&run, l, x->ways->values);
  uint8_t *needed = hd_alloc(run.says.len, 1);
  hd_answer answer = search_from(x, i + 1, &run, needed);
  if (answer == HD_UNSAT) {
    if (x->ways->whole_runs) memset(needed, 1, run.says.len);
    hd_slice_run_block(&run, needed);
    l->refinements++;
    x->refinements++;
  }
  free(needed);
  hd_slice_run_clear(&run);
  return answer;
}

static bool is_given_up(const search *x, uint32_t i)
{
  uint32_t most = x->ways->most ? x->ways->most : MOST_REFINEMENTS;
  return i + 1 < x->levels.len && x->levels.data[i]->refinements >= most;
}

/* HD_SAT: x->out has the trace. HD_UNSAT: there is no execution like that. */
static hd_answer search_from(search *x, uint32_t i, const hd_slice_run *run, uint8_t *needed)
{
  while (is_given_up(x, i)) i++;
  if (!open_level(x, i)) return HD_DONT_KNOW;
  for (;;) {
    hd_answer answer = hd_budget_spent(x->budget) ? HD_DONT_KNOW : ask_level(x->levels.data[i], run, needed);
    if (answer != HD_SAT) return answer;
    if (i + 1 == x->levels.len) {
      if (executes(x, x->levels.data[i])) return HD_SAT;
      x->failure = "the solver's model is not an execution";
      return HD_DONT_KNOW;
    }
    answer = complete_model(x, i);
    if (answer != HD_UNSAT) return answer;
    if (is_given_up(x, i)) return x->given_up++, search_from(x, i + 1, run, needed);
  }
}

/* Does some execution go beyond the unfolding? An abstraction that says no is believed; *last: who said yes.
 */
static hd_answer goes_beyond(search *x, bool unwinding, hd_slice_level **last)
{
  for (uint32_t i = 0; i < x->levels.len; i++) {
    if (is_given_up(x, i)) continue;
    if (!open_level(x, i)) return HD_DONT_KNOW;
    *last = x->levels.data[i];
    hd_answer answer = hd_slice_level_ask(*last, hd_bmc_goes_beyond((*last)->u, unwinding, !unwinding));
    if (answer != HD_SAT) return answer;
  }
  return HD_SAT;
}

/* --- what is said
 * --------------------------------------------------------------------------------------------- */

static void say_safe(search *x)
{
  uint32_t opened = 0;
  for (uint32_t i = 0; i < x->levels.len; i++) opened += x->levels.data[i]->u != NULL;
  x->out->verdict = HD_SAFE;
  x->out->certificate = hd_certificate_new(HD_PROOF_EXHAUSTIVE, "slicing");
  hd_certificate_set_searched(x->out->certificate,
                              "complete unwinding %u: %u of %u levels, %u counterexamples excluded", x->growth.unwind,
                              opened, x->levels.len, x->refinements);
}

static void put_stats(search *x)
{
  double seconds = 0;
  for (uint32_t i = 0; i < x->levels.len; i++) {
    const hd_slice_level *l = x->levels.data[i];
    seconds += l->seconds + (l->s ? hd_bmc_solver_cost(l->s).seconds : 0);
    if (l->m && i == 0) hd_result_stat(x->out, "events", l->m->blocks.len);
  }
  hd_result_stat(x->out, "unwind", x->growth.unwind);
  hd_result_stat(x->out, "levels", x->levels.len);
  hd_result_stat(x->out, "levels.given-up", x->given_up);
  hd_result_stat(x->out, "refinements", x->refinements);
  hd_result_stat(x->out, "counterexamples", x->executed);
  hd_result_stat(x->out, "time.smt", seconds);
}

/* One unwinding, asked everything. True: more unwinding could tell more. */
static bool examine_levels(search *x)
{
  hd_slice_level *last = NULL;
  hd_answer found = search_from(x, 0, NULL, NULL);
  if (found == HD_SAT) return false;
  hd_answer more = found == HD_UNSAT ? goes_beyond(x, true, &last) : HD_DONT_KNOW;
  if (more == HD_SAT) {
    hd_result_bounded(x->out, HD_MEASURE_UNWIND, x->growth.unwind);
    return true;
  }
  hd_answer beyond = more == HD_UNSAT ? goes_beyond(x, false, &last) : HD_DONT_KNOW;
  if (beyond == HD_SAT)
    hd_bmc_say_beyond(&x->growth, last->u, last->s);
  else if (beyond == HD_UNSAT)
    say_safe(x);
  else
    hd_bmc_say_spent(&x->growth, x->failure_pos, x->failure);
  return false;
}

static bool unwind_slices(void *context)
{
  search *x = context;
  bool more = examine_levels(x);
  put_stats(x);
  for (uint32_t i = 0; i < x->levels.len; i++) hd_slice_level_close(x->levels.data[i]);
  return more;
}

void hd_slicing_search(const hd_program *p, const hd_task *t, uint8_t *const *keeps, uint32_t n,
                       const hd_slicing_ways *ways, const hd_budget *b, hd_result *out)
{
  search x = {.p = p, .task = t, .ways = ways, .budget = b, .out = out, .failure_pos = HD_NO_POS};
  hd_program *own = hd_program_clone(p);
  hd_program_index(own);
  hd_program_leave_out_irrelevant(own, false);
  x.common = (hd_slice_level_common){.p = own, .property = t->property, .arith = t->arith, .budget = b};
  x.common.follow_bounds = t->unwind == HD_NONE;
  x.common.facts = hd_facts_new(own);
  x.common.cuts = hd_facts_cuts(x.common.facts, t->reduction, t->property);
  x.common.loops = hd_facts_loops(x.common.facts);
  for (uint32_t i = 0; i < n; i++) hd_vec_push(&x.levels, hd_slice_level_new(&x.common, keeps[i]));
  hd_vec_push(&x.levels, hd_slice_level_new(&x.common, NULL));
  x.growth = (hd_bmc_growth){p, t, b, out, unwind_slices, &x, 0, 0};
  hd_bmc_grow(&x.growth);
  for (uint32_t i = 0; i < x.levels.len; i++) hd_slice_level_free(x.levels.data[i]);
  hd_vec_clear(&x.levels);
  hd_facts_free(x.common.facts);
  hd_program_free(own);
}
