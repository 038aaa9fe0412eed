/* exits.c - pairs of an overflow and a place that is looked for, each in the order that counts. */
#include "engine/bmc/exits.h"

enum { MOST_PAIRS = 4000 };

static uint32_t count_checks(const hd_bmc_unfolding *u)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < u->steps.len; i++) n += hd_term_is(u->steps.data[i].violated);
  return n;
}

bool hd_bmc_has_too_many_exits(const hd_bmc_unfolding *u)
{
  return (uint64_t)u->exits.len * count_checks(u) > MOST_PAIRS;
}

/* Are places where the unfolding ends put in order, too? Those that come after an overflow are taken for reachable
 * otherwise. That may cost a proof and nothing else: where a violation is looked for, none of them is reached. */
static bool orders_beyond(const hd_bmc_unfolding *u)
{
  return (uint64_t)u->exits.len * (count_checks(u) + u->beyond.len) <= MOST_PAIRS;
}

void hd_bmc_exit_blocks(const hd_bmc_unfolding *u, hd_u32s *out)
{
  bool with_beyond = orders_beyond(u);
  if (!u->exits.len) return;
  for (uint32_t i = 0; i < u->exits.len; i++) hd_vec_push(out, u->exits.data[i].block);
  for (uint32_t i = 0; i < u->beyond.len && with_beyond; i++) hd_vec_push(out, u->beyond.data[i].block);
  for (uint32_t i = 0; i < u->steps.len; i++)
    if (hd_term_is(u->steps.data[i].violated)) hd_vec_push(out, u->nodes.data[u->steps.data[i].node].block);
}

/* What happens at a place in the block comes before every overflow. In the block itself it does by what it is: an
 * overflow before which no check has failed, a check or a place before which there was no overflow. */
static void put_before_exits(hd_bmc_memory *m, uint32_t block, hd_term happens)
{
  hd_bmc_unfolding *u = m->u;
  for (uint32_t i = 0; i < u->exits.len; i++) {
    const hd_bmc_exit *x = &u->exits.data[i];
    if (x->block == block) continue;
    hd_term both = hd_term_2(u->T, HD_OP_AND, x->taken, happens);
    if (hd_term_is_false(u->T, both)) continue;
    hd_term fact = hd_term_2(u->T, HD_OP_OR, hd_term_1(u->T, HD_OP_NOT, both), hd_bmc_before(m, block, x->block));
    if (!hd_term_is_true(u->T, fact)) hd_vec_push(&u->facts, fact);
  }
}

void hd_bmc_order_exits(hd_bmc_memory *m)
{
  const hd_bmc_unfolding *u = m->u;
  bool with_beyond = orders_beyond(u);
  for (uint32_t i = 0; i < u->beyond.len && with_beyond; i++)
    put_before_exits(m, u->beyond.data[i].block, u->beyond.data[i].reached);
  for (uint32_t i = 0; i < u->steps.len; i++) {
    const hd_bmc_step *s = &u->steps.data[i];
    if (hd_term_is(s->violated)) put_before_exits(m, u->nodes.data[s->node].block, s->violated);
  }
}
