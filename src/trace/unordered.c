/* unordered.c - vector clocks along the execution. */
#include "trace/unordered.h"

#include "trace/state.h"

/* Pairs that look like a race and whose execution shows none: beyond so many of them the execution is given up. */
enum { MOST_ATTEMPTS = 8 };

/* Steps are told by 1 + their position in the trace; 0 is none. A clock has the last step of each instance that comes
 * before something. */
typedef struct {
  uint32_t *written, *read;    /* by instance: its last access */
  uint32_t *writers, *readers; /* clocks of the last write, and of all reads since then */
} element;

typedef struct {
  const hd_program *p;
  const hd_trace *t;
  hd_property property;
  hd_state *state;
  uint32_t n;       /* instances */
  uint32_t *clocks; /* of each instance */
  uint32_t *begins; /* by instance: the first step of the atomic section that it is in */
  bool several;     /* a thread was created: there is something to order */
  hd_arena arena;
  hd_map numbers; /* of elements, by cell */
  HD_VEC(element) elements;
  HD_VEC(uint32_t) in_section; /* elements that the present atomic section has touched */
  hd_events events;
  uint32_t attempts;
} order;

static void order_init(order *x, const hd_program *p, const hd_trace *t, hd_property property)
{
  *x = (order){.p = p, .t = t, .property = property, .state = hd_state_new(p, t)};
  x->n = x->state->layout->n_who;
  hd_arena_init(&x->arena);
  x->clocks = hd_arena_alloc(&x->arena, (size_t)x->n * x->n * sizeof *x->clocks);
  x->begins = hd_arena_alloc(&x->arena, x->n * sizeof *x->begins);
  for (uint32_t i = 1; i < p->threads.len; i++) x->several |= p->threads.data[i].status.id == HD_NONE;
}

static void order_clear(order *x)
{
  hd_state_free(x->state);
  hd_map_clear(&x->numbers);
  hd_vec_clear(&x->elements);
  hd_vec_clear(&x->in_section);
  hd_vec_clear(&x->events);
  hd_arena_clear(&x->arena);
}

static uint32_t who_takes(const order *x, uint32_t at)
{
  const hd_step *step = &x->t->steps.data[at];
  return x->state->layout->first[step->thread.id] + step->instance;
}

static uint32_t *clock_of(const order *x, uint32_t who)
{
  return &x->clocks[(size_t)who * x->n];
}

static void join_clocks(const order *x, uint32_t *into, const uint32_t *other)
{
  for (uint32_t i = 0; i < x->n; i++)
    if (other[i] > into[i]) into[i] = other[i];
}

static bool is_shared(const order *x, const hd_event *e)
{
  return hd_var_get(x->p, e->var)->thread.id == HD_NONE;
}

static uint32_t element_of(order *x, const hd_event *e)
{
  uint64_t cell = (uint64_t)(hd_state_cell(x->state, e->var, 0, e->index) - x->state->values);
  uint64_t *number = hd_map_find(&x->numbers, cell);
  if (number) return (uint32_t)*number;
  uint32_t *all = hd_arena_alloc(&x->arena, 4 * x->n * sizeof *all);
  hd_vec_push(&x->elements, (element){all, all + x->n, all + 2 * x->n, all + 3 * x->n});
  hd_map_put(&x->numbers, cell, x->elements.len - 1);
  return x->elements.len - 1;
}

/* --- two accesses that nothing orders ------------------------------------------------------------------------ */

static hd_access access_of(const order *x, uint32_t at)
{
  return hd_edge_get(x->p, x->t->steps.data[at].edge)->access;
}

static bool may_race(const order *x, const hd_event *e, uint32_t a, uint32_t b)
{
  hd_access first = access_of(x, a), second = access_of(x, b);
  if (hd_var_get(x->p, e->var)->role != HD_ROLE_USER) return false;
  if (first == HD_ACCESS_SYNC || second == HD_ACCESS_SYNC) return false;
  return first == HD_ACCESS_PLAIN || second == HD_ACCESS_PLAIN;
}

/* What a step comes after by its other accesses than one (HD_NONE: all of them count). */
static void join_accesses(order *x, uint32_t *clock, uint32_t but)
{
  for (uint32_t i = 0; i < x->events.len; i++) {
    const hd_event *e = &x->events.data[i];
    if (!is_shared(x, e)) continue;
    uint32_t number = element_of(x, e);
    if (number == but) continue;
    join_clocks(x, clock, x->elements.data[number].writers);
    if (e->write) join_clocks(x, clock, x->elements.data[number].readers);
  }
}

static bool take_step(order *x, uint32_t at, hd_trace **found);

/* Adds those steps before `end` that the clock has, but one: inside the last atomic section of its instance, or not. */
static void push_steps(const order *x, hd_trace *out, const uint32_t *clock, const uint32_t *begins, bool inside,
                       uint32_t end, uint32_t but)
{
  for (uint32_t at = 0; at < end; at++) {
    const hd_step *s = &x->t->steps.data[at];
    uint32_t who = who_takes(x, at);
    bool is_inside = begins[who] && at + 1 >= begins[who];
    if (at != but && at + 1 <= clock[who] && is_inside == inside)
      hd_trace_push(out, s->thread, s->instance, s->edge, s->inputs, s->n_inputs);
  }
}

