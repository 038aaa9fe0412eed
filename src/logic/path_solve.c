/* path_solve.c - values for the start and the inputs of a path, by an SMT solver. */
#include "logic/execution.h"
#include "logic/path.h"

void hd_path_values_clear(hd_path_values *v)
{
  hd_vec_clear(&v->steps);
  hd_vec_clear(&v->starts);
  hd_arena_clear(&v->arena);
}

typedef struct {
  hd_execution x;
  hd_term *starts; /* by variable: the symbol of its value at the start, or HD_NO_TERM */
  HD_VEC(hd_term_list) inputs;
} solving;

/* Symbols for the start, with what is known about them. */
static void begin_solving(solving *s)
{
  hd_program *p = s->x.p;
  for (uint32_t v = 0; v < p->vars.len; v++) {
    const hd_var_info *info = &p->vars.data[v];
    if (!info->any && !info->count) {
      hd_term value = hd_term_const(p->terms, info->sort, hd_var_init(p, (hd_var){v}, 0));
      hd_map_put(&s->x.values, v, value.id);
      continue;
    }
    s->starts[v] = hd_execution_now(&s->x, hd_program_var_term(p, (hd_var){v}));
    for (uint32_t i = 0; i < info->count && !info->any; i++) {
      hd_term element = hd_term_2(p->terms, HD_OP_SELECT, s->starts[v], hd_term_bv(p->terms, 32, i));
      hd_term init = hd_term_const(p->terms, info->sort, hd_var_init(p, (hd_var){v}, i));
      hd_vec_push(&s->x.facts, hd_term_2(p->terms, HD_OP_EQ, element, init));
    }
  }
}

static void take_all(solving *s, const hd_edge *edges, uint32_t n, bool fails)
{
  hd_terms *T = s->x.p->terms;
  for (uint32_t i = 0; i < n; i++) {
    const hd_edge_info *e = hd_edge_get(s->x.p, edges[i]);
    hd_term_list inputs = {0};
    hd_execution_assume(&s->x, hd_execution_inside(s->x.p, e));
    if (fails && i + 1 == n) {
      hd_execution_assume(&s->x, e->guard);
      hd_execution_assume(&s->x, hd_formula_not(T, e->cond));
    } else {
      hd_execution_take(&s->x, edges[i], &inputs);
    }
    hd_vec_push(&s->inputs, inputs);
  }
}

static void read_starts(const solving *s, hd_solver *v, hd_path_values *out)
{
  for (uint32_t i = 0; i < s->x.p->vars.len; i++) {
    const hd_var_info *info = &s->x.p->vars.data[i];
    if (!info->any) continue;
    for (uint32_t k = 0; k < hd_var_elements(info); k++) {
      uint64_t value = info->count ? hd_solver_element(v, s->starts[i], k) : hd_solver_value(v, s->starts[i]);
      hd_vec_push(&out->starts, (hd_path_start){{i}, k, value});
    }
  }
}

static void read_inputs(const solving *s, hd_solver *v, hd_path_step *steps, hd_arena *arena)
{
  for (uint32_t i = 0; i < s->inputs.len; i++) {
    const hd_term_list *inputs = &s->inputs.data[i];
    uint64_t *values = hd_arena_alloc(arena, (inputs->len + 1) * sizeof *values);
    for (uint32_t k = 0; k < inputs->len; k++) values[k] = hd_solver_value(v, inputs->data[k]);
    steps[i].inputs = values;
    steps[i].n_inputs = inputs->len;
  }
}

static void clear_solving(solving *s)
{
  for (uint32_t i = 0; i < s->inputs.len; i++) hd_vec_clear(&s->inputs.data[i]);
  hd_vec_clear(&s->inputs);
  free(s->starts);
  hd_execution_clear(&s->x);
}

hd_answer hd_path_solve(hd_smt *smt, hd_program *p, const hd_edge *edges, uint32_t n, bool fails, hd_path_values *out)
{
  solving s = {.x = {.p = p, .fresh = HD_FRESH}, .starts = hd_alloc(p->vars.len, sizeof(hd_term))};
  *out = (hd_path_values){0};
  hd_arena_init(&out->arena);
  begin_solving(&s);
  take_all(&s, edges, n, fails);
  hd_solver *v = hd_solver_new(smt);
  for (uint32_t i = 0; i < s.x.facts.len; i++) hd_solver_assert(v, s.x.facts.data[i]);
  hd_answer answer = hd_solver_check(v, NULL, 0);
  if (answer == HD_SAT) {
    read_starts(&s, v, out);
    for (uint32_t i = 0; i < n; i++) hd_vec_push(&out->steps, (hd_path_step){edges[i], NULL, 0});
    read_inputs(&s, v, out->steps.data, &out->arena);
  }
  hd_solver_free(v);
  clear_solving(&s);
  return answer;
}

/* --- from a state ------------------------------------------------------------------------------------------ */

/* Elements of an array that are asked for, and Z3's resources. */
enum { MOST_ELEMENTS = 256, EFFORT = 1000000 };

/* All values are known, those of arrays as facts, unless they are large: then UNSAT is still an answer. */
static void begin_in(solving *s, const hd_env *state)
{
  hd_program *p = s->x.p;
  hd_terms *T = p->terms;
  for (uint32_t v = 0; v < p->vars.len; v++) {
    const hd_var_info *info = &p->vars.data[v];
    if (!info->count) {
      hd_map_put(&s->x.values, v, hd_term_const(T, info->sort, state->read(state->context, v, false, 0)).id);
      continue;
    }
    hd_term array = hd_execution_now(&s->x, hd_program_var_term(p, (hd_var){v}));
    for (uint32_t i = 0; i < info->count && info->count <= MOST_ELEMENTS; i++) {
      hd_term element = hd_term_2(T, HD_OP_SELECT, array, hd_term_bv(T, 32, i));
      hd_term value = hd_term_const(T, info->sort, state->read(state->context, v, true, i));
      hd_vec_push(&s->x.facts, hd_term_2(T, HD_OP_EQ, element, value));
    }
  }
}

hd_answer hd_path_inputs(hd_program *p, hd_path_step *steps, uint32_t n, hd_term after, const hd_path_how *how,
                         hd_arena *arena)
{
  solving s = {.x = {.p = p, .fresh = HD_FRESH, .skip_asserts = how->skip_asserts}};
  HD_VEC(hd_edge) edges = {0};
  for (uint32_t i = 0; i < n; i++) hd_vec_push(&edges, steps[i].edge);
  begin_in(&s, how->before);
  take_all(&s, edges.data, n, false);
  hd_execution_assume(&s.x, after);
  hd_solver *v = hd_solver_new(how->smt);
  hd_solver_limit(v, EFFORT);
  for (uint32_t i = 0; i < s.x.facts.len; i++) hd_solver_assert(v, s.x.facts.data[i]);
  hd_answer answer = hd_solver_check(v, NULL, 0);
  if (answer == HD_SAT) read_inputs(&s, v, steps, arena);
  hd_solver_free(v);
  hd_vec_clear(&edges);
  clear_solving(&s);
  return answer;
}
