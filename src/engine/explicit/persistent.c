/* persistent.c - what each instance may touch from each location on, computed before the search. */
#include "engine/explicit/persistent_state.h"

#include "analysis/guards.h"
#include "analysis/loops.h"
#include "analysis/replicated.h"
#include "engine/explicit/status.h"

enum { MAX_INSTANCES = 64, MAX_ELEMENTS = 256, MAX_WORDS = 1 << 23, MAX_PLACES = 4096 };

/* --- what an edge accesses ------------------------------------------------------------------- */

typedef struct {
  const hd_persistent *x;
  const hd_program *p;
  const hd_instance *who;
  uint64_t *reads, *writes, *awaits; /* of one edge */
  uint32_t *seen, stamp;             /* by term: the walk that saw it last */
  uint64_t must;                     /* instances that have finished when the edge is taken */
  bool atomic;                       /* the edge is inside an atomic section: who waits there keeps all waiting */
} access_walk;

static uint32_t units_of(const hd_var_info *v)
{
  return v->count && v->count <= MAX_ELEMENTS ? v->count : 1;
}

static void set_bit(uint64_t *set, uint32_t i)
{
  set[i / 64] |= UINT64_C(1) << (i % 64);
}

/* --- an orderly status ---------------------------------------------------------------------- */

enum { EXISTS = 1, FINISHED = 2 };

/* The first place of a kind. */
static uint32_t places_of(const hd_persistent *x, hd_var v, unsigned kind)
{
  return x->unit[v.id] + (kind == FINISHED ? hd_var_elements(hd_var_get(x->l->p, v)) : 0);
}

static void add_status(access_walk *w, uint64_t *set, hd_var v, hd_term index, unsigned kinds)
{
  const hd_var_info *info = hd_var_get(w->p, v);
  uint64_t at = 0;
  bool known = !info->count || (hd_term_is(index) && hd_self_value(w->p, w->who->thread, w->who->number, index, &at));
  for (unsigned kind = EXISTS; kind <= FINISHED; kind++)
    for (uint32_t i = 0; kinds & kind && i < hd_var_elements(info); i++)
      if (!known || i == at) set_bit(set, places_of(w->x, v, kind) + i);
}

static bool is_own_status(const access_walk *w, hd_var v)
{
  return hd_thread_get(w->p, w->who->thread)->status.id == v.id;
}

/* What a test of a status reads. An instance that asks whether it has been started knows that no other
 * else can finish it. */
static unsigned kinds_read(const access_walk *w, hd_var v, hd_term index, uint64_t value)
{
  uint64_t at = 0;
  bool own =
      is_own_status(w, v) &&
      (!hd_term_is(index) || (hd_self_value(w->p, w->who->thread, w->who->number, index, &at) && at == w->who->number));
  if (value == 0 || (value == 1 && own)) return EXISTS;
  return value == 2 ? FINISHED : EXISTS | FINISHED;
}

/* The element when the index depends on the instance's number only; otherwise all of them. */
static void add_element(access_walk *w, uint64_t *set, hd_var v, hd_term index)
{
  const hd_var_info *info = hd_var_get(w->p, v);
  if (w->x->unit[v.id] == HD_NONE) return;
  if (w->x->orderly[v.id]) {
    add_status(w, set, v, index, EXISTS | FINISHED);
    return;
  }
  uint64_t at = 0;
  bool known = hd_term_is(index) && hd_self_value(w->p, w->who->thread, w->who->number, index, &at);
  bool one = units_of(info) == 1 || known;
  if (one && units_of(info) > 1 && at >= info->count) return;
  if (one) set_bit(set, w->x->unit[v.id] + (units_of(info) > 1 ? (uint32_t)at : 0));
  for (uint32_t i = 0; !one && i < info->count; i++) set_bit(set, w->x->unit[v.id] + i);
}

