/* memory.c - for each read, the writes that it can see; writes that another one always hides are left out. */
#include "engine/bmc/memory.h"

#include "engine/bmc/exits.h"
#include "engine/bmc/sums.h"

enum { MOST_FACTS = 3000000 };

/* A write that has certainly happened when a block is executed, because a read of the block sees it or a later one. */
typedef struct {
  uint32_t reader, writer; /* blocks */
  uint32_t read, write;
  bool only; /* the read can see no other write */
} source;

typedef struct {
  hd_bmc_memory *m;
  hd_bmc_unfolding *u;
  hd_terms *T;
  hd_u32s *writes;       /* by variable */
  HD_VEC(hd_u32s) cells; /* the writes that may go to an element, for those that were asked about ... */
  hd_map cell_of;        /* ... by variable and index */
  HD_VEC(source) sources;
  hd_bmc_sums *sums;
  hd_u32s implied; /* conditions that hold when the block implied_by is executed */
  uint32_t implied_by;
} search;

/* --- what is known ----------------------------------------------------------------------------------- */

static bool is_order_known(const hd_bmc_memory *m, uint32_t a, uint32_t b)
{
  return hd_order_known(m->order, m->event[a], m->event[b]);
}

hd_term hd_bmc_before(hd_bmc_memory *m, uint32_t a, uint32_t b)
{
  hd_terms *T = m->u->T;
  if (a == b || is_order_known(m, b, a)) return hd_term_false(T);
  if (is_order_known(m, a, b)) return hd_term_true(T);
  uint32_t x = m->event[a], y = m->event[b], low = x < y ? x : y, high = x < y ? y : x;
  uint64_t key = (uint64_t)low << 32 | high;
  const uint64_t *at = hd_map_find(&m->symbols, key);
  uint32_t place = at ? (uint32_t)*at : m->open.len;
  if (!at) {
    hd_map_put(&m->symbols, key, place);
    hd_map_put(&m->by_symbol, m->u->symbols, place);
    hd_vec_push(&m->open, (hd_bmc_open){low, high, hd_bmc_fresh(m->u, HD_BOOL)});
  }
  hd_term symbol = m->open.data[place].symbol;
  return x < y ? symbol : hd_term_1(T, HD_OP_NOT, symbol);
}

static void number_events(hd_bmc_memory *m)
{
  hd_bmc_unfolding *u = m->u;
  hd_u32s ordered = {0};
  m->event = hd_alloc(u->blocks.len + 1, sizeof *m->event);
  for (uint32_t i = 0; i < u->blocks.len; i++) m->event[i] = HD_NONE;
  for (uint32_t i = 0; i < u->reads.len; i++) m->event[u->reads.data[i].block] = 0;
  for (uint32_t i = 0; i < u->writes.len; i++) m->event[u->writes.data[i].block] = 0;
  for (uint32_t i = 0; i < u->last.len; i++) m->event[u->last.data[i]] = 0;
  hd_bmc_exit_blocks(u, &ordered);
  for (uint32_t i = 0; i < ordered.len; i++) m->event[ordered.data[i]] = 0;
  hd_vec_clear(&ordered);
  for (uint32_t i = 0; i < u->blocks.len; i++) {
    if (m->event[i] == HD_NONE) continue;
    m->event[i] = m->blocks.len;
    hd_vec_push(&m->blocks, i);
  }
  m->order = hd_order_new(m->blocks.len);
  /* From the end, so that each addition changes few orders. */
  for (uint32_t i = m->blocks.len; i-- > 1;) {
    const hd_bmc_block *a = &u->blocks.data[m->blocks.data[i - 1]], *b = &u->blocks.data[m->blocks.data[i]];
    if (a->who == b->who) hd_order_add(m->order, i - 1, i);
  }
  for (uint32_t i = 0; u->final != HD_NONE && i < m->blocks.len; i++)
    if (m->blocks.data[i] != u->final) hd_order_add(m->order, i, m->event[u->final]);
}

/* --- what a read may see ------------------------------------------------------------------------------ */

static hd_term same_cell(const search *s, hd_term a, hd_term b)
{
  return hd_term_is(a) ? hd_term_2(s->T, HD_OP_EQ, a, b) : hd_term_true(s->T);
}

