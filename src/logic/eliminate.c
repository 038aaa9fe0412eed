/* eliminate.c - equations first, then Z3's tactics, then an approximation from below by models. */
#include "logic/eliminate.h"

#include "base/map.h"
#include "logic/project.h"
#include "logic/translate.h"

double hd_eliminate_seconds = 0.15;

/* How much larger than what went in the result of Z3's elimination may be. */
enum { MOST_GROWTH = 12, SMALL_SIZE = 60 };

/* --- by Z3 --------------------------------------------------------------------------------------- */

static Z3_tactic tactic_for(const char *name)
{
  Z3_context c = hd_z3();
  Z3_tactic simplify = Z3_mk_tactic(c, "simplify");
  Z3_tactic_inc_ref(c, simplify);
  Z3_tactic eliminate = Z3_mk_tactic(c, name);
  Z3_tactic_inc_ref(c, eliminate);
  Z3_tactic both = Z3_tactic_and_then(c, simplify, eliminate);
  Z3_tactic_inc_ref(c, both);
  Z3_tactic_dec_ref(c, simplify);
  Z3_tactic_dec_ref(c, eliminate);
  return both;
}

static hd_term apply_tactic(hd_smt *s, const char *name, Z3_ast formula)
{
  hd_budget budget = hd_budget_share(hd_smt_budget(s), hd_eliminate_seconds);
  if (!hd_z3_begin(&budget)) return HD_NO_TERM;
  Z3_tactic tactic = tactic_for(name);
  Z3_ast left = hd_z3_apply(tactic, formula);
  bool ended = hd_z3_end();
  Z3_tactic_dec_ref(hd_z3(), tactic);
  return left && !ended ? hd_smt_from_z3(s, left) : HD_NO_TERM;
}

static bool has_array(const hd_terms *T, const hd_term_list *leaves)
{
  for (uint32_t i = 0; i < leaves->len; i++)
    if (hd_term_sort(T, leaves->data[i]).kind == HD_SORT_ARRAY) return true;
  return false;
}

/* exists leaves. t, or HD_NO_TERM. Z3's older tactic `qe' would manage a few more, but crashes now and then
 * when it is interrupted. */
static hd_term by_z3(hd_smt *s, hd_term t, const hd_term_list *leaves)
{
  Z3_context c = hd_z3();
  hd_terms *T = hd_smt_terms(s);
  if (has_array(T, leaves) || !hd_smt_is_exact(s, t) || hd_image_of(s, t)->floats) return HD_NO_TERM;
  uint32_t mark = hd_z3_mark();
  HD_VEC(Z3_app) bound = {0};
  for (uint32_t i = 0; i < leaves->len; i++) hd_vec_push(&bound, Z3_to_app(c, hd_smt_to_z3(s, leaves->data[i])));
  Z3_ast both[2] = {hd_smt_facts_z3(s, t), hd_smt_to_z3(s, t)};
  Z3_ast body = hd_z3_keep(Z3_mk_and(c, 2, both));
  Z3_ast quantified = hd_z3_keep(Z3_mk_exists_const(c, 0, bound.len, bound.data, 0, NULL, body));
  hd_term found = apply_tactic(s, "qe2", quantified);
  hd_vec_clear(&bound);
  hd_z3_release(mark);
  uint32_t size = hd_term_size(T, t);
  if (hd_term_is(found) && hd_term_size(T, found) > MOST_GROWTH * size + SMALL_SIZE) return HD_NO_TERM;
  return found;
}

/* --- sides ---------------------------------------------------------------------------------------- */

/* Literals that mention what goes, in a formula in negation normal form, say nothing any more. */
static hd_term weaken_literals(hd_terms *T, hd_term t, const hd_symbol_set *goes)
{
  hd_op op = hd_term_op(T, t);
  if (op == HD_OP_AND || op == HD_OP_OR)
    return hd_term_2(T, op, weaken_literals(T, hd_term_arg(T, t, 0), goes),
                     weaken_literals(T, hd_term_arg(T, t, 1), goes));
  return hd_going_mentions(T, t, goes) ? hd_term_true(T) : t;
}

/* Removes what is easy to remove, and puts what does not mention the rest into *aside. */
static void use_equations(hd_terms *T, hd_term_list *conjuncts, const hd_symbol_set *goes, hd_term *aside)
{
  hd_going_simple(T, conjuncts, goes);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < conjuncts->len; i++) {
    if (hd_going_mentions(T, conjuncts->data[i], goes))
      conjuncts->data[kept++] = conjuncts->data[i];
    else
      *aside = hd_term_2(T, HD_OP_AND, *aside, conjuncts->data[i]);
  }
  conjuncts->len = kept;
}

/* exists goes. t, or HD_NO_TERM. */
static hd_term eliminate_exactly(hd_smt *s, hd_term t, const hd_symbol_set *goes)
{
  hd_terms *T = hd_smt_terms(s);
  hd_term aside = hd_term_true(T);
  hd_term_list conjuncts = {0};
  hd_formula_conjuncts(T, t, &conjuncts);
  use_equations(T, &conjuncts, goes, &aside);
  hd_term rest = hd_formula_and(T, conjuncts.data, conjuncts.len);
  hd_vec_clear(&conjuncts);
  hd_term_list leaves = hd_going(T, rest, goes);
  if (leaves.len) rest = by_z3(s, rest, &leaves);
  hd_vec_clear(&leaves);
  return hd_term_is(rest) ? hd_term_2(T, HD_OP_AND, aside, rest) : HD_NO_TERM;
}

