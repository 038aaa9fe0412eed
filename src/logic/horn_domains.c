/* horn_domains.c - finds parameters with few values, encodes them as bits and decodes the answer. */
#include "logic/horn_domains.h"

#include "expr/memo.h"

/* Values, ascending by their appearance; n == MANY: any. */
enum { MANY = 255, MOST_BITS = 3, MOST_COMBINATIONS = 64 };
typedef struct {
  uint8_t n;
  uint64_t values[HD_DOMAIN_MOST];
} set;

/* A variable that stands for a parameter with a domain. */
typedef struct {
  hd_term var;
  uint32_t group;
  hd_term bits[MOST_BITS];
  hd_term tree; /* its value, as a choice by the bits */
} coded;

struct hd_domains {
  hd_horn *h;
  hd_terms *T;
  hd_map group_of; /* a parameter's term to its group */
  HD_VEC(set) groups;
  uint8_t *reached; /* by predicate */
  HD_VEC(coded) codes;
  hd_map code_of; /* a variable's term to its place in codes */
};

/* --- sets --------------------------------------------------------------------------------------------- */

static bool add_domain_value(set *s, uint64_t value)
{
  if (s->n == MANY) return false;
  for (unsigned i = 0; i < s->n; i++)
    if (s->values[i] == value) return false;
  if (s->n == HD_DOMAIN_MOST)
    s->n = MANY;
  else
    s->values[s->n++] = value;
  return true;
}

static bool unite_sets(set *s, const set *other)
{
  bool more = false;
  if (other->n == MANY) {
    more = s->n != MANY;
    s->n = MANY;
    return more;
  }
  for (unsigned i = 0; i < other->n; i++) more |= add_domain_value(s, other->values[i]);
  return more;
}

static set many(hd_sort sort)
{
  return sort.kind == HD_SORT_BOOL ? (set){2, {0, 1}} : (set){.n = MANY};
}

/* --- the values of a term ------------------------------------------------------------------------------ */

typedef struct {
  hd_domains *d;
  hd_map env;   /* a rule's variable to its group */
  hd_memo memo; /* to places in sets */
  HD_VEC(set) sets;
} evaluation;

static set *set_of(evaluation *e, hd_term t)
{
  return &e->sets.data[*hd_memo_find(&e->memo, t.id)];
}

static set combine_sets(evaluation *e, hd_term t)
{
  const hd_terms *T = e->d->T;
  hd_sort sort = hd_term_sort(T, t);
  unsigned n = hd_term_arity(T, t), total = 1;
  const set *args[3];
  hd_op op = hd_term_op(T, t);
  set result = {0};
  if (sort.kind == HD_SORT_ARRAY || op == HD_OP_SELECT || op == HD_OP_DEREF) return many(sort);
  for (unsigned i = 0; i < n; i++) {
    args[i] = set_of(e, hd_term_arg(T, t, i));
    if (args[i]->n == MANY || (total *= args[i]->n) > MOST_COMBINATIONS) return many(sort);
  }
  for (unsigned k = 0; k < total; k++) {
    uint64_t values[3] = {0};
    for (unsigned i = 0, rest = k; i < n; rest /= args[i++]->n) values[i] = args[i]->values[rest % args[i]->n];
    unsigned width = hd_term_sort(T, hd_term_arg(T, t, 0)).width;
    uint64_t low = op == HD_OP_EXTRACT ? hd_term_value(T, t) : 0;
    add_domain_value(&result, hd_op_eval(op, sort.width, width, low, values));
  }
  return result;
}

static bool is_only(const set *s, uint64_t value)
{
  return s->n == 1 && s->values[0] == value;
}

/* Shortcuts where one argument decides. */
static set evaluate_node(evaluation *e, hd_term t)
{
  const hd_terms *T = e->d->T;
  hd_op op = hd_term_op(T, t);
  if (op == HD_OP_CONST) return (set){1, {hd_term_value(T, t)}};
  if (op == HD_OP_VAR) {
    const uint64_t *group = hd_map_find(&e->env, t.id);
    return group ? e->d->groups.data[*group] : many(hd_term_sort(T, t));
  }
  if (op == HD_OP_AND || op == HD_OP_OR)
    for (unsigned i = 0; i < 2; i++)
      if (is_only(set_of(e, hd_term_arg(T, t, i)), op == HD_OP_OR)) return (set){1, {op == HD_OP_OR}};
  if (op == HD_OP_ITE) {
    const set *cond = set_of(e, hd_term_arg(T, t, 0));
    set result = {0};
    if (!is_only(cond, 0)) unite_sets(&result, set_of(e, hd_term_arg(T, t, 1)));
    if (!is_only(cond, 1)) unite_sets(&result, set_of(e, hd_term_arg(T, t, 2)));
    return result;
  }
  return combine_sets(e, t);
}

