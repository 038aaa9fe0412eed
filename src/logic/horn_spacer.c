/* horn_spacer.c - the clauses as Z3's fixed-point engine takes them, and its answers back.
 *
 * Where a derivation is wanted, transformations that rename predicates or leave out steps are off, so
 * that it has every rule by its name; parameters that are not needed are left out by ourselves. */
#include <stdio.h>

#include "logic/horn_system.h"
#include "logic/translate.h"

typedef struct {
  hd_horn *h;
  Z3_context c;
  Z3_fixedpoint fp;
  Z3_func_decl *decls; /* by predicate */
  Z3_func_decl bad;
} work;

/* --- looking at Z3's terms ------------------------------------------------------------------------ */

static bool is_op(const work *x, Z3_ast a, Z3_decl_kind kind)
{
  return Z3_get_ast_kind(x->c, a) == Z3_APP_AST &&
         Z3_get_decl_kind(x->c, Z3_get_app_decl(x->c, Z3_to_app(x->c, a))) == kind;
}

static Z3_ast arg_of(const work *x, Z3_ast a, uint32_t i)
{
  return Z3_get_app_arg(x->c, Z3_to_app(x->c, a), i);
}

/* --- in ------------------------------------------------------------------------------------------ */

static bool is_signed(const hd_horn *h, hd_term var)
{
  const hd_signs *signs = h->s->signs;
  return !signs || signs->is_signed(signs->context, hd_term_symbol(h->T, var));
}

static Z3_ast value_for(work *x, hd_term param, hd_term arg)
{
  if (hd_term_sort(x->h->T, param).kind != HD_SORT_BV) return hd_smt_to_z3(x->h->s, arg);
  return hd_smt_value_z3(x->h->s, arg, is_signed(x->h, param));
}

static void declare_relations(work *x)
{
  hd_horn *h = x->h;
  for (uint32_t i = 0; i < h->preds.len; i++) {
    const hd_horn_pred *p = &h->preds.data[i];
    Z3_sort *sorts = hd_alloc(p->n + 1, sizeof *sorts);
    uint32_t n = 0;
    char name[24];
    for (uint32_t k = 0; k < p->n; k++)
      if (p->needed[k]) sorts[n++] = hd_smt_sort_z3(h->s, hd_term_sort(h->T, p->params[k]));
    snprintf(name, sizeof name, "P%u", i);
    x->decls[i] = Z3_mk_func_decl(x->c, Z3_mk_string_symbol(x->c, name), n, sorts, Z3_mk_bool_sort(x->c));
    hd_z3_keep(Z3_func_decl_to_ast(x->c, x->decls[i]));
    Z3_fixedpoint_register_relation(x->c, x->fp, x->decls[i]);
    free(sorts);
  }
  x->bad = Z3_mk_func_decl(x->c, Z3_mk_string_symbol(x->c, "bad"), 0, NULL, Z3_mk_bool_sort(x->c));
  hd_z3_keep(Z3_func_decl_to_ast(x->c, x->bad));
  Z3_fixedpoint_register_relation(x->c, x->fp, x->bad);
}

typedef struct {
  work *x;
  hd_map seen; /* variables */
  hd_map said; /* parts, by Z3's number */
  HD_VEC(Z3_app) vars;
  HD_VEC(Z3_ast) parts;
} clause;

static void bind_leaf(void *context, hd_term leaf)
{
  clause *k = context;
  if (hd_term_op(k->x->h->T, leaf) != HD_OP_VAR || hd_map_find(&k->seen, leaf.id)) return;
  hd_map_put(&k->seen, leaf.id, 1);
  hd_vec_push(&k->vars, Z3_to_app(k->x->c, hd_smt_to_z3(k->x->h->s, leaf)));
}

/* A conjunct for the body, each once. */
static void say_conjunct(clause *k, Z3_ast part)
{
  Z3_context c = k->x->c;
  if (is_op(k->x, part, Z3_OP_AND)) {
    for (uint32_t i = 0; i < Z3_get_app_num_args(c, Z3_to_app(c, part)); i++) say_conjunct(k, arg_of(k->x, part, i));
    return;
  }
  unsigned id = Z3_get_ast_id(c, part);
  if (is_op(k->x, part, Z3_OP_TRUE) || hd_map_find(&k->said, id)) return;
  hd_map_put(&k->said, id, 1);
  hd_vec_push(&k->parts, part);
}

static void mention_term(clause *k, hd_term t)
{
  hd_term_visit_leaves(k->x->h->T, t, bind_leaf, k);
  say_conjunct(k, hd_z3_keep(hd_smt_facts_z3(k->x->h->s, t)));
}

