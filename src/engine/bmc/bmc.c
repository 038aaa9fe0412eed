/* bmc.c - the checks of an unfolding as one question to a solver, asked at growing bounds. */
#include "engine/bmc/bmc.h"

#include <stdio.h>

#include "base/helper.h"
#include "engine/bmc/counterexample.h"
#include "engine/bmc/divided.h"
#include "engine/bmc/grow.h"
#include "engine/leave_out.h"
#include "engine/written_out.h"
#include "expr/memo.h"
#include "program/relevant.h"
#include "program/text.h"
#include "trace/interp.h"

enum { MOST_STEPS = 60000, MOST_CONFLICTS = 20000 };
/* From so many bits on, sums of inputs are a matter for integers; so many conflicts come first. */
enum { WIDE = 12, FEW_CONFLICTS = 1500 };
/* So many before a question is divided that has to be answered anyway. */
enum { UNDIVIDED_CONFLICTS = 2000 };

/* An unwinding with its solver. */
typedef struct {
  hd_program *p;
  hd_bmc_unfolding *u;
  hd_bmc_memory *m;
  hd_bmc_solver *s;
  unsigned room;
  uint32_t unwind, limit; /* of conflicts, when it was given up last */
  hd_term wanted;
} attempt;

typedef struct {
  const hd_program *p;
  const uint8_t *heads; /* or NULL */
  hd_program *own;      /* without what is irrelevant */
  const hd_task *task;
  const hd_budget *budget;
  hd_result *out;
  hd_bmc_way way;
  hd_bmc_input in;
  hd_bmc_growth growth;
  /* of the current unfolding */
  hd_bmc_unfolding *u;
  hd_bmc_memory *m;
  hd_bmc_solver *s;
  unsigned room;
  double seconds;
  uint32_t conflicts; /* a question's limit; 0: none */
  uint32_t checked;   /* the largest unwinding in which there certainly is no violation */
  attempt given_up;   /* the smallest unwinding larger than that, as far as its solver has come; u NULL: none */
  hd_term wanted;     /* what was looked for in the current unfolding, if that was given up */
  bool no_circuits;   /* there are none for this program */
  hd_budget slice;    /* of the solver on integers */
  bool divides;       /* questions are divided among the cores that there are */
  bool told;          /* a worker has given the answer */
  hd_facts *facts;
  hd_cuts *cuts;
} run;

/* False: there are names of other engines' parts, who were asked for as well. */
static bool read_rules(const hd_task *t, unsigned *off, const char **unknown)
{
  static const char *const names[] = {
#define X(name, text, what) text,
      HD_BMC_RULES(X)
#undef X
  };
  return hd_leave_out_read(t->without, names, HD_BMC_RULE_COUNT, off, unknown);
}

/* --- what is looked for --------------------------------------------------------------------------------- */

static hd_term or_into(hd_terms *T, hd_term some, hd_term t)
{
  return hd_term_2(T, HD_OP_OR, some, t);
}

static hd_term negated_term(hd_terms *T, hd_term t)
{
  return hd_term_1(T, HD_OP_NOT, t);
}

static hd_term failed_checks(hd_bmc_unfolding *u)
{
  hd_term some = hd_term_false(u->T);
  for (uint32_t i = 0; i < u->steps.len; i++)
    if (hd_term_is(u->steps.data[i].violated)) some = or_into(u->T, some, u->steps.data[i].violated);
  return some;
}

