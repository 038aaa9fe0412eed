/* sarif_flows.c - chooses the lines that fit a viewer's limits, and writes them as thread flows. */
#include "report/sarif_flows.h"

#include "report/place.h"

/* --- places ------------------------------------------------------------------------------------- */

cJSON *hd_sarif_message(const char *text)
{
  cJSON *message = cJSON_CreateObject();
  cJSON_AddStringToObject(message, "text", text);
  return message;
}

cJSON *hd_sarif_artifact(hd_sarif_context *c, const char *path)
{
  cJSON *artifact = cJSON_CreateObject();
  const char *relative = hd_place_relative(path, c->root);
  cJSON_AddStringToObject(artifact, "uri", hd_place_uri(relative, &c->arena));
  if (*relative != '/') cJSON_AddStringToObject(artifact, "uriBaseId", "SRCROOT");
  return artifact;
}

static cJSON *region_json(hd_sources *sources, hd_pos pos)
{
  cJSON *region = cJSON_CreateObject();
  uint32_t column = hd_sources_column(sources, pos);
  cJSON_AddNumberToObject(region, "startLine", pos.line);
  if (column) cJSON_AddNumberToObject(region, "startColumn", column);
  return region;
}

cJSON *hd_sarif_location(hd_sarif_context *c, hd_sources *sources, hd_pos pos, const char *message)
{
  cJSON *location = cJSON_CreateObject();
  if (pos.file < sources->p->files.len && pos.line) {
    cJSON *physical = cJSON_AddObjectToObject(location, "physicalLocation");
    cJSON_AddItemToObject(physical, "artifactLocation", hd_sarif_artifact(c, sources->p->files.data[pos.file]));
    cJSON_AddItemToObject(physical, "region", region_json(sources, pos));
  }
  if (message) cJSON_AddItemToObject(location, "message", hd_sarif_message(message));
  return location;
}

/* --- which steps ---------------------------------------------------------------------------------- */

typedef enum { UNIMPORTANT, IMPORTANT, ESSENTIAL, IMPORTANCES } importance;
static const char *const importances[IMPORTANCES] = {"unimportant", "important", "essential"};

static bool is_switch(const hd_story *s, uint32_t before, uint32_t at)
{
  if (before == HD_NONE) return true;
  hd_story_who a = s->lines.data[before].who, b = s->lines.data[at].who;
  return a.thread.id != b.thread.id || a.instance != b.instance;
}

/* Essential: the last step, and the first after a context switch, which without it could not be seen. */
static importance weigh_line(const hd_story *s, const bool *relevant, uint32_t before, uint32_t at)
{
  const hd_story_line *l = &s->lines.data[at];
  bool matters = false;
  for (uint32_t i = l->first; i < l->first + l->count; i++) matters |= relevant[i];
  if (at + 1 == s->lines.len || (matters && is_switch(s, before, at))) return ESSENTIAL;
  return matters ? IMPORTANT : UNIMPORTANT;
}

typedef struct {
  uint32_t n, kept;    /* visible lines, and those that stay */
  uint8_t *importance; /* by line */
  bool *keep;          /* by line */
} selection;

/* Of the steps of one importance the last ones stay: they are nearest to the violation. */
static void keep_last(const hd_story *s, selection *x, importance wanted, uint32_t most)
{
  for (uint32_t i = s->lines.len; i-- > 0 && x->kept < most;) {
    if (!s->lines.data[i].number || x->importance[i] != wanted) continue;
    x->keep[i] = true;
    x->kept++;
  }
}

static selection select_lines(const hd_story *s, const bool *relevant, uint32_t most)
{
  selection x = {.importance = hd_alloc(s->lines.len, 1), .keep = hd_alloc(s->lines.len, sizeof(bool))};
  uint32_t before = HD_NONE;
  for (uint32_t i = 0; i < s->lines.len; i++) {
    if (!s->lines.data[i].number) continue;
    x.importance[i] = (uint8_t)weigh_line(s, relevant, before, i);
    before = i;
    x.n++;
  }
  for (unsigned k = IMPORTANCES; k-- > 0;) keep_last(s, &x, (importance)k, most);
  return x;
}

/* --- flows ------------------------------------------------------------------------------------------ */

