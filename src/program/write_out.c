/* write_out.c - finds variables that constants decide, and copies the graph for each row of their values. */
#include "program/write_out.h"

/* So many copies a thread may get beyond its own locations: an engine would not gain by more. */
enum { MOST_COPIES = 4000, MOST_TRACKED = 64 };

/* A thread's locals whose values tell copies apart. */
typedef struct {
  const hd_program *p;
  uint32_t thread;
  uint8_t *candidate; /* by variable: computed from constants and other candidates only */
  uint32_t *place;    /* by variable: its place among the tracked ones, or HD_NONE */
  hd_u32s tracked;
  uint64_t *live; /* by location: the tracked ones that are still read, as bits */
} counters;

static bool is_own_edge(const counters *c, const hd_edge_info *e)
{
  return hd_loc_get(c->p, e->from)->thread.id == c->thread;
}

/* --- which variables ------------------------------------------------------------------------------- */

typedef struct {
  const counters *c;
  bool all_candidates, any_variable, any_tracked;
} leaves;

static void note_leaf(void *context, hd_term leaf)
{
  leaves *l = context;
  if (hd_term_op(l->c->p->terms, leaf) != HD_OP_VAR) {
    l->all_candidates = false;
    return;
  }
  uint32_t v = hd_term_symbol(l->c->p->terms, leaf);
  l->any_variable = true;
  l->all_candidates &= l->c->candidate[v];
  l->any_tracked |= l->c->place[v] != HD_NONE;
}

static leaves leaves_of(const counters *c, hd_term t)
{
  leaves l = {c, true, false, false};
  if (hd_term_is(t)) hd_term_visit_leaves(c->p->terms, t, note_leaf, &l);
  return l;
}

static bool is_computed(const counters *c, const hd_assign *a)
{
  return hd_term_is(a->value) && leaves_of(c, a->value).all_candidates;
}

static void find_candidates(counters *c)
{
  const hd_program *p = c->p;
  for (uint32_t v = 0; v < p->vars.len; v++) {
    const hd_var_info *info = &p->vars.data[v];
    c->candidate[v] = info->thread.id == c->thread && !info->count && info->role != HD_ROLE_SELF;
    c->place[v] = HD_NONE;
  }
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < p->edges.len; i++) {
      const hd_edge_info *e = &p->edges.data[i];
      for (uint32_t k = 0; is_own_edge(c, e) && k < e->n_assigns; k++) {
        uint8_t *its = &c->candidate[e->assigns[k].var.id];
        if (!*its || is_computed(c, &e->assigns[k])) continue;
        *its = false;
        more = true;
      }
    }
  }
}

static void track_counter(counters *c, uint32_t v)
{
  if (!c->candidate[v] || c->place[v] != HD_NONE || c->tracked.len == MOST_TRACKED) return;
  c->place[v] = c->tracked.len;
  hd_vec_push(&c->tracked, v);
}

static void track_leaf(void *context, hd_term leaf)
{
  counters *c = context;
  if (hd_term_op(c->p->terms, leaf) == HD_OP_VAR) track_counter(c, hd_term_symbol(c->p->terms, leaf));
}

/* A variable that is set to different constants is a flag: copies for its values would be copies of paths. */
static void find_tracked(counters *c)
{
  const hd_program *p = c->p;
  uint32_t *times = hd_alloc(p->vars.len, sizeof *times), before;
  for (uint32_t i = 0; i < p->edges.len; i++)
    for (uint32_t k = 0; is_own_edge(c, &p->edges.data[i]) && k < p->edges.data[i].n_assigns; k++)
      times[p->edges.data[i].assigns[k].var.id]++;
  do {
    before = c->tracked.len;
    for (uint32_t i = 0; i < p->edges.len; i++) {
      const hd_edge_info *e = &p->edges.data[i];
      for (uint32_t k = 0; is_own_edge(c, e) && k < e->n_assigns; k++) {
        const hd_assign *a = &e->assigns[k];
        if (!c->candidate[a->var.id]) continue;
        leaves l = leaves_of(c, a->value);
        if (l.any_variable || times[a->var.id] == 1) track_counter(c, a->var.id);
        if (c->place[a->var.id] != HD_NONE) hd_term_visit_leaves(p->terms, a->value, track_leaf, c);
      }
    }
  } while (c->tracked.len > before);
  free(times);
}

