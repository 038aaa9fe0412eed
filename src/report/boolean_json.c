/* boolean_json.c - steps, states and places as cJSON objects. */
#include "report/boolean_json.h"

#include "report/boolean.h"

const char *const hd_report_actor_kinds[] = {
    [HD_BP_ACTOR_INIT] = "init", [HD_BP_ACTOR_LISTED] = "listed", [HD_BP_ACTOR_SPAWNED] = "started"};

static void add_values(cJSON *to, const hd_bp *p, const hd_u32s *vars, const uint8_t *values)
{
  for (uint32_t i = 0; i < vars->len; i++)
    if (!p->vars.data[vars->data[i]].internal) cJSON_AddNumberToObject(to, p->vars.data[vars->data[i]].name, values[i]);
}

/* All values, those of the translation's own variables included: what a replay needs. */
static void add_state(cJSON *to, const char *name, const uint8_t *values, uint32_t n)
{
  char *bits = hd_alloc(n + 1, 1);
  for (uint32_t i = 0; i < n; i++) bits[i] = values[i] ? '1' : '0';
  cJSON_AddStringToObject(to, name, bits);
  free(bits);
}

static cJSON *step_json(const hd_bp *p, const hd_bp_trace *t, uint32_t i, const hd_bp_where *at)
{
  static const char *const moves[] = {
      [HD_BP_BEGIN] = "begin", [HD_BP_TAKE] = "step", [HD_BP_RETURN] = "return", [HD_BP_AGAIN] = "again"};
  const hd_bp_step *s = &t->steps.data[i];
  const hd_bp_edge *e = NULL;
  bool takes = s->move == HD_BP_TAKE || s->move == HD_BP_AGAIN;
  if (takes) e = &p->edges.data[s->edge];
  if (s->move == HD_BP_RETURN) e = &p->edges.data[at->call];
  cJSON *step = cJSON_CreateObject();
  cJSON_AddStringToObject(step, "name", t->actors.data[s->actor].name);
  cJSON_AddStringToObject(step, "move", s->move == HD_BP_TAKE && e->kind == HD_BP_CALL ? "call" : moves[s->move]);
  if (e) {
    cJSON_AddStringToObject(step, "file", p->file);
    cJSON_AddNumberToObject(step, "line", e->pos.line);
    cJSON_AddNumberToObject(step, "column", e->pos.column);
    if (e->text) cJSON_AddStringToObject(step, "text", e->text);
  }
  uint32_t proc = p->locs.data[at->after].proc;
  cJSON_AddStringToObject(step, "function", p->procs.data[proc].name);
  if (s->move == HD_BP_TAKE && s->starts != HD_NONE) {
    cJSON_AddStringToObject(step, "starts", t->actors.data[s->starts].name);
    cJSON_AddNumberToObject(step, "started", s->starts);
  }
  cJSON_AddNumberToObject(step, "actor", s->actor);
  if (takes) cJSON_AddNumberToObject(step, "edge", s->edge);
  if (s->move == HD_BP_AGAIN) cJSON_AddNumberToObject(step, "as", s->starts);
  add_state(step, "state", s->globals, p->globals.len);
  add_state(step, "frame", s->locals, p->procs.data[proc].locals.len);
  add_values(cJSON_AddObjectToObject(step, "globals"), p, &p->globals, s->globals);
  add_values(cJSON_AddObjectToObject(step, "locals"), p, &p->procs.data[proc].locals, s->locals);
  return step;
}

cJSON *hd_report_boolean_json(const hd_bp *p, const hd_bp_trace *t)
{
  cJSON *trace = cJSON_CreateObject();
  hd_bp_where *places = hd_alloc(t->steps.len + 1, sizeof *places);
  hd_bp_trace_places(p, t, places);
  cJSON_AddNumberToObject(trace, "switches", hd_bp_trace_switches(t));
  char *end = hd_report_boolean_end(p, t);
  cJSON_AddItemToArray(cJSON_AddArrayToObject(trace, "violation"), cJSON_CreateString(end));
  cJSON *actors = cJSON_AddArrayToObject(trace, "actors");
  for (uint32_t i = 0; i < t->actors.len; i++) {
    cJSON *actor = cJSON_CreateObject();
    cJSON_AddStringToObject(actor, "name", t->actors.data[i].name);
    cJSON_AddStringToObject(actor, "kind", hd_report_actor_kinds[t->actors.data[i].kind]);
    cJSON_AddNumberToObject(actor, "of", t->actors.data[i].of);
    cJSON_AddItemToArray(actors, actor);
  }
  cJSON *steps = cJSON_AddArrayToObject(trace, "steps");
  for (uint32_t i = 0; i < t->steps.len; i++) cJSON_AddItemToArray(steps, step_json(p, t, i, &places[i]));
  free(end);
  free(places);
  return trace;
}