/* The steps before a or b, which sections that are not over come after. `clock`: what comes before b. */
static hd_trace *trace_before(const order *x, uint32_t a, uint32_t b, uint32_t *clock)
{
  order until_a;
  order_init(&until_a, x->p, x->t, x->property);
  for (uint32_t at = 0; at < a; at++) take_step(&until_a, at, NULL);
  uint32_t *begins = hd_alloc(x->n, sizeof *begins), first = who_takes(x, a), second = who_takes(x, b);
  begins[first] = until_a.begins[first];
  begins[second] = x->begins[second];
  take_step(&until_a, a, NULL);
  join_clocks(x, clock, clock_of(&until_a, first));
  order_clear(&until_a);

  hd_trace *out = hd_trace_new();
  for (uint32_t i = 0; i < x->t->initial.len; i++) hd_vec_push(&out->initial, x->t->initial.data[i]);
  push_steps(x, out, clock, begins, false, b, a);
  push_steps(x, out, clock, begins, true, b, a);
  free(begins);
  return out;
}

/* Does nothing but this conflict order them? Then the execution into the race, if it is one. */
static hd_trace *race_between(order *x, uint32_t number, uint32_t a, uint32_t b)
{
  uint32_t *clock = hd_alloc(x->n, sizeof *clock), second = who_takes(x, b);
  memcpy(clock, clock_of(x, second), x->n * sizeof *clock);
  join_accesses(x, clock, number);
  hd_trace *out = NULL;
  if (clock[who_takes(x, a)] <= a) {
    x->attempts++;
    out = trace_before(x, a, b, clock);
    if (hd_trace_replay(x->p, out, x->property).end != HD_END_RACE) {
      hd_trace_free(out);
      out = NULL;
    }
  }
  free(clock);
  return out;
}

static hd_trace *race_at_event(order *x, const hd_event *e, uint32_t at)
{
  hd_trace *found = NULL;
  uint32_t who = who_takes(x, at), number = element_of(x, e);
  for (uint32_t i = 0; i < x->n && !found && x->attempts < MOST_ATTEMPTS; i++) {
    const element *m = &x->elements.data[number];
    uint32_t last = e->write && m->read[i] > m->written[i] ? m->read[i] : m->written[i];
    bool unordered = i != who && last > clock_of(x, who)[i];
    if (unordered && may_race(x, e, last - 1, at)) found = race_between(x, number, last - 1, at);
  }
  return found;
}

static hd_trace *race_at_step(order *x, uint32_t at)
{
  hd_trace *found = NULL;
  for (uint32_t i = 0; i < x->events.len && !found; i++)
    if (is_shared(x, &x->events.data[i])) found = race_at_event(x, &x->events.data[i], at);
  return found;
}

/* --- the order ----------------------------------------------------------------------------------------------- */

static void note_access(order *x, const hd_event *e, uint32_t at)
{
  uint32_t who = who_takes(x, at), number = element_of(x, e);
  element *m = &x->elements.data[number];
  (e->write ? m->written : m->read)[who] = at + 1;
  if (e->write) {
    memcpy(m->writers, clock_of(x, who), x->n * sizeof *m->writers);
    memset(m->readers, 0, x->n * sizeof *m->readers);
  } else {
    join_clocks(x, m->readers, clock_of(x, who));
  }
  if (x->begins[who]) hd_vec_push(&x->in_section, number);
}

/* Who comes after a step of an atomic section comes after all of it. */
static void end_section(order *x, uint32_t who)
{
  for (uint32_t i = 0; i < x->in_section.len; i++) {
    element *m = &x->elements.data[x->in_section.data[i]];
    join_clocks(x, m->written[who] >= x->begins[who] ? m->writers : m->readers, clock_of(x, who));
  }
  x->in_section.len = 0;
  x->begins[who] = 0;
}

static void note_order(order *x, uint32_t at)
{
  uint32_t who = who_takes(x, at);
  const hd_loc_info *to = hd_loc_get(x->p, x->state->locs[who]);
  bool atomic = to->kind == HD_LOC_NORMAL && to->atomic;
  if (atomic && !x->begins[who]) x->begins[who] = at + 1;
  if (x->several) join_accesses(x, clock_of(x, who), HD_NONE);
  clock_of(x, who)[who] = at + 1;
  for (uint32_t i = 0; i < x->events.len && x->several; i++)
    if (is_shared(x, &x->events.data[i])) note_access(x, &x->events.data[i], at);
  if (!atomic && x->begins[who]) end_section(x, who);
}

/* Before the first creation everything is main's, and before all that follows. */
static void note_creation(order *x)
{
  for (uint32_t i = 0; i < x->events.len && !x->several; i++)
    x->several = x->events.data[i].write && hd_var_get(x->p, x->events.data[i].var)->role == HD_ROLE_STATUS;
}

/* False when the step is not possible. */
static bool take_step(order *x, uint32_t at, hd_trace **found)
{
  x->events.len = 0;
  if (hd_state_step(x->state, &x->t->steps.data[at], &x->events) != HD_STEP_OK) return false;
  note_creation(x);
  if (found && x->several) *found = race_at_step(x, at);
  note_order(x, at);
  return true;
}

hd_trace *hd_trace_unordered(const hd_program *p, const hd_trace *t, hd_property property)
{
  order x;
  hd_trace *found = NULL;
  if (!hd_violated_by(property, HD_BY_RACE)) return NULL;
  order_init(&x, p, t, property);
  for (uint32_t at = 0; at < t->steps.len && !found && x.attempts < MOST_ATTEMPTS; at++)
    if (!take_step(&x, at, &found)) break;
  order_clear(&x);
  return found;
}
