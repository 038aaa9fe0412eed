/* shortest.c - Dijkstra's search with a heap; a state is settled at its cheapest. */
#include "trace/shortest.h"

#include "trace/state.h"

typedef struct {
  hd_state *state;
  uint32_t *taken; /* by instance number: steps of its own taken so far */
  uint32_t parent;
  uint32_t who; /* moved last; HD_NONE: none yet */
  uint32_t switches, steps;
  const hd_step *last; /* violates its assertion here; NULL: no such step */
  bool done;           /* was expanded, or a cheaper way to the same node was found */
} node;

typedef struct {
  const hd_program *p;
  const hd_trace *t;
  hd_property property;
  uint32_t n_who;
  hd_u32s *own; /* by instance number: its steps, as numbers into t */
  bool *local;  /* by edge: neither waits nor touches shared variables */
  HD_VEC(node) nodes;
  hd_u32s heap; /* of nodes, cheapest first */
  uint32_t *slots, n_slots;
  hd_trace *best;
} search;

/* --- which steps no other thread can notice ------------------------------------------------ */

typedef struct {
  const hd_program *p;
  bool shared;
} leaf_look;

static void look_at_leaf(void *context, hd_term leaf)
{
  leaf_look *l = context;
  hd_var v = {hd_term_symbol(l->p->terms, leaf)};
  l->shared |= hd_var_get(l->p, v)->thread.id == HD_NONE;
}

static void look_at(leaf_look *l, hd_term t)
{
  if (hd_term_is(t)) hd_term_visit_leaves(l->p->terms, t, look_at_leaf, l);
}

/* Entering an atomic section is noticed by all others: they have to wait. */
static bool is_local(const hd_program *p, hd_edge id)
{
  const hd_edge_info *e = hd_edge_get(p, id);
  leaf_look l = {.p = p, .shared = hd_loc_get(p, e->to)->atomic && !hd_loc_get(p, e->from)->atomic};
  look_at(&l, e->guard);
  look_at(&l, e->cond);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    look_at(&l, e->assigns[i].index);
    look_at(&l, e->assigns[i].value);
    l.shared |= hd_var_get(p, e->assigns[i].var)->thread.id == HD_NONE;
  }
  return !l.shared;
}

/* --- nodes: a hash set, and a heap by cost ------------------------------------------------ */

static bool same_node(const search *x, const node *a, const node *b)
{
  return a->who == b->who && memcmp(a->taken, b->taken, x->n_who * sizeof *a->taken) == 0 &&
         hd_state_same(a->state, b->state);
}

static uint32_t *slot_of(search *x, const node *n)
{
  uint64_t h = hd_hash_bytes(n->taken, x->n_who * sizeof *n->taken, n->who) ^ hd_state_hash(n->state);
  uint32_t i = (uint32_t)h & (x->n_slots - 1);
  while (x->slots[i] && !same_node(x, &x->nodes.data[x->slots[i] - 1], n)) i = (i + 1) & (x->n_slots - 1);
  return &x->slots[i];
}

static void grow_slots(search *x)
{
  free(x->slots);
  x->n_slots = x->n_slots ? x->n_slots * 2 : 256;
  x->slots = hd_alloc(x->n_slots, sizeof *x->slots);
  for (uint32_t i = 0; i < x->nodes.len; i++)
    if (!x->nodes.data[i].last) *slot_of(x, &x->nodes.data[i]) = i + 1;
}

static bool cheaper(const search *x, uint32_t a, uint32_t b)
{
  const node *m = &x->nodes.data[a], *n = &x->nodes.data[b];
  if (m->switches != n->switches) return m->switches < n->switches;
  return m->steps != n->steps ? m->steps < n->steps : a < b;
}

static void swap_numbers(uint32_t *a, uint32_t *b)
{
  uint32_t old = *a;
  *a = *b;
  *b = old;
}

static void heap_push(search *x, uint32_t id)
{
  hd_vec_push(&x->heap, id);
  for (uint32_t i = x->heap.len - 1; i > 0 && cheaper(x, x->heap.data[i], x->heap.data[(i - 1) / 2]); i = (i - 1) / 2)
    swap_numbers(&x->heap.data[i], &x->heap.data[(i - 1) / 2]);
}

static uint32_t heap_pop(search *x)
{
  uint32_t top = x->heap.data[0], *data = x->heap.data;
  data[0] = hd_vec_pop(&x->heap);
  for (uint32_t i = 0, least;; i = least) {
    least = i;
    for (uint32_t child = 2 * i + 1; child <= 2 * i + 2 && child < x->heap.len; child++)
      if (cheaper(x, data[child], data[least])) least = child;
    if (least == i) return top;
    swap_numbers(&data[i], &data[least]);
  }
}

static void node_clear(node *n)
{
  hd_state_free(n->state);
  free(n->taken);
}

/* Costs never fall along a path, so a node that is there already with a higher cost is
 * replaced by a new one; the old one is skipped when it comes up. */
static void add_take(search *x, node n)
{
  if (x->nodes.len * 2 >= x->n_slots) grow_slots(x);
  uint32_t *slot = slot_of(x, &n);
  node *old = *slot ? &x->nodes.data[*slot - 1] : NULL;
  bool better = !old || n.switches < old->switches || (n.switches == old->switches && n.steps < old->steps);
  if (!better || (old && old->done)) {
    node_clear(&n);
    return;
  }
  if (old) old->done = true;
  hd_vec_push(&x->nodes, n);
  *slot = x->nodes.len;
  heap_push(x, x->nodes.len - 1);
}