/* The writes to the variable that may be to this element. */
static const hd_u32s *writes_to(search *s, hd_var var, hd_term index)
{
  uint64_t at;
  if (!hd_term_is(index) || !hd_term_is_const(s->T, index, &at)) return &s->writes[var.id];
  uint64_t key = (uint64_t)var.id << 32 | index.id;
  const uint64_t *known = hd_map_find(&s->cell_of, key);
  if (known) return &s->cells.data[*known];
  hd_u32s found = {0};
  for (uint32_t i = 0; i < s->writes[var.id].len; i++) {
    uint32_t w = s->writes[var.id].data[i];
    if (!hd_term_is_false(s->T, same_cell(s, index, s->u->writes.data[w].index))) hd_vec_push(&found, w);
  }
  hd_map_put(&s->cell_of, key, s->cells.len);
  hd_vec_push(&s->cells, found);
  return &s->cells.data[s->cells.len - 1];
}

/* Conditions that hold when the block is executed: its own, and those of blocks that it must have read from. */
static const hd_u32s *implied_conds(search *s, uint32_t block)
{
  if (s->implied_by == block) return &s->implied;
  hd_u32s todo = {0};
  s->implied.len = 0;
  s->implied_by = block;
  hd_vec_push(&todo, block);
  for (uint32_t i = 0; i < todo.len; i++) {
    const hd_bmc_block *b = &s->u->blocks.data[todo.data[i]];
    hd_vec_push(&s->implied, b->cond);
    for (uint32_t k = 0; k < s->sources.len; k++) {
      const hd_bmc_block *reader = &s->u->blocks.data[s->sources.data[k].reader];
      bool before = reader->who == b->who && hd_bmc_cond_within(&s->u->conds, reader->cond, b->cond);
      bool is_new = true;
      for (uint32_t j = 0; j < todo.len && is_new; j++) is_new = todo.data[j] != s->sources.data[k].writer;
      if (before && is_new) hd_vec_push(&todo, s->sources.data[k].writer);
    }
  }
  hd_vec_clear(&todo);
  return &s->implied;
}

static bool is_certain(search *s, const hd_bmc_write *w, uint32_t block)
{
  if (w->cond == HD_NONE) return false;
  const hd_u32s *conds = implied_conds(s, block);
  for (uint32_t i = 0; i < conds->len; i++)
    if (hd_bmc_cond_within(&s->u->conds, w->cond, conds->data[i])) return true;
  return false;
}

/* Is the value after block `from` (HD_NONE: the initial value) certainly overwritten before the read? */
static bool is_overwritten(search *s, const hd_bmc_read *r, uint32_t from)
{
  const hd_u32s *writes = writes_to(s, r->var, r->index);
  for (uint32_t i = 0; i < writes->len; i++) {
    const hd_bmc_write *w = &s->u->writes.data[writes->data[i]];
    if (w->block == r->block || !is_order_known(s->m, w->block, r->block)) continue;
    if (from != HD_NONE && !is_order_known(s->m, from, w->block)) continue;
    if (hd_term_is_true(s->T, same_cell(s, r->index, w->index)) && is_certain(s, w, r->block)) return true;
  }
  return false;
}

typedef struct {
  hd_term symbol, value;
} substitution;

static hd_term put_value(void *context, hd_term leaf)
{
  const substitution *x = context;
  return hd_term_same(leaf, x->symbol) ? x->value : HD_NO_TERM;
}

/* Do the conditions that the block requires rule this value out? */
static bool is_ruled_out(search *s, const hd_bmc_read *r, hd_term value)
{
  const hd_u32s *must = &s->u->blocks.data[r->block].must;
  substitution x = {r->symbol, value};
  hd_rewrite rewrite = {put_value, &x};
  if (!hd_term_is_const(s->T, value, NULL)) return false;
  for (uint32_t i = 0; i < must->len; i++)
    if (hd_term_is_false(s->T, hd_term_substitute(s->T, (hd_term){must->data[i]}, &rewrite))) return true;
  return false;
}

