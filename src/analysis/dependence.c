/* dependence.c - data and control dependences as a graph, which is walked on demand for each question. */
#include "analysis/dependence.h"

#include "analysis/control.h"
#include "analysis/facts.h"

/* A list of numbers for each i: items[first[i]] .. items[first[i + 1] - 1]. */
typedef struct {
  uint32_t *first, *items;
} table;

struct hd_dependence {
  hd_program *p;
  hd_control *control;
  table defs;      /* by variable: the edges that assign it */
  table in;        /* by location: the edges to it */
  table guards;    /* by location: the variables in guards of the edges out of it */
  uint8_t *access; /* by variable and thread: READS, WRITES */
  /* for one question at a time, and cleared after it */
  uint8_t *kinds;  /* by variable or edge: HD_DEPENDS_... */
  uint8_t *seen;   /* by location */
  hd_u32s marked;  /* variables or edges that have kinds */
  hd_u32s visited; /* locations that are seen */
  hd_u32s work;
};

enum { READS = 1, WRITES = 2 };

/* --- tables ------------------------------------------------------------------------------------ */

typedef struct {
  uint32_t key, item;
} entry;
typedef HD_VEC(entry) entries;

static table table_of(uint32_t n, entries *list)
{
  table t = {hd_alloc((size_t)n + 2, sizeof *t.first), hd_alloc(list->len, sizeof *t.items)};
  for (uint32_t i = 0; i < list->len; i++) t.first[list->data[i].key + 2]++;
  for (uint32_t i = 2; i < n + 2; i++) t.first[i] += t.first[i - 1];
  for (uint32_t i = 0; i < list->len; i++) t.items[t.first[list->data[i].key + 1]++] = list->data[i].item;
  hd_vec_clear(list);
  return t;
}

/* Collects while all edges are visited. */
typedef struct {
  hd_dependence *d;
  entries defs;
  uint32_t edge;
} collecting;

static void collect_access(void *context, hd_var v, bool write)
{
  collecting *c = context;
  const hd_program *p = c->d->p;
  uint32_t thread = p->locs.data[p->edges.data[c->edge].from.id].thread.id;
  c->d->access[(size_t)v.id * p->threads.len + thread] |= write ? WRITES : READS;
  if (write) hd_vec_push(&c->defs, (entry){v.id, c->edge});
}

static void collect_edges(hd_dependence *d)
{
  const hd_program *p = d->p;
  collecting c = {.d = d};
  entries in = {0};
  for (uint32_t e = 0; e < p->edges.len; e++) {
    c.edge = e;
    hd_edge_accesses(p, (hd_edge){e}, collect_access, &c);
    hd_vec_push(&in, (entry){p->edges.data[e].to.id, e});
  }
  d->defs = table_of(p->vars.len, &c.defs);
  d->in = table_of(p->locs.len, &in);
}

/* --- marks: the answer to a question as it grows ----------------------------------------------- */

static void mark_id(hd_dependence *d, uint32_t id, uint8_t kinds)
{
  if (!d->kinds[id]) hd_vec_push(&d->marked, id);
  d->kinds[id] |= kinds;
}

