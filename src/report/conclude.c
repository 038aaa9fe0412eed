/* conclude.c - one function for each kind of violation. */
#include "report/conclude.h"

#include <stdarg.h>
#include <stdio.h>

#include "report/explain.h"
#include "report/held.h"
#include "trace/state.h"

void hd_story_say(hd_story *s, const char *format, ...)
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
    if (call.file != HD_NONE) hd_story_say(s, "%scalled%s", indent, at_place(s, call, text ? text : ""));
  }
}

static void add_party(hd_story *s, hd_story_who who, const hd_edge_info *e, const char *role)
{
  hd_vec_push(&s->parties, (hd_story_party){who, e->pos, e->frame, hd_story_text(s, e), role});
}

/* --- a violated check ---------------------------------------------------------------------------- */

static void conclude_violation(hd_story *s, const hd_step *last, const hd_state *end)
{
  const hd_edge_info *e = hd_edge_get(s->p, last->edge);
  const char *who = hd_story_name(s, (hd_story_who){last->thread, last->instance});
  const hd_check_kind_info *kind = &hd_check_table[e->check];
  const char *error = hd_story_error_kind(s, last, end), *detail = kind->various && e->label ? e->label : error;
  s->check = e->check;
  s->check_text = e->label;
  add_party(s, (hd_story_who){last->thread, last->instance}, e, "fails");
  hd_story_say(s, "%s%s%s in %s%s", kind->failed, detail ? ": " : "", detail ? detail : "", who,
               at_place(s, e->pos, hd_story_text(s, e)));
  hd_story_explain(s, last, end);
  say_calls(s, e->frame, "");
}

/* --- a data race ---------------------------------------------------------------------------------- */

/* Does the edge write the racing element, or only read it? */
static bool writes_racing(const hd_story *s, const hd_state *end, const hd_race *race, unsigned side)
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

/* A race is the same whichever thread comes first. */
static void order_parties(hd_story *s)
{
  hd_story_party *a = &s->parties.data[0], *b = &s->parties.data[1], first = *b;
  if (!comes_before(b->pos, a->pos)) return;
  *b = *a;
  *a = first;
}

/* As both call it; where that differs, the name that holds for all threads, and what each says. */
static const char *racing_name(hd_story *s, const hd_state *end)
{
  const hd_race *race = &s->replay.race;
  const char *names[2], *plain = hd_namer_plain(s->namer, race->var, race->index);
  for (unsigned i = 0; i < 2; i++) {
    const hd_edge_info *e = hd_edge_get(s->p, race->edge[i]);
    const char *function = e->frame < s->p->frames.len ? s->p->frames.data[e->frame].function : NULL;
    hd_viewpoint view = {{race->thread[i], race->instance[i]}, function, hd_story_text(s, e)};
    names[i] = hd_namer_target(s->namer, end, &view, race->var, race->index);
  }
  if (strcmp(names[0], names[1]) == 0) return names[0];
  return hd_arena_printf(&s->arena, "%s (%s, %s)", plain, names[0], names[1]);
}

static void say_protector(hd_story *s, const hd_trace *t)
{
  hd_protector lock = hd_held_protector(s->namer, s->p, t, &s->replay.race);
  if (lock.held * 2 > lock.of)
    hd_story_say(s, "other accesses to it hold %s (%u of %u, in this and random executions)", lock.lock, lock.held,
                 lock.of);
}

