/* guarded.c - puts a test of the index around each read. */
#include "program/guarded.h"

#include "expr/memo.h"

/* Is every value of the index below the count, by its form alone? */
static bool is_inside(const hd_terms *T, hd_term index, uint32_t count)
{
  uint64_t value;
  if (hd_term_is_const(T, index, &value)) return value < count;
  hd_term inner = hd_term_op(T, index) == HD_OP_ZEXT ? hd_term_arg(T, index, 0) : index;
  unsigned width = hd_term_sort(T, inner).width;
  return width < 32 && hd_mask(width) < count;
}

static hd_term guard(hd_program *p, hd_term read)
{
  hd_terms *T = p->terms;
  hd_term array = hd_term_arg(T, read, 0), index = hd_term_arg(T, read, 1);
  if (hd_term_op(T, array) != HD_OP_VAR) return read;
  uint32_t count = p->vars.data[hd_term_symbol(T, array)].count;
  if (is_inside(T, index, count)) return read;
  hd_term inside = hd_term_2(T, HD_OP_ULT, index, hd_term_bv(T, hd_term_sort(T, index).width, count));
  return hd_term_3(T, HD_OP_ITE, inside, read, hd_term_const(T, hd_term_sort(T, read), 0));
}

static hd_term rebuild_guarded(hd_program *p, const hd_memo *done, hd_term t)
{
  hd_terms *T = p->terms;
  hd_term args[3] = {{0}};
  bool changed = false;
  for (unsigned i = 0; i < hd_term_arity(T, t); i++) {
    hd_term old = hd_term_arg(T, t, i);
    args[i] = (hd_term){(uint32_t)*hd_memo_find(done, old.id)};
    changed |= !hd_term_same(args[i], old);
  }
  hd_op op = hd_term_op(T, t);
  if (changed) t = hd_term_build(T, op, hd_term_sort(T, t), op == HD_OP_EXTRACT ? hd_term_value(T, t) : 0, args);
  return hd_term_op(T, t) == HD_OP_SELECT ? guard(p, t) : t;
}

static bool has_reads(const hd_terms *T, const hd_u32s *order)
{
  for (uint32_t i = 0; i < order->len; i++)
    if (hd_term_op(T, (hd_term){order->data[i]}) == HD_OP_SELECT) return true;
  return false;
}

hd_term hd_program_guard_reads(hd_program *p, hd_term t)
{
  hd_u32s order = {0};
  hd_term_walk(p->terms, t, &order);
  if (has_reads(p->terms, &order)) {
    hd_memo done;
    hd_memo_init(&done);
    for (uint32_t i = 0; i < order.len; i++)
      hd_memo_put(&done, order.data[i], rebuild_guarded(p, &done, (hd_term){order.data[i]}).id);
    t.id = (uint32_t)*hd_memo_find(&done, t.id);
    hd_memo_clear(&done);
  }
  hd_vec_clear(&order);
  return t;
}
