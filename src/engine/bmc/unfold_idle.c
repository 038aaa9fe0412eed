/* unfold_idle.c - iterations that change nothing are not executed.
 *
 * Take a violation that is reached in as few steps as possible, and of its orders one that switches at
 * cut-points only: each instance takes the same steps with the same values. An iteration that writes nothing
 * and ends with the locals it began with can be left out of it: the others do not notice, and the instance
 * is where it was. The same holds for an iteration made of whole blocks that leave every cell as they
 * found it. So there is none in that execution, and the unfolding need not have any: a thread that
 * spins until something happens comes around once at most. */
#include "engine/bmc/unfolder.h"

/* Iterations are counted from the head, and from the start of every block in the loop: a lock that is held at the head
 * and released in order to wait is not written by the whole blocks between two waits. */

static uint64_t head_key(const hd_bmc_unfolder *x, hd_loc head, const uint32_t *counts)
{
  uint32_t first[2] = {x->who, head.id};
  return hd_hash_bytes(counts, x->shape.levels * sizeof *counts, hd_hash_bytes(first, sizeof first, 3));
}

static hd_bmc_head *find_head(hd_bmc_unfolder *x, hd_loc loc, const uint32_t *counts, uint64_t *key)
{
  *key = head_key(x, loc, counts);
  for (const uint64_t *at; (at = hd_map_find(&x->head_of, *key)); ++*key) {
    const hd_bmc_node *n = &x->u->nodes.data[x->heads.data[*at].node];
    if (n->who == x->who && n->loc.id == loc.id &&
        memcmp(x->counts.data + n->counts, counts, x->shape.levels * sizeof *counts) == 0)
      return &x->heads.data[*at];
  }
  return NULL;
}

void hd_bmc_note_head(hd_bmc_unfolder *x, uint32_t node)
{
  const hd_bmc_node *n = &x->u->nodes.data[node];
  uint32_t loop = x->in->loops->innermost[n->loc.id];
  uint64_t key;
  if (loop == HD_NONE || !(n->starts || x->in->loops->list.data[loop].head.id == n->loc.id)) return;
  hd_bmc_head *known = find_head(x, n->loc, x->counts.data + n->counts, &key);
  if (known) {
    known->one = false;
    return;
  }
  hd_map_put(&x->head_of, key, x->heads.len);
  hd_vec_push(&x->heads, (hd_bmc_head){.node = node, .raw = x->raw.len, .one = true});
}

/* Are the locals that matter at the head as they were? */
static hd_term same_locals(hd_bmc_unfolder *x, const hd_bmc_node *head, uint32_t env)
{
  hd_terms *T = x->u->T;
  hd_term all = hd_term_true(T);
  for (uint32_t v = 0; v < x->in->p->vars.len && !hd_term_is_false(T, all); v++) {
    const hd_var_info *info = &x->in->p->vars.data[v];
    if (x->column[v] == HD_NONE || hd_bmc_owner(x->in, (hd_var){v}) != x->u->who.data[x->who].thread.id) continue;
    if (info->thread.id != HD_NONE && !hd_is_live(x->in->liveness, head->loc, (hd_var){v})) continue;
    hd_term before = x->envs.data[head->env + x->column[v]], now = x->envs.data[env + x->column[v]];
    all = hd_term_2(T, HD_OP_AND, all, hd_term_2(T, HD_OP_EQ, before, now));
  }
  return all;
}

/* Is that what the block has waited for? Then it holds wherever the block is executed. */
static bool is_demanded(const hd_bmc_unfolding *u, uint32_t block, hd_term t)
{
  const hd_u32s *must = &u->blocks.data[block].must;
  for (uint32_t i = 0; i < must->len; i++)
    if (must->data[i] == t.id) return true;
  return false;
}

/* Has the write, if it happened, left its cell as its block found it? A lock that was free and is free again has. */
static hd_term left_as_it_was(hd_bmc_view *v, const hd_bmc_raw *w, bool whole_blocks)
{
  hd_bmc_unfolding *u = v->x->u;
  hd_term wrote = hd_bmc_happens(u, w->cond, v->cond), found, left = HD_NO_TERM;
  hd_bmc_view then = *v;
  if (!hd_term_is(wrote)) return hd_term_true(u->T);
  then.block = w->block;
  if (whole_blocks && w->block != HD_NONE) left = hd_bmc_left_in_cell(&then, w->var, w->index, &found);
  hd_term same = hd_term_is(left) ? hd_term_2(u->T, HD_OP_EQ, left, found) : hd_term_false(u->T);
  if (hd_term_is(left) && is_demanded(u, w->block, same)) return hd_term_true(u->T);
  return hd_term_2(u->T, HD_OP_OR, hd_term_1(u->T, HD_OP_NOT, wrote), same);
}

hd_term hd_bmc_is_idle(hd_bmc_view *v, const hd_edge_info *e, const uint32_t *after, uint32_t env)
{
  hd_bmc_unfolder *x = v->x;
  hd_terms *T = x->u->T;
  uint32_t counts[64], loop = x->in->loops->innermost[e->to.id];
  uint64_t key;
  if (loop == HD_NONE || !hd_bmc_has_rule(x->in->off, HD_BMC_RULE_IDLE)) return hd_term_false(T);
  uint32_t own = x->in->loops->list.data[loop].depth - 1;
  if (after[own] == 0) return hd_term_false(T);
  memcpy(counts, after, x->shape.levels * sizeof *counts);
  counts[own]--;
  const hd_bmc_head *head = find_head(x, e->to, counts, &key);
  if (!head || !head->one) return hd_term_false(T);
  const hd_bmc_node at = x->u->nodes.data[head->node];
  uint32_t first = head->raw;
  hd_term all = hd_bmc_happens(x->u, at.go, v->cond); /* this way led through it */
  if (!hd_term_is(all)) return hd_term_false(T);
  all = hd_term_2(T, HD_OP_AND, all, same_locals(x, &at, env));
  for (uint32_t i = first; i < x->raw.len && !hd_term_is_false(T, all); i++)
    all = hd_term_2(T, HD_OP_AND, all, left_as_it_was(v, &x->raw.data[i], at.starts));
  return all;
}
