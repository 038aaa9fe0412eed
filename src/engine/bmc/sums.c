/* sums.c - additions that commute are summed instead of ordered. */
#include "engine/bmc/sums.h"

struct hd_bmc_sums {
  hd_bmc_memory *m;
  hd_term *added; /* by write: what is added; HD_NO_TERM: something else is written */
};

/* What the term adds to the symbol. */
static hd_term added_to(hd_terms *T, hd_term t, hd_term symbol)
{
  if (hd_term_sort(T, symbol).kind != HD_SORT_BV) return HD_NO_TERM;
  if (hd_term_same(t, symbol)) return hd_term_const(T, hd_term_sort(T, symbol), 0);
  hd_op op = hd_term_op(T, t);
  if (op != HD_OP_ADD && op != HD_OP_SUB) return HD_NO_TERM;
  hd_term a = hd_term_arg(T, t, 0), b = hd_term_arg(T, t, 1);
  bool in_a = hd_term_mentions(T, a, hd_term_symbol(T, symbol)),
       in_b = hd_term_mentions(T, b, hd_term_symbol(T, symbol));
  if (in_a == in_b || (in_b && op == HD_OP_SUB)) return HD_NO_TERM;
  hd_term rest = added_to(T, in_a ? a : b, symbol);
  return hd_term_is(rest) ? hd_term_2(T, op, rest, in_a ? b : a) : HD_NO_TERM;
}

hd_bmc_sums *hd_bmc_sums_new(hd_bmc_memory *m)
{
  const hd_bmc_unfolding *u = m->u;
  hd_bmc_sums *s = hd_alloc(1, sizeof *s);
  hd_u32s *reads = hd_alloc(u->blocks.len + 1, sizeof *reads);
  s->m = m;
  s->added = hd_alloc(u->writes.len + 1, sizeof *s->added);
  for (uint32_t i = 0; i < u->reads.len; i++) hd_vec_push(&reads[u->reads.data[i].block], i);
  for (uint32_t i = 0; i < u->writes.len; i++) {
    const hd_bmc_write *w = &u->writes.data[i];
    for (uint32_t k = 0; k < reads[w->block].len; k++) {
      const hd_bmc_read *r = &u->reads.data[reads[w->block].data[k]];
      if (r->var.id == w->var.id && hd_term_same(r->index, w->index)) s->added[i] = added_to(u->T, w->value, r->symbol);
    }
  }
  for (uint32_t b = 0; b < u->blocks.len; b++) hd_vec_clear(&reads[b]);
  free(reads);
  return s;
}

void hd_bmc_sums_free(hd_bmc_sums *s)
{
  if (!s) return;
  free(s->added);
  free(s);
}

static bool is_same_cell(const hd_terms *T, hd_term a, hd_term b)
{
  return !hd_term_is(a) || (hd_term_same(a, b) && hd_term_is_const(T, a, NULL));
}

/* Does the write, which is none of the additions, certainly come before the read and all additions? */
static bool comes_first(const hd_bmc_sums *s, const hd_bmc_read *r, const hd_bmc_write *w, const hd_u32s *writes)
{
  const hd_bmc_memory *m = s->m;
  if (w->cond != 0 || !hd_order_known(m->order, m->event[w->block], m->event[r->block])) return false;
  for (uint32_t i = 0; i < writes->len; i++) {
    const hd_bmc_write *other = &m->u->writes.data[writes->data[i]];
    if (other != w && !hd_order_known(m->order, m->event[w->block], m->event[other->block])) return false;
  }
  return true;
}

/* What the additions begin with; HD_NO_TERM: there is more than additions, or one instance makes all of them. Those are
 * in order: which of them a read sees is a smaller formula than their sum. */
static hd_term find_base(const hd_bmc_sums *s, const hd_bmc_read *r, const hd_u32s *writes)
{
  hd_bmc_unfolding *u = s->m->u;
  hd_term base = HD_NO_TERM;
  uint32_t who = HD_NONE;
  bool several = false;
  for (uint32_t i = 0; i < writes->len; i++) {
    const hd_bmc_write *w = &u->writes.data[writes->data[i]];
    if (!is_same_cell(u->T, r->index, w->index)) return HD_NO_TERM;
    if (hd_term_is(s->added[writes->data[i]])) {
      several = several || (who != HD_NONE && who != u->blocks.data[w->block].who);
      who = u->blocks.data[w->block].who;
      continue;
    }
    if (hd_term_is(base) || !comes_first(s, r, w, writes)) return HD_NO_TERM;
    base = w->value;
  }
  if (!several) return HD_NO_TERM;
  return hd_term_is(base) ? base : hd_bmc_initial_value(u, r->var, 0, r->index);
}

hd_term hd_bmc_sum(hd_bmc_sums *s, const hd_bmc_read *r, const hd_u32s *writes)
{
  hd_bmc_unfolding *u = s->m->u;
  hd_terms *T = u->T;
  hd_term sum = find_base(s, r, writes);
  if (!hd_term_is(sum)) return HD_NO_TERM;
  for (uint32_t i = 0; i < writes->len; i++) {
    const hd_bmc_write *w = &u->writes.data[writes->data[i]];
    hd_term added = s->added[writes->data[i]];
    if (!hd_term_is(added) || w->block == r->block) continue;
    hd_term when = hd_term_2(T, HD_OP_AND, w->guard, hd_bmc_before(s->m, w->block, r->block));
    hd_term none = hd_term_const(T, hd_term_sort(T, added), 0);
    sum = hd_term_2(T, HD_OP_ADD, sum, hd_term_3(T, HD_OP_ITE, when, added, none));
  }
  return sum;
}
