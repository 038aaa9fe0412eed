/* explore_threads.c - interleavings of whole configurations.
 *
 * A configuration is a byte string: the running thread, the globals, then a segment for each thread:
 *   kind (1), of (4), begun (1), frames (1), then for each frame from the bottom loc (4), call (4), locals;
 * a started thread that has not begun has its arguments instead of frames. */
#include "boolean/blobs.h"
#include "boolean/choose.h"
#include "boolean/explore.h"

enum { NO_THREAD = 255, HEAD = 7, FRAME_HEAD = 8 };

typedef HD_VEC(uint8_t) bytes;

typedef struct {
  uint32_t parent;
  uint32_t cost; /* context switches, or rounds begun after the first */
  bool done;
  hd_bp_step step; /* without values: those are in the configuration */
} node;

typedef struct {
  const hd_bp *p;
  const bool *targets;
  const hd_bp_limits *limits;
  hd_bp_found *out;
  hd_blobs configs;
  HD_VEC(node) nodes;
  hd_u32s now, later;
  hd_bp_choices choices;
  bytes build;
  bool cut; /* a context more would have been possible */
} search;

/* A configuration, as far as it is needed. */
typedef struct {
  const uint8_t *segment;
  uint32_t size, of, n_frames;
  uint8_t kind, begun;
  const uint8_t *top; /* the topmost frame */
} thread_view;

typedef struct {
  uint8_t active;
  const uint8_t *globals;
  thread_view threads[64];
  uint32_t n;
} config;

static uint32_t get_u32(const uint8_t *at)
{
  uint32_t value;
  memcpy(&value, at, sizeof value);
  return value;
}

static void append_bytes(bytes *to, const void *data, uint32_t n)
{
  hd_vec_reserve(to, to->len + n + 1);
  if (n) memcpy(to->data + to->len, data, n);
  to->len += n;
}

static void put_u32(bytes *to, uint32_t value)
{
  append_bytes(to, &value, sizeof value);
}

static uint32_t locals_of(const hd_bp *p, uint32_t loc)
{
  return p->procs.data[p->locs.data[loc].proc].locals.len;
}

static uint32_t proc_of(const hd_bp *p, uint8_t kind, uint32_t of)
{
  if (kind == HD_BP_ACTOR_INIT) return p->init;
  return kind == HD_BP_ACTOR_LISTED ? p->threads.data[of].proc : p->edges.data[of].callee;
}

static void read_thread(const hd_bp *p, const uint8_t *at, thread_view *t)
{
  *t = (thread_view){.segment = at, .kind = at[0], .of = get_u32(at + 1), .begun = at[5], .n_frames = at[6]};
  const uint8_t *end = at + HEAD;
  if (!t->begun && t->kind == HD_BP_ACTOR_SPAWNED) end += p->procs.data[proc_of(p, t->kind, t->of)].n_params;
  for (uint32_t i = 0; i < t->n_frames; i++) {
    t->top = end;
    end += FRAME_HEAD + locals_of(p, get_u32(end));
  }
  t->size = (uint32_t)(end - at);
}

static void read_config(const search *s, uint32_t id, config *c)
{
  const uint8_t *at = s->configs.data.data[id], *end = at + s->configs.sizes.data[id];
  c->active = at[0];
  c->globals = at + 1;
  c->n = 0;
  for (at += 1 + s->p->globals.len; at < end; at += c->threads[c->n++].size) read_thread(s->p, at, &c->threads[c->n]);
}

/* --- building configurations -------------------------------------------------------------------------- */

static void put_waiting(bytes *to, hd_bp_actor_kind kind, uint32_t of, const uint8_t *args, uint32_t n)
{
  uint8_t head = (uint8_t)kind, rest[2] = {0, 0};
  append_bytes(to, &head, 1);
  put_u32(to, of);
  append_bytes(to, rest, 2);
  append_bytes(to, args, n);
}

static void put_frame(bytes *to, uint32_t loc, uint32_t call, const uint8_t *locals, uint32_t n)
{
  put_u32(to, loc);
  put_u32(to, call);
  append_bytes(to, locals, n);
}

