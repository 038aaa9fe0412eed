/* sat_blast.c - terms to circuits, each term once. */
#include "logic/sat_blast.h"

#include "base/map.h"

/* Where a term's literals are; len 0: not built yet. */
typedef struct {
  uint32_t first;
  uint8_t len;
  hd_lit loss;
} built;

/* An element of an array that starts with any values: the same wherever the index is the same. */
typedef struct {
  uint32_t symbol, index, value; /* terms */
} element;

struct hd_blaster {
  hd_sat *s;
  const hd_terms *T;
  hd_spanner spanner;
  HD_VEC(hd_lit) pool;
  built *terms; /* by term id */
  uint32_t n_terms;
  HD_VEC(element) elements;
  hd_map symbols; /* symbol to term */
  bool failed;
};

hd_blaster *hd_blaster_new(hd_sat *s, const hd_terms *T, unsigned room, const hd_sat_span *spans, uint32_t n_spans)
{
  hd_blaster *b = hd_alloc(1, sizeof *b);
  b->s = s;
  b->T = T;
  b->spanner = (hd_spanner){.T = T, .room = room, .spans = spans, .n_spans = n_spans};
  return b;
}

void hd_blaster_free(hd_blaster *b)
{
  if (!b) return;
  hd_vec_clear(&b->pool);
  hd_vec_clear(&b->elements);
  hd_map_clear(&b->symbols);
  free(b->terms);
  free(b->spanner.known);
  free(b);
}

bool hd_blast_failed(const hd_blaster *b)
{
  return b->failed;
}

/* The pool of terms may have grown since. */
static void make_room(hd_blaster *b)
{
  uint32_t n = hd_terms_count(b->T) + 1;
  if (n <= b->n_terms) return;
  n += n / 2;
  b->terms = hd_realloc(b->terms, n, sizeof *b->terms);
  memset(b->terms + b->n_terms, 0, (n - b->n_terms) * sizeof *b->terms);
  b->spanner.known = hd_realloc(b->spanner.known, n, sizeof *b->spanner.known);
  memset(b->spanner.known + b->n_terms, 0, (n - b->n_terms) * sizeof *b->spanner.known);
  b->n_terms = b->spanner.n_known = n;
}

static void get(const hd_blaster *b, hd_term t, hd_bits *out)
{
  const built *v = &b->terms[t.id];
  out->len = v->len;
  memcpy(out->bit, b->pool.data + v->first, v->len * sizeof *out->bit);
}

static void put_bits(hd_blaster *b, hd_term t, const hd_bits *bits, hd_lit loss)
{
  built *v = &b->terms[t.id];
  v->first = b->pool.len;
  v->len = (uint8_t)bits->len;
  v->loss = loss;
  for (unsigned i = 0; i < bits->len; i++) hd_vec_push(&b->pool, bits->bit[i]);
}

static hd_sat_span span_of(const hd_blaster *b, hd_term t)
{
  return b->spanner.known[t.id];
}

/* --- operators ------------------------------------------------------------------------------------ */

typedef struct {
  hd_blaster *b;
  hd_term t;
  hd_op op;
  unsigned width, from; /* of the term, and of its first argument */
  hd_bits a, x, y;      /* the arguments; a of ITE is its condition */
  hd_bits out;
  hd_lit loss;
} work;

/* Its result needs no more than its span says, whatever the circuit looks like. */
static bool always_fits(hd_op op)
{
  return op == HD_OP_UDIV || op == HD_OP_SDIV || op == HD_OP_UREM || op == HD_OP_SREM || op == HD_OP_BAND;
}

/* Cuts what was computed exactly to the room it has. */
static void cut(work *w)
{
  hd_sat_span span = span_of(w->b, w->t);
  if (always_fits(w->op)) {
    if (w->out.len > span.len) w->out.len = span.len;
    if (span.positive) w->out.bit[w->out.len - 1] = HD_LIT_FALSE;
    return;
  }
  if (w->out.len > span.len) {
    if (span.len < w->width) w->loss = hd_sat_or(w->b->s, w->loss, hd_bits_too_long(w->b->s, &w->out, span.len));
    w->out.len = span.len;
  }
  bool is_product = w->op == HD_OP_MUL && w->x.len + w->y.len <= span.len; /* of numbers that are not negative */
  if (span.positive && w->out.bit[w->out.len - 1] != HD_LIT_FALSE) {
    if (!is_product) w->loss = hd_sat_or(w->b->s, w->loss, w->out.bit[w->out.len - 1]);
    w->out.bit[w->out.len - 1] = HD_LIT_FALSE;
  }
}

