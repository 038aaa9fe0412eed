/* cover.c - a forward search over counters with acceleration (Karp and Miller), without the covered nodes. */
#include "boolean/cover.h"

#include "boolean/moves.h"

/* --- configurations -------------------------------------------------------------------------------------- */

#define MANY UINT32_MAX

typedef struct {
  uint32_t local, count; /* a state, and how many threads are in it */
} group;

typedef struct {
  uint32_t globals;
  uint32_t active;     /* the state of a thread that goes on alone; HD_NONE: none does */
  const group *groups; /* by state, none with count 0 */
  uint32_t n;
  uint32_t parent;
  uint32_t mover, macro; /* who moved here, and how */
  uint32_t next;         /* of the same globals */
} node;

typedef HD_VEC(group) groups;

typedef struct {
  hd_bp_moves moves;
  const hd_budget *budget;
  hd_arena arena;
  HD_VEC(node) nodes;
  hd_u32s todo;
  hd_map heads;     /* globals and active state to the first node */
  hd_blobs configs; /* exact search: all that were seen */
  uint32_t threads; /* exact search: at most so many at once; 0: the tree */
  uint32_t hit;     /* a node with a target, or HD_NONE */
  uint64_t bytes;   /* of the nodes, about */
  bool ended;
} cover;

static group *find_group(groups *g, uint32_t local, uint32_t *at)
{
  uint32_t lo = 0, hi = g->len;
  while (lo < hi) {
    uint32_t middle = lo + (hi - lo) / 2;
    if (g->data[middle].local < local)
      lo = middle + 1;
    else
      hi = middle;
  }
  *at = lo;
  return lo < g->len && g->data[lo].local == local ? &g->data[lo] : NULL;
}

/* True when that changes anything. */
static bool add_threads(groups *g, uint32_t local, uint32_t count)
{
  uint32_t at;
  group *old = find_group(g, local, &at);
  if (old && old->count == MANY) return false;
  if (old) {
    old->count = count == MANY ? MANY : old->count + count;
    return true;
  }
  hd_vec_push(g, (group){0});
  memmove(g->data + at + 1, g->data + at, (g->len - 1 - at) * sizeof *g->data);
  g->data[at] = (group){local, count};
  return true;
}

static void remove_thread(groups *g, uint32_t local)
{
  uint32_t at;
  group *old = find_group(g, local, &at);
  HD_CHECK(old);
  if (old->count == MANY || --old->count > 0) return;
  memmove(g->data + at, g->data + at + 1, (g->len - 1 - at) * sizeof *g->data);
  g->len--;
}

/* Has b at least as many threads in every state as a? */
static bool is_below(const group *a, uint32_t n_a, const group *b, uint32_t n_b)
{
  uint32_t k = 0;
  if (n_a > n_b) return false;
  for (uint32_t i = 0; i < n_a; i++) {
    while (k < n_b && b[k].local < a[i].local) k++;
    if (k == n_b || b[k].local != a[i].local || b[k].count < a[i].count) return false;
  }
  return true;
}

/* --- the tree of Karp and Miller ------------------------------------------------------------------------- */

static uint64_t key_of(uint32_t globals, uint32_t active)
{
  return (uint64_t)globals << 32 | active;
}

static bool is_covered(const cover *c, uint32_t globals, uint32_t active, const groups *g)
{
  uint32_t i = (uint32_t)hd_map_get_or(&c->heads, key_of(globals, active), HD_NONE);
  for (; i != HD_NONE; i = c->nodes.data[i].next)
    if (is_below(g->data, g->len, c->nodes.data[i].groups, c->nodes.data[i].n)) return true;
  return false;
}

/* What has grown since a smaller configuration on the way here grows without end. */
static bool accelerate(const cover *c, uint32_t parent, uint32_t globals, uint32_t active, groups *g)
{
  bool grown = false;
  for (uint32_t i = parent; i != HD_NONE; i = c->nodes.data[i].parent) {
    const node *a = &c->nodes.data[i];
    if (a->globals != globals || a->active != active || !is_below(a->groups, a->n, g->data, g->len)) continue;
    for (uint32_t k = 0, m = 0; k < g->len; k++) {
      while (m < a->n && a->groups[m].local < g->data[k].local) m++;
      uint32_t before = m < a->n && a->groups[m].local == g->data[k].local ? a->groups[m].count : 0;
      if (g->data[k].count == before || g->data[k].count == MANY) continue;
      g->data[k].count = MANY;
      grown = true;
    }
  }
  return grown;
}

