/* lockstep.c - vectors of locations, from the first on, as the locations of one thread. */
#include "program/lockstep.h"

#include "program/lockstep_state.h"

/* An engine would not gain by more. */
enum { MOST_VECTORS = 6000 };

/* A step between vectors, or to a location that ends things. */
typedef struct {
  uint32_t from, party;
  hd_edge edge;
  uint32_t to; /* HD_NONE: the edge's target ends things */
} arc;

/* What the others may do while one stands still. */
typedef struct {
  uint64_t *reads, *writes; /* units */
  uint8_t *seen;            /* by party and location */
  hd_u32s *locs;            /* by party: those that were seen */
} others;

/* A node is a row of numbers: a location for each party, whose turn it is, and the cells' values. */
typedef struct {
  hd_parties parties;
  hd_lockstep order;
  uint32_t words;
  hd_u32s rows;
  hd_map numbers, nodes; /* equal rows have equal numbers: a row is a path in a tree, whose branches are in the map */
  uint32_t used, n_nodes;
  HD_VEC(arc) arcs;
  others o;
  uint32_t n_words; /* of a set of units */
  bool gained;      /* a thread that could move is left out somewhere */
  uint32_t *scratch;
} weave;

static uint64_t bit_of(uint32_t unit)
{
  return UINT64_C(1) << (unit % 64);
}

static const uint32_t *node_row(const weave *w, uint32_t node)
{
  return &w->rows.data[(size_t)node * w->words];
}

static const uint32_t *cells_of(const weave *w, const uint32_t *row)
{
  return row + w->parties.n + 1;
}

static uint32_t node_of(weave *w, const uint32_t *row)
{
  uint32_t at = 0;
  for (uint32_t k = 0; k < w->words; k++) {
    uint64_t key = (uint64_t)at << 32 | row[k];
    const uint64_t *next = hd_map_find(&w->numbers, key);
    if (!next) hd_map_put(&w->numbers, key, ++w->used);
    at = next ? (uint32_t)*next : w->used;
  }
  const uint64_t *old = hd_map_find(&w->nodes, at);
  if (old) return (uint32_t)*old;
  hd_map_put(&w->nodes, at, w->n_nodes);
  for (uint32_t k = 0; k < w->words; k++) hd_vec_push(&w->rows, row[k]);
  return w->n_nodes++;
}

static hd_loc_kind kind_of(const weave *w, uint32_t loc)
{
  return w->parties.p->locs.data[loc].kind;
}

static bool ends_all(hd_loc_kind kind)
{
  return kind != HD_LOC_NORMAL && kind != HD_LOC_END;
}

static bool is_beyond(hd_loc_kind kind)
{
  return kind == HD_LOC_UNSUPPORTED || kind == HD_LOC_BOUND;
}

static bool is_inside(const weave *w, uint32_t loc)
{
  return w->parties.p->locs.data[loc].atomic && kind_of(w, loc) == HD_LOC_NORMAL;
}

/* --- what the others may do ---------------------------------------------------------------------- */

static bool reach_loc(weave *w, uint32_t party, uint32_t loc)
{
  uint8_t *seen = &w->o.seen[(size_t)party * w->parties.p->locs.len + loc];
  if (*seen) return false;
  *seen = 1;
  hd_vec_push(&w->o.locs[party], loc);
  return true;
}

static bool add_units(const weave *w, uint64_t *set, uint32_t first, uint32_t n)
{
  bool more = false;
  for (uint32_t i = first; i < first + n; i++) {
    uint32_t unit = w->parties.units.data[i];
    more |= !(set[unit / 64] & bit_of(unit));
    set[unit / 64] |= bit_of(unit);
  }
  return more;
}

/* The party's steps from all places where it may be. False: one may violate something. */
static bool let_move(weave *w, uint32_t party, const uint32_t *cells, bool *changed)
{
  hd_parties *x = &w->parties;
  for (uint32_t i = 0; i < w->o.locs[party].len; i++) {
    uint32_t n;
    const uint32_t *out = hd_loc_out(x->p, (hd_loc){w->o.locs[party].data[i]}, &n);
    for (uint32_t k = 0; k < n; k++) {
      const hd_own_edge *e = x->who[party].edges[out[k]];
      if (!hd_parties_possible(x, e, cells, w->o.writes)) continue;
      if (e->info.kind == HD_EDGE_ASSERT || is_beyond(kind_of(w, e->info.to.id))) return false;
      *changed |= reach_loc(w, party, e->info.to.id);
      add_units(w, w->o.reads, e->reads, e->n_reads);
      *changed |= add_units(w, w->o.writes, e->writes, e->n_writes);
    }
  }
  return true;
}

