/* parts.c - which checks are closed, by which engine, and the program that asks only for the rest. */
#include "engine/parts.h"

#include "analysis/race_pairs.h"

static void begin_exchange(hd_exchange *x)
{
  if (x->own) return;
  x->own = hd_program_clone(x->p);
  hd_program_index(x->own);
  x->checks = hd_checks_of(x->own, x->property);
  x->proved = hd_alloc((size_t)x->checks->list.len + 1, sizeof *x->proved);
}

void hd_exchange_clear(hd_exchange *x)
{
  hd_proof_parts_clear(&x->parts);
  hd_checks_free(x->checks);
  if (x->own) hd_program_free(x->own);
  free((void *)x->proved);
}

static void copy_numbers(hd_u32s *to, const hd_u32s *from)
{
  to->len = 0;
  for (uint32_t i = 0; i < from->len; i++) hd_vec_push(to, from->data[i]);
}

/* A check of another program, in the whole one. */
static uint32_t number_of(const hd_exchange *x, const hd_checks *asked, uint32_t check)
{
  hd_check c = hd_checks_find(x->checks, &asked->list.data[check]);
  HD_CHECK(c.id != HD_NONE);
  return c.id;
}

void hd_exchange_add(hd_exchange *x, const hd_program *about, const hd_u32s *without, const hd_u32s *claimed,
                     const char *by, hd_result *r)
{
  hd_proof_part part = {.by = by, .about = about, .proof = r->certificate};
  begin_exchange(x);
  hd_program *copy = about ? hd_program_clone(about) : NULL;
  hd_checks *asked = copy ? hd_checks_of(copy, x->property) : x->checks;
  for (uint32_t i = 0; i < claimed->len; i++) hd_vec_push(&part.closes, number_of(x, asked, claimed->data[i]));
  for (uint32_t i = 0; i < r->closed.len; i++) {
    const char **proved = &x->proved[number_of(x, asked, r->closed.data[i].check.id)];
    if (!*proved) *proved = by;
  }
  copy_numbers(&part.without, without);
  hd_vec_push(&x->parts.list, part);
  r->certificate = NULL;
  if (!copy) return;
  hd_checks_free(asked);
  hd_program_free(copy);
}

/* Is each check of the whole program proved, or one that the other program asks? */
static bool asks_rest(const hd_exchange *x, hd_program *q)
{
  bool all = true;
  hd_checks *asked = hd_checks_of(q, x->property);
  for (uint32_t i = 0; i < x->checks->list.len; i++)
    all = all && (x->proved[i] || hd_checks_find(asked, &x->checks->list.data[i]).id != HD_NONE);
  hd_checks_free(asked);
  return all;
}

void hd_exchange_cut(hd_exchange *x)
{
  bool *proved = hd_alloc((size_t)x->checks->list.len + 1, sizeof *proved);
  for (uint32_t i = 0; i < x->checks->list.len; i++) proved[i] = x->proved[i];
  hd_program *q = hd_program_without(x->own, x->checks, proved, x->property);
  free(proved);
  if (!asks_rest(x, q)) {
    hd_program_free(q);
    return;
  }
  hd_vec_push(&x->parts.programs, q);
  x->parts.about = q;
  x->parts.without.len = 0;
  for (uint32_t i = 0; i < x->checks->list.len; i++)
    if (x->proved[i]) hd_vec_push(&x->parts.without, i);
}

void hd_exchange_complete(hd_exchange *x, const hd_program *about, const hd_u32s *without, hd_result *r)
{
  hd_u32s numbers = {0};
  copy_numbers(&numbers, without); /* it may be that of the parts */
  r->parts = x->parts;
  x->parts = (hd_proof_parts){0};
  hd_vec_clear(&r->parts.without);
  r->parts.about = about;
  r->parts.without = numbers;
}
