/* plan.h - how one clause with one choice of parts is computed: inputs, then products in order.
 *
 * An input is a set (a relation's value, a part's core, an opaque formula's value, a constant) whose bits
 * are renamed to the clause's; before that, what is constant is restricted, what is equal is merged
 * and what no other factor mentions is quantified. A step multiplies two results and quantifies what
 * no other mentions. Every input and step remembers its last operands and result. */
#ifndef HD_MU_PLAN_H
#define HD_MU_PLAN_H

#include "mu/block.h"

typedef struct {
  uint64_t *words;
  uint32_t n;
} mu_bits;

typedef struct {
  mu_factor *factor;             /* NULL: a constant */
  bool fixed;                    /* its value is `value`, a part's core or a constant */
  hd_bdd value;                  /* kept; of a fixed one */
  hd_bdd literals;               /* kept: formal bits that are constant */
  hd_bdd same, quantified;       /* kept: formal bits that are equal; those that go, because of it or alone */
  hd_bdd_map *map;               /* NULL: nothing to rename */
  mu_bits support;               /* afterwards */
  hd_bdd known_for[2], known[2]; /* kept: the last two values and results */
  uint32_t oldest;
} mu_plan_input;

typedef struct {
  uint32_t a, b; /* places: inputs first, then steps */
  hd_bdd cube;   /* kept */
  hd_bdd known_a, known_b, known;
} mu_plan_step;

struct mu_plan {
  HD_VEC(mu_plan_input) inputs;
  HD_VEC(mu_plan_step) steps;
};

/* --- schedule.c ------------------------------------------------------------------------------------ */

/* Fills p->steps: all inputs into one, quantifying the bits of `bound`. */
void mu_plan_schedule(mu_plan *p, const mu_bits *bound, uint32_t n_vars);

/* --- sets of BDD variables --------------------------------------------------------------------------- */

static inline mu_bits mu_bits_new(uint32_t n_vars)
{
  uint32_t n = n_vars / 64 + 1;
  return (mu_bits){hd_alloc(n, sizeof(uint64_t)), n};
}
static inline void mu_bits_add(mu_bits *b, uint32_t var)
{
  b->words[var / 64] |= UINT64_C(1) << var % 64;
}
static inline bool mu_bits_has(const mu_bits *b, uint32_t var)
{
  return b->words[var / 64] >> var % 64 & 1;
}

#endif