static void reset_others(weave *w, const uint32_t *row, uint32_t party)
{
  const hd_parties *x = &w->parties;
  memset(w->o.reads, 0, w->n_words * sizeof *w->o.reads);
  memset(w->o.writes, 0, w->n_words * sizeof *w->o.writes);
  for (uint32_t i = 0; i < x->n; i++) {
    for (uint32_t k = 0; k < w->o.locs[i].len; k++) w->o.seen[(size_t)i * x->p->locs.len + w->o.locs[i].data[k]] = 0;
    w->o.locs[i].len = 0;
    if (i != party) reach_loc(w, i, row[i]);
  }
}

/* False: they may violate something without the party. */
static bool let_others(weave *w, const uint32_t *row, uint32_t party)
{
  reset_others(w, row, party);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < w->parties.n; i++)
      if (i != party && !let_move(w, i, cells_of(w, row), &changed)) return false;
  }
  return true;
}

static bool touches_written(const weave *w, const hd_own_edge *e)
{
  const uint32_t *units = w->parties.units.data;
  for (uint32_t i = 0; i < e->n_reads; i++)
    if (w->o.writes[units[e->reads + i] / 64] & bit_of(units[e->reads + i])) return true;
  for (uint32_t i = 0; i < e->n_writes; i++) {
    uint32_t unit = units[e->writes + i];
    if ((w->o.writes[unit / 64] | w->o.reads[unit / 64]) & bit_of(unit)) return true;
  }
  return false;
}

/* Does the party's turn from there touch what the others may touch? */
static bool turn_touches(weave *w, uint32_t party, uint32_t loc)
{
  const hd_parties *x = &w->parties;
  w->o.locs[party].len = 0;
  bool found = false;
  reach_loc(w, party, loc);
  for (uint32_t i = 0; i < w->o.locs[party].len && !found; i++) {
    uint32_t n;
    const uint32_t *out = hd_loc_out(x->p, (hd_loc){w->o.locs[party].data[i]}, &n);
    for (uint32_t k = 0; k < n && !found; k++) {
      const hd_own_edge *e = x->who[party].edges[out[k]];
      found = touches_written(w, e);
      if (is_inside(w, e->info.to.id)) reach_loc(w, party, e->info.to.id);
    }
  }
  return found;
}

static bool can_move(weave *w, const uint32_t *row, uint32_t party)
{
  hd_parties *x = &w->parties;
  uint32_t n;
  const uint32_t *out = hd_loc_out(x->p, (hd_loc){row[party]}, &n);
  for (uint32_t k = 0; k < n; k++)
    if (hd_parties_possible(x, x->who[party].edges[out[k]], cells_of(w, row), NULL)) return true;
  return false;
}

static bool is_alone(weave *w, const uint32_t *row, uint32_t party)
{
  return let_others(w, row, party) && !turn_touches(w, party, row[party]);
}

/* --- turns ------------------------------------------------------------------------------------------- */

/* The k-th to be asked, when it is `turn`'s turn. Main is the first party. */
static uint32_t kth(const weave *w, uint32_t turn, uint32_t k)
{
  uint32_t n = w->parties.n;
  return k == 0 ? 0 : 1 + (turn - 1 + k - 1) % (n - 1);
}

/* Whose turn it is after a step of the party to the location. */
static uint32_t next_turn(const weave *w, uint32_t turn, uint32_t party, uint32_t to)
{
  uint32_t n = w->parties.n;
  bool rests = w->parties.heads[to] || kind_of(w, to) == HD_LOC_END;
  if (party == 0) return turn;
  switch (w->order) {
  case HD_LOCKSTEP_ROUNDS: return rests ? 1 + party % (n - 1) : party;
  case HD_LOCKSTEP_PAIRS: return rests ? (party == 1 && n > 2 ? 2 : 1) : party == 1 ? 1 : 2;
  default: return party;
  }
}

static void take_edges(weave *w, uint32_t node, uint32_t party)
{
  hd_parties *x = &w->parties;
  uint32_t n, *row = w->scratch, *after = w->scratch + w->words;
  memcpy(row, node_row(w, node), w->words * sizeof *row);
  const uint32_t *out = hd_loc_out(x->p, (hd_loc){row[party]}, &n);
  for (uint32_t k = 0; k < n; k++) {
    const hd_own_edge *e = x->who[party].edges[out[k]];
    uint32_t to = e->info.to.id;
    if (!hd_parties_possible(x, e, cells_of(w, row), NULL)) continue;
    arc a = {node, party, e->id, HD_NONE};
    if (!ends_all(kind_of(w, to))) {
      memcpy(after, row, w->words * sizeof *after);
      after[party] = to;
      after[x->n] = next_turn(w, row[x->n], party, to);
      hd_parties_assign(x, e, cells_of(w, row), after + x->n + 1);
      a.to = node_of(w, after);
    }
    hd_vec_push(&w->arcs, a);
  }
}

