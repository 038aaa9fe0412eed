/* stretch.c - comparisons of a variable with constants as one interval of its values, wrap-around included. */
#include "analysis/stretch.h"

bool hd_stretch_sum(const hd_terms *T, hd_term t, uint32_t *symbol, uint64_t *offset)
{
  uint64_t value;
  *offset = 0;
  while (hd_term_sort(T, t).kind == HD_SORT_BV) {
    hd_op op = hd_term_op(T, t);
    if (op == HD_OP_VAR) {
      *symbol = hd_term_symbol(T, t);
      *offset &= hd_mask(hd_term_sort(T, t).width);
      return true;
    }
    if (op != HD_OP_ADD && op != HD_OP_SUB) return false;
    hd_term a = hd_term_arg(T, t, 0), b = hd_term_arg(T, t, 1);
    if (op == HD_OP_ADD && hd_term_is_const(T, a, &value)) {
      *offset += value;
      t = b;
    } else if (hd_term_is_const(T, b, &value)) {
      *offset += op == HD_OP_ADD ? value : 0 - value;
      t = a;
    } else {
      return false;
    }
  }
  return false;
}

static void set_stretch(hd_stretch *s, uint64_t low, uint64_t high, uint64_t shift, uint64_t mask)
{
  s->known = true;
  s->low = (low - shift) & mask;
  s->length = (high - low) & mask;
}

/* Overflows of x + c and x - c happen where x is within |c| of one end of the signed numbers. */
static void set_overflow(hd_stretch *s, hd_op op, int64_t c, uint64_t shift, unsigned width)
{
  uint64_t mask = hd_mask(width), most = mask >> 1, least = most + 1;
  bool up = op == HD_OP_SADDO ? c > 0 : c < 0;
  uint64_t by = (c < 0 ? 0 - (uint64_t)c : (uint64_t)c) & mask;
  if (by == 0) return;
  if (up)
    set_stretch(s, most - by + 1, most, shift, mask);
  else
    set_stretch(s, least, least + by - 1, shift, mask);
}

/* x < c holds in [first, c - 1], c < x in [c + 1, last]; with "or equal" one more. */
static void set_order(hd_stretch *s, hd_op op, bool left, uint64_t c, uint64_t shift, unsigned width)
{
  uint64_t mask = hd_mask(width), last = op == HD_OP_SLT || op == HD_OP_SLE ? mask >> 1 : mask;
  uint64_t first = (last + 1) & mask;
  bool strict = op == HD_OP_SLT || op == HD_OP_ULT;
  if (strict && c == (left ? first : last)) return; /* never holds: as it is, it is tried each time */
  if (left)
    set_stretch(s, first, (c - strict) & mask, shift, mask);
  else
    set_stretch(s, (c + strict) & mask, last, shift, mask);
}

hd_stretch hd_stretch_of(const hd_terms *T, hd_term test, uint64_t offset, unsigned width)
{
  hd_stretch s = {0};
  hd_op op = hd_term_op(T, test);
  uint64_t c, shift;
  uint32_t symbol;
  if (hd_term_arity(T, test) != 2) return s;
  for (unsigned side = 0; side < 2; side++) {
    hd_term constant = hd_term_arg(T, test, side), other = hd_term_arg(T, test, 1 - side);
    if (!hd_term_is_const(T, constant, &c) || !hd_stretch_sum(T, other, &symbol, &shift)) continue;
    if (hd_term_sort(T, other).width != width) return s;
    shift += offset;
    switch (op) {
    case HD_OP_EQ: set_stretch(&s, c, c, shift, hd_mask(width)); return s;
    case HD_OP_ULT:
    case HD_OP_ULE:
    case HD_OP_SLT:
    case HD_OP_SLE: set_order(&s, op, side == 1, c, shift, width); return s;
    case HD_OP_SSUBO:
      if (side == 0) return s;
      /* fall through */
    case HD_OP_SADDO: set_overflow(&s, op, hd_signed(c, width), shift, width); return s;
    default: return s;
    }
  }
  return s;
}
