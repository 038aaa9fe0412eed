/* visible.c - the rules by which a line is left out or folded into its neighbour. */
#include "report/visible.h"

#include "report/held.h"
#include "report/names.h"
#include "trace/minimize.h"

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

/* The pointers of argv are set up before main begins, at no place of the source; what they point to has the same
 * names, and tells more. */
static bool is_pointer_from_outside(const hd_var_info *v)
{
  return v->show == HD_SHOW_POINTER && v->thread.id == HD_NONE && v->pos.file == HD_NONE;
}

bool hd_story_shows(const hd_story *s, const hd_story_line *l, const hd_event *e, bool all_steps)
{
  const hd_var_info *v = hd_var_get(s->p, e->var);
  if (e->write && l->started.len && is_handle(s->p, e->value)) return false;
  if (!e->write && is_written(l, e)) return false;
  if (all_steps) return v->role != HD_ROLE_SELF && !hd_namer_is_life(s->namer, e->var);
  if (v->role != HD_ROLE_USER || hd_held_is_part(s->p, e->var)) return false;
  if (is_pointer_from_outside(v) || hd_namer_is_literal(s->namer, e->var)) return false;
  return v->thread.id == HD_NONE || (e->write ? !l->words.data[e - l->events.data].minor : l->tells_reads);
}

/* Does a block of the heap begin or end here? */
static bool is_life(const hd_story *s, const hd_event *e)
{
  return e->write && e->value != e->before && hd_namer_is_life(s->namer, e->var);
}

hd_story_notes hd_story_line_notes(hd_story *s, const hd_story_line *l, bool all_steps)
{
  hd_story_notes notes = {0};
  for (uint32_t i = 0; i < l->started.len; i++)
    hd_vec_push(&notes, hd_arena_printf(&s->arena, "starts %s", hd_story_name(s, l->started.data[i])));
  for (uint32_t i = 0; i < l->sync.len; i++) hd_vec_push(&notes, l->sync.data[i]);
  for (uint32_t i = 0; i < l->events.len; i++)
    if (is_life(s, &l->events.data[i])) hd_vec_push(&notes, l->words.data[i].value);
  for (unsigned reads = 0; reads < 2; reads++) {
    for (uint32_t i = 0; i < l->events.len; i++) {
      const hd_event *e = &l->events.data[i];
      if (e->write == (reads == 1) || !hd_story_shows(s, l, e, all_steps)) continue;
      const char *text = hd_story_event(s, l, e);
      hd_vec_push(&notes, e->write ? text : hd_arena_printf(&s->arena, "[%s]", text));
    }
  }
  if (l->times) hd_vec_push(&notes, hd_arena_printf(&s->arena, "(%u times)", l->times));
  if (l->ends) hd_vec_push(&notes, "ends");
  return notes;
}

/* Taking a lock, waiting for an event or for another thread's end have no values to show, but matter. */
static bool synchronizes(const hd_story *s, const hd_story_line *l, const hd_event *e)
{
  hd_role role = hd_var_get(s->p, e->var)->role;
  bool own = hd_thread_get(s->p, l->who.thread)->status.id == e->var.id;
  if (e->write) return hd_held_is_part(s->p, e->var) || role == HD_ROLE_SCHED;
  return role == HD_ROLE_STATUS && !own;
}

static bool is_synchronization(const hd_story *s, const hd_story_line *l)
{
  for (uint32_t i = 0; i < l->events.len; i++)
    if (synchronizes(s, l, &l->events.data[i])) return true;
  return false;
}

static bool changes_locks(const hd_story *s, const hd_story_line *l)
{
  for (uint32_t i = 0; i < l->events.len; i++)
    if (l->events.data[i].write && synchronizes(s, l, &l->events.data[i])) return true;
  return false;
}

/* Does it write something, or read something shared, whatever influences it? */
static bool shows_in_full(const hd_story *s, const hd_story_line *l)
{
  for (uint32_t i = 0; i < l->events.len; i++) {
    const hd_event *e = &l->events.data[i];
    const hd_var_info *v = hd_var_get(s->p, e->var);
    if (v->role == HD_ROLE_USER && (e->write || v->thread.id == HD_NONE)) return true;
  }
  return l->started.len || l->ends;
}

static bool shows_something(const hd_story *s, const hd_story_line *l)
{
  for (uint32_t i = 0; i < l->events.len; i++)
    if (hd_story_shows(s, l, &l->events.data[i], false) || is_life(s, &l->events.data[i])) return true;
  return l->started.len || l->ends;
}

bool hd_story_is_left_out(const hd_story *s, const hd_story_line *l)
{
  return !l->number && !l->folded && (shows_in_full(s, l) || is_synchronization(s, l));
}

/* --- numbers ---------------------------------------------------------------------------------------- */

/* What is known of the trace's steps, each array by step; NULL: everything counts. */
typedef struct {
  const hd_trace *t;
  bool *relevant;
  const bool *influenced;
  bool several; /* threads have been started so far, beside main */
} step_facts;