static Z3_ast atom(clause *k, hd_atom a)
{
  work *x = k->x;
  if (a.pred.id == HD_NONE) return hd_z3_keep(Z3_mk_app(x->c, x->bad, 0, NULL));
  const hd_horn_pred *p = &x->h->preds.data[a.pred.id];
  Z3_ast *args = hd_alloc(p->n + 1, sizeof *args);
  uint32_t n = 0;
  for (uint32_t i = 0; i < p->n; i++) {
    if (!p->needed[i]) continue;
    mention_term(k, a.args[i]);
    args[n++] = value_for(x, p->params[i], a.args[i]);
  }
  Z3_ast result = hd_z3_keep(Z3_mk_app(x->c, x->decls[a.pred.id], n, args));
  free(args);
  return result;
}

static void add_rule(work *x, uint32_t number)
{
  const hd_horn_clause *r = &x->h->rules.data[number];
  clause k = {.x = x};
  char name[24];
  for (uint32_t i = 0; i < r->n_body; i++) {
    Z3_ast a = atom(&k, r->body[i]);
    say_conjunct(&k, a);
  }
  mention_term(&k, r->constraint);
  say_conjunct(&k, hd_smt_to_z3(x->h->s, r->constraint));
  Z3_ast head = atom(&k, r->head);
  Z3_ast body = hd_z3_keep(Z3_mk_and(x->c, k.parts.len, k.parts.data));
  Z3_ast rule = hd_z3_keep(Z3_mk_implies(x->c, body, head));
  if (k.vars.len) rule = hd_z3_keep(Z3_mk_forall_const(x->c, 0, k.vars.len, k.vars.data, 0, NULL, rule));
  snprintf(name, sizeof name, "r%u", number);
  Z3_fixedpoint_add_rule(x->c, x->fp, rule, Z3_mk_string_symbol(x->c, name));
  hd_map_clear(&k.seen);
  hd_map_clear(&k.said);
  hd_vec_clear(&k.vars);
  hd_vec_clear(&k.parts);
}

/* Which settings a system needs cannot be told before: they take turns. Small changes in the order
 * of work decide whether Spacer finds an invariant at once or never. */
typedef struct {
  bool inlines; /* predicates that a rule defines are put into those that use them: no derivation by names */
  unsigned order_children;
  bool eq_prop, ground_pobs;
} strategy;
static const strategy strategies[HD_HORN_WAYS] = {{true, 0, true, true},
                                                  {false, 1, true, true},
                                                  {true, 1, false, true},
                                                  {false, 0, false, true},
                                                  {false, 0, true, true}};
enum { WITH_NAMES = 4 }; /* the last: how a derivation is found when another way said that there is one */

static void set_options(work *x, const strategy *way)
{
  static const char *const renaming[] = {"xform.slice", "xform.inline_linear", "xform.inline_eager",
                                         "xform.subsumption_checker"};
  Z3_params params = Z3_mk_params(x->c);
  Z3_params_inc_ref(x->c, params);
  Z3_params_set_symbol(x->c, params, Z3_mk_string_symbol(x->c, "engine"), Z3_mk_string_symbol(x->c, "spacer"));
  for (unsigned i = 0; i < HD_COUNT(renaming) && !way->inlines; i++)
    Z3_params_set_bool(x->c, params, Z3_mk_string_symbol(x->c, renaming[i]), false);
  Z3_params_set_uint(x->c, params, Z3_mk_string_symbol(x->c, "spacer.order_children"), way->order_children);
  Z3_params_set_bool(x->c, params, Z3_mk_string_symbol(x->c, "spacer.eq_prop"), way->eq_prop);
  Z3_params_set_bool(x->c, params, Z3_mk_string_symbol(x->c, "spacer.ground_pobs"), way->ground_pobs);
  /* The newer one takes the last element of an empty vector now and then (Z3 4.8.12), and ends the process. */
  Z3_params_set_bool(x->c, params, Z3_mk_string_symbol(x->c, "spacer.iuc.old_hyp_reducer"), true);
  Z3_fixedpoint_set_params(x->c, x->fp, params);
  Z3_params_dec_ref(x->c, params);
}

/* --- safe: meanings ------------------------------------------------------------------------------ */

/* The term that a body over bound variables means when they stand for the predicate's needed parameters;
 * the atom says which is which. */
static hd_term read_body(work *x, const hd_horn_pred *p, Z3_ast atom_ast, Z3_ast body)
{
  Z3_app app = Z3_to_app(x->c, atom_ast);
  uint32_t n = Z3_get_app_num_args(x->c, app), at = 0;
  Z3_ast *values = hd_alloc(n + 1, sizeof *values);
  hd_term result = HD_NO_TERM;
  bool ok = true;
  for (uint32_t i = 0; i < p->n; i++) {
    if (!p->needed[i]) continue;
    Z3_ast arg = Z3_get_app_arg(x->c, app, at++);
    unsigned index = Z3_get_ast_kind(x->c, arg) == Z3_VAR_AST ? Z3_get_index_value(x->c, arg) : n;
    ok &= index < n;
    if (index < n) values[index] = hd_smt_to_z3(x->h->s, p->params[i]);
  }
  if (ok) result = hd_smt_from_z3(x->h->s, n ? hd_z3_keep(Z3_substitute_vars(x->c, body, n, values)) : body);
  free(values);
  return result;
}

