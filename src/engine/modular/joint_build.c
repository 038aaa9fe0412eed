/* joint_build.c - a module's program: threads one after the other, blocks at guessed times. */
#include <stdio.h>

#include "engine/modular/joint_state.h"
#include "engine/modular/level_parts.h"

enum { NEVER = 1000000 }; /* the clock of a block that is not executed */

typedef struct {
  hd_level *l;
  hd_joint *j;
  hd_program *p; /* the universe's; formulas are over its terms */
  hd_terms *T;
  uint32_t n_vars;
  uint8_t *marked; /* by variable: alpha speaks about it */
} builder;

/* --- small formulas -------------------------------------------------------------------------------------- */

static hd_term both_terms(builder *b, hd_term x, hd_term y)
{
  return hd_term_2(b->T, HD_OP_AND, x, y);
}

static hd_term term_implies(builder *b, hd_term x, hd_term y)
{
  return hd_term_2(b->T, HD_OP_OR, hd_formula_not(b->T, x), y);
}

static hd_term earlier(builder *b, hd_term x, hd_term y)
{
  return hd_term_2(b->T, HD_OP_SLT, x, y);
}

static hd_term joint_number(builder *b, uint64_t n)
{
  return hd_term_bv(b->T, 32, n);
}

static hd_term var_of(builder *b, hd_var v)
{
  return hd_program_var_term(b->l->q, v);
}

static hd_term clock_of(builder *b, uint32_t block)
{
  return var_of(b, b->j->clock[block]);
}

/* The clock of the thread's block before the one with this place; 0 before the first. */
static hd_term clock_before(builder *b, uint32_t thread, uint32_t depth)
{
  return depth ? clock_of(b, b->j->first[thread] + depth - 1) : joint_number(b, 0);
}

static hd_term copy_of(builder *b, uint32_t v)
{
  return hd_program_var_term(b->p, hd_modular_run_copy(b->l->u, (hd_var){v}));
}

static hd_term plain_var(builder *b, uint32_t v)
{
  return hd_program_var_term(b->p, (hd_var){v});
}

/* --- the variables --------------------------------------------------------------------------------------- */

static hd_var add_var(builder *b, const char *name, hd_sort sort, hd_show show, bool any)
{
  hd_var_info info = {.name = name,
                      .thread = HD_NO_THREAD,
                      .sort = sort,
                      .any = any,
                      .role = HD_ROLE_TEMP,
                      .show = show,
                      .pos = HD_NO_POS};
  return hd_program_add_var(b->l->q, info);
}

static void add_left(builder *b, uint32_t block, const char *thread, uint32_t place)
{
  char name[320];
  for (uint32_t v = 0; v < b->n_vars; v++) {
    size_t at = (size_t)block * b->n_vars + v;
    b->j->left[at] = HD_NO_VAR;
    if (!b->j->shared[v] || !(hd_joint_access(b->j, block, v) & HD_JOINT_WRITES)) continue;
    const hd_var_info *like = hd_var_get(b->p, (hd_var){v});
    snprintf(name, sizeof name, "%s_left_by_%s_%u", like->name, thread, place);
    b->j->left[at] = add_var(b, name, like->sort, like->show, true);
  }
}

static void add_vars(builder *b)
{
  hd_joint *j = b->j;
  char name[320];
  free(j->clock);
  free(j->left);
  free(j->begins);
  j->clock = hd_alloc(j->n_blocks + 1, sizeof *j->clock);
  j->left = hd_alloc((size_t)j->n_blocks * b->n_vars + 1, sizeof *j->left);
  j->begins = hd_alloc(b->n_vars, sizeof *j->begins);
  for (uint32_t t = 0; t < j->n; t++) {
    const char *thread = b->p->threads.data[j->threads[t].id].name;
    for (uint32_t d = 0; d < j->depth[t]; d++) {
      snprintf(name, sizeof name, "clock_%s_%u", thread, d + 1);
      j->clock[j->first[t] + d] = add_var(b, name, HD_BV(32), HD_SHOW_SIGNED, true);
      add_left(b, j->first[t] + d, thread, d + 1);
    }
  }
  for (uint32_t v = 0; v < b->n_vars; v++) {
    const hd_var_info *like = hd_var_get(b->p, (hd_var){v});
    j->begins[v] = HD_NO_VAR;
    if (!j->shared[v] || !like->any || j->outside[v]) continue;
    snprintf(name, sizeof name, "%s_at_first", like->name);
    j->begins[v] = add_var(b, name, like->sort, like->show, true);
  }
  j->start = add_var(b, "start_clock", HD_BV(32), HD_SHOW_SIGNED, true);
  j->failed = add_var(b, "failed", HD_BOOL, HD_SHOW_BOOL, false);
  j->failed_at = add_var(b, "failed_clock", HD_BV(32), HD_SHOW_SIGNED, false);
}

