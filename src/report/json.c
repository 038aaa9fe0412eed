/* json.c - builds the document that docs/ describes. */
#include "report/json.h"

#include <cjson/cJSON.h>
#include <inttypes.h>

#include "program/words.h"
#include "report/boolean_json.h"
#include "report/cause.h"
#include "report/fingerprint.h"
#include "report/place.h"
#include "report/story.h"

/* 64 bits do not fit into JSON's numbers. */
static cJSON *whole_number(uint64_t value)
{
  char text[24];
  snprintf(text, sizeof text, "%" PRIu64, value);
  return cJSON_CreateString(text);
}

static void add_text(cJSON *to, const char *key, const char *text)
{
  if (text) cJSON_AddStringToObject(to, key, text);
}

/* --- writing -------------------------------------------------------------------------------------- */

static void add_place(cJSON *to, const hd_program *p, hd_pos pos)
{
  hd_place place = hd_program_place(p, pos);
  if (!place.file) return;
  add_text(to, "file", place.file);
  cJSON_AddNumberToObject(to, "line", place.line);
  cJSON_AddNumberToObject(to, "column", place.column);
}

static void add_events(cJSON *step, hd_story *s, const hd_story_line *l)
{
  cJSON *reads = cJSON_AddArrayToObject(step, "reads"), *writes = cJSON_AddArrayToObject(step, "writes");
  for (uint32_t i = 0; i < l->events.len; i++) {
    const hd_event *e = &l->events.data[i];
    cJSON *item = cJSON_CreateObject();
    add_text(item, "name", hd_story_target(s, e));
    add_text(item, "value", hd_story_value(s, e, e->value));
    if (e->write) add_text(item, "before", hd_story_value(s, e, e->before));
    cJSON_AddItemToArray(e->write ? writes : reads, item);
  }
}

static void add_started(cJSON *step, hd_story *s, const hd_story_line *l)
{
  if (!l->started.len) return;
  cJSON *list = cJSON_AddArrayToObject(step, "starts");
  for (uint32_t i = 0; i < l->started.len; i++)
    cJSON_AddItemToArray(list, cJSON_CreateString(hd_story_name(s, l->started.data[i])));
}

/* For people and for a replay: `edge`, `inputs`, `thread` and `instance` are all the latter needs. */
static cJSON *step_json(hd_story *s, const hd_story_line *l, const hd_step *raw)
{
  cJSON *step = cJSON_CreateObject();
  const hd_edge_info *e = hd_edge_get(s->p, raw->edge);
  add_text(step, "name", hd_story_name(s, l->who));
  add_place(step, s->p, l->pos);
  add_text(step, "function", hd_story_function(s, l));
  add_text(step, "text", l->text);
  add_text(step, "label", e->label);
  add_events(step, s, l);
  add_started(step, s, l);
  add_text(step, "thread", hd_thread_get(s->p, raw->thread)->name);
  cJSON_AddNumberToObject(step, "instance", raw->instance);
  cJSON_AddNumberToObject(step, "edge", raw->edge.id);
  cJSON *inputs = cJSON_AddArrayToObject(step, "inputs");
  for (uint32_t i = 0; i < raw->n_inputs; i++) cJSON_AddItemToArray(inputs, whole_number(raw->inputs[i]));
  return step;
}

static cJSON *initial_json(const hd_program *p, const hd_trace *t)
{
  cJSON *list = cJSON_CreateArray();
  for (uint32_t i = 0; i < t->initial.len; i++) {
    const hd_initial *in = &t->initial.data[i];
    if (!in->value) continue; /* what is not mentioned starts with 0 */
    cJSON *item = cJSON_CreateObject();
    add_text(item, "variable", hd_var_get(p, in->var)->name);
    cJSON_AddNumberToObject(item, "instance", in->instance);
    cJSON_AddNumberToObject(item, "index", in->index);
    cJSON_AddItemToObject(item, "value", whole_number(in->value));
    cJSON_AddItemToArray(list, item);
  }
  return list;
}

static void push_place(cJSON *places, const hd_program *p, hd_pos pos)
{
  cJSON *item = cJSON_CreateObject();
  add_place(item, p, pos);
  cJSON_AddItemToArray(places, item);
}

/* The check that fails at the trace's end: its rule, what it says, and where it stands. */
static void add_check(cJSON *trace, hd_story *s)
{
  char fingerprint[HD_SHA256_TEXT];
  cJSON *check = cJSON_AddObjectToObject(trace, "check"), *places = cJSON_CreateArray();
  add_text(check, "text", s->check_text);
  for (uint32_t i = 0; i < s->parties.len; i++) push_place(places, s->p, s->parties.data[i].pos);
  add_text(check, "rule", hd_check_table[s->check].rule);
  cJSON_AddNumberToObject(check, "cwe", hd_check_table[s->check].cwe);
  cJSON_AddItemToObject(check, "places", places);
  hd_report_fingerprint(s, hd_place_root(&s->arena), fingerprint);
  add_text(check, "fingerprint", fingerprint);
}

