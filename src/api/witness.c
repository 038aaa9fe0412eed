/* witness.c - writes witnesses and follows those of others through the engines. */
#include "api/witness.h"

#include "api/options.h"
#include "api/recheck.h"
#include "engine/auto/auto.h"
#include "evidence/replay.h"
#include "evidence/witness.h"
#include "frontend/task/witness.h"
#include "report/witness.h"

/* --- writing -------------------------------------------------------------------------------------- */

static hd_witness_options options_of(const heddle_result *r)
{
  static const char *const formats[] = {"auto", "2.0", "2.1", "2.2", "graphml"};
  const hd_c_input *source = &r->input->source;
  hd_witness_options o = {.files = source->files, .n_files = source->n_files, .pointer_width = source->pointer_width};
  for (unsigned i = 0; r->witness_format && i < HD_COUNT(formats); i++)
    if (strcmp(formats[i], r->witness_format) == 0) o.format = (hd_witness_format)i;
  return o;
}

static const char *why_none(const heddle_result *r, const hd_json_result *report)
{
  const char *why = hd_report_no_witness(report);
  return !why && !r->input->source.n_files ? "it is for C programs" : why;
}

/* Reads the text again: does the counterexample follow what is written there? */
static bool is_followed(const heddle_result *r, const char *text, size_t length)
{
  hd_witness_product x = {0};
  hd_witness *w = hd_witness_read(text, length, "the witness", &r->input->diags);
  bool ok = w && hd_witness_apply(r->program, w, r->property, "the witness", &r->input->diags, &x);
  if (ok) {
    hd_trace *lifted = hd_witness_lift(&x, r->inner.trace);
    ok = hd_evidence_confirm(x.program, lifted, r->property);
    hd_trace_free(lifted);
  }
  hd_witness_product_clear(&x);
  hd_witness_free(w);
  return ok;
}

static char *witness_text(const heddle_result *r, const hd_json_result *report, size_t *length, bool *graph)
{
  char *text = NULL;
  hd_witness_options o = options_of(r);
  FILE *out = open_memstream(&text, length);
  if (!out) hd_out_of_memory();
  *graph = o.format == HD_WITNESS_GRAPHML;
  (*graph ? hd_report_graphml : hd_report_witness)(out, report, &o);
  fclose(out);
  return text;
}

static void say_none(const heddle_result *r, const char *why)
{
  hd_diags_add(&r->input->diags, HD_WARNING, (hd_place){0}, "no witness of %s: %s", hd_property_name(r->property), why);
}

bool heddle_write_witness(FILE *out, heddle_result *const *results, unsigned n)
{
  (void)n;
  const heddle_result *r = results[0];
  hd_json_result report = hd_result_report(r);
  const char *why = why_none(r, &report);
  bool ok = true, graph = false;
  size_t length = 0;
  char *text = why ? NULL : witness_text(r, &report, &length, &graph);
  if (!why && r->inner.verdict == HD_UNSAFE && !graph && !is_followed(r, text, length))
    why = "the counterexample does not follow the witness";
  if (why)
    say_none(r, why);
  else
    ok = fwrite(text, 1, length, out) == length;
  free(text);
  hd_result_unreport(&report);
  return ok;
}

/* --- validating ----------------------------------------------------------------------------------- */

/* The formula inside LTL(...), without blanks; of several lines the first that is known. */
static bool find_property(const char *specification, hd_property *property, hd_arena *arena)
{
  for (const char *at = specification; (at = strstr(at, "LTL(")); at++) {
    char *formula = hd_arena_strdup(arena, at + 4), *end = formula;
    unsigned open = 1;
    for (const char *c = at + 4; *c && open; c++) {
      open += *c == '(';
      open -= *c == ')';
      if (open && *c != ' ') *end++ = *c;
    }
    *end = '\0';
    if (!open && hd_property_find_formula(formula, property)) return true;
  }
  return false;
}

static bool refuse_witness(heddle_input *in, heddle_result *r, const char *name, const char *why)
{
  hd_diags_add(&in->diags, HD_ERROR, (hd_place){.file = name}, "%s", why);
  in->status = HD_BAD_INPUT;
  hd_result_unknown(&r->inner, HD_CAUSE_REFUSED, HD_NO_POS, "the witness cannot be used");
  return false;
}

