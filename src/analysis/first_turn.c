/* first_turn.c - the state in which the first turn is taken. */
#include "analysis/cooperative.h"

enum {
  MAX_STEPS = 20000,
  MAX_ELEMENTS = 4096, /* of a variable that is followed: a block whose size is computed may have 2^32 */
};

/* What an element was before the step that is being taken. */
typedef struct {
  hd_var var;
  uint32_t element;
  bool known, dirty;
  uint64_t value;
} settled_before;

typedef struct {
  hd_program *p;
  uint32_t *first; /* by variable: its elements in the arrays below */
  bool *known;
  uint64_t *value;
  bool *dirty;       /* by variable: once unknown, always assigned by steps */
  uint32_t instance; /* whose `self` a term means */
  hd_loc at;
  HD_VEC(hd_edge_info) kept;
  HD_VEC(settled_before) undo;
} settling;

/* The elements whose values are followed. A variable of too many has none, and is dirty from the start. */
static uint32_t followed_elements(const hd_var_info *info)
{
  uint32_t n = hd_var_elements(info);
  return n <= MAX_ELEMENTS ? n : 0;
}

/* Steps for what the user wants to see in a trace, and for what engines want to see happen. */
static bool is_kept(const settling *x, hd_var v)
{
  const hd_var_info *info = hd_var_get(x->p, v);
  if (x->dirty[v.id] || info->role == HD_ROLE_STATUS) return true;
  return info->role == HD_ROLE_USER && info->show != HD_SHOW_POINTER && !hd_in_scheduler(x->p, info->pos);
}

static hd_term known_leaf(void *context, hd_term leaf)
{
  settling *x = context;
  hd_terms *T = x->p->terms;
  bool element = hd_term_op(T, leaf) == HD_OP_SELECT;
  hd_term array = element ? hd_term_arg(T, leaf, 0) : leaf;
  uint64_t index = 0;
  if (hd_term_op(T, array) != HD_OP_VAR) return HD_NO_TERM;
  hd_var v = {hd_term_symbol(T, array)};
  const hd_var_info *info = hd_var_get(x->p, v);
  if (info->role == HD_ROLE_SELF) return hd_term_bv(T, info->sort.width, x->instance);
  if (element && !hd_term_is_const(T, hd_term_arg(T, leaf, 1), &index)) return HD_NO_TERM;
  if (element != (info->count > 0) || index >= followed_elements(info)) return HD_NO_TERM;
  uint32_t i = x->first[v.id] + (uint32_t)index;
  return x->known[i] ? hd_term_const(T, hd_term_sort(T, leaf), x->value[i]) : HD_NO_TERM;
}

static hd_term settled_now(settling *x, hd_term t)
{
  hd_rewrite rewrite = {known_leaf, x};
  return hd_term_is(t) ? hd_term_substitute_elements(x->p->terms, t, &rewrite) : t;
}

typedef enum { NO, YES, PERHAPS } answer;

static answer guard_holds_now(settling *x, hd_term guard)
{
  const hd_terms *T = x->p->terms;
  if (!hd_term_is(guard)) return YES;
  hd_term t = settled_now(x, guard);
  return hd_term_is_true(T, t) ? YES : hd_term_is_false(T, t) ? NO : PERHAPS;
}

/* The one step that main takes next; NULL when that is not known. */
static const hd_edge_info *next_step(settling *x)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(x->p, x->at, &n);
  const hd_edge_info *found = NULL;
  if (hd_loc_get(x->p, x->at)->kind != HD_LOC_NORMAL) return NULL;
  for (uint32_t i = 0; i < n; i++) {
    const hd_edge_info *e = &x->p->edges.data[out[i]];
    answer can = guard_holds_now(x, e->guard);
    if (can == NO) continue;
    if (can == PERHAPS || found) return NULL;
    found = e;
  }
  if (!found || hd_loc_get(x->p, found->to)->kind != HD_LOC_NORMAL) return NULL;
  if (found->kind != HD_EDGE_STEP && (found->kind != HD_EDGE_ASSERT || guard_holds_now(x, found->cond) != YES))
    return NULL;
  return found;
}

static bool others_wait(settling *x)
{
  const hd_program *p = x->p;
  bool wait = true;
  for (uint32_t t = 1; t < p->threads.len; t++) {
    uint32_t n;
    const uint32_t *out = hd_loc_out(p, p->threads.data[t].entry, &n);
    for (x->instance = 0; x->instance < p->threads.data[t].instances; x->instance++)
      for (uint32_t i = 0; i < n; i++) wait &= guard_holds_now(x, p->edges.data[out[i]].guard) == NO;
  }
  x->instance = 0;
  return wait;
}

