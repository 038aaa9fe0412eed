/* jump.c - a tree of refuted runs, followed by an observer that jumps when a run differs. */
#include "engine/slicing/jump.h"

#include "trace/interp.h"

enum { MOST_CELLS = 256, NODE_BITS = 16, FLAG_BITS = 16, FLAG_ALL = 1, FLAG_ONE = 2 };

typedef struct {
  uint32_t parent, edge;        /* by which instruction it is reached; the root: HD_NONE */
  bool failed;                  /* that was the check that fails: a run ends here */
  uint32_t first_step, n_steps; /* of the runs' steps: from the parent to here */
  uint32_t cells, locs;         /* offsets: what the variables hold, where the threads stand */
} vertex;

struct hd_jump {
  const hd_program *q;
  hd_u32s changing; /* variables that some instruction assigns */
  HD_VEC(vertex) tree;
  hd_trace *steps;
  hd_u64s cells; /* by vertex and changing variable and element */
  hd_u32s locs;  /* by vertex and thread */
};

static bool *find_changing(const hd_program *q)
{
  bool *changes = hd_alloc(q->vars.len + 1, sizeof *changes);
  for (uint32_t e = 0; e < q->edges.len; e++)
    for (uint32_t i = 0; i < q->edges.data[e].n_assigns; i++) changes[q->edges.data[e].assigns[i].var.id] = true;
  return changes;
}

typedef struct {
  const hd_program *q;
  bool any;
} looking;

static void note_any(void *context, hd_term leaf)
{
  looking *l = context;
  if (hd_term_op(l->q->terms, leaf) == HD_OP_VAR && l->q->vars.data[hd_term_symbol(l->q->terms, leaf)].any)
    l->any = true;
}

static void look_for_inputs(looking *l, hd_term t)
{
  if (hd_term_is(t)) hd_term_visit_leaves(l->q->terms, t, note_any, l);
}

bool hd_jump_treats(const hd_program *q)
{
  looking l = {q, false};
  bool *changes = find_changing(q);
  uint32_t cells = 0;
  for (uint32_t v = 0; v < q->vars.len; v++)
    if (changes[v]) cells += hd_var_elements(&q->vars.data[v]);
  free(changes);
  for (uint32_t i = 0; i < q->edges.len && !l.any; i++) {
    const hd_edge_info *e = &q->edges.data[i];
    look_for_inputs(&l, e->guard);
    look_for_inputs(&l, e->cond);
    for (uint32_t k = 0; k < e->n_assigns; k++) {
      look_for_inputs(&l, e->assigns[k].index);
      look_for_inputs(&l, e->assigns[k].value);
    }
  }
  return !l.any && cells <= MOST_CELLS;
}

/* --- the tree ---------------------------------------------------------------------------------------- */

/* The instruction that does nothing and is all that can happen at the location; or HD_NONE. */
static uint32_t idle_edge(const hd_program *q, hd_loc l)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(q, l, &n);
  return n == 1 && !hd_edge_counts(q, (hd_edge){out[0]}) ? out[0] : HD_NONE;
}

static void take_jump_edge(hd_state *s, uint32_t thread, uint32_t edge, hd_trace *steps)
{
  hd_trace_push(steps, (hd_thread){thread}, 0, (hd_edge){edge}, NULL, 0);
  hd_step_result r = hd_state_step(s, &hd_vec_last(&steps->steps), NULL);
  HD_CHECK(r == HD_STEP_OK);
}

/* Takes the thread past what does nothing, but not into an atomic section, where others would wait for it, nor to
 * an end, which may be that of all threads. */
static void settle_thread(const hd_program *q, hd_state *s, uint32_t thread, hd_trace *steps)
{
  for (uint32_t n = 0; n < q->locs.len; n++) {
    hd_loc l = hd_state_loc(s, (hd_thread){thread}, 0);
    uint32_t e = idle_edge(q, l);
    if (e == HD_NONE) return;
    const hd_loc_info *to = hd_loc_get(q, q->edges.data[e].to);
    if (to->kind != HD_LOC_NORMAL || (to->atomic && !hd_loc_get(q, l)->atomic)) return;
    take_jump_edge(s, thread, e, steps);
  }
}