/* Every instance that stays is blocked, and one of them waits; or one is stuck in an atomic section. */
static hd_term deadlock(hd_bmc_unfolding *u)
{
  hd_terms *T = u->T;
  hd_term waits = hd_term_false(T), stuck = hd_term_false(T), all = hd_term_true(T);
  for (uint32_t i = 0; i < u->stops.len; i++) {
    const hd_bmc_stop *s = &u->stops.data[i];
    all = hd_term_2(T, HD_OP_AND, all, or_into(T, negated_term(T, s->stays), s->blocked));
    waits = or_into(T, waits, hd_term_2(T, HD_OP_AND, s->stays, s->waits));
  }
  for (uint32_t i = 0; i < u->stuck.len; i++) stuck = or_into(T, stuck, u->stuck.data[i]);
  hd_term still = hd_term_2(T, HD_OP_AND, hd_term_2(T, HD_OP_AND, all, waits), negated_term(T, stuck));
  return or_into(T, still, stuck);
}

static hd_term race(hd_bmc_unfolding *u)
{
  hd_terms *T = u->T;
  hd_term some = hd_term_false(T);
  for (uint32_t i = 0; i < u->accesses.len; i++) {
    for (uint32_t k = i + 1; k < u->accesses.len; k++) {
      const hd_bmc_access *a = &u->accesses.data[i], *b = &u->accesses.data[k];
      if (a->who == b->who || a->var.id != b->var.id) continue;
      if ((!a->write && !b->write) || (a->atomic && b->atomic)) continue;
      hd_term both = hd_term_2(T, HD_OP_AND, a->pending, b->pending);
      if (hd_term_is(a->index)) both = hd_term_2(T, HD_OP_AND, both, hd_term_2(T, HD_OP_EQ, a->index, b->index));
      some = or_into(T, some, both);
    }
  }
  return some;
}

static hd_term violation(hd_bmc_unfolding *u)
{
  if (hd_violated_by(u->property, HD_BY_DEADLOCK)) return deadlock(u);
  return hd_violated_by(u->property, HD_BY_RACE) ? race(u) : failed_checks(u);
}

/* --- solving
 * ------------------------------------------------------------------------------------------------ */

static void drop_solver(run *r)
{
  if (!r->s) return;
  hd_bmc_cost cost = hd_bmc_solver_cost(r->s);
  r->seconds += cost.seconds;
  hd_result_stat(r->out, "literals", (double)cost.literals);
  hd_result_stat(r->out, "clauses", (double)cost.clauses);
  hd_result_stat(r->out, "time.smt", r->seconds);
  hd_bmc_solver_free(r->s);
  r->s = NULL;
}

static hd_bmc_solver *new_plain_solver(run *r)
{
  if (r->way == HD_BMC_CLOCKS) return hd_bmc_solver_new_clocks(r->m, r->task->arith, r->budget);
  if (r->way == HD_BMC_LAZY) return hd_bmc_solver_new_lazy(r->m, r->room, r->budget);
  return hd_bmc_solver_new(r->m, r->room, r->task->arith, r->budget);
}

static hd_bmc_solver *new_solver(run *r)
{
  hd_bmc_solver *s = new_plain_solver(r);
  if (r->budget->jobs > 1 || r->budget->spare || hd_helpers_elsewhere()) hd_bmc_solver_count_activity(s);
  return s;
}

static void give_trace(run *r);

/* What the formula depends on, for a worker that has to build it, too; open_question reads it. */
static void put_subject(const run *r, hd_bytes *out)
{
  char *text = NULL;
  size_t size = 0;
  FILE *f = open_memstream(&text, &size);
  HD_CHECK(f);
  hd_program_print(f, r->p);
  fclose(f);
  hd_put_text(out, hd_property_name(r->task->property));
  hd_put_text(out, text);
  free(text);
  hd_put(out, r->heads ? r->p->locs.len : 0);
  if (r->heads) hd_put_bytes(out, r->heads, r->p->locs.len);
  hd_put(out, r->task->reduction);
  hd_put(out, r->task->contexts);
  hd_put(out, r->task->unwind);
  hd_put(out, r->task->arith);
  hd_put_text(out, r->task->without);
  hd_put(out, r->way);
  hd_put(out, r->growth.unwind);
  hd_put(out, r->room);
}

