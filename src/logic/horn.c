/* horn.c - predicates and rules, the turns of several encodings, and the recheck of a solution. */
#include "logic/horn_domains.h"

hd_horn *hd_horn_new(hd_smt *s)
{
  hd_horn *h = hd_alloc(1, sizeof *h);
  h->s = s;
  h->T = hd_smt_terms(s);
  hd_arena_init(&h->arena);
  return h;
}

void hd_horn_free(hd_horn *h)
{
  if (!h) return;
  hd_arena_clear(&h->arena);
  hd_vec_clear(&h->preds);
  hd_vec_clear(&h->rules);
  hd_vec_clear(&h->steps);
  free(h);
}

hd_pred hd_horn_predicate(hd_horn *h, const char *name, const hd_term *params, uint32_t n)
{
  hd_horn_pred p = {.name = hd_arena_strdup(&h->arena, name), .n = n, .meaning = HD_NO_TERM};
  p.params = hd_arena_copy(&h->arena, params, n * sizeof *params);
  p.needed = hd_arena_alloc(&h->arena, n + 1);
  hd_vec_push(&h->preds, p);
  return (hd_pred){h->preds.len - 1};
}

static hd_atom copy_atom(hd_horn *h, hd_atom a)
{
  if (a.pred.id == HD_NONE) return a;
  a.args = hd_arena_copy(&h->arena, a.args, h->preds.data[a.pred.id].n * sizeof *a.args);
  return a;
}

void hd_horn_rule(hd_horn *h, uint32_t tag, hd_atom head, const hd_atom *body, uint32_t n_body, hd_term constraint)
{
  if (hd_term_is_false(h->T, constraint)) return;
  hd_atom *atoms = hd_arena_alloc(&h->arena, (n_body + 1) * sizeof *atoms);
  for (uint32_t i = 0; i < n_body; i++) atoms[i] = copy_atom(h, body[i]);
  hd_vec_push(&h->rules, (hd_horn_clause){tag, copy_atom(h, head), atoms, n_body, constraint});
}

uint32_t hd_horn_rules(const hd_horn *h)
{
  return h->rules.len;
}

hd_cause hd_horn_cause(const hd_horn *h)
{
  return (hd_cause){.kind = h->cause, .what = h->what[0] ? h->what : NULL, .pos = HD_NO_POS};
}

void hd_horn_give_up(hd_horn *h, hd_cause_kind kind, const char *what)
{
  h->cause = kind;
  snprintf(h->what, sizeof h->what, "%s", what ? what : "");
}

hd_term hd_horn_meaning(const hd_horn *h, hd_pred pred)
{
  return h->preds.data[pred.id].meaning;
}

const hd_derived *hd_horn_derivation(const hd_horn *h, uint32_t *n)
{
  *n = h->steps.len;
  return h->steps.data;
}

/* --- what is needed --------------------------------------------------------------------------- */

typedef struct {
  hd_horn *h;
  hd_map used; /* symbols of the rule that matter */
  bool more;
} cone;

static void use(void *context, hd_term leaf)
{
  cone *x = context;
  if (hd_term_op(x->h->T, leaf) == HD_OP_VAR) hd_map_put(&x->used, hd_term_symbol(x->h->T, leaf), 1);
}

static void use_term(cone *x, hd_term t)
{
  hd_term_visit_leaves(x->h->T, t, use, x);
}

static void need_argument(cone *x, hd_horn_pred *p, uint32_t i)
{
  x->more |= !p->needed[i];
  p->needed[i] = 1;
}

/* A variable in two atoms of a body joins them: a difference there matters. */
static void use_joins(cone *x, const hd_horn_clause *r)
{
  hd_map seen = {0};
  for (uint32_t a = 0; a < r->n_body; a++) {
    const hd_horn_pred *p = &x->h->preds.data[r->body[a].pred.id];
    for (uint32_t i = 0; i < p->n; i++) {
      hd_term arg = r->body[a].args[i];
      if (hd_term_op(x->h->T, arg) != HD_OP_VAR)
        use_term(x, arg);
      else if (hd_map_find(&seen, arg.id))
        use_term(x, arg);
      else
        hd_map_put(&seen, arg.id, 1);
    }
  }
  hd_map_clear(&seen);
}

static void follow_clause(cone *x, const hd_horn_clause *r)
{
  hd_map_clear(&x->used);
  use_term(x, r->constraint);
  use_joins(x, r);
  if (r->head.pred.id != HD_NONE) {
    const hd_horn_pred *head = &x->h->preds.data[r->head.pred.id];
    for (uint32_t i = 0; i < head->n; i++)
      if (head->needed[i]) use_term(x, r->head.args[i]);
  }
  for (uint32_t a = 0; a < r->n_body; a++) {
    hd_horn_pred *p = &x->h->preds.data[r->body[a].pred.id];
    for (uint32_t i = 0; i < p->n; i++) {
      hd_term arg = r->body[a].args[i];
      bool is_var = hd_term_op(x->h->T, arg) == HD_OP_VAR;
      if (!is_var || hd_map_find(&x->used, hd_term_symbol(x->h->T, arg))) need_argument(x, p, i);
    }
  }
}

void hd_horn_find_needed(hd_horn *h)
{
  cone x = {.h = h, .more = true};
  for (uint32_t i = 0; i < h->preds.len; i++) memset(h->preds.data[i].needed, 0, h->preds.data[i].n);
  while (x.more) {
    x.more = false;
    for (uint32_t i = h->rules.len; i-- > 0;) follow_clause(&x, &h->rules.data[i]);
  }
  hd_map_clear(&x.used);
}

