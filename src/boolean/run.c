/* run.c - executes a trace step by step: stacks, copies of threads, repeated parts. */
#include "boolean/run.h"

#include "boolean/step.h"

hd_bp_trace *hd_bp_trace_new(void)
{
  hd_bp_trace *t = hd_alloc(1, sizeof *t);
  hd_arena_init(&t->arena);
  return t;
}

void hd_bp_trace_free(hd_bp_trace *t)
{
  if (!t) return;
  hd_vec_clear(&t->actors);
  hd_vec_clear(&t->steps);
  hd_arena_clear(&t->arena);
  free(t);
}

uint32_t hd_bp_trace_add_actor(hd_bp_trace *t, hd_bp_actor_kind kind, uint32_t of, const char *name)
{
  hd_vec_push(&t->actors, (hd_bp_actor){kind, of, hd_arena_strdup(&t->arena, name)});
  return t->actors.len - 1;
}

static const uint8_t *keep_values(hd_bp_trace *t, const uint8_t *values, uint32_t n)
{
  return n ? hd_arena_copy(&t->arena, values, n) : (const uint8_t *)"";
}

void hd_bp_trace_push(hd_bp_trace *t, const hd_bp *p, const hd_bp_step *step, uint32_t proc)
{
  hd_bp_step copy = *step;
  copy.globals = keep_values(t, step->globals, p->globals.len);
  copy.locals = keep_values(t, step->locals, p->procs.data[proc].locals.len);
  hd_vec_push(&t->steps, copy);
}

uint32_t hd_bp_trace_switches(const hd_bp_trace *t)
{
  uint32_t switches = 0, last = HD_NONE;
  for (uint32_t i = 0; i < t->steps.len; i++) {
    uint32_t actor = t->steps.data[i].actor;
    if (t->actors.data[actor].kind == HD_BP_ACTOR_INIT) continue;
    switches += last != HD_NONE && actor != last;
    last = actor;
  }
  return switches;
}

/* --- the machine ------------------------------------------------------------------------------------ */

typedef struct {
  uint32_t loc;
  const uint8_t *locals;
  uint32_t call;    /* the edge that made it; HD_NONE at the bottom */
  uint32_t entered; /* the step that did */
} frame;

typedef struct {
  HD_VEC(frame) stack;
  bool began;
  const uint8_t *args; /* of a spawned thread: the arguments it begins with; NULL: not started */
} actor_state;

typedef struct {
  const hd_bp *p;
  const hd_bp_trace *t;
  actor_state *actors;
  const uint8_t *globals; /* NULL before the first step */
  uint32_t at, since;     /* this step; the first one since which its thread has been running */
  hd_bp_view *left;       /* by the step of a call: how the callee has left, without a switch; globals NULL: not yet */
  uint32_t last;
  hd_bp_where *places; /* may be NULL */
} machine;

static const frame *top_of(const machine *m, uint32_t actor)
{
  const actor_state *a = &m->actors[actor];
  return a->stack.len ? &a->stack.data[a->stack.len - 1] : NULL;
}

static uint32_t actor_proc(const machine *m, const hd_bp_actor *a)
{
  switch (a->kind) {
  case HD_BP_ACTOR_INIT: return m->p->init;
  case HD_BP_ACTOR_LISTED: return m->p->threads.data[a->of].proc;
  default: return m->p->edges.data[a->of].callee;
  }
}

static bool init_is_done(const machine *m)
{
  if (m->p->init == HD_NONE) return true;
  for (uint32_t i = 0; i < m->t->actors.len; i++) {
    if (m->t->actors.data[i].kind != HD_BP_ACTOR_INIT) continue;
    const frame *top = top_of(m, i);
    return top && m->actors[i].stack.len == 1 && m->p->locs.data[top->loc].kind == HD_BP_EXIT;
  }
  return false;
}

/* Copies of one listed thread that have begun. */
static uint32_t begun_copies(const machine *m, const hd_bp_actor *a)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < m->t->actors.len; i++) {
    const hd_bp_actor *b = &m->t->actors.data[i];
    n += b->kind == a->kind && b->of == a->of && m->actors[i].began;
  }
  return n;
}

