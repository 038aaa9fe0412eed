#include "report/story.h"

#include "program/text.h"
#include "report/conclude.h"
#include "trace/minimize.h"

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

/* `f::i#2[3]` in f is `i[3]`: the number only tells the copies of an inlined function apart. */
static const char *name_inside(hd_story *s, const char *target, const char *function)
{
  size_t n = function ? strlen(function) : 0;
  if (!n || strncmp(target, function, n) != 0 || strncmp(target + n, "::", 2) != 0) return target;
  const char *name = target + n + 2, *number = name + strcspn(name, "#[.");
  if (*number != '#') return name;
  const char *rest = number + 1 + strspn(number + 1, "0123456789");
  return hd_arena_printf(&s->arena, "%.*s%s", (int)(number - name), name, rest);
}

const char *hd_story_event(hd_story *s, const hd_story_line *l, const hd_event *e)
{
  const char *target = name_inside(s, hd_story_target(s, e), hd_story_function(s, l));
  const char *value = hd_story_value(s, e, e->value);
  if (!e->write || e->value == e->before) return hd_arena_printf(&s->arena, "%s = %s", target, value);
  return hd_arena_printf(&s->arena, "%s = %s (was %s)", target, value, hd_story_value(s, e, e->before));
}

const char *hd_story_function(const hd_story *s, const hd_story_line *l)
{
  return l->frame < s->p->frames.len ? s->p->frames.data[l->frame].function : NULL;
}

/* --- what is shown ------------------------------------------------------------------------------- */

static bool is_written(const hd_story_line *l, const hd_event *read)
{
  for (uint32_t i = 0; i < l->events.len; i++) {
    const hd_event *e = &l->events.data[i];
    if (e->write && e->var.id == read->var.id && e->index == read->index) return true;
  }
  return false;
}

static bool is_handle(const hd_program *p, uint64_t value)
{
  for (uint32_t i = 0; i < p->objects.len; i++) {
    const hd_object_info *o = &p->objects.data[i];
    if (o->kind == HD_OBJ_THREAD && value >= o->base && value - o->base < o->stride * o->copies) return true;
  }
  return false;
}

bool hd_story_shows(const hd_story *s, const hd_story_line *l, const hd_event *e, bool all_steps)
{
  const hd_var_info *v = hd_var_get(s->p, e->var);
  if (e->write && l->started.len && is_handle(s->p, e->value)) return false;
  if (!e->write && is_written(l, e)) return false;
  if (all_steps) return v->role != HD_ROLE_SELF;
  return v->role == HD_ROLE_USER && (e->write || v->thread.id == HD_NONE);
}

hd_story_notes hd_story_line_notes(hd_story *s, const hd_story_line *l, bool all_steps)
{
  hd_story_notes notes = {0};
  for (uint32_t i = 0; i < l->started.len; i++)
    hd_vec_push(&notes, hd_arena_printf(&s->arena, "starts %s", hd_story_name(s, l->started.data[i])));
  for (unsigned reads = 0; reads < 2; reads++) {
    for (uint32_t i = 0; i < l->events.len; i++) {
      const hd_event *e = &l->events.data[i];
      if (e->write == (reads == 1) || !hd_story_shows(s, l, e, all_steps)) continue;
      const char *text = hd_story_event(s, l, e);
      hd_vec_push(&notes, e->write ? text : hd_arena_printf(&s->arena, "[%s]", text));
    }
  }
  if (l->ends) hd_vec_push(&notes, "ends");
  return notes;
}

/* Taking a lock, waiting for an event or for another thread's end have no values to show, but matter. */
static bool synchronizes(const hd_story *s, const hd_story_line *l, const hd_event *e)
{
  hd_role role = hd_var_get(s->p, e->var)->role;
  bool own = hd_thread_get(s->p, l->who.thread)->status.id == e->var.id;
  if (e->write) return role == HD_ROLE_SYNC || role == HD_ROLE_SCHED;
  return role == HD_ROLE_STATUS && !own;
}