/* A node for a violated assertion: an end, so that no other node is the same. */
static void add_end_take(search *x, node n, const hd_step *last)
{
  n.last = last;
  n.steps++;
  hd_vec_push(&x->nodes, n);
  heap_push(x, x->nodes.len - 1);
}

/* --- the search ----------------------------------------------------------------------------- */

static const hd_step *next_step(const search *x, const node *n, uint32_t who)
{
  return n->taken[who] < x->own[who].len ? &x->t->steps.data[x->own[who].data[n->taken[who]]] : NULL;
}

static void push_step(hd_trace *t, const hd_step *s)
{
  hd_trace_push(t, s->thread, s->instance, s->edge, s->inputs, s->n_inputs);
}

/* The steps on the way to the node. */
static void push_path(const search *x, hd_trace *out, uint32_t id)
{
  hd_u32s path = {0};
  for (uint32_t at = id; at != HD_NONE; at = x->nodes.data[at].parent) hd_vec_push(&path, at);
  while (path.len > 1) {
    const node *from = &x->nodes.data[hd_vec_pop(&path)], *to = &x->nodes.data[hd_vec_last(&path)];
    for (uint32_t k = from->taken[to->who]; k < to->taken[to->who]; k++)
      push_step(out, &x->t->steps.data[x->own[to->who].data[k]]);
  }
  hd_vec_clear(&path);
}

static void found_shortest(search *x, uint32_t id)
{
  x->best = hd_trace_new();
  for (uint32_t i = 0; i < x->t->initial.len; i++) hd_vec_push(&x->best->initial, x->t->initial.data[i]);
  push_path(x, x->best, id);
  if (x->nodes.data[id].last) push_step(x->best, x->nodes.data[id].last);
}

static bool violates(const search *x, const node *n)
{
  hd_race race;
  return n->last || hd_state_end(n->state, x->property, &race) != HD_END_NOWHERE;
}

/* Moves one instance up to its next step that others could notice. */
static void advance_instance(search *x, uint32_t from, uint32_t who)
{
  const node *n = &x->nodes.data[from];
  const hd_step *step = next_step(x, n, who);
  if (!step || !hd_state_may_run(n->state, step->thread, step->instance)) return;
  node to = {.state = hd_state_copy(n->state),
             .taken = hd_alloc(x->n_who, sizeof *to.taken),
             .parent = from,
             .who = who,
             .switches = n->switches + (n->who != HD_NONE && n->who != who),
             .steps = n->steps};
  memcpy(to.taken, n->taken, x->n_who * sizeof *to.taken);
  do {
    hd_step_result r = hd_state_step(to.state, step, NULL);
    if (r == HD_STEP_VIOLATED && hd_property_asks(x->property, hd_edge_get(x->p, step->edge)->check)) {
      add_end_take(x, to, step);
      return;
    }
    if (r != HD_STEP_OK) break;
    to.taken[who]++;
    to.steps++;
    step = next_step(x, &to, who);
  } while (step && x->local[step->edge.id]);
  if (to.steps > n->steps && !hd_state_beyond(to.state))
    add_take(x, to);
  else
    node_clear(&to);
}

static void expand_schedule(search *x, uint32_t id)
{
  node *n = &x->nodes.data[id];
  if (n->done) return;
  n->done = true;
  if (violates(x, n)) {
    found_shortest(x, id);
    return;
  }
  for (uint32_t who = 0; who < x->n_who; who++) advance_instance(x, id, who);
}

static void start_shortest(search *x)
{
  hd_state *s = hd_state_new(x->p, x->t);
  x->n_who = s->layout->n_who;
  x->own = hd_alloc(x->n_who, sizeof *x->own);
  x->local = hd_alloc(x->p->edges.len, sizeof *x->local);
  for (uint32_t i = 0; i < x->t->steps.len; i++) {
    const hd_step *step = &x->t->steps.data[i];
    hd_vec_push(&x->own[s->layout->first[step->thread.id] + step->instance], i);
    x->local[step->edge.id] = is_local(x->p, step->edge);
  }
  add_take(x, (node){.state = s, .taken = hd_alloc(x->n_who, sizeof(uint32_t)), .parent = HD_NONE, .who = HD_NONE});
}

static void clear_shortest(search *x)
{
  for (uint32_t i = 0; i < x->nodes.len; i++) node_clear(&x->nodes.data[i]);
  for (uint32_t i = 0; i < x->n_who; i++) hd_vec_clear(&x->own[i]);
  hd_vec_clear(&x->nodes);
  hd_vec_clear(&x->heap);
  free(x->own);
  free(x->local);
  free(x->slots);
}

hd_trace *hd_trace_shortest(const hd_program *p, const hd_trace *t, hd_property property, uint32_t max_nodes,
                            const hd_budget *budget)
{
  search x = {.p = p, .t = t, .property = property};
  start_shortest(&x);
  while (x.heap.len && !x.best && x.nodes.len <= max_nodes && !hd_budget_spent(budget))
    expand_schedule(&x, heap_pop(&x));
  clear_shortest(&x);
  HD_ASSERT(!x.best || hd_trace_check(p, x.best));
  return x.best;
}
