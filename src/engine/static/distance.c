/* distance.c - which pairs of variables are related, and how assignments change their distance. */
#include "engine/static/distance.h"

/* `variable + plus`; variable HD_NO_VAR: it is something else. */
typedef struct {
  hd_var var;
  uint64_t plus;
} offset;

static const offset no_offset = {{HD_NONE}, 0};

static bool is_followed(const hd_space *s, hd_var v)
{
  const hd_var_info *info = hd_var_get(s->p, v);
  return s->first[v.id] != HD_NONE && !info->count && info->sort.kind == HD_SORT_BV;
}

static offset read_offset(const hd_space *s, hd_term t)
{
  const hd_terms *T = s->p->terms;
  offset o = no_offset;
  if (!hd_term_is(t)) return o;
  hd_op op = hd_term_op(T, t);
  if (op == HD_OP_VAR) o.var = (hd_var){hd_term_symbol(T, t)};
  for (unsigned i = 0; op == HD_OP_ADD && i < 2; i++) {
    hd_term x = hd_term_arg(T, t, i);
    if (hd_term_op(T, x) != HD_OP_VAR || !hd_term_is_const(T, hd_term_arg(T, t, 1 - i), &o.plus)) continue;
    o.var = (hd_var){hd_term_symbol(T, x)};
  }
  return o.var.id != HD_NONE && is_followed(s, o.var) ? o : no_offset;
}

static bool is_known_by(const hd_distance *d, hd_thread t)
{
  return d->thread.id == HD_NONE || d->thread.id == t.id;
}

/* --- which there are ---------------------------------------------------------------------------------- */

uint32_t hd_distance_find(const hd_space *s, hd_thread t, hd_var a, hd_var b, bool *back)
{
  const hd_u32s *list = &s->apart[a.id];
  for (uint32_t i = 0; i < list->len; i++) {
    const hd_distance *d = &s->distances.data[list->data[i]];
    if (!is_known_by(d, t) || (d->from.id != b.id && d->to.id != b.id)) continue;
    *back = d->from.id == b.id;
    return d->cell;
  }
  return HD_NONE;
}

enum {
  MOST_DISTANCES = 300, /* each takes time at every step */
  MOST_ALIKE = 6        /* shared variables that are copies of the same */
};

static bool is_shared_var(const hd_space *s, hd_var v)
{
  return hd_var_get(s->p, v)->thread.id == HD_NONE;
}

/* thread HD_NO_THREAD: the cell is shared. */
static void add_distance(hd_space *s, hd_thread t, hd_var from, hd_var to)
{
  bool back, shared = t.id == HD_NONE;
  unsigned width = hd_var_get(s->p, from)->sort.width;
  if (from.id == to.id || width != hd_var_get(s->p, to)->sort.width || s->distances.len >= MOST_DISTANCES) return;
  if (hd_distance_find(s, t, from, to, &back) != HD_NONE) return;
  hd_state_cells *cells = shared ? &s->shared : &s->locals[t.id];
  uint32_t cell = shared ? s->shared.len : s->shared.len + s->locals[t.id].len;
  hd_vec_push(cells, (hd_state_cell){HD_NO_VAR, s->distances.len, (uint8_t)width});
  hd_vec_push(&s->apart[from.id], s->distances.len);
  hd_vec_push(&s->apart[to.id], s->distances.len);
  hd_vec_push(&s->distances, (hd_distance){t, from, to, cell});
}

/* Variables that are copied to each other, directly or by way of others, have the same leader. */
static uint32_t leader(uint32_t *of, uint32_t v)
{
  while (of[v] != v) v = of[v] = of[of[v]];
  return v;
}

