/* memory_address.c - an address as a sum of parts, matched against the dimensions of a slot. */
#include "analysis/memory_address.h"

#include "analysis/layout_fit.h"

/* --- sums ------------------------------------------------------------------------------ */

/* The summands as they occur in the term; a term may occur several times. */
enum { MOST_OCCURRENCES = 4 * HD_MAX_SUMMANDS };
typedef struct {
  uint64_t constant;
  uint32_t n;
  struct {
    hd_term term;
    uint64_t factor;
  } of[MOST_OCCURRENCES];
} summands;

/* False: too many summands. */
static bool add_term(const hd_terms *T, summands *sum, hd_term t, uint64_t factor)
{
  uint64_t c;
  hd_op op = hd_term_op(T, t);
  if (hd_term_is_const(T, t, &c)) {
    sum->constant += c * factor;
    return true;
  }
  if (op == HD_OP_ADD || op == HD_OP_SUB)
    return add_term(T, sum, hd_term_arg(T, t, 0), factor) &&
           add_term(T, sum, hd_term_arg(T, t, 1), op == HD_OP_SUB ? 0 - factor : factor);
  if (op == HD_OP_NEG) return add_term(T, sum, hd_term_arg(T, t, 0), 0 - factor);
  if (op == HD_OP_MUL && hd_term_is_const(T, hd_term_arg(T, t, 0), &c))
    return add_term(T, sum, hd_term_arg(T, t, 1), factor * c);
  if (op == HD_OP_MUL && hd_term_is_const(T, hd_term_arg(T, t, 1), &c))
    return add_term(T, sum, hd_term_arg(T, t, 0), factor * c);
  if (op == HD_OP_SHL && hd_term_is_const(T, hd_term_arg(T, t, 1), &c) && c < hd_term_sort(T, t).width)
    return add_term(T, sum, hd_term_arg(T, t, 0), factor << c);
  if (sum->n == MOST_OCCURRENCES) return false;
  sum->of[sum->n].term = t;
  sum->of[sum->n++].factor = factor;
  return true;
}

/* False: too many summands. */
static bool push_part(hd_sum *sum, hd_term t, uint64_t factor)
{
  if (sum->n == HD_MAX_SUMMANDS) return false;
  sum->parts[sum->n].term = t;
  sum->parts[sum->n++].factor = factor;
  return true;
}

/* Adds all occurrences of a term. If they cancel out, it is dropped. If it is only added, it is an index of several
 * dimensions (`row[i].cell[i]`), and the occurrences stay apart. If it is also subtracted, it becomes one summand, and
 * it is not known which dimension that belongs to. False: too many summands. */
static bool add_occurrences(hd_program *p, const summands *from, hd_term t, hd_sum *sum)
{
  uint64_t total = 0, mask = hd_mask(p->pointer_width);
  bool added = false, subtracted = false;
  for (uint32_t i = 0; i < from->n; i++) {
    if (!hd_term_same(from->of[i].term, t)) continue;
    total += from->of[i].factor;
    bool negative = hd_signed(from->of[i].factor & mask, p->pointer_width) < 0;
    added = added || !negative;
    subtracted = subtracted || negative;
  }
  if (!(total & mask)) return true;
  sum->mixed = sum->mixed || (added && subtracted);
  if (added && subtracted) return push_part(sum, t, total & mask);
  for (uint32_t i = 0; i < from->n; i++) {
    uint64_t factor = from->of[i].factor & mask;
    if (hd_term_same(from->of[i].term, t) && factor && !push_part(sum, t, factor)) return false;
  }
  return true;
}

static bool is_first_occurrence(const summands *sum, uint32_t at)
{
  for (uint32_t i = 0; i < at; i++)
    if (hd_term_same(sum->of[i].term, sum->of[at].term)) return false;
  return true;
}

