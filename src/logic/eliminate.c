/* eliminate.c - finds the variables to eliminate, and eliminates those that occur only in simple positions. */
#include "logic/eliminate.h"

#include "base/map.h"
#include "logic/bounds.h"

typedef struct {
  const hd_terms *T;
  const hd_symbol_set *set;
  hd_term_list leaves;
  hd_map seen;
} gathering;

static void gather_eliminated(void *context, hd_term leaf)
{
  gathering *x = context;
  if (hd_term_op(x->T, leaf) != HD_OP_VAR) return;
  uint32_t symbol = hd_term_symbol(x->T, leaf);
  if (!x->set->goes(x->set->context, symbol) || hd_map_find(&x->seen, symbol)) return;
  hd_map_put(&x->seen, symbol, 1);
  hd_vec_push(&x->leaves, leaf);
}

hd_term_list hd_eliminated_in(const hd_terms *T, hd_term t, const hd_symbol_set *set)
{
  return hd_eliminated_in_all(T, &(hd_term_list){.data = &t, .len = 1}, set);
}

hd_term_list hd_eliminated_in_all(const hd_terms *T, const hd_term_list *conjuncts, const hd_symbol_set *set)
{
  gathering x = {.T = T, .set = set};
  for (uint32_t i = 0; i < conjuncts->len; i++) hd_term_visit_leaves(T, conjuncts->data[i], gather_eliminated, &x);
  hd_map_clear(&x.seen);
  return x.leaves;
}

bool hd_mentions_eliminated(const hd_terms *T, hd_term t, const hd_symbol_set *set)
{
  hd_term_list found = hd_eliminated_in(T, t, set);
  bool any = found.len != 0;
  hd_vec_clear(&found);
  return any;
}

void hd_eliminate_simple(hd_terms *T, hd_term_list *conjuncts, const hd_symbol_set *set)
{
  for (bool again = true; again;) {
    again = false;
    hd_term_list leaves = hd_eliminated_in_all(T, conjuncts, set);
    for (uint32_t i = 0; i < leaves.len; i++)
      if (hd_term_sort(T, leaves.data[i]).kind != HD_SORT_ARRAY)
        again |= hd_formula_eliminate(T, conjuncts, hd_term_symbol(T, leaves.data[i]));
    for (uint32_t i = 0; i < leaves.len && !again; i++)
      again |= hd_bounds_eliminate(T, conjuncts, hd_term_symbol(T, leaves.data[i]));
    hd_vec_clear(&leaves);
  }
}
