/* smt.c - the life of a solver: contexts, arithmetic, budget, one-time questions. */
#include "logic/smt.h"

#include <stdio.h>

#include "logic/translate.h"

static const char *const names[] = {"auto", "bv", "int", "unbounded"};

const char *hd_arith_name(hd_arith arith)
{
  return names[arith];
}

bool hd_arith_find(const char *name, hd_arith *arith)
{
  for (unsigned i = 0; i < HD_COUNT(names); i++) {
    if (strcmp(name, names[i])) continue;
    *arith = (hd_arith)i;
    return true;
  }
  return false;
}

hd_smt *hd_smt_new(hd_terms *T, hd_arith arith, const hd_signs *signs, const hd_budget *budget)
{
  HD_CHECK(arith != HD_ARITH_AUTO);
  hd_smt *s = hd_alloc(1, sizeof *s);
  s->T = T;
  s->arith = arith;
  s->signs = signs;
  s->budget = budget;
  return s;
}

static void drop_ast(Z3_ast a)
{
  if (a) Z3_dec_ref(hd_z3(), a);
}

void hd_image_drop(hd_image *image)
{
  drop_ast(image->ast);
  drop_ast(image->ranged[0]);
  drop_ast(image->ranged[1]);
  drop_ast(image->fact);
}

void hd_smt_free(hd_smt *s)
{
  if (!s) return;
  if (s->once) hd_solver_free(s->once);
  for (uint32_t i = 0; i < s->n_images; i++) hd_image_drop(&s->images[i]);
  free(s->images);
  hd_map_clear(&s->leaves);
  hd_map_clear(&s->promised);
  hd_map_clear(&s->symbols);
  free(s);
}

hd_terms *hd_smt_terms(const hd_smt *s)
{
  return s->T;
}

hd_arith hd_smt_arith(const hd_smt *s)
{
  return s->arith;
}

const hd_budget *hd_smt_budget(const hd_smt *s)
{
  return s->budget;
}

void hd_smt_set_budget(hd_smt *s, const hd_budget *budget)
{
  s->budget = budget;
}

hd_smt_cost hd_smt_spent(const hd_smt *s)
{
  return s->cost;
}

Z3_ast hd_z3_bv(unsigned width, uint64_t value)
{
  Z3_context c = hd_z3();
  return hd_z3_keep(Z3_mk_unsigned_int64(c, value, Z3_mk_bv_sort(c, width)));
}

Z3_ast hd_z3_variable(uint32_t symbol, Z3_sort sort)
{
  char name[16];
  snprintf(name, sizeof name, "v%u", symbol);
  return hd_z3_keep(Z3_mk_const(hd_z3(), Z3_mk_string_symbol(hd_z3(), name), sort));
}

static Z3_sort keep_sort(Z3_sort sort)
{
  hd_z3_keep(Z3_sort_to_ast(hd_z3(), sort));
  return sort;
}

static Z3_sort scalar_sort(const hd_smt *s, unsigned width)
{
  return keep_sort(s->arith == HD_ARITH_BV ? Z3_mk_bv_sort(hd_z3(), width) : Z3_mk_int_sort(hd_z3()));
}

Z3_sort hd_smt_sort_z3(hd_smt *s, hd_sort sort)
{
  if (sort.kind == HD_SORT_BOOL) return Z3_mk_bool_sort(hd_z3());
  if (sort.kind == HD_SORT_BV) return scalar_sort(s, sort.width);
  Z3_sort index = scalar_sort(s, sort.index), element = scalar_sort(s, sort.width);
  return keep_sort(Z3_mk_array_sort(hd_z3(), index, element));
}

static hd_solver *once(hd_smt *s)
{
  if (!s->once) s->once = hd_solver_new(s);
  return s->once;
}

hd_answer hd_smt_satisfiable(hd_smt *s, const hd_term *facts, uint32_t n)
{
  hd_solver *v = once(s);
  hd_solver_push(v);
  for (uint32_t i = 0; i < n; i++) hd_solver_assert(v, facts[i]);
  hd_answer answer = hd_solver_check(v, NULL, 0);
  hd_solver_pop(v, 1);
  return answer;
}

hd_answer hd_smt_refutes(hd_smt *s, const hd_term *facts, uint32_t n, hd_term conclusion)
{
  hd_solver *v = once(s);
  hd_solver_push(v);
  for (uint32_t i = 0; i < n; i++) hd_solver_assert(v, facts[i]);
  hd_solver_assert(v, hd_term_1(s->T, HD_OP_NOT, conclusion));
  hd_answer answer = hd_solver_check(v, NULL, 0);
  hd_solver_pop(v, 1);
  return answer;
}
