/* fold.c - constant folding that remembers which known values it used. */
#include "evidence/fold.h"

#include "trace/certificate.h"

void hd_fold_init(hd_fold *f, const hd_program *p)
{
  *f = (hd_fold){.p = p, .words = p->vars.len / 64 + 1};
  hd_arena_init(&f->arena);
}

void hd_fold_clear(hd_fold *f)
{
  hd_map_clear(&f->known);
  hd_vec_clear(&f->results);
  hd_vec_clear(&f->sets);
  hd_arena_clear(&f->arena);
}

void hd_fold_under(hd_fold *f, const hd_values *values)
{
  hd_map_clear(&f->known);
  f->known = (hd_map){0};
  f->results.len = f->sets.len = 0;
  hd_arena_clear(&f->arena);
  hd_arena_init(&f->arena);
  f->values = values;
}

static void add_read_bits(const hd_fold *f, uint64_t *set, const uint64_t *more)
{
  for (uint32_t i = 0; more && i < f->words; i++) set[i] |= more[i];
}

/* NULL: the empty set. */
static uint64_t *join_read_bits(hd_fold *f, uint64_t *a, uint64_t *b)
{
  if (!a || !b || a == b) return a ? a : b;
  uint64_t *both = hd_arena_alloc(&f->arena, f->words * sizeof *both);
  add_read_bits(f, both, a);
  add_read_bits(f, both, b);
  return both;
}

static uint32_t fold_term(hd_fold *f, hd_term t);

static uint32_t keep_folded(hd_fold *f, hd_term t, hd_term result, uint64_t *set)
{
  uint32_t n = f->results.len;
  hd_vec_push(&f->results, result);
  hd_vec_push(&f->sets, set);
  hd_map_put(&f->known, t.id, n);
  return n;
}

static hd_var var_of(const hd_fold *f, hd_term leaf)
{
  uint32_t symbol = hd_term_symbol(f->p->terms, leaf);
  hd_var none = HD_NO_VAR;
  if (symbol >= HD_NO_MEANING) return none; /* an input or a choice */
  hd_meaning m = hd_certificate_meaning(f->p, symbol);
  return m.means == HD_MEANS_VAR && m.party == 0 ? m.var : none;
}

static uint32_t fold_var(hd_fold *f, hd_term t)
{
  hd_terms *T = f->p->terms;
  hd_var v = var_of(f, t);
  uint64_t *set = NULL;
  if (v.id == HD_NONE) return keep_folded(f, t, t, NULL);
  if (hd_var_get(f->p, v)->thread.id == HD_NONE) {
    set = hd_arena_alloc(&f->arena, f->words * sizeof *set);
    set[v.id / 64] |= UINT64_C(1) << v.id % 64;
  }
  bool known = f->values->known[v.id];
  return keep_folded(f, t, known ? hd_term_const(T, hd_term_sort(T, t), f->values->values[v.id]) : t, set);
}

/* AND and OR: an argument that decides is enough. */
static uint32_t fold_junction(hd_fold *f, hd_term t)
{
  hd_terms *T = f->p->terms;
  bool is_and = hd_term_op(T, t) == HD_OP_AND;
  uint32_t at[2];
  for (unsigned i = 0; i < 2; i++) {
    at[i] = fold_term(f, hd_term_arg(T, t, i));
    hd_term r = f->results.data[at[i]];
    if (is_and ? hd_term_is_false(T, r) : hd_term_is_true(T, r)) return keep_folded(f, t, r, f->sets.data[at[i]]);
  }
  hd_term r = hd_term_2(T, is_and ? HD_OP_AND : HD_OP_OR, f->results.data[at[0]], f->results.data[at[1]]);
  return keep_folded(f, t, r, join_read_bits(f, f->sets.data[at[0]], f->sets.data[at[1]]));
}

static uint32_t fold_choice(hd_fold *f, hd_term t)
{
  hd_terms *T = f->p->terms;
  uint32_t c = fold_term(f, hd_term_arg(T, t, 0));
  hd_term cond = f->results.data[c];
  if (hd_term_is_true(T, cond) || hd_term_is_false(T, cond)) {
    uint32_t b = fold_term(f, hd_term_arg(T, t, hd_term_is_true(T, cond) ? 1 : 2));
    return keep_folded(f, t, f->results.data[b], join_read_bits(f, f->sets.data[c], f->sets.data[b]));
  }
  uint32_t a = fold_term(f, hd_term_arg(T, t, 1)), b = fold_term(f, hd_term_arg(T, t, 2));
  hd_term r = hd_term_3(T, HD_OP_ITE, cond, f->results.data[a], f->results.data[b]);
  return keep_folded(f, t, r, join_read_bits(f, f->sets.data[c], join_read_bits(f, f->sets.data[a], f->sets.data[b])));
}

