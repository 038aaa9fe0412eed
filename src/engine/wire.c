/* wire.c - packs and unpacks verdict, cause, trace and certificate. */
#include "engine/wire.h"

#include <stdio.h>

#include "base/bytes.h"

/* First and last word of every result: one cut short is noticed. */
static const uint64_t seal = UINT64_C(0x686564646c650001);

static void put_trace(hd_bytes *b, const hd_trace *t)
{
  hd_put(b, t->initial.len);
  for (uint32_t i = 0; i < t->initial.len; i++) {
    const hd_initial *x = &t->initial.data[i];
    hd_put(b, x->var.id);
    hd_put(b, x->instance);
    hd_put(b, x->index);
    hd_put(b, x->value);
  }
  hd_put(b, t->steps.len);
  for (uint32_t i = 0; i < t->steps.len; i++) {
    const hd_step *s = &t->steps.data[i];
    hd_put(b, s->thread.id);
    hd_put(b, s->instance);
    hd_put(b, s->edge.id);
    hd_put(b, s->n_inputs);
    for (uint32_t k = 0; k < s->n_inputs; k++) hd_put(b, s->inputs[k]);
  }
}

/* The procedure whose locals a step of the trace has follows from executing it. */
static void put_bp_trace(hd_bytes *b, const hd_bp *p, const hd_bp_trace *t)
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

/* As text, since the terms of this process are numbered in its own way. */
static void put_certificate(hd_bytes *b, const hd_program *p, const hd_certificate *c)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  HD_CHECK(out);
  hd_certificate_print(out, p, c, NULL);
  fclose(out);
  hd_put_text(b, text);
  free(text);
}

void hd_put_cause(hd_bytes *b, const hd_cause *c)
{
  hd_put(b, c->kind);
  hd_put_text(b, c->by);
  hd_put_text(b, c->what);
  hd_put(b, c->pos.file);
  hd_put(b, c->pos.line);
  hd_put(b, c->pos.column);
  hd_put(b, c->at_bound);
  hd_put(b, c->limit);
  hd_put_bytes(b, &c->covered, sizeof c->covered);
}

void hd_get_cause(hd_reader *in, hd_arena *arena, hd_cause *c)
{
  c->kind = (hd_cause_kind)hd_get_below(in, HD_CAUSE_COUNT);
  c->by = hd_get_text(in, arena);
  c->what = hd_get_text(in, arena);
  c->pos.file = hd_get_u32(in);
  c->pos.line = hd_get_u32(in);
  c->pos.column = hd_get_u32(in);
  c->at_bound = hd_get(in) != 0;
  c->limit = (hd_limit)hd_get_below(in, HD_LIMIT_COUNT);
  hd_get_bytes(in, &c->covered, sizeof c->covered);
}

static void put_messages(hd_bytes *b, const hd_diags *messages)
{
  hd_put(b, messages->list.len);
  for (uint32_t i = 0; i < messages->list.len; i++) {
    const hd_diag *d = &messages->list.data[i];
    hd_put(b, d->severity);
    hd_put_text(b, d->place.file);
    hd_put(b, d->place.line);
    hd_put(b, d->place.column);
    hd_put_text(b, d->message);
    hd_put_text(b, d->hint);
  }
}

/* The trace of a violation, or the proof. */
static void put_evidence(hd_bytes *b, const hd_result *r, hd_subject s)
{
  hd_put(b, r->trace != NULL);
  if (r->trace) put_trace(b, r->trace);
  hd_put(b, r->certificate != NULL);
  if (r->certificate) put_certificate(b, s.program, r->certificate);
  hd_put(b, r->bp_trace != NULL);
  if (r->bp_trace) put_bp_trace(b, s.boolean, r->bp_trace);
  hd_put_text(b, r->bp_proof);
}

unsigned char *hd_wire_pack(const hd_result *r, hd_subject s, size_t *size)
{
  hd_bytes b = {0};
  hd_put(&b, seal);
  hd_put(&b, r->verdict);
  hd_put_cause(&b, &r->cause);
  hd_put(&b, r->searched);
  hd_put(&b, r->defect);
  hd_put(&b, r->closed.len);
  for (uint32_t i = 0; i < r->closed.len; i++) hd_put(&b, r->closed.data[i].check.id);
  hd_put(&b, r->stats.len);
  for (uint32_t i = 0; i < r->stats.len; i++) {
    hd_put_text(&b, r->stats.data[i].name);
    hd_put_bytes(&b, &r->stats.data[i].value, sizeof(double));
  }
  hd_put(&b, r->notes.len);
  for (uint32_t i = 0; i < r->notes.len; i++) hd_put_text(&b, r->notes.data[i]);
  hd_put_text(&b, r->algorithm);
  put_messages(&b, &r->messages);
  put_evidence(&b, r, s);
  hd_put(&b, seal);
  *size = b.len;
  return b.data;
}

static void get_step(hd_reader *in, const hd_program *p, hd_trace *t)
{
  hd_thread thread = {hd_get_below(in, p->threads.len)};
  uint32_t instance = hd_get_u32(in);
  hd_edge edge = {hd_get_below(in, p->edges.len)};
  uint32_t n = hd_get_count(in);
  uint64_t *inputs = hd_alloc(n, sizeof *inputs);
  for (uint32_t k = 0; k < n; k++) inputs[k] = hd_get(in);
  if (!in->bad && instance >= hd_thread_get(p, thread)->instances) in->bad = true;
  if (!in->bad) hd_trace_push(t, thread, instance, edge, inputs, n);
  free(inputs);
}

