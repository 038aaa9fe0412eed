/* wire.c - a result as bytes, from the process that found it. */
#include "engine/wire.h"
#include "engine/fixpoint/fixpoint.h"
#include "engine/isolate.h"

/* --- writing
 * ---------------------------------------------------------------------------------------------------- */

/* The procedure whose locals a step of the trace has follows from executing it. */
static void put_trace(hd_bytes *b, const hd_bp *p, const hd_bp_trace *t)
{
  hd_bp_where *places = hd_alloc(t->steps.len + 1, sizeof *places);
  hd_bp_trace_places(p, t, places);
  hd_put(b, t->actors.len);
  for (uint32_t i = 0; i < t->actors.len; i++) {
    hd_put(b, t->actors.data[i].kind);
    hd_put(b, t->actors.data[i].of);
    hd_put_text(b, t->actors.data[i].name);
  }
  hd_put(b, t->steps.len);
  for (uint32_t i = 0; i < t->steps.len; i++) {
    const hd_bp_step *s = &t->steps.data[i];
    uint32_t proc = p->locs.data[places[i].after].proc;
    hd_put(b, s->actor);
    hd_put(b, s->move);
    hd_put(b, s->edge);
    hd_put(b, s->starts);
    hd_put(b, proc);
    hd_put_bytes(b, s->globals, p->globals.len);
    hd_put_bytes(b, s->locals, p->procs.data[proc].locals.len);
  }
  free(places);
}

static void put_diags(hd_bytes *b, const hd_diags *diags)
{
  hd_put(b, diags->list.len);
  for (uint32_t i = 0; i < diags->list.len; i++) {
    const hd_diag *d = &diags->list.data[i];
    hd_put(b, d->severity);
    hd_put_text(b, d->place.file);
    hd_put(b, d->place.line);
    hd_put(b, d->place.column);
    hd_put_text(b, d->message);
    hd_put_text(b, d->hint);
  }
}

static void put_result(hd_bytes *b, const hd_bp *p, const hd_fixpoint_result *r, const hd_diags *diags)
{
  hd_put(b, r->result.verdict);
  hd_put(b, r->bad_formula);
  hd_put_cause(b, &r->result.cause);
  hd_put_text(b, r->algorithm);
  hd_put_text(b, r->certificate);
  hd_put(b, r->result.stats.len);
  for (uint32_t i = 0; i < r->result.stats.len; i++) {
    hd_put_text(b, r->result.stats.data[i].name);
    hd_put_bytes(b, &r->result.stats.data[i].value, sizeof(double));
  }
  put_diags(b, diags);
  hd_put(b, r->trace != NULL);
  if (r->trace) put_trace(b, p, r->trace);
  hd_put_text(b, "end");
}

/* --- reading
 * ---------------------------------------------------------------------------------------------------- */

/* Bits of a state, where they lie. */
static const unsigned char *get_bits(hd_reader *in, size_t n)
{
  if (in->bad || (size_t)(in->end - in->at) < n) {
    in->bad = true;
    return NULL;
  }
  in->at += n;
  return in->at - n;
}

static hd_bp_trace *get_trace(hd_reader *in, hd_arena *arena, const hd_bp *p)
{
  hd_bp_trace *t = hd_bp_trace_new();
  for (uint32_t i = 0, n = hd_get_count(in); i < n && !in->bad; i++) {
    uint32_t kind = hd_get_u32(in), of = hd_get_u32(in);
    const char *name = hd_get_text(in, arena);
    if (!in->bad) hd_bp_trace_add_actor(t, (hd_bp_actor_kind)kind, of, name ? name : "");
  }
  for (uint32_t i = 0, n = hd_get_count(in); i < n && !in->bad; i++) {
    hd_bp_step s = {.actor = hd_get_u32(in)};
    s.move = (hd_bp_move)hd_get_u32(in);
    s.edge = hd_get_u32(in);
    s.starts = hd_get_u32(in);
    uint32_t proc = hd_get_u32(in);
    if (proc >= p->procs.len) in->bad = true;
    s.globals = get_bits(in, p->globals.len);
    s.locals = in->bad ? NULL : get_bits(in, p->procs.data[proc].locals.len);
    if (!in->bad) hd_bp_trace_push(t, p, &s, proc);
  }
  return t;
}

static void get_diags(hd_reader *in, hd_arena *arena, hd_diags *diags)
{
  for (uint32_t i = 0, n = hd_get_count(in); i < n && !in->bad; i++) {
    uint32_t severity = hd_get_u32(in);
    const char *file = hd_get_text(in, arena);
    hd_place place = {.file = file, .line = hd_get_u32(in)};
    place.column = hd_get_u32(in);
    const char *message = hd_get_text(in, arena), *hint = hd_get_text(in, arena);
    if (in->bad || !message) continue;
    hd_diag *d = hd_diags_add(diags, (hd_severity)severity, place, "%s", message);
    if (hint) d->hint = hd_arena_strdup(&diags->arena, hint);
  }
}

static bool get_result(hd_reader *in, const hd_bp *p, hd_fixpoint_result *out, hd_diags *diags)
{
  hd_arena *arena = &out->result.arena;
  hd_verdict verdict = (hd_verdict)hd_get_below(in, HD_UNKNOWN + 1);
  out->bad_formula = hd_get_u32(in) != 0;
  hd_get_cause(in, arena, &out->result.cause);
  out->algorithm = hd_get_text(in, arena);
  out->certificate = hd_get_text(in, arena);
  for (uint32_t i = 0, n = hd_get_count(in); i < n && !in->bad; i++) {
    const char *name = hd_get_text(in, arena);
    double value = 0;
    hd_get_bytes(in, &value, sizeof value);
    if (name) hd_result_stat(&out->result, name, value);
  }
  get_diags(in, arena, diags);
  if (hd_get(in)) out->trace = get_trace(in, arena, p);
  const char *end = hd_get_text(in, arena);
  if (in->bad || !end || strcmp(end, "end") != 0) return false;
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
  hd_bytes b = {0};
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
  hd_reader r = {c.data, c.data + c.size, false};
  bool whole = c.end == HD_CHILD_DONE && get_result(&r, p, out, diags);
  if (c.end == HD_CHILD_DONE && !whole) c.end = HD_CHILD_FAILED;
  if (!whole) hd_explain_child(&c, "engine fixpoint", budget, &out->result, defect);
  free(c.data);
}
