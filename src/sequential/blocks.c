/* blocks.c - symbolic execution of all paths between cut-points, merged where they meet. */
#include "sequential/blocks.h"

#include "analysis/guards.h"
#include "expr/meet.h"

/* A location on the way: when it is reached, and with what. */
typedef struct {
  hd_term cond;
  hd_term *state;
} arrival;

typedef struct {
  const hd_cells *c;
  hd_program *p;
  hd_terms *T;
  hd_symbols *symbols;
  const hd_liveness *live;
  const uint8_t *cut;
  hd_block *b;
  arrival *at;     /* by location */
  hd_u32s order;   /* locations to go on from, topologically */
  hd_term *arrays; /* by cell: whole arrays as they are after the edges so far (see write_whole) */
  hd_term fail;
} build;

static bool is_end(const build *x, hd_loc l)
{
  return x->cut[l.id] || hd_loc_get(x->p, l)->kind != HD_LOC_NORMAL;
}

/* --- order ---------------------------------------------------------------------------------------- */

typedef struct {
  uint32_t loc, next;
} frame;

/* Postorder, depth first, without recursion; the caller turns it around. */
static void find_order(build *x)
{
  enum { WHITE, GREY, BLACK };
  uint8_t *colour = hd_alloc(x->p->locs.len, 1);
  HD_VEC(frame) stack = {0};
  hd_vec_push(&stack, (frame){x->b->from.id, 0});
  while (stack.len) {
    frame *f = &hd_vec_last(&stack);
    uint32_t n;
    const uint32_t *out = hd_loc_out(x->p, (hd_loc){f->loc}, &n);
    if (f->next == n) {
      colour[f->loc] = BLACK;
      hd_vec_push(&x->order, f->loc);
      stack.len--;
      continue;
    }
    hd_loc to = x->p->edges.data[out[f->next++]].to;
    if (is_end(x, to) || colour[to.id] == BLACK) continue;
    HD_CHECK(colour[to.id] == WHITE); /* every cycle has a cut-point */
    colour[to.id] = GREY;
    hd_vec_push(&stack, (frame){to.id, 0});
  }
  hd_vec_clear(&stack);
  free(colour);
  for (uint32_t i = 0; i < x->order.len / 2; i++) {
    uint32_t other = x->order.len - 1 - i, loc = x->order.data[i];
    x->order.data[i] = x->order.data[other];
    x->order.data[other] = loc;
  }
}

/* --- values --------------------------------------------------------------------------------------- */

static bool is_whole(const build *x, uint32_t cell)
{
  hd_cell c = x->c->list.data[cell];
  return c.element == HD_NONE && hd_var_get(x->p, c.var)->count;
}

/* Terms have no choice between arrays. A block is taken along one path only, so arrays are not
 * merged: there is one of each for the whole block, written under the condition that the edge is
 * taken, in topological order. */
static void write_whole(build *x, uint32_t cell, hd_term taken, hd_term index, hd_term value)
{
  hd_terms *T = x->T;
  uint32_t count = hd_var_get(x->p, x->c->list.data[cell].var)->count;
  hd_term inside = hd_term_2(T, HD_OP_ULT, index, hd_term_bv(T, hd_term_sort(T, index).width, count));
  hd_term when = hd_term_2(T, HD_OP_AND, taken, inside);
  hd_term old = hd_term_2(T, HD_OP_SELECT, x->arrays[cell], index);
  x->arrays[cell] = hd_term_3(T, HD_OP_STORE, x->arrays[cell], index, hd_term_3(T, HD_OP_ITE, when, value, old));
}

static void write_split(build *x, hd_term *state, hd_var v, hd_term index, hd_term value)
{
  hd_terms *T = x->T;
  for (uint32_t cell = x->c->first[v.id]; cell < x->c->first[v.id + 1]; cell++) {
    hd_term here = hd_term_eq_bv(T, index, x->c->list.data[cell].element);
    state[cell] = hd_term_3(T, HD_OP_ITE, here, value, state[cell]);
  }
}

static hd_term apply_to_state(const build *x, const hd_term *state, hd_term t)
{
  return hd_cells_apply(x->c, state, t);
}