/* Where there are many, a move that leaves the globals as they are can be made as often as one likes. */
static void saturate_groups(cover *c, uint32_t globals, groups *g)
{
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < g->len && !changed; i++) {
      if (g->data[i].count != MANY) continue;
      hd_bp_macro_list list = hd_bp_moves_of(&c->moves, globals, g->data[i].local);
      for (uint32_t k = list.first; k < list.first + list.n; k++) {
        const hd_bp_macro *m = &c->moves.macros.data[k];
        if (m->globals != globals || m->locked || m->target) continue;
        if (m->local != HD_NONE) changed |= add_threads(g, m->local, MANY);
        if (m->started != HD_NONE) changed |= add_threads(g, m->started, MANY);
      }
    }
  }
}

/* --- both searches --------------------------------------------------------------------------------------- */

/* Threads of the list that wait cost nothing. */
static uint64_t count_threads(const cover *c, const groups *g)
{
  uint64_t sum = 0;
  hd_bp_actor_kind kind;
  uint32_t of;
  for (uint32_t i = 0; i < g->len; i++) {
    bool waits = hd_bp_moves_waits(&c->moves, g->data[i].local, &kind, &of) && kind == HD_BP_ACTOR_LISTED;
    sum += waits ? 0 : g->data[i].count;
  }
  return sum;
}

static bool is_seen(cover *c, uint32_t globals, uint32_t active, const groups *g)
{
  hd_u32s key = {0};
  bool fresh;
  hd_vec_push(&key, globals);
  hd_vec_push(&key, active);
  for (uint32_t i = 0; i < g->len; i++) {
    hd_vec_push(&key, g->data[i].local);
    hd_vec_push(&key, g->data[i].count);
  }
  hd_blobs_add(&c->configs, key.data, key.len * (uint32_t)sizeof *key.data, &fresh);
  hd_vec_clear(&key);
  return !fresh;
}

static void push_node(cover *c, node n, const groups *g)
{
  uint64_t key = key_of(n.globals, n.active);
  n.groups = g->len ? hd_arena_copy(&c->arena, g->data, g->len * sizeof *g->data) : NULL;
  n.n = g->len;
  n.next = (uint32_t)hd_map_get_or(&c->heads, key, HD_NONE);
  hd_map_put(&c->heads, key, c->nodes.len);
  hd_vec_push(&c->todo, c->nodes.len);
  hd_vec_push(&c->nodes, n);
  c->bytes += sizeof n + 3 * g->len * sizeof *g->data;
}

static bool is_spent(const cover *c)
{
  enum { A_STEP = 64 };
  uint64_t bytes = c->bytes + A_STEP * (uint64_t)c->moves.singles.len;
  return hd_budget_spent(c->budget) || (c->budget->memory && bytes > c->budget->memory / 2);
}

/* `n` is new but for its groups, which are g. */
static void enter_configuration(cover *c, node n, groups *g)
{
  if (c->threads) {
    bool fits = count_threads(c, g) + (n.active != HD_NONE) <= c->threads;
    if (fits && !is_seen(c, n.globals, n.active, g)) push_node(c, n, g);
    return;
  }
  do {
    if (n.active == HD_NONE) saturate_groups(c, n.globals, g);
  } while (accelerate(c, n.parent, n.globals, n.active, g));
  if (!is_covered(c, n.globals, n.active, g)) push_node(c, n, g);
}

static void add_listed(cover *c, groups *g)
{
  const hd_bp *p = c->moves.p;
  for (uint32_t i = 0; i < p->threads.len; i++) {
    uint32_t copies =
        p->threads.data[i].copies == HD_BP_MANY ? (c->threads ? c->threads : MANY) : p->threads.data[i].copies;
    add_threads(g, hd_bp_moves_waiting(&c->moves, HD_BP_ACTOR_LISTED, i), copies);
  }
}

