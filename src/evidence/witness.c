/* witness.c - the program together with a counter of the segments passed. */
#include "evidence/witness.h"

#include "program/condition.h"
#include "program/validate.h"
#include "trace/interp.h"

/* A waypoint and what of it depends on the program. */
typedef struct {
  const hd_waypoint *point;
  uint32_t segment;
  uint32_t registers; /* creates: the number of the thread it registers; otherwise 0 */
  bool found;
} place;

typedef struct {
  hd_program *q; /* the program, and in the end the product */
  hd_terms *T;
  hd_edge_info *edges; /* of the program, in terms of q's pool */
  uint32_t n_edges;
  const hd_witness *w;
  hd_property property;
  const char *name;
  hd_diags *diags;
  bool *begins; /* by p's edge */
  HD_VEC(place) places;
  hd_var segment;
  HD_VEC(hd_var) registered; /* by thread number, from 1: who it is, 1 + the number of an instance; 0: none yet */
  uint32_t *first;           /* by thread: number of its first instance */
  hd_u32s origin;
  bool ok;
} product;

static const char *last_part(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* --- where waypoints lie ---------------------------------------------------------------------------- */

static bool on_line(const product *x, const hd_waypoint *w, const hd_edge_info *e)
{
  const hd_program *p = x->q;
  if (e->pos.file >= p->files.len || e->pos.line != w->line) return false;
  if (strcmp(last_part(p->files.data[e->pos.file]), last_part(w->file)) != 0) return false;
  const char *function = e->frame < p->frames.len ? p->frames.data[e->frame].function : NULL;
  return !w->function || !function || strcmp(w->function, function) == 0;
}

/* The thread whose status the edge sets, and where; false: it creates none. */
static bool creates_thread(const hd_program *p, const hd_edge_info *e, hd_thread *thread, hd_term *index)
{
  for (uint32_t a = 0; a < e->n_assigns; a++)
    for (uint32_t t = 0; t < p->threads.len; t++) {
      uint64_t value;
      if (p->threads.data[t].status.id != e->assigns[a].var.id || e->assigns[a].var.id == HD_NONE) continue;
      if (!hd_term_is_const(p->terms, e->assigns[a].value, &value) || value != 1) continue;
      *thread = (hd_thread){t};
      *index = e->assigns[a].index;
      return true;
    }
  return false;
}

static bool takes_input(const hd_edge_info *e)
{
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (!hd_term_is(e->assigns[i].value)) return true;
  return false;
}

static bool is_passed(const product *x, const place *w, uint32_t edge)
{
  const hd_edge_info *e = &x->edges[edge];
  hd_thread thread;
  hd_term index;
  if (!on_line(x, w->point, e)) return false;
  switch (w->point->kind) {
  case HD_WAY_FUNCTION_ENTER: return w->registers ? creates_thread(x->q, e, &thread, &index) : x->begins[edge];
  case HD_WAY_FUNCTION_RETURN: return takes_input(e);
  case HD_WAY_TARGET: return hd_violated_by(x->property, HD_BY_RACE) || e->kind == HD_EDGE_ASSERT;
  default: return x->begins[edge];
  }
}

/* Is there a creation on the line? Then the waypoint registers a thread. */
static bool is_creation(const product *x, const hd_waypoint *w)
{
  hd_thread thread;
  hd_term index;
  for (uint32_t e = 0; e < x->n_edges; e++)
    if (on_line(x, w, &x->edges[e]) && creates_thread(x->q, &x->edges[e], &thread, &index)) return true;
  return false;
}

static void collect_places(product *x)
{
  uint32_t threads = 0;
  for (uint32_t s = 0; s < x->w->segments.len; s++)
    for (uint32_t i = 0; i < x->w->segments.data[s].points.len; i++) {
      const hd_waypoint *w = &x->w->segments.data[s].points.data[i];
      bool creation = w->kind == HD_WAY_FUNCTION_ENTER && w->action == HD_WAY_FOLLOW && is_creation(x, w);
      hd_vec_push(&x->places, (place){.point = w, .segment = s, .registers = creation ? ++threads : 0});
    }
  for (uint32_t k = 0; k <= threads; k++) {
    hd_var_info info = {.name = hd_arena_printf(&x->q->arena, "witness.thread%u", k),
                        .thread = HD_NO_THREAD,
                        .sort = HD_BV(32),
                        .role = HD_ROLE_SCHED,
                        .pos = HD_NO_POS};
    hd_vec_push(&x->registered, k ? hd_program_add_var(x->q, info) : HD_NO_VAR);
  }
}

static void refuse_waypoint(product *x, const hd_waypoint *w, const char *why)
{
  hd_diags_add(x->diags, HD_ERROR, (hd_place){.file = x->name}, "the %s waypoint at %s:%u %s",
               hd_waypoint_kinds[w->kind], w->file, w->line, why);
  x->ok = false;
}

/* --- conditions ---------------------------------------------------------------------------------------- */

static hd_term both_constraints(hd_terms *T, hd_term a, hd_term b)
{
  if (!hd_term_is(a)) return b;
  return hd_term_is(b) ? hd_term_2(T, HD_OP_AND, a, b) : a;
}

/* 1 + the number of the instance that takes an edge of the thread. */
static hd_term instance_number(const product *x, hd_thread t, hd_term index)
{
  hd_term first = hd_term_bv(x->T, 32, x->first[t.id] + 1);
  return hd_term_is(index) ? hd_term_2(x->T, HD_OP_ADD, hd_term_resize(x->T, index, 32, false), first) : first;
}

static hd_term by_its_thread(product *x, const place *w, hd_thread t)
{
  uint32_t k = w->point->thread;
  if (k == HD_NONE) return HD_NO_TERM;
  if (k == 0) return hd_term_bool(x->T, t.id == HD_MAIN.id);
  if (k >= x->registered.len) return hd_term_false(x->T);
  hd_var self = hd_thread_get(x->q, t)->self;
  hd_term index = self.id == HD_NONE ? HD_NO_TERM : hd_program_var_term(x->q, self);
  return hd_term_2(x->T, HD_OP_EQ, hd_program_var_term(x->q, x->registered.data[k]), instance_number(x, t, index));
}

static hd_term constraint_of(product *x, const place *w, hd_thread t)
{
  const hd_waypoint *point = w->point;
  if (point->kind != HD_WAY_ASSUMPTION || strcmp(point->value, "1") == 0) return HD_NO_TERM;
  hd_diags own;
  hd_diags_init(&own);
  hd_term cond = hd_condition_parse(x->q, t, point->value, strlen(point->value), (hd_place){.file = x->name}, &own);
  if (!hd_term_is(cond))
    refuse_waypoint(x, point,
                    hd_arena_printf(&x->q->arena, "has a constraint that cannot be read: %s",
                                    own.list.len ? own.list.data[0].message : point->value));
  hd_diags_clear(&own);
  return cond;
}

/* In its segment, by its thread, with its constraint. */
static hd_term passing(product *x, const place *w, hd_thread t)
{
  hd_term now = hd_term_eq_bv(x->T, hd_program_var_term(x->q, x->segment), w->segment);
  return both_constraints(x->T, both_constraints(x->T, now, by_its_thread(x, w, t)), constraint_of(x, w, t));
}

/* --- edges ------------------------------------------------------------------------------------------------ */

static void add_variant(product *x, hd_edge_info e, hd_term more, uint32_t origin)
{
  e.guard = both_constraints(x->T, e.guard, more);
  if (hd_term_is(e.guard) && hd_term_is_false(x->T, e.guard)) return;
  if (hd_term_is(e.guard) && hd_term_is_true(x->T, e.guard)) e.guard = HD_NO_TERM;
  hd_program_add_edge(x->q, e);
  hd_vec_push(&x->origin, origin);
}

/* `\result == 7`, also without blanks. */
static bool parse_result(const char *text, uint64_t *value)
{
  const char *at = strstr(text, "\\result");
  if (!at) return false;
  at += strlen("\\result");
  at += strspn(at, " ");
  if (strncmp(at, "==", 2) != 0) return false;
  at += 2;
  at += strspn(at, " (");
  char *end;
  *value = *at == '-' ? (uint64_t)strtoll(at, &end, 0) : strtoull(at, &end, 0);
  end += strspn(end, "uUlL )");
  return end > at && !*end;
}

static void fix_input(product *x, const place *w, hd_edge_info *e)
{
  uint64_t value;
  if (!parse_result(w->point->value, &value)) {
    refuse_waypoint(x, w->point, "has a constraint that cannot be read: only `\\result == NUMBER` can");
    return;
  }
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    hd_sort sort = hd_var_get(x->q, e->assigns[i].var)->sort;
    if (!hd_term_is(e->assigns[i].value)) e->assigns[i].value = hd_term_const(x->T, sort, value);
  }
}