/* The edge's new values: all are computed from the old state before any is written. */
static void assign_cells(build *x, const hd_edge_info *e, hd_block_edge *taken, const hd_term *old, hd_term *state)
{
  hd_term *values = hd_alloc(e->n_assigns + 1, sizeof *values), *indices = hd_alloc(e->n_assigns + 1, sizeof *values);
  taken->input = x->b->inputs.len;
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    const hd_assign *a = &e->assigns[i];
    indices[i] = hd_term_is(a->index) ? apply_to_state(x, old, a->index) : HD_NO_TERM;
    if (hd_term_is(a->value)) {
      values[i] = apply_to_state(x, old, a->value);
    } else {
      values[i] = hd_symbols_fresh(x->symbols, hd_var_get(x->p, a->var)->sort, a->var);
      hd_vec_push(&x->b->inputs, values[i]);
    }
  }
  taken->n_inputs = x->b->inputs.len - taken->input;
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    hd_var v = e->assigns[i].var;
    uint32_t cell = x->c->first[v.id];
    if (!hd_term_is(indices[i]))
      state[cell] = values[i];
    else if (hd_cell_is_split(x->c, v))
      write_split(x, state, v, indices[i], values[i]);
    else
      write_whole(x, cell, taken->taken, indices[i], values[i]);
  }
  free(values);
  free(indices);
}

/* --- meeting ---------------------------------------------------------------------------------------- */

static bool is_dead(const build *x, hd_loc l, uint32_t cell)
{
  return x->live && !hd_is_live(x->live, l, x->c->list.data[cell].var);
}

/* Comes to the location with this state, which becomes its own or is merged into what is there. */
static void arrive_in_block(build *x, hd_loc l, hd_term cond, const hd_term *state)
{
  arrival *a = &x->at[l.id];
  uint32_t n = x->c->list.len;
  if (!a->state) {
    a->state = hd_arena_copy(&x->b->arena, state, n * sizeof *state);
    a->cond = cond;
    return;
  }
  hd_term choice;
  a->cond = hd_meet(x->T, a->cond, cond, &choice);
  for (uint32_t i = 0; i < n; i++)
    if (!hd_term_same(a->state[i], state[i]) && !is_whole(x, i) && !is_dead(x, l, i))
      a->state[i] = hd_term_3(x->T, HD_OP_ITE, choice, state[i], a->state[i]);
}

static hd_block_target *target(build *x, hd_target_kind kind, hd_loc l)
{
  for (uint32_t i = 0; i < x->b->targets.len; i++)
    if (x->b->targets.data[i].loc.id == l.id) return &x->b->targets.data[i];
  hd_vec_push(&x->b->targets, (hd_block_target){.kind = kind, .loc = l});
  return &hd_vec_last(&x->b->targets);
}

static void go_to_target(build *x, hd_loc to, hd_term cond, const hd_term *state)
{
  hd_loc_kind kind = hd_loc_get(x->p, to)->kind;
  if (kind == HD_LOC_EXIT || hd_term_is_false(x->T, cond)) return;
  if (kind == HD_LOC_UNSUPPORTED || kind == HD_LOC_BOUND)
    target(x, HD_TO_BEYOND, to);
  else if (is_end(x, to))
    target(x, HD_TO_CUT, to);
  arrive_in_block(x, to, cond, state);
}

/* --- edges -------------------------------------------------------------------------------------------- */

static bool is_exclusive(const build *x, const uint32_t *out, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = i + 1; k < n; k++)
      if (!hd_guards_exclusive(x->p, (hd_edge){out[i]}, (hd_edge){out[k]})) return false;
  return true;
}

static void take_block_edge(build *x, uint32_t e, const arrival *a, hd_term taken, hd_term *scratch)
{
  const hd_edge_info *info = &x->p->edges.data[e];
  hd_block_edge done = {.edge = {e}, .taken = taken, .before = a->state};
  memcpy(scratch, a->state, x->c->list.len * sizeof *scratch);
  hd_term goes_on = taken;
  if (info->kind == HD_EDGE_ASSERT) {
    hd_term cond = apply_to_state(x, a->state, info->cond);
    hd_term violated = hd_term_2(x->T, HD_OP_AND, taken, hd_term_1(x->T, HD_OP_NOT, cond));
    x->fail = hd_term_2(x->T, HD_OP_OR, x->fail, violated);
    goes_on = hd_term_2(x->T, HD_OP_AND, taken, cond);
  }
  done.taken = goes_on;
  assign_cells(x, info, &done, a->state, scratch);
  done.taken = taken;
  hd_vec_push(&x->b->edges, done);
  go_to_target(x, info->to, goes_on, scratch);
}

/* Whole arrays are read as they are now. */
static void refresh_whole_arrays(build *x, hd_term *state)
{
  for (uint32_t i = 0; i < x->c->list.len; i++)
    if (is_whole(x, i)) state[i] = x->arrays[i];
}