/* One bit more than the room tells whether the result fits. */
static unsigned exact_bits(const work *w, unsigned natural)
{
  unsigned room = span_of(w->b, w->t).len;
  unsigned wanted = room < w->width ? room + 1 : room;
  return natural < wanted ? natural : wanted;
}

static unsigned longer(const work *w)
{
  return w->x.len > w->y.len ? w->x.len : w->y.len;
}

static void do_add(work *w)
{
  hd_bits_add(w->b->s, &w->x, &w->y, HD_LIT_FALSE, exact_bits(w, longer(w) + 1), &w->out);
}

static void do_sub(work *w)
{
  hd_bits flipped;
  unsigned n = exact_bits(w, longer(w) + 1);
  hd_bits_not(&w->y, n, &flipped);
  hd_bits_add(w->b->s, &w->x, &flipped, HD_LIT_TRUE, n, &w->out);
}

static void do_neg(work *w)
{
  hd_bits_neg(w->b->s, &w->x, exact_bits(w, w->x.len + 1), &w->out);
}

/* All bits of the product, where it may be too long: any of them may tell. */
static void do_mul(work *w)
{
  unsigned natural = w->x.len + w->y.len, room = span_of(w->b, w->t).len;
  hd_bits_mul(w->b->s, &w->x, &w->y, room < w->width || natural < w->width ? natural : w->width, &w->out);
  if (room == w->width && w->out.len > w->width) w->out.len = w->width;
}

static bool both_positive(const work *w)
{
  return span_of(w->b, hd_term_arg(w->b->T, w->t, 0)).positive && span_of(w->b, hd_term_arg(w->b->T, w->t, 1)).positive;
}

static void do_unsigned_division(work *w)
{
  hd_bits q, r;
  hd_sat *s = w->b->s;
  unsigned n = both_positive(w) ? longer(w) : w->width;
  hd_bits_divide(s, &w->x, &w->y, n, &q, &r);
  if (w->op == HD_OP_UREM) {
    w->out = r;
    return;
  }
  hd_bits zero, ones;
  hd_bits_const(0, 1, &zero);
  hd_bits_const(UINT64_MAX, 1, &ones);
  hd_lit by_zero = hd_bits_equal(s, &w->y, &zero);
  if (by_zero == HD_LIT_FALSE) {
    w->out = q;
    return;
  }
  if (n < w->width) q.bit[q.len++] = HD_LIT_FALSE; /* the quotient is never negative, all ones is */
  hd_bits_ite(s, by_zero, &ones, &q, &w->out);
}

static void magnitude_bits(hd_sat *s, const hd_bits *a, unsigned n, hd_bits *out)
{
  hd_bits negated;
  hd_bits_neg(s, a, n, &negated);
  hd_bits_ite(s, a->bit[a->len - 1], &negated, a, out); /* n bits: a has no more */
}

/* By magnitudes; by zero: -1 or 1, and the dividend. */
static void do_signed_division(work *w)
{
  hd_sat *s = w->b->s;
  unsigned n = longer(w) < w->width ? longer(w) + 1 : w->width;
  hd_bits a, b, q, r, turned;
  hd_lit minus_a = w->x.bit[w->x.len - 1], minus_b = w->y.bit[w->y.len - 1];
  magnitude_bits(s, &w->x, n, &a);
  magnitude_bits(s, &w->y, n, &b);
  hd_bits_divide(s, &a, &b, n, &q, &r);
  const hd_bits *result = w->op == HD_OP_SREM ? &r : &q;
  hd_lit turn = w->op == HD_OP_SREM ? minus_a : hd_sat_xor(s, minus_a, minus_b);
  hd_bits_neg(s, result, n, &turned);
  hd_bits_ite(s, turn, &turned, result, &w->out);
}