/* --- what is found in a shared variable ------------------------------------------------------------------ */

/* The last write, as far as it was looked for. */
typedef struct {
  hd_term clock, value;
} write;

/* What it holds before any write that counts: after the start, if others change it. */
static write no_write(builder *b, uint32_t v)
{
  const hd_var_info *info = hd_var_get(b->p, (hd_var){v});
  if (b->j->outside[v]) return (write){var_of(b, b->j->start), copy_of(b, v)};
  hd_var any = b->j->begins[v];
  hd_term first =
      any.id != HD_NONE ? var_of(b, any) : hd_term_const(b->T, info->sort, hd_var_init(b->p, (hd_var){v}, 0));
  return (write){joint_number(b, 0), first};
}

/* The last write of a thread before the time; who looks: its own block of this place, or HD_NONE. */
static write last_of(builder *b, uint32_t v, uint32_t thread, uint32_t own, hd_term time)
{
  hd_joint *j = b->j;
  write last = no_write(b, v);
  hd_term since = last.clock;
  for (uint32_t d = 0; d < (own == HD_NONE ? j->depth[thread] : own); d++) {
    hd_var left = j->left[(size_t)(j->first[thread] + d) * b->n_vars + v];
    if (left.id == HD_NONE) continue;
    hd_term clock = clock_of(b, j->first[thread] + d);
    hd_term counts = own == HD_NONE ? earlier(b, clock, time) : hd_term_true(b->T);
    if (j->outside[v]) counts = both_terms(b, counts, earlier(b, since, clock));
    last.clock = hd_term_3(b->T, HD_OP_ITE, counts, clock, last.clock);
    last.value = hd_term_3(b->T, HD_OP_ITE, counts, var_of(b, left), last.value);
  }
  return last;
}

static bool thread_writes_var(const builder *b, uint32_t thread, uint32_t v)
{
  for (uint32_t d = 0; d < b->j->depth[thread]; d++)
    if (hd_joint_access(b->j, b->j->first[thread] + d, v) & HD_JOINT_WRITES) return true;
  return false;
}

/* What is there at the time. thread, depth: who looks, or HD_NONE. */
static hd_term value_found(builder *b, uint32_t v, uint32_t thread, uint32_t depth, hd_term time)
{
  write last = no_write(b, v);
  bool first = true;
  for (uint32_t t = 0; t < b->j->n; t++) {
    if (!thread_writes_var(b, t, v)) continue;
    write next = last_of(b, v, t, t == thread ? depth : HD_NONE, time);
    hd_term later = first ? hd_term_true(b->T) : earlier(b, last.clock, next.clock);
    last.clock = hd_term_3(b->T, HD_OP_ITE, later, next.clock, last.clock);
    last.value = hd_term_3(b->T, HD_OP_ITE, later, next.value, last.value);
    first = false;
  }
  return last.value;
}

/* --- blocks ---------------------------------------------------------------------------------------------- */

static bool is_own(const builder *b, uint32_t v, uint32_t thread)
{
  return b->j->written[v] && !b->j->shared[v] && b->j->by[v] == thread;
}

/* The thread stands here when the query starts: so the copies say. */
static hd_term stands_so(builder *b, const hd_joint_node *at)
{
  hd_term so = hd_term_true(b->T);
  uint32_t pc = b->l->u->pc[b->j->threads[at->thread].id].id;
  for (uint32_t v = 0; v < b->n_vars; v++) {
    if (!b->marked[v] || !is_own(b, v, at->thread)) continue;
    hd_term value = v == pc ? joint_number(b, at->loc.id) : plain_var(b, v);
    so = both_terms(b, so, hd_term_2(b->T, HD_OP_EQ, copy_of(b, v), value));
  }
  return so;
}