static set evaluate_set(evaluation *e, hd_term t)
{
  hd_u32s order = {0};
  hd_term_walk(e->d->T, t, &order);
  for (uint32_t i = 0; i < order.len; i++) {
    if (hd_memo_find(&e->memo, order.data[i])) continue;
    set s = evaluate_node(e, (hd_term){order.data[i]});
    hd_vec_push(&e->sets, s);
    hd_memo_put(&e->memo, order.data[i], e->sets.len - 1);
  }
  hd_vec_clear(&order);
  return *set_of(e, t);
}

/* --- domains ------------------------------------------------------------------------------------------- */

static uint32_t group_of(const hd_domains *d, hd_term param)
{
  const uint64_t *group = hd_map_find(&d->group_of, param.id);
  return group ? (uint32_t)*group : HD_NONE;
}

static bool bind_body(evaluation *e, const hd_horn_clause *r)
{
  const hd_horn *h = e->d->h;
  for (uint32_t a = 0; a < r->n_body; a++) {
    const hd_horn_pred *p = &h->preds.data[r->body[a].pred.id];
    if (!e->d->reached[r->body[a].pred.id]) return false;
    for (uint32_t i = 0; i < p->n; i++) {
      uint32_t group = group_of(e->d, p->params[i]);
      if (group != HD_NONE && hd_term_op(h->T, r->body[a].args[i]) == HD_OP_VAR)
        hd_map_put(&e->env, r->body[a].args[i].id, group);
    }
  }
  return true;
}

static bool follow_horn_clause(hd_domains *d, const hd_horn_clause *r)
{
  evaluation e = {.d = d};
  bool more = false;
  hd_memo_init(&e.memo);
  if (bind_body(&e, r)) {
    set cond = evaluate_set(&e, r->constraint);
    if (!is_only(&cond, 0) && r->head.pred.id != HD_NONE) {
      const hd_horn_pred *p = &d->h->preds.data[r->head.pred.id];
      more = !d->reached[r->head.pred.id];
      d->reached[r->head.pred.id] = 1;
      for (uint32_t i = 0; i < p->n; i++) {
        uint32_t group = group_of(d, p->params[i]);
        if (group == HD_NONE || d->groups.data[group].n == MANY) continue;
        set values = evaluate_set(&e, r->head.args[i]);
        more |= unite_sets(&d->groups.data[group], &values);
      }
    }
  }
  hd_memo_clear(&e.memo);
  hd_map_clear(&e.env);
  hd_vec_clear(&e.sets);
  return more;
}

static void make_groups(hd_domains *d)
{
  const hd_horn *h = d->h;
  for (uint32_t i = 0; i < h->preds.len; i++)
    for (uint32_t k = 0; k < h->preds.data[i].n; k++) {
      hd_term param = h->preds.data[i].params[k];
      if (hd_term_sort(h->T, param).kind != HD_SORT_BV || group_of(d, param) != HD_NONE) continue;
      hd_map_put(&d->group_of, param.id, d->groups.len);
      hd_vec_push(&d->groups, (set){0});
    }
}

static bool is_coded(const hd_domains *d, uint32_t group)
{
  return group != HD_NONE && d->groups.data[group].n != MANY;
}

/* Encoding needs to know which variable of a rule is which parameter. */
static bool is_plain(const hd_domains *d)
{
  const hd_horn *h = d->h;
  for (uint32_t i = 0; i < h->rules.len; i++)
    for (uint32_t a = 0; a < h->rules.data[i].n_body; a++) {
      hd_atom atom = h->rules.data[i].body[a];
      const hd_horn_pred *p = &h->preds.data[atom.pred.id];
      for (uint32_t k = 0; k < p->n; k++)
        if (is_coded(d, group_of(d, p->params[k])) && hd_term_op(h->T, atom.args[k]) != HD_OP_VAR) return false;
    }
  return true;
}

hd_domains *hd_domains_find(hd_horn *h, const hd_budget *budget)
{
  hd_domains *d = hd_alloc(1, sizeof *d);
  uint32_t useful = 0;
  d->h = h;
  d->T = h->T;
  d->reached = hd_alloc(h->preds.len + 1, 1);
  make_groups(d);
  for (bool more = true; more && !hd_budget_spent(budget);) {
    more = false;
    for (uint32_t i = 0; i < h->rules.len; i++) more |= follow_horn_clause(d, &h->rules.data[i]);
  }
  for (uint32_t i = 0; i < d->groups.len; i++) useful += d->groups.data[i].n != MANY;
  if (useful && is_plain(d) && !hd_budget_spent(budget)) return d;
  hd_domains_free(d);
  return NULL;
}

