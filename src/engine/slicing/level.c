/* level.c - maps blocks and steps of one unfolding to those of the next. */
#include "engine/slicing/level.h"

enum { MOST_STEPS = 60000 };

hd_slice_level *hd_slice_level_new(const hd_slice_level_common *common, const uint8_t *keep)
{
  hd_slice_level *l = hd_alloc(1, sizeof *l);
  l->common = common;
  if (keep) l->a = hd_abstract(common->p, keep);
  l->facts = l->a ? hd_facts_new(l->a->program) : hd_facts_of(common->facts, common->p);
  l->sharing = hd_facts_sharing(l->facts);
  l->liveness = hd_facts_liveness(l->facts);
  return l;
}

static void drop_solver(hd_slice_level *l)
{
  if (!l->s) return;
  l->seconds += hd_bmc_solver_cost(l->s).seconds;
  hd_bmc_solver_free(l->s);
  l->s = NULL;
}

void hd_slice_level_close(hd_slice_level *l)
{
  drop_solver(l);
  hd_bmc_memory_free(l->m);
  hd_bmc_unfolding_free(l->u);
  hd_program_free(l->p);
  free(l->selects);
  hd_map_clear(&l->blocks);
  hd_map_clear(&l->steps);
  l->m = NULL;
  l->u = NULL;
  l->p = NULL;
  l->selects = NULL;
}

void hd_slice_level_free(hd_slice_level *l)
{
  if (!l) return;
  hd_slice_level_close(l);
  hd_facts_free(l->facts);
  hd_abstraction_free(l->a);
  free(l);
}

/* --- what corresponds to what ------------------------------------------------------------------------------
 */

static const uint32_t *counts_of(const hd_slice_level *l, uint32_t node)
{
  return l->u->counts.data + l->u->nodes.data[node].counts;
}

static uint32_t origin(const hd_slice_level *l, hd_edge e)
{
  return l->a ? l->a->origin.data[e.id] : e.id;
}

static uint64_t node_key(const hd_slice_level *l, uint32_t node, uint64_t seed)
{
  const hd_bmc_node *n = &l->u->nodes.data[node];
  uint32_t head[2] = {n->who, n->loc.id};
  return hd_hash_bytes(counts_of(l, node), l->u->levels * sizeof(uint32_t), hd_hash_bytes(head, sizeof head, seed));
}

static bool same_node(const hd_slice_level *l, uint32_t m, const hd_slice_level *k, uint32_t n)
{
  const hd_bmc_node *a = &l->u->nodes.data[m], *b = &k->u->nodes.data[n];
  return a->who == b->who && a->loc.id == b->loc.id &&
         memcmp(counts_of(l, m), counts_of(k, n), l->u->levels * sizeof(uint32_t)) == 0;
}

static bool same_block(const hd_slice_level *l, uint32_t a, const hd_slice_level *k, uint32_t b)
{
  return same_node(l, l->u->blocks.data[a].node, k, k->u->blocks.data[b].node);
}

static uint64_t block_key(const hd_slice_level *l, uint32_t block)
{
  return node_key(l, l->u->blocks.data[block].node, 1);
}

/* Where several edges of a level come from one of the program, they are steps of their own. */
static uint64_t step_key(const hd_slice_level *l, uint32_t step)
{
  const hd_bmc_step *s = &l->u->steps.data[step];
  uint32_t edge = origin(l, s->edge);
  uint64_t in = block_key(l, l->u->nodes.data[s->node].block);
  return node_key(l, s->node, hd_hash_bytes(&edge, sizeof edge, in));
}

static bool same_step(const hd_slice_level *l, uint32_t a, const hd_slice_level *k, uint32_t b)
{
  const hd_bmc_step *s = &l->u->steps.data[a], *t = &k->u->steps.data[b];
  if (origin(l, s->edge) != origin(k, t->edge) || !same_node(l, s->node, k, t->node)) return false;
  return same_block(l, l->u->nodes.data[s->node].block, k, k->u->nodes.data[t->node].block);
}

uint32_t hd_slice_level_find_block(const hd_slice_level *l, const hd_slice_level *from, uint32_t block)
{
  uint64_t key = block_key(from, block);
  for (const uint64_t *at; (at = hd_map_find(&l->blocks, key)); key++)
    if (same_block(l, (uint32_t)*at, from, block)) return (uint32_t)*at;
  return HD_NONE;
}

hd_term hd_slice_level_taken(hd_slice_level *l, const hd_slice_level *from, uint32_t step)
{
  hd_term some = hd_term_false(l->u->T);
  uint64_t key = step_key(from, step);
  for (const uint64_t *at; (at = hd_map_find(&l->steps, key)); key++)
    if (same_step(l, (uint32_t)*at, from, step))
      some = hd_term_2(l->u->T, HD_OP_OR, some, hd_bmc_holds(l->u, l->u->steps.data[*at].cond));
  return some;
}

uint32_t hd_slice_level_find_target(const hd_slice_level *l, const hd_slice_level *from, uint32_t step)
{
  uint64_t key = step_key(from, step);
  for (const uint64_t *at; (at = hd_map_find(&l->steps, key)); key++)
    if (same_step(l, (uint32_t)*at, from, step) && hd_term_is(l->u->steps.data[*at].violated)) return (uint32_t)*at;
  return HD_NONE;
}

static void put_free(hd_map *m, uint64_t key, uint32_t value)
{
  while (hd_map_find(m, key)) key++;
  hd_map_put(m, key, value);
}

