/* unfold_count.c - loops whose end constants decide are unwound to that end.
 *
 * A loop that counts up to its thread's number has no bound that holds for every thread, but in the unfolding of one
 * thread each test of the counter is decided. Where a test in this iteration could have left the loop, and constants
 * say that it does not, the loop goes on whatever the bound on iterations is. Only tests of what the loop itself
 * counts are such: `while (1) { x = 1; if (x != 1) error(); }` would never end. How far a loop is unwound is never a
 * matter of right and wrong: what goes on beyond is remembered where the unfolding ends. */
#include "engine/bmc/unfolder.h"

static bool is_in_body(const hd_loop *l, hd_loc at)
{
  for (uint32_t low = 0, high = l->n_body; low < high;) {
    uint32_t middle = (low + high) / 2;
    if (l->body[middle] == at.id) return true;
    if (l->body[middle] < at.id)
      low = middle + 1;
    else
      high = middle;
  }
  return false;
}

typedef struct {
  const hd_program *p;
  uint32_t locals, others;
} operands;

static void count_operand(void *context, hd_term leaf)
{
  operands *o = context;
  hd_var v = {hd_term_symbol(o->p->terms, leaf)};
  hd_var_get(o->p, v)->thread.id == HD_NONE ? o->others++ : o->locals++;
}

/* Is something added to a local, as to counters? What was read from memory to be checked is none. */
static bool assign_counts(const hd_program *p, const hd_assign *a)
{
  operands o = {p, 0, 0};
  hd_op op = hd_term_is(a->value) ? hd_term_op(p->terms, a->value) : HD_OP_VAR;
  if ((op != HD_OP_ADD && op != HD_OP_SUB) || hd_var_get(p, a->var)->thread.id == HD_NONE) return false;
  hd_term_visit_leaves(p->terms, a->value, count_operand, &o);
  return o.locals > 0 && o.others == 0;
}

static void mark_changed(const hd_program *p, const hd_loop *l, uint8_t *changed)
{
  uint32_t n;
  memset(changed, 0, p->vars.len);
  for (uint32_t i = 0; i < l->n_body; i++) {
    const uint32_t *out = hd_loc_out(p, (hd_loc){l->body[i]}, &n);
    for (uint32_t k = 0; k < n; k++) {
      const hd_edge_info *e = &p->edges.data[out[k]];
      for (uint32_t a = 0; a < e->n_assigns && is_in_body(l, e->to); a++)
        if (assign_counts(p, &e->assigns[a])) changed[e->assigns[a].var.id] = 1;
    }
  }
}

typedef struct {
  const hd_terms *T;
  const uint8_t *changed;
  bool found;
} mention;

static void note_mention(void *context, hd_term leaf)
{
  mention *m = context;
  if (m->changed[hd_term_symbol(m->T, leaf)]) m->found = true;
}

static void mark_tests(const hd_program *p, uint32_t loop, const hd_loop *l, const uint8_t *changed, uint32_t *tests)
{
  uint32_t n;
  for (uint32_t i = 0; i < l->n_body; i++) {
    const uint32_t *out = hd_loc_out(p, (hd_loc){l->body[i]}, &n);
    for (uint32_t k = 0; k < n; k++) {
      const hd_edge_info *e = &p->edges.data[out[k]];
      mention m = {p->terms, changed, false};
      if (is_in_body(l, e->to) || hd_loc_get(p, e->to)->kind == HD_LOC_EXIT || !hd_term_is(e->guard)) continue;
      hd_term_visit_leaves(p->terms, e->guard, note_mention, &m);
      if (m.found) tests[out[k]] = loop;
    }
  }
}

void hd_bmc_find_tests(hd_bmc_unfolder *x)
{
  const hd_program *p = x->in->p;
  uint8_t *changed = hd_alloc(p->vars.len + 1, 1);
  x->tests = hd_alloc(p->edges.len + 1, sizeof *x->tests);
  for (uint32_t e = 0; e < p->edges.len; e++) x->tests[e] = HD_NONE;
  for (uint32_t i = 0; i < x->in->loops->list.len; i++) {
    mark_changed(p, &x->in->loops->list.data[i], changed);
    mark_tests(p, i, &x->in->loops->list.data[i], changed, x->tests);
  }
  free(changed);
}

/* Of the iteration of the loop that the counts tell. Two iterations with one key would share what is known about
 * them: then one of them is unwound further than it need be. */
static uint64_t iteration(const hd_bmc_unfolder *x, uint32_t loop, const uint32_t *counts)
{
  uint32_t head[2] = {x->who, loop};
  return hd_hash_bytes(counts, x->in->loops->list.data[loop].depth * sizeof *counts,
                       hd_hash_bytes(head, sizeof head, 4));
}

void hd_bmc_note_test(hd_bmc_unfolder *x, uint32_t node, uint32_t edge)
{
  if (x->tests[edge] == HD_NONE) return;
  hd_map_put(&x->decided, iteration(x, x->tests[edge], x->counts.data + x->u->nodes.data[node].counts), 1);
}

bool hd_bmc_goes_around(const hd_bmc_unfolder *x, uint32_t loop, uint32_t node)
{
  if (!hd_bmc_has_rule(x->in->off, HD_BMC_RULE_COUNTING)) return false;
  return hd_map_find(&x->decided, iteration(x, loop, x->counts.data + x->u->nodes.data[node].counts)) != NULL;
}
