/* systematic.c - breadth first over states that are compared exactly. */
#include "oracle/systematic.h"

#include "trace/state.h"

enum { NARROW = 4 }; /* inputs up to this many bits are enumerated completely */

typedef struct {
  hd_state *state;
  uint32_t parent; /* HD_NONE: an initial state */
  uint32_t depth;
  hd_step step; /* that led here */
} node;

typedef struct {
  const hd_program *p;
  hd_property property;
  hd_explore_options limits;
  hd_arena arena; /* inputs of steps */
  HD_VEC(node) nodes;
  uint32_t *slots; /* node + 1, by hash; 0 is free */
  uint32_t n_slots;
  hd_exploration result;
} search;

static void give_up(search *x, hd_cause_kind cause)
{
  if (x->result.verdict == HD_EXPLORED_SAFE) x->result.cause = cause;
  if (x->result.verdict == HD_EXPLORED_SAFE) x->result.verdict = HD_EXPLORED_INCOMPLETE;
}

static bool is_over(const search *x)
{
  return x->result.verdict == HD_EXPLORED_UNSAFE || (x->limits.max_states && x->nodes.len > x->limits.max_states);
}

/* --- the set of states ------------------------------------------------------------------ */

static uint32_t *slot_of(search *x, const hd_state *s)
{
  uint32_t i = (uint32_t)hd_state_hash(s) & (x->n_slots - 1);
  while (x->slots[i] && !hd_state_same(x->nodes.data[x->slots[i] - 1].state, s)) i = (i + 1) & (x->n_slots - 1);
  return &x->slots[i];
}

static void grow(search *x)
{
  free(x->slots);
  x->n_slots = x->n_slots ? x->n_slots * 2 : 1024;
  x->slots = hd_alloc(x->n_slots, sizeof *x->slots);
  for (uint32_t i = 0; i < x->nodes.len; i++) *slot_of(x, x->nodes.data[i].state) = i + 1;
}

static void add_take(search *x, hd_state *s, node from)
{
  if (x->nodes.len * 2 >= x->n_slots) grow(x);
  uint32_t *slot = slot_of(x, s);
  if (*slot) {
    hd_state_free(s);
    return;
  }
  from.state = s;
  hd_vec_push(&x->nodes, from);
  *slot = x->nodes.len;
}

/* --- from a node back to a trace -------------------------------------------------------- */

static void push_initial(const search *x, hd_trace *t, const hd_state *s)
{
  for (uint32_t v = 0; v < x->p->vars.len; v++) {
    const hd_var_info *info = &x->p->vars.data[v];
    uint32_t copies = info->thread.id == HD_NONE ? 1 : hd_thread_get(x->p, info->thread)->instances;
    for (uint32_t i = 0; info->any && i < copies; i++)
      for (uint32_t k = 0; k < hd_var_elements(info); k++)
        hd_vec_push(&t->initial, (hd_initial){{v}, i, k, hd_state_read(s, (hd_var){v}, i, k)});
  }
}

static void push_steps(const search *x, hd_trace *t, uint32_t at)
{
  hd_u32s path = {0};
  for (; x->nodes.data[at].parent != HD_NONE; at = x->nodes.data[at].parent) hd_vec_push(&path, at);
  push_initial(x, t, x->nodes.data[at].state);
  while (path.len) {
    const hd_step *s = &x->nodes.data[hd_vec_pop(&path)].step;
    hd_trace_push(t, s->thread, s->instance, s->edge, s->inputs, s->n_inputs);
  }
  hd_vec_clear(&path);
}

/* The violation is in the node's state, or in the step that follows. */
static void found(search *x, uint32_t at, const hd_step *last)
{
  x->result.verdict = HD_EXPLORED_UNSAFE;
  x->result.cause = HD_CAUSE_NONE;
  x->result.trace = hd_trace_new();
  push_steps(x, x->result.trace, at);
  if (last) hd_trace_push(x->result.trace, last->thread, last->instance, last->edge, last->inputs, last->n_inputs);
}

/* --- values of inputs: all of them, one after the other --------------------------------- */

/* How many values are tried; 0: none, it is too wide. */
static uint32_t values_of(search *x, unsigned width)
{
  if (width <= NARROW) return 1u << width;
  give_up(x, HD_CAUSE_BOUND);
  return x->limits.wide_values;
}

/* The next combination, or false after the last. Digit i runs over limits[i] values. */
static bool next(uint64_t *digits, const uint32_t *limits, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) {
    if (++digits[i] < limits[i]) return true;
    digits[i] = 0;
  }
  return false;
}

