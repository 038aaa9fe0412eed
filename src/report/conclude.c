#include "report/conclude.h"

#include <stdarg.h>
#include <stdio.h>

#include "trace/state.h"

HD_PRINTF(2, 3) static void say(hd_story *s, const char *format, ...)
{
  char text[1024];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  hd_vec_push(&s->conclusion, hd_arena_strdup(&s->arena, text));
}

/* ` at file.c:12: text`, as far as it is known. */
static const char *at_place(hd_story *s, hd_pos pos, const char *text)
{
  const char *where = hd_sources_where(&s->sources, pos);
  const char *at = *where ? hd_arena_printf(&s->arena, " at %s", where) : "";
  return *text ? hd_arena_printf(&s->arena, "%s: %s", at, text) : at;
}

/* Through which calls the place was reached, innermost first. */
static void say_calls(hd_story *s, uint32_t frame, const char *indent)
{
  for (; frame < s->p->frames.len; frame = s->p->frames.data[frame].parent) {
    hd_pos call = s->p->frames.data[frame].call;
    const char *text = hd_sources_line(&s->sources, call);
    if (call.file != HD_NONE) say(s, "%scalled%s", indent, at_place(s, call, text ? text : ""));
  }
}

static void add_party(hd_story *s, hd_story_who who, const hd_edge_info *e, const char *role)
{
  hd_vec_push(&s->parties, (hd_story_party){who, e->pos, e->frame, hd_story_text(s, e), role});
}

/* --- a violated check ---------------------------------------------------------------------------- */

static void conclude_violation(hd_story *s, const hd_step *last)
{
  const hd_edge_info *e = hd_edge_get(s->p, last->edge);
  const char *who = hd_story_name(s, (hd_story_who){last->thread, last->instance});
  const hd_check_kind_info *kind = &hd_check_table[e->check];
  bool told = kind->various && e->label;
  s->check = e->check;
  s->check_text = e->label;
  add_party(s, (hd_story_who){last->thread, last->instance}, e, "fails");
  say(s, "%s%s%s in %s%s", kind->failed, told ? ": " : "", told ? e->label : "", who,
      at_place(s, e->pos, hd_story_text(s, e)));
  say_calls(s, e->frame, "");
}

/* --- a data race ---------------------------------------------------------------------------------- */

/* Does the edge write the racing element, or only read it? */
static bool writes(const hd_story *s, const hd_state *end, const hd_race *race, unsigned side)
{
  bool found = false;
  hd_events events = {0};
  hd_state *copy = hd_state_copy(end);
  hd_step step = {.thread = race->thread[side], .instance = race->instance[side], .edge = race->edge[side]};
  hd_state_step(copy, &step, &events);
  for (uint32_t i = 0; i < events.len; i++)
    found |= events.data[i].write && events.data[i].var.id == race->var.id && events.data[i].index == race->index;
  /* Kept out by the other's atomic section, the edge was not taken: then its targets decide. */
  const hd_edge_info *e = hd_edge_get(s->p, race->edge[side]);
  for (uint32_t i = 0; i < e->n_assigns && !events.len; i++) found |= e->assigns[i].var.id == race->var.id;
  hd_vec_clear(&events);
  hd_state_free(copy);
  return found;
}

static bool comes_before(hd_pos a, hd_pos b)
{
  if (a.file != b.file) return a.file < b.file;
  return a.line != b.line ? a.line < b.line : a.column < b.column;
}

/* A race is the same whoever comes first. */
static void order_parties(hd_story *s)
{
  hd_story_party *a = &s->parties.data[0], *b = &s->parties.data[1], first = *b;
  if (!comes_before(b->pos, a->pos)) return;
  *b = *a;
  *a = first;
}

