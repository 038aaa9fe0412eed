#include "logic/path.h"

#include "base/map.h"

/* Symbols that are no variable: values at the start of a path, and inputs along it. */
enum { FRESH = 0x40000000 };

static hd_term conjoin(hd_terms *T, hd_term a, hd_term b)
{
  return hd_term_is(b) ? hd_term_2(T, HD_OP_AND, a, b) : a;
}

/* --- before ---------------------------------------------------------------------------------- */

typedef struct {
  hd_program *p;
  const hd_edge_info *edge;
  uint32_t first; /* the symbol of the edge's first input */
} substitution;

static bool has_array(const hd_program *p, const hd_edge_info *e)
{
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (hd_var_get(p, e->assigns[i].var)->count) return true;
  return false;
}

static hd_term input_symbol(const hd_program *p, const hd_assign *a, uint32_t symbol)
{
  return hd_term_var(p->terms, hd_var_get(p, a->var)->sort, symbol);
}

static hd_term assigned(void *context, hd_term leaf)
{
  const substitution *s = context;
  if (hd_term_op(s->p->terms, leaf) != HD_OP_VAR) return HD_NO_TERM;
  uint32_t input = 0, symbol = hd_term_symbol(s->p->terms, leaf);
  for (uint32_t i = 0; i < s->edge->n_assigns; i++) {
    const hd_assign *a = &s->edge->assigns[i];
    bool is_input = !hd_term_is(a->value);
    if (a->var.id == symbol) return is_input ? input_symbol(s->p, a, s->first + input) : a->value;
    input += is_input;
  }
  return HD_NO_TERM;
}

/* Takes the edge's inputs out of the formula: by an equation, or by the value that is known. */
static hd_term without_inputs(hd_program *p, hd_term t, const hd_path_step *step, uint32_t first)
{
  const hd_edge_info *e = hd_edge_get(p, step->edge);
  hd_term_list conjuncts = {0};
  hd_formula_conjuncts(p->terms, t, &conjuncts);
  uint32_t input = 0;
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    if (hd_term_is(e->assigns[i].value)) continue;
    uint32_t symbol = first + input;
    if (!hd_formula_eliminate(p->terms, &conjuncts, symbol)) {
      uint64_t value = step->inputs && input < step->n_inputs ? step->inputs[input] : 0;
      hd_term known = hd_term_const(p->terms, hd_var_get(p, e->assigns[i].var)->sort, value);
      for (uint32_t k = 0; k < conjuncts.len; k++)
        conjuncts.data[k] = hd_formula_replace(p->terms, conjuncts.data[k], symbol, known);
    }
    input++;
  }
  hd_term result = hd_formula_and(p->terms, conjuncts.data, conjuncts.len);
  hd_vec_clear(&conjuncts);
  return result;
}

hd_term hd_path_pre(hd_program *p, const hd_path_step *steps, uint32_t n, hd_term after, bool skip_asserts)
{
  hd_term formula = after;
  for (uint32_t i = n; i-- > 0;) {
    const hd_edge_info *e = hd_edge_get(p, steps[i].edge);
    if (has_array(p, e)) return hd_term_false(p->terms);
    substitution s = {p, e, FRESH};
    formula = hd_term_substitute(p->terms, formula, &(hd_rewrite){assigned, &s});
    formula = conjoin(p->terms, formula, e->guard);
    if (e->kind == HD_EDGE_ASSERT && !skip_asserts) formula = conjoin(p->terms, formula, e->cond);
    formula = without_inputs(p, formula, &steps[i], FRESH);
  }
  return formula;
}

/* --- after ----------------------------------------------------------------------------------- */

typedef struct {
  hd_program *p;
  hd_map values;      /* variable -> term over the values at the start and the inputs */
  hd_term_list facts; /* likewise */
  uint32_t fresh;     /* the next symbol */
} execution;

static hd_term fresh_value(execution *x, hd_var v)
{
  return hd_term_var(x->p->terms, hd_var_get(x->p, v)->sort, x->fresh++);
}

static hd_term current(void *context, hd_term leaf)
{
  execution *x = context;
  if (hd_term_op(x->p->terms, leaf) != HD_OP_VAR) return HD_NO_TERM;
  uint32_t v = hd_term_symbol(x->p->terms, leaf);
  if (v >= FRESH || hd_term_sort(x->p->terms, leaf).kind == HD_SORT_ARRAY) return HD_NO_TERM;
  const uint64_t *known = hd_map_find(&x->values, v);
  if (known) return (hd_term){(uint32_t)*known};
  hd_term value = fresh_value(x, (hd_var){v});
  hd_map_put(&x->values, v, value.id);
  return value;
}

