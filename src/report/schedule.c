/* schedule.c - numbers the places of the program that the runtime has to watch, and lists the steps. */
#include "report/schedule.h"

#include <inttypes.h>

#include "base/map.h"
#include "report/given.h"
#include "report/story.h"

/* --- which steps --------------------------------------------------------------------------------------- */

typedef struct {
  const hd_program *p;
  const bool *ignored;
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
  hd_var var = {hd_term_symbol(x->p->terms, leaf)};
  x->shared |= hd_var_get(x->p, var)->thread.id == HD_NONE && !x->ignored[var.id];
}

static void look_at(looking *x, hd_term t)
{
  if (hd_term_is(t)) hd_term_visit_leaves(x->p->terms, t, note_leaf, x);
}

/* Reads or writes what others can see, takes an input, or is a check; `ignored`, by variable. */
static bool is_noticed(const hd_program *p, const bool *ignored, const hd_edge_info *e)
{
  looking x = {.p = p, .ignored = ignored, .shared = e->kind == HD_EDGE_ASSERT};
  look_at(&x, e->guard);
  look_at(&x, e->cond);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    hd_var var = e->assigns[i].var;
    x.shared |= !hd_term_is(e->assigns[i].value) || (hd_var_get(p, var)->thread.id == HD_NONE && !ignored[var.id]);
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

/* An entry that is not written yet: later steps of its instruction may tell what it creates or takes. */
typedef struct {
  bool any;
  uint32_t line;
  entry_kind kind;
  int child; /* -1: none */
  uint32_t n_inputs;
  uint64_t input;
} pending_entry;

typedef struct {
  FILE *out;
  hd_story *s;
  const hd_trace *t;
  HD_VEC(hd_story_who) threads; /* by number, main first */
  HD_VEC(uint32_t) execution;   /* by thread: the line where its current instruction began, or HD_NONE */
  bool *lifetimes;
  bool *alone; /* by site: no step of the trace there is noticed by others */
  pending_entry last;
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

static void print_last_entry(writer *w)
{
  const pending_entry *e = &w->last;
  if (!e->any) return;
  const hd_story_line *l = &w->s->lines.data[e->line];
  fprintf(w->out, "  {%u, %u, %s, %d, %u, %" PRIu64 "ull, ", number_of(w, l->who), edge_of(w, e->line)->site,
          kind_names[e->kind], e->child, e->n_inputs, e->input);
  print_place(w, l->pos, l->text);
  fputs("},\n", w->out);
}

/* What the step creates or takes goes into the entry of its instruction, if there is room. */
static bool add_to_last(writer *w, const pending_entry *e)
{
  if ((e->child >= 0 && w->last.child >= 0) || (e->n_inputs && w->last.n_inputs)) return false;
  if (e->child >= 0) w->last.child = e->child;
  if (e->n_inputs) {
    w->last.n_inputs = e->n_inputs;
    w->last.input = e->input;
  }
  return true;
}

static pending_entry entry_of(writer *w, uint32_t line, entry_kind kind)
{
  const hd_story_line *l = &w->s->lines.data[line];
  const hd_step *step = &w->t->steps.data[l->first];
  return (pending_entry){true,
                         line,
                         kind,
                         l->started.len ? (int)number_of(w, l->started.data[0]) : -1,
                         step->n_inputs ? 1 : 0,
                         step->n_inputs ? step->inputs[0] : 0};
}

/* --- locals that only their own thread uses -------------------------------------------------------------- */

/* By variable: a local in memory of which each element is used by one thread alone, in this trace. That of another
 * thread might be, but is not. */
static bool *find_private_locals(writer *w)
{
  const hd_program *p = w->s->p;
  bool *private = hd_alloc(p->vars.len + 1, sizeof *private);
  hd_map users = {0};
  for (uint32_t i = 0; i < p->objects.len; i++)
    for (uint32_t k = 0; p->objects.data[i].kind == HD_OBJ_LOCAL && k < p->objects.data[i].n_slots; k++)
      if (p->objects.data[i].slots[k].var.id != HD_NONE) private[p->objects.data[i].slots[k].var.id] = true;
  for (uint32_t i = 0; i < w->s->lines.len; i++) {
    const hd_story_line *l = &w->s->lines.data[i];
    uint32_t who = number_of(w, l->who);
    for (uint32_t k = 0; k < l->events.len; k++) {
      uint64_t element = (uint64_t)l->events.data[k].var.id << 32 | (uint32_t)l->events.data[k].index;
      if (hd_map_get_or(&users, element, who) != who) private[l->events.data[k].var.id] = false;
      hd_map_put(&users, element, who);
    }
  }
  if (w->s->replay.end == HD_END_RACE) private[w->s->replay.race.var.id] = false;
  hd_map_clear(&users);
  return private;
}

/* The program may do there what the model does not, such as take an argument from a register: the order of these steps
 * does not matter. An instruction is left out as a whole, or not at all. */
static void find_sites_alone(writer *w)
{
  uint32_t n;
  const hd_program *p = w->s->p;
  bool *ignored = find_private_locals(w);
  w->alone = hd_schedule_sites(p, &n);
  for (uint32_t i = 0; i < p->vars.len; i++) ignored[i] |= w->lifetimes[i];
  for (uint32_t i = 0; i < w->s->lines.len; i++)
    if (is_noticed(p, ignored, edge_of(w, i))) w->alone[edge_of(w, i)->site] = false;
  free(ignored);
}

/* --- lines ------------------------------------------------------------------------------------------------- */

/* A step of an instruction that has an entry already, without one of another thread in between, needs no other. */
static void write_line(writer *w, uint32_t line)
{
  const hd_story_line *l = &w->s->lines.data[line];
  uint32_t who = number_of(w, l->who), began = w->execution.data[who];
  entry_kind kind = kind_of(w, line);
  bool same = kind == STEP && began != HD_NONE && edge_of(w, began)->site == edge_of(w, line)->site &&
              !was_taken(w, began, line);
  bool last = w->s->replay.end == HD_END_VIOLATION && l->first == w->s->replay.at;
  bool noticed = !w->alone[edge_of(w, line)->site] && is_noticed(w->s->p, w->lifetimes, edge_of(w, line));
  if (kind == STEP && (!edge_of(w, line)->site || (!noticed && !last))) {
    if (!same) w->execution.data[who] = HD_NONE;
    return;
  }
  pending_entry e = entry_of(w, line, same && w->open != who ? CONTINUES : kind);
  if (same && w->open == who && add_to_last(w, &e)) return;
  if (!same) w->execution.data[who] = line;
  print_last_entry(w);
  w->last = e;
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
  find_sites_alone(&w);
  fprintf(out, "/* The schedule of a counterexample, written by Heddle: thread, site, kind, child, input, place. */\n");
  fprintf(out, "#define HD_MODE %s\n", modes[hd_property_table[property].way]);
  fputs("static const hd_entry hd_schedule[] = {\n", out);
  for (uint32_t i = 0; i < w.s->lines.len; i++) write_line(&w, i);
  print_last_entry(&w);
  fputs("};\n", out);
  print_threads(&w);
  print_race(&w);
  print_check(&w);
  hd_report_given(out, p, t);
  hd_story_free(w.s);
  hd_vec_clear(&w.threads);
  hd_vec_clear(&w.execution);
  free(w.lifetimes);
  free(w.alone);
  return !ferror(out);
}
