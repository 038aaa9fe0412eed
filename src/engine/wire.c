#include "engine/wire.h"

#include <stdio.h>

/* First and last word of every result: one cut short is noticed. */
static const uint64_t seal = UINT64_C(0x686564646c650001);

typedef HD_VEC(unsigned char) bytes;

static void put_bytes(bytes *b, const void *data, size_t size)
{
  hd_vec_reserve(b, b->len + (uint32_t)size);
  if (size) memcpy(b->data + b->len, data, size);
  b->len += (uint32_t)size;
}

static void put(bytes *b, uint64_t word)
{
  put_bytes(b, &word, sizeof word);
}

static void put_text(bytes *b, const char *text)
{
  size_t n = text ? strlen(text) : 0;
  put(b, n);
  put_bytes(b, text, n);
}

static void put_trace(bytes *b, const hd_trace *t)
{
  put(b, t->initial.len);
  for (uint32_t i = 0; i < t->initial.len; i++) {
    const hd_initial *x = &t->initial.data[i];
    put(b, x->var.id);
    put(b, x->instance);
    put(b, x->index);
    put(b, x->value);
  }
  put(b, t->steps.len);
  for (uint32_t i = 0; i < t->steps.len; i++) {
    const hd_step *s = &t->steps.data[i];
    put(b, s->thread.id);
    put(b, s->instance);
    put(b, s->edge.id);
    put(b, s->n_inputs);
    for (uint32_t k = 0; k < s->n_inputs; k++) put(b, s->inputs[k]);
  }
}

/* As text, since the terms of this process are numbered in its own way. */
static void put_certificate(bytes *b, const hd_program *p, const hd_certificate *c)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  HD_CHECK(out);
  hd_certificate_print(out, p, c, NULL);
  fclose(out);
  put_text(b, text);
  free(text);
}

unsigned char *hd_wire_pack(const hd_result *r, const hd_program *p, size_t *size)
{
  bytes b = {0};
  put(&b, seal);
  put(&b, r->verdict);
  put_text(&b, r->reason);
  put(&b, r->pos.file);
  put(&b, r->pos.line);
  put(&b, r->pos.column);
  put(&b, r->at_bound);
  put(&b, r->limit);
  put(&b, r->searched);
  put(&b, r->stats.len);
  for (uint32_t i = 0; i < r->stats.len; i++) {
    put_text(&b, r->stats.data[i].name);
    put_bytes(&b, &r->stats.data[i].value, sizeof(double));
  }
  put(&b, r->notes.len);
  for (uint32_t i = 0; i < r->notes.len; i++) put_text(&b, r->notes.data[i]);
  put(&b, r->trace != NULL);
  if (r->trace) put_trace(&b, r->trace);
  put(&b, r->certificate != NULL);
  if (r->certificate) put_certificate(&b, p, r->certificate);
  put(&b, seal);
  *size = b.len;
  return b.data;
}

/* Reading: past the end everything is 0 and `bad` stays set. */
typedef struct {
  const unsigned char *at, *end;
  bool bad;
} reader;

static bool get_bytes(reader *in, void *out, size_t size)
{
  if (in->bad || (size_t)(in->end - in->at) < size) {
    in->bad = true;
    return false;
  }
  memcpy(out, in->at, size);
  in->at += size;
  return true;
}

static uint64_t get(reader *in)
{
  uint64_t word = 0;
  get_bytes(in, &word, sizeof word);
  return word;
}

static uint32_t get_u32(reader *in)
{
  uint64_t word = get(in);
  if (word > UINT32_MAX) in->bad = true;
  return (uint32_t)word;
}

/* A number below `limit`. */
static uint32_t get_below(reader *in, uint32_t limit)
{
  uint32_t n = get_u32(in);
  if (n >= limit) in->bad = true;
  return in->bad ? 0 : n;
}

/* A count of things that take at least a word each. */
static uint32_t get_count(reader *in)
{
  uint64_t n = get(in);
  if (n > (size_t)(in->end - in->at) / sizeof(uint64_t)) in->bad = true;
  return in->bad ? 0 : (uint32_t)n;
}

static const char *get_text(reader *in, hd_arena *arena)
{
  uint64_t n = get(in);
  if (in->bad || n > (size_t)(in->end - in->at)) {
    in->bad = true;
    return "";
  }
  const char *text = hd_arena_strndup(arena, (const char *)in->at, (size_t)n);
  in->at += n;
  return text;
}

static void get_step(reader *in, const hd_program *p, hd_trace *t)
{
  hd_thread thread = {get_below(in, p->threads.len)};
  uint32_t instance = get_u32(in);
  hd_edge edge = {get_below(in, p->edges.len)};
  uint32_t n = get_count(in);
  uint64_t *inputs = hd_alloc(n, sizeof *inputs);
  for (uint32_t k = 0; k < n; k++) inputs[k] = get(in);
  if (!in->bad && instance >= hd_thread_get(p, thread)->instances) in->bad = true;
  if (!in->bad) hd_trace_push(t, thread, instance, edge, inputs, n);
  free(inputs);
}

static hd_trace *get_trace(reader *in, const hd_program *p)
{
  hd_trace *t = hd_trace_new();
  for (uint32_t n = get_count(in); n > 0 && !in->bad; n--) {
    hd_var var = {get_below(in, p->vars.len)};
    uint32_t instance = get_u32(in), index = get_u32(in);
    uint64_t value = get(in);
    hd_vec_push(&t->initial, (hd_initial){var, instance, index, value});
  }
  for (uint32_t n = get_count(in); n > 0 && !in->bad; n--) get_step(in, p, t);
  return t;
}

static hd_certificate *get_certificate(reader *in, const hd_program *p, hd_arena *arena)
{
  hd_diags diags;
  const char *text = get_text(in, arena);
  hd_diags_init(&diags);
  hd_certificate *c = in->bad ? NULL : hd_certificate_parse(text, strlen(text), "certificate", p, &diags);
  hd_diags_clear(&diags);
  if (!c) in->bad = true;
  return c;
}

bool hd_wire_unpack(const unsigned char *data, size_t size, const hd_program *p, hd_result *r)
{
  reader in = {data, data + size, false};
  if (get(&in) != seal) return false;
  r->verdict = (hd_verdict)get_below(&in, HD_UNKNOWN + 1);
  r->reason = get_text(&in, &r->arena);
  r->pos.file = get_u32(&in);
  r->pos.line = get_u32(&in);
  r->pos.column = get_u32(&in);
  r->at_bound = get(&in) != 0;
  r->limit = (hd_limit)get_below(&in, HD_LIMIT_COUNT);
  r->searched = get(&in) != 0;
  for (uint32_t n = get_count(&in); n > 0 && !in.bad; n--) {
    const char *name = get_text(&in, &r->arena);
    double value = 0;
    get_bytes(&in, &value, sizeof value);
    hd_result_stat(r, name, value);
  }
  for (uint32_t n = get_count(&in); n > 0 && !in.bad; n--) hd_vec_push(&r->notes, get_text(&in, &r->arena));
  if (get(&in) != 0) r->trace = get_trace(&in, p);
  if (get(&in) != 0) r->certificate = get_certificate(&in, p, &r->arena);
  if (get(&in) != seal || in.at != in.end) in.bad = true;
  return !in.bad;
}