/* The segment of the moving thread: the lower frames as they are, then the new topmost ones. */
static void put_head(bytes *to, const thread_view *t, uint32_t frames)
{
  uint8_t rest[2] = {1, (uint8_t)frames};
  append_bytes(to, t->segment, 5);
  append_bytes(to, rest, 2);
}

static void begin_config(search *s, uint8_t active, const uint8_t *globals)
{
  s->build.len = 0;
  append_bytes(&s->build, &active, 1);
  append_bytes(&s->build, globals, s->p->globals.len);
}

/* --- the queue ------------------------------------------------------------------------------------------ */

static void enter_config(search *s, uint32_t parent, uint32_t cost, const hd_bp_step *step)
{
  bool fresh;
  uint32_t id = hd_blobs_add(&s->configs, s->build.data, s->build.len, &fresh);
  uint32_t level = parent == HD_NONE ? 0 : s->nodes.data[parent].cost;
  s->out->transitions++;
  if (fresh) hd_vec_push(&s->nodes, (node){.cost = HD_NONE});
  node *n = &s->nodes.data[id];
  if (n->done || n->cost <= cost) return;
  *n = (node){.parent = parent, .cost = cost, .step = *step};
  if (cost == level)
    hd_vec_push(&s->now, id);
  else
    hd_vec_push(&s->later, id);
}

/* --- moves ------------------------------------------------------------------------------------------------
 */

typedef struct {
  search *s;
  const config *c;
  uint32_t id, cost, actor;
} mover;

/* All segments, with `middle` in the place of the moving thread's; then perhaps one more. */
static void finish_config(mover *m, const uint8_t *globals, const bytes *middle, const bytes *more,
                          const hd_bp_step *step)
{
  begin_config(m->s, (uint8_t)m->actor, globals);
  for (uint32_t i = 0; i < m->c->n; i++) {
    if (i == m->actor)
      append_bytes(&m->s->build, middle->data, middle->len);
    else
      append_bytes(&m->s->build, m->c->threads[i].segment, m->c->threads[i].size);
  }
  if (more) append_bytes(&m->s->build, more->data, more->len);
  enter_config(m->s, m->id, m->cost, step);
}

static void put_lower(bytes *to, const thread_view *t, uint32_t frames)
{
  put_head(to, t, frames);
  append_bytes(to, t->segment + HEAD, (uint32_t)(t->top - (t->segment + HEAD)));
}

static void move_step(mover *m, const thread_view *t, const hd_bp_edge *e, uint32_t id)
{
  search *s = m->s;
  uint32_t n = locals_of(s->p, e->from);
  hd_bp_view now = {m->c->globals, t->top + FRAME_HEAD};
  hd_bp_step step = {.actor = m->actor, .move = HD_BP_TAKE, .edge = id, .starts = HD_NONE};
  for (hd_bp_choose_step(&s->choices, e, now); hd_bp_choices_next(&s->choices);) {
    bytes middle = {0};
    if (!hd_bp_step_allowed(s->p, e, now, (hd_bp_view){s->choices.globals, s->choices.locals})) continue;
    put_lower(&middle, t, t->n_frames);
    put_frame(&middle, e->to, get_u32(t->top + 4), s->choices.locals, n);
    finish_config(m, s->choices.globals, &middle, NULL, &step);
    hd_vec_clear(&middle);
  }
}

