/* grow.c - the sequence of bounds, when induction is tried, and the words for the end. */
#include "engine/bmc/grow.h"

#include "base/board.h"
#include "engine/bmc/induct.h"

enum { UNWIND_ALONE = 16, INDUCT_AT = 2, INDUCT_AGAIN = 9 };

static uint32_t next_unwind(uint32_t n)
{
  return n < 4 ? n + 1 : n + n / 2;
}

/* Without a time limit nothing would stop it. */
static bool may_grow(const hd_bmc_growth *g)
{
  return g->task->unwind == HD_NONE && (hd_budget_is_limited(g->budget) || g->unwind < UNWIND_ALONE);
}

/* Of one thread, proofs are more likely than late violations. */
static bool induct(hd_bmc_growth *g)
{
  bool one = g->p->threads.len == 1 && g->p->threads.data[0].instances == 1;
  const double part = one ? 0.6 : 0.2, most = one ? 60 : 20;
  hd_budget slice = hd_budget_part(g->budget, part, most);
  return hd_bmc_induct(g->p, g->task, g->inducted++ > 0, &slice, g->out);
}

static bool is_time_to_induct(const hd_bmc_growth *g)
{
  return g->inducted < 2 && g->unwind >= (g->inducted ? INDUCT_AGAIN : INDUCT_AT);
}

void hd_bmc_grow(hd_bmc_growth *g)
{
  g->unwind = g->task->unwind == HD_NONE ? 1 : g->task->unwind;
  while (g->examine(g->context) && may_grow(g)) {
    if (is_time_to_induct(g) && induct(g)) return;
    g->unwind = next_unwind(g->unwind);
    hd_board_say("bmc", "unwind %u", g->unwind);
  }
  if (g->out->verdict == HD_UNKNOWN && !g->inducted && !hd_budget_spent(g->budget)) induct(g);
}

hd_term hd_bmc_goes_beyond(hd_bmc_unfolding *u, bool unwinding, bool locations)
{
  hd_term some = hd_term_false(u->T);
  for (uint32_t i = 0; i < u->beyond.len; i++) {
    const hd_bmc_beyond *b = &u->beyond.data[i];
    if (b->loc == HD_NONE ? unwinding : locations) some = hd_term_2(u->T, HD_OP_OR, some, b->reached);
  }
  return some;
}

void hd_bmc_say_beyond(const hd_bmc_growth *g, const hd_bmc_unfolding *u, hd_bmc_solver *s)
{
  for (uint32_t i = 0; i < u->beyond.len; i++) {
    const hd_bmc_beyond *b = &u->beyond.data[i];
    if (b->loc == HD_NONE || !hd_bmc_solver_value(s, b->reached)) continue;
    hd_result_beyond(g->out, g->p, (hd_loc){b->loc});
    return;
  }
}

void hd_bmc_say_spent(const hd_bmc_growth *g, hd_pos pos, const char *failure)
{
  hd_cause c = hd_cause_spent(g->budget, failure ? failure : "the solver gave up");
  c.pos = pos;
  hd_cover(&c.covered, HD_MEASURE_UNWIND, g->unwind);
  hd_result_give_up(g->out, c);
}