/* The edge as it is taken where the waypoint is passed. */
static hd_edge_info passed_edge(product *x, const place *w, const hd_edge_info *e, hd_assign *assigns)
{
  hd_edge_info next = *e;
  hd_thread thread;
  hd_term index;
  if (e->n_assigns) memcpy(assigns, e->assigns, e->n_assigns * sizeof *assigns);
  next.assigns = assigns;
  if (w->point->kind == HD_WAY_FUNCTION_RETURN) fix_input(x, w, &next);
  assigns[next.n_assigns++] = (hd_assign){.var = x->segment, .value = hd_term_bv(x->T, 32, w->segment + 1)};
  if (w->registers && creates_thread(x->q, e, &thread, &index))
    assigns[next.n_assigns++] =
        (hd_assign){.var = x->registered.data[w->registers], .value = instance_number(x, thread, index)};
  return next;
}

static bool is_asked_check(const product *x, const hd_edge_info *e)
{
  return e->kind == HD_EDGE_ASSERT && hd_property_asks(x->property, e->check);
}

/* Whatever is no target fails nothing, and is in no race. */
static hd_edge_info harmless(const product *x, hd_edge_info e)
{
  if (is_asked_check(x, &e)) {
    e.guard = both_constraints(x->T, e.guard, e.cond);
    e.kind = HD_EDGE_STEP;
    e.cond = HD_NO_TERM;
  }
  if (hd_violated_by(x->property, HD_BY_RACE)) e.access = HD_ACCESS_SYNC;
  return e;
}

