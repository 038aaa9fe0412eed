/* schedule.c - numbers the places of the program that the runtime has to watch, and lists the steps. */
#include "report/schedule.h"

#include <inttypes.h>

#include "report/given.h"
#include "report/story.h"

/* --- which steps --------------------------------------------------------------------------------------- */

typedef struct {
  const hd_program *p;
  bool shared;
} looking;

/* By variable: does it tell whether a local is alive? The end of a local is no instruction of its own. */
static bool *find_lifetimes(const hd_program *p)
{
  bool *flags = hd_alloc(p->vars.len + 1, sizeof *flags);
  for (uint32_t i = 0; i < p->objects.len; i++)
    if (p->objects.data[i].kind == HD_OBJ_LOCAL && p->objects.data[i].alive.id != HD_NONE)
      flags[p->objects.data[i].alive.id] = true;
  return flags;
}

static void note_leaf(void *context, hd_term leaf)
{
  looking *x = context;
  if (hd_term_op(x->p->terms, leaf) != HD_OP_VAR) return;
  const hd_var_info *v = hd_var_get(x->p, (hd_var){hd_term_symbol(x->p->terms, leaf)});
  x->shared |= v->thread.id == HD_NONE;
}

static void look_at(looking *x, hd_term t)
{
  if (hd_term_is(t)) hd_term_visit_leaves(x->p->terms, t, note_leaf, x);
}

/* Reads or writes what others can see, takes an input, or is a check. */
static bool is_noticed(const hd_program *p, const bool *lifetimes, const hd_edge_info *e)
{
  looking x = {.p = p, .shared = e->kind == HD_EDGE_ASSERT};
  look_at(&x, e->guard);
  look_at(&x, e->cond);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    if (lifetimes[e->assigns[i].var.id]) continue;
    x.shared |= !hd_term_is(e->assigns[i].value) || hd_var_get(p, e->assigns[i].var)->thread.id == HD_NONE;
    look_at(&x, e->assigns[i].index);
    look_at(&x, e->assigns[i].value);
  }
  return x.shared;
}

bool *hd_schedule_sites(const hd_program *p, uint32_t *n)
{
  *n = 1;
  for (uint32_t i = 0; i < p->edges.len; i++)
    if (p->edges.data[i].site >= *n) *n = p->edges.data[i].site + 1;
  bool *sites = hd_alloc(*n, sizeof *sites);
  bool *lifetimes = find_lifetimes(p);
  for (uint32_t i = 0; i < p->edges.len; i++)
    if (is_noticed(p, lifetimes, &p->edges.data[i])) sites[p->edges.data[i].site] = true;
  free(lifetimes);
  sites[0] = false;
  return sites;
}

uint32_t hd_schedule_check(const hd_program *p, const hd_trace *t, hd_property property)
{
  hd_replay r = hd_trace_replay(p, t, property);
  return r.end == HD_END_VIOLATION ? hd_edge_get(p, t->steps.data[r.at].edge)->site : 0;
}

/* --- entries --------------------------------------------------------------------------------------------- */

typedef enum { STEP, CONTINUES, START, END } entry_kind;
static const char *const kind_names[] = {"HD_STEP", "HD_CONTINUES", "HD_START", "HD_END"};

typedef struct {
  FILE *out;
  hd_story *s;
  const hd_trace *t;
  HD_VEC(hd_story_who) threads; /* by number, main first */
  HD_VEC(uint32_t) execution;   /* by thread: the line where its current instruction began, or HD_NONE */
  bool *lifetimes;
  uint32_t open; /* the thread whose entry was written last; HD_NONE */
} writer;

static uint32_t number_of(writer *w, hd_story_who who)
{
  for (uint32_t i = 0; i < w->threads.len; i++)
    if (w->threads.data[i].thread.id == who.thread.id && w->threads.data[i].instance == who.instance) return i;
  hd_vec_push(&w->threads, who);
  hd_vec_push(&w->execution, HD_NONE);
  return w->threads.len - 1;
}

static const hd_edge_info *edge_of(const writer *w, uint32_t line)
{
  return hd_edge_get(w->s->p, w->t->steps.data[w->s->lines.data[line].first].edge);
}

static entry_kind kind_of(const writer *w, uint32_t line)
{
  const hd_program *p = w->s->p;
  const hd_edge_info *e = edge_of(w, line);
  if (hd_loc_get(p, e->to)->kind == HD_LOC_END) return END;
  bool starts = e->from.id == hd_thread_get(p, hd_loc_get(p, e->from)->thread)->entry.id;
  return starts && w->s->lines.data[line].who.thread.id != HD_MAIN.id && !e->site ? START : STEP;
}

/* Has this edge been taken since the thread's current instruction began? Then it begins again. */
static bool was_taken(const writer *w, uint32_t from, uint32_t line)
{
  uint32_t edge = w->t->steps.data[w->s->lines.data[line].first].edge.id;
  hd_story_who who = w->s->lines.data[line].who;
  for (uint32_t i = from; i < line; i++) {
    const hd_story_line *l = &w->s->lines.data[i];
    if (l->who.thread.id == who.thread.id && l->who.instance == who.instance &&
        w->t->steps.data[l->first].edge.id == edge)
      return true;
  }
  return false;
}

static void print_text(FILE *out, const char *text)
{
  for (; *text; text++) {
    if (*text == '"' || *text == '\\') fputc('\\', out);
    if (*text == '?') fputc('\\', out); /* no trigraphs */
    fputc(*text, out);
  }
}