/* Every read below the term; deep terms are walked with a stack of our own. */
static void add_reads(access_walk *w, hd_term t)
{
  const hd_terms *T = w->p->terms;
  hd_u32s work = {0};
  if (hd_term_is(t)) hd_vec_push(&work, t.id);
  while (work.len) {
    hd_term top = {hd_vec_pop(&work)};
    if (w->seen[top.id] == w->stamp) continue;
    w->seen[top.id] = w->stamp;
    hd_op op = hd_term_op(T, top);
    hd_var status;
    hd_term index;
    uint64_t value;
    if (hd_status_test(w->p, top, &status, &index, &value) && w->x->orderly[status.id]) {
      add_status(w, w->reads, status, index, kinds_read(w, status, index, value));
      if (hd_term_is(index)) hd_vec_push(&work, index.id);
      continue;
    }
    hd_term first = hd_term_arity(T, top) ? hd_term_arg(T, top, 0) : HD_NO_TERM;
    bool element = op == HD_OP_SELECT && hd_term_op(T, first) == HD_OP_VAR;
    if (op == HD_OP_VAR) add_element(w, w->reads, (hd_var){hd_term_symbol(T, top)}, HD_NO_TERM);
    if (element) add_element(w, w->reads, (hd_var){hd_term_symbol(T, first)}, hd_term_arg(T, top, 1));
    for (unsigned i = element; i < hd_term_arity(T, top); i++) hd_vec_push(&work, hd_term_arg(T, top, i).id);
  }
  hd_vec_clear(&work);
}

/* Whose end is it that the test asks for? */
static uint64_t who_has_finished(const access_walk *w, hd_var status, hd_term index)
{
  uint64_t who = 0, at = 0;
  bool known = !hd_term_is(index) || hd_self_value(w->p, w->who->thread, w->who->number, index, &at);
  for (uint32_t i = 0; known && i < w->x->l->n_instances; i++) {
    const hd_instance *other = &w->x->l->instances[i];
    if (hd_thread_get(w->p, other->thread)->status.id == status.id && other->number == at) who |= UINT64_C(1) << i;
  }
  return who;
}

/* A conjunct that says that another has finished, or that one has been started oneself, is waited for;
 * the others are read. */
static void add_conjunct(void *context, hd_term t)
{
  access_walk *w = context;
  hd_var status;
  hd_term index;
  uint64_t value;
  bool negated = hd_term_op(w->p->terms, t) == HD_OP_NOT;
  bool test = hd_status_test(w->p, negated ? hd_term_arg(w->p->terms, t, 0) : t, &status, &index, &value) &&
              w->x->orderly[status.id];
  if (negated && test && value == 1 && !w->atomic && !is_own_status(w, status)) { /* it does not run */
    w->must |= who_has_finished(w, status, index);
    add_status(w, w->awaits, status, index, FINISHED);
    add_status(w, w->reads, status, index, EXISTS);
    add_reads(w, index);
    return;
  }
  test &= !negated;
  unsigned kind = test ? kinds_read(w, status, index, value) : 0;
  if (test && value == 2 && !w->atomic) w->must |= who_has_finished(w, status, index);
  if (test && value == 2 && !w->atomic) {
    add_status(w, w->awaits, status, index, FINISHED);
    add_reads(w, index);
  } else if (!(test && value == 1 && kind == EXISTS)) {
    add_reads(w, t);
  }
}

static void add_write(access_walk *w, const hd_assign *a)
{
  uint64_t value = 0;
  if (w->x->orderly[a->var.id] && hd_term_is_const(w->p->terms, a->value, &value))
    add_status(w, w->writes, a->var, a->index, value == 1 ? EXISTS : FINISHED);
  else
    add_element(w, w->writes, a->var, a->index);
}

static void add_edge(access_walk *w, const hd_edge_info *e)
{
  hd_conjuncts_visit(w->p, e->guard, add_conjunct, w);
  add_reads(w, e->cond);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    add_reads(w, e->assigns[i].index);
    add_reads(w, e->assigns[i].value);
    add_write(w, &e->assigns[i]);
  }
}

/* --- what follows from a place --------------------------------------------------------------- */