/* Every combination of arguments that is possible starts a thread of its own. */
static void move_spawn(mover *m, const thread_view *t, const hd_bp_edge *e, uint32_t id)
{
  search *s = m->s;
  uint32_t n = locals_of(s->p, e->from), params = e->n_args;
  hd_bp_view now = {m->c->globals, t->top + FRAME_HEAD};
  hd_bp_step step = {.actor = m->actor, .move = HD_BP_TAKE, .edge = id, .starts = m->c->n};
  if (!hd_bp_step_allowed(s->p, e, now, now)) return;
  if (m->c->n >= s->limits->threads || m->c->n >= HD_COUNT(m->c->threads)) {
    s->out->complete = false;
    return;
  }
  bytes middle = {0};
  put_lower(&middle, t, t->n_frames);
  put_frame(&middle, e->to, get_u32(t->top + 4), now.locals, n);
  uint8_t args[64];
  HD_CHECK(params < sizeof args);
  for (uint32_t bits = 0; bits < 1u << params; bits++) {
    bool possible = true;
    for (uint32_t i = 0; i < params; i++) {
      args[i] = bits >> i & 1;
      possible &= (hd_bp_eval(s->p, e->args[i], now, NULL) & (args[i] ? HD_BP_MAY_1 : HD_BP_MAY_0)) != 0;
    }
    bytes more = {0};
    put_waiting(&more, HD_BP_ACTOR_SPAWNED, id, args, params);
    if (possible) finish_config(m, now.globals, &middle, &more, &step);
    hd_vec_clear(&more);
  }
  hd_vec_clear(&middle);
}

static void move_call(mover *m, const thread_view *t, const hd_bp_edge *e, uint32_t id)
{
  search *s = m->s;
  hd_bp_view now = {m->c->globals, t->top + FRAME_HEAD};
  hd_bp_step step = {.actor = m->actor, .move = HD_BP_TAKE, .edge = id, .starts = HD_NONE};
  if (t->n_frames >= s->limits->frames || t->n_frames >= 250) {
    s->out->complete = false;
    return;
  }
  for (hd_bp_choose_call(&s->choices, e, now); hd_bp_choices_next(&s->choices);) {
    bytes middle = {0};
    if (!hd_bp_call_allowed(s->p, e, now, (hd_bp_view){s->choices.globals, s->choices.locals})) continue;
    put_head(&middle, t, t->n_frames + 1);
    append_bytes(&middle, t->segment + HEAD, t->size - HEAD);
    put_frame(&middle, s->p->procs.data[e->callee].entry, id, s->choices.locals,
              s->p->procs.data[e->callee].locals.len);
    finish_config(m, s->choices.globals, &middle, NULL, &step);
    hd_vec_clear(&middle);
  }
}

static const uint8_t *frame_below(const search *s, const thread_view *t)
{
  const uint8_t *at = t->segment + HEAD;
  for (uint32_t i = 2; i < t->n_frames; i++) at += FRAME_HEAD + locals_of(s->p, get_u32(at));
  return at;
}

static void move_return(mover *m, const thread_view *t)
{
  search *s = m->s;
  const uint8_t *below = frame_below(s, t);
  const hd_bp_edge *e = &s->p->edges.data[get_u32(t->top + 4)];
  hd_bp_view leaving = {m->c->globals, t->top + FRAME_HEAD}, next = {s->choices.globals, s->choices.locals};
  hd_bp_step step = {.actor = m->actor, .move = HD_BP_RETURN, .edge = HD_NONE, .starts = HD_NONE};
  hd_bp_return_state(s->p, e, below + FRAME_HEAD, leaving, s->choices.globals, s->choices.locals);
  if (!hd_bp_return_allowed(s->p, e, below + FRAME_HEAD, leaving, next)) return;
  bytes middle = {0};
  put_head(&middle, t, t->n_frames - 1);
  append_bytes(&middle, t->segment + HEAD, (uint32_t)(below - (t->segment + HEAD)));
  put_frame(&middle, e->to, get_u32(below + 4), s->choices.locals, locals_of(s->p, e->to));
  finish_config(m, s->choices.globals, &middle, NULL, &step);
  hd_vec_clear(&middle);
}