static cJSON *trace_json(const hd_program *p, const hd_trace *t, hd_property property)
{
  cJSON *trace = cJSON_CreateObject();
  hd_story *s = hd_story_new(p, t, property, &(hd_story_options){.merge = false, .all_steps = true});
  cJSON_AddNumberToObject(trace, "switches", hd_trace_switches(t));
  cJSON *conclusion = cJSON_AddArrayToObject(trace, "violation");
  for (uint32_t i = 0; i < s->conclusion.len; i++)
    cJSON_AddItemToArray(conclusion, cJSON_CreateString(s->conclusion.data[i]));
  if (s->conclusion.len) add_check(trace, s);
  cJSON_AddItemToObject(trace, "initial", initial_json(p, t));
  cJSON *steps = cJSON_AddArrayToObject(trace, "steps");
  for (uint32_t i = 0; i < s->lines.len; i++) {
    const hd_story_line *l = &s->lines.data[i];
    cJSON_AddItemToArray(steps, step_json(s, l, &t->steps.data[l->first]));
  }
  hd_story_free(s);
  return trace;
}

static void add_cause(cJSON *root, const hd_program *p, const hd_cause *c)
{
  cJSON *cause = cJSON_AddObjectToObject(root, "cause"), *covered = cJSON_AddObjectToObject(root, "covered");
  add_text(cause, "kind", hd_cause_names[c->kind]);
  add_text(cause, "by", c->by);
  add_text(cause, "what", c->what);
  if (c->at_bound) add_text(cause, "limit", hd_limit_words[c->limit]);
  if (p) add_place(cause, p, c->pos);
  for (unsigned m = 0; m < HD_MEASURE_COUNT; m++)
    if (c->covered.known >> m & 1) cJSON_AddNumberToObject(covered, hd_measure_names[m], (double)c->covered.amount[m]);
}

static void add_assumptions(cJSON *root, const hd_assumptions *a)
{
  cJSON *list = a->list.len ? cJSON_AddArrayToObject(root, "assumptions") : NULL;
  for (uint32_t i = 0; i < a->list.len; i++) {
    const hd_assumption *one = &a->list.data[i];
    cJSON *entry = cJSON_CreateObject();
    add_text(entry, "kind", hd_assumption_names[one->kind]);
    add_text(entry, "what", one->what);
    add_text(entry, "file", one->place.file);
    if (one->place.file) cJSON_AddNumberToObject(entry, "line", one->place.line);
    cJSON_AddItemToArray(list, entry);
  }
}

static void add_stops(cJSON *root, const hd_program *p, const hd_stops *s)
{
  static const char *const kinds[] = {[HD_STOP_ASSUMED] = "assumption", [HD_STOP_UNDEFINED] = "undefined"};
  if (s->all) cJSON_AddBoolToObject(root, "vacuous", true);
  cJSON *list = s->list.len ? cJSON_AddArrayToObject(root, "stops") : NULL;
  for (uint32_t i = 0; i < s->list.len; i++) {
    const hd_stop_place *one = &s->list.data[i];
    cJSON *entry = cJSON_CreateObject();
    add_text(entry, "kind", kinds[one->stop]);
    if (one->stop == HD_STOP_UNDEFINED) add_text(entry, "rule", hd_check_table[one->check].rule);
    add_place(entry, p, one->pos);
    cJSON_AddItemToArray(list, entry);
  }
}

static void add_unreached(cJSON *root, const hd_program *p, const hd_stops *s)
{
  cJSON *list = s->unreached.len ? cJSON_AddArrayToObject(root, "unreached") : NULL;
  for (uint32_t i = 0; i < s->unreached.len; i++) {
    const hd_unreached *one = &s->unreached.data[i];
    cJSON *entry = cJSON_CreateObject();
    add_text(entry, "kind", hd_unreached_names[one->kind]);
    add_text(entry, "name", one->name);
    add_place(entry, p, one->pos);
    cJSON_AddItemToArray(list, entry);
  }
}

static void add_rests(cJSON *root, const hd_rests *rests)
{
  cJSON *list = rests->len ? cJSON_AddArrayToObject(root, "rests") : NULL;
  for (uint32_t i = 0; i < rests->len; i++) {
    cJSON *entry = cJSON_CreateObject();
    add_text(entry, "function", rests->data[i].function);
    add_text(entry, "what", rests->data[i].what);
    add_text(entry, "file", rests->data[i].place.file);
    cJSON_AddNumberToObject(entry, "line", rests->data[i].place.line);
    cJSON_AddNumberToObject(entry, "column", rests->data[i].place.column);
    cJSON_AddItemToArray(list, entry);
  }
}