static int compare_ids(const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static void take_marks(hd_dependence *d, hd_reasons *out)
{
  out->len = 0;
  if (d->marked.len) qsort(d->marked.data, d->marked.len, sizeof *d->marked.data, compare_ids);
  for (uint32_t i = 0; i < d->marked.len; i++) {
    uint32_t id = d->marked.data[i];
    hd_vec_push(out, (hd_reason){id, d->kinds[id]});
    d->kinds[id] = 0;
  }
  d->marked.len = 0;
}

typedef struct {
  hd_dependence *d;
  uint8_t kind;
} marking;

static void mark_leaf(void *context, hd_term leaf)
{
  marking *m = context;
  mark_id(m->d, hd_term_symbol(m->d->p->terms, leaf), m->kind);
}

static void mark_term(hd_dependence *d, hd_term t, uint8_t kind)
{
  marking m = {d, kind};
  if (hd_term_is(t)) hd_term_visit_leaves(d->p->terms, t, mark_leaf, &m);
}

static void collect_guards(hd_dependence *d)
{
  const hd_program *p = d->p;
  entries list = {0};
  for (uint32_t l = 0; l < p->locs.len; l++) {
    uint32_t n;
    const uint32_t *out = hd_loc_out(p, (hd_loc){l}, &n);
    for (uint32_t i = 0; i < n; i++) mark_term(d, p->edges.data[out[i]].guard, 1);
    for (uint32_t i = 0; i < d->marked.len; i++) {
      hd_vec_push(&list, (entry){l, d->marked.data[i]});
      d->kinds[d->marked.data[i]] = 0;
    }
    d->marked.len = 0;
  }
  d->guards = table_of(p->locs.len, &list);
}

/* --- branches ---------------------------------------------------------------------------------- */

static void push_branch(hd_dependence *d, uint32_t l)
{
  if (d->seen[l]) return;
  d->seen[l] = 1;
  hd_vec_push(&d->visited, l);
  hd_vec_push(&d->work, l);
}

static void push_links(hd_dependence *d, const hd_links *links, uint32_t l)
{
  for (uint32_t i = links->first[l]; i < links->first[l + 1]; i++)
    push_branch(d, d->p->edges.data[links->edges[i]].from.id);
}

static void push_all_links(hd_dependence *d, uint32_t l, uint8_t kinds)
{
  if (kinds & (HD_DEPENDS_CONTROL | HD_DEPENDS_STOP)) push_links(d, &d->control->control, l);
  if (kinds & HD_DEPENDS_STOP) push_links(d, &d->control->stop, l);
}

/* If the edge is one of several out of its location: the kind of dependence on that choice. Otherwise 0. */
static uint8_t own_choice(const hd_dependence *d, uint32_t e)
{
  uint32_t n, from = d->p->edges.data[e].from.id;
  hd_loc_out(d->p, (hd_loc){from}, &n);
  if (n < 2) return 0;
  return d->control->branches[from] || d->control->ends[e] ? HD_DEPENDS_CONTROL : HD_DEPENDS_STOP;
}

/* Calls `use` with the variables that decide whether the edge is taken, for branches that have not been seen. */
typedef void use_fn(hd_dependence *d, uint32_t v, void *context);
static void walk_branches(hd_dependence *d, uint32_t e, uint8_t kinds, use_fn *use, void *context)
{
  uint32_t from = d->p->edges.data[e].from.id;
  uint8_t own = own_choice(d, e);
  if ((own & kinds) || (own && (kinds & HD_DEPENDS_STOP))) push_branch(d, from);
  push_all_links(d, from, kinds);
  while (d->work.len) {
    uint32_t at = hd_vec_pop(&d->work);
    for (uint32_t i = d->guards.first[at]; i < d->guards.first[at + 1]; i++) use(d, d->guards.items[i], context);
    push_all_links(d, at, kinds);
  }
}

static void forget_branches(hd_dependence *d)
{
  for (uint32_t i = 0; i < d->visited.len; i++) d->seen[d->visited.data[i]] = 0;
  d->visited.len = 0;
}

static void use_as_control(hd_dependence *d, uint32_t v, void *context)
{
  (void)context;
  mark_id(d, v, HD_DEPENDS_CONTROL);
}

static void use_as_stop(hd_dependence *d, uint32_t v, void *context)
{
  (void)context;
  if (!(d->kinds[v] & HD_DEPENDS_CONTROL)) mark_id(d, v, HD_DEPENDS_STOP);
}

/* Control before stop: a variable that is both is reported as control. */
static void mark_branches(hd_dependence *d, const uint32_t *edges, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) walk_branches(d, edges[i], HD_DEPENDS_CONTROL, use_as_control, NULL);
  forget_branches(d);
  for (uint32_t i = 0; i < n; i++) walk_branches(d, edges[i], HD_DEPENDS_STOP, use_as_stop, NULL);
  forget_branches(d);
}

/* --- variables --------------------------------------------------------------------------------- */

/* What the edge's assignments to v read. */
static void mark_assignments(hd_dependence *d, uint32_t e, uint32_t v)
{
  const hd_edge_info *info = &d->p->edges.data[e];
  mark_term(d, info->guard, HD_DEPENDS_DATA);
  for (uint32_t i = 0; i < info->n_assigns; i++) {
    if (info->assigns[i].var.id != v) continue;
    mark_term(d, info->assigns[i].index, HD_DEPENDS_DATA);
    mark_term(d, info->assigns[i].value, HD_DEPENDS_DATA);
  }
}

static void mark_read(void *context, hd_var v, bool write)
{
  if (!write) mark_id(context, v.id, HD_DEPENDS_DATA);
}

void hd_dependence_of(hd_dependence *d, hd_var v, hd_reasons *out)
{
  const uint32_t *defs = d->defs.items + d->defs.first[v.id];
  uint32_t n = d->defs.first[v.id + 1] - d->defs.first[v.id];
  for (uint32_t i = 0; i < n; i++) mark_assignments(d, defs[i], v.id);
  mark_branches(d, defs, n);
  take_marks(d, out);
}

