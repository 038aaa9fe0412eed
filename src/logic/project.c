/* project.c - chooses by the model: a disjunct, a case, a bound, and last the value itself. */
#include "logic/project.h"

#include "logic/implicant.h"
#include "logic/project_rows.h"

/* Variables that go, without arrays, which cannot. */
static bool is_among(void *context, uint32_t symbol)
{
  return hd_map_find(context, symbol);
}

static hd_map scalars_of(const hd_terms *T, hd_term formula, const hd_symbol_set *goes)
{
  hd_map among = {0};
  hd_term_list leaves = hd_eliminated_in(T, formula, goes);
  for (uint32_t i = 0; i < leaves.len; i++)
    if (hd_term_sort(T, leaves.data[i]).kind != HD_SORT_ARRAY) hd_map_put(&among, hd_term_symbol(T, leaves.data[i]), 1);
  hd_vec_clear(&leaves);
  return among;
}

static bool any_goes(const hd_terms *T, const hd_term_list *conjuncts, const hd_symbol_set *set)
{
  for (uint32_t i = 0; i < conjuncts->len; i++)
    if (hd_mentions_eliminated(T, conjuncts->data[i], set)) return true;
  return false;
}

/* By equations and pairs of linear bounds. False: not exactly. */
static bool linearly(hd_terms *T, hd_term_list *conjuncts, const hd_symbol_set *set)
{
  hd_linear x;
  hd_linear_init(&x, T);
  hd_linear_add(&x, hd_formula_and(T, conjuncts->data, conjuncts->len));
  hd_linear_eliminate(&x, set);
  hd_term left = hd_linear_formula(&x);
  if (x.exact) {
    conjuncts->len = 0;
    hd_formula_conjuncts(T, left, conjuncts);
  }
  bool exact = x.exact;
  hd_linear_clear(&x);
  return exact;
}

/* --- choices ----------------------------------------------------------------------------------------------- */

static bool is_true(const hd_terms *T, hd_term t, const hd_env *model)
{
  return hd_term_eval(T, t, model) != 0;
}

/* Of a disjunction, the part that does not mention what goes, if it is true in the model; otherwise HD_NO_TERM. */
static hd_term independent_part(hd_terms *T, hd_term t, const hd_symbol_set *set, const hd_env *model)
{
  hd_term_list parts = {0};
  hd_term some = hd_term_false(T);
  hd_formula_disjuncts(T, t, &parts);
  for (uint32_t i = 0; i < parts.len && parts.len > 1; i++)
    if (!hd_mentions_eliminated(T, parts.data[i], set)) some = hd_term_2(T, HD_OP_OR, some, parts.data[i]);
  hd_vec_clear(&parts);
  return is_true(T, some, model) ? some : HD_NO_TERM;
}

static bool is_literal(const hd_terms *T, hd_term t)
{
  if (hd_term_op(T, t) == HD_OP_NOT) t = hd_term_arg(T, t, 0);
  hd_op op = hd_term_op(T, t);
  return op != HD_OP_AND && op != HD_OP_OR && op != HD_OP_ITE;
}

/* What is about the variables that go becomes literals, as the model chooses. True: they all were before. */
static bool choose_literals(hd_terms *T, hd_term_list *conjuncts, const hd_symbol_set *set, const hd_env *model)
{
  hd_term_list chosen = {0};
  bool same = true;
  for (uint32_t i = 0; i < conjuncts->len; i++) {
    hd_term t = conjuncts->data[i], part = HD_NO_TERM;
    bool about = hd_mentions_eliminated(T, t, set);
    if (about) part = independent_part(T, t, set, model);
    uint32_t before = chosen.len;
    if (hd_term_is(part))
      hd_formula_conjuncts(T, part, &chosen);
    else if (about)
      hd_implicant(T, t, model, &chosen);
    else
      hd_vec_push(&chosen, t);
    same &= is_literal(T, t) && chosen.len == before + 1 && hd_term_same(chosen.data[before], t);
  }
  hd_vec_clear(conjuncts);
  *conjuncts = chosen;
  return same;
}

/* --- projection ------------------------------------------------------------------------------------------- */

/* As integers; false: *conjuncts is as it was, and *stuck is where that failed, or HD_NO_TERM. */
static bool as_integers(hd_terms *T, hd_term_list *conjuncts, const hd_symbol_set *set, const hd_env *model,
                        hd_term *stuck)
{
  hd_projection p = {.T = T, .set = set, .model = model};
  hd_term left = HD_NO_TERM;
  if (hd_projection_read(&p, conjuncts) && hd_projection_eliminate(&p)) left = hd_projection_formula(&p);
  *stuck = p.stuck;
  hd_projection_clear(&p);
  if (!hd_term_is(left) || !is_true(T, left, model)) return false;
  conjuncts->len = 0;
  hd_formula_conjuncts(T, left, conjuncts);
  return true;
}

/* One variable gets its value: one below the term, if there is one. */
static void put_one(hd_terms *T, hd_term_list *conjuncts, hd_term stuck, const hd_symbol_set *set, const hd_env *model)
{
  hd_term_list leaves = {0};
  if (hd_term_is(stuck)) leaves = hd_eliminated_in(T, stuck, set);
  if (!leaves.len) {
    hd_vec_clear(&leaves);
    leaves = hd_eliminated_in_all(T, conjuncts, set);
  }
  hd_implicant_put(T, conjuncts, leaves.data[0], model);
  hd_vec_clear(&leaves);
}