static cJSON *check_json(const hd_program *p, const hd_check_answer *a)
{
  static const char *const states[] = {
      [HD_CHECK_PROVED] = "proved", [HD_CHECK_VIOLATED] = "violated", [HD_CHECK_OPEN] = "open"};
  cJSON *check = cJSON_CreateObject(), *places = cJSON_CreateArray();
  add_text(check, "state", states[a->state]);
  add_text(check, "rule", hd_check_table[a->info.kind].rule);
  add_text(check, "text", a->info.text);
  add_text(check, "by", a->by);
  if (hd_program_place(p, a->info.pos).file) push_place(places, p, a->info.pos);
  if (hd_program_place(p, a->info.other).file) push_place(places, p, a->info.other);
  cJSON_AddItemToObject(check, "places", places);
  return check;
}

static void add_checks(cJSON *root, const hd_json_result *r)
{
  if (!r->n_checks) return;
  cJSON *list = cJSON_AddArrayToObject(root, "checks");
  for (uint32_t i = 0; i < r->n_checks; i++) cJSON_AddItemToArray(list, check_json(r->program, &r->checks[i]));
}

static void add_more(cJSON *root, const hd_json_result *r)
{
  if (!r->n_more) return;
  cJSON *list = cJSON_AddArrayToObject(root, "more");
  for (unsigned i = 0; i < r->n_more; i++)
    cJSON_AddItemToArray(list, trace_json(r->more[i].program, r->more[i].trace, r->more[i].property));
}

static cJSON *result_json(const hd_json_result *r)
{
  const hd_program *p = r->program;
  cJSON *root = cJSON_CreateObject();
  add_text(root, "tool", "heddle");
  add_text(root, "version", HD_VERSION);
  cJSON_AddNumberToObject(root, "schema", HD_JSON_SCHEMA);
  add_text(root, "file", r->file);
  add_text(root, "property", hd_property_name(r->property));
  add_text(root, "verdict", r->verdict);
  add_text(root, "reason", r->reason);
  if (r->cause) add_cause(root, p, r->cause);
  if (r->assumptions) add_assumptions(root, r->assumptions);
  if (r->stops && p) add_stops(root, p, r->stops);
  if (r->stops && p) add_unreached(root, p, r->stops);
  if (r->rests) add_rests(root, r->rests);
  add_text(root, "engine", r->engine);
  if (r->fixed_order) add_text(root, "turns", "fixed");
  cJSON *limits = cJSON_AddObjectToObject(root, "limits");
  for (unsigned i = 0; i < HD_LIMIT_COUNT; i++) cJSON_AddNumberToObject(limits, hd_limit_words[i], r->limits[i]);
  cJSON *stats = cJSON_AddObjectToObject(root, "stats");
  for (uint32_t i = 0; i < r->n_stats; i++) cJSON_AddNumberToObject(stats, r->stat_names[i], r->stat_values[i]);
  add_checks(root, r);
  add_more(root, r);
  if (p && r->trace) cJSON_AddItemToObject(root, "trace", trace_json(p, r->trace, r->property));
  if (r->bp && r->bp_trace) cJSON_AddItemToObject(root, "trace", hd_report_boolean_json(r->bp, r->bp_trace));
  return root;
}

static cJSON *several_json(const hd_json_result *results, unsigned n, const char *total)
{
  cJSON *root = cJSON_CreateObject();
  add_text(root, "tool", "heddle");
  add_text(root, "version", HD_VERSION);
  cJSON_AddNumberToObject(root, "schema", HD_JSON_SCHEMA);
  add_text(root, "file", results->file);
  add_text(root, "verdict", total);
  cJSON *list = cJSON_AddArrayToObject(root, "properties");
  for (unsigned i = 0; i < n; i++) cJSON_AddItemToArray(list, result_json(&results[i]));
  return root;
}

bool hd_report_print_json(FILE *out, const cJSON *value)
{
  char *text = cJSON_Print(value);
  if (!text) hd_out_of_memory();
  bool ok = fputs(text, out) >= 0 && fputc('\n', out) != EOF && fflush(out) == 0;
  cJSON_free(text);
  return ok;
}

bool hd_report_json(FILE *out, const hd_json_result *results, unsigned n, const char *total)
{
  cJSON *root = n == 1 ? result_json(results) : several_json(results, n, total);
  bool ok = hd_report_print_json(out, root);
  cJSON_Delete(root);
  return ok;
}