static uint32_t find_decl(const work *x, Z3_ast a)
{
  if (Z3_get_ast_kind(x->c, a) != Z3_APP_AST) return HD_NONE;
  Z3_func_decl d = Z3_get_app_decl(x->c, Z3_to_app(x->c, a));
  for (uint32_t i = 0; i < x->h->preds.len; i++)
    if (Z3_is_eq_func_decl(x->c, d, x->decls[i])) return i;
  return HD_NONE;
}

/* forall v. P(v) = body; also P, not P. */
static void read_definition(work *x, Z3_ast def)
{
  if (Z3_get_ast_kind(x->c, def) == Z3_QUANTIFIER_AST) def = Z3_get_quantifier_body(x->c, def);
  bool negated = is_op(x, def, Z3_OP_NOT);
  if (negated) def = arg_of(x, def, 0);
  Z3_ast head = def, body = NULL;
  if (is_op(x, def, Z3_OP_EQ) || is_op(x, def, Z3_OP_IFF)) {
    bool first = find_decl(x, arg_of(x, def, 0)) != HD_NONE;
    head = arg_of(x, def, first ? 0 : 1);
    body = arg_of(x, def, first ? 1 : 0);
  }
  uint32_t i = find_decl(x, head);
  if (i == HD_NONE) return;
  hd_horn_pred *p = &x->h->preds.data[i];
  p->meaning = body ? read_body(x, p, head, body) : hd_term_bool(x->h->T, !negated);
}

static bool read_meanings(work *x)
{
  for (uint32_t i = 0; i < x->h->preds.len; i++) x->h->preds.data[i].meaning = hd_term_false(x->h->T);
  Z3_ast answer = Z3_fixedpoint_get_answer(x->c, x->fp);
  if (!answer) return false;
  hd_z3_keep(answer);
  if (is_op(x, answer, Z3_OP_AND))
    for (uint32_t i = 0; i < Z3_get_app_num_args(x->c, Z3_to_app(x->c, answer)); i++)
      read_definition(x, arg_of(x, answer, i));
  else
    read_definition(x, answer);
  for (uint32_t i = 0; i < x->h->preds.len; i++)
    if (!hd_term_is(x->h->preds.data[i].meaning)) return false;
  return true;
}

/* --- unsafe: the derivation ---------------------------------------------------------------------- */

static uint64_t read_value(const work *x, Z3_ast a, hd_sort sort)
{
  if (sort.kind == HD_SORT_BOOL) return Z3_get_bool_value(x->c, a) == Z3_L_TRUE;
  if (sort.kind != HD_SORT_BV || !Z3_is_numeral_ast(x->c, a)) return 0;
  int64_t value = 0;
  uint64_t bits = 0;
  if (Z3_get_numeral_int64(x->c, a, &value)) return (uint64_t)value & hd_mask(sort.width);
  return Z3_get_numeral_uint64(x->c, a, &bits) ? bits & hd_mask(sort.width) : 0;
}

static const uint64_t *read_fact(work *x, uint32_t pred, Z3_ast fact)
{
  const hd_horn_pred *p = &x->h->preds.data[pred];
  uint64_t *values = hd_arena_alloc(&x->h->arena, (p->n + 1) * sizeof *values);
  uint32_t at = 0;
  for (uint32_t i = 0; i < p->n; i++)
    if (p->needed[i]) values[i] = read_value(x, arg_of(x, fact, at++), hd_term_sort(x->h->T, p->params[i]));
  return values;
}

/* In a linear proof, a hyper-resolution's last argument is what it
 * concludes, and among the others is the proof of its body's atom. */

static Z3_ast premise_of(const work *x, Z3_ast proof)
{
  uint32_t n = Z3_get_app_num_args(x->c, Z3_to_app(x->c, proof));
  for (uint32_t i = 0; i + 1 < n; i++)
    if (is_op(x, arg_of(x, proof, i), Z3_OP_PR_HYPER_RESOLVE)) return arg_of(x, proof, i);
  return NULL;
}