void hd_domains_free(hd_domains *d)
{
  if (!d) return;
  hd_map_clear(&d->group_of);
  hd_vec_clear(&d->groups);
  hd_vec_clear(&d->codes);
  hd_map_clear(&d->code_of);
  free(d->reached);
  free(d);
}

/* --- encoding ------------------------------------------------------------------------------------------ */

static unsigned bits_of(const set *s)
{
  return s->n > 4 ? 3 : s->n > 2 ? 2 : s->n > 1 ? 1 : 0;
}

/* The value that bits `bit` - 1 .. 0 choose among those whose number begins with `number`. */
static hd_term make_tree(hd_domains *d, const coded *c, hd_sort sort, unsigned bit, unsigned number)
{
  const set *s = &d->groups.data[c->group];
  if (bit == 0) return hd_term_const(d->T, sort, s->values[number]);
  unsigned high = number | 1u << (bit - 1);
  hd_term low = make_tree(d, c, sort, bit - 1, number);
  if (high >= s->n) return low;
  return hd_term_3(d->T, HD_OP_ITE, c->bits[bit - 1], make_tree(d, c, sort, bit - 1, high), low);
}

/* Our own symbols lie above all others. */
static const coded *code_for(hd_domains *d, hd_term var, uint32_t group)
{
  const uint64_t *known = hd_map_find(&d->code_of, var.id);
  if (known) return &d->codes.data[*known];
  coded c = {.var = var, .group = group};
  for (unsigned i = 0; i < MOST_BITS; i++)
    c.bits[i] = hd_term_var(d->T, HD_BOOL, UINT32_C(0xC0000000) + d->codes.len * MOST_BITS + i);
  if (d->groups.data[group].n) c.tree = make_tree(d, &c, hd_term_sort(d->T, var), bits_of(&d->groups.data[group]), 0);
  hd_map_put(&d->code_of, var.id, d->codes.len);
  hd_vec_push(&d->codes, c);
  return &hd_vec_last(&d->codes);
}

/* How many constants a choice is between; more than the limit: something else. */
static unsigned count_leaves(const hd_terms *T, hd_term t, unsigned limit)
{
  hd_op op = hd_term_op(T, t);
  if (op == HD_OP_CONST) return 1;
  if (op != HD_OP_ITE || limit < 2) return limit + 1;
  unsigned n = count_leaves(T, hd_term_arg(T, t, 1), limit);
  return n > limit ? n : n + count_leaves(T, hd_term_arg(T, t, 2), limit);
}

/* The operator on each combination of the choices' constants. */
static hd_term distribute(hd_terms *T, hd_op op, hd_sort sort, uint64_t value, const hd_term *args, unsigned n)
{
  for (unsigned i = 0; i < n; i++) {
    if (hd_term_op(T, args[i]) != HD_OP_ITE) continue;
    hd_term then[3], otherwise[3];
    memcpy(then, args, n * sizeof *args);
    memcpy(otherwise, args, n * sizeof *args);
    then[i] = hd_term_arg(T, args[i], 1);
    otherwise[i] = hd_term_arg(T, args[i], 2);
    hd_term a = distribute(T, op, sort, value, then, n), b = distribute(T, op, sort, value, otherwise, n);
    return hd_term_3(T, HD_OP_ITE, hd_term_arg(T, args[i], 0), a, b);
  }
  return hd_term_build(T, op, sort, value, args);
}

static hd_term encode_node(hd_terms *T, hd_term t, const hd_term *args)
{
  enum { MOST_LEAVES = 32 };
  unsigned n = hd_term_arity(T, t), total = 1;
  hd_op op = hd_term_op(T, t);
  uint64_t value = op == HD_OP_EXTRACT ? hd_term_value(T, t) : 0;
  hd_sort sort = hd_term_sort(T, t);
  bool plain = op == HD_OP_ITE || op == HD_OP_SELECT || op == HD_OP_STORE || sort.kind == HD_SORT_ARRAY;
  for (unsigned i = 0; i < n && !plain; i++) {
    if (hd_term_sort(T, args[i]).kind != HD_SORT_BV)
      plain = true;
    else if ((total *= count_leaves(T, args[i], HD_DOMAIN_MOST)) > MOST_LEAVES)
      plain = true;
    else
      plain = count_leaves(T, args[i], HD_DOMAIN_MOST) > HD_DOMAIN_MOST;
  }
  return plain ? hd_term_build(T, op, sort, value, args) : distribute(T, op, sort, value, args, n);
}

