/* unfold.c - a worklist in the order of shape.h; paths that meet are merged with their conditions. */
#include "engine/bmc/unfold.h"

#include "engine/bmc/exits.h"
#include "engine/bmc/unfolder.h"

/* --- the nodes that wait, in their order ------------------------------------------------------------- */

static bool comes_before(const hd_bmc_unfolder *x, uint32_t a, uint32_t b)
{
  const hd_bmc_node *m = &x->u->nodes.data[a], *n = &x->u->nodes.data[b];
  int c = hd_bmc_shape_compare(&x->shape, m->loc, x->counts.data + m->counts, n->loc, x->counts.data + n->counts);
  return c ? c < 0 : a < b;
}

static void heap_push(hd_bmc_unfolder *x, uint32_t node)
{
  hd_vec_push(&x->heap, node);
  uint32_t *h = x->heap.data;
  for (uint32_t i = x->heap.len - 1; i > 0 && comes_before(x, h[i], h[(i - 1) / 2]); i = (i - 1) / 2) {
    uint32_t swap = h[i];
    h[i] = h[(i - 1) / 2];
    h[(i - 1) / 2] = swap;
  }
}

static uint32_t heap_pop(hd_bmc_unfolder *x)
{
  uint32_t *h = x->heap.data, top = h[0], n = --x->heap.len;
  h[0] = h[n];
  for (uint32_t i = 0, k; (k = 2 * i + 1) < n; i = k) {
    if (k + 1 < n && comes_before(x, h[k + 1], h[k])) k++;
    if (!comes_before(x, h[k], h[i])) break;
    uint32_t swap = h[i];
    h[i] = h[k];
    h[k] = swap;
  }
  return top;
}

/* --- nodes ------------------------------------------------------------------------------------------- */

/* Of a block that starts there. */
static uint64_t start_key(const hd_bmc_unfolder *x, hd_loc loc, const uint32_t *counts)
{
  uint32_t head[2] = {x->who, loc.id};
  return hd_hash_bytes(counts, x->shape.levels * sizeof *counts, hd_hash_bytes(head, sizeof head, 2));
}

static uint64_t key_of_start(const hd_bmc_unfolder *x, const hd_bmc_node *n)
{
  return start_key(x, n->loc, x->counts.data + n->counts);
}

/* An instance that stops in the middle of a block that has written nothing may as well stop before it, unless it
 * matters where it stands. So what it waits for after it has looked, it waits for with the look. */
static bool may_stop_before(const hd_bmc_unfolder *x, uint32_t block)
{
  if (hd_violated_by(x->u->property, HD_BY_DEADLOCK) || hd_violated_by(x->u->property, HD_BY_RACE)) return false;
  return block != HD_NONE && !x->u->blocks.data[block].wrote;
}

/* Is it an overflow that may stop the instance there? An overflow does not pass. Stopped behind the look, the instance
 * has this reason; before it, the solver would have a choice without one. (With exits.h there is no choice.) */
static bool may_overflow(hd_bmc_view *v, hd_loc l)
{
  hd_terms *T = v->x->u->T;
  uint32_t n;
  const uint32_t *out = hd_loc_out(v->x->in->p, l, &n);
  for (uint32_t i = 0; i < n; i++) {
    hd_term guard = v->x->in->p->edges.data[out[i]].guard;
    if (hd_term_is(guard) && hd_term_op(T, guard) == HD_OP_NOT) guard = hd_term_arg(T, guard, 0);
    if (!hd_term_is(guard)) continue;
    hd_op op = hd_term_op(T, guard);
    bool overflow = op == HD_OP_SADDO || op == HD_OP_SSUBO || op == HD_OP_SMULO;
    if (overflow && !hd_term_is_const(T, hd_bmc_rewrite(v, guard), NULL)) return true;
  }
  return false;
}

/* Does the block go on at a place where instances may stop? In the second pass not where one started in the first,
 * which may have known less: then that one is known to stick, or not to, and not the one before. */
static bool goes_on(hd_bmc_view *from, hd_loc l, const uint32_t *counts)
{
  const hd_bmc_unfolder *x = from->x;
  if (!x->rehearsal && hd_map_find(x->sticky, start_key(x, l, counts))) return false;
  return hd_bmc_only_passes(from, l);
}