static void multiply_edge(product *x, uint32_t id)
{
  const hd_edge_info e = x->edges[id];
  hd_thread t = hd_loc_get(x->q, e.from)->thread;
  hd_assign *assigns = hd_alloc(e.n_assigns + 2, sizeof *assigns);
  hd_term otherwise = HD_NO_TERM;
  for (uint32_t i = 0; i < x->places.len; i++) {
    place *w = &x->places.data[i];
    if (!is_passed(x, w, id)) continue;
    w->found = true;
    hd_term now = passing(x, w, t);
    otherwise = both_constraints(x->T, otherwise, hd_term_1(x->T, HD_OP_NOT, now));
    if (w->point->action == HD_WAY_AVOID) continue;
    if (w->point->kind == HD_WAY_TARGET)
      add_variant(x, e, now, id);
    else
      add_variant(x, harmless(x, passed_edge(x, w, &e, assigns)), now, id);
  }
  add_variant(x, harmless(x, e), otherwise, id); /* a step that passes no waypoint */
  free(assigns);
}

/* --- the whole ---------------------------------------------------------------------------------------------- */

static void number_instances(product *x)
{
  x->first = hd_alloc(x->q->threads.len + 1, sizeof *x->first);
  for (uint32_t t = 0; t < x->q->threads.len; t++) x->first[t + 1] = x->first[t] + x->q->threads.data[t].instances;
}

static void multiply_edges(product *x)
{
  x->q->edges.len = 0; /* they come again, one by one */
  for (uint32_t e = 0; e < x->n_edges && x->ok; e++) multiply_edge(x, e);
  for (uint32_t i = 0; i < x->places.len && x->ok; i++)
    if (!x->places.data[i].found && x->places.data[i].point->action != HD_WAY_AVOID)
      refuse_waypoint(x, x->places.data[i].point, "is nowhere in the program");
  hd_program_unindex(x->q);
  hd_program_index(x->q);
}

static hd_var new_segment(product *x)
{
  return hd_program_add_var(x->q, (hd_var_info){.name = "witness.segment",
                                                .thread = HD_NO_THREAD,
                                                .sort = HD_BV(32),
                                                .role = HD_ROLE_SCHED,
                                                .pos = HD_NO_POS});
}

bool hd_witness_apply(const hd_program *p, const hd_witness *w, hd_property property, const char *name, hd_diags *diags,
                      hd_witness_product *out)
{
  product x = {.q = hd_program_clone(p), .w = w, .property = property, .name = name, .diags = diags, .ok = true};
  x.T = x.q->terms;
  x.begins = hd_witness_begins(p);
  x.n_edges = x.q->edges.len;
  x.edges = hd_alloc(x.n_edges, sizeof *x.edges);
  memcpy(x.edges, x.q->edges.data, x.n_edges * sizeof *x.edges);
  number_instances(&x);
  x.segment = new_segment(&x);
  collect_places(&x);
  multiply_edges(&x);
  *out = (hd_witness_product){x.q, x.origin.data};
  free(x.begins);
  free(x.first);
  free(x.edges);
  hd_vec_clear(&x.places);
  hd_vec_clear(&x.registered);
  return x.ok && hd_program_check(x.q, diags) == HD_OK;
}

void hd_witness_product_clear(hd_witness_product *x)
{
  if (x->program) hd_program_free(x->program);
  free(x->origin);
  *x = (hd_witness_product){0};
}

