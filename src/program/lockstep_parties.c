/* lockstep_parties.c - instances, their steps, and what steps touch. */
#include "expr/memo.h"
#include "program/lockstep_state.h"

/* More would make too many vectors. */
enum { MOST_PARTIES = 16, MOST_OWN_EDGES = 60000, MOST_ELEMENTS = 64, MOST_CELLS = 256 };

/* --- units and cells ------------------------------------------------------------------------------- */

static uint32_t units_of(const hd_var_info *v)
{
  return v->count && v->count <= MOST_ELEMENTS ? v->count : 1;
}

static bool is_followed(const hd_var_info *v)
{
  bool tells = v->role == HD_ROLE_STATUS || v->role == HD_ROLE_SYNC;
  return tells && v->thread.id == HD_NONE && v->count <= MOST_ELEMENTS;
}

static void number_units(hd_parties *x)
{
  const hd_program *p = x->p;
  x->unit = hd_alloc(p->vars.len + 1, sizeof *x->unit);
  for (uint32_t v = 0; v < p->vars.len; v++) {
    x->unit[v] = x->n_units;
    x->n_units += units_of(&p->vars.data[v]);
  }
  x->cell = hd_alloc(x->n_units + 1, sizeof *x->cell);
  x->first_row = hd_alloc(MOST_CELLS, sizeof *x->first_row);
  for (uint32_t u = 0; u < x->n_units; u++) x->cell[u] = HD_NONE;
  for (uint32_t v = 0; v < p->vars.len; v++) {
    const hd_var_info *info = &p->vars.data[v];
    if (!is_followed(info) || x->n_cells + units_of(info) > MOST_CELLS) continue;
    for (uint32_t i = 0; i < units_of(info); i++) {
      if (!info->any) x->first_row[x->n_cells] = hd_term_const(p->terms, info->sort, hd_var_init(p, (hd_var){v}, i)).id;
      x->cell[x->unit[v] + i] = x->n_cells++;
    }
  }
}

/* The units of an access: one, or all of the variable's. */
static uint32_t units_at(const hd_parties *x, hd_var v, hd_term index, uint32_t *n)
{
  const hd_var_info *info = hd_var_get(x->p, v);
  uint64_t k;
  *n = units_of(info);
  if (*n == 1 || !hd_term_is_const(x->p->terms, index, &k) || k >= info->count) return x->unit[v.id];
  *n = 1;
  return x->unit[v.id] + (uint32_t)k;
}

/* --- terms --------------------------------------------------------------------------------------- */

typedef struct {
  const hd_parties *x;
  const hd_own_party *who;
} own_names;

static hd_term own_leaf(void *context, hd_term leaf)
{
  const own_names *o = context;
  hd_terms *T = o->x->p->terms;
  if (hd_term_op(T, leaf) != HD_OP_VAR) return HD_NO_TERM;
  hd_var v = {hd_term_symbol(T, leaf)};
  const hd_var_info *info = hd_var_get(o->x->p, v);
  if (info->role == HD_ROLE_SELF) return hd_term_const(T, info->sort, o->who->instance);
  if (o->who->copy[v.id].id == v.id) return HD_NO_TERM;
  return hd_term_var(T, hd_term_sort(T, leaf), o->who->copy[v.id].id);
}

static hd_term own_term(const hd_parties *x, const hd_own_party *who, hd_term t)
{
  own_names o = {x, who};
  return hd_term_is(t) ? hd_term_substitute(x->p->terms, t, &(hd_rewrite){own_leaf, &o}) : t;
}

typedef struct {
  const hd_parties *x;
  const uint32_t *row;
  const uint64_t *written;
} known_cells;

static hd_term known_unit(const known_cells *k, uint32_t unit)
{
  uint32_t cell = k->x->cell[unit];
  bool known = cell != HD_NONE && k->row[cell] && !(k->written && k->written[unit / 64] >> (unit % 64) & 1);
  return known ? (hd_term){k->row[cell]} : HD_NO_TERM;
}

