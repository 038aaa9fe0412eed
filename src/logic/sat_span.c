/* sat_span.c - how many bits values need. */
#include "logic/sat_blast.h"

static uint8_t least_length(unsigned a, unsigned b)
{
  return (uint8_t)(a < b ? a : b);
}

static uint8_t most(unsigned a, unsigned b)
{
  return (uint8_t)(a > b ? a : b);
}

hd_sat_span hd_sat_span_of_value(uint64_t value, unsigned width)
{
  int64_t v = hd_signed(value, width);
  unsigned len = 1;
  while (len < width && hd_signed(value & hd_mask(len), len) != v) len++;
  return (hd_sat_span){(uint8_t)len, v >= 0};
}

unsigned hd_span_room(unsigned room, unsigned width, unsigned natural, hd_sat_span a, hd_sat_span b)
{
  return least_length(natural, least_length(width, most(room, most(a.len, b.len))));
}

/* A result that naturally needs `natural` bits: never negative stays so unless it wraps around. */
static hd_sat_span grown(const hd_spanner *s, unsigned width, unsigned natural, hd_sat_span a, hd_sat_span b,
                         bool positive)
{
  unsigned n = hd_span_room(s->room, width, natural, a, b);
  return (hd_sat_span){(uint8_t)n, positive && (natural <= width || n < width)};
}

bool hd_span_shift(const hd_terms *T, hd_term t, unsigned width, unsigned *by)
{
  uint64_t value;
  if (!hd_term_is_const(T, hd_term_arg(T, t, 1), &value)) return false;
  *by = (unsigned)(value < width ? value : width);
  return true;
}

static bool is_nonzero_const(const hd_terms *T, hd_term t)
{
  uint64_t value;
  return hd_term_is_const(T, t, &value) && value != 0;
}

static hd_sat_span of_shift(const hd_spanner *s, hd_term t, hd_op op, unsigned width, hd_sat_span a)
{
  unsigned k;
  bool known = hd_span_shift(s->T, t, width, &k);
  if (op == HD_OP_ASHR) return (hd_sat_span){known ? most(1, a.len > k ? a.len - k : 1) : a.len, a.positive};
  if (op == HD_OP_SHL) {
    if (!known) return (hd_sat_span){(uint8_t)width, false};
    if (k >= width) return (hd_sat_span){1, true};
    return grown(s, width, a.len + k, a, a, a.positive);
  }
  if (a.positive) return (hd_sat_span){known ? most(1, a.len > k ? a.len - k : 1) : a.len, true};
  if (!known || k == 0) return (hd_sat_span){known ? a.len : (uint8_t)width, false};
  return (hd_sat_span){least_length(width - k + 1, width), true};
}

static hd_sat_span of_division(const hd_spanner *s, hd_term t, hd_op op, unsigned width, hd_sat_span a, hd_sat_span b)
{
  bool both = a.positive && b.positive;
  bool sure = both && is_nonzero_const(s->T, hd_term_arg(s->T, t, 1));
  if (op == HD_OP_SREM) return a;
  if (op == HD_OP_UREM) return both ? a : (hd_sat_span){(uint8_t)width, false};
  if (sure) return a;
  if (both) return (hd_sat_span){least_length(width, most(a.len, 2)), false};
  return (hd_sat_span){op == HD_OP_SDIV ? least_length(width, most(a.len + 1u, 2)) : (uint8_t)width, false};
}

static hd_sat_span of_bits(hd_op op, hd_sat_span a, hd_sat_span b)
{
  if (op != HD_OP_BAND) return (hd_sat_span){most(a.len, b.len), a.positive && b.positive};
  if (a.positive && b.positive) return (hd_sat_span){least_length(a.len, b.len), true};
  if (a.positive || b.positive) return a.positive ? a : b;
  return (hd_sat_span){most(a.len, b.len), false};
}

static hd_sat_span of_zext(const hd_spanner *s, unsigned from, hd_sat_span a)
{
  if (a.positive || hd_span_zext_cuts(s->room, from, a)) return (hd_sat_span){a.len, true};
  return (hd_sat_span){(uint8_t)(from + 1), true};
}