static void tell_trace(void *context, hd_result *out)
{
  run *r = context; /* a worker's own */
  r->out = out;
  give_trace(r);
}

/* When the workers come to no answer, the question is asked here. */
static hd_answer divide_question(run *r, hd_term wanted, bool *lost)
{
  hd_bytes subject = {0};
  hd_bmc_question q = {r->s, r->u->T, wanted, r->p, r->budget, tell_trace, r, &subject, r->out};
  if (hd_helpers_elsewhere()) put_subject(r, &subject);
  hd_answer answer = hd_bmc_ask_divided(&q, hd_budget_cores(r->budget), lost);
  hd_vec_clear(&subject);
  r->told = answer == HD_SAT;
  return answer != HD_DONT_KNOW || *lost || hd_budget_spent(r->budget) ? answer : hd_bmc_solver_check(r->s, wanted);
}

static bool may_divide(const run *r)
{
  bool has_workers = hd_budget_cores(r->budget) > 1 || hd_helpers_elsewhere();
  return r->divides && has_workers && hd_bmc_solver_can_divide(r->s);
}

/* Is there an execution in which that holds? With as much room as it takes. */
static hd_answer ask_solver(run *r, hd_term wanted)
{
  for (;;) {
    bool lost = false;
    if (!r->s) r->s = new_solver(r);
    hd_bmc_solver_limit(r->s, r->conflicts);
    hd_answer answer = may_divide(r) ? divide_question(r, wanted, &lost) : hd_bmc_solver_check(r->s, wanted);
    if (answer == HD_DONT_KNOW && hd_bmc_solver_failure(r->s) && r->room && r->way == HD_BMC_AUTO) {
      drop_solver(r);
      r->room = 0;
      r->no_circuits = true;
      continue;
    }
    if (answer != HD_UNSAT && !lost) return answer;
    hd_answer loses = lost ? HD_SAT : hd_bmc_solver_loses(r->s);
    if (loses != HD_SAT) return loses;
    drop_solver(r);
    r->room = r->room * 2 < 64 ? r->room * 2 : 64;
    hd_result_stat(r->out, "room", r->room);
  }
}

static void give_trace(run *r)
{
  if (r->told) return;
  hd_trace *trace = hd_bmc_counterexample(r->m, r->s);
  hd_replay replay = hd_trace_replay(r->p, trace, r->task->property);
  bool too_many = r->task->contexts != HD_NONE && hd_trace_switches(trace) > r->task->contexts;
  if (replay.end == hd_violating_end(r->task->property) && !too_many) {
    /* It may have come to a violation before the one that was looked for. */
    trace->steps.len = replay.end == HD_END_VIOLATION ? replay.at + 1 : replay.at;
    r->out->verdict = HD_UNSAFE;
    r->out->trace = trace;
    return;
  }
  if (too_many)
    hd_result_bounded(r->out, HD_MEASURE_CONTEXTS, r->task->contexts);
  else
    hd_result_unknown(r->out, HD_CAUSE_FAILED, HD_NO_POS, "the solver's model is not an execution (step %u)",
                      replay.at);
  hd_trace_free(trace);
}

static void say_safe(run *r)
{
  if (r->task->contexts != HD_NONE) {
    hd_result_bounded(r->out, HD_MEASURE_CONTEXTS, r->task->contexts);
    return;
  }
  r->out->verdict = HD_SAFE;
  r->out->certificate = hd_certificate_new(HD_PROOF_EXHAUSTIVE, "bmc");
  uint32_t parts = (uint32_t)hd_result_get_stat(r->out, "parts.closed");
  char divided[64] = "";
  if (parts) snprintf(divided, sizeof divided, ", in %u parts", parts);
  hd_certificate_set_searched(r->out->certificate, "complete unwinding %u: %u blocks, %u reads, %u writes%s",
                              r->growth.unwind, r->u->blocks.len, r->u->reads.len, r->u->writes.len, divided);
}

