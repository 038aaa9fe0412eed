/* result.c - the result's accessors, as include/heddle/heddle.h declares them. */
#include "api/result.h"

#include "api/parts.h"
#include "report/boolean.h"
#include "report/cause.h"
#include "report/html.h"
#include "report/json.h"
#include "report/proof.h"
#include "report/sarif.h"
#include "report/text.h"

heddle_result *hd_result_new(heddle_input *in)
{
  heddle_result *r = hd_alloc(1, sizeof *r);
  hd_arena_init(&r->arena);
  hd_result_init(&r->inner);
  r->property = in->property;
  r->file = in->name;
  r->assumptions = &in->assumptions;
  r->input = in;
  return r;
}

void hd_result_explain(heddle_result *r)
{
  for (uint32_t i = 0; i < r->inner.attempts.len; i++) {
    const hd_engine_attempt *a = &r->inner.attempts.data[i];
    const char *said = a->decides ? "decides" : hd_report_cause(&a->cause, &r->arena);
    const char *note = a->seconds > 0 ? hd_arena_printf(&r->arena, "%s: %s (%.1f s)", a->engine, said, a->seconds)
                                      : hd_arena_printf(&r->arena, "%s: not run: %s", a->engine, said);
    hd_vec_push(&r->inner.notes, note);
  }
  if (r->inner.verdict == HD_UNKNOWN) r->reason = hd_report_cause_at(&r->inner.cause, r->program, &r->arena);
}

heddle_verdict heddle_result_verdict(const heddle_result *r)
{
  return (heddle_verdict)r->inner.verdict;
}

const char *heddle_result_reason(const heddle_result *r)
{
  return r->reason;
}

_Static_assert((int)HEDDLE_CAUSE_FAILED == (int)HD_CAUSE_FAILED, "the same kinds in the same order");

heddle_cause heddle_result_cause(const heddle_result *r)
{
  return r->inner.verdict == HD_UNKNOWN ? (heddle_cause)r->inner.cause.kind : HEDDLE_CAUSE_NONE;
}

const char *heddle_cause_name(heddle_cause cause)
{
  return (unsigned)cause < HD_CAUSE_COUNT ? hd_cause_names[cause] : NULL;
}

const char *heddle_result_covered(const heddle_result *r, unsigned i, uint64_t *amount)
{
  const hd_covered *c = &r->inner.cause.covered;
  for (unsigned m = 0; m < HD_MEASURE_COUNT; m++) {
    if (!(c->known >> m & 1) || i-- > 0) continue;
    *amount = c->amount[m];
    return hd_measure_names[m];
  }
  return NULL;
}

const char *heddle_result_engine(const heddle_result *r)
{
  return r->engine;
}

bool heddle_result_defect(const heddle_result *r)
{
  return r->defect && r->inner.verdict == HD_UNKNOWN;
}

const char *heddle_result_proof(const heddle_result *r)
{
  return r->inner.verdict == HD_SAFE ? r->proof : NULL;
}

static bool has_facts(const heddle_result *r)
{
  return r->inner.verdict == HD_SAFE && r->inner.certificate && r->inner.certificate->clauses.len;
}

void heddle_print_proof(FILE *out, const heddle_result *r, bool every)
{
  const hd_program *about = r->inner.parts.about ? r->inner.parts.about : r->program;
  if (has_facts(r)) hd_report_print_proof(out, about, r->inner.certificate, every);
}

bool heddle_write_certificate(FILE *out, const heddle_result *r)
{
  if (r->inner.verdict == HD_SAFE && r->inner.bp_proof) return fputs(r->inner.bp_proof, out) >= 0;
  if (r->inner.verdict != HD_SAFE || !r->inner.certificate) return true;
  hd_certificate_head head = {.property = r->property};
  memcpy(head.limits, r->limits, sizeof head.limits);
  head.in_order = r->in_order;
  head.room = r->room;
  if (r->inner.parts.list.len)
    hd_parts_print(out, r->program, &r->inner, &head);
  else
    hd_certificate_print(out, r->program, r->inner.certificate, &head);
  return !ferror(out);
}