typedef struct {
  hd_persistent *x;
  const hd_program *p;
  hd_u32s order;     /* the locations that are reached, each after what follows it, but for cycles */
  hd_u32s edges;     /* of the thread, in that order of where they begin */
  uint64_t *of_edge; /* reads, writes and awaits of each edge of the thread */
  uint64_t *must;    /* by edge of the thread: who has finished when it is taken */
  uint32_t *number;  /* by edge of the program: its place in `edges` */
  uint64_t *all;     /* by location: all reads and writes from there on */
  uint8_t *retreats; /* by edge of the program: closes a cycle */
  uint32_t *seen, stamp;
} summary;

static bool join_sets(uint64_t *into, const uint64_t *from, uint32_t words)
{
  bool more = false;
  for (uint32_t i = 0; i < words; i++) {
    more |= (from[i] & ~into[i]) != 0;
    into[i] |= from[i];
  }
  return more;
}

static uint64_t *sets_of_edge(const summary *s, uint32_t number)
{
  return s->of_edge + (size_t)number * HD_N_EDGE_SETS * s->x->words;
}

/* From each location on; without the ways that go on only when one of these has finished. */
static void find_all(summary *s, uint64_t unfinished)
{
  uint32_t two = 2 * s->x->words;
  memset(s->all, 0, (size_t)s->p->locs.len * two * sizeof *s->all);
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < s->edges.len; i++) {
      const hd_edge_info *e = &s->p->edges.data[s->edges.data[i]];
      uint64_t *from = s->all + (size_t)e->from.id * two;
      if (s->must[i] & unfinished) continue;
      more |= join_sets(from, sets_of_edge(s, i), two);
      more |= join_sets(from, s->all + (size_t)e->to.id * two, two);
    }
  }
}

static bool passes(const summary *s, hd_loc l)
{
  return s->p->locs.data[l.id].kind == HD_LOC_NORMAL && s->x->l->cuts->cut[l.id] != HD_CUT_STEP;
}

static bool edge_ends(const summary *s, const hd_edge_info *e)
{
  hd_loc_kind kind = s->p->locs.data[e->to.id].kind;
  return kind != HD_LOC_NORMAL && kind != HD_LOC_END;
}

/* Inside an atomic section, and perhaps for ever: stuck, or in a cycle. */
static bool keeps_all_waiting(const summary *s, hd_loc l)
{
  const hd_loc_info *loc = hd_loc_get(s->p, l);
  return loc->kind == HD_LOC_NORMAL && loc->atomic && (!passes(s, l) || !hd_guards_exhaustive(s->p, l));
}

/* Everything on the ways from a place to the next one. */
static void find_next(summary *s, hd_loc start, uint64_t *sets, uint8_t *special)
{
  uint32_t words = s->x->words;
  uint8_t *seen = hd_alloc(s->p->locs.len, 1);
  hd_u32s work = {0};
  hd_vec_push(&work, start.id);
  seen[start.id] = 1;
  while (work.len) {
    uint32_t n, at = hd_vec_pop(&work);
    const uint32_t *out = hd_loc_out(s->p, (hd_loc){at}, &n);
    for (uint32_t i = 0; i < n; i++) {
      const hd_edge_info *e = &s->p->edges.data[out[i]];
      const uint64_t *own = sets_of_edge(s, s->number[out[i]]);
      join_sets(sets, own, 2 * words);
      join_sets(sets + (size_t)HD_NEXT_READS * words, own + (size_t)HD_AWAITS * words, words);
      bool own_end = at != start.id && !s->p->locs.data[at].atomic; /* others go on from there */
      if (s->retreats[out[i]] || (edge_ends(s, e) && !own_end) || keeps_all_waiting(s, e->to)) *special = 1;
      if (!passes(s, e->to) || seen[e->to.id]) continue;
      seen[e->to.id] = 1;
      hd_vec_push(&work, e->to.id);
    }
  }
  hd_vec_clear(&work);
  free(seen);
}

