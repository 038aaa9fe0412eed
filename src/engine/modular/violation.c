/* violation.c - reads states off a violating path and finds the first promise that it breaks. */
#include "engine/modular/violation.h"

#include "logic/linear.h"

hd_level_edge *hd_violation_part(const hd_violation *v, uint32_t step)
{
  return &v->l->edges.data[v->steps.data[step].edge.id];
}

typedef struct {
  const hd_state *state;
} reading;

static uint64_t read_state(void *context, uint32_t symbol, bool array, uint64_t index)
{
  (void)array;
  return hd_state_read(((const reading *)context)->state, (hd_var){symbol}, 0, index);
}

/* The state before a step of the trace. */
static hd_state *state_before(const hd_violation *v, uint32_t step)
{
  return hd_state_copy(v->states.data[step]);
}

static void find_states(hd_violation *v)
{
  hd_state *s = hd_state_new(v->l->q, v->trace);
  hd_vec_push(&v->states, hd_state_copy(s));
  for (uint32_t i = 0; i + 1 < v->steps.len; i++) {
    HD_CHECK(hd_state_step(s, &v->trace->steps.data[i], NULL) == HD_STEP_OK);
    hd_vec_push(&v->states, hd_state_copy(s));
  }
  hd_state_free(s);
}

static bool holds_in(const hd_level *l, const hd_state *s, hd_term formula)
{
  reading r = {s};
  return hd_term_eval(l->u->p->terms, formula, &(hd_env){read_state, &r}) != 0;
}

/* Which of the promises at the cut-point is violated in the state? */
static const hd_promise *violated_promise(const hd_level *l, hd_loc cut, const hd_state *s)
{
  for (uint32_t i = 0; i < l->promises.len; i++) {
    const hd_promise *promise = &l->promises.data[i];
    if (promise->cut.id == cut.id && holds_in(l, s, promise->psi)) return promise;
  }
  return NULL;
}

static void find_bad(hd_violation *v)
{
  hd_terms *T = v->l->u->p->terms;
  const hd_level_edge *last = hd_violation_part(v, v->steps.len - 1);
  const hd_edge_info *e = hd_edge_get(v->l->q, v->steps.data[v->steps.len - 1].edge);
  v->bad = hd_term_true(T);
  if (last->kind == HD_PART_BEYOND)
    v->beyond = true;
  else if (last->kind == HD_PART_GOAL)
    v->bad = v->l->goal;
  else if (last->kind == HD_PART_OWN) {
    v->bad = hd_formula_not(T, e->cond);
    if (hd_term_is(e->guard)) v->bad = hd_term_2(T, HD_OP_AND, e->guard, v->bad);
  } else {
    hd_state *s = state_before(v, v->steps.len - 1);
    const hd_promise *promise = violated_promise(v->l, last->at, s);
    hd_state_free(s);
    HD_CHECK(promise);
    v->bad = promise->psi;
    v->rest = promise->moves;
    v->beyond = promise->beyond;
  }
}

hd_violation hd_violation_read(hd_level *l, hd_trace *trace_take)
{
  hd_trace *t = trace_take;
  hd_violation v = {.l = l, .trace = t, .activation = HD_NONE};
  uint32_t last = hd_trace_replay(l->q, t, HD_PROP_UNREACH_CALL).at; /* the first violation; more may follow */
  for (uint32_t i = 0; i <= last && i < t->steps.len; i++) {
    const hd_step *s = &t->steps.data[i];
    hd_vec_push(&v.steps, (hd_path_step){s->edge, s->inputs, s->n_inputs});
    if (hd_violation_part(&v, i)->kind == HD_PART_ACTIVATE) v.activation = i;
  }
  find_states(&v);
  find_bad(&v);
  return v;
}

void hd_violation_clear(hd_violation *v)
{
  for (uint32_t i = 0; i < v->states.len; i++) hd_state_free(v->states.data[i]);
  hd_vec_clear(&v->states);
  hd_vec_clear(&v->steps);
  hd_trace_free(v->trace);
}

void hd_violation_add_moves(const hd_violation *v, uint32_t first, hd_mod_moves *moves)
{
  for (uint32_t i = first; i < v->steps.len; i++)
    if (hd_violation_part(v, i)->kind == HD_PART_OWN)
      hd_vec_push(moves, (hd_mod_move){v->l->thread, hd_violation_part(v, i)->own});
  for (uint32_t i = 0; i < v->rest.len; i++) hd_vec_push(moves, v->rest.data[i]);
}

/* As it is in the check that found the path: after start, and with the whole query. Where preconditions do not pass
 * over assertions, what the query has become is in them, with the parts that are supposed. */
static hd_term started_term(const hd_level *l, hd_term t)
{
  hd_terms *T = l->u->p->terms;
  return hd_modular_run_suppose(l->u, hd_formula_replace(T, t, l->u->start.id, hd_term_true(T)));
}

hd_term hd_violation_before(hd_violation *v, uint32_t first)
{
  hd_terms *T = v->l->u->p->terms;
  hd_term pre = v->bad;
  for (uint32_t end = v->steps.len - 1; end > first;) {
    uint32_t begin = end - 1;
    bool own = hd_violation_part(v, begin)->kind == HD_PART_OWN;
    while (begin > first && own && hd_violation_part(v, begin - 1)->kind == HD_PART_OWN) begin--;
    pre = started_term(v->l, pre);
    hd_state *state = state_before(v, begin);
    hd_env env = {read_state, &(reading){state}};
    hd_path_how how = hd_siblings_how(v->l, &env);
    if (own)
      pre = hd_siblings_pre(v->l, &v->steps, begin, end, pre, &env);
    else
      pre = hd_linear_normal(T, hd_path_pre(v->l->q, v->steps.data + begin, 1, pre, &how));
    hd_state_free(state);
    end = begin;
  }
  return hd_linear_normal(T, started_term(v->l, pre));
}

static bool in_program(void *context, hd_var v)
{
  const hd_level *l = context;
  return v.id < l->u->first_copy && l->vars[v.id];
}

uint32_t hd_violation_env(const hd_violation *v, uint32_t step)
{
  uint32_t first = v->activation == HD_NONE ? 0 : v->activation;
  for (uint32_t i = step; i-- > first;)
    if (hd_violation_part(v, i)->kind == HD_PART_ENV) return i;
  return HD_NONE;
}

hd_term hd_violation_after(const hd_violation *v, uint32_t end)
{
  hd_path_frame frame = {in_program, v->l};
  if (v->l->index == 0 && hd_violation_env(v, end) == HD_NONE) frame = hd_modular_run_frame(v->l->u);
  hd_term initial = hd_path_initial(v->l->q, &frame);
  for (uint32_t i = 0; i < HD_SUPPOSED && v->l->index; i++)
    initial = hd_term_2(v->l->u->p->terms, HD_OP_AND, initial, hd_program_var_term(v->l->u->p, v->l->u->supposed[i]));
  return started_term(v->l, hd_path_post(v->l->q, v->steps.data, end, initial, &frame, true));
}

bool hd_violation_has(const hd_violation *v, uint32_t first, hd_term before)
{
  hd_state *s = state_before(v, first);
  bool held = holds_in(v->l, s, before);
  hd_state_free(s);
  return held;
}

bool hd_violation_is_left(const hd_violation *v)
{
  if (!v->l->q) return false; /* new variables: its edges are gone */
  hd_replay r = hd_trace_replay(v->l->q, v->trace, HD_PROP_UNREACH_CALL);
  return r.end == HD_END_VIOLATION && r.at == v->states.len - 1;
}
