/* boolean.c - loads, verifies, prints and replays Boolean programs. */
#include "api/boolean.h"

#include "api/options.h"
#include "engine/fixpoint/fixpoint.h"
#include "engine/isolate.h"
#include "frontend/bp/bp.h"
#include "report/boolean.h"
#include "report/boolean_json.h"

static void refuse_boolean(heddle_input *in, const char *message, const char *hint)
{
  hd_diag *d = hd_diags_add(&in->diags, HD_ERROR, (hd_place){.file = in->name}, "%s", message);
  d->hint = hint;
  in->status = HD_BAD_USAGE;
}

static hd_bp_dialect choose_dialect(const char *wanted)
{
  if (!wanted) return HD_BP_ANY_DIALECT;
  return strcmp(wanted, "boppo") == 0 ? HD_BP_BOPPO : HD_BP_GETAFIX;
}

/* Without a target, every program would be safe: an unknown label is an error. */
static void check_label(heddle_input *in, const char *label)
{
  bool *targets = hd_alloc(in->bp->locs.len + 1, sizeof *targets);
  bool any = hd_bp_targets(in->bp, label, targets);
  free(targets);
  if (any) return;
  if (label) {
    refuse_boolean(in, hd_arena_printf(&in->arena, "no label `%s` in this program", label), "check the label's name");
  } else {
    hd_diag *d = hd_diags_add(&in->diags, HD_WARNING, (hd_place){.file = in->name},
                              "nothing to check: there is no assertion and no label ERROR or SLIC_ERROR");
    d->hint = "name a label with --label";
  }
}

void hd_boolean_load(heddle_input *in, const heddle_options *o, const char *path)
{
  hd_bp_options options = {.label = o->label, .dialect = choose_dialect(o->dialect)};
  size_t length = 0;
  const char *text = hd_input_read_file(in, path, &length);
  if (!text) return;
  in->bp = hd_bp_parse(text, length, path, &options, &in->diags);
  if (!in->bp)
    in->status = HD_BAD_INPUT;
  else
    check_label(in, o->label);
}

const hd_engine *hd_boolean_engine(const char *name)
{
  const hd_engine *engine = !name || strcmp(name, "auto") == 0 ? hd_engine_for(HD_KIND_BOOLEAN) : hd_engine_find(name);
  return engine && engine->takes == HD_KIND_BOOLEAN ? engine : NULL;
}

static bool options_fit(heddle_input *in, const heddle_options *o)
{
  if (!hd_boolean_engine(o->engine))
    refuse_boolean(in, hd_arena_printf(&in->arena, "engine %s does not accept Boolean programs", o->engine),
                   "--engine fixpoint");
  else if (o->contexts != UINT32_MAX && o->rounds != UINT32_MAX)
    refuse_boolean(in, "--contexts and --rounds exclude each other", "give one of them");
  else if (o->rounds == 0)
    refuse_boolean(in, "--rounds must be at least 1", "--rounds 1");
  return in->status == HD_OK;
}

bool hd_boolean_algorithm_exists(heddle_input *in, const char *name)
{
  const char *summary, *known;
  if (!name) return true;
  for (unsigned i = 0; (known = hd_fixpoint_algorithm(i, &summary)); i++)
    if (strcmp(known, name) == 0) return true;
  const char *path = hd_fixpoint_find(&in->arena, name);
  FILE *f = path ? fopen(path, "r") : NULL;
  if (f) {
    fclose(f);
    return true;
  }
  refuse_boolean(
      in, hd_arena_printf(&in->arena, "no algorithm `%s`", name),
      "a file whose name ends in .mu, or one of finite, summaries, summaries-simple, summaries-optimized, "
      "checker, checker-optimized, contexts, rounds-lazy, rounds-eager, thread-modular, interleavings, stable");
  return false;
}

const char *hd_boolean_proof(const char *algorithm, hd_arena *arena)
{
  if (!algorithm) return "there is no target to reach";
  if (strcmp(algorithm, "exhaustive search") == 0) return "an exhaustive search of all states";
  if (strcmp(algorithm, "stable") == 0) return "what is visible has stabilized (algorithm stable)";
  return hd_arena_printf(arena, "the fixed point of %s is complete", algorithm);
}

