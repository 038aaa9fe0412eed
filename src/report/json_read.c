/* json_read.c - a trace from its JSON form. The file may be wrong: everything
 * is checked against the program, and whether it runs into a violation is the replay's matter. */
#include <cjson/cJSON.h>
#include <errno.h>
#include <inttypes.h>

#include "program/words.h"
#include "report/boolean_json.h"
#include "report/json.h"

typedef struct {
  const char *name;
  hd_diags *diags;
  const hd_program *p;
  hd_trace *trace;
  uint32_t step; /* being read, from 1; 0: none */
} reader;

static bool complain_of_trace(const reader *r, const char *what)
{
  hd_place place = {.file = r->name};
  if (r->step)
    hd_diags_add(r->diags, HD_ERROR, place, "step %" PRIu32 " of the trace: %s", r->step, what);
  else
    hd_diags_add(r->diags, HD_ERROR, place, "%s", what);
  return false;
}

/* --- values ------------------------------------------------------------------------------------------ */

static bool get_u32(const cJSON *object, const char *key, uint32_t *out)
{
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
  if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0 && item->valuedouble < (double)UINT32_MAX)) return false;
  *out = (uint32_t)item->valuedouble;
  return *out == item->valuedouble;
}

static bool get_u64(const cJSON *item, uint64_t *out)
{
  if (!cJSON_IsString(item) || *item->valuestring < '0' || *item->valuestring > '9') return false;
  char *end;
  errno = 0;
  *out = strtoull(item->valuestring, &end, 10);
  return !*end && errno == 0;
}

static const char *get_text(const cJSON *object, const char *key)
{
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
  return cJSON_IsString(item) ? item->valuestring : NULL;
}

/* Line and column of the place where the parser stopped. */
cJSON *hd_report_read_json(const char *text, const char *name, hd_diags *diags)
{
  const char *end = text;
  cJSON *root = cJSON_ParseWithOpts(text, &end, true);
  if (root) return root;
  hd_place place = {.file = name, .line = 1, .column = 1};
  for (const char *c = text; c < end; c++) {
    place.line += *c == '\n';
    place.column = *c == '\n' ? 1 : place.column + 1;
  }
  hd_diag *d = hd_diags_add(diags, HD_ERROR, place, "this is not JSON");
  d->hint = "a trace is what `heddle verify --json FILE` writes";
  return NULL;
}

/* --- the header ---------------------------------------------------------------------------------------- */

/* Of several results, the wanted property's, or the first that has a trace; the object itself when it is one result. */
static const cJSON *choose_result(const cJSON *root, const hd_property *wanted)
{
  const cJSON *list = cJSON_GetObjectItemCaseSensitive(root, "properties"), *item;
  if (!cJSON_IsArray(list)) return root;
  cJSON_ArrayForEach(item, list)
  {
    const char *name = get_text(item, "property");
    if (wanted ? name && strcmp(name, hd_property_name(*wanted)) == 0 : cJSON_HasObjectItem(item, "trace")) return item;
  }
  return list->child ? list->child : root;
}

static bool read_header(const reader *r, const cJSON *root, hd_property *property, uint32_t *limits)
{
  uint32_t schema = HD_JSON_SCHEMA;
  if (get_u32(root, "schema", &schema) && schema > HD_JSON_SCHEMA)
    return complain_of_trace(r, "the trace was written by a later version of heddle, in a form that is not known");
  const char *word = get_text(root, "property");
  if (!word) return complain_of_trace(r, "there is no property in the trace");
  if (!hd_property_find(word, property)) return complain_of_trace(r, "the trace is about a property that is not known");
  const cJSON *object = cJSON_GetObjectItemCaseSensitive(root, "limits");
  for (unsigned i = 0; i < HD_LIMIT_COUNT; i++) {
    if (!cJSON_HasObjectItem(object, hd_limit_words[i])) continue;
    if (!get_u32(object, hd_limit_words[i], &limits[i]))
      return complain_of_trace(r, "a limit in the trace is not a number");
  }
  return true;
}