static void conclude_race(hd_story *s, const hd_state *end)
{
  s->check = HD_CHECK_RACE;
  const hd_race *race = &s->replay.race;
  hd_event what = {.var = race->var, .index = race->index};
  say(s, "%s on %s", hd_check_table[HD_CHECK_RACE].failed, hd_story_target(s, &what));
  for (unsigned i = 0; i < 2; i++) {
    const hd_edge_info *e = hd_edge_get(s->p, race->edge[i]);
    const char *how = writes(s, end, race, i) ? "writes" : "reads";
    const char *kind = e->access == HD_ACCESS_ATOMIC ? " atomically" : "";
    const char *who = hd_story_name(s, (hd_story_who){race->thread[i], race->instance[i]});
    add_party(s, (hd_story_who){race->thread[i], race->instance[i]}, e, how);
    say(s, "%s %s it%s%s", who, how, kind, at_place(s, e->pos, hd_story_text(s, e)));
    say_calls(s, e->frame, "  ");
  }
  order_parties(s);
}

/* --- a deadlock -------------------------------------------------------------------------------------- */

static bool is_waiting(const hd_story *s, const hd_state *end, hd_story_who who)
{
  const hd_thread_info *t = hd_thread_get(s->p, who.thread);
  bool started = t->status.id == HD_NONE || hd_state_read(end, t->status, 0, who.instance) != 0;
  return started && hd_loc_get(s->p, hd_state_loc(end, who.thread, who.instance))->kind != HD_LOC_END;
}

/* What the instance would have to read to go on: elements of shared variables, each once. */
static hd_events awaited(const hd_story *s, const hd_state *end, hd_story_who who)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(s->p, hd_state_loc(end, who.thread, who.instance), &n);
  hd_events reads = {0}, shared = {0};
  for (uint32_t i = 0; i < n; i++)
    hd_state_plan(end, &(hd_step){.thread = who.thread, .instance = who.instance, .edge = {out[i]}}, &reads);
  for (uint32_t i = 0; i < reads.len; i++) {
    hd_event e = reads.data[i];
    const hd_var_info *v = hd_var_get(s->p, e.var);
    bool known = v->thread.id != HD_NONE || v->role == HD_ROLE_TEMP || e.write;
    for (uint32_t k = 0; k < shared.len; k++)
      known |= shared.data[k].var.id == e.var.id && shared.data[k].index == e.index;
    if (!known) hd_vec_push(&shared, e);
  }
  hd_vec_clear(&reads);
  return shared;
}

static bool is_same(hd_story_who a, hd_story_who b)
{
  return a.thread.id == b.thread.id && a.instance == b.instance;
}

/* The last line that wrote the element; not by `who` unless it is a lock, which he may hold himself. */
static const hd_story_line *last_writer(const hd_story *s, const hd_event *what, hd_story_who who, bool lock)
{
  for (uint32_t i = s->lines.len; i-- > 0;) {
    const hd_story_line *l = &s->lines.data[i];
    for (uint32_t k = 0; k < l->events.len && (lock || !is_same(l->who, who)); k++) {
      const hd_event *e = &l->events.data[k];
      if (e->write && e->var.id == what->var.id && e->index == what->index) return l;
    }
  }
  return NULL;
}

/* Whose end is waited for, when the variable is a thread's status. */
static bool explain_join(hd_story *s, const hd_state *end, const hd_event *what)
{
  for (uint32_t t = 0; t < s->p->threads.len; t++) {
    if (s->p->threads.data[t].status.id != what->var.id) continue;
    hd_story_who other = {{t}, (uint32_t)what->index};
    if (is_waiting(s, end, other)) say(s, "  for the end of %s", hd_story_name(s, other));
    return true;
  }
  return false;
}

/* Where a name of bytes inside something begins: of b+8, at +8. */
static const char *bytes_inside(const char *name)
{
  const char *plus = strrchr(name, '+');
  return plus && plus[1] && strspn(plus + 1, "0123456789") == strlen(plus + 1) ? plus : NULL;
}

/* The parts of the C library's types have names that the user never wrote: `m[1].__data.__lock` is m[1]. */
static const char *name_of(hd_story *s, const hd_event *what)
{
  const char *name = hd_story_target(s, what), *inside = strstr(name, ".__");
  if (!inside) inside = bytes_inside(name);
  return inside ? hd_arena_printf(&s->arena, "%.*s", (int)(inside - name), name) : name;
}