/* What the step says: who, the source's words, and the values. */
static const char *step_message(hd_story *s, const hd_story_line *l)
{
  const char *text = hd_arena_printf(&s->arena, "%s: %s", hd_story_name(s, l->who), l->text);
  hd_story_notes notes = hd_story_line_notes(s, l, false);
  for (uint32_t i = 0; i < notes.len; i++)
    text = hd_arena_printf(&s->arena, "%s%s%s", text, i ? ", " : "  -- ", notes.data[i]);
  hd_vec_clear(&notes);
  return text;
}

static void add_state(cJSON *to, hd_story *s, const hd_story_line *l)
{
  cJSON *state = cJSON_CreateObject();
  for (uint32_t i = 0; i < l->events.len; i++) {
    const hd_event *e = &l->events.data[i];
    if (!e->write || !hd_story_shows(s, l, e, false)) continue;
    const char *name = hd_story_target(s, e);
    if (!cJSON_GetObjectItemCaseSensitive(state, name))
      cJSON_AddItemToObject(state, name, hd_sarif_message(hd_story_value(s, e, e->value)));
  }
  if (state->child)
    cJSON_AddItemToObject(to, "state", state);
  else
    cJSON_Delete(state);
}

static cJSON *step_location(hd_sarif_context *c, hd_story *s, const hd_story_line *l, importance how)
{
  cJSON *step = cJSON_CreateObject();
  cJSON_AddItemToObject(step, "location", hd_sarif_location(c, &s->sources, l->pos, step_message(s, l)));
  add_state(step, s, l);
  cJSON_AddNumberToObject(step, "executionOrder", l->number);
  cJSON_AddStringToObject(step, "importance", importances[how]);
  return step;
}

/* Of one thread's instance, or of all where `who` is NULL. NULL: it has no step. */
static cJSON *thread_flow(hd_sarif_context *c, hd_story *s, const selection *x, const hd_story_who *who)
{
  cJSON *locations = cJSON_CreateArray(), *flow;
  for (uint32_t i = 0; i < s->lines.len; i++) {
    const hd_story_line *l = &s->lines.data[i];
    bool own = !who || (l->who.thread.id == who->thread.id && l->who.instance == who->instance);
    if (own && x->keep[i]) cJSON_AddItemToArray(locations, step_location(c, s, l, (importance)x->importance[i]));
  }
  if (!locations->child) {
    cJSON_Delete(locations);
    return NULL;
  }
  flow = cJSON_CreateObject();
  cJSON_AddStringToObject(flow, "id", who ? hd_story_name(s, *who) : "interleaving");
  cJSON_AddItemToObject(flow, "locations", locations);
  return flow;
}

static cJSON *code_flow(hd_story *s, const selection *x, const char *what, cJSON *flows)
{
  cJSON *flow = cJSON_CreateObject();
  const char *text = x->kept == x->n
                         ? what
                         : hd_arena_printf(&s->arena, "%s; %u of %u steps, %u that matter least are left out", what,
                                           x->kept, x->n, x->n - x->kept);
  cJSON_AddItemToObject(flow, "message", hd_sarif_message(text));
  cJSON_AddItemToObject(flow, "threadFlows", flows);
  return flow;
}

static cJSON *flows_of_threads(hd_sarif_context *c, hd_story *s, const selection *x)
{
  cJSON *flows = cJSON_CreateArray();
  for (uint32_t t = 0; t < s->p->threads.len; t++)
    for (uint32_t i = 0; i < s->p->threads.data[t].instances; i++) {
      cJSON *flow = thread_flow(c, s, x, &(hd_story_who){{t}, i});
      if (flow) cJSON_AddItemToArray(flows, flow);
    }
  return flows;
}

cJSON *hd_sarif_flows(hd_sarif_context *c, hd_story *s, const bool *relevant, uint32_t most)
{
  selection x = select_lines(s, relevant, most / 2);
  cJSON *all = cJSON_CreateArray(), *whole = thread_flow(c, s, &x, NULL);
  if (whole) {
    cJSON *flows = cJSON_CreateArray();
    cJSON_AddItemToArray(flows, whole);
    cJSON_AddItemToArray(all, code_flow(s, &x, "all threads, in the order of the steps", flows));
    cJSON_AddItemToArray(all, code_flow(s, &x, "thread by thread", flows_of_threads(c, s, &x)));
  }
  free(x.importance);
  free(x.keep);
  return all;
}