/* --- executions ------------------------------------------------------------------------------------------- */

/* The inputs that the variant still takes: those that the witness fixes must have its values. */
static bool lift_step(const hd_witness_product *x, hd_state *state, const hd_step *step, hd_trace *out)
{
  for (uint32_t e = 0; e < x->program->edges.len; e++) {
    if (x->origin[e] != step->edge.id) continue;
    hd_step next = *step;
    next.edge = (hd_edge){e};
    bool fixed = !takes_input(hd_edge_get(x->program, next.edge));
    if (fixed) next.n_inputs = 0;
    if (!hd_state_enabled(state, step->thread, step->instance, next.edge)) continue;
    hd_trace_push(out, step->thread, step->instance, next.edge, next.inputs, next.n_inputs);
    return hd_state_step(state, &next, NULL) == HD_STEP_OK;
  }
  return false;
}

hd_trace *hd_witness_lift(const hd_witness_product *x, const hd_trace *t)
{
  hd_trace *out = hd_trace_new();
  for (uint32_t i = 0; i < t->initial.len; i++) hd_vec_push(&out->initial, t->initial.data[i]);
  hd_state *state = hd_state_new(x->program, out);
  for (uint32_t i = 0; i < t->steps.len; i++)
    if (!lift_step(x, state, &t->steps.data[i], out)) break;
  hd_state_free(state);
  return out;
}

/* --- invariants ------------------------------------------------------------------------------------------- */

static bool claims(const hd_program *p, const hd_witness_invariant *v, const hd_edge_info *e)
{
  if (e->pos.file >= p->files.len || e->pos.line != v->line) return false;
  if (strcmp(last_part(p->files.data[e->pos.file]), last_part(v->file)) != 0) return false;
  const char *function = e->frame < p->frames.len ? p->frames.data[e->frame].function : NULL;
  return !v->function || !function || strcmp(v->function, function) == 0;
}

/* The location where the line begins gets one before it, from which the assertion leads there. */
static bool assert_before(hd_program *q, hd_loc at, const hd_witness_invariant *v, const char *name, hd_diags *diags)
{
  hd_thread t = hd_loc_get(q, at)->thread;
  hd_term cond = hd_condition_parse(q, t, v->value, strlen(v->value), (hd_place){.file = name}, diags);
  if (!hd_term_is(cond)) return false;
  hd_loc before = hd_program_add_loc(q, *hd_loc_get(q, at));
  for (uint32_t e = 0; e < q->edges.len; e++)
    if (q->edges.data[e].to.id == at.id) q->edges.data[e].to = before;
  if (hd_thread_get(q, t)->entry.id == at.id) hd_thread_get(q, t)->entry = before;
  hd_program_add_edge(q, (hd_edge_info){.from = before,
                                        .to = at,
                                        .kind = HD_EDGE_ASSERT,
                                        .cond = cond,
                                        .check = HD_CHECK_ASSERTION,
                                        .pos = hd_loc_get(q, at)->pos,
                                        .frame = hd_loc_get(q, at)->frame,
                                        .label = v->value});
  return true;
}

static bool assert_invariant(hd_program *q, const bool *begins, uint32_t n, const hd_witness_invariant *v,
                             const char *name, hd_diags *diags)
{
  hd_map done = {0};
  bool ok = true, found = false;
  for (uint32_t e = 0; e < n && ok; e++) {
    hd_loc from = hd_edge_get(q, (hd_edge){e})->from;
    if (!begins[e] || !claims(q, v, hd_edge_get(q, (hd_edge){e})) || hd_map_find(&done, from.id)) continue;
    hd_map_put(&done, from.id, 1);
    found = true;
    ok = assert_before(q, from, v, name, diags);
  }
  hd_map_clear(&done);
  if (ok && !found)
    hd_diags_add(diags, HD_WARNING, (hd_place){.file = name}, "the invariant at %s:%u is nowhere in the program",
                 v->file, v->line);
  return ok;
}

hd_program *hd_witness_assert(const hd_program *p, const hd_witness *w, const char *name, hd_diags *diags)
{
  hd_program *q = hd_program_clone(p);
  bool *begins = hd_witness_begins(p), ok = true;
  uint32_t n = q->edges.len;
  for (uint32_t i = 0; i < w->invariants.len && ok; i++)
    ok = assert_invariant(q, begins, n, &w->invariants.data[i], name, diags);
  free(begins);
  hd_program_unindex(q);
  hd_program_index(q);
  if (ok && hd_program_check(q, diags) == HD_OK) return q;
  hd_program_free(q);
  return NULL;
}