const char *heddle_result_note(const heddle_result *r, unsigned i)
{
  return i < r->inner.notes.len ? r->inner.notes.data[i] : NULL;
}

const char *heddle_result_remark(heddle_result *r, unsigned i)
{
  if (i < r->rests.len) return hd_rest_text(&r->rests.data[i], &r->arena);
  return r->program ? hd_stops_line(r->program, &r->stops, i - r->rests.len, &r->arena) : NULL;
}

const char *heddle_result_assumption(heddle_result *r, unsigned i)
{
  for (hd_assumption_kind k = 0; k < HD_ASSUMES_COUNT; k++) {
    const char *text = hd_assumptions_text(r->assumptions, k, &r->arena);
    if (text && i-- == 0) return text;
  }
  return NULL;
}

const char *heddle_result_assumptions(heddle_result *r)
{
  return hd_assumptions_summary(r->assumptions, &r->arena);
}

unsigned heddle_stat_count(const heddle_result *r)
{
  return r->inner.stats.len;
}

const char *heddle_stat_get(const heddle_result *r, unsigned i, double *value)
{
  *value = r->inner.stats.data[i].value;
  return r->inner.stats.data[i].name;
}

void heddle_print_trace(FILE *out, const heddle_result *r, heddle_steps steps, unsigned width)
{
  if (r->inner.verdict != HD_UNSAFE) return;
  if (r->bp) {
    hd_report_boolean_trace(out, r->bp, r->inner.bp_trace, steps == HEDDLE_STEPS_ALL);
    return;
  }
  hd_text_options options = {
      .all_steps = steps == HEDDLE_STEPS_ALL, .brief = steps == HEDDLE_STEPS_BRIEF, .width = width};
  if (r->allowed)
    hd_result_print_known(out, r);
  else
    hd_report_trace(out, r->program, r->inner.trace, r->property, &options);
  for (uint32_t i = 0; i < r->more.len; i++) heddle_print_trace(out, r->more.data[i], steps, width);
}

void heddle_result_free(heddle_result *r)
{
  if (!r) return;
  for (uint32_t i = 0; i < r->more.len; i++) heddle_result_free(r->more.data[i]);
  hd_vec_clear(&r->more);
  hd_vec_clear(&r->checks);
  hd_stops_clear(&r->stops);
  hd_vec_clear(&r->rests);
  hd_result_clear(&r->inner);
  if (r->program) hd_program_free(r->program);
  hd_arena_clear(&r->arena);
  free(r);
}

static const char *const verdicts[] = {[HD_SAFE] = "safe", [HD_UNSAFE] = "unsafe", [HD_UNKNOWN] = "unknown"};

/* Violations beyond the first; hd_result_unreport frees them. */
static hd_json_result *report_more(const heddle_result *r, unsigned *n)
{
  hd_json_result *more = hd_alloc((size_t)r->more.len + 1, sizeof *more);
  *n = 0;
  for (uint32_t i = 0; i < r->more.len; i++)
    if (r->more.data[i]->inner.verdict == HD_UNSAFE) more[(*n)++] = hd_result_report(r->more.data[i]);
  return more;
}