/* Takes the thread to where the instruction is. */
static void advance_to_loc(const hd_program *q, hd_state *s, uint32_t thread, hd_loc to, hd_trace *steps)
{
  for (uint32_t n = 0; n < q->locs.len; n++) {
    hd_loc l = hd_state_loc(s, (hd_thread){thread}, 0);
    if (l.id == to.id) return;
    uint32_t e = idle_edge(q, l);
    if (e == HD_NONE) return;
    take_jump_edge(s, thread, e, steps);
  }
}

/* One more vertex, as the state is now. */
static uint32_t add_vertex(hd_jump *j, const hd_state *s, vertex v)
{
  v.cells = j->cells.len;
  v.locs = j->locs.len;
  v.n_steps = j->steps->steps.len - v.first_step;
  for (uint32_t i = 0; i < j->changing.len; i++) {
    hd_var var = {j->changing.data[i]};
    for (uint32_t k = 0; k < hd_var_elements(hd_var_get(j->q, var)); k++)
      hd_vec_push(&j->cells, hd_state_read(s, var, 0, k));
  }
  for (uint32_t t = 0; t < j->q->threads.len; t++) hd_vec_push(&j->locs, hd_state_loc(s, (hd_thread){t}, 0).id);
  hd_vec_push(&j->tree, v);
  return j->tree.len - 1;
}

hd_jump *hd_jump_new(const hd_program *q)
{
  hd_jump *j = hd_alloc(1, sizeof *j);
  j->q = q;
  j->steps = hd_trace_new();
  bool *changes = find_changing(q);
  for (uint32_t v = 0; v < q->vars.len; v++)
    if (changes[v]) hd_vec_push(&j->changing, v);
  free(changes);
  hd_state *s = hd_state_new(q, NULL);
  for (uint32_t t = 0; t < q->threads.len; t++) settle_thread(q, s, t, j->steps);
  add_vertex(j, s, (vertex){.parent = HD_NONE, .edge = HD_NONE});
  hd_state_free(s);
  return j;
}

void hd_jump_free(hd_jump *j)
{
  if (!j) return;
  hd_vec_clear(&j->changing);
  hd_vec_clear(&j->tree);
  hd_vec_clear(&j->cells);
  hd_vec_clear(&j->locs);
  hd_trace_free(j->steps);
  free(j);
}

static uint32_t n_cells(const hd_jump *j)
{
  return j->tree.len > 1 ? j->tree.data[1].cells : j->cells.len;
}

/* A vertex that is the same as the last one; or HD_NONE. */
static uint32_t find_twin(const hd_jump *j)
{
  const vertex *last = &hd_vec_last(&j->tree);
  size_t size = n_cells(j) * sizeof *j->cells.data;
  for (uint32_t v = 1; v + 1 < j->tree.len; v++) {
    const vertex *o = &j->tree.data[v];
    if (o->parent == last->parent && o->edge == last->edge && o->failed == last->failed &&
        (!size || memcmp(j->cells.data + o->cells, j->cells.data + last->cells, size) == 0))
      return v;
  }
  return HD_NONE;
}