static bool may_see(search *s, const hd_bmc_read *r, const hd_bmc_write *w)
{
  if (w->block == r->block || is_order_known(s->m, r->block, w->block)) return false;
  if (hd_term_is_false(s->T, same_cell(s, r->index, w->index))) return false;
  if (is_ruled_out(s, r, w->value)) return false;
  return !is_order_known(s->m, w->block, r->block) || !is_overwritten(s, r, w->block);
}

static hd_term value_at_first(search *s, const hd_bmc_read *r)
{
  return hd_bmc_initial_value(s->u, r->var, 0, r->index);
}

static bool may_see_initial(search *s, const hd_bmc_read *r)
{
  return !is_ruled_out(s, r, value_at_first(s, r)) && !is_overwritten(s, r, HD_NONE);
}

/* The writes that the read may see; *initial: it may see the initial value, too. */
static void find_visible_writes(search *s, const hd_bmc_read *r, hd_u32s *out, bool *initial)
{
  const hd_u32s *writes = writes_to(s, r->var, r->index);
  out->len = 0;
  *initial = may_see_initial(s, r);
  for (uint32_t i = 0; i < writes->len; i++)
    if (may_see(s, r, &s->u->writes.data[writes->data[i]])) hd_vec_push(out, writes->data[i]);
}

/* Does every execution of the block make this read? */
static bool always_reads(const search *s, const hd_bmc_read *r)
{
  return hd_term_same(r->guard, hd_bmc_holds(s->u, s->u->blocks.data[r->block].cond));
}

/* Has `first` happened, before `w` or together with it, whenever `w` has happened? */
static bool comes_first(const search *s, const hd_bmc_write *first, const hd_bmc_write *w)
{
  const hd_bmc_block *a = &s->u->blocks.data[first->block], *b = &s->u->blocks.data[w->block];
  if (first->block == w->block) return true;
  return a->who == b->who && is_order_known(s->m, first->block, w->block) &&
         hd_bmc_cond_within(&s->u->conds, a->cond, b->cond);
}

/* Of the writes that a read may see, the one without which none of the others happens; HD_NONE: no such write. */
static uint32_t find_first(const search *s, const hd_u32s *found)
{
  uint32_t first = found->len ? found->data[0] : HD_NONE;
  for (uint32_t i = 1; i < found->len; i++)
    if (comes_first(s, &s->u->writes.data[found->data[i]], &s->u->writes.data[first])) first = found->data[i];
  for (uint32_t i = 0; i < found->len; i++)
    if (!comes_first(s, &s->u->writes.data[first], &s->u->writes.data[found->data[i]])) return HD_NONE;
  return first;
}

/* If one of the writes that a read may see comes before all others, it has happened before the read, whichever of them
 * the read sees. *before is the write that was found for this read earlier. True if the order has grown. */
static bool settle_read(search *s, uint32_t read, hd_u32s *found, uint32_t *before)
{
  const hd_bmc_read *r = &s->u->reads.data[read];
  bool initial;
  find_visible_writes(s, r, found, &initial);
  uint32_t first = initial ? HD_NONE : find_first(s, found);
  if (found->len > 1 && !hd_bmc_has_rule(s->u->off, HD_BMC_RULE_WAITING)) return false;
  if (first == HD_NONE || (first == *before && found->len > 1)) return false;
  uint32_t writer = s->u->writes.data[first].block;
  *before = first;
  hd_vec_push(&s->sources, (source){r->block, writer, read, first, found->len == 1});
  s->implied_by = HD_NONE;
  return hd_order_add(s->m->order, s->m->event[writer], s->m->event[r->block]);
}

/* Adds the orders between reads and writes that settle_read finds, until there are no more: one may lead to others. */
static void settle_orders(search *s)
{
  hd_u32s found = {0};
  uint32_t n = s->u->reads.len, *first = hd_alloc(n + 1, sizeof *first);
  uint8_t *done = hd_alloc(n + 1, 1);
  for (uint32_t i = 0; i < n; i++) first[i] = HD_NONE;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < n; i++) {
      const hd_bmc_read *r = &s->u->reads.data[i];
      if (done[i] || !s->u->blocks.data[r->block].spine || !always_reads(s, r)) continue;
      changed = settle_read(s, i, &found, &first[i]) || changed;
      done[i] = first[i] != HD_NONE && found.len == 1;
    }
  }
  free(done);
  free(first);
  hd_vec_clear(&found);
}