void hd_boolean_ask(heddle_input *in, const hd_engine *engine, const hd_bp *p, const hd_task *t,
                    const hd_budget *budget, heddle_result *r)
{
  hd_engine_run_isolated(engine, hd_subject_boolean(p), t, budget, &r->inner, &r->defect);
  hd_diags_append(&in->diags, &r->inner.messages);
  if (hd_diags_has_error(&r->inner.messages)) in->status = HD_BAD_INPUT;
  r->engine = engine->name;
}

static void check_proof(heddle_input *in, const heddle_options *o, const hd_budget *budget, heddle_result *r)
{
  if (r->inner.bp_proof)
    hd_boolean_recheck(in, o->label, r->inner.bp_proof, "the certificate", budget, r);
  else
    hd_result_unknown(&r->inner, HD_CAUSE_ASSUMPTION, HD_NO_POS,
                      "no time or memory for a proof; --no-recheck accepts the answer of %s unchecked", r->engine);
}

/* The trace comes from another process, so it is executed again here. */
static void check_trace(const heddle_input *in, const heddle_options *o, heddle_result *r)
{
  bool *targets = hd_alloc(in->bp->locs.len + 1, sizeof *targets);
  hd_bp_targets(in->bp, o->label, targets);
  if (!r->inner.bp_trace || !hd_bp_replay(in->bp, r->inner.bp_trace, targets).reached) {
    r->defect = true;
    hd_result_unknown(&r->inner, HD_CAUSE_FAILED, HD_NO_POS, "engine %s gave a trace that cannot be executed",
                      r->engine);
  }
  free(targets);
}

void hd_boolean_verify(heddle_input *in, const heddle_options *o, const hd_budget *budget, heddle_result *r)
{
  hd_task task;
  if (!options_fit(in, o) || !hd_boolean_algorithm_exists(in, o->algorithm) || !hd_options_task(in, o, &task)) return;
  r->bp = in->bp;
  hd_boolean_ask(in, hd_boolean_engine(o->engine), in->bp, &task, budget, r);
  if (r->inner.verdict == HD_SAFE) {
    r->proof = hd_boolean_proof(r->inner.algorithm, &r->arena);
    if (!o->no_recheck && !hd_bp_is_concurrent(in->bp)) check_proof(in, o, budget, r);
  }
  if (r->inner.verdict == HD_UNSAFE) check_trace(in, o, r);
}

bool hd_boolean_emit(heddle_input *in, const heddle_options *o, const char *form, FILE *out)
{
  if (strcmp(form, "program") == 0)
    hd_bp_print(out, in->bp);
  else if (strcmp(form, "mu") == 0)
    hd_fixpoint_emit(out, in->bp, o->label);
  else
    refuse_boolean(in, hd_arena_printf(&in->arena, "a Boolean program cannot be printed as `%s`", form),
                   "program or mu");
  return in->status == HD_OK;
}

bool hd_boolean_replay(heddle_input *in, const heddle_options *o, const char *text, const char *name, FILE *out)
{
  hd_bp_trace *t = hd_report_boolean_parse(text, name, in->bp, &in->diags);
  if (!t) {
    in->status = HD_BAD_INPUT;
    return false;
  }
  bool *targets = hd_alloc(in->bp->locs.len + 1, sizeof *targets);
  hd_bp_targets(in->bp, o->label, targets);
  hd_bp_replay_result r = hd_bp_replay(in->bp, t, targets);
  if (r.reached) {
    hd_report_boolean_trace(out, in->bp, t, false);
  } else {
    hd_diag *d =
        hd_diags_add(&in->diags, HD_ERROR, (hd_place){.file = name}, "step %u of the trace: %s", r.at + 1, r.why);
    d->hint = "it was made from another version of the program, or with other options";
  }
  free(targets);
  hd_bp_trace_free(t);
  return r.reached;
}
