/* loop_bounds.c - bounds by following a counter.
 *
 * For a candidate v of a natural loop: H is v's value at the head in some iteration. Inside that
 * iteration every variable is followed as H + constant where that is so on every path (offsets).
 * If v is H + s at every back edge, then H runs through c, c + s, c + 2s, ... for the constants c
 * that v can have when the loop is entered. A part of a guard that reads one such variable is then
 * decided in each iteration (a test), and the loop comes around only if some way from the head back
 * to the head passes none that fails. The values of H are tried one after the other, except
 * that stretches over which no test changes are skipped at once. Everything is computed modulo
 * the width: wrap-around is nothing special. */
#include "analysis/loop_bounds.h"

#include "analysis/stretch.h"

enum {
  MAX_FOLLOWED = 16,   /* variables followed beside each other */
  MAX_CONSTANTS = 8,   /* values that a counter can start with */
  MAX_PARTS = 32,      /* conjuncts looked at in one guard */
  MAX_TRIES = 1 << 14, /* values of H tried for one loop */
  MAX_WORK = 1 << 22   /* tries times edges */
};

#define SEVERAL (HD_NONE - 1)

/* What a variable is inside an iteration: not reached yet, H + offset, or something else. */
typedef enum { UNREACHED, KNOWN, OTHER } hold_kind;
typedef struct {
  hold_kind kind;
  uint64_t offset;
} hold;

/* A part of an edge's guard that reads one followed variable: v's value H decides it. Where its
 * truth changes only as H enters or leaves one stretch of values, that is known. */
typedef struct {
  uint32_t edge; /* number among the loop's edges */
  hd_term term;
  bool negated;
  uint32_t symbol;
  uint64_t offset;
  hd_stretch stretch;
} test;

typedef struct {
  uint32_t id, from, to; /* from and to: numbers in the body */
  bool back, dead;
} loop_edge;

typedef struct {
  const hd_program *p;
  const hd_liveness *live;
  hd_loops *l;
  uint32_t *in_first, *in_edges; /* edges by target */
  uint32_t *writer;              /* by variable: the thread that writes it, HD_NONE, or SEVERAL */
  uint32_t *position;            /* by location: in the body of the loop looked at, or HD_NONE */
  /* of the loop looked at */
  hd_loop *loop;
  HD_VEC(loop_edge) edges;
  uint32_t *edges_from; /* by number in the body, and one more */
  /* of the candidate looked at */
  uint32_t followed[MAX_FOLLOWED], n_followed; /* the first is the counter */
  unsigned width;
  hold *holds; /* n_followed for each of the body */
  uint64_t step;
  HD_VEC(test) tests;
  uint8_t *reached;
  uint64_t *times;
} finder;

/* --- whose variables --------------------------------------------------------------------------- */

static void find_writers(finder *f)
{
  const hd_program *p = f->p;
  for (uint32_t v = 0; v < p->vars.len; v++) f->writer[v] = HD_NONE;
  for (uint32_t e = 0; e < p->edges.len; e++) {
    const hd_edge_info *info = &p->edges.data[e];
    uint32_t thread = p->locs.data[info->from.id].thread.id;
    for (uint32_t i = 0; i < info->n_assigns; i++) {
      uint32_t *writer = &f->writer[info->assigns[i].var.id];
      *writer = *writer == HD_NONE || *writer == thread ? thread : SEVERAL;
    }
  }
}

/* Can no other instance change the variable? */
static bool is_own(const finder *f, uint32_t v)
{
  const hd_var_info *info = &f->p->vars.data[v];
  hd_thread t = f->loop->thread;
  if (info->count || info->sort.kind != HD_SORT_BV) return false;
  if (info->thread.id == t.id) return true;
  const hd_thread_info *thread = hd_thread_get(f->p, t);
  bool alone = thread->instances == 1 && !thread->replicated;
  return info->thread.id == HD_NONE && f->writer[v] == t.id && alone;
}

static const hd_assign *assignment_to(const hd_edge_info *e, uint32_t v)
{
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (e->assigns[i].var.id == v) return &e->assigns[i];
  return NULL;
}

/* --- the loop's edges ----------------------------------------------------------------------------- */