static const char *may_begin(const machine *m, const hd_bp_step *s)
{
  const hd_bp_actor *a = &m->t->actors.data[s->actor];
  const actor_state *state = &m->actors[s->actor];
  if (state->began) return "the thread has begun already";
  if (a->kind == HD_BP_ACTOR_INIT) return m->globals ? "init does not come first" : NULL;
  if (!init_is_done(m)) return "init has not finished";
  if (a->kind == HD_BP_ACTOR_LISTED && begun_copies(m, a) >= m->p->threads.data[a->of].copies)
    return "more copies of a thread than there are";
  if (a->kind != HD_BP_ACTOR_SPAWNED) return NULL;
  if (!state->args) return "the thread has not been started";
  uint32_t n = m->p->procs.data[actor_proc(m, a)].n_params;
  return memcmp(state->args, s->locals, n) == 0 ? NULL : "the thread begins with other arguments";
}

static bool starts_at_zero(const machine *m, const uint8_t *globals)
{
  for (uint32_t i = 0; i < m->p->globals.len; i++)
    if (m->p->vars.data[m->p->globals.data[i]].internal && globals[i]) return false;
  return true;
}

static const char *begin_actor(machine *m, const hd_bp_step *s)
{
  uint32_t proc = actor_proc(m, &m->t->actors.data[s->actor]);
  const char *why = may_begin(m, s);
  if (why) return why;
  if (m->globals && memcmp(m->globals, s->globals, m->p->globals.len) != 0) return "beginning changes globals";
  if (!m->globals && !starts_at_zero(m, s->globals)) return "a lock is held at the start";
  if (!hd_bp_entry_allowed(m->p, proc, (hd_bp_view){s->globals, s->locals})) return "enforce does not hold";
  actor_state *a = &m->actors[s->actor];
  a->began = true;
  hd_vec_push(&a->stack, (frame){m->p->procs.data[proc].entry, s->locals, HD_NONE, m->at});
  return NULL;
}

static const char *spawn(machine *m, const hd_bp_edge *e, uint32_t id, const hd_bp_step *s, const frame *top)
{
  if (s->starts == HD_NONE) return NULL;
  if (s->starts >= m->t->actors.len) return "a thread that is not in the list";
  const hd_bp_actor *a = &m->t->actors.data[s->starts];
  if (a->kind != HD_BP_ACTOR_SPAWNED || a->of != id) return "a thread of another statement";
  if (m->actors[s->starts].args) return "the thread was started before";
  /* The arguments are what it begins with: its BEGIN step says, and they must be possible here. */
  for (uint32_t i = 0; i < m->t->steps.len; i++) {
    const hd_bp_step *b = &m->t->steps.data[i];
    if (b->actor != s->starts || b->move != HD_BP_BEGIN) continue;
    hd_bp_view now = {m->globals, top->locals};
    for (uint32_t k = 0; k < e->n_args; k++)
      if (!(hd_bp_eval(m->p, e->args[k], now, NULL) & (b->locals[k] ? HD_BP_MAY_1 : HD_BP_MAY_0)))
        return "an argument that is not possible";
    m->actors[s->starts].args = b->locals;
    return NULL;
  }
  return "a started thread that never begins";
}

static const char *take_boolean_edge(machine *m, const hd_bp_step *s)
{
  actor_state *a = &m->actors[s->actor];
  if (s->edge >= m->p->edges.len) return "an edge that does not exist";
  const hd_bp_edge *e = &m->p->edges.data[s->edge];
  frame *top = &a->stack.data[a->stack.len - 1];
  hd_bp_view now = {m->globals, top->locals}, next = {s->globals, s->locals};
  if (e->from != top->loc) return "an edge from another location";
  if (e->kind == HD_BP_CALL) {
    if (!hd_bp_call_allowed(m->p, e, now, next)) return "the call is not possible";
    hd_vec_push(&a->stack, (frame){m->p->procs.data[e->callee].entry, s->locals, s->edge, m->at});
    return NULL;
  }
  if (!hd_bp_step_allowed(m->p, e, now, next)) return "the step is not possible";
  const char *why = e->kind == HD_BP_SPAWN ? spawn(m, e, s->edge, s, top) : NULL;
  if (why) return why;
  top->loc = e->to;
  top->locals = s->locals;
  return NULL;
}

static const char *give_back(machine *m, const hd_bp_step *s)
{
  actor_state *a = &m->actors[s->actor];
  if (a->stack.len < 2) return "a return without a call";
  frame callee = hd_vec_pop(&a->stack), *caller = &a->stack.data[a->stack.len - 1];
  const hd_bp_edge *e = &m->p->edges.data[callee.call];
  if (m->p->locs.data[callee.loc].kind != HD_BP_EXIT) return "a return before the exit";
  if (!hd_bp_return_allowed(m->p, e, caller->locals, (hd_bp_view){m->globals, callee.locals},
                            (hd_bp_view){s->globals, s->locals}))
    return "the return is not possible";
  if (m->since <= callee.entered) m->left[callee.entered] = (hd_bp_view){m->globals, callee.locals};
  caller->loc = e->to;
  caller->locals = s->locals;
  return NULL;
}