static bool is_visible(const hd_story *s, const hd_story_line *l)
{
  if (l->started.len || l->ends) return true;
  for (uint32_t i = 0; i < l->events.len; i++) {
    const hd_event *e = &l->events.data[i];
    if (hd_story_shows(s, l, e, false) || synchronizes(s, l, e)) return true;
  }
  return false;
}

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
  bool is_assert = e->kind == HD_EDGE_ASSERT;
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
                                         .frame = e->frame,
                                         .text = hd_story_text(s, e)});
}

/* A read keeps its first value; a write its first `before` and its last value. What is
 * read after the line's own write tells nothing new. */
static void merge_event(hd_story_line *l, const hd_event *e)
{
  for (uint32_t i = 0; i < l->events.len; i++) {
    hd_event *old = &l->events.data[i];
    if (old->var.id != e->var.id || old->index != e->index) continue;
    if (!e->write) return;
    if (!old->write) continue;
    old->value = e->value;
    return;
  }
  hd_vec_push(&l->events, *e);
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

static void note_step(hd_story *s, const hd_state *state, const hd_step *step, const hd_events *events)
{
  hd_story_line *l = &hd_vec_last(&s->lines);
  const hd_edge_info *e = hd_edge_get(s->p, step->edge);
  l->count++;
  if (!*l->text && e->label) l->text = e->label;
  if (e->kind == HD_EDGE_ASSERT) l->text = hd_story_text(s, e);
  for (uint32_t i = 0; i < events->len; i++) {
    merge_event(l, &events->data[i]);
    note_status(s, l, &events->data[i]);
  }
  hd_loc_kind kind = hd_loc_get(s->p, hd_state_loc(state, step->thread, step->instance))->kind;
  l->ends |= kind == HD_LOC_END || kind == HD_LOC_EXIT;
}

/* --- the whole ----------------------------------------------------------------------------------------- */

static hd_state *tell_steps(hd_story *s, const hd_trace *t, bool merge)
{
  hd_state *state = hd_state_new(s->p, t);
  for (uint32_t i = 0; i < t->steps.len; i++) {
    hd_events events = {0};
    const hd_step *step = &t->steps.data[i];
    hd_step_result r = hd_state_step(state, step, &events);
    if (r != HD_STEP_DISABLED) {
      if (!merge || !continues(s, t, step)) add_line(s, step, i);
      note_step(s, state, step, &events);
    }
    hd_vec_clear(&events);
    if (r != HD_STEP_OK) break;
  }
  return state;
}

static bool matters(const hd_story_line *l, const bool *relevant)
{
  for (uint32_t i = l->first; relevant && i < l->first + l->count; i++)
    if (relevant[i]) return true;
  return !relevant;
}

static void number_lines(hd_story *s, bool all_steps, const bool *relevant)
{
  uint32_t number = 0;
  for (uint32_t i = 0; i < s->lines.len; i++) {
    hd_story_line *l = &s->lines.data[i];
    bool is_last = i + 1 == s->lines.len && s->replay.end == HD_END_VIOLATION;
    bool visible = all_steps || is_visible(s, l);
    if (is_last || (visible && matters(l, relevant))) l->number = ++number;
  }
}

hd_story *hd_story_new(const hd_program *p, const hd_trace *t, hd_property property, const hd_story_options *options)
{
  hd_story *s = hd_alloc(1, sizeof *s);
  s->p = p;
  s->property = property;
  hd_arena_init(&s->arena);
  hd_sources_init(&s->sources, p);
  s->replay = hd_trace_replay(p, t, property);
  hd_state *end = tell_steps(s, t, options->merge);
  bool *relevant = options->relevant ? hd_trace_relevant(p, t, property) : NULL;
  number_lines(s, options->all_steps, relevant);
  free(relevant);
  hd_story_conclude(s, t, end);
  hd_state_free(end);
  return s;
}

void hd_story_free(hd_story *s)
{
  if (!s) return;
  for (uint32_t i = 0; i < s->lines.len; i++) {
    hd_vec_clear(&s->lines.data[i].events);
    hd_vec_clear(&s->lines.data[i].started);
  }
  hd_vec_clear(&s->lines);
  hd_vec_clear(&s->conclusion);
  hd_vec_clear(&s->parties);
  hd_sources_clear(&s->sources);
  hd_arena_clear(&s->arena);
  free(s);
}
