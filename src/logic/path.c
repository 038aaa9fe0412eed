/* path.c - conditions before and after a path by executing it with symbols and eliminating them. */
#include "logic/path.h"

#include "logic/execution.h"
#include "logic/linear.h"

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
static hd_term projected_facts(hd_execution *x, bool linear)
{
  hd_terms *T = x->p->terms;
  if (linear) {
    hd_linear rows;
    hd_linear_init(&rows, T);
    for (uint32_t i = 0; i < x->facts.len; i++)
      if (!leaves_of(T, x->facts.data[i]).array) hd_linear_add(&rows, x->facts.data[i]);
    hd_linear_eliminate(&rows, &hd_fresh_symbols);
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
  hd_execution x = {.p = p, .fresh = HD_FRESH, .anywhere = true};
  hd_execution_assume(&x, before);
  for (uint32_t i = 0; i < n; i++) hd_execution_take(&x, steps[i].edge, NULL);
  add_equations(&x, frame);
  hd_term result = projected_facts(&x, linear);
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