static void list_edges(finder *f)
{
  const hd_program *p = f->p;
  f->edges.len = 0;
  for (uint32_t i = 0; i < f->loop->n_body; i++) {
    uint32_t n;
    const uint32_t *out = hd_loc_out(p, (hd_loc){f->loop->body[i]}, &n);
    f->edges_from[i] = f->edges.len;
    for (uint32_t k = 0; k < n; k++) {
      hd_loc to = p->edges.data[out[k]].to;
      if (f->position[to.id] == HD_NONE) continue;
      loop_edge e = {.id = out[k], .from = i, .to = f->position[to.id], .back = to.id == f->loop->head.id};
      hd_vec_push(&f->edges, e);
    }
  }
  f->edges_from[f->loop->n_body] = f->edges.len;
}

/* --- what the counter starts with ------------------------------------------------------------- */

typedef struct {
  uint64_t values[MAX_CONSTANTS];
  uint32_t n;
  bool failed;
} constants;

static void add_constant(constants *c, uint64_t value)
{
  for (uint32_t i = 0; i < c->n; i++)
    if (c->values[i] == value) return;
  if (c->n == MAX_CONSTANTS)
    c->failed = true;
  else
    c->values[c->n++] = value;
}

static void add_initial(const finder *f, constants *c, uint32_t v)
{
  if (f->p->vars.data[v].any)
    c->failed = true;
  else
    add_constant(c, hd_var_init(f->p, (hd_var){v}, 0));
}

/* Backwards from the edges that enter the loop to the last assignments to v. */
static constants find_constants(const finder *f, uint32_t v)
{
  const hd_program *p = f->p;
  constants c = {0};
  hd_u32s work = {0};
  uint8_t *seen = hd_alloc(p->locs.len, 1);
  hd_loc head = f->loop->head, entry = hd_thread_get(p, f->loop->thread)->entry;
  if (head.id == entry.id) add_initial(f, &c, v);
  hd_vec_push(&work, head.id);
  while (work.len && !c.failed) {
    uint32_t at = hd_vec_pop(&work);
    for (uint32_t i = f->in_first[at]; i < f->in_first[at + 1]; i++) {
      const hd_edge_info *e = &p->edges.data[f->in_edges[i]];
      if (at == head.id && !seen[at] && f->position[e->from.id] != HD_NONE) continue; /* a back edge */
      const hd_assign *a = assignment_to(e, v);
      uint64_t value;
      if (a && hd_term_is(a->value) && hd_term_is_const(p->terms, a->value, &value)) {
        add_constant(&c, value);
      } else if (a) {
        c.failed = true;
      } else if (!seen[e->from.id]) {
        seen[e->from.id] = 1;
        if (e->from.id == entry.id) add_initial(f, &c, v);
        hd_vec_push(&work, e->from.id);
      }
    }
  }
  free(seen);
  hd_vec_clear(&work);
  return c;
}

/* --- offsets inside an iteration --------------------------------------------------------------- */

static uint32_t follow_number(const finder *f, uint32_t v)
{
  for (uint32_t i = 0; i < f->n_followed; i++)
    if (f->followed[i] == v) return i;
  return HD_NONE;
}

/* The counter, and what is assigned a sum of what is followed, directly or not. */
static void choose_followed(finder *f, uint32_t counter)
{
  f->followed[0] = counter;
  f->n_followed = 1;
  f->width = f->p->vars.data[counter].sort.width;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < f->edges.len && f->n_followed < MAX_FOLLOWED; i++) {
      const hd_edge_info *e = &f->p->edges.data[f->edges.data[i].id];
      for (uint32_t k = 0; k < e->n_assigns && f->n_followed < MAX_FOLLOWED; k++) {
        uint32_t symbol, v = e->assigns[k].var.id;
        uint64_t offset;
        if (!hd_term_is(e->assigns[k].value) || follow_number(f, v) != HD_NONE || !is_own(f, v)) continue;
        if (!hd_stretch_sum(f->p->terms, e->assigns[k].value, &symbol, &offset)) continue;
        if (follow_number(f, symbol) == HD_NONE) continue;
        f->followed[f->n_followed++] = v;
        more = true;
      }
    }
  }
}

static hold after_edge(const finder *f, const hd_edge_info *e, const hold *before, uint32_t i)
{
  const hd_assign *a = assignment_to(e, f->followed[i]);
  uint32_t symbol;
  uint64_t offset;
  if (!a) return before[i];
  if (!hd_term_is(a->value) || !hd_stretch_sum(f->p->terms, a->value, &symbol, &offset)) return (hold){OTHER, 0};
  uint32_t from = follow_number(f, symbol);
  if (from == HD_NONE || before[from].kind != KNOWN) return (hold){OTHER, 0};
  return (hold){KNOWN, (before[from].offset + offset) & hd_mask(f->width)};
}