static hd_term known_element(void *context, hd_term leaf)
{
  const known_cells *k = context;
  const hd_terms *T = k->x->p->terms;
  bool element = hd_term_op(T, leaf) == HD_OP_SELECT;
  hd_term name = element ? hd_term_arg(T, leaf, 0) : leaf;
  if (hd_term_op(T, name) != HD_OP_VAR) return HD_NO_TERM;
  uint32_t v = hd_term_symbol(T, name), n;
  if (v >= k->x->p->vars.len || (!element && k->x->p->vars.data[v].count)) return HD_NO_TERM;
  uint32_t unit = units_at(k->x, (hd_var){v}, element ? hd_term_arg(T, leaf, 1) : HD_NO_TERM, &n);
  uint64_t index;
  bool inside =
      !element || (hd_term_is_const(T, hd_term_arg(T, leaf, 1), &index) && index < k->x->p->vars.data[v].count);
  return n == 1 && inside ? known_unit(k, unit) : HD_NO_TERM;
}

hd_term hd_parties_fold(hd_parties *x, const uint32_t *row, const uint64_t *written, hd_term t)
{
  known_cells k = {x, row, written};
  return hd_term_is(t) ? hd_term_substitute_elements(x->p->terms, t, &(hd_rewrite){known_element, &k}) : t;
}

bool hd_parties_possible(hd_parties *x, const hd_own_edge *e, const uint32_t *row, const uint64_t *written)
{
  if (!hd_term_is(e->info.guard)) return true;
  hd_term guard = e->looks ? hd_parties_fold(x, row, written, e->info.guard) : e->info.guard;
  return !hd_term_is_false(x->p->terms, guard);
}

void hd_parties_assign(hd_parties *x, const hd_own_edge *e, const uint32_t *row, uint32_t *after)
{
  if (x->n_cells) memcpy(after, row, x->n_cells * sizeof *after);
  for (uint32_t k = 0; k < e->info.n_assigns; k++) {
    const hd_assign *a = &e->info.assigns[k];
    if (a->var.id >= x->p->vars.len || x->cell[x->unit[a->var.id]] == HD_NONE) continue;
    uint32_t n, unit = units_at(x, a->var, a->index, &n);
    hd_term value = hd_parties_fold(x, row, NULL, a->value);
    bool known = n == 1 && hd_term_is(value) && hd_term_is_const(x->p->terms, value, NULL);
    for (uint32_t i = 0; i < n; i++) after[x->cell[unit + i]] = known ? value.id : 0;
  }
}

/* --- what steps touch ------------------------------------------------------------------------------- */

static void note_units(hd_parties *x, hd_own_edge *e, uint32_t first, uint32_t n, bool reads)
{
  for (uint32_t i = 0; i < n; i++) hd_vec_push(&x->units, first + i);
  *(reads ? &e->n_reads : &e->n_writes) += n;
  for (uint32_t i = 0; reads && i < n; i++) e->looks |= x->cell[first + i] != HD_NONE;
}

static bool is_shared(const hd_parties *x, uint32_t v)
{
  return v < x->p->vars.len && x->p->vars.data[v].thread.id == HD_NONE;
}

/* Arrays occur as what elements are selected from only. */
static void note_term(hd_parties *x, hd_own_edge *e, hd_term t)
{
  const hd_terms *T = x->p->terms;
  hd_u32s order = {0};
  if (hd_term_is(t)) hd_term_walk(T, t, &order);
  for (uint32_t i = 0; i < order.len; i++) {
    hd_term s = {order.data[i]};
    bool element = hd_term_op(T, s) == HD_OP_SELECT;
    hd_term name = element ? hd_term_arg(T, s, 0) : s;
    if (hd_term_op(T, name) != HD_OP_VAR || !is_shared(x, hd_term_symbol(T, name))) continue;
    if (!element && hd_term_sort(T, name).kind == HD_SORT_ARRAY) continue;
    uint32_t n, unit = units_at(x, (hd_var){hd_term_symbol(T, name)}, element ? hd_term_arg(T, s, 1) : HD_NO_TERM, &n);
    note_units(x, e, unit, n, true);
  }
  hd_vec_clear(&order);
}

static void note_touched(hd_parties *x, hd_own_edge *e)
{
  e->reads = x->units.len;
  note_term(x, e, e->info.guard);
  note_term(x, e, e->info.cond);
  for (uint32_t k = 0; k < e->info.n_assigns; k++) {
    note_term(x, e, e->info.assigns[k].index);
    note_term(x, e, e->info.assigns[k].value);
  }
  e->writes = x->units.len;
  for (uint32_t k = 0; k < e->info.n_assigns; k++) {
    const hd_assign *a = &e->info.assigns[k];
    if (!is_shared(x, a->var.id)) continue;
    uint32_t n, unit = units_at(x, a->var, a->index, &n);
    note_units(x, e, unit, n, false);
  }
}

/* --- instances --------------------------------------------------------------------------------------- */