static void make_move(cover *c, uint32_t at, uint32_t mover, uint32_t macro)
{
  node from = c->nodes.data[at], to = {.active = HD_NONE, .parent = at, .mover = mover, .macro = macro};
  hd_bp_macro m = c->moves.macros.data[macro];
  groups g = {0};
  for (uint32_t i = 0; i < from.n; i++) hd_vec_push(&g, from.groups[i]);
  if (from.active == HD_NONE) remove_thread(&g, mover);
  to.globals = m.globals;
  if (m.locked)
    to.active = m.local;
  else if (m.local != HD_NONE)
    add_threads(&g, m.local, 1);
  if (m.started != HD_NONE) add_threads(&g, m.started, 1);
  if (m.local == HD_NONE && hd_bp_moves_is_init(&c->moves, mover)) add_listed(c, &g);
  if (m.target) {
    c->hit = c->nodes.len;
    push_node(c, to, &g);
  } else {
    enter_configuration(c, to, &g);
  }
  hd_vec_clear(&g);
}

static void move_threads(cover *c, uint32_t at, uint32_t mover)
{
  hd_bp_macro_list list = hd_bp_moves_of(&c->moves, c->nodes.data[at].globals, mover);
  for (uint32_t k = list.first; k < list.first + list.n && c->hit == HD_NONE; k++) make_move(c, at, mover, k);
}

static void expand_cover_node(cover *c, uint32_t at)
{
  node n = c->nodes.data[at];
  if (n.active != HD_NONE) {
    move_threads(c, at, n.active);
    return;
  }
  for (uint32_t i = 0; i < n.n && c->hit == HD_NONE; i++) move_threads(c, at, n.groups[i].local);
}

static void add_initial(cover *c)
{
  hd_bp_choices choices;
  hd_bp_choices_init(&choices, c->moves.p);
  for (hd_bp_choose_globals(&choices); hd_bp_choices_next(&choices);) {
    groups g = {0};
    node n = {.globals = hd_bp_moves_globals(&c->moves, choices.globals), .active = HD_NONE, .parent = HD_NONE};
    if (c->moves.p->init != HD_NONE)
      n.active = hd_bp_moves_waiting(&c->moves, HD_BP_ACTOR_INIT, 0);
    else
      add_listed(c, &g);
    enter_configuration(c, n, &g);
    hd_vec_clear(&g);
  }
  hd_bp_choices_clear(&choices);
}

/* The tree grows in depth, so that what grows without end is seen early; exact configurations come in the order of
 * their distance. */
static void search_cover(cover *c)
{
  add_initial(c);
  for (uint32_t done = 0; c->hit == HD_NONE && !c->ended; done++) {
    if (c->threads ? done == c->todo.len : c->todo.len == 0) break;
    expand_cover_node(c, c->threads ? c->todo.data[done] : hd_vec_pop(&c->todo));
    c->ended = done % 64 == 0 && is_spent(c);
  }
}

/* --- the execution --------------------------------------------------------------------------------------- */

typedef struct {
  uint32_t local; /* as the search has it */
  uint32_t full;  /* with all locals */
  uint32_t actor;
  bool begun;
} person;

typedef struct {
  cover *c;
  hd_bp_trace *t;
  HD_VEC(person) people;
  uint32_t globals;
} teller;

static uint32_t add_person(teller *w, uint32_t local, uint32_t full)
{
  const hd_bp *p = w->c->moves.p;
  hd_bp_actor_kind kind = HD_BP_ACTOR_INIT;
  uint32_t of = 0;
  HD_CHECK(hd_bp_moves_waits(&w->c->moves, local, &kind, &of));
  uint32_t proc = kind == HD_BP_ACTOR_INIT     ? p->init
                  : kind == HD_BP_ACTOR_LISTED ? p->threads.data[of].proc
                                               : p->edges.data[of].callee;
  uint32_t actor = hd_bp_trace_add_actor(w->t, kind, of, p->procs.data[proc].name);
  hd_vec_push(&w->people, (person){local, full, actor, false});
  return w->people.len - 1;
}

static uint32_t find_person(teller *w, uint32_t local)
{
  for (uint32_t i = 0; i < w->people.len; i++)
    if (w->people.data[i].local == local) return i;
  return add_person(w, local, local);
}