static void mark_retreats(const hd_program *p, hd_loc entry, uint8_t *retreats, hd_u32s *order)
{
  typedef struct {
    uint32_t loc, next;
  } frame;
  enum { WHITE, GREY, BLACK };
  HD_VEC(frame) stack = {0};
  uint8_t *colour = hd_alloc(p->locs.len, 1);
  hd_vec_push(&stack, (frame){entry.id, 0});
  colour[entry.id] = GREY;
  while (stack.len) {
    frame *f = &hd_vec_last(&stack);
    uint32_t n;
    const uint32_t *out = hd_loc_out(p, (hd_loc){f->loc}, &n);
    if (f->next == n) {
      colour[f->loc] = BLACK;
      hd_vec_push(order, f->loc);
      stack.len--;
      continue;
    }
    uint32_t edge = out[f->next++], to = p->edges.data[edge].to.id;
    if (colour[to] == GREY) retreats[edge] = 1;
    if (colour[to] != WHITE) continue;
    colour[to] = GREY;
    hd_vec_push(&stack, (frame){to, 0});
  }
  hd_vec_clear(&stack);
  free(colour);
}

/* While an instance has not finished, an instance that waits for that does not get beyond. */
static void find_before(hd_persistent *x, uint32_t instance, summary *s)
{
  enum { AT_MOST = 16 };
  const hd_thread_plan *t = &x->l->threads[x->l->instances[instance].thread.id];
  uint32_t two = 2 * x->words, tables = 0;
  uint64_t awaited = 0;
  for (uint32_t i = 0; i < s->edges.len; i++) awaited |= s->must[i];
  for (; awaited && tables < AT_MOST; awaited &= awaited - 1, tables++) {
    uint32_t other = (uint32_t)__builtin_ctzll(awaited);
    find_all(s, UINT64_C(1) << other);
    uint64_t *table = hd_alloc((size_t)t->n_pcs * two, sizeof *table);
    for (uint32_t pc = 0; pc < t->n_pcs; pc++)
      if (hd_pc_moves(t, pc))
        memcpy(table + (size_t)pc * two, s->all + (size_t)t->locs[pc].id * two, two * sizeof *table);
    x->before[(size_t)other * x->n_instances + instance] = table;
  }
}

static void list_edges_from(summary *s, uint32_t loc)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(s->p, (hd_loc){loc}, &n);
  for (uint32_t i = 0; i < n && s->number[out[i]] == HD_NONE; i++) {
    s->number[out[i]] = s->edges.len;
    hd_vec_push(&s->edges, out[i]);
  }
}

/* Those that are never reached come last. */
static void list_edges(summary *s, hd_thread t)
{
  s->edges.len = 0;
  memset(s->number, 0xff, s->p->edges.len * sizeof *s->number);
  for (uint32_t i = 0; i < s->order.len; i++)
    if (s->p->locs.data[s->order.data[i]].thread.id == t.id) list_edges_from(s, s->order.data[i]);
  for (uint32_t l = 0; l < s->p->locs.len; l++)
    if (s->p->locs.data[l].thread.id == t.id) list_edges_from(s, l);
}