/* Who is inside an atomic section, or HD_NONE. */
static uint32_t insider(const weave *w, const uint32_t *row)
{
  for (uint32_t i = 0; i < w->parties.n; i++)
    if (is_inside(w, row[i])) return i;
  return HD_NONE;
}

static void explore_node(weave *w, uint32_t node)
{
  uint32_t n = w->parties.n, only = insider(w, node_row(w, node));
  for (uint32_t k = 0; k < n && only == HD_NONE; k++) {
    uint32_t party = kth(w, node_row(w, node)[n], k);
    if (can_move(w, node_row(w, node), party) && is_alone(w, node_row(w, node), party)) only = party;
  }
  for (uint32_t i = 0; i < n && only != HD_NONE && !w->gained; i++)
    w->gained = i != only && insider(w, node_row(w, node)) == HD_NONE && can_move(w, node_row(w, node), i);
  for (uint32_t i = 0; i < n; i++)
    if (only == HD_NONE || i == only) take_edges(w, node, i);
}

static bool explore_weave(weave *w)
{
  const hd_parties *x = &w->parties;
  uint32_t *row = hd_alloc(w->words, sizeof *row);
  for (uint32_t i = 0; i < x->n; i++) row[i] = hd_thread_get(x->p, x->who[i].thread)->entry.id;
  row[x->n] = 1;
  if (x->n_cells) memcpy(row + x->n + 1, x->first_row, x->n_cells * sizeof *row);
  node_of(w, row);
  free(row);
  for (uint32_t node = 0; node < w->n_nodes && w->n_nodes <= MOST_VECTORS; node++) explore_node(w, node);
  return w->n_nodes <= MOST_VECTORS;
}

/* --- the program ------------------------------------------------------------------------------------ */

static bool arc_is_bad(const weave *w, const arc *a)
{
  const hd_edge_info *e = &w->parties.p->edges.data[a->edge.id];
  return e->kind == HD_EDGE_ASSERT || is_beyond(kind_of(w, e->to.id));
}

/* By node: can something be violated from there? */
static uint8_t *find_useful(const weave *w)
{
  uint8_t *useful = hd_alloc(w->n_nodes, 1);
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = w->arcs.len; i-- > 0;) {
      const arc *a = &w->arcs.data[i];
      if (useful[a->from] || !(arc_is_bad(w, a) || (a->to != HD_NONE && useful[a->to]))) continue;
      useful[a->from] = 1;
      more = true;
    }
  }
  return useful;
}

typedef struct {
  weave *w;
  hd_program *q;
  hd_loc *loc; /* by node, or HD_NO_LOC */
  hd_loc end;
  hd_map ends; /* by location of p that ends things */
  HD_VEC(hd_loc) locs;
  HD_VEC(hd_edge) edges;
  hd_u32s instances; /* by edge */
} writing;

static hd_loc add_place(writing *y, uint32_t like, hd_loc_kind kind)
{
  hd_loc_info info = y->w->parties.p->locs.data[like];
  info.thread = HD_MAIN;
  info.atomic = false;
  info.kind = kind;
  hd_vec_push(&y->locs, (hd_loc){like});
  return hd_program_add_loc(y->q, info);
}

/* Where the node's steps begin in the source: of the thread that is asked first and moves there. */
static void add_places(writing *y, const uint8_t *useful)
{
  weave *w = y->w;
  for (uint32_t i = 0; i < w->n_nodes; i++) y->loc[i] = HD_NO_LOC;
  for (uint32_t i = 0; i < w->arcs.len; i++) {
    const arc *a = &w->arcs.data[i];
    if (useful[a->from] && y->loc[a->from].id == HD_NONE)
      y->loc[a->from] = add_place(y, node_row(w, a->from)[a->party], HD_LOC_NORMAL);
  }
  y->end = add_place(y, node_row(w, 0)[0], HD_LOC_END);
}

static hd_loc place_beyond(writing *y, hd_loc of)
{
  const uint64_t *old = hd_map_find(&y->ends, of.id);
  if (old) return (hd_loc){(uint32_t)*old};
  hd_loc l = add_place(y, of.id, kind_of(y->w, of.id));
  hd_map_put(&y->ends, of.id, l.id);
  return l;
}