static bool blocks_conflict(const hd_joint *j, uint32_t a, uint32_t b, uint32_t n_vars)
{
  for (uint32_t v = 0; v < n_vars; v++) {
    uint8_t x = hd_joint_access(j, a, v), y = hd_joint_access(j, b, v);
    if (j->shared[v] && x && y && ((x | y) & HD_JOINT_WRITES)) return true;
  }
  return false;
}

/* The block's clock is a time after the thread's block before it, and not that of another it conflicts with. */
static hd_term timely(builder *b, uint32_t thread, uint32_t depth)
{
  hd_joint *j = b->j;
  uint32_t block = j->first[thread] + depth;
  hd_term clock = clock_of(b, block);
  hd_term good =
      both_terms(b, earlier(b, clock_before(b, thread, depth), clock), earlier(b, clock, joint_number(b, NEVER)));
  for (uint32_t i = 0; i < j->first[thread]; i++)
    if (blocks_conflict(j, i, block, b->n_vars)) good = both_terms(b, good, hd_term_ne(b->T, clock, clock_of(b, i)));
  if (b->l->index) good = both_terms(b, good, hd_term_ne(b->T, clock, var_of(b, j->start)));
  return good;
}

static hd_term no_more(builder *b, uint32_t thread, uint32_t depth)
{
  hd_term none = hd_term_true(b->T);
  for (uint32_t d = depth; d < b->j->depth[thread]; d++)
    none = both_terms(b, none, hd_term_2(b->T, HD_OP_EQ, clock_of(b, b->j->first[thread] + d), joint_number(b, NEVER)));
  return none;
}

static void stop(builder *b, const hd_joint_node *at, hd_loc next)
{
  hd_assigns pc = {0};
  uint32_t thread = b->j->threads[at->thread].id;
  hd_term guard = no_more(b, at->thread, at->depth);
  if (b->l->index) {
    hd_term before = earlier(b, clock_before(b, at->thread, at->depth), var_of(b, b->j->start));
    guard = both_terms(b, guard, term_implies(b, before, stands_so(b, at)));
  }
  hd_vec_push(&pc, (hd_assign){.var = b->l->u->pc[thread], .value = joint_number(b, at->loc.id)});
  hd_level_add_part(b->l, HD_PART_STOP, at->loc, at->in, next, guard, &pc);
  hd_vec_clear(&pc);
}

/* The block begins: it finds what it will look at. What others change has any value before the start. */
static void begin_block(builder *b, const hd_joint_node *at)
{
  hd_joint *j = b->j;
  uint32_t block = j->first[at->thread] + at->depth;
  hd_term clock = clock_of(b, block), start = var_of(b, j->start), guard = timely(b, at->thread, at->depth);
  hd_assigns any = {0}, load = {0};
  for (uint32_t v = 0; v < b->n_vars; v++) {
    if (!j->shared[v] || !hd_joint_access(j, block, v)) continue;
    hd_term value = value_found(b, v, at->thread, at->depth, clock);
    if (j->outside[v]) {
      hd_vec_push(&any, (hd_assign){.var = {v}});
      value = hd_term_3(b->T, HD_OP_ITE, earlier(b, clock, start), plain_var(b, v), value);
    }
    hd_vec_push(&load, (hd_assign){.var = {v}, .value = value});
  }
  if (b->l->index) {
    hd_term here = both_terms(b, earlier(b, clock_before(b, at->thread, at->depth), start), earlier(b, start, clock));
    guard = both_terms(b, guard, term_implies(b, here, stands_so(b, at)));
  }
  hd_loc from = at->in;
  if (any.len) {
    from = hd_level_add_loc(b->l, at->loc);
    hd_level_add_part(b->l, HD_PART_SKIP, at->loc, at->in, from, HD_NO_TERM, &any);
  }
  hd_edge e = hd_level_add_part(b->l, HD_PART_BEGIN, at->loc, from, at->out, guard, &load);
  b->l->edges.data[e.id].block = block;
  hd_vec_clear(&any);
  hd_vec_clear(&load);
}

/* The block leaves what was said. */
static hd_term leaves_as_said(builder *b, const hd_joint_node *at)
{
  hd_joint *j = b->j;
  hd_term so = hd_term_true(b->T);
  for (uint32_t v = 0; v < b->n_vars && at->depth; v++) {
    hd_var left = j->left[(size_t)(j->first[at->thread] + at->depth - 1) * b->n_vars + v];
    if (left.id != HD_NONE) so = both_terms(b, so, hd_term_2(b->T, HD_OP_EQ, var_of(b, left), plain_var(b, v)));
  }
  return so;
}