static void number_all(hd_slice_level *l)
{
  for (uint32_t b = 0; b < l->u->blocks.len; b++)
    if (b != l->u->final) put_free(&l->blocks, block_key(l, b), b);
  for (uint32_t s = 0; s < l->u->steps.len; s++) put_free(&l->steps, step_key(l, s), s);
}

hd_term hd_slice_level_order(hd_slice_level *l, uint32_t a, uint32_t b)
{
  uint32_t m = l->m->event[a], n = l->m->event[b];
  if (m == HD_NONE || n == HD_NONE || m == n) return HD_NO_TERM;
  uint64_t key = (uint64_t)(m < n ? m : n) << 32 | (m < n ? n : m);
  bool said =
      hd_order_known(l->m->order, m, n) || hd_order_known(l->m->order, n, m) || hd_map_find(&l->m->symbols, key);
  return said ? hd_bmc_before(l->m, a, b) : HD_NO_TERM;
}

/* --- unfolding
 * ------------------------------------------------------------------------------------------------ */

static void add_selectors(hd_slice_level *l)
{
  l->selects = hd_alloc(l->u->steps.len + 1, sizeof *l->selects);
  for (uint32_t s = 0; l->a && s < l->u->steps.len; s++)
    if (hd_term_is(l->u->steps.data[s].violated)) l->selects[s] = hd_bmc_fresh(l->u, HD_BOOL);
}

/* Runs of levels are compared read by read and iteration by iteration: all of them are there. */
static unsigned left_out(const hd_slice_level *l)
{
  unsigned off = 1u << HD_BMC_RULE_CELLS | 1u << HD_BMC_RULE_COUNTING | 1u << HD_BMC_RULE_UNCHANGED |
                 1u << HD_BMC_RULE_SUMS | 1u << HD_BMC_RULE_GATES | 1u << HD_BMC_RULE_EXITS;
  return l->a ? off | 1u << HD_BMC_RULE_IDLE : off;
}

bool hd_slice_level_open(hd_slice_level *l, uint32_t unwind)
{
  const hd_slice_level_common *c = l->common;
  if (l->u) return l->m != NULL;
  l->p = hd_program_clone(l->a ? l->a->program : c->p);
  hd_program_index(l->p);
  hd_bmc_input in = {.p = l->p,
                     .sharing = l->sharing,
                     .cuts = c->cuts,
                     .liveness = l->liveness,
                     .loops = c->loops,
                     .property = c->property,
                     .stop_anywhere = l->a != NULL,
                     .blocks_by_place = true,
                     .follow_bounds = c->follow_bounds,
                     .off = left_out(l),
                     .most_steps = MOST_STEPS,
                     .budget = c->budget};
  l->u = hd_bmc_unfold(&in, unwind);
  if (l->u->failure || l->u->too_large) return false;
  l->m = hd_bmc_memory_new(l->u, c->budget);
  if (l->u->too_large) {
    hd_bmc_memory_free(l->m);
    l->m = NULL;
    return false;
  }
  add_selectors(l);
  number_all(l);
  unsigned room = hd_bmc_first_room(l->u);
  l->terms = l->terms || c->arith != HD_ARITH_AUTO;
  if (room > l->room) l->room = room;
  if (l->terms) l->room = 0;
  return true;
}

/* --- asking
 * --------------------------------------------------------------------------------------------------- */

static hd_bmc_solver *solver(hd_slice_level *l)
{
  if (!l->s) l->s = hd_bmc_solver_new(l->m, l->room, l->common->arith, l->common->budget);
  return l->s;
}

/* After an answer: true when the question has to be asked again, with another solver. */
static bool must_ask_again(hd_slice_level *l, hd_answer *answer)
{
  if (*answer == HD_DONT_KNOW && hd_bmc_solver_failure(l->s) && l->room) {
    drop_solver(l);
    l->room = 0;
    l->terms = true;
    return true;
  }
  if (*answer != HD_UNSAT) return false;
  hd_answer loses = hd_bmc_solver_loses(l->s);
  if (loses != HD_SAT) return *answer = loses, false;
  drop_solver(l);
  l->room = l->room * 2 < 64 ? l->room * 2 : 64;
  return true;
}

hd_answer hd_slice_level_ask(hd_slice_level *l, hd_term wanted)
{
  hd_answer answer;
  do {
    answer = hd_bmc_solver_check(solver(l), wanted);
  } while (must_ask_again(l, &answer));
  return answer;
}

hd_answer hd_slice_level_ask_all(hd_slice_level *l, const hd_term *wanted, uint32_t n, uint8_t *needed)
{
  hd_answer answer;
  do {
    answer = hd_bmc_solver_check_all(solver(l), wanted, n, needed);
  } while (must_ask_again(l, &answer));
  return answer;
}

void hd_slice_level_add(hd_slice_level *l, hd_term fact)
{
  hd_vec_push(&l->u->facts, fact);
  if (l->s) hd_bmc_solver_assert(l->s, fact);
}

hd_term hd_slice_level_target(hd_slice_level *l, uint32_t step)
{
  hd_term violated = l->u->steps.data[step].violated;
  if (!hd_term_is(violated)) return hd_term_false(l->u->T);
  return l->a ? hd_term_2(l->u->T, HD_OP_AND, l->selects[step], violated) : violated;
}

hd_term hd_slice_level_any_target(hd_slice_level *l)
{
  hd_term some = hd_term_false(l->u->T);
  for (uint32_t s = 0; s < l->u->steps.len; s++)
    if (hd_term_is(l->u->steps.data[s].violated))
      some = hd_term_2(l->u->T, HD_OP_OR, some, hd_slice_level_target(l, s));
  return some;
}