/* Does a block start at the location, when it is reached so? A cut-point in an atomic section (where an access may
 * race) does not start one. */
static bool starts_block(hd_bmc_view *from, hd_loc l, const uint32_t *counts)
{
  const hd_bmc_unfolder *x = from->x;
  const hd_loc_info *info = hd_loc_get(x->in->p, l);
  if (info->kind != HD_LOC_NORMAL || from->block == HD_NONE) return true;
  uint8_t cut = x->in->cuts->cut[l.id];
  if (cut == HD_CUT_NOT || info->atomic) return false;
  if (cut != HD_CUT_STOP || x->in->blocks_by_place) return true;
  if (goes_on(from, l, counts)) return false;
  return !may_stop_before(x, from->block) || (!x->exits && may_overflow(from, l));
}

/* Nodes inside a block belong to it alone, so that a block is executed once. */
static uint32_t find_node(hd_bmc_unfolder *x, hd_loc loc, const uint32_t *counts, uint32_t block)
{
  hd_bmc_unfolding *u = x->u;
  uint32_t levels = x->shape.levels, head[3] = {x->who, loc.id, block};
  uint64_t key = hd_hash_bytes(counts, levels * sizeof *counts, hd_hash_bytes(head, sizeof head, 1));
  for (const uint64_t *known; (known = hd_map_find(&x->by_key, key)); key++) {
    const hd_bmc_node *n = &u->nodes.data[*known];
    bool same_block = block == HD_NONE ? n->starts : !n->starts && n->block == block;
    if (n->who == x->who && n->loc.id == loc.id && same_block &&
        memcmp(x->counts.data + n->counts, counts, levels * sizeof *counts) == 0)
      return (uint32_t)*known;
  }
  hd_bmc_node n = {.who = x->who, .loc = loc, .block = block, .starts = block == HD_NONE, .counts = x->counts.len};
  hd_vec_reserve(&x->counts, x->counts.len + levels);
  memcpy(x->counts.data + x->counts.len, counts, levels * sizeof *counts);
  x->counts.len += levels;
  hd_map_put(&x->by_key, key, u->nodes.len);
  hd_vec_push(&u->nodes, n);
  hd_vec_push(&x->arrivals_of, HD_NONE);
  heap_push(x, u->nodes.len - 1);
  return u->nodes.len - 1;
}

uint32_t hd_bmc_arrive(hd_bmc_unfolder *x, uint32_t from, hd_loc to, const uint32_t *counts, uint32_t cond,
                       uint32_t env)
{
  hd_bmc_view v = {.x = x, .env = env, .cond = cond, .when = hd_bmc_holds(x->u, cond)};
  v.block = from == HD_NONE ? HD_NONE : x->u->nodes.data[from].block;
  uint32_t node = find_node(x, to, counts, starts_block(&v, to, counts) ? HD_NONE : v.block);
  hd_vec_push(&x->arrivals, (hd_bmc_arrival){cond, env, x->arrivals_of.data[node]});
  x->arrivals_of.data[node] = x->arrivals.len - 1;
  return node;
}

void hd_bmc_stick(hd_bmc_unfolder *x, uint32_t block, uint32_t cond, hd_term when)
{
  hd_bmc_unfolding *u = x->u;
  hd_bmc_block *b = &u->blocks.data[block];
  bool inside = hd_bmc_cond_within(&u->conds, b->cond, cond);
  hd_term begun = inside ? hd_bmc_cond_beyond(&u->conds, b->cond, cond) : hd_term_true(u->T);
  hd_term why = hd_term_2(u->T, HD_OP_AND, begun, inside ? when : hd_term_true(u->T));
  b->why = hd_term_is(b->why) ? hd_term_2(u->T, HD_OP_OR, b->why, why) : why;
  b->sticks++;
  if (x->rehearsal) hd_map_put(x->sticky, key_of_start(x, &u->nodes.data[b->node]), 1);
}

/* The value of a column where several ways meet. */
static hd_term merged_column(hd_bmc_unfolder *x, uint32_t first, uint32_t column)
{
  hd_terms *T = x->u->T;
  hd_term value = x->envs.data[x->arrivals.data[first].env + column];
  for (uint32_t a = x->arrivals.data[first].next; a != HD_NONE; a = x->arrivals.data[a].next) {
    hd_term other = x->envs.data[x->arrivals.data[a].env + column];
    value = hd_term_3(T, HD_OP_ITE, hd_bmc_holds(x->u, x->arrivals.data[a].cond), other, value);
  }
  return value;
}