/* An assertion of a module that is level 0 fails: the thread goes no further. */
static void add_failure(builder *b, hd_edge own, const hd_joint_node *at, uint32_t depth, hd_loc next)
{
  const hd_edge_info *e = hd_edge_get(b->p, own);
  hd_assigns fails = {0};
  hd_term yes = hd_term_true(b->T), guard = hd_formula_not(b->T, e->cond);
  if (hd_term_is(e->guard)) guard = both_terms(b, guard, e->guard);
  guard = both_terms(b, guard, hd_term_1(b->T, HD_OP_NOT, var_of(b, b->j->failed)));
  guard = both_terms(b, guard, no_more(b, at->thread, depth));
  hd_vec_push(&fails, (hd_assign){.var = b->j->failed, .value = yes});
  hd_vec_push(&fails, (hd_assign){.var = b->j->failed_at, .value = clock_before(b, at->thread, depth)});
  hd_edge added = hd_level_add_part(b->l, HD_PART_FAIL, at->loc, at->out, next, guard, &fails);
  b->l->edges.data[added.id].own = own;
  hd_vec_clear(&fails);
}

static uint32_t node_of(const hd_joint *j, hd_loc loc, uint32_t depth)
{
  return (uint32_t)hd_map_get_or(&j->by_key, (uint64_t)loc.id << 16 | depth, HD_NONE);
}

static void add_edges(builder *b, const hd_joint_node *at, hd_loc next)
{
  uint32_t n, depth = at->depth + at->stands;
  const uint32_t *out = hd_loc_out(b->p, at->loc, &n);
  for (uint32_t i = 0; i < n; i++) {
    const hd_edge_info *e = hd_edge_get(b->p, (hd_edge){out[i]});
    uint32_t to = node_of(b->j, e->to, depth);
    if (!hd_joint_goes(b->p, e)) continue;
    if (to != HD_NONE) hd_level_add_own(b->l, (hd_edge){out[i]}, at->out, b->j->nodes.data[to].in, true);
    if (b->l->index == 0 && e->kind == HD_EDGE_ASSERT) add_failure(b, (hd_edge){out[i]}, at, depth, next);
  }
}

/* A place for each node: before the cut-point's `in` a block is compared with what it was to leave. */
static void place_node(builder *b, hd_joint_node *at)
{
  at->in = at->out = hd_level_add_loc(b->l, at->loc);
  if (at->stands) at->out = hd_level_add_loc(b->l, at->loc);
}

static void add_thread(builder *b, uint32_t thread, hd_loc next)
{
  hd_joint *j = b->j;
  for (uint32_t i = 0; i < j->nodes.len; i++) {
    hd_joint_node *at = &j->nodes.data[i];
    if (at->thread != thread) continue;
    uint32_t n;
    hd_loc_out(b->p, at->loc, &n);
    add_edges(b, at, next);
    if (!at->stands) continue;
    hd_joint_node here = *at;
    if (at->depth) {
      here.in = hd_level_add_loc(b->l, at->loc);
      hd_level_add_part(b->l, HD_PART_FACTS, at->loc, at->in, here.in, leaves_as_said(b, at), NULL);
    }
    stop(b, &here, next);
    if (n && at->depth < j->depth[thread]) begin_block(b, &here);
  }
}

/* --- the whole ------------------------------------------------------------------------------------------- */

/* The query starts: alpha held then, over the copies of what the module writes. */
static hd_loc add_query(builder *b, hd_loc from, hd_loc like)
{
  hd_joint *j = b->j;
  hd_assigns others = {0};
  hd_loc said = hd_level_add_loc(b->l, like), to = hd_level_add_loc(b->l, like);
  hd_term start = var_of(b, j->start),
          holds = both_terms(b, earlier(b, joint_number(b, 0), start), earlier(b, start, joint_number(b, NEVER)));
  holds = both_terms(b, holds, hd_level_before(b->l, hd_level_supposed_alpha(b->l)));
  holds =
      both_terms(b, holds, hd_level_before(b->l, hd_formula_and(b->T, b->l->invariants->data, b->l->invariants->len)));
  for (uint32_t v = 0; v < b->n_vars; v++) {
    if (j->outside[v] && !j->written[v] && !hd_var_get(b->p, (hd_var){v})->count)
      hd_vec_push(&others, (hd_assign){.var = {v}, .value = copy_of(b, v)});
    if (b->marked[v] && j->shared[v] && j->written[v] && !j->outside[v])
      holds =
          both_terms(b, holds, hd_term_2(b->T, HD_OP_EQ, copy_of(b, v), value_found(b, v, HD_NONE, HD_NONE, start)));
  }
  hd_level_add_part(b->l, HD_PART_SKIP, like, from, said, HD_NO_TERM, &others);
  hd_level_add_part(b->l, HD_PART_ASSUME, like, said, to, holds, NULL);
  hd_vec_clear(&others);
  return to;
}