hd_json_result hd_result_report(const heddle_result *r)
{
  uint32_t n = r->inner.stats.len;
  const char **names = hd_alloc(n, sizeof *names);
  double *values = hd_alloc(n, sizeof *values);
  for (uint32_t i = 0; i < n; i++) names[i] = heddle_stat_get(r, i, &values[i]);
  hd_json_result json = {.program = r->program,
                         .file = r->file,
                         .verdict = verdicts[r->inner.verdict],
                         .reason = r->reason,
                         .cause = r->inner.verdict == HD_UNKNOWN ? &r->inner.cause : NULL,
                         .assumptions = r->assumptions,
                         .stops = &r->stops,
                         .rests = &r->rests,
                         .engine = r->engine,
                         .proof = heddle_result_proof(r),
                         .property = r->property,
                         .fixed_order = r->in_order == HD_ALL_IN_ORDER,
                         .n_stats = n,
                         .stat_names = names,
                         .stat_values = values,
                         .checks = r->checks.data,
                         .n_checks = r->checks.len,
                         .allowed = r->allowed,
                         .certificate = has_facts(r) && !r->inner.parts.about ? r->inner.certificate : NULL,
                         .trace = r->inner.verdict == HD_UNSAFE ? r->inner.trace : NULL,
                         .bp = r->bp,
                         .bp_trace = r->inner.verdict == HD_UNSAFE ? r->inner.bp_trace : NULL};
  memcpy(json.limits, r->limits, sizeof json.limits);
  json.more = report_more(r, &json.n_more);
  return json;
}

void hd_result_unreport(hd_json_result *report)
{
  for (unsigned i = 0; i < report->n_more; i++) hd_result_unreport((hd_json_result *)&report->more[i]);
  free((void *)report->more);
  free((void *)report->stat_names);
  free((void *)report->stat_values);
}

static hd_json_result *reports_new(heddle_result *const *results, unsigned n)
{
  hd_json_result *list = hd_alloc(n, sizeof *list);
  for (unsigned i = 0; i < n; i++) list[i] = hd_result_report(results[i]);
  return list;
}

static void reports_free(hd_json_result *list, unsigned n)
{
  for (unsigned i = 0; i < n; i++) hd_result_unreport(&list[i]);
  free(list);
}

bool heddle_write_json_all(FILE *out, heddle_result *const *results, unsigned n)
{
  hd_json_result *list = reports_new(results, n);
  bool ok = hd_report_json(out, list, n, verdicts[heddle_total_verdict(results, n)]);
  reports_free(list, n);
  return ok;
}

bool heddle_write_sarif(FILE *out, heddle_result *const *results, unsigned n)
{
  hd_json_result *list = reports_new(results, n);
  bool ok = hd_report_sarif(out, list, n);
  reports_free(list, n);
  return ok;
}

bool heddle_write_html(FILE *out, heddle_result *const *results, unsigned n)
{
  hd_json_result *list = reports_new(results, n);
  bool ok = hd_report_html(out, list, n);
  reports_free(list, n);
  return ok;
}

bool heddle_write_json(FILE *out, const heddle_result *r)
{
  heddle_result *only = (heddle_result *)r;
  return heddle_write_json_all(out, &only, 1);
}

unsigned heddle_check_count(const heddle_result *r)
{
  return r->checks.len;
}

_Static_assert((int)HEDDLE_CHECK_OPEN == (int)HD_CHECK_OPEN, "the same states in the same order");

heddle_check_answer heddle_check_get(const heddle_result *r, unsigned i)
{
  const hd_check_answer *a = &r->checks.data[i];
  hd_place at = hd_program_place(r->program, a->info.pos), other = hd_program_place(r->program, a->info.other);
  return (heddle_check_answer){.state = (heddle_check_state)a->state,
                               .rule = hd_check_table[a->info.kind].rule,
                               .text = a->info.text,
                               .by = a->by,
                               .file = at.file,
                               .line = at.line,
                               .column = at.column,
                               .other_file = other.file,
                               .other_line = other.line,
                               .other_column = other.column};
}

heddle_verdict heddle_total_verdict(heddle_result *const *results, unsigned n)
{
  heddle_verdict total = HEDDLE_SAFE;
  for (unsigned i = 0; i < n; i++) {
    heddle_verdict verdict = heddle_result_verdict(results[i]);
    if (verdict == HEDDLE_UNSAFE || total == HEDDLE_SAFE) total = verdict;
  }
  return total;
}
