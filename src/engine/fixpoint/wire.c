/* wire.c - a result as bytes, from the process that found it. */
#include "engine/fixpoint/fixpoint.h"
#include "engine/isolate.h"

/* --- writing
 * ---------------------------------------------------------------------------------------------------- */

typedef HD_VEC(unsigned char) bytes;

static void put(bytes *b, const void *data, size_t n)
{
  hd_vec_reserve(b, b->len + (uint32_t)n + 1);
  if (n) memcpy(b->data + b->len, data, n);
  b->len += (uint32_t)n;
}

static void put_u32(bytes *b, uint32_t value)
{
  put(b, &value, sizeof value);
}

static void put_text(bytes *b, const char *text)
{
  put_u32(b, text ? (uint32_t)strlen(text) : HD_NONE);
  if (text) put(b, text, strlen(text));
}

/* The procedure whose locals a step of the trace has follows from executing it. */
static void put_trace(bytes *b, const hd_bp *p, const hd_bp_trace *t)
{
  hd_bp_where *places = hd_alloc(t->steps.len + 1, sizeof *places);
  hd_bp_trace_places(p, t, places);
  put_u32(b, t->actors.len);
  for (uint32_t i = 0; i < t->actors.len; i++) {
    put_u32(b, t->actors.data[i].kind);
    put_u32(b, t->actors.data[i].of);
    put_text(b, t->actors.data[i].name);
  }
  put_u32(b, t->steps.len);
  for (uint32_t i = 0; i < t->steps.len; i++) {
    const hd_bp_step *s = &t->steps.data[i];
    uint32_t proc = p->locs.data[places[i].after].proc, head[] = {s->actor, s->move, s->edge, s->starts, proc};
    put(b, head, sizeof head);
    put(b, s->globals, p->globals.len);
    put(b, s->locals, p->procs.data[proc].locals.len);
  }
  free(places);
}

static void put_diags(bytes *b, const hd_diags *diags)
{
  put_u32(b, diags->list.len);
  for (uint32_t i = 0; i < diags->list.len; i++) {
    const hd_diag *d = &diags->list.data[i];
    put_u32(b, d->severity);
    put_text(b, d->place.file);
    put_u32(b, d->place.line);
    put_u32(b, d->place.column);
    put_text(b, d->message);
    put_text(b, d->hint);
  }
}

static void put_result(bytes *b, const hd_bp *p, const hd_fixpoint_result *r, const hd_diags *diags)
{
  put_u32(b, r->result.verdict);
  put_u32(b, r->bad_formula);
  put_text(b, r->result.reason);
  put_text(b, r->algorithm);
  put_text(b, r->certificate);
  put_u32(b, r->result.stats.len);
  for (uint32_t i = 0; i < r->result.stats.len; i++) {
    put_text(b, r->result.stats.data[i].name);
    put(b, &r->result.stats.data[i].value, sizeof(double));
  }
  put_diags(b, diags);
  put_u32(b, r->trace != NULL);
  if (r->trace) put_trace(b, p, r->trace);
  put_text(b, "end");
}

/* --- reading
 * ---------------------------------------------------------------------------------------------------- */

typedef struct {
  const unsigned char *at, *end;
  hd_arena *arena;
  bool bad;
} reader;

static const unsigned char *get(reader *r, size_t n)
{
  if (r->bad || (size_t)(r->end - r->at) < n) {
    r->bad = true;
    return NULL;
  }
  r->at += n;
  return r->at - n;
}

static uint32_t get_u32(reader *r)
{
  uint32_t value = 0;
  const unsigned char *data = get(r, sizeof value);
  if (data) memcpy(&value, data, sizeof value);
  return value;
}

static const char *get_text(reader *r)
{
  uint32_t n = get_u32(r);
  if (r->bad || n == HD_NONE) return NULL;
  const unsigned char *data = get(r, n);
  return data ? hd_arena_strndup(r->arena, (const char *)data, n) : NULL;
}

