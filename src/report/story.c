/* story.c - executes the trace and merges steps of one statement into one line. */
#include "report/story.h"

#include "program/text.h"
#include "report/conclude.h"
#include "report/held.h"
#include "report/names.h"
#include "report/visible.h"
#include "trace/influence.h"
#include "trace/state.h"

/* --- words ------------------------------------------------------------------------------------ */

const char *hd_story_name(hd_story *s, hd_story_who who)
{
  const char *name = hd_thread_get(s->p, who.thread)->name;
  return who.instance ? hd_arena_printf(&s->arena, "%s/%u", name, who.instance + 1) : name;
}

/* What a printing function of the program says, as a text in the story's memory. */
static const char *printed(hd_story *s, hd_var var, uint64_t number,
                           void (*print)(FILE *, const hd_program *, hd_var, uint64_t))
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out) hd_out_of_memory();
  print(out, s->p, var, number);
  fclose(out);
  const char *kept = hd_arena_strdup(&s->arena, text);
  free(text);
  return kept;
}

const char *hd_story_target(hd_story *s, const hd_event *e)
{
  return printed(s, e->var, e->index, hd_program_print_target);
}

const char *hd_story_value(hd_story *s, const hd_event *e, uint64_t value)
{
  return printed(s, e->var, value, hd_program_print_value);
}

const char *hd_story_event(hd_story *s, const hd_story_line *l, const hd_event *e)
{
  const hd_story_words *w = &l->words.data[e - l->events.data];
  if (!w->before) return hd_arena_printf(&s->arena, "%s = %s", w->target, w->value);
  return hd_arena_printf(&s->arena, "%s = %s (was %s)", w->target, w->value, w->before);
}

const char *hd_story_function(const hd_story *s, const hd_story_line *l)
{
  return l->frame < s->p->frames.len ? s->p->frames.data[l->frame].function : NULL;
}

/* A story while it is told. */
typedef struct {
  hd_story *s;
  hd_state *state;        /* after the step */
  bool *seen;             /* by the state's values: has the story told what is there? */
  bool *written;          /* by the same: has a step written it? */
  bool merges;            /* steps to lines */
  const bool *influenced; /* by step; NULL: does not matter */
} telling;

/* --- lines ------------------------------------------------------------------------------------------ */

static bool same_place(const hd_edge_info *e, const hd_story_line *l)
{
  return e->pos.file == l->pos.file && e->pos.line == l->pos.line && e->frame == l->frame;
}

static bool was_taken(const hd_trace *t, const hd_story_line *l, hd_edge e)
{
  for (uint32_t i = l->first; i < l->first + l->count; i++)
    if (t->steps.data[i].edge.id == e.id) return true;
  return false;
}

static bool continues(const hd_story *s, const hd_trace *t, const hd_step *step)
{
  if (!s->lines.len) return false;
  const hd_story_line *l = &hd_vec_last(&s->lines);
  return l->who.thread.id == step->thread.id && l->who.instance == step->instance && !l->ends &&
         same_place(hd_edge_get(s->p, step->edge), l) && !was_taken(t, l, step->edge);
}

/* What is asserted, out of a label like `assertion fails: x == 1`. */
static const char *detail_of(const char *label)
{
  const char *colon = strstr(label, ": ");
  return colon ? colon + 2 : label;
}

/* The source's own words; a label where they say nothing: a line of braces, an assertion
 * after the preprocessor, no source at all. */
const char *hd_story_text(hd_story *s, const hd_edge_info *e)
{
  const char *source = hd_sources_line(&s->sources, e->pos);
  bool is_assert = e->kind == HD_EDGE_ASSERT && e->check == HD_CHECK_ASSERTION;
  if (!e->label) return source ? source : "";
  if (!source) return is_assert ? detail_of(e->label) : e->label;
  if (strspn(source, "{}(); ") == strlen(source)) return e->label;
  bool mangled = is_assert && strstr(e->label, ": ") && !strstr(source, detail_of(e->label));
  return mangled ? detail_of(e->label) : source;
}

static void add_line(hd_story *s, const hd_step *step, uint32_t at)
{
  const hd_edge_info *e = hd_edge_get(s->p, step->edge);
  hd_vec_push(&s->lines, (hd_story_line){.who = {step->thread, step->instance},
                                         .first = at,
                                         .pos = e->pos,
                                         .telling = e->pos,
                                         .frame = e->frame,
                                         .text = hd_story_text(s, e)});
}

