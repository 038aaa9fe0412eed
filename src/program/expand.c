/* expand.c - copies threads for each instance, then splits arrays that are indexed by constants. */
#include "program/expand.h"

#include "expr/memo.h"

/* --- an instance a thread -------------------------------------------------------------------- */

typedef struct {
  const hd_program *p;
  hd_expanded *x;
  hd_var *vars; /* by original variable: its copy for the instance at hand */
  hd_loc *locs; /* by original location, likewise */
  hd_thread thread;
  uint32_t instance;
  HD_VEC(hd_edge) edges;
  HD_VEC(hd_loc) origins; /* by location */
} expansion;

static hd_thread add_thread(expansion *e, hd_thread t, uint32_t instance)
{
  hd_thread_info info = *hd_thread_get(e->p, t);
  hd_arena scratch;
  hd_arena_init(&scratch);
  if (info.instances > 1) info.name = hd_arena_printf(&scratch, "%s.%u", info.name, instance);
  info.instances = 1;
  info.self = HD_NO_VAR;
  if (info.status.id != HD_NONE) info.status = e->vars[info.status.id];
  hd_thread own = hd_program_add_thread(e->x->program, info);
  hd_arena_clear(&scratch);
  e->x->thread[own.id] = t;
  e->x->instance[own.id] = instance;
  return own;
}

static hd_var add_var(expansion *e, hd_var_info info, hd_origin origin)
{
  hd_vec_push(&e->x->origins, origin);
  return hd_program_add_var(e->x->program, info);
}

static void add_shared_vars(expansion *e)
{
  for (uint32_t i = 0; i < e->p->vars.len; i++) {
    const hd_var_info *v = &e->p->vars.data[i];
    if (v->thread.id == HD_NONE) e->vars[i] = add_var(e, *v, (hd_origin){{i}, 0, HD_NONE});
  }
}

static void add_local_vars(expansion *e, hd_thread own)
{
  for (uint32_t i = 0; i < e->p->vars.len; i++) {
    hd_var_info v = e->p->vars.data[i];
    if (v.thread.id != e->thread.id || v.role == HD_ROLE_SELF) continue;
    hd_arena scratch;
    hd_arena_init(&scratch);
    v.thread = own;
    if (hd_thread_get(e->p, e->thread)->instances > 1) v.name = hd_arena_printf(&scratch, "%s@%u", v.name, e->instance);
    e->vars[i] = add_var(e, v, (hd_origin){{i}, e->instance, HD_NONE});
    hd_arena_clear(&scratch);
  }
}

static void add_locs(expansion *e, hd_thread own)
{
  for (uint32_t i = 0; i < e->p->locs.len; i++) {
    hd_loc_info l = e->p->locs.data[i];
    if (l.thread.id != e->thread.id) continue;
    l.thread = own;
    e->locs[i] = hd_program_add_loc(e->x->program, l);
    hd_vec_push(&e->origins, (hd_loc){i});
  }
}

/* The instance's own number is known; every other variable is its copy. */
static hd_term own_leaf(void *context, hd_term leaf)
{
  const expansion *e = context;
  hd_var v = {hd_term_symbol(e->p->terms, leaf)};
  const hd_var_info *info = hd_var_get(e->p, v);
  if (info->role == HD_ROLE_SELF) return hd_term_bv(e->x->program->terms, info->sort.width, e->instance);
  return hd_program_var_term(e->x->program, e->vars[v.id]);
}

static void add_edge(expansion *e, uint32_t i, const hd_rewrite *leaf, hd_term *map)
{
  hd_edge_info info = e->p->edges.data[i];
  info.from = e->locs[info.from.id];
  info.to = e->locs[info.to.id];
  hd_edge own = hd_program_import_edge(e->x->program, e->p, info, leaf, map);
  hd_edge_info *f = hd_edge_get(e->x->program, own);
  for (uint32_t k = 0; k < f->n_assigns; k++) f->assigns[k].var = e->vars[f->assigns[k].var.id];
  hd_vec_push(&e->edges, (hd_edge){i});
}