static hd_term encode(hd_domains *d, hd_term t, hd_memo *memo)
{
  hd_u32s order = {0};
  hd_term_walk(d->T, t, &order);
  for (uint32_t i = 0; i < order.len; i++) {
    hd_term sub = {order.data[i]}, args[3], result = sub;
    if (hd_memo_find(memo, sub.id)) continue;
    unsigned n = hd_term_arity(d->T, sub);
    for (unsigned k = 0; k < n; k++) args[k] = (hd_term){(uint32_t)*hd_memo_find(memo, hd_term_arg(d->T, sub, k).id)};
    if (n) result = encode_node(d->T, sub, args);
    hd_memo_put(memo, sub.id, result.id);
  }
  hd_vec_clear(&order);
  return (hd_term){(uint32_t)*hd_memo_find(memo, t.id)};
}

/* Bit i of the number that a value has in the domain. */
static hd_term bit_of(hd_domains *d, const set *s, hd_term value, unsigned bit)
{
  hd_terms *T = d->T;
  uint64_t constant;
  hd_term any = hd_term_false(T);
  if (hd_term_is_const(T, value, &constant)) {
    for (unsigned k = 0; k < s->n; k++)
      if (s->values[k] == constant) return hd_term_bool(T, k >> bit & 1);
    return any;
  }
  if (hd_term_op(T, value) == HD_OP_ITE)
    return hd_term_3(T, HD_OP_ITE, hd_term_arg(T, value, 0), bit_of(d, s, hd_term_arg(T, value, 1), bit),
                     bit_of(d, s, hd_term_arg(T, value, 2), bit));
  for (unsigned k = 0; k < s->n; k++) {
    hd_term same = hd_term_2(T, HD_OP_EQ, value, hd_term_const(T, hd_term_sort(T, value), s->values[k]));
    if (k >> bit & 1) any = hd_term_2(T, HD_OP_OR, any, same);
  }
  return any;
}

typedef HD_VEC(hd_term) terms;

/* A body atom's arguments: variables, or the bits of those that have a domain. */
static void put_body(hd_domains *d, hd_atom a, hd_memo *memo, terms *out)
{
  const hd_horn_pred *p = &d->h->preds.data[a.pred.id];
  for (uint32_t i = 0; i < p->n; i++) {
    uint32_t group = group_of(d, p->params[i]);
    if (!is_coded(d, group)) {
      hd_vec_push(out, a.args[i]);
      continue;
    }
    const coded *c = code_for(d, a.args[i], group);
    if (hd_term_is(c->tree)) hd_memo_put(memo, a.args[i].id, c->tree.id);
    for (unsigned k = 0; k < bits_of(&d->groups.data[group]); k++) hd_vec_push(out, c->bits[k]);
  }
}

static void put_head(hd_domains *d, hd_atom a, hd_memo *memo, terms *out)
{
  const hd_horn_pred *p = &d->h->preds.data[a.pred.id];
  for (uint32_t i = 0; i < p->n; i++) {
    uint32_t group = group_of(d, p->params[i]);
    hd_term value = encode(d, a.args[i], memo);
    if (!is_coded(d, group))
      hd_vec_push(out, value);
    else
      for (unsigned k = 0; k < bits_of(&d->groups.data[group]); k++)
        hd_vec_push(out, bit_of(d, &d->groups.data[group], value, k));
  }
}

static bool is_reached(const hd_domains *d, const hd_horn_clause *r)
{
  for (uint32_t a = 0; a < r->n_body; a++)
    if (!d->reached[r->body[a].pred.id]) return false;
  return true;
}

static void encode_rule(hd_domains *d, hd_horn *out, const hd_horn_clause *r)
{
  hd_memo memo;
  terms body[4] = {0}, head = {0};
  hd_atom atoms[4], to = r->head;
  if (!is_reached(d, r)) return;
  HD_CHECK(r->n_body <= HD_COUNT(body));
  hd_memo_init(&memo);
  for (uint32_t a = 0; a < r->n_body; a++) {
    put_body(d, r->body[a], &memo, &body[a]);
    atoms[a] = (hd_atom){r->body[a].pred, body[a].data};
  }
  hd_term constraint = encode(d, r->constraint, &memo);
  if (to.pred.id != HD_NONE) {
    put_head(d, to, &memo, &head);
    to.args = head.data;
  }
  hd_horn_rule(out, r->tag, to, atoms, r->n_body, constraint);
  for (uint32_t a = 0; a < r->n_body; a++) hd_vec_clear(&body[a]);
  hd_vec_clear(&head);
  hd_memo_clear(&memo);
}