static void merge_envs(hd_bmc_unfolder *x, uint32_t node)
{
  hd_bmc_node *n = &x->u->nodes.data[node];
  uint32_t first = x->arrivals_of.data[node];
  hd_thread thread = x->u->who.data[x->who].thread;
  n->env = x->arrivals.data[first].env;
  if (x->arrivals.data[first].next == HD_NONE) return;
  uint32_t env = x->envs.len, width = x->columns[thread.id];
  hd_vec_reserve(&x->envs, env + width);
  x->envs.len += width;
  for (uint32_t v = 0; v < x->in->p->vars.len; v++) {
    uint32_t c = x->column[v];
    const hd_var_info *info = &x->in->p->vars.data[v];
    if (c == HD_NONE || hd_bmc_owner(x->in, (hd_var){v}) != thread.id) continue;
    bool live = info->thread.id == HD_NONE || hd_is_live(x->in->liveness, n->loc, (hd_var){v});
    x->envs.data[env + c] = live ? merged_column(x, first, c) : hd_term_const(x->u->T, info->sort, 0);
  }
  x->u->nodes.data[node].env = env;
}

static uint32_t merge_conds(hd_bmc_unfolder *x, uint32_t node)
{
  hd_u32s conds = {0};
  for (uint32_t a = x->arrivals_of.data[node]; a != HD_NONE; a = x->arrivals.data[a].next)
    hd_vec_push(&conds, x->arrivals.data[a].cond);
  uint32_t cond = hd_bmc_cond_or(&x->u->conds, conds.data, conds.len);
  hd_vec_clear(&conds);
  return cond;
}

/* May the instance stop at the start of this block? */
static bool may_stop(const hd_bmc_unfolder *x, const hd_bmc_node *n)
{
  if (x->rehearsal) return false;
  const uint64_t *sticks = hd_map_find(x->sticky, key_of_start(x, n));
  if (x->in->stop_anywhere || !sticks || *sticks) return true;
  return hd_violated_by(x->u->property, HD_BY_RACE) && hd_bmc_may_race(x, n->loc);
}

static void start_block(hd_bmc_unfolder *x, uint32_t node)
{
  hd_bmc_unfolding *u = x->u;
  hd_bmc_node *n = &u->nodes.data[node];
  n->block = u->blocks.len;
  if (x->rehearsal) hd_map_put(x->sticky, key_of_start(x, n), 0);
  if (may_stop(x, n)) {
    hd_term go = hd_bmc_fresh(u, HD_BOOL);
    n->go = hd_bmc_cond_and(&u->conds, n->reached, go);
    n->stay = hd_term_2(u->T, HD_OP_AND, hd_bmc_holds(u, n->reached), hd_term_1(u->T, HD_OP_NOT, go));
  }
  hd_vec_push(&u->blocks, (hd_bmc_block){.who = x->who, .node = node, .cond = n->go});
  if (!hd_term_is(n->stay)) return;
  if (hd_violated_by(u->property, HD_BY_DEADLOCK)) hd_bmc_note_stop(x, node);
  if (hd_violated_by(u->property, HD_BY_RACE)) hd_bmc_note_accesses(x, NULL, node, n->stay);
}

/* In an atomic section an instance may be about to access what another accesses outside of one. */
static void may_be_interrupted(hd_bmc_unfolder *x, uint32_t node)
{
  hd_bmc_unfolding *u = x->u;
  hd_bmc_node *n = &u->nodes.data[node];
  if (x->rehearsal || !hd_violated_by(u->property, HD_BY_RACE) || !hd_bmc_may_race(x, n->loc)) return;
  hd_term here = hd_bmc_fresh(u, HD_BOOL), when = hd_term_2(u->T, HD_OP_AND, hd_bmc_holds(u, n->reached), here);
  hd_bmc_view v = {.x = x, .env = n->env, .block = n->block, .cond = n->reached, .when = when};
  n->go = hd_bmc_cond_and(&u->conds, n->reached, hd_term_1(u->T, HD_OP_NOT, here));
  hd_vec_push(&u->last, n->block);
  hd_vec_push(&u->interrupted, when);
  hd_bmc_note_accesses(x, &v, node, when);
}