hd_status hd_report_parse_header(const char *text, const char *name, const hd_property *wanted, hd_property *property,
                                 uint32_t limits[HD_LIMIT_COUNT], bool *fixed_order, hd_diags *diags)
{
  reader r = {.name = name, .diags = diags};
  cJSON *root = hd_report_read_json(text, name, diags);
  const cJSON *result = choose_result(root, wanted);
  bool ok = root && read_header(&r, result, property, limits);
  const char *turns = get_text(result, "turns");
  if (turns) *fixed_order = strcmp(turns, "fixed") == 0;
  cJSON_Delete(root);
  return ok ? HD_OK : HD_BAD_INPUT;
}

/* --- the trace ------------------------------------------------------------------------------------------ */

static bool read_initial(reader *r, const cJSON *item)
{
  hd_initial in;
  const char *name = get_text(item, "variable");
  if (!name || !get_u32(item, "instance", &in.instance) || !get_u32(item, "index", &in.index) ||
      !get_u64(cJSON_GetObjectItemCaseSensitive(item, "value"), &in.value))
    return complain_of_trace(r, "an initial value of the trace is incomplete");
  in.var = hd_program_find_var(r->p, name);
  if (in.var.id == HD_NONE) return complain_of_trace(r, "an initial value's variable is not in this program");
  hd_vec_push(&r->trace->initial, in);
  return true;
}

static bool read_inputs(reader *r, const cJSON *list, hd_u64s *inputs)
{
  const cJSON *item;
  inputs->len = 0;
  cJSON_ArrayForEach(item, list)
  {
    uint64_t value;
    if (!get_u64(item, &value)) return complain_of_trace(r, "an input is not a number");
    hd_vec_push(inputs, value);
  }
  return true;
}

static bool read_step(reader *r, const cJSON *item, hd_u64s *inputs)
{
  uint32_t instance, edge;
  const char *name = get_text(item, "thread");
  if (!name || !get_u32(item, "instance", &instance) || !get_u32(item, "edge", &edge))
    return complain_of_trace(r, "it lacks `thread`, `instance` or `edge`");
  hd_thread thread = hd_program_find_thread(r->p, name);
  if (thread.id == HD_NONE || instance >= hd_thread_get(r->p, thread)->instances)
    return complain_of_trace(r, "its thread is not in this program");
  if (edge >= r->p->edges.len) return complain_of_trace(r, "its edge is not in this program");
  if (!read_inputs(r, cJSON_GetObjectItemCaseSensitive(item, "inputs"), inputs)) return false;
  hd_trace_push(r->trace, thread, instance, (hd_edge){edge}, inputs->data, inputs->len);
  return true;
}

static bool read_trace(reader *r, const cJSON *root)
{
  const cJSON *trace = cJSON_GetObjectItemCaseSensitive(root, "trace"), *item;
  const cJSON *steps = cJSON_GetObjectItemCaseSensitive(trace, "steps");
  if (!cJSON_IsArray(steps)) return complain_of_trace(r, "there is no trace in this file");
  cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(trace, "initial"))
  {
    if (!read_initial(r, item)) return false;
  }
  bool ok = true;
  hd_u64s inputs = {0};
  for (item = steps->child; item && ok; item = item->next) {
    r->step++;
    ok = read_step(r, item, &inputs);
  }
  hd_vec_clear(&inputs);
  return ok;
}

hd_trace *hd_report_parse_trace(const char *text, const char *name, const hd_program *p, hd_property property,
                                hd_diags *diags)
{
  cJSON *root = hd_report_read_json(text, name, diags);
  if (!root) return NULL;
  reader r = {.name = name, .diags = diags, .p = p, .trace = hd_trace_new()};
  bool ok = read_trace(&r, choose_result(root, &property));
  cJSON_Delete(root);
  if (ok) return r.trace;
  hd_trace_free(r.trace);
  return NULL;
}
