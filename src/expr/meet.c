/* meet.c - factors out what two conditions have in common before they are joined. */
#include "expr/meet.h"

#include "base/map.h"

/* Terms in the order in which they came, each once. */
typedef struct {
  HD_VEC(hd_term) terms;
  hd_map has; /* of more than a few: their numbers */
} list;

enum { FEW = 8 };

static bool has_part(const list *l, hd_term t)
{
  if (l->has.len) return hd_map_find(&l->has, t.id) != NULL;
  for (uint32_t i = 0; i < l->terms.len; i++)
    if (hd_term_same(l->terms.data[i], t)) return true;
  return false;
}

/* True when it was not there. */
static bool add_part(list *l, hd_term t)
{
  if (has_part(l, t)) return false;
  hd_vec_push(&l->terms, t);
  for (uint32_t i = l->has.len; l->terms.len > FEW && i < l->terms.len; i++)
    hd_map_put(&l->has, l->terms.data[i].id, 1);
  return true;
}

static void clear_parts(list *l)
{
  hd_vec_clear(&l->terms);
  hd_map_clear(&l->has);
}

/* The parts of a conjunction (or disjunction); of one that occurs in it often, once. */
static void find_parts(const hd_terms *T, hd_op op, hd_term t, list *out)
{
  HD_VEC(hd_term) work = {0};
  list inner = {0};
  hd_vec_push(&work, t);
  while (work.len) {
    hd_term next = hd_vec_pop(&work);
    if (hd_term_op(T, next) != op) {
      add_part(out, next);
    } else if (add_part(&inner, next)) {
      hd_vec_push(&work, hd_term_arg(T, next, 1));
      hd_vec_push(&work, hd_term_arg(T, next, 0));
    }
  }
  hd_vec_clear(&work);
  clear_parts(&inner);
}

/* What both have, and what only one of them has. */
static void compare_parts(const list *a, const list *b, list *common, list *only_a, list *only_b)
{
  for (uint32_t i = 0; i < a->terms.len; i++)
    add_part(has_part(b, a->terms.data[i]) ? common : only_a, a->terms.data[i]);
  for (uint32_t i = 0; i < b->terms.len; i++)
    if (!has_part(a, b->terms.data[i])) add_part(only_b, b->terms.data[i]);
}

static hd_term all_of(hd_terms *T, const list *l)
{
  hd_term t = hd_term_true(T);
  for (uint32_t i = 0; i < l->terms.len; i++) t = hd_term_2(T, HD_OP_AND, t, l->terms.data[i]);
  return t;
}

/* The conjunction of l as far as it matters in `x or l`: a part whose negation is one of x's parts may be left out. */
static hd_term all_beside(hd_terms *T, hd_term x, const list *l)
{
  list others = {0}, kept = {0};
  find_parts(T, HD_OP_OR, x, &others);
  for (uint32_t i = 0; i < l->terms.len; i++)
    if (!has_part(&others, hd_term_1(T, HD_OP_NOT, l->terms.data[i]))) add_part(&kept, l->terms.data[i]);
  hd_term t = all_of(T, &kept);
  clear_parts(&others);
  clear_parts(&kept);
  return t;
}

static bool is_negation(const hd_terms *T, hd_term t, hd_term of)
{
  return hd_term_op(T, t) == HD_OP_NOT && hd_term_same(hd_term_arg(T, t, 0), of);
}

/* Mostly one is the other's negation, and nothing has to be counted. */
static bool is_smaller(const hd_terms *T, hd_term a, hd_term b)
{
  if (is_negation(T, b, a) || is_negation(T, a, b)) return is_negation(T, b, a);
  return hd_term_size(T, a) < hd_term_size(T, b);
}

hd_term hd_meet(hd_terms *T, hd_term a, hd_term b, hd_term *choice)
{
  list of_a = {0}, of_b = {0}, common = {0}, only_a = {0}, only_b = {0};
  find_parts(T, HD_OP_AND, a, &of_a);
  find_parts(T, HD_OP_AND, b, &of_b);
  compare_parts(&of_a, &of_b, &common, &only_a, &only_b);
  hd_term rest_a = all_of(T, &only_a), rest_b = all_of(T, &only_b);
  *choice = is_smaller(T, rest_a, rest_b) ? hd_term_1(T, HD_OP_NOT, rest_a) : rest_b;
  hd_term less_b = all_beside(T, rest_a, &only_b), less_a = all_beside(T, less_b, &only_a);
  hd_term either = hd_term_2(T, HD_OP_OR, less_a, less_b);
  hd_term result = hd_term_2(T, HD_OP_AND, all_of(T, &common), either);
  clear_parts(&of_a);
  clear_parts(&of_b);
  clear_parts(&common);
  clear_parts(&only_a);
  clear_parts(&only_b);
  return result;
}
