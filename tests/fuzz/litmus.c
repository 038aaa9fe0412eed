#include "litmus.h"

#include <stdio.h>

#include "program/text.h"
#include "trace/interp.h"

enum { VARS = 5 };

typedef struct {
  FILE *out;
  uint64_t random;
  uint32_t locs;
} writer;

static uint32_t pick(writer *w, uint32_t n)
{
  w->random = hd_hash_u64(w->random + UINT64_C(0x9e3779b97f4a7c15));
  return (uint32_t)(w->random >> 33) % n;
}

static void step(writer *w, const char *owner, const char *what)
{
  fprintf(w->out, "loc L%u %s\nedge L%u -> L%u %s\n", w->locs + 1, owner, w->locs, w->locs + 1, what);
  w->locs++;
}

/* v := constant, v := u (+ 1), in one step or by way of a local; sometimes a wait for a value that comes or
 * not. */
static void statement(writer *w, uint32_t thread)
{
  char owner[16], text[96];
  uint32_t to = pick(w, VARS), from = pick(w, VARS), kind = pick(w, 10);
  snprintf(owner, sizeof owner, "t%u", thread);
  if (kind < 3) {
    snprintf(text, sizeof text, "do v%u := %u:2", to, pick(w, 3));
    step(w, owner, text);
  } else if (kind < 5) {
    snprintf(text, sizeof text, "do v%u := (add v%u %u:2)", to, from, pick(w, 2));
    step(w, owner, text);
  } else if (kind < 8) {
    snprintf(text, sizeof text, "do r%u := v%u", thread, from);
    step(w, owner, text);
    snprintf(text, sizeof text, "do v%u := (add r%u %u:2)", to, thread, pick(w, 2));
    step(w, owner, text);
  } else {
    const char *form = kind == 8 ? "when (not (= v%u %u:2))" : "when (= v%u %u:2)";
    snprintf(text, sizeof text, form, from, pick(w, 3));
    step(w, owner, text);
  }
}

/* waits: for a value that seldom comes, and no thread waits for it. */
static void write_thread(writer *w, uint32_t thread, uint32_t statements, bool waits)
{
  char owner[16], text[64];
  snprintf(owner, sizeof owner, "t%u", thread);
  fprintf(w->out, "loc L%u %s\n", w->locs, owner);
  snprintf(text, sizeof text, "when (= s%u 1:8) access sync", thread);
  step(w, owner, text);
  snprintf(text, sizeof text, "when (= v%u %u:2)", pick(w, VARS), 1 + pick(w, 3));
  if (waits) step(w, owner, text);
  for (uint32_t i = 0; i < statements; i++) statement(w, thread);
  snprintf(text, sizeof text, "do s%u := 2:8 access sync", thread);
  step(w, owner, text);
  fprintf(w->out, "loc L%u %s end\nedge L%u -> L%u\n", w->locs + 1, owner, w->locs, w->locs + 1);
  w->locs += 2;
}

static void write_main(writer *w, uint32_t threads, uint32_t joined)
{
  char text[160];
  fprintf(w->out, "loc L0 main\n");
  for (uint32_t t = 0; t < threads; t++) {
    snprintf(text, sizeof text, "do s%u := 1:8 access sync", t);
    step(w, "main", text);
  }
  for (uint32_t t = 0; t < joined; t++) {
    snprintf(text, sizeof text, "when (= s%u 2:8) access sync", t);
    if (pick(w, 6)) step(w, "main", text);
  }
  step(w, "main", "assert assertion true");
  fprintf(w->out, "loc L%u main exit\nedge L%u -> L%u\n", w->locs + 1, w->locs, w->locs + 1);
  w->locs += 2;
}

/* The value that the variable has at the end of a random run. */
static uint64_t outcome(const hd_program *p, hd_var v, uint64_t seed)
{
  hd_replay how;
  hd_trace *t = hd_random_run(p, HD_PROP_UNREACH_CALL, seed, 200, &how);
  hd_state *s = hd_state_new(p, t);
  for (uint32_t i = 0; i < t->steps.len; i++) hd_state_step(s, &t->steps.data[i], NULL);
  uint64_t value = hd_state_read(s, v, 0, 0);
  hd_state_free(s);
  hd_trace_free(t);
  return value;
}

/* Can three variables have these values together? Each of them can. */
static void ask(writer *w, hd_program *p)
{
  hd_terms *T = p->terms;
  hd_term all = hd_term_true(T);
  for (uint32_t i = 0; i < 3; i++) {
    hd_var v = {pick(w, VARS)};
    hd_term value = hd_term_bv(T, 2, outcome(p, v, pick(w, 1000)));
    all = hd_term_2(T, HD_OP_AND, all, hd_term_2(T, HD_OP_EQ, hd_program_var_term(p, v), value));
  }
  for (uint32_t e = 0; e < p->edges.len; e++)
    if (p->edges.data[e].kind == HD_EDGE_ASSERT) p->edges.data[e].cond = hd_term_1(T, HD_OP_NOT, all);
}

hd_program *generate_litmus(uint64_t seed)
{
  char *text;
  size_t size;
  writer w = {.out = open_memstream(&text, &size), .random = seed};
  uint32_t threads = 2 + pick(&w, 2), entry[3];
  /* The header names the entries, which follow from the body. */
  char *body;
  size_t body_size;
  FILE *header = w.out;
  w.out = open_memstream(&body, &body_size);
  uint32_t joined = threads - (pick(&w, 2) == 0);
  write_main(&w, threads, joined);
  for (uint32_t t = 0; t < threads; t++) {
    entry[t] = w.locs;
    write_thread(&w, t, threads == 2 ? 2 + pick(&w, 3) : 1 + pick(&w, 2), t >= joined);
  }
  fclose(w.out);
  fprintf(header, "program pointer 64 little\nthread main entry L0 instances 1\n");
  for (uint32_t t = 0; t < threads; t++)
    fprintf(header, "thread t%u entry L%u instances 1 status s%u\n", t, entry[t], t);
  for (uint32_t v = 0; v < VARS; v++) fprintf(header, "var v%u : bv2 shared user signed = 0\n", v);
  for (uint32_t t = 0; t < threads; t++)
    fprintf(header, "var s%u : bv8 shared status unsigned = 0\nvar r%u : bv2 local t%u user signed = 0\n", t, t, t);
  fprintf(header, "%s", body);
  fclose(header);
  hd_diags diags;
  hd_diags_init(&diags);
  hd_program *p = hd_program_parse(text, size, "litmus", &diags);
  if (!p) fprintf(stderr, "%s\n%s\n", text, diags.list.data[0].message);
  HD_CHECK(p);
  hd_diags_clear(&diags);
  free(text);
  free(body);
  hd_program_index(p);
  ask(&w, p);
  return p;
}