static uint32_t descend(hd_jump *j, uint32_t from, hd_state *s, const hd_step *step)
{
  vertex v = {.parent = from, .edge = step->edge.id, .first_step = j->steps->steps.len};
  advance_to_loc(j->q, s, step->thread.id, hd_edge_get(j->q, step->edge)->from, j->steps);
  hd_trace_push(j->steps, step->thread, 0, step->edge, step->inputs, step->n_inputs);
  hd_step_result r = hd_state_step(s, step, NULL);
  HD_CHECK(r != HD_STEP_DISABLED);
  v.failed = r == HD_STEP_VIOLATED;
  if (!v.failed) settle_thread(j->q, s, step->thread.id, j->steps);
  uint32_t to = add_vertex(j, s, v), twin = find_twin(j);
  if (twin == HD_NONE) return to;
  j->cells.len = j->tree.data[to].cells;
  j->locs.len = j->tree.data[to].locs;
  j->steps->steps.len = v.first_step;
  j->tree.len--;
  return twin;
}

void hd_jump_exclude(hd_jump *j, const hd_trace *run)
{
  hd_state *s = hd_state_new(j->q, NULL);
  for (uint32_t i = 0; i < j->tree.data[0].n_steps; i++) hd_state_step(s, &j->steps->steps.data[i], NULL);
  uint32_t at = 0, before = j->tree.len;
  for (uint32_t i = 0; i < run->steps.len && !j->tree.data[at].failed; i++)
    if (hd_edge_counts(j->q, run->steps.data[i].edge)) at = descend(j, at, s, &run->steps.data[i]);
  HD_CHECK(j->tree.len > before); /* what was excluded does not come again */
  hd_state_free(s);
}

/* --- the program ------------------------------------------------------------------------------------- */

typedef struct {
  const hd_jump *j;
  hd_abstraction *out;
  hd_program *p;
  hd_terms *T;
  hd_var flag, node;
  hd_loc *entry;      /* by thread: where its controller is */
  hd_loc start, done; /* of the observer */
} maker;

static hd_term is(maker *m, hd_var v, uint64_t value)
{
  return hd_term_eq_bv(m->T, hd_program_var_term(m->p, v), value);
}

static hd_assign set(maker *m, hd_var v, uint64_t value)
{
  return (hd_assign){.var = v, .value = hd_term_const(m->T, m->p->vars.data[v.id].sort, value)};
}

static void add_edge(maker *m, hd_edge_info e, uint32_t origin)
{
  hd_program_add_edge(m->p, e);
  hd_vec_push(&m->out->origin, origin);
}

typedef HD_VEC(hd_assign) assigns;

/* The thread's locals (HD_NONE: the shared variables) as they are at the vertex, where they are not as they start. */
static void put_values(maker *m, const vertex *v, uint32_t thread, assigns *out)
{
  const hd_jump *j = m->j;
  uint32_t at = v->cells;
  for (uint32_t i = 0; i < j->changing.len; i++) {
    hd_var var = {j->changing.data[i]};
    const hd_var_info *info = hd_var_get(j->q, var);
    for (uint32_t k = 0; k < hd_var_elements(info); k++, at++) {
      bool as_it_was = !info->any && j->cells.data[at] == hd_var_init(j->q, var, k);
      if (info->thread.id != thread || as_it_was) continue;
      hd_assign a = set(m, var, j->cells.data[at]);
      if (info->count) a.index = hd_term_bv(m->T, 32, k);
      hd_vec_push(out, a);
    }
  }
}

static hd_edge_info plain_edge(hd_loc from, hd_loc to, hd_term guard, const assigns *a)
{
  return (hd_edge_info){.from = from,
                        .to = to,
                        .kind = HD_EDGE_STEP,
                        .guard = guard,
                        .assigns = a->data,
                        .n_assigns = a->len,
                        .access = HD_ACCESS_SYNC,
                        .pos = HD_NO_POS,
                        .frame = HD_NONE};
}

static hd_loc new_loc(maker *m, uint32_t thread, bool atomic, hd_loc_kind kind)
{
  return hd_program_add_loc(
      m->p, (hd_loc_info){.thread = {thread}, .kind = kind, .atomic = atomic, .pos = HD_NO_POS, .frame = HD_NONE});
}

static hd_loc standing(const maker *m, uint32_t v, uint32_t thread)
{
  return (hd_loc){m->j->locs.data[m->j->tree.data[v].locs + thread]};
}