static hd_trace *get_trace(hd_reader *in, const hd_program *p)
{
  hd_trace *t = hd_trace_new();
  for (uint32_t n = hd_get_count(in); n > 0 && !in->bad; n--) {
    hd_var var = {hd_get_below(in, p->vars.len)};
    uint32_t instance = hd_get_u32(in), index = hd_get_u32(in);
    uint64_t value = hd_get(in);
    hd_vec_push(&t->initial, (hd_initial){var, instance, index, value});
  }
  for (uint32_t n = hd_get_count(in); n > 0 && !in->bad; n--) get_step(in, p, t);
  return t;
}

static hd_certificate *get_certificate(hd_reader *in, const hd_program *p, hd_arena *arena)
{
  hd_diags diags;
  const char *text = hd_get_text(in, arena);
  hd_diags_init(&diags);
  hd_certificate *c = in->bad ? NULL : hd_certificate_parse(text, strlen(text), "certificate", p, &diags);
  hd_diags_clear(&diags);
  if (!c) in->bad = true;
  return c;
}

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

static void get_bp_step(hd_reader *in, const hd_bp *p, hd_bp_trace *t)
{
  hd_bp_step s = {.actor = hd_get_u32(in)};
  s.move = (hd_bp_move)hd_get_u32(in);
  s.edge = hd_get_u32(in);
  s.starts = hd_get_u32(in);
  uint32_t proc = hd_get_below(in, p->procs.len);
  s.globals = get_bits(in, p->globals.len);
  s.locals = in->bad ? NULL : get_bits(in, p->procs.data[proc].locals.len);
  if (!in->bad) hd_bp_trace_push(t, p, &s, proc);
}

static hd_bp_trace *get_bp_trace(hd_reader *in, hd_arena *arena, const hd_bp *p)
{
  hd_bp_trace *t = hd_bp_trace_new();
  for (uint32_t n = hd_get_count(in); n > 0 && !in->bad; n--) {
    uint32_t kind = hd_get_u32(in), of = hd_get_u32(in);
    const char *name = hd_get_text(in, arena);
    if (!in->bad) hd_bp_trace_add_actor(t, (hd_bp_actor_kind)kind, of, name ? name : "");
  }
  for (uint32_t n = hd_get_count(in); n > 0 && !in->bad; n--) get_bp_step(in, p, t);
  return t;
}

static void get_messages(hd_reader *in, hd_arena *arena, hd_diags *messages)
{
  for (uint32_t n = hd_get_count(in); n > 0 && !in->bad; n--) {
    hd_severity severity = (hd_severity)hd_get_below(in, HD_ERROR + 1);
    hd_place place = {.file = hd_get_text(in, arena)};
    place.line = hd_get_u32(in);
    place.column = hd_get_u32(in);
    const char *message = hd_get_text(in, arena), *hint = hd_get_text(in, arena);
    if (in->bad || !message) continue;
    hd_diag *d = hd_diags_add(messages, severity, place, "%s", message);
    if (hint) d->hint = hd_arena_strdup(&messages->arena, hint);
  }
}

/* What is not of the subject's kind cannot be there. */
static void get_evidence(hd_reader *in, hd_subject s, hd_result *r)
{
  bool is_program = s.kind == HD_KIND_PROGRAM;
  if (hd_get_below(in, 1 + is_program)) r->trace = get_trace(in, s.program);
  if (hd_get_below(in, 1 + is_program)) r->certificate = get_certificate(in, s.program, &r->arena);
  if (hd_get_below(in, 2 - is_program)) r->bp_trace = get_bp_trace(in, &r->arena, s.boolean);
  r->bp_proof = hd_get_text(in, &r->arena);
}

bool hd_wire_unpack(const unsigned char *data, size_t size, hd_subject s, hd_result *r)
{
  hd_reader in = {data, data + size, false};
  if (hd_get(&in) != seal) return false;
  r->verdict = (hd_verdict)hd_get_below(&in, HD_UNKNOWN + 1);
  hd_get_cause(&in, &r->arena, &r->cause);
  r->searched = hd_get(&in) != 0;
  r->defect = hd_get(&in) != 0;
  for (uint32_t n = hd_get_count(&in); n > 0 && !in.bad; n--) hd_result_close(r, (hd_check){hd_get_u32(&in)}, NULL);
  for (uint32_t n = hd_get_count(&in); n > 0 && !in.bad; n--) {
    const char *name = hd_get_text(&in, &r->arena);
    double value = 0;
    hd_get_bytes(&in, &value, sizeof value);
    hd_result_stat(r, name, value);
  }
  for (uint32_t n = hd_get_count(&in); n > 0 && !in.bad; n--) hd_vec_push(&r->notes, hd_get_text(&in, &r->arena));
  r->algorithm = hd_get_text(&in, &r->arena);
  get_messages(&in, &r->arena, &r->messages);
  get_evidence(&in, s, r);
  if (hd_get(&in) != seal || in.at != in.end) in.bad = true;
  return !in.bad;
}