hd_sum hd_sum_of(hd_program *p, hd_term address)
{
  summands all = {0};
  hd_sum sum = {0};
  bool fits = add_term(p->terms, &all, address, 1);
  sum.constant = all.constant & hd_mask(p->pointer_width);
  for (uint32_t i = 0; i < all.n && fits; i++)
    if (is_first_occurrence(&all, i)) fits = add_occurrences(p, &all, all.of[i].term, &sum);
  if (fits) return sum;
  sum = (hd_sum){.n = 1};
  sum.parts[0].term = address;
  sum.parts[0].factor = 1;
  return sum;
}

static hd_term variable_part(hd_program *p, const hd_sum *sum)
{
  hd_terms *T = p->terms;
  hd_term t = hd_term_bv(T, p->pointer_width, 0);
  for (uint32_t i = 0; i < sum->n; i++) {
    hd_term factor = hd_term_bv(T, p->pointer_width, sum->parts[i].factor);
    t = hd_term_2(T, HD_OP_ADD, t, hd_term_2(T, HD_OP_MUL, sum->parts[i].term, factor));
  }
  return t;
}

hd_term hd_sum_term(hd_program *p, const hd_sum *sum)
{
  return hd_term_2(p->terms, HD_OP_ADD, variable_part(p, sum), hd_term_bv(p->terms, p->pointer_width, sum->constant));
}

/* --- the dimensions of a slot ----------------------------------------------------------- */

/* Outermost first, beginning with the copies of the object. A dimension of one element is left out; one that fills the
 * stride of the dimension around it is merged with that. Neither changes the numbers of elements. */
typedef struct {
  uint32_t n;
  struct {
    uint64_t stride, count;
  } of[HD_MAX_DIMS + 1];
} dimensions;

static void add_dimension(dimensions *d, uint64_t stride, uint64_t count)
{
  if (count == 1) return;
  if (d->n && d->of[d->n - 1].stride == stride * count) {
    d->of[d->n - 1].stride = stride;
    d->of[d->n - 1].count *= count;
    return;
  }
  d->of[d->n].stride = stride;
  d->of[d->n++].count = count;
}

static dimensions dimensions_of(const hd_object_info *o, const hd_slot *s)
{
  dimensions d = {0};
  add_dimension(&d, o->stride, o->copies);
  for (unsigned i = 0; i < s->n_dims; i++) add_dimension(&d, s->dims[i].stride, s->dims[i].count);
  return d;
}

uint64_t hd_slot_elements(const hd_object_info *o, const hd_slot *s)
{
  uint64_t n = o->copies;
  for (unsigned i = 0; i < s->n_dims; i++)
    if (__builtin_mul_overflow(n, (uint64_t)s->dims[i].count, &n)) return UINT64_MAX;
  return n;
}

/* The number of the element at this distance from the slot's first. False: no element starts there that has `more`
 * others behind it along the last dimension. */
static bool element_at(const dimensions *d, uint64_t distance, uint64_t more, uint64_t *number)
{
  *number = 0;
  for (uint32_t i = 0; i < d->n; i++) {
    uint64_t at = distance / d->of[i].stride, last = d->of[i].count - (i + 1 == d->n ? 1 + more : 1);
    if (at > last) return false;
    *number = *number * d->of[i].count + at;
    distance -= at * d->of[i].stride;
  }
  return distance == 0;
}

/* --- matching --------------------------------------------------------------------------- */

typedef struct {
  hd_program *p;
  const hd_sum *sum;
  dimensions dims;
  uint64_t first; /* address of the slot's first element */
  uint64_t more;  /* elements accessed beyond the first */
  uint32_t bytes; /* accessed */
} matching;

static const hd_match no_match = {.never = true};

static hd_term both_guards(hd_terms *T, hd_term a, hd_term b)
{
  if (!hd_term_is(a)) return b;
  return hd_term_is(b) ? hd_term_2(T, HD_OP_AND, a, b) : a;
}

static hd_match finish_match(const matching *m, hd_match match)
{
  hd_terms *T = m->p->terms;
  if (hd_term_is(match.guard) && hd_term_is_true(T, match.guard)) match.guard = HD_NO_TERM;
  if (hd_term_is(match.guard) && hd_term_is_false(T, match.guard)) return no_match;
  return match;
}

