/* summaries.c - explicit summaries of a sequential program: for each activation (a procedure
 * with the globals and arguments it begins with) the states it reaches, calls included. */
#include "boolean/blobs.h"
#include "boolean/choose.h"
#include "oracle/summaries.h"

typedef struct {
  uint32_t activation, loc;
  uint32_t parent; /* the path edge before, in the same activation; of a first state: HD_NONE */
  hd_bp_step step;
  uint32_t callee_exit; /* RETURN: the path edge of the callee that returned */
} edge_info;

typedef struct {
  uint32_t proc;
  hd_u32s callers;                   /* path edges that stand at a call of it */
  hd_u32s calls;                     /* parallel: the CALL edges */
  hd_u32s exits;                     /* path edges at its exit */
  uint32_t first_caller, first_call; /* how it was reached first; HD_NONE: it is the program's */
} activation;

typedef struct {
  const hd_bp *p;
  const bool *targets;
  const hd_bp_limits *limits;
  hd_bp_found *out;
  hd_blobs keys, states; /* activations; path edges: activation, loc, globals, locals */
  HD_VEC(activation) activations;
  HD_VEC(edge_info) edges;
  hd_bp_choices choices;
  uint32_t hit; /* the path edge at a target */
  uint8_t *buffer;
} search;

enum { STATE_HEAD = 8 };

static hd_bp_view view_of(const search *s, uint32_t id)
{
  const uint8_t *at = s->states.data.data[id] + STATE_HEAD;
  return (hd_bp_view){at, at + s->p->globals.len};
}

static void enter_state(search *s, const edge_info *e, hd_bp_view v)
{
  uint32_t g = s->p->globals.len, l = s->p->procs.data[s->p->locs.data[e->loc].proc].locals.len;
  bool fresh;
  memcpy(s->buffer, &e->activation, 4);
  memcpy(s->buffer + 4, &e->loc, 4);
  memcpy(s->buffer + STATE_HEAD, v.globals, g);
  memcpy(s->buffer + STATE_HEAD + g, v.locals, l);
  uint32_t id = hd_blobs_add(&s->states, s->buffer, STATE_HEAD + g + l, &fresh);
  s->out->transitions++;
  if (!fresh) return;
  hd_vec_push(&s->edges, *e);
  if (s->targets[e->loc] && s->hit == HD_NONE) s->hit = id;
}

/* The first states of an activation: parameters as in the key, other locals free. */
static void enter_activation(search *s, uint32_t id, const uint8_t *globals, const uint8_t *args)
{
  uint32_t proc = s->activations.data[id].proc;
  edge_info e = {.activation = id, .loc = s->p->procs.data[proc].entry, .parent = HD_NONE, .callee_exit = HD_NONE};
  e.step = (hd_bp_step){.move = HD_BP_BEGIN, .edge = HD_NONE, .starts = HD_NONE};
  hd_bp_choices c;
  hd_bp_choices_init(&c, s->p);
  for (hd_bp_choose_entry(&c, proc, globals, args); hd_bp_choices_next(&c);) {
    hd_bp_view v = {c.globals, c.locals};
    if (hd_bp_entry_allowed(s->p, proc, v)) enter_state(s, &e, v);
  }
  hd_bp_choices_clear(&c);
}

static uint32_t find_activation(search *s, uint32_t proc, const uint8_t *globals, const uint8_t *args, uint32_t caller,
                                uint32_t call)
{
  uint32_t g = s->p->globals.len, n = s->p->procs.data[proc].n_params;
  bool fresh;
  memcpy(s->buffer, &proc, 4);
  memcpy(s->buffer + 4, globals, g);
  memcpy(s->buffer + 4 + g, args, n);
  uint32_t id = hd_blobs_add(&s->keys, s->buffer, 4 + g + n, &fresh);
  if (!fresh) return id;
  hd_vec_push(&s->activations, (activation){.proc = proc, .first_caller = caller, .first_call = call});
  const uint8_t *key = s->keys.data.data[id];
  enter_activation(s, id, key + 4, key + 4 + g);
  return id;
}