/* --- facts --------------------------------------------------------------------------------------------- */

static void add_implication(search *s, hd_term when, hd_term then)
{
  hd_term f = hd_term_2(s->T, HD_OP_OR, hd_term_1(s->T, HD_OP_NOT, when), then);
  if (!hd_term_is_true(s->T, f)) hd_vec_push(&s->u->facts, f);
}

/* If the read sees what `from` wrote (HD_NONE: the initial value), no other write lies between. */
static void exclude_between(search *s, const hd_bmc_read *r, uint32_t from, uint32_t seen, hd_term when)
{
  const hd_u32s *writes = writes_to(s, r->var, r->index);
  for (uint32_t i = 0; i < writes->len; i++) {
    const hd_bmc_write *w = &s->u->writes.data[writes->data[i]];
    if (writes->data[i] == seen || w->block == r->block || w->block == from) continue;
    hd_term there = hd_term_2(s->T, HD_OP_AND, w->guard, same_cell(s, r->index, w->index));
    if (hd_term_is_false(s->T, there) || is_order_known(s->m, r->block, w->block)) continue;
    if (from != HD_NONE && is_order_known(s->m, w->block, from)) continue;
    hd_term outside = hd_bmc_before(s->m, r->block, w->block);
    if (from != HD_NONE) outside = hd_term_2(s->T, HD_OP_OR, outside, hd_bmc_before(s->m, w->block, from));
    add_implication(s, when, hd_term_2(s->T, HD_OP_OR, hd_term_1(s->T, HD_OP_NOT, there), outside));
  }
}

static void add_seen_write(search *s, const hd_bmc_read *r, uint32_t write, hd_term when)
{
  const hd_bmc_write *w = &s->u->writes.data[write];
  add_implication(s, when, w->guard);
  add_implication(s, when, same_cell(s, r->index, w->index));
  add_implication(s, when, hd_bmc_before(s->m, w->block, r->block));
  add_implication(s, when, hd_term_2(s->T, HD_OP_EQ, r->symbol, w->value));
  exclude_between(s, r, w->block, write, when);
}

/* The constant that the cell always holds, or HD_NO_TERM. */
static hd_term unchanged_value(search *s, const hd_bmc_read *r)
{
  hd_term value = value_at_first(s, r);
  const hd_u32s *writes = writes_to(s, r->var, r->index);
  if (!hd_bmc_has_rule(s->u->off, HD_BMC_RULE_UNCHANGED) || !hd_term_is_const(s->T, value, NULL)) return HD_NO_TERM;
  for (uint32_t i = 0; i < writes->len; i++)
    if (!hd_term_same(s->u->writes.data[writes->data[i]].value, value)) return HD_NO_TERM;
  return value;
}

/* The value that the read finds, if there is one term for it; otherwise HD_NO_TERM, and the writes are listed. */
static hd_term found_value(search *s, const hd_bmc_read *r)
{
  hd_term value = unchanged_value(s, r);
  if (hd_term_is(value) || !s->sums) return value;
  return hd_bmc_sum(s->sums, r, writes_to(s, r->var, r->index));
}

static void add_read(search *s, const hd_bmc_read *r, hd_u32s *found)
{
  bool initial;
  hd_term value = found_value(s, r);
  if (hd_term_is(value)) {
    add_implication(s, r->guard, hd_term_2(s->T, HD_OP_EQ, r->symbol, value));
    return;
  }
  find_visible_writes(s, r, found, &initial);
  s->m->seen += found->len + initial;
  s->m->pruned += s->writes[r->var.id].len + 1 - found->len - initial;
  bool one = found->len + initial == 1;
  hd_term some = hd_term_false(s->T);
  for (uint32_t i = 0; i < found->len; i++) {
    hd_term when = one ? r->guard : hd_bmc_fresh(s->u, HD_BOOL);
    some = hd_term_2(s->T, HD_OP_OR, some, when);
    add_seen_write(s, r, found->data[i], when);
  }
  if (initial) {
    hd_term when = one ? r->guard : hd_bmc_fresh(s->u, HD_BOOL);
    some = hd_term_2(s->T, HD_OP_OR, some, when);
    add_implication(s, when, hd_term_2(s->T, HD_OP_EQ, r->symbol, value_at_first(s, r)));
    exclude_between(s, r, HD_NONE, HD_NONE, when);
  }
  add_implication(s, r->guard, some);
}

