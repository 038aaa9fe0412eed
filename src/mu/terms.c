/* terms.c - bits of terms as BDDs, and the comparisons of types.h on them. */
#include "mu/terms.h"

#include "mu/eval.h"

/* A row of bits, the most significant first; numbers are signed, the first bit is the sign. `defined`
 * is where every index in it lies inside of its array. */
typedef struct {
  hd_bdd *bits;
  uint32_t n;
  hd_bdd defined;
} term;

static term eval_term(hd_mu *m, const mu_expr *e);

const uint32_t *mu_path_bits(const mu_expr *e)
{
  if (e->kind == MU_NAME) return e->var->slot->bits;
  if (e->kind != MU_FIELD && e->kind != MU_INDEX) return NULL;
  const uint32_t *bits = mu_path_bits(e->args[0]);
  if (!bits) return NULL;
  const mu_type *t = e->args[0]->type;
  if (e->kind == MU_FIELD) return bits + t->fields[e->number].offset;
  if (e->args[1]->kind != MU_NUMBER) return NULL;
  return bits + e->args[1]->number * t->element->width;
}

static term new_term(hd_mu *m, uint32_t n)
{
  return (term){hd_arena_alloc(&m->scratch, (n + 1) * sizeof(hd_bdd)), n, HD_BDD_TRUE};
}

/* Terms live until the outermost atom or application is done. */
static void enter_terms(hd_mu *m)
{
  if (m->scratch_depth++ == 0) hd_arena_init(&m->scratch);
}

static void leave_terms(hd_mu *m)
{
  if (--m->scratch_depth == 0) hd_arena_clear(&m->scratch);
}

/* --- numbers ------------------------------------------------------------------------------------------ */

static hd_bdd bit_of(hd_bdd *bits, uint32_t n, uint32_t i)
{
  return i < n ? bits[n - 1 - i] : bits[0]; /* i from the least significant; the sign goes on for ever */
}

static term constant_bits(hd_mu *m, uint32_t value)
{
  uint32_t n = mu_bits_for(value) + 1;
  term t = new_term(m, n);
  for (uint32_t i = 0; i < n; i++) t.bits[n - 1 - i] = value >> i & 1 ? HD_BDD_TRUE : HD_BDD_FALSE;
  return t;
}

static term sum_terms(hd_mu *m, term a, term b, bool minus)
{
  uint32_t n = (a.n > b.n ? a.n : b.n) + 1;
  term t = new_term(m, n);
  hd_bdd carry = minus ? HD_BDD_TRUE : HD_BDD_FALSE;
  for (uint32_t i = 0; i < n; i++) {
    hd_bdd x = bit_of(a.bits, a.n, i), y = bit_of(b.bits, b.n, i);
    if (minus) y = hd_bdd_not(y);
    hd_bdd either = hd_bdd_xor(x, y);
    t.bits[n - 1 - i] = hd_bdd_xor(either, carry);
    carry = hd_bdd_or(hd_bdd_and(x, y), hd_bdd_and(either, carry));
  }
  t.defined = hd_bdd_and(a.defined, b.defined);
  return t;
}

/* Numbers get a sign bit when they come from bits. */
static term with_sign(hd_mu *m, term t)
{
  term s = new_term(m, t.n + 1);
  s.bits[0] = HD_BDD_FALSE;
  memcpy(s.bits + 1, t.bits, t.n * sizeof *t.bits);
  s.defined = t.defined;
  return s;
}

static hd_bdd equal_terms(term a, term b)
{
  hd_bdd r = hd_bdd_and(a.defined, b.defined);
  uint32_t n = a.n > b.n ? a.n : b.n;
  for (uint32_t i = 0; i < n; i++) r = hd_bdd_and(hd_bdd_iff(bit_of(a.bits, a.n, i), bit_of(b.bits, b.n, i)), r);
  return r;
}

static hd_bdd less(hd_mu *m, term a, term b)
{
  term d = sum_terms(m, a, b, true);
  return hd_bdd_and(d.defined, d.bits[0]);
}

/* --- terms --------------------------------------------------------------------------------------------- */

static hd_bdd index_is(hd_mu *m, term index, uint32_t i)
{
  return equal_terms(index, constant_bits(m, i));
}

/* array[index]: the elements, each where the index is its number. */
static term select_element(hd_mu *m, const mu_expr *e)
{
  term array = eval_term(m, e->args[0]), index = eval_term(m, e->args[1]);
  uint32_t width = e->type->width, n = e->args[0]->type->n;
  bool number = mu_type_is_number(e->type) || e->type->kind == MU_ENUM;
  term t = new_term(m, width);
  t.defined = HD_BDD_FALSE;
  for (uint32_t k = 0; k < width; k++) t.bits[k] = HD_BDD_FALSE;
  for (uint32_t i = 0; i < n; i++) {
    hd_bdd here = index_is(m, index, i);
    t.defined = hd_bdd_or(t.defined, here);
    for (uint32_t k = 0; k < width; k++) t.bits[k] = hd_bdd_or(t.bits[k], hd_bdd_and(here, array.bits[i * width + k]));
  }
  t.defined = hd_bdd_and(t.defined, hd_bdd_and(array.defined, index.defined));
  return number ? with_sign(m, t) : t;
}

