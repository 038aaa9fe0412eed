/* random.c - one random execution. */
#include "trace/state.h"

/* A constant of the program, or any number if several tries hit other terms. */
static uint64_t roll_constant(const hd_program *p, uint64_t *seed)
{
  for (unsigned tries = 0; tries < 16; tries++) {
    hd_term t = {(uint32_t)(1 + hd_roll(seed) % hd_terms_count(p->terms))};
    if (hd_term_op(p->terms, t) == HD_OP_CONST) return hd_term_value(p->terms, t);
  }
  return hd_roll(seed);
}

/* Small numbers reach more branches than large ones, and so do constants of the program and their neighbours. */
static uint64_t roll_value(const hd_program *p, uint64_t *seed, unsigned width)
{
  uint64_t dice = hd_roll(seed) % 4, value = hd_roll(seed);
  if (dice == 0) value %= 4;
  if (dice >= 2 && hd_terms_count(p->terms)) value = roll_constant(p, seed) + value % 3 - 1;
  return value & hd_mask(width);
}

/* Where the values of inputs come from: all values, or small ones only. */
typedef struct {
  const hd_program *p;
  const hd_small_inputs *small; /* NULL: any values */
  uint64_t *seed;
} dice;

/* A value that is easy to read, 0 or 1, or `known`: the value in the trace that is to be made simpler. */
static uint64_t roll_small(dice *d, uint64_t known)
{
  switch (d->small->way) {
  case HD_SMALL_ZERO: return 0;
  case HD_SMALL_BIT: return hd_roll(d->seed) % 2;
  case HD_SMALL_MIXED: return hd_roll(d->seed) % 2 ? known : hd_roll(d->seed) % 2;
  default: return known;
  }
}

/* The initial value of the variable in the trace. */
static uint64_t initial_of(const hd_trace *t, hd_var v, uint32_t instance, uint32_t index)
{
  for (uint32_t i = 0; i < t->initial.len; i++) {
    const hd_initial *in = &t->initial.data[i];
    if (in->var.id == v.id && in->instance == instance && in->index == index) return in->value;
  }
  return 0;
}

static uint64_t roll_initial(dice *d, hd_var v, uint32_t instance, uint32_t index)
{
  unsigned width = hd_var_get(d->p, v)->sort.width;
  if (!d->small) return roll_value(d->p, d->seed, width);
  return roll_small(d, initial_of(d->small->like, v, instance, index)) & hd_mask(width);
}

/* The value of this input when the edge is first taken in the trace. */
static uint64_t input_of(const hd_trace *t, hd_edge e, uint32_t number)
{
  for (uint32_t i = 0; i < t->steps.len; i++) {
    const hd_step *s = &t->steps.data[i];
    if (s->edge.id == e.id && number < s->n_inputs) return s->inputs[number];
  }
  return 0;
}

static uint64_t roll_input(dice *d, hd_edge e, uint32_t number, unsigned width)
{
  if (!d->small) return roll_value(d->p, d->seed, width);
  return roll_small(d, input_of(d->small->like, e, number)) & hd_mask(width);
}

static void choose_initial(dice *d, hd_trace *t)
{
  const hd_program *p = d->p;
  for (uint32_t v = 0; v < p->vars.len; v++) {
    const hd_var_info *info = &p->vars.data[v];
    uint32_t copies = info->thread.id == HD_NONE ? 1 : hd_thread_get(p, info->thread)->instances;
    for (uint32_t i = 0; info->any && i < copies; i++)
      for (uint32_t k = 0; k < hd_var_elements(info); k++)
        hd_vec_push(&t->initial, (hd_initial){{v}, i, k, roll_initial(d, (hd_var){v}, i, k)});
  }
}

typedef HD_VEC(hd_step) choices;

static void collect_enabled(const hd_state *s, choices *out)
{
  out->len = 0;
  for (uint32_t i = 0; i < s->layout->n_who; i++) {
    uint32_t n;
    hd_who who = s->layout->who[i];
    const uint32_t *edges = hd_loc_out(hd_state_program(s), s->locs[i], &n);
    for (uint32_t k = 0; k < n; k++)
      if (hd_state_enabled(s, who.thread, who.instance, (hd_edge){edges[k]}))
        hd_vec_push(out, (hd_step){.thread = who.thread, .instance = who.instance, .edge = {edges[k]}});
  }
}

static void push_chosen(hd_trace *t, dice *d, const hd_step *step)
{
  enum { MANY = 64 };
  uint8_t widths[MANY];
  uint64_t inputs[MANY];
  uint32_t n = hd_edge_inputs(d->p, step->edge, widths, MANY);
  if (n > MANY) n = MANY; /* the others are 0 */
  for (uint32_t i = 0; i < n; i++) inputs[i] = roll_input(d, step->edge, i, widths[i]);
  hd_trace_push(t, step->thread, step->instance, step->edge, inputs, n);
}

/* Does the execution end here, before another step? */
static bool is_end(const hd_state *s, hd_property property, hd_replay *how)
{
  if (hd_state_beyond(s))
    how->end = HD_END_UNSUPPORTED;
  else
    how->end = hd_state_end(s, property, &how->race);
  return how->end != HD_END_NOWHERE || hd_state_exited(s);
}