/* If an instance is interrupted inside a block, all blocks of the others come before that block. */
static void add_interruptions(search *s)
{
  for (uint32_t i = 0; i < s->u->last.len; i++) {
    uint32_t mine = s->u->last.data[i];
    for (uint32_t k = 0; k < s->m->blocks.len; k++) {
      uint32_t other = s->m->blocks.data[k];
      const hd_bmc_block *b = &s->u->blocks.data[other];
      if (other == s->u->final || b->who == s->u->blocks.data[mine].who) continue;
      hd_term both = hd_term_2(s->T, HD_OP_AND, s->u->interrupted.data[i], hd_bmc_holds(s->u, b->cond));
      add_implication(s, both, hd_bmc_before(s->m, other, mine));
    }
  }
}

/* Does the value that the instance waits for last? No other instance writes the cell after it, and the instance itself
 * only when it has gone on. */
static bool is_lasting(search *s, const source *x)
{
  const hd_bmc_read *r = &s->u->reads.data[x->read];
  const hd_u32s *writes = writes_to(s, r->var, r->index);
  for (uint32_t i = 0; i < writes->len; i++) {
    const hd_bmc_write *w = &s->u->writes.data[writes->data[i]];
    bool own = s->u->blocks.data[w->block].who == s->u->blocks.data[r->block].who &&
               (w->block == r->block || is_order_known(s->m, r->block, w->block));
    bool earlier = writes->data[i] == x->write || is_order_known(s->m, w->block, x->writer);
    if (!own && !earlier && !hd_term_is_false(s->T, same_cell(s, r->index, w->index))) return false;
  }
  return true;
}

/* Does this write, seen by the only read of the block, satisfy what the block waits for? */
static bool is_satisfied(const search *s, const source *x)
{
  const hd_bmc_block *b = &s->u->blocks.data[x->reader];
  substitution put = {s->u->reads.data[x->read].symbol, s->u->writes.data[x->write].value};
  hd_rewrite rewrite = {put_value, &put};
  if (!x->only || b->sticks != 1 || b->must.len != 1) return false;
  return hd_term_is_true(s->T, hd_term_substitute(s->T, (hd_term){b->must.data[0]}, &rewrite));
}

/* An instance that waits for a single lasting write goes on after that write: an execution in which it does not can be
 * extended. So a thread that was created starts, and one that has finished is joined. */
static void add_going_on(search *s)
{
  if (!hd_bmc_has_rule(s->u->off, HD_BMC_RULE_GOING_ON)) return;
  if (hd_violated_by(s->u->property, HD_BY_RACE) || s->u->stop_anywhere) return;
  for (uint32_t i = 0; i < s->sources.len; i++) {
    const source *x = &s->sources.data[i];
    const hd_bmc_node *n = &s->u->nodes.data[s->u->blocks.data[x->reader].node];
    if (!hd_term_is(n->stay) || !is_satisfied(s, x) || !is_lasting(s, x)) continue;
    add_implication(s, n->stay, hd_term_1(s->T, HD_OP_NOT, s->u->writes.data[x->write].guard));
  }
}