/* Is a number added to another that is not a constant either? */
static bool adds_numbers(const hd_terms *T, hd_term t)
{
  hd_op op = hd_term_op(T, t);
  if (op != HD_OP_ADD && op != HD_OP_SUB) return false;
  return !hd_term_is_const(T, hd_term_arg(T, t, 0), NULL) && !hd_term_is_const(T, hd_term_arg(T, t, 1), NULL);
}

/* Several wide inputs, and sums. That two ways to add the same inputs agree takes circuits a search among all values,
 * and integers a few steps. Where there is nothing but an order to choose, or numbers are only compared and counted
 * up, or bits are looked at one by one, it is the other way round. Only what is asked counts: an address that the
 * program computes from a counter is a constant there. */
static bool adds_wide_inputs(const run *r, hd_term wanted)
{
  const hd_bmc_unfolding *u = r->u;
  uint32_t wide = 0;
  if (r->way != HD_BMC_AUTO || !r->room || !hd_bmc_has_rule(r->in.off, HD_BMC_RULE_INTEGERS)) return false;
  for (uint32_t i = 0; i < u->inputs.len; i++) wide += hd_term_sort(u->T, u->inputs.data[i]).width >= WIDE;
  bool adds = wide > 1 && (hd_terms_have(u->T, u->facts.data, u->facts.len, adds_numbers) ||
                           hd_terms_have(u->T, &wanted, 1, adds_numbers));
  return adds && hd_arith_choose(u->T, u->facts.data, u->facts.len) == HD_ARITH_INT;
}

/* The same question to Z3 on integers, with the order as a theory: both solvers decide the same formula, so the one
 * that answers is right. On an answer that solver stays for what else is asked about the unfolding. */
static hd_answer ask_integers(run *r, hd_term wanted)
{
  hd_bmc_solver *circuits = r->s;
  r->slice = hd_budget_part(r->budget, 0.25, 20);
  r->s = hd_bmc_solver_new(r->m, 0, HD_ARITH_INT, &r->slice);
  hd_answer found = hd_bmc_solver_check(r->s, wanted);
  r->slice = *r->budget;
  hd_bmc_solver *left = found == HD_DONT_KNOW ? r->s : circuits, *kept = found == HD_DONT_KNOW ? circuits : r->s;
  r->s = left;
  drop_solver(r);
  r->s = kept;
  if (found == HD_DONT_KNOW) return found;
  r->room = 0;
  hd_result_stat(r->out, "integers", 1);
  return found;
}

/* A short look by circuits, then integers. */
static hd_answer look_wide(run *r, hd_term wanted)
{
  r->conflicts = FEW_CONFLICTS;
  hd_answer found = ask_solver(r, wanted);
  r->conflicts = 0;
  if (found != HD_DONT_KNOW || hd_budget_spent(r->budget) || hd_bmc_solver_failure(r->s)) return found;
  return ask_integers(r, wanted);
}

/* A question that is worth all the time there is. Cores may become free while it is asked. */
static hd_answer ask_hard(run *r, hd_term wanted)
{
  enum { LONGEST = 1 << 28 };
  hd_answer found = HD_DONT_KNOW;
  for (r->conflicts = UNDIVIDED_CONFLICTS;
       r->budget->spare && hd_budget_cores(r->budget) == 1 && !hd_helpers_elsewhere() && r->conflicts < LONGEST;
       r->conflicts *= 2) {
    found = ask_solver(r, wanted);
    if (found != HD_DONT_KNOW || hd_budget_spent(r->budget) || hd_bmc_solver_failure(r->s)) break;
  }
  r->conflicts = 0;
  if (found != HD_DONT_KNOW || hd_budget_spent(r->budget) || (r->s && hd_bmc_solver_failure(r->s))) return found;
  r->divides = true;
  found = ask_solver(r, wanted);
  r->divides = false;
  return found;
}