static hd_own_edge *own_edge_new(hd_parties *x, const hd_own_party *who, uint32_t id)
{
  hd_own_edge *e = hd_arena_alloc(&x->arena, sizeof *e);
  *e = (hd_own_edge){.info = x->p->edges.data[id], .id = {id}};
  hd_edge_info *info = &e->info;
  hd_assign *assigns = hd_arena_alloc(&x->arena, (info->n_assigns + 1) * sizeof *assigns);
  info->guard = own_term(x, who, info->guard);
  info->cond = own_term(x, who, info->cond);
  for (uint32_t k = 0; k < info->n_assigns; k++) {
    assigns[k] = info->assigns[k];
    assigns[k].var = who->copy[assigns[k].var.id];
    assigns[k].index = own_term(x, who, assigns[k].index);
    assigns[k].value = own_term(x, who, assigns[k].value);
  }
  info->assigns = assigns;
  note_touched(x, e);
  return e;
}

static void add_party(hd_parties *x, uint32_t thread, uint32_t instance)
{
  const hd_program *p = x->p;
  hd_own_party *who = &x->who[x->n++];
  *who = (hd_own_party){{thread}, instance, hd_arena_alloc(&x->arena, (p->vars.len + 1) * sizeof *who->copy), NULL};
  for (uint32_t v = 0; v < p->vars.len; v++) {
    hd_var_info info = p->vars.data[v];
    bool own = instance > 0 && info.thread.id == thread && info.role != HD_ROLE_SELF;
    info.thread = HD_NO_THREAD;
    who->copy[v] = own ? hd_program_add_var(x->q, info) : (hd_var){v};
    if (own) hd_vec_push(&x->copies, ((hd_own_copy){{v}, instance}));
  }
  who->edges = hd_arena_alloc(&x->arena, (p->edges.len + 1) * sizeof *who->edges);
  for (uint32_t e = 0; e < p->edges.len; e++) {
    bool own = hd_loc_get(p, p->edges.data[e].from)->thread.id == thread;
    who->edges[e] = own ? own_edge_new(x, who, e) : NULL;
  }
}

/* Back edges of a depth-first search lead to the heads of loops. */
static void find_heads(hd_parties *x, hd_loc entry)
{
  enum { NEW, OPEN, DONE };
  const hd_program *p = x->p;
  uint8_t *state = hd_alloc(p->locs.len, 1);
  hd_u32s stack = {0}, next = {0};
  hd_vec_push(&stack, entry.id);
  hd_vec_push(&next, 0);
  state[entry.id] = OPEN;
  while (stack.len) {
    uint32_t l = stack.data[stack.len - 1], n;
    const uint32_t *out = hd_loc_out(p, (hd_loc){l}, &n);
    if (next.data[next.len - 1] == n) {
      state[l] = DONE;
      stack.len--;
      next.len--;
      continue;
    }
    uint32_t to = p->edges.data[out[next.data[next.len - 1]++]].to.id;
    x->heads[to] |= state[to] == OPEN;
    if (state[to] != NEW) continue;
    state[to] = OPEN;
    hd_vec_push(&stack, to);
    hd_vec_push(&next, 0);
  }
  hd_vec_clear(&stack);
  hd_vec_clear(&next);
  free(state);
}

bool hd_parties_init(hd_parties *x, const hd_program *p)
{
  uint64_t n = 0, work;
  *x = (hd_parties){.p = p};
  for (uint32_t t = 0; t < p->threads.len; t++) {
    n += p->threads.data[t].instances;
    if (p->threads.data[t].replicated) return false;
  }
  work = n * p->edges.len;
  if (n > MOST_PARTIES || n < 2 || work > MOST_OWN_EDGES) return false;
  hd_arena_init(&x->arena);
  x->q = hd_program_beside((hd_program *)p);
  x->heads = hd_alloc(p->locs.len + 1, 1);
  x->who = hd_alloc(n, sizeof *x->who);
  number_units(x);
  for (uint32_t t = 0; t < p->threads.len; t++) {
    find_heads(x, p->threads.data[t].entry);
    for (uint32_t i = 0; i < p->threads.data[t].instances; i++) add_party(x, t, i);
  }
  return true;
}

void hd_parties_clear(hd_parties *x)
{
  hd_arena_clear(&x->arena);
  hd_vec_clear(&x->units);
  hd_vec_clear(&x->copies);
  free(x->heads);
  free(x->who);
  free(x->unit);
  free(x->cell);
  free(x->first_row);
}
