#include "report/conclude.h"

#include <stdarg.h>
#include <stdio.h>

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

/* --- a violated check ---------------------------------------------------------------------------- */

static const char *const check_words[HD_CHECK_COUNT] = {
    [HD_CHECK_ASSERTION] = "assertion failed", [HD_CHECK_OVERFLOW] = "signed overflow",
    [HD_CHECK_DEREF] = "invalid dereference",  [HD_CHECK_FREE] = "invalid free",
    [HD_CHECK_LEAK] = "memory lost",           [HD_CHECK_UNDEFINED] = "undefined behaviour",
};

static void conclude_violation(hd_story *s, const hd_step *last)
{
  const hd_edge_info *e = hd_edge_get(s->p, last->edge);
  const char *who = hd_story_name(s, (hd_story_who){last->thread, last->instance});
  say(s, "%s in %s%s", check_words[e->check], who, at_place(s, e->pos, hd_story_text(s, e)));
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
    found |=
        events.data[i].write && events.data[i].var.id == race->var.id && events.data[i].index == race->index;
  /* Kept out by the other's atomic section, the edge was not taken: then its targets decide. */
  const hd_edge_info *e = hd_edge_get(s->p, race->edge[side]);
  for (uint32_t i = 0; i < e->n_assigns && !events.len; i++) found |= e->assigns[i].var.id == race->var.id;
  hd_vec_clear(&events);
  hd_state_free(copy);
  return found;
}

static void conclude_race(hd_story *s, const hd_state *end)
{
  const hd_race *race = &s->replay.race;
  hd_event what = {.var = race->var, .index = race->index};
  say(s, "data race on %s", hd_story_target(s, &what));
  for (unsigned i = 0; i < 2; i++) {
    const hd_edge_info *e = hd_edge_get(s->p, race->edge[i]);
    const char *how = writes(s, end, race, i) ? "writes" : "reads";
    const char *kind = e->access == HD_ACCESS_ATOMIC ? " atomically" : "";
    const char *who = hd_story_name(s, (hd_story_who){race->thread[i], race->instance[i]});
    say(s, "%s %s it%s%s", who, how, kind, at_place(s, e->pos, hd_story_text(s, e)));
    say_calls(s, e->frame, "  ");
  }
}

/* --- a deadlock -------------------------------------------------------------------------------------- */

static bool is_waiting(const hd_story *s, const hd_state *end, hd_story_who who)
{
  const hd_thread_info *t = hd_thread_get(s->p, who.thread);
  bool started = t->status.id == HD_NONE || hd_state_read(end, t->status, 0, who.instance) != 0;
  return started && hd_loc_get(s->p, hd_state_loc(end, who.thread, who.instance))->kind != HD_LOC_END;
}

/* The leaves of a guard that are not temporaries, with their elements where those are constant. */
typedef struct {
  const hd_story *s;
  HD_VEC(hd_var) vars;
} guard_vars;

static void note_var(void *context, hd_term leaf)
{
  guard_vars *g = context;
  hd_var v = {hd_term_symbol(g->s->p->terms, leaf)};
  hd_role role = hd_var_get(g->s->p, v)->role;
  if (role != HD_ROLE_TEMP && role != HD_ROLE_SELF) hd_vec_push(&g->vars, v);
}

/* The last visible line before the end that wrote the variable, by another than `who`. */
static const hd_story_line *last_writer(const hd_story *s, hd_var v, hd_story_who who)
{
  for (uint32_t i = s->lines.len; i-- > 0;) {
    const hd_story_line *l = &s->lines.data[i];
    bool self = l->who.thread.id == who.thread.id && l->who.instance == who.instance;
    for (uint32_t k = 0; k < l->events.len && !self; k++)
      if (l->events.data[k].write && l->events.data[k].var.id == v.id) return l;
  }
  return NULL;
}

/* Whose end is waited for, when the variable is a thread's status. */
static bool explain_join(hd_story *s, const hd_state *end, hd_var v, hd_story_who who)
{
  for (uint32_t t = 0; t < s->p->threads.len; t++) {
    if (s->p->threads.data[t].status.id != v.id) continue;
    for (uint32_t i = 0; i < s->p->threads.data[t].instances; i++) {
      hd_story_who other = {{t}, i};
      bool self = t == who.thread.id && i == who.instance;
      if (!self && is_waiting(s, end, other)) say(s, "  for the end of %s", hd_story_name(s, other));
    }
    return true;
  }
  return false;
}

static void explain_var(hd_story *s, const hd_state *end, hd_var v, hd_story_who who, bool lock)
{
  if (explain_join(s, end, v, who)) return;
  const char *name = hd_var_get(s->p, v)->name;
  const hd_story_line *l = last_writer(s, v, who);
  if (!l) {
    say(s, "  for %s, which nobody else has changed", name);
    return;
  }
  /* The parts of a lock have names that the user never wrote; the place names the lock. */
  const char *what = lock ? "held by" : hd_arena_printf(&s->arena, "for %s, last changed by", name);
  const char *since = lock ? "since" : "at", *other = hd_story_name(s, l->who);
  const char *where = hd_sources_where(&s->sources, l->pos);
  if (l->number)
    say(s, "  %s %s %s step %u", what, other, since, l->number);
  else
    say(s, "  %s %s %s %s", what, other, since, *where ? where : "the start");
}

static const hd_edge_info *waiting_edge(const hd_story *s, hd_loc loc)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(s->p, loc, &n);
  return n ? &s->p->edges.data[out[0]] : NULL;
}

static void explain_waiting(hd_story *s, const hd_state *end, hd_story_who who)
{
  hd_loc loc = hd_state_loc(end, who.thread, who.instance);
  const hd_edge_info *e = waiting_edge(s, loc);
  hd_pos pos = e ? e->pos : hd_loc_get(s->p, loc)->pos;
  const char *what = !e ? "" : e->label ? e->label : hd_story_text(s, e);
  say(s, "%s waits%s", hd_story_name(s, who), at_place(s, pos, what));
  if (!hd_state_may_run(end, who.thread, who.instance)) {
    say(s, "  for the end of another thread's atomic section");
    return;
  }
  if (!e || !hd_term_is(e->guard)) return;
  guard_vars g = {.s = s};
  bool lock = e->label && strstr(e->label, "lock");
  hd_term_visit_leaves(s->p->terms, e->guard, note_var, &g);
  for (uint32_t i = 0; i < g.vars.len; i++) explain_var(s, end, g.vars.data[i], who, lock);
  hd_vec_clear(&g.vars);
}

static void conclude_deadlock(hd_story *s, const hd_state *end)
{
  say(s, "deadlock: no thread can go on");
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