static hd_match match_constant(const matching *m)
{
  uint64_t number;
  if (!element_at(&m->dims, m->sum->constant - m->first, m->more, &number)) return no_match;
  hd_match match = {0};
  if (m->dims.n) match.index = hd_term_bv(m->p->terms, 32, number);
  return match;
}

static hd_term address_equals(const matching *m, uint64_t address)
{
  hd_term rest = hd_term_bv(m->p->terms, m->p->pointer_width, address - m->sum->constant);
  return hd_term_2(m->p->terms, HD_OP_EQ, variable_part(m->p, m->sum), rest);
}

/* --- index from the terms --------------------------------------------------------------- */

/* What the address says about one dimension: constant + factors * terms. */
typedef struct {
  int64_t constant;
  uint32_t n;
  hd_term term; /* the last one */
  int64_t factor;
  hd_term total; /* all of it, a pointer wide */
} coordinate;

static int64_t floor_div(int64_t a, int64_t b)
{
  return a / b - (a % b < 0);
}

static uint32_t dimension_for(const dimensions *d, int64_t factor)
{
  for (uint32_t i = 0; i < d->n; i++)
    if (factor % (int64_t)d->of[i].stride == 0) return i;
  return HD_NONE;
}

/* Distributes the summands of the address over the dimensions. False: they do not fit. */
static bool find_coordinates(const matching *m, coordinate *out)
{
  hd_terms *T = m->p->terms;
  unsigned width = m->p->pointer_width;
  int64_t rest = hd_signed((m->sum->constant - m->first) & hd_mask(width), width);
  if (m->sum->mixed && m->dims.n > 1) return false;
  for (uint32_t i = 0; i < m->dims.n; i++) out[i] = (coordinate){.total = hd_term_bv(T, width, 0)};
  for (uint32_t k = 0; k < m->sum->n; k++) {
    int64_t factor = hd_signed(m->sum->parts[k].factor, width);
    uint32_t i = dimension_for(&m->dims, factor);
    /* A factor not below the stride of the dimension around it would be an index of both, or of neither. */
    if (i != HD_NONE && i > 0 && (uint64_t)(factor < 0 ? -factor : factor) >= m->dims.of[i - 1].stride) return false;
    /* A step smaller than the access is not an index but a distance, along any of the dimensions. */
    if (i == HD_NONE || factor % (int64_t)m->bytes != 0) return false;
    coordinate *c = &out[i];
    c->n++;
    c->term = m->sum->parts[k].term;
    c->factor = factor / (int64_t)m->dims.of[i].stride;
    hd_term scaled = hd_term_2(T, HD_OP_MUL, c->term, hd_term_bv(T, width, (uint64_t)c->factor));
    c->total = hd_term_2(T, HD_OP_ADD, c->total, scaled);
  }
  for (uint32_t i = 0; i < m->dims.n; i++) {
    out[i].constant = floor_div(rest, (int64_t)m->dims.of[i].stride);
    rest -= out[i].constant * (int64_t)m->dims.of[i].stride;
    /* If a term moves within a row, a constant may be meant for this row or the next. */
    if (i > 0 && out[i].n && out[i].constant) return false;
    /* A large constant: the base of the array is in a term, and the terms are no indices. */
    int64_t limit = (int64_t)m->dims.of[i].count;
    if (m->dims.n > 1 && (out[i].constant > limit || out[i].constant < -limit)) return false;
    hd_term constant = hd_term_bv(T, width, (uint64_t)out[i].constant);
    out[i].total = hd_term_2(T, HD_OP_ADD, out[i].total, constant);
  }
  return rest == 0;
}

/* `constant + term < count` for a term that is extended from fewer bits: expressed with those bits, so that it reads as
 * in the source. False: they are too few. */