hd_horn *hd_domains_encode(hd_domains *d)
{
  hd_horn *out = hd_horn_new(d->h->s);
  for (uint32_t i = 0; i < d->h->preds.len; i++) {
    const hd_horn_pred *p = &d->h->preds.data[i];
    terms params = {0};
    hd_memo unused;
    hd_memo_init(&unused);
    put_body(d, (hd_atom){{i}, p->params}, &unused, &params);
    hd_horn_predicate(out, p->name, params.data, params.len);
    hd_memo_clear(&unused);
    hd_vec_clear(&params);
  }
  for (uint32_t i = 0; i < d->h->rules.len; i++) encode_rule(d, out, &d->h->rules.data[i]);
  return out;
}

/* --- decoding ------------------------------------------------------------------------------------------ */

typedef struct {
  hd_domains *d;
  hd_map bits; /* a bit's term to the term that it means */
} decoding;

static hd_term decode_bit(void *context, hd_term leaf)
{
  const decoding *x = context;
  const uint64_t *meaning = hd_map_find(&x->bits, leaf.id);
  return meaning ? (hd_term){(uint32_t)*meaning} : HD_NO_TERM;
}

static hd_term decode_meaning(hd_domains *d, uint32_t pred, hd_term meaning)
{
  decoding x = {.d = d};
  hd_terms *T = d->T;
  const hd_horn_pred *p = &d->h->preds.data[pred];
  hd_term inside = hd_term_true(T);
  for (uint32_t i = 0; i < p->n; i++) {
    uint32_t group = group_of(d, p->params[i]);
    if (!is_coded(d, group)) continue;
    const set *s = &d->groups.data[group];
    const coded *c = code_for(d, p->params[i], group);
    hd_term one = hd_term_false(T);
    for (unsigned k = 0; k < s->n; k++) {
      hd_term value = hd_term_const(T, hd_term_sort(T, p->params[i]), s->values[k]);
      one = hd_term_2(T, HD_OP_OR, one, hd_term_2(T, HD_OP_EQ, p->params[i], value));
    }
    inside = hd_term_2(T, HD_OP_AND, inside, one);
    for (unsigned k = 0; k < bits_of(s); k++) hd_map_put(&x.bits, c->bits[k].id, bit_of(d, s, p->params[i], k).id);
  }
  meaning = hd_term_substitute(T, meaning, &(hd_rewrite){decode_bit, &x});
  hd_map_clear(&x.bits);
  return hd_term_2(T, HD_OP_AND, meaning, inside);
}

static void decode_step(hd_domains *d, hd_derived *step)
{
  if (step->pred.id == HD_NONE || !step->values) return;
  const hd_horn_pred *p = &d->h->preds.data[step->pred.id];
  uint64_t *values = hd_arena_alloc(&d->h->arena, (p->n + 1) * sizeof *values);
  uint32_t at = 0;
  for (uint32_t i = 0; i < p->n; i++) {
    uint32_t group = group_of(d, p->params[i]);
    if (!is_coded(d, group)) {
      values[i] = step->values[at++];
      continue;
    }
    const set *s = &d->groups.data[group];
    unsigned number = 0;
    for (unsigned k = 0; k < bits_of(s); k++) number |= (unsigned)step->values[at++] << k;
    while (number >= s->n && number) number &= number - 1; /* a number without a value means a smaller one */
    values[i] = s->n ? s->values[number] : 0;
  }
  step->values = values;
}

void hd_domains_decode(hd_domains *d, const hd_horn *encoded)
{
  hd_horn *h = d->h;
  for (uint32_t i = 0; i < h->preds.len; i++) {
    hd_term meaning = encoded->preds.data[i].meaning;
    if (!d->reached[i])
      h->preds.data[i].meaning = hd_term_false(d->T);
    else if (hd_term_is(meaning))
      h->preds.data[i].meaning = decode_meaning(d, i, meaning);
  }
  h->steps.len = 0;
  for (uint32_t i = 0; i < encoded->steps.len; i++) {
    hd_vec_push(&h->steps, encoded->steps.data[i]);
    decode_step(d, &hd_vec_last(&h->steps));
  }
}