/* Is there a violation? That there is none in an unwinding that is not complete is hard to show and says little:
 * then it is given up for a larger one, for a while. *beyond: whether the unwinding is incomplete, where that was
 * asked. */
static hd_answer look_for_violation(run *r, hd_term wanted, hd_term further, hd_answer *beyond)
{
  *beyond = HD_DONT_KNOW;
  hd_answer quick = adds_wide_inputs(r, wanted) ? look_wide(r, wanted) : HD_DONT_KNOW;
  if (quick != HD_DONT_KNOW) return quick;
  if (r->budget->divides_early) return ask_hard(r, wanted);
  bool matters = r->task->unwind != HD_NONE || hd_term_is_false(r->u->T, further);
  r->conflicts = matters ? UNDIVIDED_CONFLICTS : MOST_CONFLICTS;
  hd_answer found = ask_solver(r, wanted);
  r->conflicts = 0;
  if (found != HD_DONT_KNOW || hd_budget_spent(r->budget) || hd_bmc_solver_failure(r->s)) return found;
  if (!matters) *beyond = ask_solver(r, further);
  if (matters || *beyond == HD_UNSAT) return ask_hard(r, wanted);
  r->wanted = wanted;
  return HD_DONT_KNOW;
}

/* A violation in an execution that goes beyond nothing. */
static hd_term wanted_violation(run *r)
{
  hd_terms *T = r->u->T;
  if (r->task->contexts != HD_NONE) hd_bmc_bound_contexts(r->m, r->task->contexts);
  hd_term whole = negated_term(T, hd_bmc_goes_beyond(r->u, true, true));
  return hd_term_2(T, HD_OP_AND, violation(r->u), whole);
}

/* One unfolding, asked everything. True: more unwinding could tell more. */
static bool examine_unfolding(run *r)
{
  hd_term wanted = wanted_violation(r), further = hd_bmc_goes_beyond(r->u, true, false);
  hd_answer more, found = look_for_violation(r, wanted, further, &more);
  if (found == HD_SAT) return give_trace(r), false;
  if (found == HD_UNSAT && more == HD_DONT_KNOW) more = ask_solver(r, further);
  if (more == HD_SAT) {
    if (found == HD_UNSAT) r->checked = r->growth.unwind;
    hd_result_bounded(r->out, HD_MEASURE_UNWIND, r->checked);
    return true;
  }
  hd_answer beyond = HD_DONT_KNOW;
  if (found == HD_UNSAT && more == HD_UNSAT) beyond = ask_solver(r, hd_bmc_goes_beyond(r->u, false, true));
  if (beyond == HD_SAT)
    hd_bmc_say_beyond(&r->growth, r->u, r->s);
  else if (beyond == HD_UNSAT)
    say_safe(r);
  else
    hd_bmc_say_spent(&r->growth, HD_NO_POS, r->s ? hd_bmc_solver_failure(r->s) : NULL);
  return false;
}

static void put_stats(run *r)
{
  hd_result_stat(r->out, "unwind", r->growth.unwind);
  hd_result_stat(r->out, "steps", r->u->steps.len);
  hd_result_stat(r->out, "room", r->room);
  if (!r->m) return;
  hd_result_stat(r->out, "events", r->m->blocks.len);
  hd_result_stat(r->out, "order.open", r->m->open.len);
  hd_result_stat(r->out, "read.from", r->m->seen);
  hd_result_stat(r->out, "read.from.pruned", r->m->pruned);
}

/* Circuits, unless terms were asked for; what a smaller unwinding has shown to be needed is needed again. */
static unsigned first_room(const run *r)
{
  bool terms = r->way >= HD_BMC_TERMS || (r->way == HD_BMC_AUTO && r->task->arith != HD_ARITH_AUTO);
  if (terms || r->no_circuits) return 0;
  unsigned room = hd_bmc_first_room(r->u);
  return room > r->room ? room : r->room;
}