hd_bmc_memory *hd_bmc_memory_new(hd_bmc_unfolding *u, const hd_budget *b)
{
  hd_bmc_memory *m = hd_alloc(1, sizeof *m);
  search s = {.m = m, .u = u, .T = u->T, .implied_by = HD_NONE};
  hd_u32s found = {0};
  m->u = u;
  number_events(m);
  s.writes = hd_alloc(u->p->vars.len, sizeof *s.writes);
  for (uint32_t i = 0; i < u->writes.len; i++) hd_vec_push(&s.writes[u->writes.data[i].var.id], i);
  settle_orders(&s);
  if (hd_bmc_has_rule(u->off, HD_BMC_RULE_SUMS)) s.sums = hd_bmc_sums_new(m);
  for (uint32_t i = 0; i < u->reads.len && !u->too_large; i++) {
    add_read(&s, &u->reads.data[i], &found);
    u->too_large = u->facts.len > MOST_FACTS || hd_budget_spent(b);
  }
  add_interruptions(&s);
  hd_bmc_order_exits(m);
  add_going_on(&s);
  for (uint32_t v = 0; v < u->p->vars.len; v++) hd_vec_clear(&s.writes[v]);
  free(s.writes);
  hd_bmc_sums_free(s.sums);
  for (uint32_t i = 0; i < s.cells.len; i++) hd_vec_clear(&s.cells.data[i]);
  hd_vec_clear(&s.cells);
  hd_map_clear(&s.cell_of);
  hd_vec_clear(&s.sources);
  hd_vec_clear(&s.implied);
  hd_vec_clear(&found);
  return m;
}

void hd_bmc_memory_free(hd_bmc_memory *m)
{
  if (!m) return;
  free(m->event);
  free(m->context);
  hd_vec_clear(&m->blocks);
  hd_vec_clear(&m->open);
  hd_map_clear(&m->symbols);
  hd_map_clear(&m->by_symbol);
  hd_order_free(m->order);
  free(m);
}

/* --- context bounds ------------------------------------------------------------------------------------ */

/* Each block has a context, each context an owner; contexts follow the order of the blocks. */
void hd_bmc_bound_contexts(hd_bmc_memory *m, uint32_t switches)
{
  hd_bmc_unfolding *u = m->u;
  hd_terms *T = u->T;
  unsigned width = 1;
  while (width < 32 && switches >> width) width++;
  hd_term *context = hd_alloc(u->blocks.len + 1, sizeof *context);
  hd_term *owner = hd_alloc(switches + 1, sizeof *owner);
  m->context = context;
  for (uint32_t k = 0; k <= switches; k++) owner[k] = hd_bmc_fresh(u, HD_BV(16));
  for (uint32_t i = 0; i < u->blocks.len; i++) {
    const hd_bmc_block *b = &u->blocks.data[i];
    if (i == u->final) continue;
    hd_term not_executed = hd_term_1(T, HD_OP_NOT, hd_bmc_holds(u, b->cond));
    context[i] = hd_bmc_fresh(u, HD_BV(width));
    hd_vec_push(&u->facts, hd_term_2(T, HD_OP_ULE, context[i], hd_term_bv(T, width, switches)));
    if (i > 0 && u->blocks.data[i - 1].who == b->who)
      hd_vec_push(&u->facts, hd_term_2(T, HD_OP_ULE, context[i - 1], context[i]));
    for (uint32_t k = 0; k <= switches; k++) {
      hd_term mine = hd_term_eq_bv(T, owner[k], b->who), elsewhere = hd_term_ne(T, context[i], hd_term_bv(T, width, k));
      hd_vec_push(&u->facts, hd_term_2(T, HD_OP_OR, not_executed, hd_term_2(T, HD_OP_OR, elsewhere, mine)));
    }
  }
  for (uint32_t i = 0; i < m->blocks.len; i++) {
    for (uint32_t k = 0; k < m->blocks.len; k++) {
      uint32_t a = m->blocks.data[i], b = m->blocks.data[k];
      if (a == u->final || b == u->final || u->blocks.data[a].who == u->blocks.data[b].who) continue;
      uint32_t low = i < k ? i : k, high = i < k ? k : i;
      bool settled = hd_order_known(m->order, i, k);
      if (!settled && !hd_map_find(&m->symbols, (uint64_t)low << 32 | high)) continue;
      hd_term both =
          hd_term_2(T, HD_OP_AND, hd_bmc_holds(u, u->blocks.data[a].cond), hd_bmc_holds(u, u->blocks.data[b].cond));
      hd_term before = hd_term_2(T, HD_OP_AND, both, hd_bmc_before(m, a, b));
      hd_term then = hd_term_2(T, HD_OP_ULT, context[a], context[b]);
      hd_vec_push(&u->facts, hd_term_2(T, HD_OP_OR, hd_term_1(T, HD_OP_NOT, before), then));
    }
  }
  free(owner);
}