static void add_instance(expansion *e, hd_thread t, uint32_t instance)
{
  e->thread = t;
  e->instance = instance;
  hd_thread own = add_thread(e, t, instance);
  add_local_vars(e, own);
  add_locs(e, own);
  hd_rewrite leaf = {own_leaf, e};
  hd_term *map = hd_alloc((size_t)hd_terms_count(e->p->terms) + 1, sizeof *map);
  for (uint32_t i = 0; i < e->p->edges.len; i++)
    if (hd_loc_get(e->p, e->p->edges.data[i].from)->thread.id == t.id) add_edge(e, i, &leaf, map);
  free(map);
  hd_thread_get(e->x->program, own)->entry = e->locs[hd_thread_get(e->p, t)->entry.id];
}

/* --- arrays as scalars ----------------------------------------------------------------------- */

typedef struct {
  hd_expanded *x;
  uint8_t *whole;  /* by variable: an array that has to stay one */
  uint32_t *first; /* by variable: the variable of its first element, or HD_NONE */
} splitting;

/* The array variable and the constant index of an element term; false: not of that form. */
static bool known_element(const hd_program *p, hd_term t, hd_var *v, uint64_t *index)
{
  const hd_terms *T = p->terms;
  if (hd_term_op(T, t) != HD_OP_SELECT || hd_term_op(T, hd_term_arg(T, t, 0)) != HD_OP_VAR) return false;
  v->id = hd_term_symbol(T, hd_term_arg(T, t, 0));
  return hd_term_is_const(T, hd_term_arg(T, t, 1), index) && *index < hd_var_get(p, *v)->count;
}

static void keep_whole(splitting *s, hd_term t)
{
  const hd_terms *T = s->x->program->terms;
  if (hd_term_op(T, t) == HD_OP_VAR && hd_term_sort(T, t).kind == HD_SORT_ARRAY) s->whole[hd_term_symbol(T, t)] = true;
}

/* Marks the arrays that occur in the term other than as known elements. */
static void keep_whole_in(splitting *s, hd_term *t)
{
  const hd_program *p = s->x->program;
  if (!hd_term_is(*t)) return;
  hd_u32s subterms = {0};
  hd_term_walk(p->terms, *t, &subterms);
  for (uint32_t i = 0; i < subterms.len; i++) {
    hd_term sub = {subterms.data[i]};
    hd_var v;
    uint64_t index;
    if (known_element(p, sub, &v, &index)) continue;
    for (unsigned k = 0; k < hd_term_arity(p->terms, sub); k++) keep_whole(s, hd_term_arg(p->terms, sub, k));
  }
  keep_whole(s, *t);
  hd_vec_clear(&subterms);
}

/* A target has to be a known element that the edge writes once: a scalar is assigned once. */
static void keep_whole_targets(splitting *s, const hd_edge_info *e)
{
  const hd_program *p = s->x->program;
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    const hd_assign *a = &e->assigns[i];
    uint64_t index;
    if (!hd_term_is(a->index)) continue;
    bool known = hd_term_is_const(p->terms, a->index, &index) && index < hd_var_get(p, a->var)->count;
    for (uint32_t k = 0; known && k < i; k++)
      known = e->assigns[k].var.id != a->var.id || !hd_term_same(e->assigns[k].index, a->index);
    if (!known) s->whole[a->var.id] = true;
  }
}

static void visit_edge_terms(hd_edge_info *e, void (*visit)(splitting *, hd_term *), splitting *s)
{
  visit(s, &e->guard);
  visit(s, &e->cond);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    visit(s, &e->assigns[i].index);
    visit(s, &e->assigns[i].value);
  }
}

static void add_elements(splitting *s, hd_var v)
{
  hd_program *p = s->x->program;
  hd_var_info info = *hd_var_get(p, v);
  hd_origin origin = s->x->origins.data[v.id];
  s->first[v.id] = p->vars.len;
  hd_var_get(p, v)->any = false; /* this is not asked any more */
  for (uint32_t i = 0; i < info.count; i++) {
    hd_var_info element = info;
    uint64_t init = hd_var_init(p, v, i);
    hd_arena scratch;
    hd_arena_init(&scratch);
    element.name = hd_arena_printf(&scratch, "%s[%u]", info.name, i);
    element.count = 0;
    element.init = &init;
    origin.index = i;
    hd_program_add_var(p, element);
    hd_vec_push(&s->x->origins, origin);
    hd_arena_clear(&scratch);
  }
}

