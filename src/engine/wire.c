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

unsigned char *hd_wire_pack(const hd_result *r, const hd_program *p, size_t *size)
{
  hd_bytes b = {0};
  hd_put(&b, seal);
  hd_put(&b, r->verdict);
  hd_put_cause(&b, &r->cause);
  hd_put(&b, r->searched);
  hd_put(&b, r->closed.len);
  for (uint32_t i = 0; i < r->closed.len; i++) hd_put(&b, r->closed.data[i].check.id);
  hd_put(&b, r->stats.len);
  for (uint32_t i = 0; i < r->stats.len; i++) {
    hd_put_text(&b, r->stats.data[i].name);
    hd_put_bytes(&b, &r->stats.data[i].value, sizeof(double));
  }
  hd_put(&b, r->notes.len);
  for (uint32_t i = 0; i < r->notes.len; i++) hd_put_text(&b, r->notes.data[i]);
  hd_put(&b, r->trace != NULL);
  if (r->trace) put_trace(&b, r->trace);
  hd_put(&b, r->certificate != NULL);
  if (r->certificate) put_certificate(&b, p, r->certificate);
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

bool hd_wire_unpack(const unsigned char *data, size_t size, const hd_program *p, hd_result *r)
{
  hd_reader in = {data, data + size, false};
  if (hd_get(&in) != seal) return false;
  r->verdict = (hd_verdict)hd_get_below(&in, HD_UNKNOWN + 1);
  hd_get_cause(&in, &r->arena, &r->cause);
  r->searched = hd_get(&in) != 0;
  for (uint32_t n = hd_get_count(&in); n > 0 && !in.bad; n--) hd_result_close(r, (hd_check){hd_get_u32(&in)}, NULL);
  for (uint32_t n = hd_get_count(&in); n > 0 && !in.bad; n--) {
    const char *name = hd_get_text(&in, &r->arena);
    double value = 0;
    hd_get_bytes(&in, &value, sizeof value);
    hd_result_stat(r, name, value);
  }
  for (uint32_t n = hd_get_count(&in); n > 0 && !in.bad; n--) hd_vec_push(&r->notes, hd_get_text(&in, &r->arena));
  if (hd_get(&in) != 0) r->trace = get_trace(&in, p);
  if (hd_get(&in) != 0) r->certificate = get_certificate(&in, p, &r->arena);
  if (hd_get(&in) != seal || in.at != in.end) in.bad = true;
  return !in.bad;
}