static void do_bitwise(work *w)
{
  w->out.len = longer(w);
  for (unsigned i = 0; i < w->out.len; i++) {
    hd_lit x = hd_bits_at(&w->x, i), y = hd_bits_at(&w->y, i);
    w->out.bit[i] = w->op == HD_OP_BAND  ? hd_sat_and(w->b->s, x, y)
                    : w->op == HD_OP_BOR ? hd_sat_or(w->b->s, x, y)
                                         : hd_sat_xor(w->b->s, x, y);
  }
}

static void do_bnot(work *w)
{
  hd_bits_not(&w->x, w->x.len, &w->out);
}

static void do_shl(work *w)
{
  unsigned k;
  if (!hd_span_shift(w->b->T, w->t, w->width, &k)) {
    hd_bits_shift(w->b->s, &w->x, &w->y, w->width, w->width, true, HD_LIT_FALSE, &w->out);
    return;
  }
  hd_bits_const(0, 1, &w->out);
  if (k >= w->width) return;
  for (unsigned i = 0; i < w->x.len + k; i++) w->out.bit[i] = i < k ? HD_LIT_FALSE : w->x.bit[i - k];
  w->out.len = w->x.len + k;
  if (span_of(w->b, w->t).len == w->width && w->out.len > w->width) w->out.len = w->width;
}

static void do_right(work *w)
{
  unsigned k;
  bool positive = span_of(w->b, hd_term_arg(w->b->T, w->t, 0)).positive;
  bool logical = w->op == HD_OP_LSHR && !positive;
  hd_lit sign = w->x.bit[w->x.len - 1];
  if (!hd_span_shift(w->b->T, w->t, w->width, &k)) {
    unsigned most = logical ? w->width : w->x.len;
    hd_bits_shift(w->b->s, &w->x, &w->y, w->width, most, false, logical ? HD_LIT_FALSE : sign, &w->out);
    return;
  }
  unsigned n = logical ? w->width : w->x.len;
  w->out.len = 0;
  for (unsigned i = k; i < n; i++) w->out.bit[w->out.len++] = hd_bits_at(&w->x, i);
  if (logical && k > 0) w->out.bit[w->out.len++] = HD_LIT_FALSE;
  if (!w->out.len) w->out.bit[w->out.len++] = logical ? HD_LIT_FALSE : sign;
}

static void do_zext(work *w)
{
  hd_sat_span a = span_of(w->b, hd_term_arg(w->b->T, w->t, 0));
  w->out = w->x;
  if (a.positive || hd_span_zext_cuts(w->b->spanner.room, w->from, a)) return; /* `cut` sees to the sign */
  w->out.len = w->from + 1;
  for (unsigned i = 0; i < w->from; i++) w->out.bit[i] = hd_bits_at(&w->x, i);
  w->out.bit[w->from] = HD_LIT_FALSE;
}

static void do_same(work *w)
{
  w->out = w->x;
}

static void do_extract(work *w)
{
  unsigned low = (unsigned)hd_term_value(w->b->T, w->t);
  w->out.len = span_of(w->b, w->t).len;
  for (unsigned i = 0; i < w->out.len; i++) w->out.bit[i] = hd_bits_at(&w->x, low + i);
}

static void do_concat(work *w)
{
  unsigned low = hd_term_sort(w->b->T, hd_term_arg(w->b->T, w->t, 1)).width;
  for (unsigned i = 0; i < low; i++) w->out.bit[i] = hd_bits_at(&w->y, i);
  for (unsigned i = 0; i < w->x.len; i++) w->out.bit[low + i] = w->x.bit[i];
  w->out.len = low + w->x.len;
}

static void give(work *w, hd_lit lit)
{
  w->out.len = 1;
  w->out.bit[0] = lit;
}

static void do_not(work *w)
{
  give(w, -w->x.bit[0]);
}

static void do_and(work *w)
{
  give(w, hd_sat_and(w->b->s, w->x.bit[0], w->y.bit[0]));
}

static void do_or(work *w)
{
  give(w, hd_sat_or(w->b->s, w->x.bit[0], w->y.bit[0]));
}

static void do_eq(work *w)
{
  give(w, hd_bits_equal(w->b->s, &w->x, &w->y));
}

static void do_less(work *w)
{
  bool is_signed = w->op == HD_OP_SLT || w->op == HD_OP_SLE, or_equal = w->op == HD_OP_ULE || w->op == HD_OP_SLE;
  give(w, hd_bits_less(w->b->s, &w->x, &w->y, is_signed, or_equal));
}