/* By the model, all that is needed. True: it was exact. */
static bool by_model(hd_terms *T, hd_term_list *conjuncts, const hd_symbol_set *set, const hd_env *model)
{
  bool exact = choose_literals(T, conjuncts, set, model);
  hd_eliminate_simple(T, conjuncts, set);
  if (!any_goes(T, conjuncts, set) || linearly(T, conjuncts, set)) return exact;
  hd_term stuck;
  while (any_goes(T, conjuncts, set) && !as_integers(T, conjuncts, set, model, &stuck)) {
    put_one(T, conjuncts, stuck, set, model);
    hd_eliminate_simple(T, conjuncts, set);
  }
  return false;
}

static bool project_exactly(hd_terms *T, hd_term_list *conjuncts, const hd_symbol_set *set)
{
  hd_eliminate_simple(T, conjuncts, set);
  return !any_goes(T, conjuncts, set) || linearly(T, conjuncts, set);
}

/* --- cases ------------------------------------------------------------------------------------------------ */

enum { MOST_CASES = 8 };

/* What is about the variables that go: literals, and the disjunctions that are to be multiplied out. */
typedef struct {
  hd_term_list aside, literals;
  HD_VEC(hd_term_list) choices;
  uint32_t cases;
} division;

static void add_part(hd_terms *T, division *d, hd_term t, const hd_symbol_set *set)
{
  hd_term_list parts = {0};
  if (!hd_mentions_eliminated(T, t, set)) {
    hd_vec_push(&d->aside, t);
    return;
  }
  hd_formula_disjuncts(T, t, &parts);
  if (parts.len > 1) {
    d->cases = parts.len > MOST_CASES ? MOST_CASES + 1 : d->cases * parts.len;
    hd_vec_push(&d->choices, parts);
    return;
  }
  hd_vec_clear(&parts);
  hd_vec_push(&d->literals, t);
}

static division divide_conjuncts(hd_terms *T, const hd_term_list *conjuncts, const hd_symbol_set *set)
{
  division d = {.cases = 1};
  hd_term_list parts = {0};
  for (uint32_t i = 0; i < conjuncts->len; i++) hd_formula_conjuncts(T, hd_formula_nnf(T, conjuncts->data[i]), &parts);
  for (uint32_t i = 0; i < parts.len && d.cases <= MOST_CASES; i++) add_part(T, &d, parts.data[i], set);
  hd_vec_clear(&parts);
  return d;
}

static void clear_division(division *d)
{
  for (uint32_t i = 0; i < d->choices.len; i++) hd_vec_clear(&d->choices.data[i]);
  hd_vec_clear(&d->choices);
  hd_vec_clear(&d->literals);
  hd_vec_clear(&d->aside);
}

static hd_term_list case_of(hd_terms *T, const division *d, uint32_t number)
{
  hd_term_list all = {0};
  for (uint32_t i = 0; i < d->literals.len; i++) hd_vec_push(&all, d->literals.data[i]);
  for (uint32_t i = 0; i < d->choices.len; i++) {
    const hd_term_list *parts = &d->choices.data[i];
    hd_formula_conjuncts(T, parts->data[number % parts->len], &all);
    number /= parts->len;
  }
  return all;
}

/* A few disjunctions, multiplied out: each case that can be eliminated exactly stays, and one that is true in the
 * model in any case. False: there are none, or too many. */
static bool by_cases(hd_terms *T, hd_term_list *conjuncts, const hd_symbol_set *set, const hd_env *model, bool *exact)
{
  division d = divide_conjuncts(T, conjuncts, set);
  bool good = d.cases > 1 && d.cases <= MOST_CASES, has_model = false;
  hd_term some = hd_term_false(T);
  *exact = true;
  for (uint32_t i = 0; i < d.cases && good; i++) {
    hd_term_list one = case_of(T, &d, i);
    hd_term before = hd_formula_and(T, one.data, one.len);
    bool here = is_true(T, before, model), stays = project_exactly(T, &one, set);
    if (!stays && here && !has_model) *exact &= by_model(T, &one, set, model);
    if (!stays && (!here || has_model))
      *exact = false;
    else
      some = hd_term_2(T, HD_OP_OR, some, hd_formula_and(T, one.data, one.len));
    has_model |= here;
    hd_vec_clear(&one);
  }
  if (good) {
    conjuncts->len = 0;
    for (uint32_t i = 0; i < d.aside.len; i++) hd_vec_push(conjuncts, d.aside.data[i]);
    hd_formula_conjuncts(T, some, conjuncts);
  }
  clear_division(&d);
  return good;
}

static bool project(hd_terms *T, hd_term_list *conjuncts, const hd_symbol_set *set, const hd_env *model)
{
  bool exact;
  if (project_exactly(T, conjuncts, set)) return true;
  if (by_cases(T, conjuncts, set, model, &exact)) return exact;
  return by_model(T, conjuncts, set, model);
}

hd_term hd_project(hd_terms *T, hd_term formula, const hd_symbol_set *goes, const hd_env *model, bool *exact)
{
  hd_map among = scalars_of(T, formula, goes);
  hd_symbol_set set = {is_among, &among};
  hd_term_list conjuncts = {0};
  hd_formula_conjuncts(T, formula, &conjuncts);
  bool all = project(T, &conjuncts, &set, model);
  hd_term left = hd_formula_and(T, conjuncts.data, conjuncts.len);
  hd_vec_clear(&conjuncts);
  hd_map_clear(&among);
  if (exact) *exact = all;
  return left;
}