/* Is the vertex one that the instruction leads to, with the check failed or not? */
static bool leads_to(const maker *m, uint32_t from, uint32_t edge, bool failed, uint32_t to)
{
  const vertex *c = &m->j->tree.data[to];
  return c->parent == from && c->edge == edge && c->failed == failed;
}

static bool has_child(const maker *m, uint32_t from, uint32_t edge, bool failed)
{
  for (uint32_t c = from + 1; c < m->j->tree.len; c++)
    if (leads_to(m, from, edge, failed, c)) return true;
  return false;
}

/* What the instruction has assigned is not what it is at the vertex. */
static hd_term differs(maker *m, const hd_edge_info *e, const vertex *c)
{
  const hd_jump *j = m->j;
  hd_term some = hd_term_false(m->T);
  uint32_t at = c->cells;
  for (uint32_t i = 0; i < j->changing.len; i++) {
    hd_var var = {j->changing.data[i]};
    const hd_var_info *info = hd_var_get(j->q, var);
    bool assigned = false;
    for (uint32_t k = 0; k < e->n_assigns; k++) assigned = assigned || e->assigns[k].var.id == var.id;
    for (uint32_t k = 0; k < hd_var_elements(info); k++, at++) {
      if (!assigned) continue;
      hd_term cell =
          info->count ? hd_program_element(m->p, var, hd_term_bv(m->T, 32, k)) : hd_program_var_term(m->p, var);
      hd_term same = hd_term_2(m->T, HD_OP_EQ, cell, hd_term_const(m->T, info->sort, j->cells.data[at]));
      some = hd_term_2(m->T, HD_OP_OR, some, hd_term_1(m->T, HD_OP_NOT, same));
    }
  }
  return some;
}

static hd_term leaves_other_values(maker *m, uint32_t v, uint32_t edge, const hd_edge_info *e)
{
  hd_term all = hd_term_true(m->T);
  for (uint32_t c = v + 1; c < m->j->tree.len; c++)
    if (leads_to(m, v, edge, false, c)) all = hd_term_2(m->T, HD_OP_AND, all, differs(m, e, &m->j->tree.data[c]));
  return all;
}

static void demand_of_edge(maker *m, hd_edge_info *e, hd_term t)
{
  e->guard = hd_term_is(e->guard) ? hd_term_2(m->T, HD_OP_AND, e->guard, t) : t;
}

/* The instruction, taken at `from` so that the run leaves the tree. False: it cannot. */
static bool leave_by(maker *m, uint32_t v, hd_loc from, uint32_t edge)
{
  hd_edge_info e = m->p->edges.data[edge];
  bool failed = has_child(m, v, edge, true), passed = has_child(m, v, edge, false);
  if (passed && e.n_assigns == 0 && (failed || e.kind != HD_EDGE_ASSERT)) return false;
  assigns all = {0}, let_go = {0};
  for (uint32_t i = 0; i < e.n_assigns; i++) hd_vec_push(&all, e.assigns[i]);
  hd_vec_push(&let_go, set(m, m->flag, FLAG_ALL));
  const hd_loc_info *info = hd_loc_get(m->p, from);
  hd_loc middle = passed ? new_loc(m, info->thread.id, info->atomic, HD_LOC_NORMAL) : e.to, to = e.to;
  if (!passed) hd_vec_push(&all, let_go.data[0]);
  if (failed) { /* then it must pass */
    demand_of_edge(m, &e, e.cond);
    e.kind = HD_EDGE_STEP;
    e.cond = HD_NO_TERM;
  }
  hd_term other = passed ? leaves_other_values(m, v, edge, &e) : HD_NO_TERM;
  e.from = from;
  e.to = middle;
  e.assigns = all.data;
  e.n_assigns = all.len;
  add_edge(m, e, edge);
  if (passed && e.n_assigns) add_edge(m, plain_edge(middle, to, other, &let_go), HD_NONE);
  hd_vec_clear(&all);
  hd_vec_clear(&let_go);
  return true;
}

