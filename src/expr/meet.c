#include "expr/meet.h"

typedef HD_VEC(hd_term) list;

/* The parts of a conjunction (or disjunction), each once. */
static void parts(const hd_terms *T, hd_op op, hd_term t, list *out)
{
  list work = {0};
  hd_vec_push(&work, t);
  while (work.len) {
    hd_term next = hd_vec_pop(&work);
    bool known = false;
    if (hd_term_op(T, next) == op) {
      hd_vec_push(&work, hd_term_arg(T, next, 1));
      hd_vec_push(&work, hd_term_arg(T, next, 0));
      continue;
    }
    for (uint32_t i = 0; i < out->len; i++) known |= hd_term_same(out->data[i], next);
    if (!known) hd_vec_push(out, next);
  }
  hd_vec_clear(&work);
}

static bool contains(const list *l, hd_term t)
{
  for (uint32_t i = 0; i < l->len; i++)
    if (hd_term_same(l->data[i], t)) return true;
  return false;
}

/* Moves what both have to `common`. */
static void take_common(list *a, list *b, list *common)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < a->len; i++) {
    if (contains(b, a->data[i]))
      hd_vec_push(common, a->data[i]);
    else
      a->data[kept++] = a->data[i];
  }
  a->len = kept;
  kept = 0;
  for (uint32_t i = 0; i < b->len; i++)
    if (!contains(common, b->data[i])) b->data[kept++] = b->data[i];
  b->len = kept;
}

static hd_term all_of(hd_terms *T, const list *l)
{
  hd_term t = hd_term_true(T);
  for (uint32_t i = 0; i < l->len; i++) t = hd_term_2(T, HD_OP_AND, t, l->data[i]);
  return t;
}

/* x or (l[0] and l[1] ..): a part whose negation is one of x's parts may be left out. */
static void absorb(hd_terms *T, hd_term x, list *l)
{
  list others = {0};
  uint32_t kept = 0;
  parts(T, HD_OP_OR, x, &others);
  for (uint32_t i = 0; i < l->len; i++)
    if (!contains(&others, hd_term_1(T, HD_OP_NOT, l->data[i]))) l->data[kept++] = l->data[i];
  l->len = kept;
  hd_vec_clear(&others);
}

hd_term hd_meet(hd_terms *T, hd_term a, hd_term b, hd_term *choice)
{
  list of_a = {0}, of_b = {0}, common = {0};
  parts(T, HD_OP_AND, a, &of_a);
  parts(T, HD_OP_AND, b, &of_b);
  take_common(&of_a, &of_b, &common);
  hd_term rest_a = all_of(T, &of_a), rest_b = all_of(T, &of_b);
  bool a_is_smaller = hd_term_size(T, rest_a) < hd_term_size(T, rest_b);
  *choice = a_is_smaller ? hd_term_1(T, HD_OP_NOT, rest_a) : rest_b;
  absorb(T, rest_a, &of_b);
  hd_term less_b = all_of(T, &of_b);
  absorb(T, less_b, &of_a);
  hd_term either = hd_term_2(T, HD_OP_OR, all_of(T, &of_a), less_b);
  hd_term result = hd_term_2(T, HD_OP_AND, all_of(T, &common), either);
  hd_vec_clear(&of_a);
  hd_vec_clear(&of_b);
  hd_vec_clear(&common);
  return result;
}