static bool narrow_range(hd_terms *T, const coordinate *c, uint64_t count, hd_term *guard, hd_term *index)
{
  if (c->n != 1 || c->factor != 1) return false;
  hd_op op = hd_term_op(T, c->term);
  if (op != HD_OP_ZEXT && op != HD_OP_SEXT) return false;
  hd_term inner = hd_term_arg(T, c->term, 0);
  unsigned width = hd_term_sort(T, inner).width;
  uint64_t half = UINT64_C(1) << (width - 1), reach = op == HD_OP_SEXT ? half : 2 * half - 1;
  uint64_t size = (uint64_t)(c->constant < 0 ? -c->constant : c->constant);
  if (width > 32) return false;
  hd_term wide = hd_term_resize(T, inner, 32, op == HD_OP_SEXT);
  *index = hd_term_2(T, HD_OP_ADD, wide, hd_term_bv(T, 32, (uint64_t)c->constant));
  if (op == HD_OP_ZEXT && c->constant >= 0 && size <= count && reach < count - size) { /* true for all its values */
    *guard = hd_term_true(T);
    return true;
  }
  if (count > reach || size > reach - count) return false;
  if (op == HD_OP_ZEXT && c->constant > 0) { /* term < count - constant, without wrapping around */
    if (size >= count) {
      *guard = hd_term_false(T);
      return true;
    }
    *guard = hd_term_2(T, HD_OP_ULT, inner, hd_term_bv(T, width, count - size));
  } else {
    hd_term moved = hd_term_2(T, HD_OP_ADD, inner, hd_term_bv(T, width, (uint64_t)c->constant));
    *guard = hd_term_2(T, HD_OP_ULT, moved, hd_term_bv(T, width, count));
  }
  return true;
}

static void locate_in_dimension(const matching *m, const coordinate *c, uint64_t count, hd_term *guard, hd_term *index)
{
  hd_terms *T = m->p->terms;
  unsigned width = m->p->pointer_width;
  if (narrow_range(T, c, count, guard, index)) return;
  *guard = hd_term_2(T, HD_OP_ULT, c->total, hd_term_bv(T, width, count));
  *index = hd_term_resize(T, c->total, 32, false);
}

static bool match_by_terms(const matching *m, hd_match *match)
{
  hd_terms *T = m->p->terms;
  coordinate c[HD_MAX_DIMS + 1];
  if (!find_coordinates(m, c)) return false;
  *match = (hd_match){.index = hd_term_bv(T, 32, 0)};
  for (uint32_t i = 0; i < m->dims.n; i++) {
    hd_term guard, index;
    uint64_t count = m->dims.of[i].count;
    locate_in_dimension(m, &c[i], count - (i + 1 == m->dims.n ? m->more : 0), &guard, &index);
    match->guard = both_guards(T, match->guard, guard);
    match->index = hd_term_2(T, HD_OP_MUL, match->index, hd_term_bv(T, 32, count));
    match->index = hd_term_2(T, HD_OP_ADD, match->index, index);
  }
  return true;
}

/* --- index by division ------------------------------------------------------------------ */

static bool power_of_two(uint64_t x, unsigned *log)
{
  *log = (unsigned)__builtin_ctzll(x);
  return (x & (x - 1)) == 0;
}

static void divide_term(hd_terms *T, hd_term t, uint64_t by, hd_term *quotient, hd_term *remainder)
{
  unsigned log, width = hd_term_sort(T, t).width;
  if (by == 1) {
    *quotient = t;
    *remainder = hd_term_bv(T, width, 0);
  } else if (power_of_two(by, &log)) {
    *quotient = hd_term_2(T, HD_OP_LSHR, t, hd_term_bv(T, width, log));
    *remainder = hd_term_2(T, HD_OP_BAND, t, hd_term_bv(T, width, by - 1));
  } else {
    *quotient = hd_term_2(T, HD_OP_UDIV, t, hd_term_bv(T, width, by));
    *remainder = hd_term_2(T, HD_OP_UREM, t, hd_term_bv(T, width, by));
  }
}

