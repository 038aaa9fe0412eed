#include "logic/path.h"

#include "logic/execution.h"
#include "logic/linear.h"

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

static hd_term input_symbol(const hd_program *p, const hd_assign *a, uint32_t symbol)
{
  return hd_term_var(p->terms, hd_var_get(p, a->var)->sort, symbol);
}

/* The value that the edge gives to its i-th target; *input counts the inputs before it. */
static hd_term target_value(const substitution *s, uint32_t i, uint32_t *input)
{
  const hd_assign *a = &s->edge->assigns[i];
  return hd_term_is(a->value) ? a->value : input_symbol(s->p, a, s->first + (*input)++);
}

/* A scalar has one target at most; of an array's the last one counts where they are the same element. */
static hd_term assigned(void *context, hd_term leaf)
{
  const substitution *s = context;
  hd_terms *T = s->p->terms;
  if (hd_term_op(T, leaf) != HD_OP_VAR) return HD_NO_TERM;
  hd_term now = leaf;
  for (uint32_t i = 0, input = 0; i < s->edge->n_assigns; i++) {
    const hd_assign *a = &s->edge->assigns[i];
    hd_term value = target_value(s, i, &input);
    if (a->var.id != hd_term_symbol(T, leaf)) continue;
    now = hd_term_is(a->index) ? hd_term_3(T, HD_OP_STORE, now, a->index, value) : value;
  }
  return now;
}

static bool is_fresh(void *context, uint32_t symbol)
{
  (void)context;
  return symbol >= HD_FRESH;
}

static const hd_symbol_set fresh_symbols = {is_fresh, NULL};

/* exists fresh symbols. t, or HD_NO_TERM. */
static hd_term without_fresh(hd_terms *T, hd_term t)
{
  hd_linear x;
  hd_linear_init(&x, T);
  hd_linear_add(&x, t);
  hd_linear_eliminate(&x, &fresh_symbols);
  hd_term result = hd_linear_formula(&x);
  if (!x.exact) result = HD_NO_TERM;
  hd_linear_clear(&x);
  return result;
}

/* Takes the edge's inputs out of the formula: by an equation, by elimination, or by the value that is known.
 */
static hd_term without_inputs(hd_program *p, hd_term t, const hd_path_step *step, uint32_t first, bool linear)
{
  const hd_edge_info *e = hd_edge_get(p, step->edge);
  hd_term_list conjuncts = {0};
  hd_formula_conjuncts(p->terms, t, &conjuncts);
  for (uint32_t i = 0, symbol = first; i < e->n_assigns; i++)
    if (!hd_term_is(e->assigns[i].value)) hd_formula_eliminate(p->terms, &conjuncts, symbol++);
  t = hd_formula_and(p->terms, conjuncts.data, conjuncts.len);
  hd_term exact = linear ? without_fresh(p->terms, t) : HD_NO_TERM;
  if (hd_term_is(exact)) {
    hd_vec_clear(&conjuncts);
    return exact;
  }
  uint32_t input = 0;
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    if (hd_term_is(e->assigns[i].value)) continue;
    uint64_t value = step->inputs && input < step->n_inputs ? step->inputs[input] : 0;
    hd_term known = hd_term_const(p->terms, hd_var_get(p, e->assigns[i].var)->sort, value);
    for (uint32_t k = 0; k < conjuncts.len; k++)
      conjuncts.data[k] = hd_formula_replace(p->terms, conjuncts.data[k], first + input, known);
    input++;
  }
  hd_term result = hd_formula_and(p->terms, conjuncts.data, conjuncts.len);
  hd_vec_clear(&conjuncts);
  return result;
}

hd_term hd_path_pre(hd_program *p, const hd_path_step *steps, uint32_t n, hd_term after, bool skip_asserts, bool linear)
{
  hd_term formula = after;
  for (uint32_t i = n; i-- > 0;) {
    const hd_edge_info *e = hd_edge_get(p, steps[i].edge);
    substitution by = {p, e, HD_FRESH};
    formula = hd_term_substitute(p->terms, formula, &(hd_rewrite){assigned, &by});
    formula = hd_term_2(p->terms, HD_OP_AND, formula, hd_execution_inside(p, e));
    formula = conjoin(p->terms, formula, e->guard);
    if (e->kind == HD_EDGE_ASSERT && !skip_asserts) formula = conjoin(p->terms, formula, e->cond);
    formula = without_inputs(p, formula, &steps[i], HD_FRESH, linear);
  }
  return formula;
}

/* --- after ----------------------------------------------------------------------------------- */

/* Is there a leaf of that kind below a term? */
typedef struct {
  const hd_terms *T;
  bool array, fresh;
} leaves;

static void note_leaf(void *context, hd_term leaf)
{
  leaves *l = context;
  l->array |= hd_term_sort(l->T, leaf).kind == HD_SORT_ARRAY;
  l->fresh |= hd_term_op(l->T, leaf) == HD_OP_VAR && hd_term_symbol(l->T, leaf) >= HD_FRESH;
}

static leaves leaves_of(const hd_terms *T, hd_term t)
{
  leaves l = {T, false, false};
  hd_term_visit_leaves(T, t, note_leaf, &l);
  return l;
}

/* x = value for every variable that the result may mention, so that symbols can be solved for. */
static void add_equations(hd_execution *x, const hd_path_frame *frame)
{
  for (uint32_t v = 0; v < x->p->vars.len; v++) {
    const uint64_t *value = hd_map_find(&x->values, v);
    if (!value || x->p->vars.data[v].count || !frame->keep(frame->context, (hd_var){v})) continue;
    hd_term self = hd_program_var_term(x->p, (hd_var){v});
    hd_term equation = hd_term_2(x->p->terms, HD_OP_EQ, self, (hd_term){(uint32_t)*value});
    hd_formula_conjuncts(x->p->terms, equation, &x->facts);
  }
}

/* Without those that mention an array or a symbol that was not eliminated. */
static hd_term sayable(hd_terms *T, const hd_term_list *facts)
{
  hd_term result = hd_term_true(T);
  for (uint32_t i = 0; i < facts->len; i++) {
    leaves l = leaves_of(T, facts->data[i]);
    if (!l.fresh && !l.array) result = hd_term_2(T, HD_OP_AND, result, facts->data[i]);
  }
  return result;
}

/* What is left when symbols are eliminated as far as it goes. */
static hd_term projected(hd_execution *x, bool linear)
{
  hd_terms *T = x->p->terms;
  if (linear) {
    hd_linear rows;
    hd_linear_init(&rows, T);
    for (uint32_t i = 0; i < x->facts.len; i++)
      if (!leaves_of(T, x->facts.data[i]).array) hd_linear_add(&rows, x->facts.data[i]);
    hd_linear_eliminate(&rows, &fresh_symbols);
    x->facts.len = 0;
    hd_formula_conjuncts(T, hd_linear_formula(&rows), &x->facts);
    hd_linear_clear(&rows);
  }
  for (uint32_t symbol = HD_FRESH; symbol < x->fresh; symbol++) hd_formula_eliminate(T, &x->facts, symbol);
  return sayable(T, &x->facts);
}

hd_term hd_path_post(hd_program *p, const hd_path_step *steps, uint32_t n, hd_term before, const hd_path_frame *frame,
                     bool linear)
{
  hd_execution x = {.p = p, .fresh = HD_FRESH};
  hd_execution_assume(&x, before);
  for (uint32_t i = 0; i < n; i++) hd_execution_take(&x, steps[i].edge, NULL);
  add_equations(&x, frame);
  hd_term result = projected(&x, linear);
  hd_execution_clear(&x);
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