/* Exact results, looked at from the width of the operands on. */
static void do_overflows(work *w)
{
  hd_bits flipped, all;
  unsigned n = longer(w) + 1;
  if (w->op == HD_OP_SMULO) {
    hd_bits_mul(w->b->s, &w->x, &w->y, w->x.len + w->y.len, &all);
  } else if (w->op == HD_OP_SADDO) {
    hd_bits_add(w->b->s, &w->x, &w->y, HD_LIT_FALSE, n, &all);
  } else {
    hd_bits_not(&w->y, n, &flipped);
    hd_bits_add(w->b->s, &w->x, &flipped, HD_LIT_TRUE, n, &all);
  }
  give(w, all.len > w->from ? hd_bits_too_long(w->b->s, &all, w->from) : HD_LIT_FALSE);
}

static void do_ite(work *w)
{
  hd_bits_ite(w->b->s, w->a.bit[0], &w->x, &w->y, &w->out);
}

static void do_const(work *w)
{
  uint64_t value = hd_term_value(w->b->T, w->t);
  if (hd_term_sort(w->b->T, w->t).kind == HD_SORT_BOOL)
    give(w, value ? HD_LIT_TRUE : HD_LIT_FALSE);
  else
    hd_bits_const(value, span_of(w->b, w->t).len, &w->out);
}

static void do_var(work *w)
{
  hd_sat_span span = span_of(w->b, w->t);
  w->out.len = span.len;
  for (unsigned i = 0; i < span.len; i++)
    w->out.bit[i] = span.positive && i + 1u == span.len ? HD_LIT_FALSE : hd_sat_new_lit(w->b->s);
  hd_map_put(&w->b->symbols, hd_term_symbol(w->b->T, w->t), w->t.id);
}

/* Only elements of a plain variable: what is stored in memory has become events before. */
static void do_select(work *w)
{
  hd_blaster *b = w->b;
  hd_term array = hd_term_arg(b->T, w->t, 0), index = hd_term_arg(b->T, w->t, 1);
  w->out.len = w->width;
  for (unsigned i = 0; i < w->width; i++) w->out.bit[i] = hd_sat_new_lit(b->s);
  if (hd_term_op(b->T, array) != HD_OP_VAR) {
    b->failed = true;
    return;
  }
  element mine = {hd_term_symbol(b->T, array), index.id, w->t.id};
  for (uint32_t i = 0; i < b->elements.len; i++) {
    const element *e = &b->elements.data[i];
    hd_bits at, value;
    if (e->symbol != mine.symbol) continue;
    get(b, (hd_term){e->index}, &at);
    get(b, (hd_term){e->value}, &value);
    hd_lit same = hd_bits_equal(b->s, &at, &w->y);
    for (unsigned k = 0; same != HD_LIT_FALSE && k < w->width; k++) {
      hd_sat_clause(b->s, (const hd_lit[]){-same, -w->out.bit[k], hd_bits_at(&value, k)}, 3);
      hd_sat_clause(b->s, (const hd_lit[]){-same, w->out.bit[k], -hd_bits_at(&value, k)}, 3);
    }
  }
  hd_vec_push(&b->elements, mine);
}

static void (*const operators[HD_OP_COUNT])(work *w) = {
    [HD_OP_CONST] = do_const,
    [HD_OP_VAR] = do_var,
    [HD_OP_NOT] = do_not,
    [HD_OP_AND] = do_and,
    [HD_OP_OR] = do_or,
    [HD_OP_ITE] = do_ite,
    [HD_OP_EQ] = do_eq,
    [HD_OP_ADD] = do_add,
    [HD_OP_SUB] = do_sub,
    [HD_OP_MUL] = do_mul,
    [HD_OP_UDIV] = do_unsigned_division,
    [HD_OP_UREM] = do_unsigned_division,
    [HD_OP_SDIV] = do_signed_division,
    [HD_OP_SREM] = do_signed_division,
    [HD_OP_BAND] = do_bitwise,
    [HD_OP_BOR] = do_bitwise,
    [HD_OP_BXOR] = do_bitwise,
    [HD_OP_BNOT] = do_bnot,
    [HD_OP_NEG] = do_neg,
    [HD_OP_SHL] = do_shl,
    [HD_OP_LSHR] = do_right,
    [HD_OP_ASHR] = do_right,
    [HD_OP_ULT] = do_less,
    [HD_OP_ULE] = do_less,
    [HD_OP_SLT] = do_less,
    [HD_OP_SLE] = do_less,
    [HD_OP_ZEXT] = do_zext,
    [HD_OP_SEXT] = do_same,
    [HD_OP_EXTRACT] = do_extract,
    [HD_OP_CONCAT] = do_concat,
    [HD_OP_SADDO] = do_overflows,
    [HD_OP_SSUBO] = do_overflows,
    [HD_OP_SMULO] = do_overflows,
    [HD_OP_SELECT] = do_select,
};