static void move_begin(mover *m, const thread_view *t)
{
  search *s = m->s;
  uint32_t proc = proc_of(s->p, t->kind, t->of);
  const uint8_t *args = t->kind == HD_BP_ACTOR_SPAWNED ? t->segment + HEAD : NULL;
  uint8_t waiting[64];
  /* Of an unfolded program: a thread that waits to be started, and finds its arguments in globals. */
  const hd_bp_thread *listed = t->kind == HD_BP_ACTOR_LISTED ? &s->p->threads.data[t->of] : NULL;
  if (listed && listed->started != HD_NONE) {
    uint32_t n = s->p->procs.data[proc].n_params;
    HD_CHECK(n <= sizeof waiting);
    if (!m->c->globals[s->p->vars.data[listed->started].slot]) return;
    for (uint32_t i = 0; i < n; i++) waiting[i] = m->c->globals[s->p->vars.data[listed->args + i].slot];
    args = waiting;
  }
  hd_bp_step step = {.actor = m->actor, .move = HD_BP_BEGIN, .edge = HD_NONE, .starts = HD_NONE};
  for (hd_bp_choose_entry(&s->choices, proc, m->c->globals, args); hd_bp_choices_next(&s->choices);) {
    bytes middle = {0};
    if (!hd_bp_entry_allowed(s->p, proc, (hd_bp_view){s->choices.globals, s->choices.locals})) continue;
    put_head(&middle, t, 1);
    put_frame(&middle, s->p->procs.data[proc].entry, HD_NONE, s->choices.locals, s->p->procs.data[proc].locals.len);
    finish_config(m, m->c->globals, &middle, NULL, &step);
    hd_vec_clear(&middle);
  }
}

static void move_actor(mover *m)
{
  const thread_view *t = &m->c->threads[m->actor];
  if (!t->begun) {
    move_begin(m, t);
    return;
  }
  uint32_t loc = get_u32(t->top);
  if (m->s->p->locs.data[loc].kind == HD_BP_EXIT && t->n_frames > 1) move_return(m, t);
  const hd_u32s *out = &m->s->p->locs.data[loc].out;
  for (uint32_t i = 0; i < out->len; i++) {
    const hd_bp_edge *e = &m->s->p->edges.data[out->data[i]];
    if (e->kind == HD_BP_CALL)
      move_call(m, t, e, out->data[i]);
    else if (e->kind == HD_BP_SPAWN)
      move_spawn(m, t, e, out->data[i]);
    else
      move_step(m, t, e, out->data[i]);
  }
}

/* --- contexts --------------------------------------------------------------------------------------------
 */

static bool init_runs(const search *s, const config *c)
{
  if (s->p->init == HD_NONE) return false;
  const thread_view *t = &c->threads[0];
  return !t->begun || t->n_frames > 1 || s->p->locs.data[get_u32(t->top)].kind != HD_BP_EXIT;
}

static bool is_locked(const search *s, const config *c)
{
  return s->p->atomic != HD_NONE && c->active != NO_THREAD && c->globals[s->p->vars.data[s->p->atomic].slot];
}

/* What it costs to let this thread move now. The first context after init is free. */
static uint32_t switch_cost(const search *s, const config *c, uint32_t actor)
{
  bool first = c->active == NO_THREAD || (s->p->init != HD_NONE && c->active == 0);
  if (actor == c->active || first) return 0;
  return s->limits->rounds == HD_NONE || actor < c->active ? 1 : 0;
}

static void expand_config(search *s, uint32_t id)
{
  config c;
  read_config(s, id, &c);
  uint32_t most = s->limits->rounds == HD_NONE ? s->limits->contexts : s->limits->rounds - 1;
  for (uint32_t i = 0; i < c.n; i++) {
    bool init = c.threads[i].kind == HD_BP_ACTOR_INIT;
    if (init_runs(s, &c) != init || (i != c.active && is_locked(s, &c))) continue;
    uint32_t cost = s->nodes.data[id].cost + switch_cost(s, &c, i);
    if (most != HD_NONE && cost > most) {
      s->cut = true;
      continue;
    }
    mover m = {s, &c, id, cost, i};
    move_actor(&m);
  }
}

static bool at_target(const search *s, uint32_t id)
{
  config c;
  read_config(s, id, &c);
  return c.active != NO_THREAD && s->targets[get_u32(c.threads[c.active].top)];
}

/* --- the trace --------------------------------------------------------------------------------------------
 */