/* --- where they are live ------------------------------------------------------------------------------- */

typedef struct {
  const counters *c;
  uint64_t set;
} reads;

static void note_read(void *context, hd_term leaf)
{
  reads *r = context;
  if (hd_term_op(r->c->p->terms, leaf) != HD_OP_VAR) return;
  uint32_t place = r->c->place[hd_term_symbol(r->c->p->terms, leaf)];
  if (place != HD_NONE) r->set |= UINT64_C(1) << place;
}

static void visit_edge(const hd_program *p, const hd_edge_info *e, void (*visit)(void *, hd_term), void *context)
{
  if (hd_term_is(e->guard)) hd_term_visit_leaves(p->terms, e->guard, visit, context);
  if (hd_term_is(e->cond)) hd_term_visit_leaves(p->terms, e->cond, visit, context);
  for (uint32_t k = 0; k < e->n_assigns; k++) {
    if (hd_term_is(e->assigns[k].index)) hd_term_visit_leaves(p->terms, e->assigns[k].index, visit, context);
    if (hd_term_is(e->assigns[k].value)) hd_term_visit_leaves(p->terms, e->assigns[k].value, visit, context);
  }
}

static uint64_t live_before(const counters *c, const hd_edge_info *e)
{
  uint64_t after = c->live[e->to.id];
  for (uint32_t k = 0; k < e->n_assigns; k++) {
    uint32_t place = c->place[e->assigns[k].var.id];
    if (place != HD_NONE) after &= ~(UINT64_C(1) << place);
  }
  reads r = {c, 0};
  visit_edge(c->p, e, note_read, &r);
  return after | r.set;
}

static void find_live(counters *c)
{
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = c->p->edges.len; i-- > 0;) {
      const hd_edge_info *e = &c->p->edges.data[i];
      if (!is_own_edge(c, e)) continue;
      uint64_t live = c->live[e->from.id] | live_before(c, e);
      more |= live != c->live[e->from.id];
      c->live[e->from.id] = live;
    }
  }
}

/* --- copies ------------------------------------------------------------------------------- */

/* Values are constant terms, or HD_NO_TERM: unknown, or not read any more. */
typedef struct {
  counters *c;
  hd_map numbers;         /* by a number that the values so far have, and the next one: its number */
  hd_u32s locs;           /* by node: the original location */
  HD_VEC(hd_term) values; /* rows, by node */
  hd_map nodes;           /* by location and the values' number: the node */
  uint32_t used;          /* numbers */
  uint32_t most;          /* nodes */
} copying;

static hd_term *row_of(const copying *y, uint32_t node)
{
  return &y->values.data[(size_t)node * y->c->tracked.len];
}

/* Equal rows have equal numbers: a row is a path in a tree whose branches are in the map. */
static uint32_t number_of_row(copying *y, const hd_term *row)
{
  uint32_t at = 0;
  for (uint32_t k = 0; k < y->c->tracked.len; k++) {
    uint64_t key = (uint64_t)at << 32 | row[k].id;
    const uint64_t *next = hd_map_find(&y->numbers, key);
    if (!next) {
      hd_map_put(&y->numbers, key, ++y->used);
      at = y->used;
    } else {
      at = (uint32_t)*next;
    }
  }
  return at;
}

static uint32_t node_at(copying *y, uint32_t loc, hd_term *row)
{
  for (uint32_t k = 0; k < y->c->tracked.len; k++)
    if (!(y->c->live[loc] >> k & 1)) row[k] = HD_NO_TERM;
  uint64_t key = (uint64_t)loc << 32 | number_of_row(y, row);
  const uint64_t *old = hd_map_find(&y->nodes, key);
  if (old) return (uint32_t)*old;
  uint32_t node = y->locs.len;
  hd_map_put(&y->nodes, key, node);
  hd_vec_push(&y->locs, loc);
  for (uint32_t k = 0; k < y->c->tracked.len; k++) hd_vec_push(&y->values, row[k]);
  return node;
}

typedef struct {
  const counters *c;
  const hd_term *row;
} known;