static void summarize(hd_persistent *x, uint32_t instance, summary *s)
{
  const hd_instance *who = &x->l->instances[instance];
  const hd_thread_plan *t = &x->l->threads[who->thread.id];
  uint32_t two = 2 * x->words;
  list_edges(s, who->thread);
  s->of_edge = hd_alloc((size_t)s->edges.len * HD_N_EDGE_SETS * x->words, sizeof *s->of_edge);
  s->must = hd_alloc(s->edges.len, sizeof *s->must);
  for (uint32_t i = 0; i < s->edges.len; i++) {
    uint64_t *sets = sets_of_edge(s, i);
    const hd_edge_info *e = &s->p->edges.data[s->edges.data[i]];
    access_walk w = {.x = x, .p = s->p, .who = who, .reads = sets, .seen = s->seen, .stamp = ++s->stamp};
    w.writes = sets + (size_t)HD_WRITES * x->words;
    w.awaits = sets + (size_t)HD_AWAITS * x->words;
    w.atomic = hd_loc_get(s->p, e->from)->atomic;
    add_edge(&w, e);
    s->must[i] = w.must;
  }
  find_all(s, 0);
  x->sets[instance] = hd_alloc((size_t)t->n_pcs * HD_N_SETS * x->words, sizeof **x->sets);
  x->special[instance] = hd_alloc(t->n_pcs, 1);
  for (uint32_t pc = 0; pc < t->n_pcs; pc++) {
    uint64_t *sets = x->sets[instance] + (size_t)pc * HD_N_SETS * x->words;
    if (!hd_pc_moves(t, pc) || x->l->cuts->cut[t->locs[pc].id] != HD_CUT_STEP) continue;
    find_next(s, t->locs[pc], sets, &x->special[instance][pc]);
    memcpy(sets + (size_t)HD_ALL_READS * x->words, s->all + (size_t)t->locs[pc].id * two, two * sizeof *sets);
  }
  find_before(x, instance, s);
  free(s->of_edge);
  free(s->must);
}

static void find_orderly(hd_persistent *x, const hd_sharing *sharing, const hd_loops *loops)
{
  hd_program *p = x->l->p;
  x->orderly = hd_alloc(p->vars.len, 1);
  for (uint32_t t = 0; t < p->threads.len; t++) {
    hd_var status = p->threads.data[t].status;
    if (status.id != HD_NONE && sharing->shared[status.id] && p->vars.data[status.id].count <= MAX_ELEMENTS)
      x->orderly[status.id] = hd_status_orderly(p, (hd_thread){t}, loops);
  }
}

static void number_units(hd_persistent *x, const hd_sharing *sharing)
{
  const hd_program *p = x->l->p;
  uint32_t n = 0;
  x->unit = hd_alloc(p->vars.len, sizeof *x->unit);
  for (uint32_t v = 0; v < p->vars.len; v++) {
    x->unit[v] = sharing->shared[v] ? n : HD_NONE;
    if (sharing->shared[v]) n += units_of(&p->vars.data[v]) * (x->orderly[v] ? 2 : 1);
  }
  x->words = n / 64 + 1;
  x->exists = hd_alloc(x->l->n_instances, sizeof *x->exists);
  for (uint32_t i = 0; i < x->l->n_instances; i++) {
    const hd_instance *who = &x->l->instances[i];
    hd_var status = hd_thread_get(p, who->thread)->status;
    bool orderly = status.id != HD_NONE && x->orderly[status.id];
    x->exists[i] = orderly ? places_of(x, status, EXISTS) + (hd_var_get(p, status)->count ? who->number : 0) : HD_NONE;
  }
}

/* Which variables are only ever written with one constant? What main does before others exist does not
 * count: no instance can move then. */
static void find_same(hd_persistent *x, const hd_sharing *sharing)
{
  const hd_program *p = x->l->p;
  enum { NEVER, ONCE, OTHERWISE };
  uint8_t *seen = hd_alloc(p->vars.len, 1);
  uint64_t *constant = hd_alloc(p->vars.len, sizeof *constant), value;
  for (uint32_t i = 0; i < p->edges.len; i++) {
    const hd_edge_info *e = &p->edges.data[i];
    for (uint32_t k = 0; k < e->n_assigns && !sharing->early[i]; k++) {
      uint32_t v = e->assigns[k].var.id;
      bool known = hd_term_is(e->assigns[k].value) && hd_term_is_const(p->terms, e->assigns[k].value, &value);
      if (!known || (seen[v] != NEVER && constant[v] != value)) seen[v] = OTHERWISE;
      if (known && seen[v] == NEVER) {
        seen[v] = ONCE;
        constant[v] = value;
      }
    }
  }
  for (uint32_t v = 0; v < p->vars.len; v++)
    for (uint32_t k = 0; sharing->shared[v] && seen[v] == ONCE && !x->orderly[v] && k < units_of(&p->vars.data[v]); k++)
      set_bit(x->same, x->unit[v] + k);
  free(seen);
  free(constant);
}