static hd_term element_leaf(void *context, hd_term leaf)
{
  const splitting *s = context;
  hd_var v;
  uint64_t index;
  if (!known_element(s->x->program, leaf, &v, &index) || s->first[v.id] == HD_NONE) return HD_NO_TERM;
  return hd_program_var_term(s->x->program, (hd_var){s->first[v.id] + (uint32_t)index});
}

static void split_in(splitting *s, hd_term *t)
{
  hd_rewrite rewrite = {element_leaf, s};
  if (hd_term_is(*t)) *t = hd_term_substitute_elements(s->x->program->terms, *t, &rewrite);
}

static void split_targets(splitting *s, hd_edge_info *e)
{
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    hd_assign *a = &e->assigns[i];
    if (s->first[a->var.id] == HD_NONE) continue;
    a->var.id = s->first[a->var.id] + (uint32_t)hd_term_value(s->x->program->terms, a->index);
    a->index = HD_NO_TERM;
  }
}

/* A thread's status was the array of its routine's instances; it is an element now, if that is known. */
static void name_status(splitting *s)
{
  for (uint32_t t = 0; t < s->x->program->threads.len; t++) {
    hd_var *status = &s->x->program->threads.data[t].status;
    if (status->id == HD_NONE || !hd_var_get(s->x->program, *status)->count) continue;
    uint32_t first = s->first[status->id];
    status->id = first == HD_NONE ? HD_NONE : first + s->x->instance[t];
  }
}

static void split_arrays(hd_expanded *x)
{
  hd_program *p = x->program;
  uint32_t n = p->vars.len;
  splitting s = {x, hd_alloc(n, 1), hd_alloc(n, sizeof(uint32_t))};
  for (uint32_t i = 0; i < p->edges.len; i++) {
    visit_edge_terms(&p->edges.data[i], keep_whole_in, &s);
    keep_whole_targets(&s, &p->edges.data[i]);
  }
  for (uint32_t i = 0; i < n; i++) {
    s.first[i] = HD_NONE;
    if (p->vars.data[i].count && !s.whole[i]) add_elements(&s, (hd_var){i});
  }
  for (uint32_t i = 0; i < p->edges.len; i++) {
    visit_edge_terms(&p->edges.data[i], split_in, &s);
    split_targets(&s, &p->edges.data[i]);
  }
  name_status(&s);
  free(s.whole);
  free(s.first);
}

hd_expanded *hd_expand(const hd_program *p)
{
  HD_CHECK(!p->raw);
  uint32_t n = 0;
  for (uint32_t t = 0; t < p->threads.len; t++) n += p->threads.data[t].instances;
  hd_expanded *x = hd_alloc(1, sizeof *x);
  x->program = hd_program_new_like(p);
  x->thread = hd_alloc(n, sizeof *x->thread);
  x->instance = hd_alloc(n, sizeof *x->instance);
  expansion e = {
      .p = p, .x = x, .vars = hd_alloc(p->vars.len, sizeof(hd_var)), .locs = hd_alloc(p->locs.len, sizeof(hd_loc))};
  add_shared_vars(&e);
  for (uint32_t t = 0; t < p->threads.len; t++)
    for (uint32_t i = 0; i < p->threads.data[t].instances; i++) add_instance(&e, (hd_thread){t}, i);
  x->edge = e.edges.data;
  x->loc = e.origins.data;
  free(e.vars);
  free(e.locs);
  split_arrays(x);
  hd_program_index(x->program);
  return x;
}

void hd_expanded_free(hd_expanded *x)
{
  if (!x) return;
  hd_program_free(x->program);
  free(x->thread);
  free(x->instance);
  free(x->edge);
  free(x->loc);
  hd_vec_clear(&x->origins);
  free(x);
}