/* --- terms ---------------------------------------------------------------------------------------- */

/* One side is lost, and the other does not decide by itself. */
static hd_lit undecided(hd_sat *s, hd_lit loss, hd_lit other, hd_lit other_loss)
{
  return hd_sat_and(s, loss, hd_sat_or(s, other, other_loss));
}

/* What is lost in an argument is lost in the term; of ITE, in the branch that is chosen; of AND and OR,
 * unless the other argument decides. */
static hd_lit inherited(const hd_blaster *b, hd_term t, const work *w)
{
  hd_lit loss[3] = {HD_LIT_FALSE, HD_LIT_FALSE, HD_LIT_FALSE};
  for (unsigned i = 0; i < hd_term_arity(b->T, t); i++) loss[i] = b->terms[hd_term_arg(b->T, t, i).id].loss;
  if (w->op == HD_OP_ITE) return hd_sat_or(b->s, loss[0], hd_sat_ite(b->s, w->a.bit[0], loss[1], loss[2]));
  if (w->op == HD_OP_AND || w->op == HD_OP_OR) {
    hd_lit x = w->op == HD_OP_AND ? w->x.bit[0] : -w->x.bit[0], y = w->op == HD_OP_AND ? w->y.bit[0] : -w->y.bit[0];
    return hd_sat_or(b->s, undecided(b->s, loss[0], y, loss[1]), undecided(b->s, loss[1], x, loss[0]));
  }
  return hd_sat_or(b->s, loss[0], hd_sat_or(b->s, loss[1], loss[2]));
}

static void build_circuit(hd_blaster *b, hd_term t)
{
  hd_term arg[3] = {HD_NO_TERM, HD_NO_TERM, HD_NO_TERM};
  work w = {.b = b, .t = t, .op = hd_term_op(b->T, t), .width = hd_term_sort(b->T, t).width, .loss = HD_LIT_FALSE};
  unsigned n = hd_term_arity(b->T, t), k = 0;
  for (unsigned i = 0; i < n; i++) arg[i] = hd_term_arg(b->T, t, i);
  hd_sat_span_of(&b->spanner, t);
  if (hd_term_sort(b->T, t).kind == HD_SORT_ARRAY) {
    give(&w, HD_LIT_FALSE);
    put_bits(b, t, &w.out, HD_LIT_FALSE);
    return;
  }
  if (n == 3) get(b, arg[k++], &w.a);
  if (k < n) get(b, arg[k], &w.x), w.from = hd_term_sort(b->T, arg[k++]).width;
  if (k < n) get(b, arg[k], &w.y);
  if (operators[w.op]) {
    w.loss = inherited(b, t, &w);
    operators[w.op](&w);
    if (hd_term_sort(b->T, t).kind == HD_SORT_BV) cut(&w);
  } else {
    b->failed = true;
    hd_bits_const(0, 1, &w.out);
  }
  put_bits(b, t, &w.out, w.loss);
}

static void ensure(hd_blaster *b, hd_term t)
{
  hd_u32s stack = {0};
  make_room(b);
  hd_vec_push(&stack, t.id);
  while (stack.len) {
    hd_term top = {hd_vec_last(&stack)};
    bool ready = true;
    for (unsigned i = 0; !b->terms[top.id].len && i < hd_term_arity(b->T, top); i++) {
      hd_term arg = hd_term_arg(b->T, top, i);
      if (b->terms[arg.id].len) continue;
      hd_vec_push(&stack, arg.id);
      ready = false;
    }
    if (!ready) continue;
    if (!b->terms[top.id].len) build_circuit(b, top);
    stack.len--;
  }
  hd_vec_clear(&stack);
}

