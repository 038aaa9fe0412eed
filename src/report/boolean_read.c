/* boolean_read.c - a counterexample of a Boolean program from its JSON form. */
#include "report/boolean_json.h"

typedef struct {
  const char *name;
  hd_diags *diags;
  const hd_bp *p;
  hd_bp_trace *trace;
  uint32_t step;   /* being read, from 1; 0: none */
  uint32_t widest; /* the procedure with the most locals: its frames have room for any */
} reader;

static bool complain_of_boolean_trace(const reader *r, const char *what)
{
  hd_place place = {.file = r->name};
  if (r->step)
    hd_diags_add(r->diags, HD_ERROR, place, "step %u of the trace: %s", r->step, what);
  else
    hd_diags_add(r->diags, HD_ERROR, place, "%s", what);
  return false;
}

/* A whole number below `end`. */
static bool get_number(const cJSON *object, const char *key, uint32_t end, uint32_t *out)
{
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
  if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0 && item->valuedouble < end)) return false;
  *out = (uint32_t)item->valuedouble;
  return *out == item->valuedouble;
}

static const char *get_text(const cJSON *object, const char *key)
{
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
  return cJSON_IsString(item) ? item->valuestring : NULL;
}

/* Zeros and ones, at most n; the rest are zeros. */
static bool get_bits(const cJSON *object, const char *key, uint32_t n, uint8_t *out)
{
  const char *text = get_text(object, key);
  memset(out, 0, n);
  if (!text || strlen(text) > n || text[strspn(text, "01")]) return false;
  for (uint32_t i = 0; text[i]; i++) out[i] = text[i] == '1';
  return true;
}

static bool read_actor(reader *r, const cJSON *item)
{
  const char *name = get_text(item, "name"), *kind = get_text(item, "kind");
  uint32_t of = 0;
  for (hd_bp_actor_kind k = HD_BP_ACTOR_INIT; name && kind && k <= HD_BP_ACTOR_SPAWNED; k++) {
    if (strcmp(kind, hd_report_actor_kinds[k]) != 0) continue;
    uint32_t end = k == HD_BP_ACTOR_INIT ? 1 : k == HD_BP_ACTOR_LISTED ? r->p->threads.len : r->p->edges.len;
    if (!get_number(item, "of", end, &of)) break;
    if (k == HD_BP_ACTOR_INIT && r->p->init == HD_NONE) break;
    if (k == HD_BP_ACTOR_SPAWNED && r->p->edges.data[of].kind != HD_BP_SPAWN) break;
    hd_bp_trace_add_actor(r->trace, k, of, name);
    return true;
  }
  return complain_of_boolean_trace(r, "a thread of the trace is not one of this program");
}

static bool read_step(reader *r, const cJSON *item)
{
  const char *move = get_text(item, "move");
  uint32_t n_globals = r->p->globals.len, n_locals = r->p->procs.data[r->widest].locals.len;
  uint8_t *globals = hd_arena_alloc(&r->trace->arena, n_globals + 1),
          *locals = hd_arena_alloc(&r->trace->arena, n_locals + 1);
  hd_bp_step s = {.edge = HD_NONE, .starts = HD_NONE, .globals = globals, .locals = locals};
  if (!move || !get_number(item, "actor", r->trace->actors.len, &s.actor))
    return complain_of_boolean_trace(r, "no thread, or no move");
  s.move = strcmp(move, "begin") == 0    ? HD_BP_BEGIN
           : strcmp(move, "return") == 0 ? HD_BP_RETURN
           : strcmp(move, "again") == 0  ? HD_BP_AGAIN
                                         : HD_BP_TAKE;
  bool takes = s.move == HD_BP_TAKE || s.move == HD_BP_AGAIN;
  if (takes && !get_number(item, "edge", r->p->edges.len, &s.edge))
    return complain_of_boolean_trace(r, "an edge that is not in this program");
  if (s.move == HD_BP_AGAIN && !get_number(item, "as", r->trace->steps.len, &s.starts))
    return complain_of_boolean_trace(r, "it repeats a step that is not before it");
  if (s.move == HD_BP_TAKE && cJSON_HasObjectItem(item, "started") &&
      !get_number(item, "started", r->trace->actors.len, &s.starts))
    return complain_of_boolean_trace(r, "it starts a thread that is not in the list");
  if (!get_bits(item, "state", n_globals, globals) || !get_bits(item, "frame", n_locals, locals))
    return complain_of_boolean_trace(r, "values that are not those of this program's variables");
  hd_bp_trace_push(r->trace, r->p, &s, r->widest);
  return true;
}

static bool read_trace(reader *r, const cJSON *trace)
{
  const cJSON *item, *actors = cJSON_GetObjectItemCaseSensitive(trace, "actors"),
                     *steps = cJSON_GetObjectItemCaseSensitive(trace, "steps");
  if (!cJSON_IsArray(actors) || !cJSON_IsArray(steps))
    return complain_of_boolean_trace(r, "there is no trace of a Boolean program in it");
  cJSON_ArrayForEach(item, actors) if (!read_actor(r, item)) return false;
  cJSON_ArrayForEach(item, steps)
  {
    r->step++;
    if (!read_step(r, item)) return false;
  }
  return true;
}

hd_bp_trace *hd_report_boolean_parse(const char *text, const char *name, const hd_bp *p, hd_diags *diags)
{
  cJSON *root = hd_report_read_json(text, name, diags);
  if (!root) return NULL;
  reader r = {.name = name, .diags = diags, .p = p, .trace = hd_bp_trace_new()};
  for (uint32_t i = 0; i < p->procs.len; i++)
    if (p->procs.data[i].locals.len > p->procs.data[r.widest].locals.len) r.widest = i;
  bool ok = read_trace(&r, cJSON_GetObjectItemCaseSensitive(root, "trace"));
  cJSON_Delete(root);
  if (ok) return r.trace;
  hd_bp_trace_free(r.trace);
  return NULL;
}