/* A bounded loop cannot be where a cycle of states is. */
static void forgive_bounded_loops(const hd_loops *loops, uint8_t *retreats)
{
  for (uint32_t i = 0; i < loops->list.len; i++) {
    const hd_loop *l = &loops->list.data[i];
    for (uint32_t k = 0; k < l->n_back && l->bound != HD_NONE && !l->irreducible; k++) retreats[l->back[k]] = 0;
  }
}

static bool is_too_large(const hd_persistent *x)
{
  uint64_t total = (uint64_t)x->l->p->locs.len * 2 * x->words;
  for (uint32_t i = 0; i < x->l->n_instances; i++)
    total += (uint64_t)x->l->threads[x->l->instances[i].thread.id].n_pcs * HD_N_SETS * x->words;
  return total > MAX_WORDS;
}

hd_persistent *hd_persistent_new(const hd_xlayout *layout, hd_facts *facts, hd_property property)
{
  if (layout->n_instances > MAX_INSTANCES || layout->n_instances < 2) return NULL;
  hd_persistent *x = hd_alloc(1, sizeof *x);
  const hd_program *p = layout->p;
  x->l = layout;
  const hd_sharing *sharing = hd_facts_sharing(facts);
  const hd_loops *loops = hd_facts_loops(facts);
  find_orderly(x, sharing, loops);
  number_units(x, sharing);
  if (is_too_large(x)) {
    hd_persistent_free(x);
    return NULL;
  }
  x->same = hd_alloc(x->words, sizeof *x->same);
  if (!hd_violated_by(property, HD_BY_RACE)) find_same(x, sharing); /* equal writes race all the same */
  x->n_instances = layout->n_instances;
  x->sets = hd_alloc(x->n_instances, sizeof *x->sets);
  x->special = hd_alloc(x->n_instances, sizeof *x->special);
  x->before = hd_alloc((size_t)x->n_instances * x->n_instances, sizeof *x->before);
  summary s = {.x = x, .p = p};
  s.number = hd_alloc(p->edges.len, sizeof *s.number);
  s.all = hd_alloc((size_t)p->locs.len * 2 * x->words, sizeof *s.all);
  s.retreats = hd_alloc(p->edges.len, 1);
  s.seen = hd_alloc((size_t)hd_terms_count(p->terms) + 1, sizeof *s.seen);
  for (uint32_t t = 0; t < p->threads.len; t++) mark_retreats(p, p->threads.data[t].entry, s.retreats, &s.order);
  forgive_bounded_loops(loops, s.retreats);
  x->first = hd_alloc(x->n_instances, sizeof *x->first);
  for (uint32_t i = 0; i < x->n_instances; i++) {
    summarize(x, i, &s);
    x->first[i] = x->n_places;
    x->n_places += layout->threads[layout->instances[i].thread.id].n_pcs;
  }
  if (x->n_places <= MAX_PLACES) {
    x->known = hd_alloc((size_t)x->n_places * x->n_places, sizeof *x->known);
    x->apart = hd_alloc((size_t)x->n_places * x->n_places, sizeof *x->apart);
  }
  hd_vec_clear(&s.order);
  hd_vec_clear(&s.edges);
  free(s.number);
  free(s.all);
  free(s.retreats);
  free(s.seen);
  return x;
}

void hd_persistent_free(hd_persistent *x)
{
  if (!x) return;
  for (uint32_t i = 0; i < x->n_instances; i++) {
    free(x->sets[i]);
    free(x->special[i]);
  }
  for (uint32_t i = 0; i < x->n_instances * x->n_instances; i++) free(x->before[i]);
  free(x->before);
  free(x->sets);
  free(x->special);
  free(x->first);
  free(x->known);
  free(x->apart);
  free(x->unit);
  free(x->orderly);
  free(x->exists);
  free(x->same);
  free(x);
}