static void visit_unfolded(hd_bmc_unfolder *x, uint32_t node)
{
  hd_bmc_node *n = &x->u->nodes.data[node];
  merge_envs(x, node);
  n = &x->u->nodes.data[node];
  n->reached = n->go = merge_conds(x, node);
  if (hd_term_is_false(x->u->T, hd_bmc_holds(x->u, n->reached))) return;
  if (hd_loc_get(x->in->p, n->loc)->kind != HD_LOC_NORMAL) return; /* the thread's end */
  hd_bmc_note_head(x, node);
  n->starts ? start_block(x, node) : may_be_interrupted(x, node);
  hd_bmc_expand(x, node);
}

/* --- instances --------------------------------------------------------------------------------------- */

static void assign_columns(hd_bmc_unfolder *x)
{
  const hd_program *p = x->in->p;
  x->column = hd_alloc(p->vars.len, sizeof *x->column);
  x->columns = hd_alloc(p->threads.len, sizeof *x->columns);
  for (uint32_t v = 0; v < p->vars.len; v++) {
    const hd_var_info *info = &p->vars.data[v];
    uint32_t owner = hd_bmc_owner(x->in, (hd_var){v});
    x->column[v] = info->count || owner == HD_NONE ? HD_NONE : x->columns[owner]++;
  }
}

static uint32_t initial_env(hd_bmc_unfolder *x)
{
  hd_bmc_unfolding *u = x->u;
  hd_bmc_who who = u->who.data[x->who];
  uint32_t env = x->envs.len, width = x->columns[who.thread.id];
  hd_vec_reserve(&x->envs, env + width);
  x->envs.len += width;
  for (uint32_t v = 0; v < x->in->p->vars.len; v++) {
    const hd_var_info *info = &x->in->p->vars.data[v];
    if (x->column[v] == HD_NONE || hd_bmc_owner(x->in, (hd_var){v}) != who.thread.id) continue;
    uint32_t instance = info->thread.id == HD_NONE ? 0 : who.instance;
    bool is_self = hd_thread_get(x->in->p, who.thread)->self.id == v;
    x->envs.data[env + x->column[v]] = is_self ? hd_term_bv(u->T, info->sort.width, who.instance)
                                               : hd_bmc_initial_value(u, (hd_var){v}, instance, HD_NO_TERM);
  }
  return env;
}

/* From the end: what the conditions of all later blocks have in common. */
static void find_spine(hd_bmc_unfolding *u, uint32_t from, uint32_t to)
{
  for (uint32_t b = to, later = HD_NONE; b-- > from;) {
    uint32_t cond = u->blocks.data[b].cond;
    u->blocks.data[b].spine = later == HD_NONE || hd_bmc_cond_within(&u->conds, cond, later);
    later = later == HD_NONE ? cond : hd_bmc_cond_common(&u->conds, cond, later);
  }
}

typedef struct {
  const hd_bmc_unfolder *x;
  uint32_t block;
  bool found;
} reading;

static void note_read(void *context, hd_term leaf)
{
  reading *r = context;
  const uint64_t *read = hd_map_find(&r->x->read_of, hd_term_symbol(r->x->u->T, leaf));
  if (read && r->x->u->reads.data[*read].block == r->block) r->found = true;
}

/* An instance stays before a block only if it could not complete it. Said where that does not depend on
 * what the block itself would read. */
static void demand_reasons(hd_bmc_unfolder *x)
{
  hd_bmc_unfolding *u = x->u;
  for (uint32_t b = x->first_block; b < u->blocks.len; b++) {
    const hd_bmc_block *block = &u->blocks.data[b];
    const hd_bmc_node *n = &u->nodes.data[block->node];
    reading r = {x, b, false};
    if (!hd_term_is(n->stay) || !hd_term_is(block->why)) continue;
    if (hd_violated_by(u->property, HD_BY_RACE) && hd_bmc_may_race(x, n->loc)) continue;
    hd_term_visit_leaves(u->T, block->why, note_read, &r);
    if (!r.found) hd_bmc_fact(u, hd_bmc_implies(u->T, n->stay, block->why));
  }
}