static void find_copies(hd_space *s)
{
  s->alike = hd_alloc(s->p->vars.len + 1, sizeof *s->alike);
  for (uint32_t v = 0; v < s->p->vars.len; v++) s->alike[v] = v;
  for (uint32_t i = 0; i < s->p->edges.len; i++) {
    const hd_edge_info *e = &s->edges[i];
    for (uint32_t k = 0; k < e->n_assigns; k++) {
      offset o = read_offset(s, e->assigns[k].value);
      if (o.var.id != HD_NONE && !o.plus && is_followed(s, e->assigns[k].var))
        s->alike[leader(s->alike, o.var.id)] = leader(s->alike, e->assigns[k].var.id);
    }
  }
  for (uint32_t v = 0; v < s->p->vars.len; v++) s->alike[v] = leader(s->alike, v);
}

/* The variable itself, and shared ones that it may be a copy of, or they of it. */
static uint32_t find_alike(const hd_space *s, hd_var v, hd_var *out)
{
  uint32_t n = 0;
  out[n++] = v;
  for (uint32_t i = 0; i < s->p->vars.len; i++) {
    if (i == v.id || s->alike[i] != s->alike[v.id] || !is_shared_var(s, (hd_var){i}) || !is_followed(s, (hd_var){i}))
      continue;
    if (n > MOST_ALIKE) return 1;
    out[n++] = (hd_var){i};
  }
  return n;
}

typedef struct {
  hd_space *s;
  hd_thread thread;
  bool shared; /* those between shared variables */
} relating;

static void relate_vars(const relating *r, hd_var a, hd_var b)
{
  bool both = is_shared_var(r->s, a) && is_shared_var(r->s, b);
  if (r->shared == both) add_distance(r->s, r->shared ? HD_NO_THREAD : r->thread, a, b);
}

static void relate_compared(const relating *r, hd_var a, hd_var b)
{
  hd_var like_a[MOST_ALIKE + 2], like_b[MOST_ALIKE + 2];
  uint32_t n = find_alike(r->s, a, like_a), m = find_alike(r->s, b, like_b);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < m; k++) relate_vars(r, like_a[i], like_b[k]);
}

/* Comparisons of variables in a condition. */
static void relate_terms(const relating *r, hd_term t)
{
  const hd_terms *T = r->s->p->terms;
  if (!hd_term_is(t) || hd_term_sort(T, t).kind != HD_SORT_BOOL) return;
  hd_op op = hd_term_op(T, t);
  bool compares = op == HD_OP_ULT || op == HD_OP_ULE || op == HD_OP_SLT || op == HD_OP_SLE;
  for (unsigned i = 0; !compares && i < hd_term_arity(T, t); i++) relate_terms(r, hd_term_arg(T, t, i));
  if (!compares) return;
  offset a = read_offset(r->s, hd_term_arg(T, t, 0)), b = read_offset(r->s, hd_term_arg(T, t, 1));
  if (a.var.id != HD_NONE && b.var.id != HD_NONE) relate_compared(r, a.var, b.var);
}

static void relate_all(relating *r)
{
  hd_space *s = r->s;
  for (uint32_t i = 0; i < s->p->edges.len; i++) {
    const hd_edge_info *e = &s->edges[i];
    r->thread = hd_loc_get(s->p, e->from)->thread;
    for (uint32_t k = 0; k < e->n_assigns; k++) {
      offset o = read_offset(s, e->assigns[k].value);
      if (o.var.id != HD_NONE && is_followed(s, e->assigns[k].var)) relate_compared(r, o.var, e->assigns[k].var);
      relate_terms(r, e->assigns[k].value);
    }
    relate_terms(r, e->guard);
    if (e->kind == HD_EDGE_ASSERT) relate_terms(r, e->cond);
  }
}

void hd_space_relate_shared(hd_space *s)
{
  s->apart = hd_alloc(s->p->vars.len + 1, sizeof *s->apart);
  find_copies(s);
  relate_all(&(relating){.s = s, .shared = true});
}

void hd_space_relate_locals(hd_space *s)
{
  relate_all(&(relating){.s = s});
}

