/* plan.h - how one clause with one choice of parts is computed: inputs, then products in order.
 *
 * An input is a set (a relation's value, a part's core, an opaque formula's value, a constant) whose bits
 * are renamed to the clause's; before that, what no fixed input can meet is filtered out, what is constant is
 * restricted, what is equal is merged and what no other factor mentions is quantified. A step multiplies two
 * results and quantifies what no other mentions.
 *
 * Inputs and steps remember their last operands and result, apart for values that grow (a relation, index 0)
 * and for differences (what is new in it, index 1). When an operand has grown, the result is the old one and
 * what the difference adds. */
#ifndef HD_MU_PLAN_H
#define HD_MU_PLAN_H

#include "mu/block.h"

typedef struct {
  uint64_t *words;
  uint32_t n;
} mu_bits;

typedef struct {
  mu_factor *factor;       /* NULL: a constant */
  bool fixed;              /* its value is `value`, a part's core or a constant */
  hd_bdd value;            /* kept; of a fixed one */
  hd_bdd filter;           /* kept, over the formal bits: what the fixed inputs leave of it */
  hd_bdd literals;         /* kept: formal bits that are constant */
  bool literals_first;     /* they lie above all others: restricting is nearly free */
  hd_bdd same, quantified; /* kept: formal bits that are equal; those that go, because of it or alone */
  hd_bdd_map *map;         /* NULL: nothing to rename */
  mu_bits support;         /* afterwards */
  struct {
    hd_bdd from, filtered, result; /* kept */
  } known[2];
  uint64_t era;  /* of known[0]: of the relation's value then; 0: not known to grow */
  bool fresh;    /* which of the two is present */
  bool absorbed; /* while the plan is made: by the filter of another input */
  bool negated;  /* its complement is the factor */
} mu_plan_input;

typedef struct {
  uint32_t a, b; /* places: inputs first, then steps */
  bool not_a, not_b;
  hd_bdd cube; /* kept */
  struct {
    hd_bdd a, b, result; /* kept */
  } known[2];
  uint64_t era; /* of known[0]: the sum of those of the inputs, which only increase; 0: not known to grow */
} mu_plan_step;

struct mu_plan {
  HD_VEC(mu_plan_input) inputs;
  HD_VEC(mu_plan_step) steps;
};

/* --- plan_run.c ------------------------------------------------------------------------------------ */

/* A set over the formal bits of an input, over those of the clause. */
hd_bdd mu_plan_rename(const mu_plan_input *in, hd_bdd v);

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
