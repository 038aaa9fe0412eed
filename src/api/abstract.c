/* abstract.c - options, budget and answer for programs that are decided by predicate abstraction. */
#include "api/abstract.h"

#include "api/boolean.h"
#include "api/options.h"
#include "api/recheck.h"
#include "engine/fixpoint/abstract.h"
#include "evidence/replay.h"
#include "frontend/bp/bp.h"

static bool refuse_input(heddle_input *in, const char *message, const char *hint)
{
  hd_diag *d = hd_diags_add(&in->diags, HD_ERROR, (hd_place){.file = in->name}, "%s", message);
  d->hint = hint;
  in->status = HD_BAD_USAGE;
  return false;
}

static bool options_fit(heddle_input *in, const heddle_options *o)
{
  if (!o->predicates)
    return refuse_input(in, "a Boolean program needs conditions",
                        "--predicates FILE; docs/boolean-programs.md describes it");
  if (in->property != HD_PROP_UNREACH_CALL)
    return refuse_input(in, "--predicates supports unreach-call only", "remove --property");
  if (!hd_boolean_engine(o->engine))
    return refuse_input(in, "--predicates is for the engine fixpoint", "--engine fixpoint");
  return true;
}

static hd_fx_abstraction *make_abstraction(heddle_input *in, const heddle_options *o, const hd_program *p,
                                           const hd_budget *budget)
{
  size_t length = 0;
  const char *conditions = hd_input_read_file(in, o->predicates, &length);
  if (!conditions) return NULL;
  hd_fx_abstraction *a = hd_fx_abstraction_new(p, conditions, o->predicates, budget, &in->diags);
  if (!a && hd_diags_has_error(&in->diags)) in->status = HD_BAD_INPUT;
  return a;
}

bool hd_abstract_emit(heddle_input *in, const heddle_options *o, FILE *out)
{
  hd_c_options c = hd_input_options(o);
  hd_budget budget = hd_input_budget(in, o);
  if (!options_fit(in, o)) return false;
  hd_program *p = hd_input_program(in, &c, &budget);
  if (!p) return false;
  hd_fx_abstraction *a = make_abstraction(in, o, p, &budget);
  if (a) fwrite(a->text, 1, a->length, out);
  bool made = a != NULL;
  hd_fx_abstraction_free(a);
  hd_program_free(p);
  return made;
}

/* --- verifying --------------------------------------------------------------------------------------------
 */

/* A violation of the Boolean program: is it one of the program? */
static void execute_abstract_trace(heddle_result *r, hd_fx_abstraction *a, const hd_bp *bp, const hd_bp_trace *t,
                                   const hd_budget *b)
{
  hd_loc beyond;
  hd_trace *trace = hd_fx_abstraction_execute(a, bp, t, b, &beyond);
  if (beyond.id != HD_NONE) {
    hd_result_beyond(&r->inner, a->x->program, beyond);
  } else if (trace && hd_evidence_confirm(r->program, trace, r->property)) {
    r->inner.verdict = HD_UNSAFE;
    r->inner.trace = trace;
    return;
  } else {
    hd_result_unknown(
        &r->inner, HD_CAUSE_REFUSED, HD_NO_POS,
        "the abstraction has a violation that could not be executed on the program; more conditions may decide it");
  }
  if (trace) hd_trace_free(trace);
}

static void decide_abstraction(heddle_input *in, const heddle_options *o, hd_fx_abstraction *a, const hd_budget *budget,
                               heddle_result *r)
{
  hd_task task;
  if (!hd_options_task(in, o, &task)) return;
  task.label = NULL;      /* of a Boolean program that the user wrote */
  task.no_recheck = true; /* the proof would be about the abstraction */
  hd_bp *bp = hd_bp_parse(a->text, a->length, "the abstraction", &(hd_bp_options){.dialect = HD_BP_BOPPO}, &in->diags);
  HD_CHECK(bp);
  hd_boolean_ask(in, hd_boolean_engine(o->engine), bp, &task, budget, r);
  hd_result_stat(&r->inner, "predicates", a->predicates.list.len);
  if (r->inner.verdict == HD_SAFE)
    r->proof = hd_arena_printf(&r->arena, "%s, on the abstraction by %u conditions",
                               hd_boolean_proof(r->inner.algorithm, &r->arena), a->predicates.list.len);
  if (r->inner.verdict == HD_UNSAFE) execute_abstract_trace(r, a, bp, r->inner.bp_trace, budget);
  hd_bp_free(bp);
}

void hd_abstract_verify(heddle_input *in, const heddle_options *o, const hd_budget *budget, heddle_result *r)
{
  hd_c_options c = hd_input_options(o);
  if (!options_fit(in, o) || !hd_boolean_algorithm_exists(in, o->algorithm)) return;
  memcpy(r->limits, c.limits, sizeof r->limits);
  r->engine = hd_boolean_engine(o->engine)->name;
  r->program = hd_input_program(in, &c, budget);
  hd_fx_abstraction *a = r->program ? make_abstraction(in, o, r->program, budget) : NULL;
  if (a)
    decide_abstraction(in, o, a, budget, r);
  else if (in->status == HD_OK)
    hd_result_give_up(&r->inner, hd_cause_spent(budget, "no abstraction"));
  hd_fx_abstraction_free(a);
}