static void give_back(search *s, uint32_t caller, uint32_t call, uint32_t last)
{
  const hd_bp_edge *e = &s->p->edges.data[call];
  hd_bp_view from = view_of(s, caller), at_exit = view_of(s, last);
  edge_info next = {
      .activation = s->edges.data[caller].activation, .loc = e->to, .parent = caller, .callee_exit = last};
  next.step = (hd_bp_step){.move = HD_BP_RETURN, .edge = call, .starts = HD_NONE};
  hd_bp_return_state(s->p, e, from.locals, at_exit, s->choices.globals, s->choices.locals);
  hd_bp_view after = {s->choices.globals, s->choices.locals};
  if (hd_bp_return_allowed(s->p, e, from.locals, at_exit, after)) enter_state(s, &next, after);
}

static void call(search *s, uint32_t id, uint32_t call_id)
{
  const hd_bp_edge *e = &s->p->edges.data[call_id];
  hd_bp_view now = view_of(s, id);
  hd_u32s callees = {0};
  for (hd_bp_choose_call(&s->choices, e, now); hd_bp_choices_next(&s->choices);) {
    if (!hd_bp_call_allowed(s->p, e, now, (hd_bp_view){s->choices.globals, s->choices.locals})) continue;
    uint32_t a = find_activation(s, e->callee, s->choices.globals, s->choices.locals, id, call_id);
    bool known = false;
    for (uint32_t i = 0; i < callees.len; i++) known |= callees.data[i] == a;
    if (!known) hd_vec_push(&callees, a);
  }
  for (uint32_t i = 0; i < callees.len; i++) {
    activation *a = &s->activations.data[callees.data[i]];
    hd_vec_push(&a->callers, id);
    hd_vec_push(&a->calls, call_id);
    for (uint32_t k = 0; k < s->activations.data[callees.data[i]].exits.len; k++)
      give_back(s, id, call_id, s->activations.data[callees.data[i]].exits.data[k]);
  }
  hd_vec_clear(&callees);
}

static void expand(search *s, uint32_t id)
{
  uint32_t loc = s->edges.data[id].loc, act = s->edges.data[id].activation;
  if (s->p->locs.data[loc].kind == HD_BP_EXIT) {
    hd_vec_push(&s->activations.data[act].exits, id);
    for (uint32_t i = 0; i < s->activations.data[act].callers.len; i++)
      give_back(s, s->activations.data[act].callers.data[i], s->activations.data[act].calls.data[i], id);
  }
  const hd_u32s *out = &s->p->locs.data[loc].out;
  for (uint32_t i = 0; i < out->len; i++) {
    const hd_bp_edge *e = &s->p->edges.data[out->data[i]];
    if (e->kind == HD_BP_CALL) {
      call(s, id, out->data[i]);
      continue;
    }
    edge_info next = {.activation = act, .loc = e->to, .parent = id, .callee_exit = HD_NONE};
    next.step = (hd_bp_step){.move = HD_BP_TAKE, .edge = out->data[i], .starts = HD_NONE};
    hd_bp_view now = view_of(s, id);
    for (hd_bp_choose_step(&s->choices, e, now); hd_bp_choices_next(&s->choices);) {
      hd_bp_view after = {s->choices.globals, s->choices.locals};
      if (hd_bp_step_allowed(s->p, e, now, after)) enter_state(s, &next, after);
    }
  }
}

/* --- the trace
 * ---------------------------------------------------------------------------------------------- */

static void push_step(search *s, hd_bp_trace *t, uint32_t id, hd_bp_step step)
{
  hd_bp_view v = view_of(s, id);
  step.actor = 0;
  step.globals = v.globals;
  step.locals = v.locals;
  hd_bp_trace_push(t, s->p, &step, s->p->locs.data[s->edges.data[id].loc].proc);
}

/* What is still to be printed, last first: the steps of an activation up to a path edge; how it
 * begins is `first` (a BEGIN or the call's step); a single return. */
typedef struct {
  uint32_t id, call;
  bool whole;
} item;