static void attach_facts(work *x)
{
  Z3_ast proof = Z3_fixedpoint_get_answer(x->c, x->fp);
  if (!proof) return;
  hd_z3_keep(proof);
  if (is_op(x, proof, Z3_OP_PR_MODUS_PONENS)) proof = arg_of(x, proof, 0);   /* the query leads to false .. */
  if (is_op(x, proof, Z3_OP_PR_HYPER_RESOLVE)) proof = premise_of(x, proof); /* .. and the bad to the query */
  for (uint32_t i = x->h->steps.len; i-- > 0 && proof && is_op(x, proof, Z3_OP_PR_HYPER_RESOLVE);) {
    Z3_ast fact = arg_of(x, proof, Z3_get_app_num_args(x->c, Z3_to_app(x->c, proof)) - 1);
    uint32_t pred = find_decl(x, fact);
    hd_derived *step = &x->h->steps.data[i];
    if (pred != step->pred.id) return;
    if (pred != HD_NONE) step->values = read_fact(x, pred, fact);
    proof = premise_of(x, proof);
  }
}

/* Names come as "r7;r3;r1", the last rule first. */
static void read_derivation(work *x)
{
  hd_horn *h = x->h;
  Z3_symbol names = Z3_fixedpoint_get_rule_names_along_trace(x->c, x->fp);
  const char *text =
      names && Z3_get_symbol_kind(x->c, names) == Z3_STRING_SYMBOL ? Z3_get_symbol_string(x->c, names) : "";
  for (const char *at = text; at && *at; at = strchr(at, ';')) {
    unsigned number;
    if (*at == ';') at++;
    if (sscanf(at, "r%u", &number) != 1 || number >= h->rules.len) continue;
    const hd_horn_clause *r = &h->rules.data[number];
    hd_vec_push(&h->steps, (hd_derived){r->tag, r->head.pred, NULL});
    if (r->n_body > 1) {
      h->steps.len = 0;
      return;
    }
  }
  for (uint32_t i = 0; i < h->steps.len / 2; i++) {
    hd_derived other = h->steps.data[h->steps.len - 1 - i];
    h->steps.data[h->steps.len - 1 - i] = h->steps.data[i];
    h->steps.data[i] = other;
  }
  attach_facts(x);
}

/* --- the query ----------------------------------------------------------------------------------- */

static hd_answer dont_know(work *x, const hd_budget *budget, const char *error)
{
  hd_cause c = hd_cause_spent(budget, error ? error : "Spacer does not know");
  hd_horn_give_up(x->h, c.kind, c.what);
  return HD_DONT_KNOW;
}

static hd_answer ask_spacer(work *x, const hd_budget *budget)
{
  Z3_ast query = hd_z3_keep(Z3_mk_app(x->c, x->bad, 0, NULL));
  hd_z3_error();
  double began = hd_now();
  if (!hd_z3_begin(budget)) return dont_know(x, budget, NULL);
  Z3_lbool answer = Z3_fixedpoint_query(x->c, x->fp, query);
  bool interrupted = hd_z3_end();
  x->h->s->cost.queries++;
  x->h->s->cost.seconds += hd_now() - began;
  const char *error = hd_z3_error();
  if (interrupted || error || answer == Z3_L_UNDEF) return dont_know(x, budget, error);
  return answer == Z3_L_TRUE ? HD_SAT : HD_UNSAT;
}

static hd_answer solve_by_strategy(hd_horn *h, const strategy *way, double seconds, const hd_budget *budget)
{
  work x = {.h = h, .c = hd_z3()};
  uint32_t mark = hd_z3_mark();
  x.fp = Z3_mk_fixedpoint(x.c);
  Z3_fixedpoint_inc_ref(x.c, x.fp);
  x.decls = hd_alloc(h->preds.len + 1, sizeof(Z3_func_decl));
  set_options(&x, way);
  declare_relations(&x);
  for (uint32_t i = 0; i < h->rules.len && !hd_budget_spent(budget); i++) add_rule(&x, i);
  hd_budget part = hd_budget_share(budget, seconds);
  hd_answer answer = ask_spacer(&x, &part);
  if (answer == HD_SAT && !way->inlines) read_derivation(&x);
  if (answer == HD_UNSAT && !read_meanings(&x)) {
    hd_horn_give_up(h, HD_CAUSE_REFUSED, "an interpretation of the clauses could not be read");
    answer = HD_DONT_KNOW;
  }
  free(x.decls);
  Z3_fixedpoint_dec_ref(x.c, x.fp);
  hd_z3_release(mark);
  return answer;
}

static bool is_linear(const hd_horn *h)
{
  for (uint32_t i = 0; i < h->rules.len; i++)
    if (h->rules.data[i].n_body > 1) return false;
  return true;
}

hd_answer hd_horn_spacer(hd_horn *h, unsigned way, double seconds, const hd_budget *budget)
{
  const double patience = 5;
  const strategy *chosen = &strategies[way % HD_HORN_WAYS];
  hd_answer answer = solve_by_strategy(h, chosen, seconds, budget);
  if (answer != HD_SAT || !chosen->inlines || !is_linear(h)) return answer;
  return solve_by_strategy(h, &strategies[WITH_NAMES], patience * seconds, budget);
}