/* What a smaller unfolding has said stays, unless the budget ended. */
static void say_too_large(run *r)
{
  if (r->out->cause.kind == HD_CAUSE_NONE || hd_budget_spent(r->budget))
    hd_bmc_say_spent(&r->growth, HD_NO_POS, "too large");
}

static void forget_unfolding(run *r)
{
  drop_solver(r);
  hd_bmc_memory_free(r->m);
  hd_bmc_unfolding_free(r->u);
  hd_program_free(r->in.p);
  r->u = NULL;
  r->m = NULL;
  r->in.p = NULL;
}

static void put_aside(run *r, uint32_t unwind, uint32_t limit)
{
  r->given_up = (attempt){r->in.p, r->u, r->m, r->s, r->room, unwind, limit, r->wanted};
  r->u = NULL;
  r->m = NULL;
  r->s = NULL;
  r->in.p = NULL;
}

static void take_up(run *r)
{
  const attempt *a = &r->given_up;
  r->in.p = a->p;
  r->u = a->u;
  r->m = a->m;
  r->s = a->s;
  r->wanted = a->wanted;
  if (a->room > r->room) r->room = a->room; /* of the next solver; this one has what it has */
  r->given_up.u = NULL;
}

/* The unwinding that was given up, with twice the conflicts and all that its solver has learned. True: more could be
 * told. */
static bool go_on(run *r)
{
  uint32_t unwind = r->given_up.unwind;
  r->conflicts = 2 * r->given_up.limit;
  take_up(r);
  hd_answer found = ask_solver(r, r->wanted);
  uint32_t limit = r->conflicts;
  r->conflicts = 0;
  if (found == HD_SAT) give_trace(r);
  if (found == HD_DONT_KNOW) return put_aside(r, unwind, limit), true;
  if (found == HD_UNSAT && unwind > r->checked) r->checked = unwind;
  if (found == HD_UNSAT) hd_result_bounded(r->out, HD_MEASURE_UNWIND, r->checked);
  if (found == HD_SAT) hd_result_stat(r->out, "unwind", unwind);
  forget_unfolding(r);
  return found == HD_UNSAT;
}

/* After an unwinding that could not tell all: keeps it, or goes on with a smaller one that was given up. */
static bool reconsider(run *r)
{
  bool gave_up = hd_term_is(r->wanted), before = r->given_up.u != NULL;
  if (before && r->checked >= r->given_up.unwind) {
    forget_unfolding(r);
    take_up(r);
    forget_unfolding(r);
    return true;
  }
  if (gave_up && !before) return put_aside(r, r->growth.unwind, MOST_CONFLICTS), true;
  forget_unfolding(r);
  return before && gave_up ? go_on(r) : true;
}

static bool unwind_program(void *context)
{
  run *r = context;
  bool more = false;
  r->wanted = HD_NO_TERM;
  r->in.p = hd_program_clone(r->own);
  hd_program_index(r->in.p);
  r->u = hd_bmc_unfold(&r->in, r->growth.unwind);
  r->room = first_room(r);
  if (!r->u->failure && !r->u->too_large) r->m = hd_bmc_memory_new(r->u, r->budget);
  if (r->u->failure)
    hd_result_unknown(r->out, HD_CAUSE_REFUSED, r->u->failure_pos, "%s", r->u->failure);
  else if (r->u->too_large)
    say_too_large(r);
  else
    more = examine_unfolding(r);
  put_stats(r);
  if (more) return reconsider(r);
  forget_unfolding(r);
  return false;
}

/* Paths that left a loop's head in different ways meet again at the next one: that has to be a cut-point still, or the
 * code behind it would be unfolded once for each of them. More cut-points are never wrong. */