static void tell_single(teller *w, uint32_t who, uint32_t at)
{
  hd_bp_moves *m = &w->c->moves;
  hd_bp_single s = m->singles.data[at], planned = s;
  hd_bp_moves_follow(m, w->globals, w->people.data[who].full, &s);
  hd_bp_step step = {.actor = w->people.data[who].actor, .move = s.move, .edge = s.edge, .starts = HD_NONE};
  uint32_t proc = hd_bp_moves_top(m, s.local, &step.locals);
  step.globals = m->globals.data.data[s.globals];
  w->people.data[who].full = s.local;
  w->people.data[who].begun = true;
  w->globals = s.globals;
  if (s.started != HD_NONE) {
    uint32_t other = add_person(w, planned.started, s.started);
    step.starts = w->people.data[other].actor;
  }
  hd_bp_trace_push(w->t, m->p, &step, proc);
}

/* A thread that never begins is none. */
static void forget_idle(teller *w)
{
  for (uint32_t i = 0; i < w->t->steps.len; i++)
    for (uint32_t k = 0; k < w->people.len; k++)
      if (w->t->steps.data[i].starts == w->people.data[k].actor && !w->people.data[k].begun)
        w->t->steps.data[i].starts = HD_NONE;
}

static hd_bp_trace *tell_cover_trace(cover *c, uint32_t hit)
{
  teller w = {.c = c, .t = hd_bp_trace_new()};
  hd_u32s path = {0};
  for (uint32_t i = hit; c->nodes.data[i].parent != HD_NONE; i = c->nodes.data[i].parent) hd_vec_push(&path, i);
  w.globals = c->nodes.data[c->nodes.data[hd_vec_last(&path)].parent].globals;
  while (path.len) {
    const node *n = &c->nodes.data[hd_vec_pop(&path)];
    hd_bp_macro m = c->moves.macros.data[n->macro];
    uint32_t who = find_person(&w, n->mover);
    for (uint32_t k = m.first; k < m.first + m.n; k++) tell_single(&w, who, k);
    w.people.data[who].local = m.local;
  }
  forget_idle(&w);
  hd_vec_clear(&path);
  hd_vec_clear(&w.people);
  return w.t;
}

/* --- all ------------------------------------------------------------------------------------------------- */

static void forget_nodes(cover *c)
{
  c->bytes = 0;
  hd_vec_clear(&c->nodes);
  hd_vec_clear(&c->todo);
  hd_map_clear(&c->heads);
  hd_blobs_clear(&c->configs);
  hd_arena_clear(&c->arena);
  hd_arena_init(&c->arena);
  hd_blobs_init(&c->configs);
}

/* With so many threads that it is there: the tree has said that it exists. */
static void find_execution(cover *c, hd_bp_covered *out)
{
  while (!c->ended && !out->trace) {
    forget_nodes(c);
    c->hit = HD_NONE;
    c->threads++;
    search_cover(c);
    out->states += c->nodes.len;
    if (c->hit != HD_NONE) out->trace = tell_cover_trace(c, c->hit);
  }
}

hd_bp_covered hd_bp_cover(const hd_bp *p, const bool *targets, const hd_budget *budget)
{
  hd_bp_covered out = {.end = HD_BP_COVER_REFUSED};
  hd_bp *copy = hd_bp_copy(p);
  hd_bp_mark_scratch(copy);
  if (hd_bp_can_move(copy)) {
    cover c = {.budget = budget, .hit = HD_NONE};
    hd_bp_moves_init(&c.moves, copy, targets);
    hd_arena_init(&c.arena);
    hd_blobs_init(&c.configs);
    search_cover(&c);
    out.nodes = c.nodes.len;
    out.reachable = c.hit != HD_NONE;
    out.end = c.ended ? HD_BP_COVER_ENDED : HD_BP_NOT_COVERED;
    if (out.reachable) {
      find_execution(&c, &out);
      out.end = out.trace ? HD_BP_COVERED : HD_BP_COVER_ENDED;
    }
    forget_nodes(&c);
    hd_blobs_clear(&c.configs);
    hd_arena_clear(&c.arena);
    hd_bp_moves_clear(&c.moves);
  }
  hd_bp_free(copy);
  return out;
}