/* How everything is in the end, and that beta does not hold then. */
static void add_goal(builder *b, hd_loc from, hd_loc like)
{
  hd_joint *j = b->j;
  hd_assigns last = {0};
  hd_loc said = hd_level_add_loc(b->l, like), to = hd_level_add_loc(b->l, like);
  for (uint32_t v = 0; v < b->n_vars; v++) {
    if (!j->shared[v]) continue;
    hd_term value = j->written[v] ? value_found(b, v, HD_NONE, HD_NONE, joint_number(b, NEVER)) : copy_of(b, v);
    hd_vec_push(&last, (hd_assign){.var = {v}, .value = value});
  }
  hd_level_add_part(b->l, HD_PART_SKIP, like, from, said, HD_NO_TERM, &last);
  hd_level_add_assert(b->l, HD_PART_GOAL, like, said, to, hd_formula_not(b->T, hd_level_supposed_beta(b->l)));
  hd_loc_get(b->l->q, to)->kind = HD_LOC_END;
  hd_vec_clear(&last);
}

/* Nothing has failed after which nothing was executed. */
static void add_no_failure(builder *b, hd_loc from, hd_loc like)
{
  hd_joint *j = b->j;
  hd_term later = hd_term_1(b->T, HD_OP_NOT, var_of(b, j->failed));
  for (uint32_t i = 0; i < j->n_blocks; i++) {
    hd_term after = both_terms(b, earlier(b, var_of(b, j->failed_at), clock_of(b, i)),
                               earlier(b, clock_of(b, i), joint_number(b, NEVER)));
    later = hd_term_2(b->T, HD_OP_OR, later, after);
  }
  hd_loc to = hd_level_add_loc(b->l, like);
  hd_level_add_assert(b->l, HD_PART_GOAL, like, from, to, later);
  hd_loc_get(b->l->q, to)->kind = HD_LOC_END;
}

static void mark_query_vars(builder *b)
{
  b->marked = hd_alloc(b->n_vars, 1);
  for (uint32_t i = 0; i < b->l->alpha.len; i++) hd_modular_run_mark(b->l->u, b->l->alpha.data[i], b->marked);
  for (uint32_t i = 0; i < b->l->invariants->len; i++)
    hd_modular_run_mark(b->l->u, b->l->invariants->data[i], b->marked);
}

void hd_joint_build(hd_level *l)
{
  hd_joint *j = l->joint;
  builder b = {l, j, l->u->p, l->u->p->terms, l->u->first_copy, NULL};
  mark_query_vars(&b);
  l->q = hd_program_beside(b.p);
  add_vars(&b);
  hd_thread_info info = {.name = "module", .instances = 1, .self = HD_NO_VAR, .status = HD_NO_VAR, .pos = HD_NO_POS};
  hd_program_add_thread(l->q, info);
  for (uint32_t i = 0; i < j->nodes.len; i++) place_node(&b, &j->nodes.data[i]);
  hd_loc like = b.p->threads.data[j->threads[0].id].entry, first = hd_level_add_loc(l, like);
  hd_loc end = hd_level_add_loc(l, like), next = end;
  for (uint32_t t = j->n; t-- > 0;) {
    hd_loc entry = b.p->threads.data[j->threads[t].id].entry;
    add_thread(&b, t, next);
    next = j->nodes.data[node_of(j, entry, 0)].in;
  }
  hd_loc begins = l->index ? add_query(&b, first, like) : first;
  hd_level_add_part(l, HD_PART_SKIP, like, begins, next, HD_NO_TERM, NULL);
  if (l->index)
    add_goal(&b, end, like);
  else
    add_no_failure(&b, end, like);
  l->q->threads.data[0].entry = first;
  free(b.marked);
  hd_program_index(l->q);
}
