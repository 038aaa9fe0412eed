/* run.c - a run as literals of a solver, which another level can be asked about. */
#include "engine/slicing/run.h"

#include "engine/bmc/counterexample.h"

static bool holds_in_level(hd_slice_level *l, hd_term t)
{
  return hd_bmc_solver_value(l->s, t) != 0;
}

static void say_of_run(hd_slice_run *r, hd_says says, uint32_t a, uint32_t b, hd_term here)
{
  hd_vec_push(&r->says, (hd_saying){.says = says, .a = a, .b = b, .here = here});
}

static uint32_t find_target(hd_slice_level *l)
{
  for (uint32_t s = 0; s < l->u->steps.len; s++)
    if (hd_term_is(l->u->steps.data[s].violated) && holds_in_level(l, hd_slice_level_target(l, s))) return s;
  HD_UNREACHABLE();
}

/* The choices that the block made, up to the target where that lies in it. */
static void say_path(hd_slice_run *r, uint32_t block, uint32_t target)
{
  hd_slice_level *l = r->level;
  const hd_bmc_unfolding *u = l->u;
  uint32_t start = u->blocks.data[block].node;
  for (uint32_t node = start; node != HD_NONE;) {
    const hd_bmc_node *n = &u->nodes.data[node];
    uint32_t taken = HD_NONE;
    if (node != start && n->block != block) break;
    for (uint32_t i = 0; i < n->n_steps && taken == HD_NONE; i++)
      if (holds_in_level(l, hd_bmc_holds(u, u->steps.data[n->first_step + i].cond))) taken = n->first_step + i;
    if (taken == HD_NONE) break;
    if (node == start || n->n_steps > 1)
      say_of_run(r, HD_SAYS_TAKEN, taken, 0, hd_bmc_holds(u, u->steps.data[taken].cond));
    if (taken == target) break;
    node = u->steps.data[taken].to;
  }
}

static void say_order(hd_slice_run *r, const uint8_t *past)
{
  hd_slice_level *l = r->level;
  for (uint32_t i = 0; i < l->m->open.len; i++) {
    const hd_bmc_open *o = &l->m->open.data[i];
    uint32_t a = l->m->blocks.data[o->a], b = l->m->blocks.data[o->b];
    if (!past[a] || !past[b]) continue;
    if (holds_in_level(l, o->symbol))
      say_of_run(r, HD_SAYS_BEFORE, a, b, o->symbol);
    else
      say_of_run(r, HD_SAYS_BEFORE, b, a, hd_term_1(l->u->T, HD_OP_NOT, o->symbol));
  }
}

static void say_values(hd_slice_run *r, const uint8_t *past)
{
  hd_slice_level *l = r->level;
  hd_terms *T = l->u->T;
  for (uint32_t i = 0; i < l->u->reads.len; i++) {
    const hd_bmc_read *read = &l->u->reads.data[i];
    if (read->block >= l->u->blocks.len || !past[read->block] || hd_term_is(read->index)) continue;
    if (!holds_in_level(l, read->guard)) continue;
    uint64_t value = hd_bmc_solver_value(l->s, read->symbol);
    hd_term here = hd_term_2(T, HD_OP_EQ, read->symbol, hd_term_const(T, hd_term_sort(T, read->symbol), value));
    hd_vec_push(&r->says, (hd_saying){HD_SAYS_VALUE, i, 0, value, hd_term_2(T, HD_OP_AND, read->guard, here)});
  }
}

void hd_slice_run_read(hd_slice_run *r, hd_slice_level *level, bool values)
{
  *r = (hd_slice_run){.level = level};
  uint32_t target = find_target(level), block = level->u->nodes.data[level->u->steps.data[target].node].block;
  uint8_t *past = hd_bmc_past(level->m, level->s, block);
  say_of_run(r, HD_SAYS_TARGET, target, 0, level->selects[target]);
  for (uint32_t b = 0; b < level->u->blocks.len; b++)
    if (past[b]) say_path(r, b, target);
  say_order(r, past);
  if (values) say_values(r, past);
  free(past);
}

void hd_slice_run_clear(hd_slice_run *r)
{
  hd_vec_clear(&r->says);
}

static hd_term translate_value(const hd_slice_run *r, const hd_saying *x, hd_slice_level *to)
{
  const hd_bmc_read *from = &r->level->u->reads.data[x->a];
  uint32_t block = hd_slice_level_find_block(to, r->level, from->block);
  hd_terms *T = to->u->T;
  for (uint32_t i = 0; i < to->u->reads.len; i++) {
    const hd_bmc_read *read = &to->u->reads.data[i];
    if (read->block != block || read->var.id != from->var.id || hd_term_is(read->index)) continue;
    hd_term same = hd_term_2(T, HD_OP_EQ, read->symbol, hd_term_const(T, hd_term_sort(T, read->symbol), x->value));
    /* Here the value may not be looked at. */
    return hd_term_2(T, HD_OP_OR, hd_term_1(T, HD_OP_NOT, read->guard), same);
  }
  return HD_NO_TERM;
}

hd_term hd_slice_run_translate(const hd_slice_run *r, uint32_t i, hd_slice_level *to)
{
  const hd_saying *x = &r->says.data[i];
  if (x->says == HD_SAYS_VALUE) return translate_value(r, x, to);
  if (x->says == HD_SAYS_TAKEN) return hd_slice_level_taken(to, r->level, x->a);
  if (x->says == HD_SAYS_TARGET) {
    uint32_t step = hd_slice_level_find_target(to, r->level, x->a);
    return step == HD_NONE ? hd_term_false(to->u->T) : hd_slice_level_target(to, step);
  }
  uint32_t a = hd_slice_level_find_block(to, r->level, x->a), b = hd_slice_level_find_block(to, r->level, x->b);
  return a == HD_NONE || b == HD_NONE ? HD_NO_TERM : hd_slice_level_order(to, a, b);
}

void hd_slice_run_block(const hd_slice_run *r, const uint8_t *needed)
{
  hd_terms *T = r->level->u->T;
  hd_term clause = hd_term_1(T, HD_OP_NOT, r->says.data[0].here);
  for (uint32_t i = 1; i < r->says.len; i++)
    if (needed[i]) clause = hd_term_2(T, HD_OP_OR, clause, hd_term_1(T, HD_OP_NOT, r->says.data[i].here));
  hd_slice_level_add(r->level, clause);
}