/* What the model says about overflow in what goes, as literals: without wrapping around, elimination is linear. */
static void add_overflow(hd_terms *T, hd_term_list *literals, const hd_symbol_set *goes, const hd_env *model)
{
  static const struct {
    uint8_t op, test;
  } pairs[] = {{HD_OP_ADD, HD_OP_SADDO}, {HD_OP_SUB, HD_OP_SSUBO}, {HD_OP_MUL, HD_OP_SMULO}};
  hd_u32s stack = {0};
  hd_map seen = {0};
  for (uint32_t i = 0; i < literals->len; i++) hd_vec_push(&stack, literals->data[i].id);
  while (stack.len) {
    hd_term t = {hd_vec_pop(&stack)};
    if (hd_map_find(&seen, t.id) || !hd_going_mentions(T, t, goes)) continue;
    hd_map_put(&seen, t.id, 1);
    for (unsigned i = 0; i < HD_COUNT(pairs); i++) {
      if (hd_term_op(T, t) != (hd_op)pairs[i].op) continue;
      hd_term test = hd_term_2(T, (hd_op)pairs[i].test, hd_term_arg(T, t, 0), hd_term_arg(T, t, 1));
      if (!hd_term_eval(T, test, model)) hd_formula_conjuncts(T, hd_formula_not(T, test), literals);
    }
    for (unsigned i = 0; i < hd_term_arity(T, t); i++) hd_vec_push(&stack, hd_term_arg(T, t, i).id);
  }
  hd_vec_clear(&stack);
  hd_map_clear(&seen);
}

/* The way through F that the model takes, with the variables eliminated if that goes; otherwise its projection. */
static hd_term project_model(hd_smt *s, hd_term t, const hd_symbol_set *goes, const hd_env *model)
{
  hd_terms *T = hd_smt_terms(s);
  hd_term_list literals = {0};
  hd_implicant(T, t, model, &literals);
  if (hd_smt_arith(s) == HD_ARITH_INT) add_overflow(T, &literals, goes, model);
  hd_term found = eliminate_exactly(s, hd_formula_and(T, literals.data, literals.len), goes);
  hd_vec_clear(&literals);
  return hd_term_is(found) ? found : hd_project(T, t, goes, model, NULL);
}

static hd_term below_some_model(hd_smt *s, hd_term t, const hd_symbol_set *goes)
{
  hd_solver *v = hd_solver_new(s);
  hd_solver_assert(v, t);
  hd_answer answer = hd_solver_check(v, NULL, 0);
  hd_term found = answer == HD_UNSAT ? hd_term_false(hd_smt_terms(s)) : HD_NO_TERM;
  if (answer == HD_SAT) {
    hd_env model = hd_solver_model(v);
    found = project_model(s, t, goes, &model);
  }
  hd_solver_free(v);
  return found;
}

hd_term hd_eliminate(hd_smt *s, hd_term formula, const hd_symbol_set *goes, hd_side side, const hd_env *model,
                     bool *exact)
{
  hd_terms *T = hd_smt_terms(s);
  hd_term found = eliminate_exactly(s, formula, goes);
  if (exact) *exact = hd_term_is(found);
  if (hd_term_is(found) || side == HD_EXACTLY) return found;
  if (side == HD_BELOW) return model ? project_model(s, formula, goes, model) : below_some_model(s, formula, goes);
  return weaken_literals(T, hd_formula_nnf(T, formula), goes);
}

/* --- in a context ----------------------------------------------------------------------------------- */

bool hd_entails(hd_smt *s, hd_term a, hd_term b)
{
  return hd_smt_refutes(s, &a, 1, b) == HD_UNSAT;
}

/* The disjuncts that can hold in the context. */
static hd_term possible_disjuncts(hd_smt *s, hd_term context, hd_term t)
{
  hd_terms *T = hd_smt_terms(s);
  hd_term_list disjuncts = {0};
  hd_formula_disjuncts(T, t, &disjuncts);
  hd_term any = hd_term_false(T);
  for (uint32_t i = 0; i < disjuncts.len; i++) {
    hd_term both[2] = {context, disjuncts.data[i]};
    if (disjuncts.len == 1 || hd_smt_satisfiable(s, both, 2) != HD_UNSAT)
      any = hd_term_2(T, HD_OP_OR, any, disjuncts.data[i]);
  }
  hd_vec_clear(&disjuncts);
  return any;
}

static hd_term all_but(hd_terms *T, hd_term context, const hd_term_list *conjuncts, uint32_t without)
{
  for (uint32_t i = 0; i < conjuncts->len; i++)
    if (i != without) context = hd_term_2(T, HD_OP_AND, context, conjuncts->data[i]);
  return context;
}

hd_term hd_simplify_in(hd_smt *s, hd_term context, hd_term formula)
{
  hd_terms *T = hd_smt_terms(s);
  hd_term both[2] = {context, formula};
  if (hd_smt_satisfiable(s, both, 2) == HD_UNSAT) return hd_term_false(T);
  hd_term_list conjuncts = {0};
  hd_formula_conjuncts(T, formula, &conjuncts);
  for (uint32_t i = conjuncts.len; i-- > 0;) {
    hd_term others = all_but(T, context, &conjuncts, i);
    if (hd_entails(s, others, conjuncts.data[i]))
      conjuncts.data[i] = hd_term_true(T);
    else
      conjuncts.data[i] = possible_disjuncts(s, others, conjuncts.data[i]);
  }
  hd_term all = hd_formula_and(T, conjuncts.data, conjuncts.len);
  hd_vec_clear(&conjuncts);
  return all;
}