static bool some_step(const hd_story_line *l, const bool *which)
{
  for (uint32_t i = l->first; which && i < l->first + l->count; i++)
    if (which[i]) return true;
  return !which;
}

/* Does the line choose between ways to go on? */
static bool is_branch(const hd_story *s, const hd_story_line *l, const step_facts *f)
{
  for (uint32_t i = l->first; i < l->first + l->count; i++) {
    const hd_edge_info *e = hd_edge_get(s->p, f->t->steps.data[i].edge);
    uint32_t n;
    hd_loc_out(s->p, e->from, &n);
    bool chooses = n > 1 && hd_term_is(e->guard) && !e->label && !e->n_assigns;
    if (chooses && f->influenced[i]) return true;
  }
  return false;
}

/* Does it do nothing but read a text of the source, letter by letter? */
static bool reads_literal(const hd_story *s, const hd_story_line *l)
{
  bool reads = false;
  for (uint32_t i = 0; i < l->events.len; i++) {
    if (l->events.data[i].write && hd_var_get(s->p, l->events.data[i].var)->role == HD_ROLE_USER) return false;
    reads |= hd_namer_is_literal(s->namer, l->events.data[i].var);
  }
  return reads;
}

/* Is it what the instance will never finish, in a deadlock? */
static bool is_stuck(const hd_story *s, const hd_story_line *l)
{
  const hd_story_line *end = s->lines.data + s->lines.len;
  if (s->replay.end != HD_END_DEADLOCK) return false;
  for (const hd_story_line *other = l + 1; other < end; other++)
    if (other->who.thread.id == l->who.thread.id && other->who.instance == l->who.instance) return false;
  return true;
}

/* Alone, too, one can wait for a lock that one holds. */
static bool takes_lock(const hd_story *s, const hd_story_line *l, const step_facts *f)
{
  bool takes = false;
  for (uint32_t i = l->first; i < l->first + l->count; i++) {
    const char *label = hd_edge_get(s->p, f->t->steps.data[i].edge)->label;
    takes |= label && strstr(label, "lock");
  }
  return takes && changes_locks(s, l);
}

/* Locks matter while there is a thread to be kept out; which thread holds them is asked even where they do not help. */
static bool is_visible_in_brief(const hd_story *s, hd_story_line *l, const step_facts *f)
{
  if (f->several && changes_locks(s, l)) return true;
  if (s->replay.end == HD_END_DEADLOCK && takes_lock(s, l, f)) return true;
  if (!some_step(l, f->relevant)) return false;
  if (shows_something(s, l) || (f->several && is_synchronization(s, l))) return true;
  l->tells_reads = is_branch(s, l, f) && !is_stuck(s, l) && !reads_literal(s, l);
  return l->tells_reads && shows_something(s, l);
}

/* Nothing but reading the same values at the same place as the line before: a loop that waits. */
static bool repeats(const hd_story_line *before, const hd_story_line *l)
{
  if (before->who.thread.id != l->who.thread.id || before->who.instance != l->who.instance) return false;
  bool same = before->pos.line == l->pos.line && before->pos.file == l->pos.file && before->frame == l->frame &&
              before->events.len == l->events.len && !before->started.len && !l->started.len && !l->ends;
  for (uint32_t i = 0; same && i < l->events.len; i++) {
    const hd_event *a = &before->events.data[i], *b = &l->events.data[i];
    same = !a->write && !b->write && a->var.id == b->var.id && a->index == b->index && a->value == b->value;
  }
  return same;
}

/* Lines between two that are visible do not count. */
static bool fold_into_last(hd_story *s, uint32_t last, hd_story_line *l)
{
  hd_story_line *before = last == HD_NONE ? NULL : &s->lines.data[last];
  if (!before || !repeats(before, l)) return false;
  before->times = (before->times ? before->times : 1) + 1;
  l->folded = true;
  return true;
}

static void number_lines(hd_story *s, const hd_story_options *options, step_facts *f)
{
  uint32_t number = 0, last = HD_NONE;
  for (uint32_t i = 0; i < s->lines.len; i++) {
    hd_story_line *l = &s->lines.data[i];
    bool is_last = i + 1 == s->lines.len && s->replay.end == HD_END_VIOLATION;
    l->tells_reads = options->brief && is_last;
    f->several |= l->started.len > 0;
    bool visible = options->all_steps || is_last ||
                   (options->brief ? is_visible_in_brief(s, l, f) : shows_something(s, l) || is_synchronization(s, l));
    if (!visible || (options->brief && !is_last && fold_into_last(s, last, l))) continue;
    l->number = ++number;
    last = i;
  }
}

void hd_story_number(hd_story *s, const hd_trace *t, const bool *influenced, const hd_story_options *options)
{
  step_facts f = {.t = t, .influenced = influenced};
  if (options->brief) f.relevant = hd_trace_relevant(s->p, t, s->property);
  number_lines(s, options, &f);
  free(f.relevant);
}