static bool join_hold(hold *at, hold more)
{
  bool same = at->kind == more.kind && at->offset == more.offset;
  if (at->kind == OTHER || same) return false;
  *at = at->kind == UNREACHED ? more : (hold){OTHER, 0};
  return true;
}

static void find_offsets(finder *f)
{
  uint32_t n = f->n_followed, head = f->position[f->loop->head.id];
  hd_u32s work = {0};
  memset(f->holds, 0, (size_t)f->loop->n_body * n * sizeof *f->holds);
  for (uint32_t i = 0; i < n; i++) f->holds[head * n + i] = (hold){i == 0 ? KNOWN : OTHER, 0};
  hd_vec_push(&work, head);
  while (work.len) {
    uint32_t at = hd_vec_pop(&work);
    for (uint32_t k = f->edges_from[at]; k < f->edges_from[at + 1]; k++) {
      const loop_edge *e = &f->edges.data[k];
      const hd_edge_info *info = &f->p->edges.data[e->id];
      bool changed = false;
      for (uint32_t i = 0; i < n && !e->back; i++)
        changed |= join_hold(&f->holds[e->to * n + i], after_edge(f, info, &f->holds[at * n], i));
      if (changed) hd_vec_push(&work, e->to);
    }
  }
  hd_vec_clear(&work);
}

/* By how much the counter changes in an iteration; false: not the same on every way, or not at all. */
static bool find_step(finder *f)
{
  bool some = false;
  for (uint32_t k = 0; k < f->edges.len; k++) {
    const loop_edge *e = &f->edges.data[k];
    if (!e->back) continue;
    hold h = after_edge(f, &f->p->edges.data[e->id], &f->holds[e->from * f->n_followed], 0);
    if (h.kind != KNOWN || h.offset == 0 || (some && h.offset != f->step)) return false;
    f->step = h.offset;
    some = true;
  }
  return some;
}

/* --- tests ----------------------------------------------------------------------------------------- */

typedef struct {
  const hd_terms *T;
  bool several, array;
  uint32_t symbol;
} leaves;

static void note_leaf(void *context, hd_term leaf)
{
  leaves *l = context;
  uint32_t symbol = hd_term_symbol(l->T, leaf);
  if (hd_term_sort(l->T, leaf).kind == HD_SORT_ARRAY) l->array = true;
  if (l->symbol != HD_NONE && l->symbol != symbol) l->several = true;
  l->symbol = symbol;
}

/* The one scalar that the term reads, or HD_NONE. */
static uint32_t only_symbol(const hd_terms *T, hd_term t)
{
  leaves l = {.T = T, .symbol = HD_NONE};
  hd_term_visit_leaves(T, t, note_leaf, &l);
  return l.several || l.array ? HD_NONE : l.symbol;
}

static void add_test(finder *f, uint32_t edge, hd_term term, bool negated)
{
  uint32_t symbol = only_symbol(f->p->terms, term), i;
  if (symbol == HD_NONE || (i = follow_number(f, symbol)) == HD_NONE) return;
  hold h = f->holds[f->edges.data[edge].from * f->n_followed + i];
  if (h.kind != KNOWN) return;
  test t = {.edge = edge, .term = term, .negated = negated, .symbol = symbol, .offset = h.offset};
  t.stretch = hd_stretch_of(f->p->terms, term, h.offset, f->width);
  hd_vec_push(&f->tests, t);
}

/* The parts that must all hold for the guard to hold: a and b, not (a or b). */
static void add_tests(finder *f, uint32_t edge, hd_term guard)
{
  struct {
    hd_term term;
    bool negated;
  } stack[MAX_PARTS] = {{guard, false}};
  const hd_terms *T = f->p->terms;
  uint32_t n = 1;
  for (uint32_t parts = 0; n > 0 && parts < MAX_PARTS; parts++) {
    hd_term t = stack[--n].term;
    bool negated = stack[n].negated;
    hd_op op = hd_term_op(T, t);
    if (op == HD_OP_NOT) {
      stack[n].term = hd_term_arg(T, t, 0);
      stack[n++].negated = !negated;
    } else if (op == (negated ? HD_OP_OR : HD_OP_AND) && n + 2 <= MAX_PARTS) {
      for (unsigned i = 0; i < 2; i++) {
        stack[n].term = hd_term_arg(T, t, i);
        stack[n++].negated = negated;
      }
    } else {
      add_test(f, edge, t, negated);
    }
  }
}