/* What an activation does depends on its state at the entry alone, as long as no other thread runs. */
static const char *repeat(machine *m, const hd_bp_step *s)
{
  actor_state *a = &m->actors[s->actor];
  frame *top = &a->stack.data[a->stack.len - 1];
  if (s->edge >= m->p->edges.len || m->p->edges.data[s->edge].kind != HD_BP_CALL) return "no call that is repeated";
  const hd_bp_edge *e = &m->p->edges.data[s->edge];
  if (e->from != top->loc) return "an edge from another location";
  if (s->starts >= m->at || !m->left[s->starts].globals) return "a call that has not returned before";
  const hd_bp_step *first = &m->t->steps.data[s->starts];
  if (m->p->edges.data[first->edge].callee != e->callee) return "a call of another procedure";
  hd_bp_view now = {m->globals, top->locals}, entry = {first->globals, first->locals};
  if (!hd_bp_call_allowed(m->p, e, now, entry)) return "the call is not possible";
  if (!hd_bp_return_allowed(m->p, e, top->locals, m->left[s->starts], (hd_bp_view){s->globals, s->locals}))
    return "the return is not possible";
  top->loc = e->to;
  top->locals = s->locals;
  return NULL;
}

/* While the lock is set the running thread keeps running. */
static bool may_switch(const machine *m, uint32_t to)
{
  if (m->p->atomic == HD_NONE || !m->globals || m->last == to) return true;
  return m->globals[m->p->vars.data[m->p->atomic].slot] == 0;
}

static void note_place(machine *m, uint32_t i, const hd_bp_step *s)
{
  const frame *top = top_of(m, s->actor);
  m->places[i] = (hd_bp_where){HD_NONE, HD_NONE, HD_NONE, m->actors[s->actor].stack.len, HD_NONE};
  if (!top) return;
  m->places[i].loc = top->loc;
  m->places[i].proc = m->p->locs.data[top->loc].proc;
  m->places[i].call = top->call;
}

static const char *replay_step(machine *m, uint32_t i)
{
  const hd_bp_step *s = &m->t->steps.data[i];
  const char *why = NULL;
  if (s->actor >= m->t->actors.len) return "a thread that is not in the list";
  if (m->places) note_place(m, i, s);
  if (!may_switch(m, s->actor)) return "a context switch in an atomic section";
  if (s->move != HD_BP_BEGIN && !top_of(m, s->actor)) return "the thread has not begun";
  if (m->t->actors.data[s->actor].kind == HD_BP_ACTOR_INIT && m->last != HD_NONE && m->last != s->actor)
    return "init runs alone";
  m->at = i;
  if (m->last != s->actor) m->since = i;
  switch (s->move) {
  case HD_BP_BEGIN: why = begin_actor(m, s); break;
  case HD_BP_TAKE: why = take_boolean_edge(m, s); break;
  case HD_BP_RETURN: why = give_back(m, s); break;
  case HD_BP_AGAIN: why = repeat(m, s); break;
  }
  m->globals = s->globals;
  m->last = s->actor;
  if (m->places && !why) m->places[i].after = top_of(m, s->actor)->loc;
  return why;
}

static hd_bp_replay_result run_machine(machine *m, const bool *targets)
{
  hd_bp_replay_result r = {.why = "the trace is empty"};
  m->actors = hd_alloc(m->t->actors.len + 1, sizeof *m->actors);
  m->left = hd_alloc(m->t->steps.len + 1, sizeof *m->left);
  m->last = HD_NONE;
  for (r.at = 0; r.at < m->t->steps.len; r.at++)
    if ((r.why = replay_step(m, r.at))) break;
  if (!r.why && m->t->steps.len && r.at == m->t->steps.len) {
    r.reached = !targets || targets[top_of(m, m->last)->loc];
    r.why = r.reached ? NULL : "the last step ends at no target";
  }
  for (uint32_t i = 0; i < m->t->actors.len; i++) hd_vec_clear(&m->actors[i].stack);
  free(m->actors);
  free(m->left);
  return r;
}

hd_bp_replay_result hd_bp_replay(const hd_bp *p, const hd_bp_trace *t, const bool *targets)
{
  machine m = {.p = p, .t = t};
  return run_machine(&m, targets);
}

void hd_bp_trace_places(const hd_bp *p, const hd_bp_trace *t, hd_bp_where *out)
{
  machine m = {.p = p, .t = t, .places = out};
  run_machine(&m, NULL);
}