static void leave_block_loc(build *x, uint32_t l, arrival a, hd_term *scratch)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(x->p, (hd_loc){l}, &n);
  if (!a.state) return; /* constantly false guards lead here */
  bool exclusive = is_exclusive(x, out, n);
  hd_term rest = a.cond;            /* with choices: no edge so far was chosen */
  refresh_whole_arrays(x, a.state); /* once: what one of the edges writes is not what the guard of the next one reads */
  for (uint32_t i = 0; i < n; i++) {
    const hd_edge_info *e = &x->p->edges.data[out[i]];
    hd_term taken = hd_term_is(e->guard) ? apply_to_state(x, a.state, e->guard) : hd_term_true(x->T);
    taken = hd_term_2(x->T, HD_OP_AND, rest, taken);
    if (hd_term_is_false(x->T, taken)) continue;
    if (!exclusive && i + 1 < n) {
      hd_term choice = hd_symbols_fresh(x->symbols, HD_BOOL, HD_NO_VAR);
      taken = hd_term_2(x->T, HD_OP_AND, taken, choice);
      rest = hd_term_2(x->T, HD_OP_AND, rest, hd_term_1(x->T, HD_OP_NOT, choice));
    }
    take_block_edge(x, out[i], &a, taken, scratch);
  }
}

static void finish_block(build *x)
{
  for (uint32_t i = 0; i < x->b->targets.len; i++) {
    hd_block_target *t = &x->b->targets.data[i];
    t->cond = x->at[t->loc.id].cond;
    t->post = x->at[t->loc.id].state;
    refresh_whole_arrays(x, t->post);
  }
  if (!hd_term_is_false(x->T, x->fail))
    hd_vec_push(&x->b->targets, (hd_block_target){.kind = HD_TO_FAIL, .loc = HD_NO_LOC, .cond = x->fail});
}

hd_block *hd_block_new(const hd_cells *c, hd_symbols *s, const hd_liveness *live, const uint8_t *cut, hd_loc from,
                       const hd_term *pre)
{
  return hd_block_new_if(c, s, live, cut, from, pre, hd_term_true(c->p->terms));
}

hd_block *hd_block_new_if(const hd_cells *c, hd_symbols *s, const hd_liveness *live, const uint8_t *cut, hd_loc from,
                          const hd_term *pre, hd_term when)
{
  hd_block *b = hd_alloc(1, sizeof *b);
  build x = {.c = c, .p = c->p, .T = c->p->terms, .symbols = s, .live = live, .cut = cut, .b = b};
  uint32_t n = c->list.len;
  hd_arena_init(&b->arena);
  b->from = from;
  x.at = hd_alloc(x.p->locs.len, sizeof *x.at);
  x.fail = hd_term_false(x.T);
  x.arrays = hd_arena_copy(&b->arena, pre, n * sizeof *pre);
  find_order(&x);
  hd_term *scratch = hd_alloc(n + 1, sizeof *scratch);
  /* The start is left with the state given; when it is come back to, that is an arrival of its own. */
  arrival start = {when, hd_arena_copy(&b->arena, pre, n * sizeof *pre)};
  for (uint32_t i = 0; i < x.order.len; i++)
    leave_block_loc(&x, x.order.data[i], i ? x.at[x.order.data[i]] : start, scratch);
  finish_block(&x);
  free(scratch);
  free(x.at);
  hd_vec_clear(&x.order);
  HD_ASSERT(hd_block_check(c, b));
  return b;
}

static bool check_target(const hd_cells *c, const hd_block_target *t)
{
  const hd_terms *T = c->p->terms;
  if (!hd_sort_same(hd_term_sort(T, t->cond), HD_BOOL) || (t->kind == HD_TO_FAIL) != !t->post) return false;
  for (uint32_t i = 0; t->post && i < c->list.len; i++)
    if (hd_term_is(t->post[i]) && !hd_sort_same(hd_term_sort(T, t->post[i]), hd_cell_sort(c, i))) return false;
  return true;
}

/* In topological order an edge that begins where another ends comes later, unless it closes a cycle at the start. */
static bool check_order(const hd_cells *c, const hd_block *b)
{
  uint8_t *left = hd_alloc(c->p->locs.len, 1);
  bool ok = true;
  for (uint32_t i = 0; i < b->edges.len && ok; i++) {
    const hd_edge_info *e = hd_edge_get(c->p, b->edges.data[i].edge);
    left[e->from.id] = 1;
    ok = e->to.id == b->from.id || !left[e->to.id];
  }
  free(left);
  return ok;
}

bool hd_block_check(const hd_cells *c, const hd_block *b)
{
  for (uint32_t i = 0; i < b->targets.len; i++) {
    if (!check_target(c, &b->targets.data[i])) return false;
    for (uint32_t k = 0; k < i; k++)
      if (b->targets.data[k].kind == b->targets.data[i].kind && b->targets.data[k].loc.id == b->targets.data[i].loc.id)
        return false;
  }
  return check_order(c, b);
}

void hd_block_free(hd_block *b)
{
  if (!b) return;
  hd_arena_clear(&b->arena);
  hd_vec_clear(&b->targets);
  hd_vec_clear(&b->edges);
  hd_vec_clear(&b->inputs);
  free(b);
}