/* --- which instance moves next -------------------------------------------------------------------- */

/* Half of the runs choose among all enabled steps. The others give each instance a priority and let the one with the
 * highest run until it waits. Now and then they change priorities (in some runs often, in some hardly ever), so that an
 * instance is often late by a whole execution of the others. In half of these runs, the instances of one thread have
 * the same priority, and are late or early together. */
typedef struct {
  uint64_t *priorities; /* NULL: none */
  uint32_t n, last, in_a_row;
  uint32_t change_one_in;
  uint64_t lowest;
} policy;

enum { PATIENCE = 200 };

static void init_policy(policy *x, const hd_state *s, uint64_t *seed)
{
  static const uint32_t rates[] = {20, 100, 1000};
  *x = (policy){.n = s->layout->n_who, .last = HD_NONE, .lowest = UINT64_C(1) << 32};
  if (hd_roll(seed) % 2 == 0) return;
  bool together = hd_roll(seed) % 2;
  x->change_one_in = rates[hd_roll(seed) % HD_COUNT(rates)];
  x->priorities = hd_alloc(x->n, sizeof *x->priorities);
  for (uint32_t i = 0; i < x->n; i++) {
    bool alike = together && i > 0 && s->layout->who[i].thread.id == s->layout->who[i - 1].thread.id;
    x->priorities[i] = alike ? x->priorities[i - 1] : (UINT64_C(1) << 32) + (hd_roll(seed) >> 32);
  }
}

static uint32_t number_of(const hd_state *s, const hd_step *step)
{
  for (uint32_t i = 0;; i++)
    if (s->layout->who[i].thread.id == step->thread.id && s->layout->who[i].instance == step->instance) return i;
}

static void put_last(policy *x, uint32_t who)
{
  x->priorities[who] = --x->lowest;
  x->in_a_row = 0;
}

/* An instance that has been running for long may be waiting for another one to move. */
static void note_turn(policy *x, uint32_t who, uint64_t *seed)
{
  x->in_a_row = who == x->last ? x->in_a_row + 1 : 0;
  x->last = who;
  if (x->in_a_row >= PATIENCE || hd_roll(seed) % x->change_one_in == 0) put_last(x, who);
}

static const hd_step *choose_best(const policy *x, const hd_state *s, const choices *enabled, uint64_t *seed)
{
  const hd_step *best = &enabled->data[hd_roll(seed) % enabled->len];
  for (uint32_t i = 0; x->priorities && i < enabled->len; i++) {
    const hd_step *other = &enabled->data[i];
    if (x->priorities[number_of(s, other)] > x->priorities[number_of(s, best)]) best = other;
  }
  return best;
}

/* A step that would end the execution for all threads is put off half of the time. */
static const hd_step *choose_step(policy *x, const hd_state *s, const choices *enabled, uint64_t *seed)
{
  const hd_program *p = hd_state_program(s);
  const hd_step *best = choose_best(x, s, enabled, seed);
  bool last = hd_loc_get(p, hd_edge_get(p, best->edge)->to)->kind == HD_LOC_EXIT;
  if (last && hd_roll(seed) % 2 == 0) {
    if (x->priorities) put_last(x, number_of(s, best));
    best = choose_best(x, s, enabled, seed);
  }
  if (x->priorities) note_turn(x, number_of(s, best), seed);
  return best;
}

static hd_trace *run_dice(const hd_program *p, hd_property property, const hd_small_inputs *small, uint64_t seed,
                          uint32_t max_steps, hd_replay *how)
{
  dice d = {p, small, &seed};
  hd_trace *t = hd_trace_new();
  choose_initial(&d, t);
  hd_state *s = hd_state_new(p, t);
  choices enabled = {0};
  policy turns;
  init_policy(&turns, s, &seed);
  *how = (hd_replay){.end = HD_END_NOWHERE};
  while (!is_end(s, property, how) && how->at < max_steps) {
    collect_enabled(s, &enabled);
    if (!enabled.len) break;
    push_chosen(t, &d, choose_step(&turns, s, &enabled, &seed));
    const hd_step *taken = &hd_vec_last(&t->steps);
    if (hd_state_step(s, taken, NULL) == HD_STEP_VIOLATED) {
      bool asked = hd_property_asks(property, hd_edge_get(p, taken->edge)->check);
      how->end = asked ? HD_END_VIOLATION : HD_END_STUCK;
      break;
    }
    how->at++;
  }
  free(turns.priorities);
  hd_vec_clear(&enabled);
  hd_state_free(s);
  return t;
}

hd_trace *hd_random_run(const hd_program *p, hd_property property, uint64_t seed, uint32_t max_steps, hd_replay *how)
{
  return run_dice(p, property, NULL, seed, max_steps, how);
}

hd_trace *hd_random_small_run(const hd_program *p, hd_property property, const hd_small_inputs *small, uint64_t seed,
                              uint32_t max_steps, hd_replay *how)
{
  return run_dice(p, property, small, seed, max_steps, how);
}