static bool is_over(hd_bmc_unfolder *x)
{
  if (x->u->steps.len > x->in->most_steps) x->u->too_large = true;
  if (x->u->nodes.len % 64 == 0 && hd_budget_spent(x->in->budget)) x->u->too_large = true;
  return x->u->too_large || x->u->failure;
}

static void unfold_instance(hd_bmc_unfolder *x, uint32_t who)
{
  hd_bmc_unfolding *u = x->u;
  uint32_t counts[64] = {0};
  x->who = who;
  x->first_block = u->blocks.len;
  x->raw.len = 0;
  hd_map_clear(&x->last_raw);
  hd_map_clear(&x->last_any);
  hd_bmc_arrive(x, HD_NONE, hd_thread_get(x->in->p, u->who.data[who].thread)->entry, counts, 0, initial_env(x));
  while (x->heap.len && !is_over(x)) visit_unfolded(x, heap_pop(x));
  x->heap.len = 0;
  hd_bmc_finish_writes(x);
  find_spine(u, x->first_block, u->blocks.len);
  if (!x->in->stop_anywhere) demand_reasons(x);
}

static void name_final(hd_bmc_unfolding *u)
{
  u->final = HD_NONE;
  for (uint32_t i = 0; i < u->reads.len; i++) {
    if (u->reads.data[i].block != HD_BMC_FINAL) continue;
    if (u->final == HD_NONE) {
      u->final = u->blocks.len;
      hd_vec_push(&u->blocks, (hd_bmc_block){.who = u->who.len, .node = HD_NONE, .spine = true});
    }
    u->reads.data[i].block = u->final;
  }
}

/* Do instances go on after overflows? */
static bool takes_exits(const hd_bmc_input *in)
{
  bool last_state = hd_violated_by(in->property, HD_BY_DEADLOCK) || hd_violated_by(in->property, HD_BY_RACE);
  return hd_bmc_has_rule(in->off, HD_BMC_RULE_EXITS) && !in->stop_anywhere && !last_state;
}

static hd_bmc_unfolding *unfold_pass(const hd_bmc_input *in, uint32_t unwind, const hd_bmc_cells *cells, hd_map *sticky,
                                     bool rehearsal)
{
  hd_bmc_unfolding *u = hd_alloc(1, sizeof *u);
  hd_bmc_unfolder x = {.in = in, .u = u, .unwind = unwind, .rehearsal = rehearsal, .sticky = sticky, .cells = cells};
  u->p = in->p;
  u->T = in->p->terms;
  u->property = in->property;
  u->stop_anywhere = in->stop_anywhere;
  u->off = in->off;
  u->symbols = in->p->vars.len;
  x.exits = takes_exits(in);
  u->failure_pos = HD_NO_POS;
  hd_bmc_conds_init(&u->conds, u->T);
  hd_bmc_shape_init(&x.shape, in->p, in->loops);
  if (x.shape.levels > 64) u->failure = "loops nested too deeply";
  for (uint32_t t = 0; t < in->p->threads.len; t++)
    for (uint32_t i = 0; i < in->p->threads.data[t].instances; i++) hd_vec_push(&u->who, (hd_bmc_who){{t}, i});
  assign_columns(&x);
  hd_bmc_find_creators(&x);
  hd_bmc_find_tests(&x);
  hd_bmc_find_gates(&x);
  for (uint32_t i = 0; i < u->who.len && !u->failure && !u->too_large; i++) unfold_instance(&x, i);
  name_final(u);
  u->levels = x.shape.levels;
  hd_bmc_shape_clear(&x.shape);
  hd_map_clear(&x.by_key);
  hd_map_clear(&x.last_raw);
  hd_map_clear(&x.last_any);
  hd_map_clear(&x.decided);
  hd_map_clear(&x.reads);
  hd_map_clear(&x.read_of);
  hd_map_clear(&x.head_of);
  hd_vec_clear(&x.heads);
  hd_vec_clear(&x.arrivals_of);
  hd_vec_clear(&x.arrivals);
  hd_vec_clear(&x.heap);
  u->counts = x.counts;
  hd_vec_clear(&x.envs);
  hd_vec_clear(&x.raw);
  free(x.column);
  free(x.columns);
  free(x.creator);
  free(x.argument_of);
  free(x.waits);
  free(x.gates);
  free(x.tests);
  return u;
}