static void cut_at_heads(hd_cuts *cuts, const uint8_t *heads, uint32_t n)
{
  for (uint32_t l = 0; l < n; l++)
    if (heads[l] && cuts->cut[l] == HD_CUT_NOT) cuts->cut[l] = HD_CUT_STEP;
}

/* What all unfoldings have in common. p, heads, task, budget, out and way of the run are set. */
static void begin_run(run *r)
{
  const char *unknown;
  const hd_task *t = r->task;
  r->own = hd_program_clone(r->p);
  hd_program_index(r->own);
  if (!hd_violated_by(t->property, HD_BY_RACE)) hd_program_leave_out_irrelevant(r->own, false);
  r->in = (hd_bmc_input){.property = t->property, .most_steps = MOST_STEPS, .budget = r->budget};
  r->in.stop_anywhere = t->contexts != HD_NONE;
  r->in.follow_bounds = t->unwind == HD_NONE;
  if (!read_rules(t, &r->in.off, &unknown)) r->in.off = 0;
  r->facts = hd_facts_new(r->own);
  r->cuts = hd_cuts_copy(r->own, hd_facts_cuts(r->facts, t->reduction, t->property));
  if (r->heads) cut_at_heads(r->cuts, r->heads, r->own->locs.len);
  r->in.sharing = hd_facts_sharing(r->facts);
  r->in.cuts = r->cuts;
  r->in.liveness = hd_facts_liveness(r->facts);
  r->in.loops = hd_facts_loops(r->facts);
  r->growth = (hd_bmc_growth){r->p, t, r->budget, r->out, unwind_program, r, 0, 0};
}

static void end_run(run *r)
{
  hd_cuts_free(r->cuts);
  hd_facts_free(r->facts);
  hd_program_free(r->own);
}

void hd_bmc_run_written_out(const hd_program *p, const uint8_t *heads, const hd_task *t, hd_bmc_way way,
                            const hd_budget *b, hd_result *out)
{
  run r = {.p = p, .heads = heads, .task = t, .budget = b, .out = out, .way = way};
  begin_run(&r);
  hd_bmc_grow(&r.growth);
  if (r.given_up.u) {
    take_up(&r);
    forget_unfolding(&r);
  }
  end_run(&r);
}

/* --- a question of another process ------------------------------------------------------------------------ */

typedef struct {
  run r;
  hd_task task;
  hd_budget budget;
  hd_arena arena;
  hd_bmc_question question;
} host;

static hd_program *read_program(const char *text)
{
  hd_diags diags;
  hd_diags_init(&diags);
  hd_program *p = text ? hd_program_parse(text, strlen(text), "question", &diags) : NULL;
  hd_diags_clear(&diags);
  if (p) hd_program_index(p);
  return p;
}

/* The reverse of put_subject. */
static bool get_subject(hd_reader *in, host *h)
{
  run *r = &h->r;
  hd_property property;
  const char *name = hd_get_text(in, &h->arena);
  if (!name || !hd_property_find(name, &property)) return false;
  h->task = hd_task_unbounded(property);
  r->p = read_program(hd_get_text(in, &h->arena));
  if (!r->p) return false;
  uint32_t n = hd_get_u32(in);
  if (n != 0 && n != r->p->locs.len) return false;
  uint8_t *heads = n ? hd_arena_alloc(&h->arena, n) : NULL;
  if (heads) hd_get_bytes(in, heads, n);
  r->heads = heads;
  h->task.reduction = hd_get_u32(in);
  h->task.contexts = hd_get_u32(in);
  h->task.unwind = hd_get_u32(in);
  h->task.arith = hd_get_u32(in);
  h->task.without = hd_get_text(in, &h->arena);
  h->task.alone = false;
  r->way = (hd_bmc_way)hd_get_below(in, HD_BMC_CLOCKS + 1);
  r->growth.unwind = hd_get_u32(in);
  r->room = hd_get_u32(in);
  return !in->bad && in->at == in->end;
}