static void unwind(search *s, uint32_t target, hd_bp_trace *t)
{
  HD_VEC(item) todo = {0};
  HD_VEC(item) calls = {0}; /* the chain of activations, outermost last */
  for (uint32_t id = target, n = HD_NONE;; id = n) {
    const activation *a = &s->activations.data[s->edges.data[id].activation];
    hd_vec_push(&calls, (item){id, a->first_call, true});
    n = a->first_caller;
    if (n == HD_NONE) break;
  }
  for (uint32_t i = 0; i < calls.len; i++) hd_vec_push(&todo, calls.data[i]);
  while (todo.len) {
    item it = hd_vec_pop(&todo);
    const edge_info *e = &s->edges.data[it.id];
    hd_bp_step step = e->step;
    if (it.whole && e->parent != HD_NONE) {
      hd_vec_push(&todo, (item){it.id, it.call, false});
      if (e->callee_exit != HD_NONE) hd_vec_push(&todo, (item){e->callee_exit, step.edge, true});
      hd_vec_push(&todo, (item){e->parent, it.call, true});
      continue;
    }
    if (e->parent == HD_NONE && it.call != HD_NONE) {
      step.move = HD_BP_TAKE;
      step.edge = it.call;
    }
    if (step.move == HD_BP_RETURN) step.edge = HD_NONE;
    push_step(s, t, it.id, step);
  }
  hd_vec_clear(&todo);
  hd_vec_clear(&calls);
}

static hd_bp_trace *make_trace(search *s)
{
  hd_bp_trace *t = hd_bp_trace_new();
  hd_bp_trace_add_actor(t, HD_BP_ACTOR_LISTED, 0, s->p->threads.data[0].name);
  unwind(s, s->hit, t);
  return t;
}

/* --- the search
 * ---------------------------------------------------------------------------------------------- */

static void add_initial(search *s)
{
  uint32_t proc = s->p->threads.data[0].proc, n = s->p->procs.data[proc].n_params;
  hd_bp_choices globals, locals;
  hd_bp_choices_init(&globals, s->p);
  hd_bp_choices_init(&locals, s->p);
  for (hd_bp_choose_globals(&globals); hd_bp_choices_next(&globals);)
    for (uint32_t bits = 0; bits < 1u << n; bits++) {
      for (uint32_t i = 0; i < n; i++) locals.locals[i] = bits >> i & 1;
      find_activation(s, proc, globals.globals, locals.locals, HD_NONE, HD_NONE);
    }
  hd_bp_choices_clear(&globals);
  hd_bp_choices_clear(&locals);
}

static void release(search *s)
{
  for (uint32_t i = 0; i < s->activations.len; i++) {
    hd_vec_clear(&s->activations.data[i].callers);
    hd_vec_clear(&s->activations.data[i].calls);
    hd_vec_clear(&s->activations.data[i].exits);
  }
  hd_vec_clear(&s->activations);
  hd_vec_clear(&s->edges);
  hd_blobs_clear(&s->keys);
  hd_blobs_clear(&s->states);
  hd_bp_choices_clear(&s->choices);
  free(s->buffer);
}

hd_bp_found hd_bp_explore_summaries(const hd_bp *p, const bool *targets, const hd_bp_limits *limits)
{
  hd_bp_found out = {.complete = true};
  search s = {.p = p, .targets = targets, .limits = limits, .out = &out, .hit = HD_NONE};
  uint32_t most = 0;
  for (uint32_t i = 0; i < p->procs.len; i++)
    if (p->procs.data[i].locals.len > most) most = p->procs.data[i].locals.len;
  s.buffer = hd_alloc(STATE_HEAD + p->globals.len + most + 1, 1);
  hd_blobs_init(&s.keys);
  hd_blobs_init(&s.states);
  hd_bp_choices_init(&s.choices, p);
  add_initial(&s);
  for (uint32_t i = 0; i < s.edges.len && s.hit == HD_NONE; i++) {
    if (s.edges.len > limits->states || (limits->budget && i % 1024 == 0 && hd_budget_spent(limits->budget))) {
      out.complete = false;
      break;
    }
    expand(&s, i);
  }
  out.reached = s.hit != HD_NONE;
  if (out.reached) out.trace = make_trace(&s);
  out.exhausted = out.complete && !out.reached;
  out.states = s.edges.len;
  release(&s);
  return out;
}