static bool has_failed(const hd_bmc_unfolding *u)
{
  return u->failure || u->too_large;
}

/* The first pass, once more with other cells, which are used up. */
static hd_bmc_unfolding *rehearse_again(const hd_bmc_input *in, hd_bmc_unfolding *u, uint32_t unwind, hd_map *sticky,
                                        hd_bmc_cells **cells, hd_bmc_cells *others)
{
  hd_bmc_unfolding_free(u);
  hd_bmc_cells_free(*cells);
  hd_map_clear(sticky);
  *cells = others;
  return unfold_pass(in, unwind, others, sticky, true);
}

/* The first pass with what it has itself shown about cells: each round knows what the last one has shown, until that
 * is the same. *cells: what is known; NULL: nothing, since more is shown each time. */
static hd_bmc_unfolding *rehearse(const hd_bmc_input *in, uint32_t unwind, hd_map *sticky, hd_bmc_cells **cells)
{
  enum { MOST_ROUNDS = 5 };
  hd_bmc_unfolding *u = unfold_pass(in, unwind, NULL, sticky, true);
  for (uint32_t i = 0; hd_bmc_has_rule(in->off, HD_BMC_RULE_CELLS) && !has_failed(u); i++) {
    hd_bmc_cells *shown = hd_bmc_cells_new(u);
    bool right = *cells && hd_bmc_cells_cover(*cells, shown);
    bool done = right && (i == MOST_ROUNDS || hd_bmc_cells_cover(shown, *cells));
    if (done || i == MOST_ROUNDS) hd_bmc_cells_free(shown);
    if (done) return u;
    u = rehearse_again(in, u, unwind, sticky, cells, i < MOST_ROUNDS ? shown : NULL);
    if (i == MOST_ROUNDS) return u;
  }
  return u;
}

static hd_bmc_unfolding *unfold_with_rules(const hd_bmc_input *in, uint32_t unwind)
{
  hd_map sticky = {0};
  hd_bmc_cells *cells = NULL;
  hd_bmc_unfolding *u = rehearse(in, unwind, &sticky, &cells);
  if (!has_failed(u) && !hd_bmc_has_too_many_exits(u)) {
    hd_bmc_unfolding_free(u);
    u = unfold_pass(in, unwind, cells, &sticky, false);
  }
  hd_bmc_cells_free(cells);
  hd_map_clear(&sticky);
  return u;
}

hd_bmc_unfolding *hd_bmc_unfold(const hd_bmc_input *in, uint32_t unwind)
{
  hd_bmc_input stopping = *in;
  hd_bmc_unfolding *u = unfold_with_rules(in, unwind);
  if (has_failed(u) || !hd_bmc_has_too_many_exits(u)) return u;
  hd_bmc_unfolding_free(u);
  stopping.off |= 1u << HD_BMC_RULE_EXITS;
  return unfold_with_rules(&stopping, unwind);
}

void hd_bmc_unfolding_free(hd_bmc_unfolding *u)
{
  if (!u) return;
  for (uint32_t i = 0; i < u->blocks.len; i++) hd_vec_clear(&u->blocks.data[i].must);
  hd_bmc_conds_clear(&u->conds);
  hd_vec_clear(&u->who);
  hd_vec_clear(&u->nodes);
  hd_vec_clear(&u->steps);
  hd_vec_clear(&u->blocks);
  hd_vec_clear(&u->reads);
  hd_vec_clear(&u->writes);
  hd_vec_clear(&u->inputs);
  hd_vec_clear(&u->facts);
  hd_vec_clear(&u->initial);
  hd_vec_clear(&u->beyond);
  hd_vec_clear(&u->exits);
  hd_vec_clear(&u->accesses);
  hd_vec_clear(&u->stops);
  hd_vec_clear(&u->stuck);
  hd_vec_clear(&u->stuck_in);
  hd_vec_clear(&u->used);
  hd_vec_clear(&u->last);
  hd_vec_clear(&u->interrupted);
  hd_vec_clear(&u->counts);
  free(u);
}