/* A read keeps its first value; a write its first `before` and its last value. What is
 * read after the line's own write tells nothing new. */
static void merge_event(hd_story_line *l, const hd_event *e, hd_story_words words)
{
  for (uint32_t i = 0; i < l->events.len; i++) {
    hd_event *old = &l->events.data[i];
    if (old->var.id != e->var.id || old->index != e->index) continue;
    if (!e->write) return;
    if (!old->write) continue;
    old->value = e->value;
    l->words.data[i].value = words.value;
    l->words.data[i].minor &= words.minor;
    return;
  }
  hd_vec_push(&l->events, *e);
  hd_vec_push(&l->words, words);
}

/* Does the reader know what was there: a global's initial value, or something that the story has told? */
static bool is_known(telling *x, const hd_event *e, uint32_t instance)
{
  const uint64_t *cell = hd_state_cell(x->state, e->var, instance, e->index);
  if (!cell) return false;
  bool known = x->seen[cell - x->state->values] || hd_namer_is_global(x->s->namer, e->var);
  x->seen[cell - x->state->values] = true;
  return known;
}

/* Is it read before anything was written there? */
static bool is_undefined(telling *x, const hd_event *e, uint32_t instance)
{
  const uint64_t *cell = hd_state_cell(x->state, e->var, instance, e->index);
  if (!cell) return false;
  bool *written = &x->written[cell - x->state->values];
  *written |= e->write;
  return !*written && hd_namer_is_undefined(x->s->namer, e->var);
}

static hd_story_words put_in_words(telling *x, const hd_story_line *l, uint32_t at, const hd_event *e)
{
  hd_namer *names = x->s->namer;
  bool known = is_known(x, e, l->who.instance), undefined = is_undefined(x, e, l->who.instance);
  hd_namer_note(names, e);
  if (hd_var_get(x->s->p, e->var)->role == HD_ROLE_TEMP && x->merges) return (hd_story_words){.target = ""};
  hd_viewpoint view = {l->who, hd_story_function(x->s, l), l->text};
  hd_story_words w = {.target = hd_namer_target(names, x->state, &view, e->var, e->index)};
  w.minor = x->influenced && !x->influenced[at] && hd_var_get(x->s->p, e->var)->thread.id != HD_NONE;
  bool life = e->write && hd_namer_is_life(names, e->var);
  w.value = life ? hd_namer_life(names, e) : hd_namer_value(names, e->var, e->value);
  w.undefined = undefined;
  if (undefined) w.value = hd_arena_printf(&x->s->arena, "%s, never written", w.value);
  if (e->write && e->value != e->before && known) w.before = hd_namer_value(names, e->var, e->before);
  return w;
}

/* Whose creation or end is the write of this status? */
static void note_status(const hd_story *s, hd_story_line *l, const hd_event *e)
{
  for (uint32_t i = 0; i < s->p->threads.len; i++) {
    if (!e->write || s->p->threads.data[i].status.id != e->var.id) continue;
    hd_story_who who = {{i}, (uint32_t)e->index};
    if (e->before == 0 && e->value != 0) hd_vec_push(&l->started, who);
  }
}

/* The lock that was written, as people call it; NULL: none. */
static const char *lock_in(telling *x, const hd_events *events)
{
  for (uint32_t i = 0; i < events->len; i++) {
    const hd_event *e = &events->data[i];
    if (e->write && hd_held_is_part(x->s->p, e->var))
      return hd_held_name(x->s->namer, e->var, e->index, &x->s->arena);
  }
  return NULL;
}

/* Does the source's line say which lock it is? */
static bool names_lock(const char *text, const char *lock)
{
  for (const char *at = strstr(text, lock); at; at = strstr(at + 1, lock))
    if (at > text && strchr("&( ", at[-1]) && strchr("),; ", at[strlen(lock)])) return true;
  return false;
}

static void note_lock(telling *x, hd_story_line *l, const char *does, const hd_events *events, const char *rest)
{
  const char *lock = lock_in(x, events);
  if (lock && !names_lock(l->text, lock))
    hd_vec_push(&l->sync, hd_arena_printf(&x->s->arena, "%s %s%s", does, lock, rest));
}