/* What the step assigns, as far as it is known; false: to which element is not. */
static bool settle_assigns(settling *x, const hd_edge_info *e, hd_assign *results)
{
  hd_terms *T = x->p->terms;
  uint64_t index;
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    results[i] = e->assigns[i];
    results[i].index = settled_now(x, e->assigns[i].index);
    results[i].value = settled_now(x, e->assigns[i].value);
    if (hd_term_is(results[i].index) && !hd_term_is_const(T, results[i].index, &index)) return false;
  }
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    const hd_assign *a = &results[i];
    const hd_var_info *info = hd_var_get(x->p, a->var);
    uint64_t value = 0;
    index = 0;
    if (hd_term_is(a->index)) hd_term_is_const(T, a->index, &index);
    if (index >= hd_var_elements(info)) return false;
    if (!followed_elements(info)) continue;
    uint32_t at = x->first[a->var.id] + (uint32_t)index;
    bool constant = hd_term_is(a->value) && hd_term_is_const(T, a->value, &value);
    settled_before before = {a->var, at, x->known[at], x->dirty[a->var.id], x->value[at]};
    hd_vec_push(&x->undo, before);
    x->dirty[a->var.id] |= !constant;
    x->known[at] = constant;
    x->value[at] = value;
  }
  return true;
}

static void keep_step(settling *x, const hd_edge_info *e, const hd_assign *results)
{
  hd_edge_info step = *e;
  step.kind = HD_EDGE_STEP;
  step.guard = step.cond = HD_NO_TERM;
  step.assigns = hd_arena_alloc(&x->p->arena, e->n_assigns * sizeof *step.assigns);
  step.n_assigns = 0;
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (is_kept(x, results[i].var)) step.assigns[step.n_assigns++] = results[i];
  if (step.n_assigns) hd_vec_push(&x->kept, step);
}

static void take_back(settling *x)
{
  for (uint32_t i = x->undo.len; i-- > 0;) {
    const settled_before *was = &x->undo.data[i];
    x->known[was->element] = was->known;
    x->value[was->element] = was->value;
    x->dirty[was->var.id] = was->dirty;
  }
}

/* True: main took a step. */
static bool take_main_step(settling *x)
{
  const hd_edge_info *e = next_step(x);
  if (!e) return false;
  hd_assign *results = hd_alloc(e->n_assigns + 1, sizeof *results);
  x->undo.len = 0;
  bool taken = settle_assigns(x, e, results) && others_wait(x);
  if (taken) {
    keep_step(x, e, results);
    x->at = e->to;
  } else {
    take_back(x);
  }
  free(results);
  return taken;
}

/* No step can have kept a variable's old elements: a dirty one starts as it did. */
static void set_initial_values(settling *x)
{
  hd_program *p = x->p;
  for (uint32_t v = 0; v < p->vars.len; v++) {
    hd_var_info *info = &p->vars.data[v];
    if (is_kept(x, (hd_var){v}) || info->any || info->role == HD_ROLE_SELF) continue;
    uint32_t n = hd_var_elements(info);
    info->init = hd_arena_copy(&p->arena, x->value + x->first[v], n * sizeof *info->init);
  }
}

/* The steps that stay, and main goes on where it has come to. */
static void set_entry(settling *x)
{
  hd_program *p = x->p;
  hd_loc to = x->at;
  for (uint32_t i = x->kept.len; i-- > 0;) {
    hd_edge_info e = x->kept.data[i];
    const hd_loc_info *like = hd_loc_get(p, e.from);
    hd_loc from = hd_program_add_loc(p, (hd_loc_info){.thread = HD_MAIN, .pos = like->pos, .frame = like->frame});
    e.from = from;
    e.to = to;
    hd_program_add_edge(p, e);
    to = from;
  }
  hd_thread_get(p, HD_MAIN)->entry = to;
}

static void begin_settling(settling *x)
{
  const hd_program *p = x->p;
  uint32_t elements = 0;
  x->first = hd_alloc(p->vars.len + 1, sizeof *x->first);
  for (uint32_t v = 0; v < p->vars.len; v++) {
    x->first[v] = elements;
    elements += followed_elements(&p->vars.data[v]);
  }
  x->known = hd_alloc(elements + 1, sizeof *x->known);
  x->value = hd_alloc(elements + 1, sizeof *x->value);
  x->dirty = hd_alloc(p->vars.len + 1, sizeof *x->dirty);
  for (uint32_t v = 0; v < p->vars.len; v++) {
    const hd_var_info *info = &p->vars.data[v];
    uint32_t n = followed_elements(info);
    x->dirty[v] = info->any || !n;
    for (uint32_t i = 0; i < n; i++) {
      x->known[x->first[v] + i] = !info->any;
      x->value[x->first[v] + i] = info->any ? 0 : hd_var_init(p, (hd_var){v}, i);
    }
  }
}

void hd_cooperative_settle(hd_program *p)
{
  settling x = {.p = p, .at = hd_thread_get(p, HD_MAIN)->entry};
  begin_settling(&x);
  hd_program_index(p);
  for (uint32_t steps = 0; steps < MAX_STEPS && take_main_step(&x); steps++) continue;
  if (x.at.id != hd_thread_get(p, HD_MAIN)->entry.id) {
    set_initial_values(&x);
    set_entry(&x);
  }
  hd_vec_clear(&x.kept);
  hd_vec_clear(&x.undo);
  free(x.first);
  free(x.known);
  free(x.value);
  free(x.dirty);
}