static void print_place(writer *w, hd_pos pos, const char *text)
{
  fputc('"', w->out);
  print_text(w->out, hd_sources_where(&w->s->sources, pos));
  if (*text) fputs(": ", w->out);
  print_text(w->out, text);
  fputc('"', w->out);
}

static void print_entry(writer *w, uint32_t line, entry_kind kind)
{
  const hd_story_line *l = &w->s->lines.data[line];
  const hd_step *step = &w->t->steps.data[l->first];
  int child = l->started.len ? (int)number_of(w, l->started.data[0]) : -1;
  fprintf(w->out, "  {%u, %u, %s, %d, %u, %" PRIu64 "ull, ", number_of(w, l->who), edge_of(w, line)->site,
          kind_names[kind], child, step->n_inputs ? 1u : 0u, step->n_inputs ? step->inputs[0] : 0);
  print_place(w, l->pos, l->text);
  fputs("},\n", w->out);
}

/* A step of an instruction that has an entry already, without one of another thread in between, needs no other. But
 * what it creates or takes must be in one. */
static void write_line(writer *w, uint32_t line)
{
  const hd_story_line *l = &w->s->lines.data[line];
  uint32_t who = number_of(w, l->who), began = w->execution.data[who];
  entry_kind kind = kind_of(w, line);
  bool telling = l->started.len || w->t->steps.data[l->first].n_inputs;
  bool same = kind == STEP && began != HD_NONE && edge_of(w, began)->site == edge_of(w, line)->site &&
              !was_taken(w, began, line);
  bool last = w->s->replay.end == HD_END_VIOLATION && l->first == w->s->replay.at;
  if (kind == STEP && (!edge_of(w, line)->site || (!is_noticed(w->s->p, w->lifetimes, edge_of(w, line)) && !last))) {
    if (!same) w->execution.data[who] = HD_NONE;
    return;
  }
  if (same && w->open == who && !telling) return;
  if (!same) w->execution.data[who] = line;
  print_entry(w, line, same && !(telling && w->open == who) ? CONTINUES : kind);
  w->open = who;
}

/* --- the whole ------------------------------------------------------------------------------------------- */

static void print_race(writer *w)
{
  const hd_race *r = &w->s->replay.race;
  bool race = w->s->replay.end == HD_END_RACE;
  hd_story_who a = {r->thread[0], r->instance[0]}, b = {r->thread[1], r->instance[1]};
  uint32_t no_thread = w->threads.len;
  fprintf(w->out, "static const int hd_race_threads[2] = {%u, %u};\n", race ? number_of(w, a) : no_thread,
          race ? number_of(w, b) : no_thread);
  fprintf(w->out, "static const unsigned hd_race_sites[2] = {%u, %u};\n",
          race ? hd_edge_get(w->s->p, r->edge[0])->site : 0, race ? hd_edge_get(w->s->p, r->edge[1])->site : 0);
  fputs("static const char *const hd_race_places[2] = {", w->out);
  for (unsigned i = 0; i < 2; i++) {
    const hd_edge_info *e = race ? hd_edge_get(w->s->p, r->edge[i]) : NULL;
    print_place(w, e ? e->pos : HD_NO_POS, e ? hd_story_text(w->s, e) : "");
    fputs(i ? "};\n" : ", ", w->out);
  }
}

/* Where the check stands that fails. */
static void print_check(writer *w)
{
  bool fails = w->s->replay.end == HD_END_VIOLATION;
  hd_pos pos = fails ? hd_edge_get(w->s->p, w->t->steps.data[w->s->replay.at].edge)->pos : HD_NO_POS;
  fprintf(w->out, "#define HD_CHECK_LINE %u\n#define HD_CHECK_FILE \"", pos.line ? pos.line : 1);
  print_text(w->out, pos.file == HD_NONE ? "?" : w->s->p->files.data[pos.file]);
  fputs("\"\n", w->out);
}

static void print_threads(writer *w)
{
  fprintf(w->out, "enum { HD_THREADS = %u };\nstatic const char *const hd_thread_names[] = {", w->threads.len);
  for (uint32_t i = 0; i < w->threads.len; i++) {
    fputc('"', w->out);
    print_text(w->out, hd_story_name(w->s, w->threads.data[i]));
    fputs("\", ", w->out);
  }
  fputs("\"?\"};\n", w->out);
}

bool hd_report_schedule(FILE *out, const hd_program *p, const hd_trace *t, hd_property property)
{
  static const char *const modes[HD_BY_COUNT] = {"HD_MODE_CHECK", "HD_MODE_RACE", "HD_MODE_DEADLOCK"};
  writer w = {.out = out, .t = t, .open = HD_NONE};
  w.s = hd_story_new(p, t, property, &(hd_story_options){.all_steps = true});
  w.lifetimes = find_lifetimes(p);
  number_of(&w, (hd_story_who){HD_MAIN, 0});
  fprintf(out, "/* The schedule of a counterexample, written by Heddle: thread, site, kind, child, input, place. */\n");
  fprintf(out, "#define HD_MODE %s\n", modes[hd_property_table[property].way]);
  fputs("static const hd_entry hd_schedule[] = {\n", out);
  for (uint32_t i = 0; i < w.s->lines.len; i++) write_line(&w, i);
  fputs("};\n", out);
  print_threads(&w);
  print_race(&w);
  print_check(&w);
  hd_report_given(out, p, t);
  hd_story_free(w.s);
  hd_vec_clear(&w.threads);
  hd_vec_clear(&w.execution);
  free(w.lifetimes);
  return !ferror(out);
}