/* --- checking ----------------------------------------------------------------------------------- */

typedef struct {
  const hd_horn *h;
  const hd_horn_pred *pred;
  const hd_term *args;
  hd_map where; /* a parameter's symbol to its position */
} instance;

static hd_term replace_param(void *context, hd_term leaf)
{
  const instance *x = context;
  if (hd_term_op(x->h->T, leaf) != HD_OP_VAR) return HD_NO_TERM;
  const uint64_t *i = hd_map_find(&x->where, hd_term_symbol(x->h->T, leaf));
  return i ? x->args[*i] : HD_NO_TERM;
}

hd_term hd_horn_instantiate(const hd_horn *h, hd_atom a, hd_term meaning)
{
  instance x = {.h = h, .pred = &h->preds.data[a.pred.id], .args = a.args};
  for (uint32_t i = 0; i < x.pred->n; i++) hd_map_put(&x.where, hd_term_symbol(h->T, x.pred->params[i]), i);
  hd_term result = hd_term_substitute(h->T, meaning, &(hd_rewrite){replace_param, &x});
  hd_map_clear(&x.where);
  return result;
}

static hd_answer check_rule(hd_smt *s, const hd_horn *h, const hd_horn_clause *r, const hd_term *meanings)
{
  hd_term *facts = hd_alloc(r->n_body + 1, sizeof *facts);
  for (uint32_t i = 0; i < r->n_body; i++) facts[i] = hd_horn_instantiate(h, r->body[i], meanings[r->body[i].pred.id]);
  facts[r->n_body] = r->constraint;
  hd_term head = hd_term_false(h->T);
  if (r->head.pred.id != HD_NONE) head = hd_horn_instantiate(h, r->head, meanings[r->head.pred.id]);
  hd_answer answer = hd_smt_refutes(s, facts, r->n_body + 1, head);
  free(facts);
  return answer;
}

hd_answer hd_horn_check(hd_smt *s, const hd_horn *h, const hd_term *meanings)
{
  for (uint32_t i = 0; i < h->rules.len; i++) {
    hd_answer answer = check_rule(s, h, &h->rules.data[i], meanings);
    if (answer != HD_UNSAT) return answer;
  }
  return HD_UNSAT;
}

/* --- solving ------------------------------------------------------------------------------------ */

static hd_answer recheck(hd_horn *h, const hd_budget *budget)
{
  const hd_budget *before = hd_smt_budget(h->s);
  hd_term *meanings = hd_alloc(h->preds.len + 1, sizeof *meanings);
  for (uint32_t i = 0; i < h->preds.len; i++) meanings[i] = h->preds.data[i].meaning;
  hd_smt_set_budget(h->s, budget);
  hd_answer answer = hd_horn_check(h->s, h, meanings);
  hd_smt_set_budget(h->s, before);
  free(meanings);
  return answer;
}

/* One turn: the encoded system, when there is one, answers for the original. */
static hd_answer take_turn(hd_horn *h, hd_domains *d, hd_horn *encoded, unsigned way, double seconds,
                           const hd_budget *budget)
{
  h->steps.len = 0;
  hd_horn *asked = encoded ? encoded : h;
  hd_answer answer = hd_horn_spacer(asked, way, seconds, budget);
  if (encoded) hd_domains_decode(d, encoded);
  if (encoded && asked->cause) hd_horn_give_up(h, asked->cause, asked->what);
  if (answer != HD_UNSAT || recheck(h, budget) == HD_UNSAT) return answer;
  hd_horn_give_up(h, HD_CAUSE_REFUSED, "an interpretation of the clauses could not be confirmed");
  return HD_DONT_KNOW;
}

/* Turns of growing length: which settings a system needs, and whether Booleans help, cannot be told before. */
static hd_answer take_turns(hd_horn *h, hd_domains *d, hd_horn *encoded, const hd_budget *budget)
{
  enum { PLAIN = 2, IDLE = 3 }; /* ways that are tried without Booleans, too; rounds that may end before their time */
  const double factor = 4;
  unsigned idle = 0;
  for (double turn = 1.0 + h->rules.len * 0.0005; !hd_budget_spent(budget); turn *= factor) {
    bool stopped = false;
    for (unsigned i = 0; i < HD_HORN_WAYS + (encoded ? PLAIN : 0) && !hd_budget_spent(budget); i++) {
      bool both = encoded && i < 2 * PLAIN, plain = !encoded || (both && i % 2);
      double began = hd_work_now();
      unsigned way = both ? i / 2 : encoded ? i - PLAIN : i;
      hd_answer answer = take_turn(h, d, plain ? NULL : encoded, way, turn, budget);
      if (answer != HD_DONT_KNOW) return answer;
      stopped |= hd_work_now() - began >= turn;
    }
    if (!stopped && ++idle == IDLE) break;
  }
  if (!h->cause) hd_horn_give_up(h, HD_CAUSE_TIME, NULL);
  return HD_DONT_KNOW;
}

hd_answer hd_horn_solve(hd_horn *h, const hd_budget *budget)
{
  hd_horn_give_up(h, HD_CAUSE_NONE, NULL);
  h->steps.len = 0;
  hd_horn_find_needed(h);
  hd_domains *d = hd_domains_find(h, budget);
  hd_horn *encoded = d ? hd_domains_encode(d) : NULL;
  if (encoded) hd_horn_find_needed(encoded);
  hd_answer answer = take_turns(h, d, encoded, budget);
  hd_horn_free(encoded);
  hd_domains_free(d);
  return answer;
}