hd_lit hd_blast(hd_blaster *b, hd_term t)
{
  ensure(b, t);
  return b->pool.data[b->terms[t.id].first];
}

hd_lit hd_blast_loss(hd_blaster *b, hd_term t)
{
  ensure(b, t);
  return b->terms[t.id].loss;
}

/* --- facts ---------------------------------------------------------------------------------------- */

typedef HD_VEC(hd_lit) literals;

static bool is_equation(const hd_terms *T, hd_term t)
{
  return hd_term_op(T, t) == HD_OP_EQ && hd_term_sort(T, hd_term_arg(T, t, 0)).kind == HD_SORT_BV;
}

/* Collects the alternatives; the last equation is set aside. */
static void alternatives(hd_blaster *b, hd_term t, bool negated, literals *out, hd_term *equation)
{
  hd_op op = hd_term_op(b->T, t);
  if (op == HD_OP_NOT) {
    alternatives(b, hd_term_arg(b->T, t, 0), !negated, out, equation);
  } else if ((op == HD_OP_OR && !negated) || (op == HD_OP_AND && negated)) {
    alternatives(b, hd_term_arg(b->T, t, 0), negated, out, equation);
    alternatives(b, hd_term_arg(b->T, t, 1), negated, out, equation);
  } else if (is_equation(b->T, t) && !negated && !hd_term_is(*equation)) {
    *equation = t;
  } else {
    hd_lit lit = hd_blast(b, t);
    hd_vec_push(out, negated ? -lit : lit);
  }
}

static void assert_equation(hd_blaster *b, literals *when, hd_term equation)
{
  hd_term x = hd_term_arg(b->T, equation, 0), y = hd_term_arg(b->T, equation, 1);
  hd_bits p, q;
  ensure(b, x);
  ensure(b, y);
  get(b, x, &p);
  get(b, y, &q);
  for (unsigned i = 0; i < p.len || i < q.len; i++) {
    hd_lit u = hd_bits_at(&p, i), v = hd_bits_at(&q, i);
    if (u == v) continue;
    hd_vec_push(when, u);
    hd_vec_push(when, -v);
    hd_sat_clause(b->s, when->data, when->len);
    when->data[when->len - 2] = -u;
    when->data[when->len - 1] = v;
    hd_sat_clause(b->s, when->data, when->len);
    when->len -= 2;
  }
}

void hd_blast_assert(hd_blaster *b, hd_term fact)
{
  hd_term equation = HD_NO_TERM;
  literals lits = {0};
  if (hd_term_op(b->T, fact) == HD_OP_AND) {
    hd_blast_assert(b, hd_term_arg(b->T, fact, 0));
    hd_blast_assert(b, hd_term_arg(b->T, fact, 1));
    return;
  }
  alternatives(b, fact, false, &lits, &equation);
  if (hd_term_is(equation))
    assert_equation(b, &lits, equation);
  else
    hd_sat_clause(b->s, lits.data, lits.len);
  hd_vec_clear(&lits);
}

/* --- models --------------------------------------------------------------------------------------- */

static uint64_t value_of(const hd_blaster *b, hd_term t)
{
  hd_bits bits;
  unsigned width = hd_term_sort(b->T, t).width;
  uint64_t value = 0;
  get(b, t, &bits);
  for (unsigned i = 0; i < width; i++) value |= (uint64_t)hd_sat_value(b->s, hd_bits_at(&bits, i)) << i;
  return value;
}

uint64_t hd_blast_symbol(const hd_blaster *b, uint32_t symbol)
{
  const uint64_t *t = hd_map_find(&b->symbols, symbol);
  return t ? value_of(b, (hd_term){(uint32_t)*t}) : 0;
}

uint64_t hd_blast_element(const hd_blaster *b, uint32_t symbol, uint64_t index)
{
  for (uint32_t i = 0; i < b->elements.len; i++) {
    const element *e = &b->elements.data[i];
    hd_term at = {e->index}, value = {e->value};
    if (e->symbol != symbol || value_of(b, at) != index) continue;
    return value_of(b, value);
  }
  return 0;
}