void hd_space_free_distances(hd_space *s)
{
  for (uint32_t v = 0; s->apart && v < s->p->vars.len; v++) hd_vec_clear(&s->apart[v]);
  free(s->apart);
  free(s->alike);
  hd_vec_clear(&s->distances);
}

/* --- what becomes of them ------------------------------------------------------------------------------- */

/* What the variable is after the edge. */
static offset offset_after(const hd_space *s, const hd_edge_info *e, hd_var v)
{
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (e->assigns[i].var.id == v.id) return read_offset(s, e->assigns[i].value);
  return (offset){v, 0};
}

static bool is_assigned(const hd_edge_info *e, hd_var v)
{
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (e->assigns[i].var.id == v.id) return true;
  return false;
}

/* From one variable to another, as it is known now. */
static hd_abstract_value distance_now(const hd_space *s, hd_thread t, const hd_abstract_value *env, hd_var from,
                                      hd_var to, unsigned width)
{
  bool back;
  uint32_t cell = hd_distance_find(s, t, from, to, &back);
  if (cell == HD_NONE || !back) return cell == HD_NONE ? hd_value_any() : env[cell];
  return hd_value_op(HD_OP_NEG, width, width, 0, &env[cell], 1);
}

static bool becomes_constant(const hd_space *s, const hd_edge_info *e, hd_var v, uint64_t *c)
{
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (e->assigns[i].var.id == v.id)
      return hd_term_is(e->assigns[i].value) && hd_term_is_const(s->p->terms, e->assigns[i].value, c);
  return false;
}

/* From a constant to what a variable is, or the other way round. */
static hd_abstract_value distance_by_value(const hd_space *s, const hd_abstract_value *env, const hd_distance *d,
                                           const hd_edge_info *e, unsigned width)
{
  uint64_t c;
  hd_abstract_value from = env[s->first[d->from.id]], to = env[s->first[d->to.id]];
  if (becomes_constant(s, e, d->from, &c) && !is_assigned(e, d->to))
    from = hd_value_const(c);
  else if (becomes_constant(s, e, d->to, &c) && !is_assigned(e, d->from))
    to = hd_value_const(c);
  else
    return hd_value_any();
  hd_abstract_value args[2] = {to, from};
  return hd_value_op(HD_OP_SUB, width, width, 0, args, 2);
}

static hd_abstract_value distance_after(const hd_space *s, hd_thread t, const hd_abstract_value *env,
                                        const hd_distance *d, const hd_edge_info *e)
{
  offset from = offset_after(s, e, d->from), to = offset_after(s, e, d->to);
  unsigned width = hd_var_get(s->p, d->from)->sort.width;
  uint64_t more = (to.plus - from.plus) & hd_mask(width);
  if (from.var.id == HD_NONE || to.var.id == HD_NONE) return distance_by_value(s, env, d, e, width);
  if (from.var.id == to.var.id) return hd_value_const(more);
  hd_abstract_value args[2] = {distance_now(s, t, env, from.var, to.var, width), hd_value_const(more)};
  if (args[0].kind == HD_VALUE_ANY) return args[0];
  return hd_value_op(HD_OP_ADD, width, width, 0, args, 2);
}

/* All of them are found before any is changed. */
void hd_distances_assign(hd_space *s, hd_thread t, hd_abstract_value *env, const hd_edge_info *e)
{
  uint32_t n = s->apart && e->n_assigns ? s->distances.len : 0;
  hd_abstract_value *after = hd_alloc(n + 1, sizeof *after);
  for (uint32_t pass = 0; pass < 2; pass++)
    for (uint32_t i = 0; i < n; i++) {
      const hd_distance *d = &s->distances.data[i];
      if (!is_known_by(d, t) || (!is_assigned(e, d->from) && !is_assigned(e, d->to))) continue;
      if (pass)
        env[d->cell] = after[i];
      else
        after[i] = distance_after(s, t, env, d, e);
    }
  free(after);
}