static void take(search *x, uint32_t at, const hd_step *step)
{
  hd_state *s = hd_state_copy(x->nodes.data[at].state);
  x->result.steps++;
  hd_step_result r = hd_state_step(s, step, NULL);
  if (r == HD_STEP_OK) {
    add_take(x, s, (node){.parent = at, .depth = x->nodes.data[at].depth + 1, .step = *step});
    return;
  }
  hd_state_free(s);
  if (r == HD_STEP_VIOLATED && hd_property_asks(x->property, hd_edge_get(x->p, step->edge)->check)) found(x, at, step);
}

static void take_all(search *x, uint32_t at, hd_step step)
{
  enum { MANY = 16 };
  uint8_t widths[MANY];
  uint32_t limits[MANY];
  uint64_t values[MANY] = {0};
  step.n_inputs = hd_edge_inputs(x->p, step.edge, widths, MANY);
  if (step.n_inputs > MANY) {
    give_up(x, HD_CAUSE_BOUND);
    return;
  }
  for (uint32_t i = 0; i < step.n_inputs; i++)
    if ((limits[i] = values_of(x, widths[i])) == 0) return;
  do {
    step.inputs = hd_arena_copy(&x->arena, values, sizeof *values * step.n_inputs);
    take(x, at, &step);
  } while (next(values, limits, step.n_inputs) && !is_over(x));
}

static void expand(search *x, uint32_t at)
{
  const hd_state *s = x->nodes.data[at].state;
  for (uint32_t i = 0; i < s->layout->n_who; i++) {
    uint32_t n;
    hd_who who = s->layout->who[i];
    const uint32_t *edges = hd_loc_out(x->p, s->locs[i], &n);
    for (uint32_t k = 0; k < n && !is_over(x); k++) {
      if (hd_state_enabled(s, who.thread, who.instance, (hd_edge){edges[k]}))
        take_all(x, at, (hd_step){.thread = who.thread, .instance = who.instance, .edge = {edges[k]}});
    }
  }
}

static bool violates(const search *x, const hd_state *s)
{
  hd_race race;
  return hd_state_end(s, x->property, &race) != HD_END_NOWHERE;
}

static void visit(search *x, uint32_t at)
{
  const hd_state *s = x->nodes.data[at].state;
  if (hd_state_beyond(s))
    give_up(x, HD_CAUSE_UNSUPPORTED);
  else if (violates(x, s))
    found(x, at, NULL);
  else if (x->limits.max_steps && x->nodes.data[at].depth >= x->limits.max_steps)
    give_up(x, HD_CAUSE_BOUND);
  else
    expand(x, at);
}

/* --- initial states ----------------------------------------------------------------------- */

typedef struct {
  HD_VEC(uint64_t *) cells;
  HD_VEC(uint32_t) limits;
} unknowns;

static bool collect_unknowns(search *x, const hd_state *s, unknowns *u)
{
  for (uint32_t v = 0; v < x->p->vars.len; v++) {
    const hd_var_info *info = &x->p->vars.data[v];
    if (!info->any) continue;
    uint32_t copies = info->thread.id == HD_NONE ? 1 : hd_thread_get(x->p, info->thread)->instances;
    uint32_t limit = values_of(x, info->sort.width);
    if (!limit) return false;
    for (uint32_t i = 0; i < copies * hd_var_elements(info); i++) {
      hd_vec_push(&u->cells, hd_state_cell(s, (hd_var){v}, 0, 0) + i);
      hd_vec_push(&u->limits, limit);
    }
  }
  return true;
}

static void add_initial_states(search *x)
{
  hd_state *s = hd_state_new(x->p, NULL);
  unknowns u = {0};
  if (collect_unknowns(x, s, &u)) {
    uint64_t *values = hd_alloc(u.cells.len, sizeof *values);
    do {
      for (uint32_t i = 0; i < u.cells.len; i++) *u.cells.data[i] = values[i];
      add_take(x, hd_state_copy(s), (node){.parent = HD_NONE});
    } while (next(values, u.limits.data, u.cells.len) && !is_over(x));
    free(values);
  }
  hd_vec_clear(&u.cells);
  hd_vec_clear(&u.limits);
  hd_state_free(s);
}

hd_exploration hd_explore_all(const hd_program *p, hd_property property, const hd_explore_options *options)
{
  search x = {.p = p, .property = property, .limits = *options, .result = {.verdict = HD_EXPLORED_SAFE}};
  hd_arena_init(&x.arena);
  add_initial_states(&x);
  for (uint32_t i = 0; i < x.nodes.len && !is_over(&x); i++) visit(&x, i);
  if (is_over(&x)) give_up(&x, HD_CAUSE_BOUND);
  x.result.states = x.nodes.len;
  for (uint32_t i = 0; i < x.nodes.len; i++) hd_state_free(x.nodes.data[i].state);
  hd_vec_clear(&x.nodes);
  free(x.slots);
  hd_arena_clear(&x.arena);
  HD_ASSERT(!x.result.trace || hd_trace_check(p, x.result.trace));
  return x.result;
}