static void find_tests(finder *f)
{
  f->tests.len = 0;
  for (uint32_t k = 0; k < f->edges.len; k++) {
    hd_term guard = f->p->edges.data[f->edges.data[k].id].guard;
    if (hd_term_is(guard)) add_tests(f, k, guard);
  }
}

/* --- iteration by iteration --------------------------------------------------------------------- */

static uint64_t read_value(void *context, uint32_t symbol, bool array, uint64_t index)
{
  (void)symbol;
  (void)array;
  (void)index;
  return *(uint64_t *)context;
}

/* Marks the edges that cannot be taken in the iteration with this H. */
static void try_value(finder *f, uint64_t h, bool all)
{
  for (uint32_t k = 0; k < f->edges.len; k++) f->edges.data[k].dead = false;
  for (uint32_t i = 0; i < f->tests.len; i++) {
    const test *t = &f->tests.data[i];
    if (!t->stretch.known && !all) continue;
    uint64_t value = (h + t->offset) & hd_mask(f->width);
    hd_env env = {read_value, &value};
    if ((hd_term_eval(f->p->terms, t->term, &env) != 0) == t->negated) f->edges.data[t->edge].dead = true;
  }
}

/* What an iteration can reach; true: it can come around. */
static bool walk_around(finder *f)
{
  hd_u32s work = {0};
  bool around = false;
  uint32_t head = f->position[f->loop->head.id];
  memset(f->reached, 0, f->loop->n_body);
  f->reached[head] = 1;
  hd_vec_push(&work, head);
  while (work.len) {
    uint32_t at = hd_vec_pop(&work);
    for (uint32_t k = f->edges_from[at]; k < f->edges_from[at + 1]; k++) {
      const loop_edge *e = &f->edges.data[k];
      if (e->dead) continue;
      around |= e->back;
      if (f->reached[e->to]) continue;
      f->reached[e->to] = 1;
      hd_vec_push(&work, e->to);
    }
  }
  hd_vec_clear(&work);
  return around;
}

/* After how many iterations the test's truth can change, at the earliest. */
static uint64_t steps_to_change(const finder *f, const test *t, uint64_t h)
{
  uint64_t mask = hd_mask(f->width), low = t->stretch.low, length = t->stretch.length, down = (0 - f->step) & mask;
  uint64_t at = (h - low) & mask;
  if (length == mask) return HD_NONE;
  if (at > length) { /* outside: inside what is left of the circle */
    low = (low + length + 1) & mask;
    length = mask - length - 1;
    at = (h - low) & mask;
  }
  return f->step <= down ? (length - at) / f->step + 1 : at / down + 1;
}

static uint64_t stretch_of(const finder *f, uint64_t h, bool all)
{
  uint64_t least = HD_NONE;
  for (uint32_t i = 0; i < f->tests.len; i++) {
    const test *t = &f->tests.data[i];
    if (!t->stretch.known && !all) continue;
    uint64_t steps = t->stretch.known ? steps_to_change(f, t, h) : 1;
    if (steps < least) least = steps;
  }
  return least;
}

/* The iterations from H = start; HD_NONE: no end was found. Adds up the times. */
static uint32_t count_from(finder *f, uint64_t start, bool all)
{
  uint64_t h = start & hd_mask(f->width), k = 0;
  uint32_t limit = MAX_WORK / (f->edges.len + 1);
  for (uint32_t tries = 0; tries < MAX_TRIES && tries <= limit && k < HD_NONE; tries++) {
    try_value(f, h, all);
    bool around = walk_around(f);
    uint64_t run = around ? stretch_of(f, h, all) : 1;
    for (uint32_t i = 0; i < f->loop->n_body; i++)
      if (f->reached[i]) f->times[i] += run;
    if (!around) return (uint32_t)k;
    k += run;
    h = (h + run * f->step) & hd_mask(f->width);
  }
  return HD_NONE;
}

/* All values that the counter can start with; the largest number counts. */
static void count_all(finder *f, const constants *c, bool all)
{
  uint32_t bound = 0, n = f->loop->n_body;
  uint32_t *times = hd_arena_alloc(&f->l->arena, n * sizeof *times);
  for (uint32_t i = 0; i < c->n; i++) {
    memset(f->times, 0, n * sizeof *f->times);
    uint32_t k = count_from(f, c->values[i], all);
    if (k >= HD_NONE - 1) return;
    if (k > bound) bound = k;
    for (uint32_t j = 0; j < n; j++)
      if (f->times[j] > times[j]) times[j] = (uint32_t)f->times[j];
  }
  if (f->loop->bound != HD_NONE && f->loop->bound <= bound) return;
  f->loop->bound = bound;
  f->loop->counter = (hd_var){f->followed[0]};
  f->loop->times = times;
}