static hd_term known_leaf(void *context, hd_term leaf)
{
  const known *x = context;
  if (hd_term_op(x->c->p->terms, leaf) != HD_OP_VAR) return HD_NO_TERM;
  uint32_t place = x->c->place[hd_term_symbol(x->c->p->terms, leaf)];
  return place == HD_NONE ? HD_NO_TERM : x->row[place];
}

static hd_term fold_row(const counters *c, const hd_term *row, hd_term t)
{
  known x = {c, row};
  return hd_term_is(t) ? hd_term_substitute(c->p->terms, t, &(hd_rewrite){known_leaf, &x}) : t;
}

static void assign_row(const counters *c, const hd_edge_info *e, const hd_term *row, hd_term *after)
{
  if (c->tracked.len) memcpy(after, row, c->tracked.len * sizeof *after);
  for (uint32_t k = 0; k < e->n_assigns; k++) {
    uint32_t place = c->place[e->assigns[k].var.id];
    if (place == HD_NONE) continue;
    hd_term value = fold_row(c, row, e->assigns[k].value);
    after[place] = hd_term_is(value) && hd_term_is_const(c->p->terms, value, NULL) ? value : HD_NO_TERM;
  }
}

/* The edge as it is from there; false: it is never taken. */
static bool fold_edge(const counters *c, const hd_term *row, hd_edge_info *e, hd_arena *arena)
{
  e->guard = fold_row(c, row, e->guard);
  if (hd_term_is(e->guard) && hd_term_is_false(c->p->terms, e->guard)) return false;
  if (hd_term_is(e->guard) && hd_term_is_true(c->p->terms, e->guard)) e->guard = HD_NO_TERM;
  e->cond = fold_row(c, row, e->cond);
  hd_assign *assigns = hd_arena_alloc(arena, (e->n_assigns + 1) * sizeof *assigns);
  for (uint32_t k = 0; k < e->n_assigns; k++) {
    assigns[k] = e->assigns[k];
    assigns[k].index = fold_row(c, row, assigns[k].index);
    assigns[k].value = fold_row(c, row, assigns[k].value);
  }
  e->assigns = assigns;
  return true;
}

/* Finds all nodes that the thread can get to; false: too many. */
static bool find_nodes(copying *y)
{
  const counters *c = y->c;
  const hd_program *p = c->p;
  hd_term *row = hd_alloc(MOST_TRACKED, sizeof *row);
  hd_arena scratch;
  hd_arena_init(&scratch);
  for (uint32_t k = 0; k < c->tracked.len; k++) {
    const hd_var_info *v = &p->vars.data[c->tracked.data[k]];
    row[k] = v->any ? HD_NO_TERM : hd_term_const(p->terms, v->sort, v->init ? v->init[0] : 0);
  }
  node_at(y, p->threads.data[c->thread].entry.id, row);
  for (uint32_t node = 0; node < y->locs.len && y->locs.len <= y->most; node++) {
    uint32_t n;
    const uint32_t *out = hd_loc_out(p, (hd_loc){y->locs.data[node]}, &n);
    for (uint32_t i = 0; i < n; i++) {
      hd_edge_info e = p->edges.data[out[i]];
      if (!fold_edge(c, row_of(y, node), &e, &scratch)) continue;
      assign_row(c, &p->edges.data[out[i]], row_of(y, node), row);
      node_at(y, e.to.id, row);
    }
  }
  hd_arena_clear(&scratch);
  free(row);
  return y->locs.len <= y->most;
}

static void clear_copying(copying *y)
{
  hd_map_clear(&y->numbers);
  hd_map_clear(&y->nodes);
  hd_vec_clear(&y->locs);
  hd_vec_clear(&y->values);
  *y = (copying){.c = y->c};
}

/* --- the program ------------------------------------------------------------------------------- */

typedef struct {
  const hd_program *p;
  hd_written_out *u;
  HD_VEC(hd_edge) edges;
  HD_VEC(hd_loc) locs;
  bool gained;
} writing;

static bool is_number(const hd_program *p, hd_term index)
{
  return hd_term_is(index) && hd_term_is_const(p->terms, index, NULL);
}