static const char *last_part(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* A witness is about the files with these hashes and no others. */
static bool is_about_input(heddle_input *in, const hd_witness *w, const char *name, heddle_result *r)
{
  const hd_c_input *source = &in->source;
  if ((source->pointer_width == 32) != (strcmp(w->data_model, "ILP32") == 0))
    return refuse_witness(in, r, name,
                          hd_arena_printf(&r->arena, "the witness is for the data model %s", w->data_model));
  for (uint32_t i = 0; i < w->files.len; i++)
    for (uint32_t k = 0; k < source->n_files; k++) {
      if (strcmp(last_part(w->files.data[i].name), last_part(source->files[k])) != 0) continue;
      if (strcasecmp(w->files.data[i].hash, hd_witness_hash(source->files[k], &r->arena)) != 0)
        return refuse_witness(
            in, r, name, hd_arena_printf(&r->arena, "the witness is about another version of %s", source->files[k]));
    }
  return true;
}

static void run_engines(heddle_input *in, const heddle_options *o, const hd_program *p, const hd_budget *b,
                        heddle_result *r)
{
  hd_task task;
  if (!hd_options_task(in, o, &task)) return;
  hd_recheck how = hd_recheck_of(o, r->property);
  hd_confirm confirm = {hd_recheck_answer, (void *)&how};
  hd_auto_run(NULL, p, &task, &confirm, b, &r->inner, &r->engine, &r->defect);
  r->proof = hd_recheck_text(&how, &r->inner, &r->arena);
}

/* Nothing is claimed beyond what is asked: that there is such an execution. */
static void validate_violation(heddle_input *in, const heddle_options *o, const hd_witness *w, const char *name,
                               const hd_budget *b, heddle_result *r)
{
  hd_witness_product x = {0};
  if (hd_witness_apply(r->program, w, r->property, name, &in->diags, &x)) {
    run_engines(in, o, x.program, b, r);
    if (r->inner.verdict == HD_UNSAFE) { /* told as an execution of the product */
      hd_program_free(r->program);
      r->program = x.program;
      x.program = NULL;
    } else if (r->inner.verdict == HD_SAFE) {
      hd_result_clear(&r->inner);
      hd_result_init(&r->inner);
      hd_result_unknown(&r->inner, HD_CAUSE_REFUSED, HD_NO_POS, "no execution follows the witness into a violation");
    }
  } else {
    in->status = HD_BAD_INPUT;
    hd_result_unknown(&r->inner, HD_CAUSE_REFUSED, HD_NO_POS, "the witness cannot be followed");
  }
  hd_witness_product_clear(&x);
}

static void validate_invariants(heddle_input *in, const heddle_options *o, const hd_witness *w, const char *name,
                                const hd_budget *b, heddle_result *r)
{
  if (w->n_ghosts) {
    hd_result_unknown(&r->inner, HD_CAUSE_REFUSED, HD_NO_POS, "ghost variables are not followed");
    return;
  }
  hd_program *q = hd_witness_assert(r->program, w, name, &in->diags);
  if (!q) {
    in->status = HD_BAD_INPUT;
    hd_result_unknown(&r->inner, HD_CAUSE_REFUSED, HD_NO_POS, "an invariant of the witness cannot be read");
    return;
  }
  hd_program_free(r->program);
  r->program = q;
  run_engines(in, o, q, b, r);
}

void hd_check_witness(heddle_input *in, const heddle_options *o, const char *text, size_t length, const char *name,
                      heddle_result *r)
{
  hd_witness *w = hd_witness_read(text, length, name, &in->diags);
  hd_c_options c = hd_input_options(o);
  hd_budget budget = hd_input_budget(in, o);
  if (!w) {
    in->status = HD_BAD_INPUT;
    hd_result_unknown(&r->inner, HD_CAUSE_REFUSED, HD_NO_POS, "the witness cannot be read");
    return;
  }
  if (!find_property(w->specification, &in->property, &r->arena)) {
    refuse_witness(in, r, name, "the witness is for a property that is not known");
  } else if (is_about_input(in, w, name, r)) {
    r->property = in->property;
    c.limits[HD_LIMIT_THREADS] = c.limits[HD_LIMIT_THREADS] > 8 ? c.limits[HD_LIMIT_THREADS] : 8;
    c.limits[HD_LIMIT_HEAP] = c.limits[HD_LIMIT_HEAP] > 16 ? c.limits[HD_LIMIT_HEAP] : 16;
    if ((r->program = hd_input_program(in, &c, &budget)))
      (w->violation ? validate_violation : validate_invariants)(in, o, w, name, &budget, r);
  }
  hd_witness_free(w);
}