static uint32_t fold_rest(hd_fold *f, hd_term t)
{
  hd_terms *T = f->p->terms;
  hd_term args[3];
  uint64_t *set = NULL;
  for (unsigned i = 0; i < hd_term_arity(T, t); i++) {
    uint32_t a = fold_term(f, hd_term_arg(T, t, i));
    args[i] = f->results.data[a];
    set = join_read_bits(f, set, f->sets.data[a]);
  }
  uint64_t low = hd_term_op(T, t) == HD_OP_EXTRACT ? hd_term_value(T, t) : 0;
  return keep_folded(f, t, hd_term_build(T, hd_term_op(T, t), hd_term_sort(T, t), low, args), set);
}

static uint32_t fold_term(hd_fold *f, hd_term t)
{
  const uint64_t *known = hd_map_find(&f->known, t.id);
  if (known) return (uint32_t)*known;
  switch (hd_term_op(f->p->terms, t)) {
  case HD_OP_CONST: return keep_folded(f, t, t, NULL);
  case HD_OP_VAR: return fold_var(f, t);
  case HD_OP_AND:
  case HD_OP_OR: return fold_junction(f, t);
  case HD_OP_ITE: return fold_choice(f, t);
  default: return fold_rest(f, t);
  }
}

hd_term hd_fold_term(hd_fold *f, hd_term t, uint64_t *depends)
{
  uint32_t n = fold_term(f, t);
  add_read_bits(f, depends, f->sets.data[n]);
  return f->results.data[n];
}

static uint32_t fold_value(hd_fold *f, hd_term variable, hd_term value);

static uint32_t keep_value(hd_fold *f, hd_term variable, hd_term value, hd_term result, uint64_t *set)
{
  uint32_t n = f->results.len;
  hd_vec_push(&f->results, result);
  hd_vec_push(&f->sets, set);
  hd_map_put(&f->known, (uint64_t)variable.id << 32 | value.id, n);
  return n;
}

/* Along choices; a branch that is the variable itself keeps it. */
static uint32_t fold_value_choice(hd_fold *f, hd_term variable, hd_term value)
{
  hd_terms *T = f->p->terms;
  uint32_t c = fold_term(f, hd_term_arg(T, value, 0));
  hd_term cond = f->results.data[c];
  if (hd_term_is_true(T, cond) || hd_term_is_false(T, cond)) {
    uint32_t b = fold_value(f, variable, hd_term_arg(T, value, hd_term_is_true(T, cond) ? 1 : 2));
    return keep_value(f, variable, value, f->results.data[b], join_read_bits(f, f->sets.data[c], f->sets.data[b]));
  }
  uint32_t i = fold_value(f, variable, hd_term_arg(T, value, 1)), k = fold_value(f, variable, hd_term_arg(T, value, 2));
  hd_term a = f->results.data[i], b = f->results.data[k], r = HD_NO_TERM;
  if (hd_term_is(a) || hd_term_is(b))
    r = hd_term_3(T, HD_OP_ITE, cond, hd_term_is(a) ? a : variable, hd_term_is(b) ? b : variable);
  return keep_value(f, variable, value, r,
                    join_read_bits(f, f->sets.data[c], join_read_bits(f, f->sets.data[i], f->sets.data[k])));
}

static uint32_t fold_value(hd_fold *f, hd_term variable, hd_term value)
{
  const uint64_t *known = hd_map_find(&f->known, (uint64_t)variable.id << 32 | value.id);
  if (known) return (uint32_t)*known;
  if (hd_term_same(variable, value)) return keep_value(f, variable, value, HD_NO_TERM, NULL);
  if (hd_term_op(f->p->terms, value) == HD_OP_ITE) return fold_value_choice(f, variable, value);
  return fold_term(f, value);
}

hd_term hd_fold_value(hd_fold *f, hd_term variable, hd_term value, uint64_t *depends)
{
  uint32_t n = fold_value(f, variable, value);
  add_read_bits(f, depends, f->sets.data[n]);
  return f->results.data[n];
}