static void add_arc(writing *y, const arc *a)
{
  hd_edge_info e = y->w->parties.who[a->party].edges[a->edge.id]->info;
  bool goes_on = a->to != HD_NONE && y->loc[a->to].id != HD_NONE;
  if (y->loc[a->from].id == HD_NONE || !(goes_on || arc_is_bad(y->w, a))) return;
  e.from = y->loc[a->from];
  e.to = goes_on ? y->loc[a->to] : is_beyond(kind_of(y->w, e.to.id)) ? place_beyond(y, e.to) : y->end;
  hd_program_add_edge(y->q, e);
  hd_vec_push(&y->edges, a->edge);
  hd_vec_push(&y->instances, y->w->parties.who[a->party].instance);
}

static hd_written_out *write_program(weave *w)
{
  hd_written_out *u = hd_alloc(1, sizeof *u);
  writing y = {.w = w, .q = w->parties.q, .loc = hd_alloc(w->n_nodes, sizeof *y.loc)};
  uint8_t *useful = find_useful(w);
  hd_program_add_thread(y.q, (hd_thread_info){.name = "main",
                                              .entry = {0},
                                              .instances = 1,
                                              .self = HD_NO_VAR,
                                              .status = HD_NO_VAR,
                                              .pos = w->parties.p->threads.data[HD_MAIN.id].pos});
  add_places(&y, useful);
  hd_thread_get(y.q, HD_MAIN)->entry = useful[0] ? y.loc[0] : y.end;
  for (uint32_t i = 0; i < w->arcs.len; i++) add_arc(&y, &w->arcs.data[i]);
  for (uint32_t v = 0; v < y.q->vars.len; v++) /* there are no threads any more */
    if (y.q->vars.data[v].role == HD_ROLE_STATUS || y.q->vars.data[v].role == HD_ROLE_SELF)
      y.q->vars.data[v].role = HD_ROLE_SCHED;
  hd_program_index(y.q);
  *u = (hd_written_out){y.q, y.edges.data, y.locs.data, y.instances.data, w->parties.copies.data};
  w->parties.copies.data = NULL; /* they are the result's now */
  hd_map_clear(&y.ends);
  free(useful);
  free(y.loc);
  return u;
}

static void weave_init(weave *w)
{
  const hd_parties *x = &w->parties;
  w->words = x->n + 1 + x->n_cells;
  w->n_words = x->n_units / 64 + 1;
  w->o.reads = hd_alloc(w->n_words, sizeof *w->o.reads);
  w->o.writes = hd_alloc(w->n_words, sizeof *w->o.writes);
  w->o.seen = hd_alloc((size_t)x->n * x->p->locs.len, 1);
  w->o.locs = hd_alloc(x->n, sizeof *w->o.locs);
  w->scratch = hd_alloc((size_t)w->words * 2, sizeof *w->scratch);
}

static void weave_clear(weave *w)
{
  for (uint32_t i = 0; i < w->parties.n; i++) hd_vec_clear(&w->o.locs[i]);
  free(w->o.reads);
  free(w->o.writes);
  free(w->o.seen);
  free(w->o.locs);
  free(w->scratch);
  hd_vec_clear(&w->rows);
  hd_vec_clear(&w->arcs);
  hd_map_clear(&w->numbers);
  hd_map_clear(&w->nodes);
  hd_parties_clear(&w->parties);
}

static hd_written_out *weave_threads(const hd_program *p, hd_lockstep order)
{
  weave w = {.order = order};
  if (!hd_parties_init(&w.parties, p)) return NULL;
  weave_init(&w);
  hd_written_out *u = explore_weave(&w) && w.gained ? write_program(&w) : NULL;
  if (!u) hd_program_free(w.parties.q);
  weave_clear(&w);
  return u;
}

/* A form of a form of the program, told for the program. */
static void compose_forms(hd_written_out *u, const hd_written_out *inner)
{
  for (uint32_t i = 0; i < u->program->edges.len; i++) u->edge[i] = inner->edge[u->edge[i].id];
  for (uint32_t i = 0; i < u->program->locs.len; i++) u->loc[i] = inner->loc[u->loc[i].id];
}

/* Where a loop creates threads, it takes its counter's values to know which of them run. */
hd_written_out *hd_lockstep_write(const hd_program *p, hd_lockstep order)
{
  HD_CHECK(!p->raw);
  hd_written_out *u = weave_threads(p, order);
  hd_written_out *inner = u ? NULL : hd_write_out(p);
  if (!inner) return u;
  u = weave_threads(inner->program, order);
  if (u) compose_forms(u, inner);
  hd_written_out_free(inner);
  return u;
}
