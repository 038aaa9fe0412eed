/* space.c - evaluates terms over cells, and narrows cells by conditions. */
#include "engine/static/space.h"

#include "engine/static/distance.h"

enum { MOST_ELEMENTS = 32 };

/* --- cells ---------------------------------------------------------------------------------------- */

static void add_cells(hd_space *s, uint32_t v, bool followed)
{
  const hd_var_info *info = &s->p->vars.data[v];
  hd_state_cells *cells = info->thread.id == HD_NONE ? &s->shared : &s->locals[info->thread.id];
  s->first[v] = HD_NONE;
  if (!followed || info->role == HD_ROLE_SELF || info->count > MOST_ELEMENTS) return;
  s->first[v] = cells->len;
  for (uint32_t i = 0; i < hd_var_elements(info); i++)
    hd_vec_push(cells, (hd_state_cell){{v}, info->count ? i : HD_NONE, info->sort.width});
}

static int compare_signs(const void *a, const void *b)
{
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

/* Bounds that tests compare with, and their neighbours. */
static void find_thresholds(hd_space *s)
{
  const hd_terms *T = s->p->terms;
  hd_thresholds *t = &s->thresholds;
  for (uint32_t i = 1; i <= hd_terms_count(T); i++) {
    uint64_t c;
    hd_term term = {i};
    if (hd_term_sort(T, term).kind != HD_SORT_BV || !hd_term_is_const(T, term, &c)) continue;
    int64_t sign = hd_signed(c, hd_term_sort(T, term).width);
    for (int d = -1; d <= 1; d++) {
      if ((d < 0 && sign == INT64_MIN) || (d > 0 && sign == INT64_MAX)) continue;
      hd_vec_push(&t->bits, c + (uint64_t)(int64_t)d);
      hd_vec_push(&t->signs, sign + d);
    }
  }
  hd_u64s_sort_unique(&t->bits);
  if (t->signs.len) qsort(t->signs.data, t->signs.len, sizeof *t->signs.data, compare_signs);
}

hd_space *hd_space_new(const hd_program *p, const hd_edge_info *edges, const uint8_t *only, const hd_taken *taken,
                       uint32_t n_taken, bool distances)
{
  hd_space *s = hd_alloc(1, sizeof *s);
  *s = (hd_space){.p = p, .edges = edges, .taken = taken, .n_taken = n_taken};
  s->locals = hd_alloc(p->threads.len, sizeof *s->locals);
  s->first = hd_alloc(p->vars.len + 1, sizeof *s->first);
  for (uint32_t v = 0; v < p->vars.len; v++) add_cells(s, v, !only || only[v]);
  if (distances) hd_space_relate_shared(s);
  for (uint32_t i = 0; i < n_taken; i++) hd_vec_push(&s->shared, (hd_state_cell){HD_NO_VAR, i, 1});
  for (uint32_t v = 0; v < p->vars.len; v++)
    if (p->vars.data[v].thread.id != HD_NONE && s->first[v] != HD_NONE) s->first[v] += s->shared.len;
  if (distances) hd_space_relate_locals(s);
  find_thresholds(s);
  s->memo = hd_alloc((size_t)hd_terms_count(p->terms) + 1, sizeof *s->memo);
  s->stamps = hd_alloc((size_t)hd_terms_count(p->terms) + 1, sizeof *s->stamps);
  s->stamp = 1;
  return s;
}

void hd_space_free(hd_space *s)
{
  if (!s) return;
  hd_space_free_distances(s);
  for (uint32_t t = 0; t < s->p->threads.len; t++) hd_vec_clear(&s->locals[t]);
  free(s->locals);
  free(s->first);
  hd_vec_clear(&s->shared);
  hd_vec_clear(&s->thresholds.bits);
  hd_vec_clear(&s->thresholds.signs);
  free(s->memo);
  free(s->stamps);
  free(s);
}

uint32_t hd_space_cells(const hd_space *s, hd_thread t)
{
  return s->shared.len + s->locals[t.id].len;
}

const hd_state_cell *hd_space_cell(const hd_space *s, hd_thread t, uint32_t cell)
{
  return cell < s->shared.len ? &s->shared.data[cell] : &s->locals[t.id].data[cell - s->shared.len];
}

void hd_space_start(const hd_space *s, const hd_viewer *who, hd_abstract_value *env)
{
  for (uint32_t i = 0; i < hd_space_cells(s, who->thread); i++) {
    const hd_state_cell *c = hd_space_cell(s, who->thread, i);
    bool made = c->var.id == HD_NONE, any = made ? !hd_space_is_ghost(s, i) : hd_var_get(s->p, c->var)->any;
    env[i] = any    ? hd_value_any()
             : made ? hd_value_const(0)
                    : hd_value_const(hd_var_init(s->p, c->var, c->element == HD_NONE ? 0 : c->element));
  }
  hd_distances_start(s, env);
}

/* --- values of terms ------------------------------------------------------------------------------ */

typedef struct {
  hd_space *s;
  const hd_viewer *who;
  const hd_abstract_value *env;
} reader;

static hd_abstract_value value_of(const reader *r, hd_term t);

static hd_abstract_value variable_value(const reader *r, uint32_t v)
{
  const hd_var_info *info = &r->s->p->vars.data[v];
  if (info->role == HD_ROLE_SELF)
    return r->who->instance == HD_NONE ? hd_value_own(r->who->count) : hd_value_const(r->who->instance);
  return r->s->first[v] == HD_NONE || info->count ? hd_value_any() : r->env[r->s->first[v]];
}

/* Of an element: all that the index may mean. Outside the array there are zeros. */
static hd_abstract_value element_value(const reader *r, uint32_t v, const hd_abstract_value *index)
{
  const hd_var_info *info = &r->s->p->vars.data[v];
  hd_abstract_value all = hd_value_none(), zero = hd_value_const(0),
                    last = hd_value_unsigned(info->count, UINT32_MAX, 32);
  if (r->s->first[v] == HD_NONE) return hd_value_any();
  for (uint32_t i = 0; i < info->count; i++)
    if (hd_value_has(index, i, 32)) all = hd_value_join(&all, &r->env[r->s->first[v] + i], info->sort.width);
  bool outside = hd_value_meet(index, &last, 32).kind != HD_VALUE_NONE;
  return outside ? hd_value_join(&all, &zero, info->sort.width) : all;
}

static hd_abstract_value choice_value(const reader *r, hd_term t)
{
  const hd_terms *T = r->s->p->terms;
  hd_abstract_value c = value_of(r, hd_term_arg(T, t, 0)), a = hd_value_none(), b = hd_value_none();
  if (hd_value_has(&c, 1, 1)) a = value_of(r, hd_term_arg(T, t, 1));
  if (hd_value_has(&c, 0, 1)) b = value_of(r, hd_term_arg(T, t, 2));
  return hd_value_join(&a, &b, hd_term_sort(T, t).width);
}

static hd_abstract_value compound_value(const reader *r, hd_term t)
{
  const hd_terms *T = r->s->p->terms;
  hd_op op = hd_term_op(T, t);
  unsigned n = hd_term_arity(T, t);
  hd_abstract_value args[3];
  if (hd_term_sort(T, t).kind == HD_SORT_ARRAY) return hd_value_any();
  if (op == HD_OP_ITE) return choice_value(r, t);
  if (op == HD_OP_SELECT) {
    hd_term array = hd_term_arg(T, t, 0);
    if (hd_term_op(T, array) != HD_OP_VAR) return hd_value_any();
    hd_abstract_value index = value_of(r, hd_term_arg(T, t, 1));
    return element_value(r, hd_term_symbol(T, array), &index);
  }
  for (unsigned i = 0; i < n; i++) args[i] = value_of(r, hd_term_arg(T, t, i));
  uint64_t low = op == HD_OP_EXTRACT ? hd_term_value(T, t) : 0;
  return hd_value_op(op, hd_term_sort(T, t).width, hd_term_sort(T, hd_term_arg(T, t, 0)).width, low, args, n);
}

static hd_abstract_value value_of(const reader *r, hd_term t)
{
  const hd_terms *T = r->s->p->terms;
  uint64_t c;
  if (r->s->stamps[t.id] == r->s->stamp) return r->s->memo[t.id];
  hd_abstract_value v;
  if (hd_term_is_const(T, t, &c))
    v = hd_value_const(c);
  else if (hd_term_op(T, t) == HD_OP_VAR)
    v = variable_value(r, hd_term_symbol(T, t));
  else
    v = compound_value(r, t);
  r->s->memo[t.id] = v;
  r->s->stamps[t.id] = r->s->stamp;
  return v;
}

hd_abstract_value hd_space_value(hd_space *s, const hd_viewer *who, const hd_abstract_value *env, hd_term t)
{
  return value_of(&(reader){s, who, env}, t);
}

/* --- assumptions -------------------------------------------------------------------------------------- */

typedef struct {
  hd_space *s;
  const hd_viewer *who;
  hd_abstract_value *env;
  bool changed;
  unsigned depth; /* of variables told by others */
} narrower;

static hd_abstract_value value_of_term(const narrower *x, hd_term t)
{
  return hd_space_value(x->s, x->who, x->env, t);
}

static bool narrow_cell(narrower *x, uint32_t cell, const hd_abstract_value *to, unsigned width)
{
  hd_abstract_value both = hd_value_meet(&x->env[cell], to, width);
  if (!hd_value_same(&both, &x->env[cell])) {
    x->env[cell] = both;
    x->changed = true;
    hd_space_forget(x->s);
  }
  return both.kind != HD_VALUE_NONE;
}

static bool is_known_by(const hd_distance *d, hd_thread t)
{
  return d->thread.id == HD_NONE || d->thread.id == t.id;
}

/* A variable was narrowed: so are those at a known distance from it. */
static bool narrow_apart(narrower *x, uint32_t v)
{
  enum { MOST_DEPTH = 3 };
  const hd_space *s = x->s;
  bool possible = true;
  if (!s->apart || x->depth >= MOST_DEPTH) return true;
  x->depth++;
  for (uint32_t i = 0; i < s->apart[v].len && possible; i++) {
    const hd_distance *d = &s->distances.data[s->apart[v].data[i]];
    if (!is_known_by(d, x->who->thread) || x->env[d->cell].kind == HD_VALUE_ANY) continue;
    bool forth = d->from.id == v;
    uint32_t other = forth ? d->to.id : d->from.id;
    unsigned width = hd_var_get(s->p, d->from)->sort.width;
    hd_abstract_value args[2] = {x->env[s->first[v]], x->env[d->cell]};
    hd_abstract_value told = hd_value_op(forth ? HD_OP_ADD : HD_OP_SUB, width, width, 0, args, 2),
                      old = x->env[s->first[other]];
    possible = narrow_cell(x, s->first[other], &told, width);
    if (possible && !hd_value_same(&old, &x->env[s->first[other]])) possible = narrow_apart(x, other);
  }
  x->depth--;
  return possible;
}

static bool narrow_scalar(narrower *x, uint32_t v, const hd_abstract_value *to, unsigned width)
{
  hd_abstract_value old = x->env[x->s->first[v]];
  if (!narrow_cell(x, x->s->first[v], to, width)) return false;
  return hd_value_same(&old, &x->env[x->s->first[v]]) || narrow_apart(x, v);
}

static bool narrow_term(narrower *x, hd_term t, const hd_abstract_value *to);

/* x + c has the value, so x has it less c. */
static bool narrow_sum(narrower *x, hd_term t, const hd_abstract_value *to)
{
  const hd_terms *T = x->s->p->terms;
  unsigned width = hd_term_sort(T, t).width;
  hd_abstract_value args[2] = {*to, value_of_term(x, hd_term_arg(T, t, 1))};
  hd_abstract_value rest = hd_value_op(HD_OP_SUB, width, width, 0, args, 2);
  if (rest.kind == HD_VALUE_NONE || !narrow_term(x, hd_term_arg(T, t, 0), &rest)) return false;
  args[1] = value_of_term(x, hd_term_arg(T, t, 0));
  rest = hd_value_op(HD_OP_SUB, width, width, 0, args, 2);
  return rest.kind != HD_VALUE_NONE && narrow_term(x, hd_term_arg(T, t, 1), &rest);
}

static bool narrow_extended(narrower *x, hd_term t, const hd_abstract_value *to)
{
  const hd_terms *T = x->s->p->terms;
  hd_term inner = hd_term_arg(T, t, 0);
  unsigned width = hd_term_sort(T, t).width, small = hd_term_sort(T, inner).width;
  hd_abstract_value here = value_of_term(x, t);
  here = hd_value_meet(&here, to, width);
  if (here.kind == HD_VALUE_NONE) return false;
  here = hd_value_op(HD_OP_EXTRACT, small, width, 0, &here, 1);
  return narrow_term(x, inner, &here);
}

static bool narrow_element(narrower *x, hd_term t, const hd_abstract_value *to)
{
  const hd_terms *T = x->s->p->terms;
  hd_term array = hd_term_arg(T, t, 0);
  uint64_t i;
  if (hd_term_op(T, array) != HD_OP_VAR) return true;
  uint32_t v = hd_term_symbol(T, array);
  hd_abstract_value index = value_of_term(x, hd_term_arg(T, t, 1));
  const hd_var_info *info = &x->s->p->vars.data[v];
  if (x->s->first[v] == HD_NONE || !hd_value_is_const(&index, &i) || i >= info->count) return true;
  return narrow_cell(x, x->s->first[v] + (uint32_t)i, to, info->sort.width);
}

static bool narrow_choice(narrower *x, hd_term t, const hd_abstract_value *to)
{
  const hd_terms *T = x->s->p->terms;
  unsigned width = hd_term_sort(T, t).width;
  hd_abstract_value a = value_of_term(x, hd_term_arg(T, t, 1)), b = value_of_term(x, hd_term_arg(T, t, 2));
  bool first = hd_value_meet(&a, to, width).kind != HD_VALUE_NONE;
  bool second = hd_value_meet(&b, to, width).kind != HD_VALUE_NONE;
  if (first && second) return true;
  hd_abstract_value truth = hd_value_const(first);
  return (first || second) && narrow_term(x, hd_term_arg(T, t, 0), &truth) &&
         narrow_term(x, hd_term_arg(T, t, first ? 1 : 2), to);
}

static bool narrow_truth(narrower *x, hd_term t, bool truth);

/* The term's value is one of these. */
static bool narrow_term(narrower *x, hd_term t, const hd_abstract_value *to)
{
  const hd_terms *T = x->s->p->terms;
  unsigned width = hd_term_sort(T, t).width;
  uint64_t c;
  if (hd_term_sort(T, t).kind == HD_SORT_BOOL) return hd_value_is_const(to, &c) ? narrow_truth(x, t, c) : true;
  hd_abstract_value here = value_of_term(x, t);
  if (hd_value_meet(&here, to, width).kind == HD_VALUE_NONE) return false;
  switch (hd_term_op(T, t)) {
  case HD_OP_VAR: {
    uint32_t v = hd_term_symbol(T, t);
    bool tracked = x->s->first[v] != HD_NONE && x->s->p->vars.data[v].role != HD_ROLE_SELF;
    return !tracked || narrow_scalar(x, v, to, width);
  }
  case HD_OP_SELECT: return narrow_element(x, t, to);
  case HD_OP_ADD: return narrow_sum(x, t, to);
  case HD_OP_ZEXT:
  case HD_OP_SEXT: return narrow_extended(x, t, to);
  case HD_OP_ITE: return narrow_choice(x, t, to);
  default: return true;
  }
}

/* Two variables are equal, or not: so is their distance 0, or not. */
static bool narrow_distance(narrower *x, hd_term a, hd_term b, bool truth)
{
  const hd_terms *T = x->s->p->terms;
  bool back;
  if (!x->s->apart || hd_term_op(T, a) != HD_OP_VAR || hd_term_op(T, b) != HD_OP_VAR) return true;
  hd_var va = {hd_term_symbol(T, a)}, vb = {hd_term_symbol(T, b)};
  uint32_t cell = hd_distance_find(x->s, x->who->thread, va, vb, &back);
  if (cell == HD_NONE) return true;
  unsigned width = hd_term_sort(T, a).width;
  hd_abstract_value zero = hd_value_const(0), rest = hd_value_without(&x->env[cell], 0, width);
  return narrow_cell(x, cell, truth ? &zero : &rest, width);
}

static bool narrow_equal(narrower *x, hd_term t, bool truth)
{
  const hd_terms *T = x->s->p->terms;
  hd_term a = hd_term_arg(T, t, 0), b = hd_term_arg(T, t, 1);
  unsigned width = hd_term_sort(T, a).width;
  hd_abstract_value va = value_of_term(x, a), vb = value_of_term(x, b);
  uint64_t c;
  if (!narrow_distance(x, a, b, truth)) return false;
  if (truth) return narrow_term(x, a, &vb) && (va = value_of_term(x, a), narrow_term(x, b, &va));
  if (hd_value_is_const(&vb, &c)) {
    hd_abstract_value rest = hd_value_without(&va, c, width);
    if (rest.kind == HD_VALUE_NONE || !narrow_term(x, a, &rest)) return false;
  }
  if (hd_value_is_const(&va, &c)) {
    hd_abstract_value rest = hd_value_without(&vb, c, width);
    if (rest.kind == HD_VALUE_NONE || !narrow_term(x, b, &rest)) return false;
  }
  return true;
}

typedef struct {
  uint64_t low, high;
  int64_t least, most;
} limits;

static limits limits_of(const hd_abstract_value *v, unsigned width)
{
  limits l = {0, hd_mask(width), INT64_MIN >> (64 - width), INT64_MAX >> (64 - width)};
  hd_abstract_value r = hd_value_as_range(v, width);
  if (r.kind == HD_VALUE_RANGE) return (limits){r.range.low, r.range.high, r.range.least, r.range.most};
  if (r.kind != HD_VALUE_SET) return l;
  l = (limits){r.set[0], r.set[r.n - 1], INT64_MAX, INT64_MIN};
  for (unsigned i = 0; i < r.n; i++) {
    int64_t s = hd_signed(r.set[i], width);
    l.least = s < l.least ? s : l.least;
    l.most = s > l.most ? s : l.most;
  }
  return l;
}

/* What is below the largest of these, or above the smallest. */
static hd_abstract_value below_limit(limits l, bool strict, bool is_signed, unsigned width)
{
  int64_t least = INT64_MIN >> (64 - width);
  if (strict && (is_signed ? l.most == least : l.high == 0)) return hd_value_none();
  return is_signed ? hd_value_signed(least, l.most - strict, width) : hd_value_unsigned(0, l.high - strict, width);
}

static hd_abstract_value above(limits l, bool strict, bool is_signed, unsigned width)
{
  int64_t most = INT64_MAX >> (64 - width);
  uint64_t high = hd_mask(width);
  if (strict && (is_signed ? l.least == most : l.low == high)) return hd_value_none();
  return is_signed ? hd_value_signed(l.least + strict, most, width) : hd_value_unsigned(l.low + strict, high, width);
}

/* `b - a` as it is known; ANY: it is not. */
static hd_abstract_value distance_between(const narrower *x, hd_term a, hd_term b, uint32_t *cell, bool *back)
{
  const hd_terms *T = x->s->p->terms;
  *cell = HD_NONE;
  if (!x->s->apart || hd_term_op(T, a) != HD_OP_VAR || hd_term_op(T, b) != HD_OP_VAR) return hd_value_any();
  hd_var va = {hd_term_symbol(T, a)}, vb = {hd_term_symbol(T, b)};
  *cell = hd_distance_find(x->s, x->who->thread, va, vb, back);
  if (*cell == HD_NONE || x->env[*cell].kind == HD_VALUE_ANY) return hd_value_any();
  return *back ? hd_value_op(HD_OP_NEG, hd_term_sort(T, a).width, hd_term_sort(T, a).width, 0, &x->env[*cell], 1)
               : x->env[*cell];
}

/* Is a + more <= b for their distance, whatever they are? Sums that wrap around tell nothing. */
static bool is_below(const narrower *x, hd_term a, hd_term b, bool is_signed, uint64_t more)
{
  unsigned width = hd_term_sort(x->s->p->terms, a).width;
  uint32_t cell;
  bool back;
  hd_abstract_value d = distance_between(x, a, b, &cell, &back), va = value_of_term(x, a);
  if (d.kind == HD_VALUE_ANY) return false;
  limits apart = limits_of(&d, width), la = limits_of(&va, width);
  if (apart.low < more || (is_signed && la.least < 0)) return false;
  return apart.high <= hd_mask(is_signed ? width - 1 : width) - la.high;
}

/* small < big says how far they are apart, as numbers without a sign: that cannot wrap around. */
static bool narrow_apart_by_order(narrower *x, hd_term small, hd_term big, bool strict, bool is_signed)
{
  unsigned width = hd_term_sort(x->s->p->terms, small).width;
  uint32_t cell;
  bool back;
  if (is_below(x, big, small, is_signed, strict ? 0 : 1)) return false;
  distance_between(x, small, big, &cell, &back);
  if (cell == HD_NONE) return true;
  hd_abstract_value low = value_of_term(x, small), high = value_of_term(x, big);
  limits l = limits_of(&low, width), h = limits_of(&high, width);
  uint64_t most = (is_signed ? (uint64_t)h.most - (uint64_t)l.least : h.high - l.low) & hd_mask(width);
  if (most < strict) return false;
  hd_abstract_value d = hd_value_unsigned(strict, most, width);
  if (back) d = hd_value_op(HD_OP_NEG, width, width, 0, &d, 1);
  return narrow_cell(x, cell, &d, width);
}

/* small < big, or small <= big. */
static bool narrow_order(narrower *x, hd_term small, hd_term big, bool strict, bool is_signed)
{
  unsigned width = hd_term_sort(x->s->p->terms, small).width;
  hd_abstract_value other = value_of_term(x, big);
  hd_abstract_value to = below_limit(limits_of(&other, width), strict, is_signed, width);
  if (to.kind == HD_VALUE_NONE || !narrow_term(x, small, &to)) return false;
  other = value_of_term(x, small);
  to = above(limits_of(&other, width), strict, is_signed, width);
  if (to.kind == HD_VALUE_NONE || !narrow_term(x, big, &to)) return false;
  return narrow_apart_by_order(x, small, big, strict, is_signed);
}

static bool narrow_either(narrower *x, hd_term a, hd_term b, bool truth)
{
  hd_abstract_value va = value_of_term(x, a), vb = value_of_term(x, b);
  bool first = hd_value_has(&va, truth, 1), second = hd_value_has(&vb, truth, 1);
  if (first && second) return true;
  return (first || second) && narrow_truth(x, first ? a : b, truth);
}

static bool narrow_truth(narrower *x, hd_term t, bool truth)
{
  const hd_terms *T = x->s->p->terms;
  hd_op op = hd_term_op(T, t);
  hd_abstract_value here = value_of_term(x, t), to = hd_value_const(truth);
  if (!hd_value_has(&here, truth, 1)) return false;
  hd_term a = hd_term_arity(T, t) > 0 ? hd_term_arg(T, t, 0) : t,
          b = hd_term_arity(T, t) > 1 ? hd_term_arg(T, t, 1) : a;
  switch (op) {
  case HD_OP_VAR: {
    uint32_t v = hd_term_symbol(T, t);
    return x->s->first[v] == HD_NONE || narrow_cell(x, x->s->first[v], &to, 1);
  }
  case HD_OP_NOT: return narrow_truth(x, a, !truth);
  case HD_OP_AND: return truth ? narrow_truth(x, a, true) && narrow_truth(x, b, true) : narrow_either(x, a, b, false);
  case HD_OP_OR: return truth ? narrow_either(x, a, b, true) : narrow_truth(x, a, false) && narrow_truth(x, b, false);
  case HD_OP_EQ: return narrow_equal(x, t, truth);
  case HD_OP_ULT:
  case HD_OP_SLT:
    return truth ? narrow_order(x, a, b, true, op == HD_OP_SLT) : narrow_order(x, b, a, false, op == HD_OP_SLT);
  case HD_OP_ULE:
  case HD_OP_SLE:
    return truth ? narrow_order(x, a, b, false, op == HD_OP_SLE) : narrow_order(x, b, a, true, op == HD_OP_SLE);
  case HD_OP_SELECT: return narrow_element(x, t, &to);
  default: return true;
  }
}

bool hd_space_assume(hd_space *s, const hd_viewer *who, hd_abstract_value *env, hd_term condition, bool truth)
{
  enum { ROUNDS = 3 };
  narrower x = {s, who, env, true, 0};
  bool possible = true;
  if (!hd_term_is(condition)) return truth;
  hd_space_forget(s);
  for (int i = 0; i < ROUNDS && possible && x.changed; i++) {
    x.changed = false;
    possible = narrow_truth(&x, condition, truth) && hd_distances_close(s, who->thread, env, &x.changed);
    hd_space_forget(s);
  }
  return possible;
}

/* --- assignments ---------------------------------------------------------------------------------- */

static void assign_element(hd_space *s, hd_abstract_value *env, const hd_assign *a, const hd_abstract_value *index,
                           const hd_abstract_value *value)
{
  const hd_var_info *info = hd_var_get(s->p, a->var);
  uint64_t only;
  bool known = hd_value_is_const(index, &only);
  for (uint32_t i = 0; i < info->count; i++) {
    hd_abstract_value *cell = &env[s->first[a->var.id] + i];
    if (known && i == only)
      *cell = *value;
    else if (!known && hd_value_has(index, i, 32))
      *cell = hd_value_join(cell, value, info->sort.width);
  }
}

uint32_t hd_space_ghost(const hd_space *s, const hd_viewer *who, const hd_edge_info *e)
{
  uint32_t edge = (uint32_t)(e - s->edges);
  for (uint32_t i = 0; i < s->n_taken; i++)
    if (s->taken[i].edge.id == edge && s->taken[i].instance == who->instance) return s->shared.len - s->n_taken + i;
  return HD_NONE;
}

void hd_space_assign(hd_space *s, const hd_viewer *who, hd_abstract_value *env, const hd_edge_info *e)
{
  hd_abstract_value *values = hd_alloc(2 * (size_t)e->n_assigns + 1, sizeof *values);
  hd_space_forget(s);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    const hd_assign *a = &e->assigns[i];
    values[2 * i] = hd_term_is(a->value) ? hd_space_value(s, who, env, a->value) : hd_value_any();
    if (hd_term_is(a->index)) values[2 * i + 1] = hd_space_value(s, who, env, a->index);
  }
  hd_distances_assign(s, who->thread, env, e);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    const hd_assign *a = &e->assigns[i];
    if (s->first[a->var.id] == HD_NONE) continue;
    if (hd_term_is(a->index))
      assign_element(s, env, a, &values[2 * i + 1], &values[2 * i]);
    else
      env[s->first[a->var.id]] = values[2 * i];
  }
  uint32_t ghost = hd_space_ghost(s, who, e);
  if (ghost != HD_NONE) env[ghost] = hd_value_const(1);
  bool changed = false;
  hd_distances_close(s, who->thread, env, &changed);
  hd_space_forget(s);
  free(values);
}