void hd_dependence_of_edge(hd_dependence *d, hd_edge e, hd_reasons *out)
{
  hd_edge_accesses(d->p, e, mark_read, d);
  mark_branches(d, &e.id, 1);
  take_marks(d, out);
}

void hd_dependence_of_checks(hd_dependence *d, hd_reasons *out)
{
  hd_u32s checks = {0};
  for (uint32_t e = 0; e < d->p->edges.len; e++) {
    if (d->p->edges.data[e].kind != HD_EDGE_ASSERT) continue;
    hd_edge_accesses(d->p, (hd_edge){e}, mark_read, d);
    hd_vec_push(&checks, e);
  }
  mark_branches(d, checks.data, checks.len);
  take_marks(d, out);
  hd_vec_clear(&checks);
}

/* --- levels ------------------------------------------------------------------------------------ */

typedef struct {
  uint32_t *level;
  uint32_t next;
  hd_u32s queue;
} levels;

static void reach_var(hd_dependence *d, uint32_t v, void *context)
{
  (void)d;
  levels *x = context;
  if (x->level[v] != HD_NONE) return;
  x->level[v] = x->next;
  hd_vec_push(&x->queue, v);
}

/* Branches stay marked as seen from one variable to the next: the first variable that meets a branch has the lowest
 * level. */
uint32_t *hd_dependence_levels(hd_dependence *d, uint8_t kinds, const hd_var *from, uint32_t n)
{
  levels x = {.level = hd_alloc(d->p->vars.len, sizeof *x.level)};
  hd_reasons read = {0};
  for (uint32_t v = 0; v < d->p->vars.len; v++) x.level[v] = HD_NONE;
  for (uint32_t i = 0; i < n; i++) reach_var(d, from[i].id, &x);
  for (uint32_t at = 0; at < x.queue.len; at++) {
    uint32_t v = x.queue.data[at];
    x.next = x.level[v] + 1;
    for (uint32_t i = d->defs.first[v]; i < d->defs.first[v + 1]; i++) {
      if (kinds & HD_DEPENDS_DATA) mark_assignments(d, d->defs.items[i], v);
      walk_branches(d, d->defs.items[i], kinds, reach_var, &x);
    }
    take_marks(d, &read);
    for (uint32_t i = 0; i < read.len; i++) reach_var(d, read.data[i].id, &x);
  }
  forget_branches(d);
  hd_vec_clear(&read);
  hd_vec_clear(&x.queue);
  return x.level;
}

/* --- edges ------------------------------------------------------------------------------------- */

/* Can only the edge's own instance write the variable? */
static bool is_own(const hd_dependence *d, hd_thread t, hd_var v)
{
  const hd_program *p = d->p;
  const hd_thread_info *thread = hd_thread_get(p, t);
  if (hd_var_get(p, v)->thread.id != HD_NONE) return true;
  if (thread->instances > 1 || thread->replicated) return false;
  for (uint32_t i = 0; i < p->threads.len; i++)
    if (i != t.id && (d->access[(size_t)v.id * p->threads.len + i] & WRITES)) return false;
  return true;
}

static bool edge_assigns_var(const hd_edge_info *e, hd_var v)
{
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (e->assigns[i].var.id == v.id) return true;
  return false;
}

/* Searches backwards from the start of the edge; an assignment to the whole variable ends a path. True if the entry of
 * the thread is reached. */
static bool find_reaching(hd_dependence *d, hd_edge e, hd_var v, hd_u32s *out)
{
  const hd_program *p = d->p;
  hd_loc from = hd_edge_get(p, e)->from, entry_loc = hd_thread_get(p, hd_loc_get(p, from)->thread)->entry;
  bool initial = false;
  push_branch(d, from.id);
  while (d->work.len) {
    uint32_t at = hd_vec_pop(&d->work);
    initial |= at == entry_loc.id;
    for (uint32_t i = d->in.first[at]; i < d->in.first[at + 1]; i++) {
      const hd_edge_info *info = &p->edges.data[d->in.items[i]];
      bool assigned = edge_assigns_var(info, v);
      if (assigned) hd_vec_push(out, d->in.items[i]);
      if (!assigned || hd_var_get(p, v)->count) push_branch(d, info->from.id);
    }
  }
  forget_branches(d);
  if (out->len) qsort(out->data, out->len, sizeof *out->data, compare_ids);
  return initial;
}