/* The same formula as that of the process that asks, as far as it depends on the subject. */
static bool build_question(host *h)
{
  run *r = &h->r;
  uint32_t unwind = r->growth.unwind;
  begin_run(r);
  r->growth.unwind = unwind;
  r->in.p = hd_program_clone(r->own);
  hd_program_index(r->in.p);
  r->u = hd_bmc_unfold(&r->in, unwind);
  if (r->u->failure || r->u->too_large) return false;
  r->m = hd_bmc_memory_new(r->u, r->budget);
  if (r->u->too_large) return false;
  hd_term wanted = wanted_violation(r);
  r->s = new_solver(r);
  h->question = (hd_bmc_question){r->s, r->u->T, wanted, r->p, r->budget, tell_trace, r, NULL, r->out};
  hd_bmc_solver_count_activity(r->s);
  return hd_bmc_solver_can_divide(r->s);
}

hd_bmc_question *hd_bmc_open_question(hd_reader *subject)
{
  host *h = hd_alloc(1, sizeof *h);
  hd_arena_init(&h->arena);
  h->budget = (hd_budget){.jobs = 1};
  h->r.task = &h->task;
  h->r.budget = &h->budget;
  return get_subject(subject, h) && build_question(h) ? &h->question : NULL;
}

/* Loops that would be unwound a little more each time. */
static uint32_t count_open_loops(const hd_program *p, hd_facts *known)
{
  uint32_t n = 0;
  hd_facts *facts = hd_facts_of(known, p);
  const hd_loops *loops = hd_facts_loops(facts);
  for (uint32_t i = 0; i < loops->list.len; i++) n += loops->list.data[i].bound > HD_BMC_SHORT;
  hd_facts_free(facts);
  return n;
}

/* Where that leaves fewer such loops: then one unwinding is complete at once, whatever the number of iterations. */
static hd_written_out *write_out(const hd_program *p, const hd_task *t)
{
  uint32_t before = t->unwind == HD_NONE ? count_open_loops(p, t->facts) : 0;
  hd_written_out *w = before ? hd_write_out(p) : NULL;
  if (!w || count_open_loops(w->program, NULL) < before) return w;
  hd_written_out_free(w);
  return NULL;
}

void hd_bmc_run(const hd_program *p, const hd_task *t, hd_bmc_way way, const hd_budget *b, hd_result *out)
{
  hd_written_out *w = write_out(p, t);
  uint8_t *heads = w ? hd_written_out_heads(p, t, w) : NULL;
  hd_bmc_run_written_out(w ? w->program : p, heads, t, way, b, out);
  if (w) hd_result_of_written_out(p, w, out);
  hd_written_out_free(w);
  free(heads);
}

static bool accepts_bmc(const hd_program *p, const hd_task *t, const char **why_not)
{
  for (uint32_t i = 0; i < p->threads.len; i++)
    if (hd_loc_get(p, p->threads.data[i].entry)->atomic)
      return *why_not = "a thread begins in an atomic section", false;
  unsigned off;
  const char *unknown;
  if (t->alone && !read_rules(t, &off, &unknown))
    return *why_not = "--without: arguments, cells, counting, idle, waiting, gates, exits, unchanged, sums, "
                      "going-on, integers and passing can be turned off",
           false;
  if (t->depth != HD_NONE) return *why_not = "bmc has no bound on steps", false;
  if (t->arith == HD_ARITH_UNBOUNDED) return *why_not = "bmc has no unbounded integers", false;
  return true;
}

static void run_engine(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  hd_bmc_run(p, t, HD_BMC_AUTO, b, out);
}

const hd_engine hd_engine_bmc = {
    .name = "bmc",
    .summary = "bounded model checking: unwinds loops and solves for an order of events",
    .accepts_text = "any number of threads, any integers; proves if the bound covers all executions",
    .finds = HD_BY_ALL,
    .accepts = accepts_bmc,
    .run = run_engine,
};