static void add_actors(search *s, const config *c, hd_bp_trace *t)
{
  for (uint32_t i = 0; i < c->n; i++) {
    const thread_view *v = &c->threads[i];
    const char *name = s->p->procs.data[proc_of(s->p, v->kind, v->of)].name;
    hd_bp_trace_add_actor(t, (hd_bp_actor_kind)v->kind, v->of, name);
  }
}

static hd_bp_trace *make_trace(search *s, uint32_t id)
{
  hd_bp_trace *t = hd_bp_trace_new();
  hd_u32s path = {0};
  config c;
  read_config(s, id, &c);
  add_actors(s, &c, t);
  for (uint32_t i = id; s->nodes.data[i].parent != HD_NONE; i = s->nodes.data[i].parent) hd_vec_push(&path, i);
  while (path.len) {
    uint32_t at = hd_vec_pop(&path);
    hd_bp_step step = s->nodes.data[at].step;
    read_config(s, at, &c);
    const uint8_t *top = c.threads[c.active].top;
    step.globals = c.globals;
    step.locals = top + FRAME_HEAD;
    /* A thread that never begins is none. */
    if (step.starts != HD_NONE) {
      config last;
      read_config(s, id, &last);
      if (!last.threads[step.starts].begun) step.starts = HD_NONE;
    }
    hd_bp_trace_push(t, s->p, &step, s->p->locs.data[get_u32(top)].proc);
  }
  hd_vec_clear(&path);
  return t;
}

/* --- the search --------------------------------------------------------------------------------------------
 */

static void add_initial(search *s)
{
  const hd_bp *p = s->p;
  bytes rest = {0};
  if (p->init != HD_NONE) put_waiting(&rest, HD_BP_ACTOR_INIT, 0, NULL, 0);
  for (uint32_t i = 0; i < p->threads.len; i++) {
    uint32_t copies = p->threads.data[i].copies;
    if (copies == HD_BP_MANY) {
      copies = s->limits->threads;
      s->out->complete = false;
    }
    for (uint32_t k = 0; k < copies; k++) put_waiting(&rest, HD_BP_ACTOR_LISTED, i, NULL, 0);
  }
  hd_bp_step none = {.actor = HD_NONE};
  for (hd_bp_choose_globals(&s->choices); hd_bp_choices_next(&s->choices);) {
    begin_config(s, NO_THREAD, s->choices.globals);
    append_bytes(&s->build, rest.data, rest.len);
    enter_config(s, HD_NONE, 0, &none);
  }
  hd_vec_clear(&rest);
}

static void run_level(search *s)
{
  for (uint32_t i = 0; i < s->now.len && !s->out->reached; i++) {
    uint32_t id = s->now.data[i];
    if (s->nodes.data[id].done) continue;
    s->nodes.data[id].done = true;
    if (at_target(s, id)) {
      s->out->reached = true;
      s->out->trace = make_trace(s, id);
      s->out->switches = hd_bp_trace_switches(s->out->trace);
    } else if (s->nodes.len > s->limits->states ||
               (s->limits->budget && i % 1024 == 0 && hd_budget_spent(s->limits->budget))) {
      s->out->complete = false;
      s->now.len = s->later.len = 0;
    } else {
      expand_config(s, id);
    }
  }
}

hd_bp_found hd_bp_explore_threads(const hd_bp *p, const bool *targets, const hd_bp_limits *limits)
{
  hd_bp_found out = {.complete = true};
  search s = {.p = p, .targets = targets, .limits = limits, .out = &out};
  hd_blobs_init(&s.configs);
  hd_bp_choices_init(&s.choices, p);
  add_initial(&s);
  while (s.now.len && !out.reached) {
    run_level(&s);
    hd_vec_clear(&s.now);
    s.now = s.later;
    s.later = (hd_u32s){0};
  }
  out.states = s.nodes.len;
  out.exhausted = out.complete && !s.cut && !out.reached;
  hd_vec_clear(&s.now);
  hd_vec_clear(&s.later);
  hd_vec_clear(&s.nodes);
  hd_vec_clear(&s.build);
  hd_bp_choices_clear(&s.choices);
  hd_blobs_clear(&s.configs);
  return out;
}