static hd_bp_trace *get_trace(reader *r, const hd_bp *p)
{
  hd_bp_trace *t = hd_bp_trace_new();
  for (uint32_t i = 0, n = get_u32(r); i < n && !r->bad; i++) {
    uint32_t kind = get_u32(r), of = get_u32(r);
    const char *name = get_text(r);
    if (!r->bad) hd_bp_trace_add_actor(t, (hd_bp_actor_kind)kind, of, name ? name : "");
  }
  for (uint32_t i = 0, n = get_u32(r); i < n && !r->bad; i++) {
    hd_bp_step s = {.actor = get_u32(r)};
    s.move = (hd_bp_move)get_u32(r);
    s.edge = get_u32(r);
    s.starts = get_u32(r);
    uint32_t proc = get_u32(r);
    if (proc >= p->procs.len) r->bad = true;
    s.globals = get(r, p->globals.len);
    s.locals = r->bad ? NULL : get(r, p->procs.data[proc].locals.len);
    if (!r->bad) hd_bp_trace_push(t, p, &s, proc);
  }
  return t;
}

static void get_diags(reader *r, hd_diags *diags)
{
  for (uint32_t i = 0, n = get_u32(r); i < n && !r->bad; i++) {
    uint32_t severity = get_u32(r);
    const char *file = get_text(r);
    hd_place place = {.file = file, .line = get_u32(r)};
    place.column = get_u32(r);
    const char *message = get_text(r), *hint = get_text(r);
    if (r->bad || !message) continue;
    hd_diag *d = hd_diags_add(diags, (hd_severity)severity, place, "%s", message);
    if (hint) d->hint = hd_arena_strdup(&diags->arena, hint);
  }
}

static bool get_result(reader *r, const hd_bp *p, hd_fixpoint_result *out, hd_diags *diags)
{
  hd_verdict verdict = (hd_verdict)get_u32(r);
  out->bad_formula = get_u32(r) != 0;
  const char *reason = get_text(r);
  out->algorithm = get_text(r);
  out->certificate = get_text(r);
  for (uint32_t i = 0, n = get_u32(r); i < n && !r->bad; i++) {
    const char *name = get_text(r);
    const unsigned char *data = get(r, sizeof(double));
    double value = 0;
    if (data) memcpy(&value, data, sizeof value);
    if (name) hd_result_stat(&out->result, name, value);
  }
  get_diags(r, diags);
  if (get_u32(r)) out->trace = get_trace(r, p);
  const char *end = get_text(r);
  if (r->bad || !end || strcmp(end, "end") != 0) return false;
  if (verdict == HD_UNKNOWN) hd_result_unknown(&out->result, HD_NO_POS, "%s", reason ? reason : "no reason given");
  out->result.verdict = verdict;
  return true;
}

/* --- the process
 * ------------------------------------------------------------------------------------------------- */

typedef struct {
  const hd_bp *p;
  const hd_fixpoint_task *task;
  const hd_budget *budget;
} order;

static unsigned char *work(void *context, size_t *size)
{
  const order *o = context;
  hd_fixpoint_result r;
  hd_diags diags;
  bytes b = {0};
  hd_diags_init(&diags);
  hd_fixpoint_result_init(&r);
  hd_fixpoint_run(o->p, o->task, o->budget, &diags, &r);
  put_result(&b, o->p, &r, &diags);
  hd_fixpoint_result_clear(&r);
  hd_diags_clear(&diags);
  *size = b.len;
  return b.data;
}

void hd_fixpoint_run_isolated(const hd_bp *p, const hd_fixpoint_task *task, const hd_budget *budget, hd_diags *diags,
                              hd_fixpoint_result *out, bool *defect)
{
  order o = {p, task, budget};
  hd_child_result c;
  *defect = false;
  hd_child_run(work, &o, budget, &c);
  reader r = {c.data, c.data + c.size, &out->result.arena, false};
  bool whole = c.end == HD_CHILD_DONE && get_result(&r, p, out, diags);
  if (c.end == HD_CHILD_DONE && !whole) c.end = HD_CHILD_FAILED;
  if (!whole) hd_explain_child(&c, "engine fixpoint", budget, &out->result, defect);
  free(c.data);
}