static bool others_are_atomic(const maker *m, uint32_t v, uint32_t thread)
{
  for (uint32_t t = 0; t < m->j->q->threads.len; t++) {
    const hd_loc_info *l = hd_loc_get(m->j->q, standing(m, v, t));
    if (t != thread && l->atomic && l->kind == HD_LOC_NORMAL) return true;
  }
  return false;
}

/* The thread leaves the tree at the vertex, in every way that there is; false: there is none. */
static bool leave_tree(maker *m, uint32_t v, uint32_t thread)
{
  const hd_program *q = m->j->q;
  hd_loc l = standing(m, v, thread);
  for (uint32_t n = 0, e; n < q->locs.len && (e = idle_edge(q, l)) != HD_NONE; n++) l = q->edges.data[e].to;
  if (hd_loc_get(q, l)->kind != HD_LOC_NORMAL || idle_edge(q, l) != HD_NONE || others_are_atomic(m, v, thread))
    return false;
  uint32_t n;
  const uint32_t *out = hd_loc_out(q, l, &n);
  hd_loc from = new_loc(m, thread, hd_loc_get(q, l)->atomic, HD_LOC_NORMAL);
  bool some = false;
  for (uint32_t i = 0; i < n; i++) some = leave_by(m, v, from, out[i]) || some;
  if (!some) return false;
  assigns locals = {0};
  put_values(m, &m->j->tree.data[v], thread, &locals);
  hd_term mine = hd_term_2(m->T, HD_OP_AND, is(m, m->flag, FLAG_ONE + thread), is(m, m->node, v));
  add_edge(m, plain_edge(m->entry[thread], from, mine, &locals), HD_NONE);
  hd_vec_clear(&locals);
  return true;
}

/* The observer goes to the vertex, where the thread leaves the tree. */
static void jump_to(maker *m, uint32_t v, uint32_t thread)
{
  assigns all = {0};
  put_values(m, &m->j->tree.data[v], HD_NONE, &all);
  hd_vec_push(&all, set(m, m->node, v));
  hd_vec_push(&all, set(m, m->flag, FLAG_ONE + thread));
  add_edge(m, plain_edge(m->start, m->done, HD_NO_TERM, &all), HD_NONE);
  hd_vec_clear(&all);
}

/* Once another has left the tree, the thread goes on from where it stands. */
static void go_on(maker *m, uint32_t v, uint32_t thread)
{
  assigns locals = {0};
  put_values(m, &m->j->tree.data[v], thread, &locals);
  hd_term now = hd_term_2(m->T, HD_OP_AND, is(m, m->flag, FLAG_ALL), is(m, m->node, v));
  add_edge(m, plain_edge(m->entry[thread], standing(m, v, thread), now, &locals), HD_NONE);
  hd_vec_clear(&locals);
}

static void add_vertex_edges(maker *m, uint32_t v)
{
  uint32_t leaving = 0, who = 0;
  for (uint32_t t = 0; t < m->j->q->threads.len; t++) {
    if (!leave_tree(m, v, t)) continue;
    jump_to(m, v, t);
    leaving++;
    who = t;
  }
  for (uint32_t t = 0; t < m->j->q->threads.len && leaving; t++)
    if (leaving > 1 || t != who) go_on(m, v, t);
}

static hd_var add_var(maker *m, const char *name, unsigned bits)
{
  return hd_program_add_var(m->p, (hd_var_info){.name = name,
                                                .thread = HD_NO_THREAD,
                                                .sort = HD_BV(bits),
                                                .role = HD_ROLE_TEMP,
                                                .show = HD_SHOW_UNSIGNED,
                                                .pos = HD_NO_POS});
}