static void explain_element(hd_story *s, const hd_event *what, hd_story_who who, bool lock)
{
  const char *name = name_of(s, what);
  const hd_story_line *l = last_writer(s, what, who, lock);
  if (!l) {
    say(s, "  for %s, which nobody else has changed", name);
    return;
  }
  const char *other = is_same(l->who, who) ? "itself" : hd_story_name(s, l->who);
  const char *how = lock ? "held by" : "last changed by", *since = lock ? "since" : "at";
  const char *where = hd_sources_where(&s->sources, l->pos);
  if (l->number)
    say(s, "  for %s, %s %s %s step %u", name, how, other, since, l->number);
  else
    say(s, "  for %s, %s %s %s %s", name, how, other, since, *where ? where : "the start");
}

/* Of the parts of one thing, such as a lock and its kind, is this the one that was written last? */
static bool is_telling(hd_story *s, const hd_events *all, uint32_t at, hd_story_who who, bool lock)
{
  const char *name = name_of(s, &all->data[at]);
  const hd_story_line *l = last_writer(s, &all->data[at], who, lock);
  for (uint32_t i = 0; i < all->len; i++) {
    if (i == at || strcmp(name_of(s, &all->data[i]), name) != 0) continue;
    const hd_story_line *other = last_writer(s, &all->data[i], who, lock);
    if (other && (!l || other > l || (other == l && i < at))) return false;
    if (!other && !l && i < at) return false;
  }
  return true;
}

/* The edge that says what is waited for: one that waits for something of the tool's, such as a lock. */
static const hd_edge_info *waiting_edge(const hd_story *s, hd_loc loc)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(s->p, loc, &n);
  const hd_edge_info *best = NULL;
  for (uint32_t i = 0; i < n; i++) {
    const hd_edge_info *e = &s->p->edges.data[out[i]];
    if (!best || (!best->label && e->label)) best = e;
  }
  return best;
}

static void explain_waiting(hd_story *s, const hd_state *end, hd_story_who who)
{
  hd_loc loc = hd_state_loc(end, who.thread, who.instance);
  const hd_edge_info *e = waiting_edge(s, loc);
  hd_pos pos = e ? e->pos : hd_loc_get(s->p, loc)->pos;
  const char *what = !e ? "" : e->label ? e->label : hd_story_text(s, e);
  uint32_t frame = e ? e->frame : hd_loc_get(s->p, loc)->frame;
  hd_vec_push(&s->parties, (hd_story_party){who, pos, frame, what, "waits"});
  say(s, "%s waits%s", hd_story_name(s, who), at_place(s, pos, what));
  if (!hd_state_may_run(end, who.thread, who.instance)) {
    say(s, "  for the end of another thread's atomic section");
    return;
  }
  bool lock = e && e->label && strstr(e->label, "lock"), signal = e && e->label && strcmp(e->label, "wake up") == 0;
  hd_events reads = awaited(s, end, who);
  for (uint32_t i = 0; i < reads.len; i++) {
    if (explain_join(s, end, &reads.data[i]) || !is_telling(s, &reads, i, who, lock)) continue;
    if (signal)
      say(s, "  for a signal to %s", name_of(s, &reads.data[i]));
    else
      explain_element(s, &reads.data[i], who, lock);
  }
  hd_vec_clear(&reads);
}

static void conclude_deadlock(hd_story *s, const hd_state *end)
{
  s->check = HD_CHECK_DEADLOCK;
  say(s, "%s: no thread can go on", hd_check_table[HD_CHECK_DEADLOCK].failed);
  for (uint32_t t = 0; t < s->p->threads.len; t++)
    for (uint32_t i = 0; i < s->p->threads.data[t].instances; i++)
      if (is_waiting(s, end, (hd_story_who){{t}, i})) explain_waiting(s, end, (hd_story_who){{t}, i});
}

void hd_story_conclude(hd_story *s, const hd_trace *t, const hd_state *end)
{
  switch (s->replay.end) {
  case HD_END_VIOLATION: conclude_violation(s, &t->steps.data[s->replay.at]); break;
  case HD_END_RACE: conclude_race(s, end); break;
  case HD_END_DEADLOCK: conclude_deadlock(s, end); break;
  default: break;
  }
}