static hd_term now(execution *x, hd_term t)
{
  return hd_term_substitute(x->p->terms, t, &(hd_rewrite){current, x});
}

static void assume(execution *x, hd_term fact)
{
  if (hd_term_is(fact)) hd_formula_conjuncts(x->p->terms, now(x, fact), &x->facts);
}

static void take(execution *x, hd_edge edge)
{
  const hd_edge_info *e = hd_edge_get(x->p, edge);
  assume(x, e->guard);
  if (e->kind == HD_EDGE_ASSERT) assume(x, e->cond);
  hd_term_list values = {0};
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    hd_term value = e->assigns[i].value;
    bool array = hd_var_get(x->p, e->assigns[i].var)->count != 0;
    hd_vec_push(&values, array                ? HD_NO_TERM
                         : hd_term_is(value) ? now(x, value)
                                             : fresh_value(x, e->assigns[i].var));
  }
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (hd_term_is(values.data[i])) hd_map_put(&x->values, e->assigns[i].var.id, values.data[i].id);
  hd_vec_clear(&values);
}

/* Is there a leaf of that kind below a term? */
typedef struct {
  const hd_terms *T;
  bool array, fresh;
} leaves;

static void note_leaf(void *context, hd_term leaf)
{
  leaves *l = context;
  l->array |= hd_term_sort(l->T, leaf).kind == HD_SORT_ARRAY;
  l->fresh |= hd_term_op(l->T, leaf) == HD_OP_VAR && hd_term_symbol(l->T, leaf) >= FRESH;
}

static leaves leaves_of(const hd_terms *T, hd_term t)
{
  leaves l = {T, false, false};
  hd_term_visit_leaves(T, t, note_leaf, &l);
  return l;
}

/* x = value for every variable that the result may mention, so that symbols can be solved for. */
static void add_equations(execution *x, const hd_path_frame *frame)
{
  for (uint32_t v = 0; v < x->p->vars.len; v++) {
    const uint64_t *value = hd_map_find(&x->values, v);
    if (!value || !frame->keep(frame->context, (hd_var){v})) continue;
    hd_term self = hd_program_var_term(x->p, (hd_var){v});
    hd_term equation = hd_term_2(x->p->terms, HD_OP_EQ, self, (hd_term){(uint32_t)*value});
    hd_formula_conjuncts(x->p->terms, equation, &x->facts);
  }
}

/* What is left when every symbol that can be solved for is gone, and what mentions another is dropped. */
static hd_term projected(execution *x)
{
  hd_terms *T = x->p->terms;
  for (uint32_t symbol = FRESH; symbol < x->fresh; symbol++) hd_formula_eliminate(T, &x->facts, symbol);
  hd_term result = hd_term_true(T);
  for (uint32_t i = 0; i < x->facts.len; i++) {
    leaves l = leaves_of(T, x->facts.data[i]);
    if (!l.fresh && !l.array) result = hd_term_2(T, HD_OP_AND, result, x->facts.data[i]);
  }
  return result;
}

hd_term hd_path_post(hd_program *p, const hd_path_step *steps, uint32_t n, hd_term before,
                     const hd_path_frame *frame)
{
  execution x = {.p = p, .fresh = FRESH};
  assume(&x, before);
  for (uint32_t i = 0; i < n; i++) take(&x, steps[i].edge);
  add_equations(&x, frame);
  hd_term result = projected(&x);
  hd_map_clear(&x.values);
  hd_vec_clear(&x.facts);
  return result;
}

hd_term hd_path_initial(hd_program *p, const hd_path_frame *frame)
{
  hd_term_list facts = {0};
  for (uint32_t v = 0; v < p->vars.len; v++) {
    const hd_var_info *info = &p->vars.data[v];
    if (info->any || info->count || !frame->keep(frame->context, (hd_var){v})) continue;
    hd_term value = hd_term_const(p->terms, info->sort, hd_var_init(p, (hd_var){v}, 0));
    hd_vec_push(&facts, hd_term_2(p->terms, HD_OP_EQ, hd_program_var_term(p, (hd_var){v}), value));
  }
  hd_term result = hd_formula_and(p->terms, facts.data, facts.len);
  hd_vec_clear(&facts);
  return result;
}