static void prepare_jump(maker *m)
{
  hd_program *p = m->p;
  m->flag = add_var(m, "flag", FLAG_BITS);
  m->node = add_var(m, "vertex", NODE_BITS);
  for (uint32_t v = 0; v < p->vars.len; v++)
    if (p->vars.data[v].role == HD_ROLE_STATUS || p->vars.data[v].role == HD_ROLE_SYNC)
      p->vars.data[v].role = HD_ROLE_USER;
  for (uint32_t t = 0; t < p->threads.len; t++) {
    m->entry[t] = new_loc(m, t, false, HD_LOC_NORMAL);
    p->threads.data[t].entry = m->entry[t];
    p->threads.data[t].status = HD_NO_VAR;
  }
  uint32_t observer = p->threads.len;
  m->start = new_loc(m, observer, false, HD_LOC_NORMAL);
  m->done = new_loc(m, observer, false, HD_LOC_END);
  hd_program_add_thread(p, (hd_thread_info){.name = "observer",
                                            .entry = m->start,
                                            .instances = 1,
                                            .self = HD_NO_VAR,
                                            .status = HD_NO_VAR,
                                            .pos = HD_NO_POS});
}

hd_abstraction *hd_jump_program(const hd_jump *j)
{
  maker m = {.j = j, .out = hd_alloc(1, sizeof *m.out), .p = hd_program_clone(j->q)};
  m.T = m.p->terms;
  m.out->program = m.p;
  m.entry = hd_alloc(j->q->threads.len + 1, sizeof *m.entry);
  for (uint32_t e = 0; e < j->q->edges.len; e++) hd_vec_push(&m.out->origin, e);
  prepare_jump(&m);
  for (uint32_t v = 0; v < j->tree.len; v++)
    if (!j->tree.data[v].failed) add_vertex_edges(&m, v);
  free(m.entry);
  hd_program_unindex(m.p);
  hd_program_index(m.p);
  return m.out;
}

/* --- traces ------------------------------------------------------------------------------------------ */

static void put_prefix(const hd_jump *j, uint32_t v, hd_state *s, hd_trace *out)
{
  if (j->tree.data[v].parent != HD_NONE) put_prefix(j, j->tree.data[v].parent, s, out);
  for (uint32_t i = 0; i < j->tree.data[v].n_steps; i++) {
    const hd_step *step = &j->steps->steps.data[j->tree.data[v].first_step + i];
    hd_trace_push(out, step->thread, 0, step->edge, step->inputs, step->n_inputs);
    hd_state_step(s, step, NULL);
  }
}

/* The vertex that the observer has gone to: its steps assign constants. */
static uint32_t chosen_vertex(const hd_abstraction *refined, const hd_trace *t)
{
  hd_state *s = hd_state_new(refined->program, NULL);
  hd_var node = hd_program_find_var(refined->program, "vertex");
  for (uint32_t i = 0; i < t->steps.len; i++) hd_state_step(s, &t->steps.data[i], NULL);
  uint32_t v = (uint32_t)hd_state_read(s, node, 0, 0);
  hd_state_free(s);
  return v;
}

hd_trace *hd_jump_map(const hd_jump *j, const hd_abstraction *refined, const hd_trace *t)
{
  hd_trace *out = hd_trace_new();
  hd_state *s = hd_state_new(j->q, NULL);
  put_prefix(j, chosen_vertex(refined, t), s, out);
  for (uint32_t i = 0; i < t->steps.len; i++) {
    const hd_step *step = &t->steps.data[i];
    uint32_t edge = refined->origin.data[step->edge.id];
    if (edge == HD_NONE) continue;
    advance_to_loc(j->q, s, step->thread.id, j->q->edges.data[edge].from, out);
    hd_trace_push(out, step->thread, 0, (hd_edge){edge}, step->inputs, step->n_inputs);
    hd_state_step(s, &hd_vec_last(&out->steps), NULL);
  }
  hd_state_free(s);
  return out;
}