/* array[i].field with a computed i: the field's bits of the selected record. */
static term select_field(hd_mu *m, const mu_expr *e)
{
  term record = eval_term(m, e->args[0]);
  const mu_field *f = &e->args[0]->type->fields[e->number];
  term t = new_term(m, f->type->width);
  memcpy(t.bits, record.bits + f->offset, f->type->width * sizeof *t.bits);
  t.defined = record.defined;
  return mu_type_is_number(f->type) || f->type->kind == MU_ENUM ? with_sign(m, t) : t;
}

static term eval_term(hd_mu *m, const mu_expr *e)
{
  const uint32_t *path = mu_path_bits(e);
  if (path) {
    term t = new_term(m, e->type->width);
    for (uint32_t i = 0; i < t.n; i++) t.bits[i] = hd_bdd_var(path[i]);
    return mu_type_is_number(e->type) || e->type->kind == MU_ENUM ? with_sign(m, t) : t;
  }
  switch (e->kind) {
  case MU_NUMBER: return constant_bits(m, e->number);
  case MU_PLUS: return sum_terms(m, eval_term(m, e->args[0]), eval_term(m, e->args[1]), false);
  case MU_MINUS: return sum_terms(m, eval_term(m, e->args[0]), eval_term(m, e->args[1]), true);
  case MU_INDEX: return select_element(m, e);
  case MU_FIELD: return select_field(m, e);
  default: {
    term t = new_term(m, 1); /* a formula */
    t.bits[0] = mu_eval(m, e);
    return t;
  }
  }
}

/* --- atoms ---------------------------------------------------------------------------------------------- */

static hd_bdd compare_terms(hd_mu *m, const mu_expr *e)
{
  term a = eval_term(m, e->args[0]), b = eval_term(m, e->args[1]);
  hd_bdd defined = hd_bdd_and(a.defined, b.defined);
  switch (e->kind) {
  case MU_EQ: return equal_terms(a, b);
  case MU_NE: return hd_bdd_and(defined, hd_bdd_not(equal_terms(a, b)));
  case MU_LT: return less(m, a, b);
  case MU_GT: return less(m, b, a);
  case MU_LE: return hd_bdd_and(defined, hd_bdd_not(less(m, b, a)));
  default: return hd_bdd_and(defined, hd_bdd_not(less(m, a, b)));
  }
}

hd_bdd mu_eval_atom(hd_mu *m, const mu_expr *e)
{
  hd_bdd_scope s = hd_bdd_open();
  hd_bdd r;
  enter_terms(m);
  if (e->kind >= MU_EQ && e->kind <= MU_GE)
    r = compare_terms(m, e);
  else {
    term t = eval_term(m, e);
    r = hd_bdd_and(t.bits[0], t.defined);
  }
  leave_terms(m);
  return hd_bdd_close_with(s, r);
}

/* --- arguments --------------------------------------------------------------------------------------------
 */

bool mu_argument_bits(const mu_expr *e, const mu_type *wanted, int64_t *bits, bool *never)
{
  const uint32_t *path = mu_path_bits(e);
  if (path && e->type == wanted) {
    for (uint32_t i = 0; i < wanted->width; i++) bits[i] = path[i];
    return true;
  }
  if (e->kind == MU_TRUE || e->kind == MU_FALSE) {
    bits[0] = e->kind == MU_TRUE ? MU_BIT_ONE : MU_BIT_ZERO;
    return true;
  }
  if (e->kind != MU_NUMBER) return false;
  if (e->number < wanted->low || e->number > wanted->high) *never = true;
  for (uint32_t i = 0; i < wanted->width; i++)
    bits[wanted->width - 1 - i] = e->number >> i & 1 ? MU_BIT_ONE : MU_BIT_ZERO;
  return true;
}

/* One argument as bits of the parameter's width; conjoins to *where what must hold for it to fit. */
static void fit_argument(hd_mu *m, const mu_expr *e, const mu_type *wanted, hd_bdd *bits, hd_bdd *where)
{
  term t = eval_term(m, e);
  *where = hd_bdd_and(*where, t.defined);
  bool number = mu_type_is_number(wanted) || wanted->kind == MU_ENUM;
  for (uint32_t i = 0; i < wanted->width; i++)
    bits[wanted->width - 1 - i] = number ? bit_of(t.bits, t.n, i) : t.bits[wanted->width - 1 - i];
  for (uint32_t i = wanted->width; number && i < t.n; i++) *where = hd_bdd_minus(*where, bit_of(t.bits, t.n, i));
}

hd_bdd mu_apply_value(hd_mu *m, const mu_expr *e, hd_bdd value)
{
  const mu_relation *r = e->relation;
  hd_bdd_scope s = hd_bdd_open();
  hd_bdd *bits = hd_alloc(r->n_bits + 1, sizeof *bits);
  hd_bdd where = HD_BDD_TRUE;
  enter_terms(m);
  for (uint32_t i = 0, at = 0; i < r->n_params; i++) {
    fit_argument(m, e->args[i], r->params[i]->type, bits + at, &where);
    at += r->params[i]->type->width;
  }
  leave_terms(m);
  hd_bdd result = hd_bdd_and(where, hd_bdd_substitute(value, r->bits, bits, r->n_bits));
  free(bits);
  return hd_bdd_close_with(s, result);
}
