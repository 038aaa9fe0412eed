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

/* --- which there are ---------------------------------------------------------------------------------- */

uint32_t hd_distance_find(const hd_space *s, hd_thread t, hd_var a, hd_var b, bool *back)
{
  const hd_u32s *list = &s->apart[a.id];
  for (uint32_t i = 0; i < list->len; i++) {
    const hd_distance *d = &s->distances.data[list->data[i]];
    if (d->thread.id != t.id || (d->from.id != b.id && d->to.id != b.id)) continue;
    *back = d->from.id == b.id;
    return d->cell;
  }
  return HD_NONE;
}

static void add_distance(hd_space *s, hd_thread t, hd_var from, hd_var to)
{
  bool back;
  unsigned width = hd_var_get(s->p, from)->sort.width;
  if (from.id == to.id || width != hd_var_get(s->p, to)->sort.width) return;
  if (hd_distance_find(s, t, from, to, &back) != HD_NONE) return;
  uint32_t cell = s->shared.len + s->locals[t.id].len;
  hd_vec_push(&s->locals[t.id], (hd_cell){HD_NO_VAR, s->distances.len, (uint8_t)width});
  hd_vec_push(&s->apart[from.id], s->distances.len);
  hd_vec_push(&s->apart[to.id], s->distances.len);
  hd_vec_push(&s->distances, (hd_distance){t, from, to, cell});
}

void hd_space_add_distances(hd_space *s)
{
  s->apart = hd_alloc(s->p->vars.len + 1, sizeof *s->apart);
  for (uint32_t i = 0; i < s->p->edges.len; i++) {
    const hd_edge_info *e = &s->edges[i];
    for (uint32_t k = 0; k < e->n_assigns; k++) {
      offset o = read_offset(s, e->assigns[k].value);
      if (o.var.id == HD_NONE || !is_followed(s, e->assigns[k].var)) continue;
      add_distance(s, hd_loc_get(s->p, e->from)->thread, o.var, e->assigns[k].var);
    }
  }
}

void hd_space_free_distances(hd_space *s)
{
  for (uint32_t v = 0; s->apart && v < s->p->vars.len; v++) hd_vec_clear(&s->apart[v]);
  free(s->apart);
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

static hd_value distance_after(const hd_distance *d, offset from, offset to, const hd_value *before, unsigned width)
{
  uint64_t more = (to.plus - from.plus) & hd_mask(width);
  if (from.var.id == HD_NONE || to.var.id == HD_NONE) return hd_value_any();
  if (from.var.id == to.var.id) return hd_value_const(more);
  if (from.var.id != d->from.id || to.var.id != d->to.id) return hd_value_any();
  hd_value args[2] = {*before, hd_value_const(more)};
  return hd_value_op(HD_OP_ADD, width, width, 0, args, 2);
}

static void assign_distance(const hd_space *s, const hd_distance *d, hd_value *env, const hd_edge_info *e)
{
  offset from = offset_after(s, e, d->from), to = offset_after(s, e, d->to);
  env[d->cell] = distance_after(d, from, to, &env[d->cell], hd_var_get(s->p, d->from)->sort.width);
}

void hd_distances_assign(hd_space *s, hd_thread t, hd_value *env, const hd_edge_info *e)
{
  for (uint32_t i = 0; s->apart && i < e->n_assigns; i++) {
    const hd_u32s *list = &s->apart[e->assigns[i].var.id];
    for (uint32_t k = 0; k < list->len; k++) {
      const hd_distance *d = &s->distances.data[list->data[k]];
      bool again = false; /* both of its variables are assigned: once is enough */
      for (uint32_t j = 0; j < i; j++)
        again |= e->assigns[j].var.id == d->from.id || e->assigns[j].var.id == d->to.id;
      if (d->thread.id == t.id && !again) assign_distance(s, d, env, e);
    }
  }
}

bool hd_distances_known(const hd_space *s, hd_thread t, const hd_value *env, hd_var v)
{
  for (uint32_t i = 0; s->apart && i < s->apart[v.id].len; i++) {
    const hd_distance *d = &s->distances.data[s->apart[v.id].data[i]];
    if (d->thread.id == t.id && env[d->cell].kind != HD_VALUE_ANY) return true;
  }
  return false;
}

void hd_distances_lose(const hd_space *s, hd_thread t, hd_value *env, hd_var v)
{
  for (uint32_t i = 0; s->apart && i < s->apart[v.id].len; i++) {
    const hd_distance *d = &s->distances.data[s->apart[v.id].data[i]];
    if (d->thread.id == t.id) env[d->cell] = hd_value_any();
  }
}