void hd_dependence_definitions(hd_dependence *d, hd_edge e, hd_var v, hd_u32s *out, bool *initial)
{
  bool own = is_own(d, hd_loc_get(d->p, hd_edge_get(d->p, e)->from)->thread, v), start = true;
  out->len = 0;
  if (own) start = find_reaching(d, e, v, out);
  for (uint32_t i = d->defs.first[v.id]; i < d->defs.first[v.id + 1] && !own; i++) hd_vec_push(out, d->defs.items[i]);
  if (initial) *initial = start;
}

static void mark_links(hd_dependence *d, const hd_links *links, uint32_t l, uint8_t kind, uint8_t unless)
{
  for (uint32_t i = links->first[l]; i < links->first[l + 1]; i++)
    if (!(d->kinds[links->edges[i]] & unless)) mark_id(d, links->edges[i], kind);
}

void hd_dependence_sources(hd_dependence *d, hd_edge e, hd_reasons *out)
{
  hd_reasons read = {0};
  hd_u32s defs = {0};
  uint32_t from = hd_edge_get(d->p, e)->from.id;
  hd_edge_accesses(d->p, e, mark_read, d);
  take_marks(d, &read);
  for (uint32_t i = 0; i < read.len; i++) {
    hd_dependence_definitions(d, e, (hd_var){read.data[i].id}, &defs, NULL);
    for (uint32_t k = 0; k < defs.len; k++) mark_id(d, defs.data[k], HD_DEPENDS_DATA);
  }
  mark_links(d, &d->control->control, from, HD_DEPENDS_CONTROL, 0);
  mark_links(d, &d->control->stop, from, HD_DEPENDS_STOP, HD_DEPENDS_CONTROL);
  take_marks(d, out);
  hd_vec_clear(&defs);
  hd_vec_clear(&read);
}

/* --- threads ----------------------------------------------------------------------------------- */

/* The kind of flow from one thread to another through the variable; 0: none. */
static uint8_t flow_through(const hd_dependence *d, hd_thread from, hd_thread to, uint32_t v)
{
  const hd_program *p = d->p;
  const hd_var_info *info = &p->vars.data[v];
  const uint8_t *access = d->access + (size_t)v * p->threads.len;
  if (info->thread.id != HD_NONE || !(access[from.id] & WRITES) || !(access[to.id] & READS)) return 0;
  bool sync = info->role == HD_ROLE_SYNC || info->role == HD_ROLE_STATUS || info->role == HD_ROLE_SCHED;
  return sync ? HD_FLOW_SYNC : HD_FLOW_DATA;
}

/* Are both the same thread, with a single instance? */
static bool is_one_instance(const hd_dependence *d, hd_thread from, hd_thread to)
{
  const hd_thread_info *t = hd_thread_get(d->p, from);
  return from.id == to.id && t->instances == 1 && !t->replicated;
}

uint8_t hd_dependence_flow(const hd_dependence *d, hd_thread from, hd_thread to)
{
  uint8_t kinds = 0;
  for (uint32_t v = 0; v < d->p->vars.len && !is_one_instance(d, from, to); v++) kinds |= flow_through(d, from, to, v);
  return kinds;
}

void hd_dependence_flow_vars(const hd_dependence *d, hd_thread from, hd_thread to, hd_u32s *out)
{
  out->len = 0;
  for (uint32_t v = 0; v < d->p->vars.len && !is_one_instance(d, from, to); v++)
    if (flow_through(d, from, to, v)) hd_vec_push(out, v);
}

/* --- creation ---------------------------------------------------------------------------------- */

hd_dependence *hd_dependence_new(hd_program *p)
{
  HD_CHECK(!p->raw);
  hd_program_index(p);
  hd_dependence *d = hd_alloc(1, sizeof *d);
  d->p = p;
  hd_facts *facts = hd_facts_new(p);
  d->control = hd_control_new(p, hd_facts_loops(facts));
  hd_facts_free(facts);
  d->access = hd_alloc((size_t)p->vars.len * p->threads.len, 1);
  d->kinds = hd_alloc(p->vars.len > p->edges.len ? p->vars.len : p->edges.len, 1);
  d->seen = hd_alloc(p->locs.len, 1);
  collect_edges(d);
  collect_guards(d);
  return d;
}

static void clear_table(table *t)
{
  free(t->first);
  free(t->items);
}

void hd_dependence_free(hd_dependence *d)
{
  if (!d) return;
  hd_control_free(d->control);
  clear_table(&d->defs);
  clear_table(&d->in);
  clear_table(&d->guards);
  free(d->access);
  free(d->kinds);
  free(d->seen);
  hd_vec_clear(&d->marked);
  hd_vec_clear(&d->visited);
  hd_vec_clear(&d->work);
  free(d);
}
