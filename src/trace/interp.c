/* interp.c - evaluates terms and takes edges; writes are planned first and applied together. */
#include "trace/state.h"

/* Evaluation of one instance's terms, noting what is read. */
typedef struct {
  const hd_state *s;
  uint32_t instance;
  hd_events *events; /* may be NULL */
} reader;

static void note_read(hd_events *events, hd_var var, uint64_t index, uint64_t value)
{
  for (uint32_t i = 0; i < events->len; i++) {
    const hd_event *e = &events->data[i];
    if (!e->write && e->var.id == var.id && e->index == index) return;
  }
  hd_vec_push(events, (hd_event){.var = var, .index = index, .value = value, .before = value});
}

static uint64_t read_var(void *context, uint32_t symbol, bool array, uint64_t index)
{
  const reader *r = context;
  const uint64_t *cell = hd_state_cell(r->s, (hd_var){symbol}, r->instance, array ? index : 0);
  if (!cell) return 0;
  if (r->events) note_read(r->events, (hd_var){symbol}, array ? index : 0, *cell);
  return *cell;
}

static uint64_t eval_term_now(reader *r, hd_term t)
{
  const hd_env env = {.read = read_var, .context = r};
  return hd_term_eval(hd_state_program(r->s)->terms, t, &env);
}

uint64_t hd_state_eval(const hd_state *s, uint32_t instance, hd_term t)
{
  reader r = {.s = s, .instance = instance};
  return eval_term_now(&r, t);
}

static bool holds_now(reader *r, hd_term t)
{
  return !hd_term_is(t) || eval_term_now(r, t) != 0;
}

static bool is_there(const hd_state *s, hd_thread t, uint32_t instance, hd_edge e)
{
  const hd_program *p = hd_state_program(s);
  return t.id < p->threads.len && instance < hd_thread_get(p, t)->instances && e.id < p->edges.len &&
         hd_edge_get(p, e)->from.id == hd_state_loc(s, t, instance).id;
}

/* A write outside the array has no effect: the program guards it first. */
static void plan_write(reader *r, hd_events *writes, const hd_assign *a, uint64_t input)
{
  const hd_program *p = hd_state_program(r->s);
  uint64_t index = hd_term_is(a->index) ? eval_term_now(r, a->index) : 0;
  uint64_t value =
      hd_term_is(a->value) ? eval_term_now(r, a->value) : input & hd_mask(hd_var_get(p, a->var)->sort.width);
  const uint64_t *cell = hd_state_cell(r->s, a->var, r->instance, index);
  if (!cell) return;
  hd_vec_push(writes, (hd_event){.var = a->var, .index = index, .write = true, .value = value, .before = *cell});
}

hd_step_result hd_state_plan(const hd_state *s, const hd_step *step, hd_events *events)
{
  if (!is_there(s, step->thread, step->instance, step->edge)) return HD_STEP_DISABLED;
  const hd_edge_info *e = hd_edge_get(hd_state_program(s), step->edge);
  reader r = {.s = s, .instance = step->instance, .events = events};
  if (!holds_now(&r, e->guard)) return HD_STEP_DISABLED;
  if (e->kind == HD_EDGE_ASSERT && !holds_now(&r, e->cond)) return HD_STEP_VIOLATED;
  for (uint32_t i = 0, used = 0; i < e->n_assigns; i++) {
    bool is_input = !hd_term_is(e->assigns[i].value);
    uint64_t input = is_input && used < step->n_inputs ? step->inputs[used] : 0;
    plan_write(&r, events, &e->assigns[i], input);
    used += is_input;
  }
  return HD_STEP_OK;
}

bool hd_state_enabled(const hd_state *s, hd_thread t, uint32_t instance, hd_edge e)
{
  reader r = {.s = s, .instance = instance};
  return is_there(s, t, instance, e) && hd_state_may_run(s, t, instance) &&
         holds_now(&r, hd_edge_get(hd_state_program(s), e)->guard);
}

/* All was evaluated in the old state, so that the assignments happen at once. */
static void apply_events(hd_state *s, const hd_step *step, const hd_event *events, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) {
    const hd_event *e = &events[i];
    HD_ASSERT(!(e->value & ~hd_mask(hd_var_get(hd_state_program(s), e->var)->sort.width)));
    if (e->write) *hd_state_cell(s, e->var, step->instance, e->index) = e->value;
  }
  s->locs[s->layout->first[step->thread.id] + step->instance] = hd_edge_get(hd_state_program(s), step->edge)->to;
}

hd_step_result hd_state_step(hd_state *s, const hd_step *step, hd_events *events)
{
  hd_events planned = {0};
  hd_step_result result = HD_STEP_DISABLED;
  if (step->thread.id < hd_state_program(s)->threads.len && hd_state_may_run(s, step->thread, step->instance))
    result = hd_state_plan(s, step, &planned);
  if (result == HD_STEP_OK) apply_events(s, step, planned.data, planned.len);
  if (events && result != HD_STEP_DISABLED)
    for (uint32_t i = 0; i < planned.len; i++) hd_vec_push(events, planned.data[i]);
  hd_vec_clear(&planned);
  return result;
}

uint32_t hd_edge_inputs(const hd_program *p, hd_edge e, uint8_t *widths, uint32_t room)
{
  const hd_edge_info *info = hd_edge_get(p, e);
  uint32_t n = 0;
  for (uint32_t i = 0; i < info->n_assigns; i++) {
    if (hd_term_is(info->assigns[i].value)) continue;
    if (n < room) widths[n] = hd_var_get(p, info->assigns[i].var)->sort.width;
    n++;
  }
  return n;
}