static void note_sync(telling *x, hd_story_line *l, const char *label, const hd_events *events)
{
  if (strncmp(label, "wait: unlock", 12) == 0)
    hd_vec_push(&l->sync, strstr(label, "spuriously") ? "waits and wakes up spuriously" : "waits");
  else if (strcmp(label, "wait: lock again") == 0)
    note_lock(x, l, "has", events, " again");
  else if (strcmp(label, "wake up") == 0)
    hd_vec_push(&l->sync, "wakes up");
  else if (strncmp(label, "unlock", 6) == 0)
    note_lock(x, l, "unlocks", events, "");
  else if (strstr(label, "lock"))
    note_lock(x, l, "locks", events, "");
}

static void note_step(telling *x, const hd_step *step, const hd_events *events)
{
  hd_story *s = x->s;
  hd_story_line *l = &hd_vec_last(&s->lines);
  const hd_edge_info *e = hd_edge_get(s->p, step->edge);
  l->count++;
  if (!*l->text && e->label) l->text = e->label;
  if (e->kind == HD_EDGE_ASSERT) l->text = hd_story_text(s, e);
  if (e->label) l->telling = e->pos;
  if (e->label && x->merges) note_sync(x, l, e->label, events);
  for (uint32_t i = 0; i < events->len; i++) {
    merge_event(l, &events->data[i], put_in_words(x, l, l->first + l->count - 1, &events->data[i]));
    note_status(s, l, &events->data[i]);
  }
  hd_loc_kind kind = hd_loc_get(s->p, hd_state_loc(x->state, step->thread, step->instance))->kind;
  l->ends |= kind == HD_LOC_END || kind == HD_LOC_EXIT;
}

/* --- the whole ----------------------------------------------------------------------------------------- */

static hd_state *tell_steps(hd_story *s, const hd_trace *t, bool merge, const bool *influenced)
{
  hd_state *state = hd_state_new(s->p, t);
  telling x = {.s = s, .state = state, .merges = merge, .influenced = influenced};
  x.seen = hd_alloc(state->layout->n_values + 1, sizeof *x.seen);
  x.written = hd_alloc(state->layout->n_values + 1, sizeof *x.written);
  for (uint32_t i = 0; i < t->steps.len; i++) {
    hd_events events = {0};
    const hd_step *step = &t->steps.data[i];
    hd_step_result r = hd_state_step(state, step, &events);
    if (r != HD_STEP_DISABLED) {
      if (!merge || !continues(s, t, step)) add_line(s, step, i);
      note_step(&x, step, &events);
    }
    hd_vec_clear(&events);
    if (r != HD_STEP_OK) break;
  }
  free(x.seen);
  free(x.written);
  return state;
}

hd_story *hd_story_new(const hd_program *p, const hd_trace *t, hd_property property, const hd_story_options *options)
{
  hd_story *s = hd_alloc(1, sizeof *s);
  s->p = p;
  s->property = property;
  hd_arena_init(&s->arena);
  hd_sources_init(&s->sources, p);
  s->replay = hd_trace_replay(p, t, property);
  s->namer = hd_namer_new(p, &s->arena);
  bool *influenced = options->brief ? hd_trace_influenced(p, t) : NULL;
  hd_state *end = tell_steps(s, t, options->merge, influenced);
  hd_story_number(s, t, influenced, options);
  free(influenced);
  hd_story_conclude(s, t, end);
  hd_state_free(end);
  return s;
}

void hd_story_free(hd_story *s)
{
  if (!s) return;
  for (uint32_t i = 0; i < s->lines.len; i++) {
    hd_vec_clear(&s->lines.data[i].events);
    hd_vec_clear(&s->lines.data[i].words);
    hd_vec_clear(&s->lines.data[i].started);
    hd_vec_clear(&s->lines.data[i].sync);
  }
  hd_vec_clear(&s->lines);
  hd_vec_clear(&s->conclusion);
  hd_vec_clear(&s->parties);
  hd_vec_clear(&s->waits);
  hd_namer_free(s->namer);
  hd_sources_clear(&s->sources);
  hd_arena_clear(&s->arena);
  free(s);
}