/* An element that is found by computing is a known one in the copy. */
static bool is_settled(const hd_program *p, const hd_edge_info *was, const hd_edge_info *is)
{
  for (uint32_t k = 0; k < was->n_assigns; k++)
    if (is_number(p, is->assigns[k].index) && !is_number(p, was->assigns[k].index)) return true;
  return false;
}

static void add_copies(writing *w, copying *y)
{
  const hd_program *p = w->p;
  hd_program *q = w->u->program;
  uint32_t first = q->locs.len;
  hd_term *row = hd_alloc(MOST_TRACKED, sizeof *row);
  hd_arena scratch;
  hd_arena_init(&scratch);
  for (uint32_t node = 0; node < y->locs.len; node++) {
    hd_program_add_loc(q, p->locs.data[y->locs.data[node]]);
    hd_vec_push(&w->locs, (hd_loc){y->locs.data[node]});
  }
  for (uint32_t node = 0; node < y->locs.len; node++) {
    uint32_t n;
    const uint32_t *out = hd_loc_out(p, (hd_loc){y->locs.data[node]}, &n);
    for (uint32_t i = 0; i < n; i++) {
      hd_edge_info e = p->edges.data[out[i]];
      if (!fold_edge(y->c, row_of(y, node), &e, &scratch)) continue;
      assign_row(y->c, &p->edges.data[out[i]], row_of(y, node), row);
      w->gained |= is_settled(p, &p->edges.data[out[i]], &e);
      e.from.id = first + node;
      e.to.id = first + node_at(y, e.to.id, row);
      hd_program_add_edge(q, e);
      hd_vec_push(&w->edges, (hd_edge){out[i]});
    }
  }
  hd_thread_get(q, (hd_thread){y->c->thread})->entry.id = first;
  hd_arena_clear(&scratch);
  free(row);
}

/* Some location has two copies. */
static bool is_copied(const copying *y)
{
  uint8_t *seen = hd_alloc(y->c->p->locs.len, 1);
  bool twice = false;
  for (uint32_t node = 0; node < y->locs.len; node++) {
    twice |= seen[y->locs.data[node]];
    seen[y->locs.data[node]] = true;
  }
  free(seen);
  return twice;
}

static void write_out_thread(writing *w, uint32_t thread)
{
  const hd_program *p = w->p;
  counters c = {.p = p, .thread = thread};
  c.candidate = hd_alloc(p->vars.len, 1);
  c.place = hd_alloc(p->vars.len, sizeof *c.place);
  c.live = hd_alloc(p->locs.len, sizeof *c.live);
  find_candidates(&c);
  find_tracked(&c);
  find_live(&c);
  copying y = {.c = &c, .most = p->locs.len + MOST_COPIES};
  if (!find_nodes(&y)) {
    clear_copying(&y);
    y.most = HD_NONE;
    for (uint32_t v = 0; v < p->vars.len; v++) c.place[v] = HD_NONE;
    c.tracked.len = 0;
    find_nodes(&y);
  }
  w->gained |= is_copied(&y);
  add_copies(w, &y);
  clear_copying(&y);
  hd_vec_clear(&c.tracked);
  free(c.candidate);
  free(c.place);
  free(c.live);
}

static hd_program *same_variables(const hd_program *p)
{
  hd_program *q = hd_program_beside((hd_program *)p);
  for (uint32_t v = 0; v < p->vars.len; v++) q->vars.data[v].thread = p->vars.data[v].thread;
  for (uint32_t t = 0; t < p->threads.len; t++) hd_program_add_thread(q, p->threads.data[t]);
  return q;
}

hd_written_out *hd_write_out(const hd_program *p)
{
  HD_CHECK(!p->raw);
  hd_written_out *u = hd_alloc(1, sizeof *u);
  u->program = same_variables(p);
  writing w = {.p = p, .u = u};
  for (uint32_t t = 0; t < p->threads.len; t++) write_out_thread(&w, t);
  u->edge = w.edges.data;
  u->loc = w.locs.data;
  hd_program_index(u->program);
  if (w.gained) return u;
  hd_written_out_free(u);
  return NULL;
}

void hd_written_out_free(hd_written_out *u)
{
  if (!u) return;
  hd_program_free(u->program);
  free(u->edge);
  free(u->loc);
  free(u->instance);
  free(u->copies);
  free(u);
}