void hd_distances_start(const hd_space *s, hd_abstract_value *env)
{
  for (uint32_t i = 0; i < s->distances.len; i++) {
    const hd_distance *d = &s->distances.data[i];
    uint64_t from, to;
    if (d->thread.id != HD_NONE || !hd_value_is_const(&env[s->first[d->from.id]], &from) ||
        !hd_value_is_const(&env[s->first[d->to.id]], &to))
      continue;
    env[d->cell] = hd_value_const((to - from) & hd_mask(hd_var_get(s->p, d->from)->sort.width));
  }
}

void hd_distances_shared(const hd_space *s, hd_var v, hd_u32s *cells)
{
  for (uint32_t i = 0; s->apart && i < s->apart[v.id].len; i++) {
    const hd_distance *d = &s->distances.data[s->apart[v.id].data[i]];
    bool known = d->thread.id != HD_NONE;
    for (uint32_t k = 0; k < cells->len && !known; k++) known = cells->data[k] == d->cell;
    if (!known) hd_vec_push(cells, d->cell);
  }
}

/* a - b and b - c tell a - c, where that is asked. */
static bool close_by(const hd_space *s, hd_thread t, hd_abstract_value *env, hd_var middle, hd_var a, hd_var c,
                     bool *changed)
{
  bool back;
  unsigned width = hd_var_get(s->p, a)->sort.width;
  uint32_t cell = a.id == c.id ? HD_NONE : hd_distance_find(s, t, a, c, &back);
  if (cell == HD_NONE) return true;
  hd_abstract_value args[2] = {distance_now(s, t, env, a, middle, width), distance_now(s, t, env, middle, c, width)};
  if (args[0].kind == HD_VALUE_ANY || args[1].kind == HD_VALUE_ANY) return true;
  hd_abstract_value sum = hd_value_op(HD_OP_ADD, width, width, 0, args, 2);
  if (back) sum = hd_value_op(HD_OP_NEG, width, width, 0, &sum, 1);
  hd_abstract_value both = hd_value_meet(&env[cell], &sum, width);
  *changed |= !hd_value_same(&both, &env[cell]);
  if (both.kind != HD_VALUE_NONE) env[cell] = both;
  return both.kind != HD_VALUE_NONE;
}

bool hd_distances_close(const hd_space *s, hd_thread t, hd_abstract_value *env, bool *changed)
{
  for (uint32_t i = 0; i < s->distances.len; i++) {
    const hd_distance *d = &s->distances.data[i];
    if (!is_known_by(d, t) || env[d->cell].kind == HD_VALUE_ANY) continue;
    for (unsigned end = 0; end < 2; end++) {
      hd_var middle = end ? d->from : d->to, a = end ? d->to : d->from;
      for (uint32_t k = 0; k < s->apart[middle.id].len; k++) {
        const hd_distance *other = &s->distances.data[s->apart[middle.id].data[k]];
        hd_var c = other->from.id == middle.id ? other->to : other->from;
        if (other == d || !is_known_by(other, t) || env[other->cell].kind == HD_VALUE_ANY) continue;
        if (!close_by(s, t, env, middle, a, c, changed)) return false;
      }
    }
  }
  return true;
}

bool hd_distances_known(const hd_space *s, hd_thread t, const hd_abstract_value *env, hd_var v)
{
  for (uint32_t i = 0; s->apart && i < s->apart[v.id].len; i++) {
    const hd_distance *d = &s->distances.data[s->apart[v.id].data[i]];
    if (d->thread.id == t.id && env[d->cell].kind != HD_VALUE_ANY) return true;
  }
  return false;
}

void hd_distances_lose(const hd_space *s, hd_thread t, hd_abstract_value *env, hd_var v)
{
  for (uint32_t i = 0; s->apart && i < s->apart[v.id].len; i++) {
    const hd_distance *d = &s->distances.data[s->apart[v.id].data[i]];
    if (d->thread.id == t.id) env[d->cell] = hd_value_any();
  }
}