bool hd_span_zext_cuts(unsigned room, unsigned from, hd_sat_span a)
{
  return !a.positive && a.len < from && room < from;
}

static hd_sat_span of_extract(unsigned low, unsigned n, hd_sat_span a)
{
  unsigned available = a.len > low ? a.len - low : 1;
  return available <= n ? (hd_sat_span){(uint8_t)available, a.positive} : (hd_sat_span){(uint8_t)n, false};
}

static hd_sat_span of_var(const hd_spanner *s, hd_term t, unsigned width)
{
  uint32_t symbol = hd_term_symbol(s->T, t);
  if (s->spans && symbol < s->n_spans && s->spans[symbol].len) return s->spans[symbol];
  return (hd_sat_span){(uint8_t)width, false};
}

static hd_sat_span compute_span(hd_spanner *s, hd_term t)
{
  hd_op op = hd_term_op(s->T, t);
  unsigned width = hd_term_sort(s->T, t).width, n = hd_term_arity(s->T, t);
  hd_sat_span a[3] = {{1, false}, {1, false}, {1, false}};
  if (hd_term_sort(s->T, t).kind == HD_SORT_BOOL) return (hd_sat_span){1, false};
  for (unsigned i = 0; i < n; i++) a[i] = s->known[hd_term_arg(s->T, t, i).id];
  unsigned longer = most(a[0].len, a[1].len);
  switch (op) {
  case HD_OP_CONST: return hd_sat_span_of_value(hd_term_value(s->T, t), width);
  case HD_OP_VAR: return of_var(s, t, width);
  case HD_OP_ITE: return (hd_sat_span){most(a[1].len, a[2].len), a[1].positive && a[2].positive};
  case HD_OP_ADD: return grown(s, width, longer + 1, a[0], a[1], a[0].positive && a[1].positive);
  case HD_OP_SUB: return grown(s, width, longer + 1, a[0], a[1], false);
  case HD_OP_NEG: return grown(s, width, a[0].len + 1u, a[0], a[0], false);
  case HD_OP_MUL: return grown(s, width, a[0].len + a[1].len, a[0], a[1], a[0].positive && a[1].positive);
  case HD_OP_UDIV:
  case HD_OP_SDIV:
  case HD_OP_UREM:
  case HD_OP_SREM: return of_division(s, t, op, width, a[0], a[1]);
  case HD_OP_BAND:
  case HD_OP_BOR:
  case HD_OP_BXOR: return of_bits(op, a[0], a[1]);
  case HD_OP_BNOT: return (hd_sat_span){a[0].len, false};
  case HD_OP_SHL:
  case HD_OP_LSHR:
  case HD_OP_ASHR: return of_shift(s, t, op, width, a[0]);
  case HD_OP_ZEXT: return of_zext(s, hd_term_sort(s->T, hd_term_arg(s->T, t, 0)).width, a[0]);
  case HD_OP_SEXT: return a[0];
  case HD_OP_EXTRACT: return of_extract((unsigned)hd_term_value(s->T, t), width, a[0]);
  case HD_OP_CONCAT:
    return (hd_sat_span){(uint8_t)(hd_term_sort(s->T, hd_term_arg(s->T, t, 1)).width + a[0].len), a[0].positive};
  default: return (hd_sat_span){(uint8_t)width, false};
  }
}

hd_sat_span hd_sat_span_of(hd_spanner *s, hd_term t)
{
  hd_u32s stack = {0};
  hd_vec_push(&stack, t.id);
  while (stack.len) {
    hd_term top = {hd_vec_last(&stack)};
    bool ready = true;
    for (unsigned i = 0; !s->known[top.id].len && i < hd_term_arity(s->T, top); i++) {
      hd_term arg = hd_term_arg(s->T, top, i);
      if (s->known[arg.id].len) continue;
      hd_vec_push(&stack, arg.id);
      ready = false;
    }
    if (!ready) continue;
    if (!s->known[top.id].len) s->known[top.id] = compute_span(s, top);
    stack.len--;
  }
  hd_vec_clear(&stack);
  return s->known[t.id];
}