/* --- candidates ------------------------------------------------------------------------------------- */

static void try_candidate(finder *f, uint32_t v)
{
  constants c = find_constants(f, v);
  if (c.failed || c.n == 0) return;
  choose_followed(f, v);
  f->holds = hd_alloc((size_t)f->loop->n_body * f->n_followed, sizeof *f->holds);
  find_offsets(f);
  if (find_step(f)) {
    find_tests(f);
    /* Tests that have to be tried in each iteration only where the others do not suffice. */
    uint32_t before = f->loop->bound;
    count_all(f, &c, false);
    if (f->loop->bound == before) count_all(f, &c, true);
  }
  free(f->holds);
}

/* Scalars that the loop assigns a sum of a scalar, and whose value at its head is read. A long body has thousands of
 * temporary values that are assigned and read within one iteration: none of them counts iterations. */
static void list_candidates(const finder *f, hd_u32s *list, uint8_t *listed)
{
  for (uint32_t i = 0; i < f->edges.len; i++) {
    const hd_edge_info *e = &f->p->edges.data[f->edges.data[i].id];
    for (uint32_t k = 0; k < e->n_assigns; k++) {
      uint32_t symbol, v = e->assigns[k].var.id;
      uint64_t offset;
      if (listed[v] || !hd_term_is(e->assigns[k].value) || !is_own(f, v)) continue;
      if (!hd_is_live(f->live, f->loop->head, (hd_var){v})) continue;
      if (!hd_stretch_sum(f->p->terms, e->assigns[k].value, &symbol, &offset) || !is_own(f, symbol)) continue;
      listed[v] = 1;
      hd_vec_push(list, v);
    }
  }
  for (uint32_t i = 0; i < list->len; i++) listed[list->data[i]] = 0;
}

static void bound_loop(finder *f, hd_loop *loop, uint8_t *listed)
{
  hd_u32s candidates = {0};
  f->loop = loop;
  f->edges_from = hd_alloc((size_t)loop->n_body + 1, sizeof *f->edges_from);
  f->reached = hd_alloc(loop->n_body, 1);
  f->times = hd_alloc(loop->n_body, sizeof *f->times);
  for (uint32_t i = 0; i < loop->n_body; i++) f->position[loop->body[i]] = i;
  list_edges(f);
  list_candidates(f, &candidates, listed);
  for (uint32_t i = 0; i < candidates.len; i++) try_candidate(f, candidates.data[i]);
  for (uint32_t i = 0; i < loop->n_body; i++) f->position[loop->body[i]] = HD_NONE;
  free(f->edges_from);
  free(f->reached);
  free(f->times);
  hd_vec_clear(&candidates);
}

static void index_in(finder *f)
{
  const hd_program *p = f->p;
  f->in_first = hd_alloc((size_t)p->locs.len + 2, sizeof *f->in_first);
  f->in_edges = hd_alloc(p->edges.len, sizeof *f->in_edges);
  for (uint32_t i = 0; i < p->edges.len; i++) f->in_first[p->edges.data[i].to.id + 2]++;
  for (uint32_t i = 2; i < p->locs.len + 2; i++) f->in_first[i] += f->in_first[i - 1];
  for (uint32_t i = 0; i < p->edges.len; i++) f->in_edges[f->in_first[p->edges.data[i].to.id + 1]++] = i;
}

void hd_loops_find_bounds(const hd_program *p, const hd_liveness *live, hd_loops *l)
{
  finder f = {.p = p, .live = live, .l = l};
  uint8_t *listed = hd_alloc(p->vars.len, 1);
  f.writer = hd_alloc(p->vars.len, sizeof *f.writer);
  f.position = hd_alloc(p->locs.len, sizeof *f.position);
  for (uint32_t i = 0; i < p->locs.len; i++) f.position[i] = HD_NONE;
  index_in(&f);
  find_writers(&f);
  for (uint32_t i = 0; i < l->list.len; i++)
    if (!l->list.data[i].irreducible) bound_loop(&f, &l->list.data[i], listed);
  free(listed);
  free(f.writer);
  free(f.position);
  free(f.in_first);
  free(f.in_edges);
  hd_vec_clear(&f.edges);
  hd_vec_clear(&f.tests);
}