static hd_match match_by_division(const matching *m)
{
  hd_terms *T = m->p->terms;
  unsigned width = m->p->pointer_width;
  hd_sum distance = *m->sum;
  distance.constant -= m->first;
  hd_term rest = hd_sum_term(m->p, &distance);
  hd_match match = {.index = hd_term_bv(T, 32, 0)};
  for (uint32_t i = 0; i < m->dims.n; i++) {
    uint64_t count = m->dims.of[i].count, allowed = count - (i + 1 == m->dims.n ? m->more : 0);
    hd_term quotient, remainder;
    divide_term(T, rest, m->dims.of[i].stride, &quotient, &remainder);
    match.guard = both_guards(T, match.guard, hd_term_2(T, HD_OP_ULT, quotient, hd_term_bv(T, width, allowed)));
    match.index = hd_term_2(T, HD_OP_MUL, match.index, hd_term_bv(T, 32, count));
    match.index = hd_term_2(T, HD_OP_ADD, match.index, hd_term_resize(T, quotient, 32, false));
    rest = remainder;
  }
  match.guard = both_guards(T, match.guard, hd_term_eq_bv(T, rest, 0));
  return match;
}

/* A few elements are told apart by comparisons, which are cheaper than a division for every engine. */
enum { MAX_COMPARED = 4 };

static bool match_by_comparing(const matching *m, hd_match *match)
{
  hd_terms *T = m->p->terms;
  unsigned log;
  if (m->dims.n != 1 || m->more || m->dims.of[0].count > MAX_COMPARED || power_of_two(m->dims.of[0].stride, &log))
    return false;
  *match = (hd_match){.guard = hd_term_false(T), .index = hd_term_bv(T, 32, 0)};
  for (uint64_t i = 0; i < m->dims.of[0].count; i++) {
    hd_term here = address_equals(m, m->first + i * m->dims.of[0].stride);
    match->guard = hd_term_2(T, HD_OP_OR, match->guard, here);
    if (i) match->index = hd_term_3(T, HD_OP_ITE, here, hd_term_bv(T, 32, i), match->index);
  }
  return true;
}

/* --- the interface ---------------------------------------------------------------------- */

static bool start_matching(matching *m, const hd_object_info *o, const hd_slot *s, uint32_t bytes)
{
  uint32_t element = hd_slot_bytes(s);
  m->dims = dimensions_of(o, s);
  m->first = o->base + s->offset;
  if (bytes % element) return false;
  m->more = bytes / element - 1;
  m->bytes = bytes;
  uint64_t last = m->dims.n ? m->dims.of[m->dims.n - 1].count : 1;
  return m->more == 0 || (m->more < last && m->dims.of[m->dims.n - 1].stride == element);
}

hd_match hd_address_match(hd_program *p, const hd_sum *sum, const hd_object_info *o, const hd_slot *s, uint32_t bytes)
{
  matching m = {.p = p, .sum = sum};
  hd_match match;
  if (!start_matching(&m, o, s, bytes)) return no_match;
  if (!sum->n) return match_constant(&m);
  if (!m.dims.n) return finish_match(&m, (hd_match){.guard = address_equals(&m, m.first)});
  bool found = match_by_terms(&m, &match) || match_by_comparing(&m, &match);
  return finish_match(&m, found ? match : match_by_division(&m));
}

hd_match hd_address_match_at(hd_program *p, const hd_sum *sum, const hd_object_info *o, const hd_slot *s,
                             uint32_t bytes, uint64_t offset)
{
  matching m = {.p = p, .sum = sum};
  uint64_t number;
  if (!start_matching(&m, o, s, bytes)) return no_match;
  if (!sum->n) return match_constant(&m);
  if (!element_at(&m.dims, offset - s->offset, m.more, &number)) return no_match;
  hd_match match = {.guard = address_equals(&m, o->base + offset)};
  if (m.dims.n) match.index = hd_term_bv(p->terms, 32, number);
  return finish_match(&m, match);
}

hd_term hd_address_copy(hd_program *p, const hd_sum *sum, const hd_object_info *o)
{
  hd_term quotient, remainder;
  hd_sum distance = *sum;
  distance.constant -= o->base;
  divide_term(p->terms, hd_sum_term(p, &distance), o->stride, &quotient, &remainder);
  return hd_term_resize(p->terms, quotient, 32, false);
}