static void conclude_race(hd_story *s, const hd_trace *t, const hd_state *end)
{
  s->check = HD_CHECK_RACE;
  const hd_race *race = &s->replay.race;
  hd_held held = {.names = s->namer};
  hd_held_run(&held, s->p, t);
  hd_story_say(s, "%s on %s", hd_check_table[HD_CHECK_RACE].failed, racing_name(s, end));
  for (unsigned i = 0; i < 2; i++) {
    const hd_edge_info *e = hd_edge_get(s->p, race->edge[i]);
    const char *how = writes_racing(s, end, race, i) ? "writes" : "reads";
    const char *kind = e->access == HD_ACCESS_ATOMIC ? " atomically" : "";
    const char *who = hd_story_name(s, (hd_story_who){race->thread[i], race->instance[i]});
    add_party(s, (hd_story_who){race->thread[i], race->instance[i]}, e, how);
    hd_story_say(s, "%s %s it%s%s", who, how, kind, at_place(s, e->pos, hd_story_text(s, e)));
    say_calls(s, e->frame, "  ");
    const char *locks = hd_held_list(&held, (hd_story_who){race->thread[i], race->instance[i]}, &s->arena);
    hd_story_say(s, "  holding %s", locks ? locks : "no lock");
  }
  hd_held_clear(&held);
  say_protector(s, t);
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
static bool explain_join(hd_story *s, const hd_state *end, hd_story_who who, const hd_event *what)
{
  for (uint32_t t = 0; t < s->p->threads.len; t++) {
    if (s->p->threads.data[t].status.id != what->var.id) continue;
    hd_story_who other = {{t}, (uint32_t)what->index};
    if (is_waiting(s, end, other)) hd_story_say(s, "  for the end of %s", hd_story_name(s, other));
    if (is_waiting(s, end, other)) hd_vec_push(&s->waits, (hd_story_wait){who, other});
    return true;
  }
  return false;
}

static const char *name_of(hd_story *s, const hd_event *what)
{
  return hd_held_name(s->namer, what->var, what->index, &s->arena);
}

static void explain_element(hd_story *s, const hd_event *what, hd_story_who who, bool lock)
{
  const char *name = name_of(s, what);
  const hd_story_line *l = last_writer(s, what, who, lock);
  if (!l) {
    hd_story_say(s, "  for %s, which no other thread has changed", name);
    return;
  }
  if (lock) hd_vec_push(&s->waits, (hd_story_wait){who, l->who});
  const char *other = is_same(l->who, who) ? "itself" : hd_story_name(s, l->who);
  const char *how = lock ? "held by" : "last changed by", *since = lock ? "since" : "at";
  const char *where = hd_sources_where(&s->sources, l->pos);
  if (l->number)
    hd_story_say(s, "  for %s, %s %s %s step %u", name, how, other, since, l->number);
  else
    hd_story_say(s, "  for %s, %s %s %s %s", name, how, other, since, *where ? where : "the start");
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

/* What the source has there; a label where there is no source. */
static const char *waiting_text(hd_story *s, const hd_edge_info *e)
{
  const char *source = hd_sources_statement(&s->sources, e->pos);
  return source ? source : e->label ? e->label : hd_story_text(s, e);
}

static void explain_waiting(hd_story *s, const hd_state *end, hd_story_who who)
{
  hd_loc loc = hd_state_loc(end, who.thread, who.instance);
  const hd_edge_info *e = waiting_edge(s, loc);
  hd_pos pos = e ? e->pos : hd_loc_get(s->p, loc)->pos;
  const char *what = e ? waiting_text(s, e) : "";
  uint32_t frame = e ? e->frame : hd_loc_get(s->p, loc)->frame;
  hd_vec_push(&s->parties, (hd_story_party){who, pos, frame, what, "waits"});
  hd_story_say(s, "%s waits%s", hd_story_name(s, who), at_place(s, pos, what));
  if (!hd_state_may_run(end, who.thread, who.instance)) {
    hd_story_say(s, "  for the end of another thread's atomic section");
    return;
  }
  bool lock = e && e->label && strstr(e->label, "lock"), signal = e && e->label && strcmp(e->label, "wake up") == 0;
  hd_events reads = awaited(s, end, who);
  for (uint32_t i = 0; i < reads.len; i++) {
    if (explain_join(s, end, who, &reads.data[i]) || !is_telling(s, &reads, i, who, lock)) continue;
    if (signal)
      hd_story_say(s, "  for a signal to %s", name_of(s, &reads.data[i]));
    else
      explain_element(s, &reads.data[i], who, lock);
  }
  hd_vec_clear(&reads);
}

static const hd_story_wait *find_wait(const hd_story *s, hd_story_who who)
{
  for (uint32_t i = 0; i < s->waits.len; i++)
    if (is_same(s->waits.data[i].who, who)) return &s->waits.data[i];
  return NULL;
}

/* Waits are listed thread by thread: the first is the least. */
static const hd_story_wait *first_of_circle(const hd_story *s, const hd_story_wait *start)
{
  const hd_story_wait *first = start;
  for (const hd_story_wait *at = find_wait(s, start->whom); at != start; at = find_wait(s, at->whom))
    if (at < first) first = at;
  return first;
}

/* Each thread waits for one other, so that the one found by following as often as there are waits is in a circle, if
 * there is one. */
static void say_circle(hd_story *s)
{
  const hd_story_wait *at = s->waits.len ? &s->waits.data[0] : NULL, *first;
  for (uint32_t i = 0; i < s->waits.len && at; i++) at = find_wait(s, at->whom);
  if (!at) return;
  at = first_of_circle(s, at);
  const char *text = hd_arena_printf(&s->arena, "in a circle: %s", hd_story_name(s, at->who));
  first = at;
  do {
    text = hd_arena_printf(&s->arena, "%s waits for %s%s", text, hd_story_name(s, at->whom),
                           is_same(at->whom, first->who) ? "" : ", which");
    at = find_wait(s, at->whom);
  } while (at != first);
  hd_story_say(s, "%s", text);
}

static void conclude_deadlock(hd_story *s, const hd_state *end)
{
  s->check = HD_CHECK_DEADLOCK;
  hd_story_say(s, "%s: no thread can go on", hd_check_table[HD_CHECK_DEADLOCK].failed);
  for (uint32_t t = 0; t < s->p->threads.len; t++)
    for (uint32_t i = 0; i < s->p->threads.data[t].instances; i++)
      if (is_waiting(s, end, (hd_story_who){{t}, i})) explain_waiting(s, end, (hd_story_who){{t}, i});
  say_circle(s);
}

void hd_story_conclude(hd_story *s, const hd_trace *t, const hd_state *end)
{
  switch (s->replay.end) {
  case HD_END_VIOLATION: conclude_violation(s, &t->steps.data[s->replay.at], end); break;
  case HD_END_RACE: conclude_race(s, t, end); break;
  case HD_END_DEADLOCK: conclude_deadlock(s, end); break;
  default: break;
  }
}
